from django.apps import AppConfig


class LogicConfig(AppConfig):
    name = "sara_annotate.logic"
