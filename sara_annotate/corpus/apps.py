from django.apps import AppConfig


class CorpusConfig(AppConfig):
    name = "sara_annotate.corpus"
