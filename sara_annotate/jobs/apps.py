from django.apps import AppConfig


class JobsConfig(AppConfig):
    name = "sara_annotate.jobs"
