"""The Celery app. The broker only wakes workers; a job's row in the database is the truth."""

from __future__ import annotations

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sara_annotate.config.settings")

app = Celery("sara_annotate")
app.config_from_object("django.conf:settings", namespace="CELERY")
