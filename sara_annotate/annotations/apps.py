from django.apps import AppConfig


class AnnotationsConfig(AppConfig):
    name = "sara_annotate.annotations"

    def ready(self) -> None:
        """Suggestions are news; the list of cases shows what to look at again."""
        from sara_annotate.annotations.news import suggestion_news
        from sara_annotate.annotations.stale_selectors import cases_stale, stale_marks
        from sara_annotate.corpus.case_filters import CASE_FILTERS, CASE_MARKS
        from sara_annotate.corpus.events import NEWS_SOURCES

        NEWS_SOURCES["suggestions"] = suggestion_news
        CASE_FILTERS["stale"] = cases_stale
        CASE_MARKS["stale"] = stale_marks
