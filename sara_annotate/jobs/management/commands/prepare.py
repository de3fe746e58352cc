"""Make an instance ready without starting it: tables, static files, a first admin."""

from __future__ import annotations

import time
from argparse import ArgumentParser
from typing import Any

from django.core.management import BaseCommand, CommandError

from sara_annotate.jobs.management import readiness


class Command(BaseCommand):
    """What a server runs before gunicorn; safe to run again and by several at once."""

    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument(
            "--wait", type=float, default=60.0, help="seconds to wait for the database (60)"
        )

    def handle(self, *args: Any, **options: Any) -> None:
        """Prepare what is not prepared yet and say what was done."""
        deadline = time.monotonic() + options["wait"]
        with readiness.var_hold():
            if self._database_await(deadline):
                self.stdout.write("Database tables are up to date.")
            if readiness.static_prepare():
                self.stdout.write("Static files are collected.")
            if admin := readiness.first_admin_create():
                self.stdout.write(
                    f"First admin: {admin[0]}, password {admin[1]}, shown this once; "
                    "change it under /admin/."
                )

    def _database_await(self, deadline: float) -> bool:
        while True:
            try:
                return readiness.database_prepare()
            except CommandError:
                if time.monotonic() > deadline:
                    raise
            time.sleep(1)
