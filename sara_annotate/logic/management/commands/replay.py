"""manage.py replay --project SLUG [--compat] [--jobs N] [--json]"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from sara_annotate.accounts.errors import ApplicationError
from sara_annotate.corpus.models import Project
from sara_annotate.domain.errors import DomainError
from sara_annotate.logic.flags import count_flags, flags_store
from sara_annotate.logic.services import replay_note, replay_project


class Command(BaseCommand):
    help = (
        "Ask the engine about every row that people wrote and every case's test, and keep what "
        "differs. "
        "--compat: old arithmetic, and missing final dots are added (both are said)."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--project", required=True, metavar="SLUG")
        parser.add_argument("--compat", action="store_true")
        parser.add_argument("--jobs", type=int, default=1, metavar="N")
        parser.add_argument("--json", action="store_true", help="print all as one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        project = Project.objects.filter(slug=options["project"]).first()
        if project is None:
            raise CommandError(f"There is no project “{options['project']}”.")
        compat: bool = options["compat"]
        try:
            flags = replay_project(project=project, compat=compat, jobs=max(1, options["jobs"]))
        except (DomainError, ApplicationError) as error:
            raise CommandError(error.message) from error
        flags_store(project=project, flags=flags, compat=compat)
        counts = count_flags(flags)
        note = replay_note(project=project, counts=counts)
        if options["json"]:
            rows = [flag.as_json() for flag in flags]
            body = {
                "project": project.slug,
                "compat": compat,
                "counts": counts,
                "note": note,
                "rows": rows,
            }
            self.stdout.write(json.dumps(body, ensure_ascii=False, indent=1))
            return
        for flag in flags:
            if flag.replayed.status != "same":
                said = flag.as_json()
                where = f"{said['label']} of {said['author']}" if flag.row else "test"
                self.stdout.write(
                    f"{flag.case} {where} ({said['engine']}): {said['status']}. "
                    f"{flag.replayed.detail}"
                )
        for engine, found in counts.items():
            listed = ", ".join(f"{n} {status.replace('_', ' ')}" for status, n in found.items())
            self.stdout.write(f"{engine}: {listed or 'nothing to replay'}")
        if note:
            self.stdout.write(note)
