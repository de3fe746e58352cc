"""The Celery app. The broker only wakes workers; a job's row in the database is the truth."""

from __future__ import annotations

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "sara_annotate.config.settings")

from django.conf import settings

app = Celery("sara_annotate")
app.conf.update(
    broker_url=settings.CELERY_BROKER_URL,
    broker_connection_retry_on_startup=True,
    task_ignore_result=True,
    task_acks_late=True,
    task_reject_on_worker_lost=True,
    task_default_queue="default",
    worker_prefetch_multiplier=1,
    worker_hijack_root_logger=False,
    worker_send_task_events=False,
    task_serializer="json",
    accept_content=["json"],
    timezone="UTC",
    include=["sara_annotate.jobs.tasks"],
)

if settings.CELERY_BROKER_URL.startswith("filesystem"):
    for folder in ("messages", "processed", "control"):
        (settings.SARA_BROKER_DIR / folder).mkdir(parents=True, exist_ok=True)
    app.conf.broker_transport_options = {
        "data_folder_in": str(settings.SARA_BROKER_DIR / "messages"),
        "data_folder_out": str(settings.SARA_BROKER_DIR / "messages"),
        "processed_folder": str(settings.SARA_BROKER_DIR / "processed"),
        "control_folder": str(settings.SARA_BROKER_DIR / "control"),
        "store_processed": False,
        "polling_interval": 0.2,
    }
elif settings.CELERY_BROKER_URL.startswith("redis"):
    app.conf.broker_transport_options = {"visibility_timeout": 3600}
