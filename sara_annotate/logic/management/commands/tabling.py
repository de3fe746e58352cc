"""manage.py tabling --project SLUG [--compat] [--json]"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from sara_annotate.accounts.errors import ApplicationError
from sara_annotate.corpus.models import Project
from sara_annotate.domain.errors import DomainError
from sara_annotate.logic.serializers import TablingOutput
from sara_annotate.logic.tabling_services import tabling_measure


class Command(BaseCommand):
    help = (
        "Find out which predicates of a project's program can be tabled without changing an "
        "answer, by asking about cases with and without it. Silver uses what was found."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--project", required=True, metavar="SLUG")
        parser.add_argument("--compat", action="store_true", help="arithmetic of old programs")
        parser.add_argument("--json", action="store_true", help="print JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        project = Project.objects.filter(slug=options["project"]).first()
        if project is None:
            raise CommandError(f"There is no project “{options['project']}”.")
        try:
            row = tabling_measure(project=project, compat=options["compat"])
        except (DomainError, ApplicationError) as error:
            raise CommandError(error.message) from error
        if options["json"]:
            self.stdout.write(json.dumps(TablingOutput(row).data, indent=1))
            return
        verdict = "used" if row.is_used else "not used"
        share = 100 * row.inferences_after / max(1, row.inferences_before)
        self.stdout.write(
            f"Tabling is {verdict}: {len(row.predicates)} predicates change no answer in "
            f"{row.cases} cases ({share:.0f} % of the inferences), {len(row.refused)} would."
        )
