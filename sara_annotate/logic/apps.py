from django.apps import AppConfig


class LogicConfig(AppConfig):
    name = "sara_annotate.logic"

    def ready(self) -> None:
        """The list of cases shows what the engine said, and can be narrowed by it."""
        from sara_annotate.corpus.case_filters import CASE_FILTERS, CASE_MARKS
        from sara_annotate.logic.flags import case_marks, cases_flagged

        CASE_FILTERS["flag"] = cases_flagged
        CASE_MARKS["flags"] = case_marks
