from django.apps import AppConfig


class ReleasesConfig(AppConfig):
    name = "sara_annotate.releases"
