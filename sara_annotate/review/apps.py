from django.apps import AppConfig


class ReviewConfig(AppConfig):
    name = "sara_annotate.review"

    def ready(self) -> None:
        from sara_annotate.annotations.services import MOVED_HOOKS
        from sara_annotate.review.queue import review_note_layer

        if review_note_layer not in MOVED_HOOKS:
            MOVED_HOOKS.append(review_note_layer)
