from django.apps import AppConfig


class ReviewConfig(AppConfig):
    name = "sara_annotate.review"

    def ready(self) -> None:
        from sara_annotate.annotations.services import MOVED_HOOKS
        from sara_annotate.corpus.events import NEWS_SOURCES
        from sara_annotate.review.news import comment_news
        from sara_annotate.review.queue import review_note_layer

        NEWS_SOURCES["comments"] = comment_news
        if review_note_layer not in MOVED_HOOKS:
            MOVED_HOOKS.append(review_note_layer)
