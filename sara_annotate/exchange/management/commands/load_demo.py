"""manage.py load_demo"""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand

from sara_annotate.exchange.demo import SLUG, demo_load


class Command(BaseCommand):
    help = "Load the demo project once; does nothing when it is there."

    def handle(self, *args: Any, **options: Any) -> None:
        if demo_load():
            self.stdout.write(f"Loaded the demo project “{SLUG}”.")
