from django.apps import AppConfig


class SuggestionsConfig(AppConfig):
    name = "sara_annotate.suggestions"

    def ready(self) -> None:
        """Learn when enough is accepted, and when it is time to."""
        from sara_annotate.annotations.services import MOVED_HOOKS
        from sara_annotate.jobs.watches import WATCHES
        from sara_annotate.suggestions.learning import layer_moved, learn_all_due

        if layer_moved not in MOVED_HOOKS:
            MOVED_HOOKS.append(layer_moved)
        WATCHES["models"] = learn_all_due
