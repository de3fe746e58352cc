from django.apps import AppConfig


class LogicConfig(AppConfig):
    name = "sara_annotate.logic"

    def ready(self) -> None:
        """The list of cases can be narrowed by what the last replay said."""
        from sara_annotate.corpus.case_filters import CASE_FILTERS
        from sara_annotate.logic.flags import cases_flagged

        CASE_FILTERS["flag"] = cases_flagged
