from django.apps import AppConfig


class AnnotationsConfig(AppConfig):
    name = "sara_annotate.annotations"

    def ready(self) -> None:
        """Suggestions are news."""
        from sara_annotate.annotations.news import suggestion_news
        from sara_annotate.corpus.events import NEWS_SOURCES

        NEWS_SOURCES["suggestions"] = suggestion_news
