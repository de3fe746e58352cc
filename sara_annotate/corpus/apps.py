from django.apps import AppConfig


class CorpusConfig(AppConfig):
    name = "sara_annotate.corpus"

    def ready(self) -> None:
        """Jobs are news."""
        from sara_annotate.corpus.events import NEWS_SOURCES, job_news

        NEWS_SOURCES["job"] = job_news
