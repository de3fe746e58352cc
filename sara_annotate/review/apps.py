from django.apps import AppConfig


class ReviewConfig(AppConfig):
    name = "sara_annotate.review"

    def ready(self) -> None:
        from sara_annotate.annotations.services import MOVED_HOOKS
        from sara_annotate.corpus.events import NEWS_SOURCES
        from sara_annotate.review.news import comment_news
        from sara_annotate.review.queue import review_note_layer
        from sara_annotate.review.work_services import seat_note_layer

        NEWS_SOURCES["comments"] = comment_news
        for hook in (review_note_layer, seat_note_layer):
            if hook not in MOVED_HOOKS:
                MOVED_HOOKS.append(hook)
