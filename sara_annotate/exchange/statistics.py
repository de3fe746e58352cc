"""What the database knows of its own tables, brought up to date after much has changed."""

from __future__ import annotations

from django.apps import apps
from django.db import connection

APPS = ("corpus", "annotations")
ROWS_LOOKED_AT = 1000


def statistics_refresh() -> None:
    """Let the database see how its rows are spread, so that it takes the right indexes.

    SQLite never does this by itself, and PostgreSQL only after a while; without it a page of
    one statute reads the layers of all.
    """
    tables = [
        model._meta.db_table for app in APPS for model in apps.get_app_config(app).get_models()
    ]
    with connection.cursor() as cursor:
        if connection.vendor == "sqlite":
            cursor.execute(f"PRAGMA analysis_limit={ROWS_LOOKED_AT}")
        for table in tables:
            cursor.execute(f"ANALYZE {connection.ops.quote_name(table)}")
