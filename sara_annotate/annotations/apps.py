from django.apps import AppConfig


class AnnotationsConfig(AppConfig):
    name = "sara_annotate.annotations"
