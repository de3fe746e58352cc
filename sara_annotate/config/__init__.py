"""Settings and everything that joins the apps. Tasks of all processes belong to this Celery app."""

from sara_annotate.config.celery import app as celery_app

__all__ = ["celery_app"]
