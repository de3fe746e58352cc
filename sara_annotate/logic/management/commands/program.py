"""manage.py program --project SLUG [--json]"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from sara_annotate.accounts.errors import ApplicationError
from sara_annotate.corpus.models import Project
from sara_annotate.domain.errors import DomainError
from sara_annotate.logic.pool import SolverPool
from sara_annotate.logic.report_services import program_report
from sara_annotate.logic.serializers import ProgramReportOutput


class Command(BaseCommand):
    help = (
        "Hold a project's program against its subsections and gold clauses: what has no "
        "predicate, what has no subsection, and who calls whom in one and not in the other."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--project", required=True, metavar="SLUG")
        parser.add_argument("--json", action="store_true", help="print all as one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        project = Project.objects.filter(slug=options["project"]).first()
        if project is None:
            raise CommandError(f"There is no project “{options['project']}”.")
        try:
            with SolverPool(1) as pool:
                report = ProgramReportOutput(program_report(project=project, pool=pool)).data
        except (DomainError, ApplicationError) as error:
            raise CommandError(error.message) from error
        if options["json"]:
            self.stdout.write(json.dumps(report, ensure_ascii=False, indent=1))
            return
        self.stdout.write(f"{len(report['matched'])} subsections have a predicate.")
        for words, items in list_findings(report):
            self.stdout.write(f"{words}: {len(items)}")
            for item in items:
                self.stdout.write(f"  {item}")


def list_findings(report: dict[str, Any]) -> Iterator[tuple[str, list[str]]]:
    """Each part of the report with its items, as lines."""
    yield "Subsections without predicate", list(report["without_predicate"])
    yield "Predicates without subsection", [_head(one) for one in report["without_subsection"]]
    yield "Other arguments than the clause", [_differ(one) for one in report["mismatches"]]
    yield "Only in the program", [" → ".join(edge) for edge in report["edges_only_in_program"]]
    yield "Only in clauses", [" → ".join(edge) for edge in report["edges_only_in_clauses"]]
    yield "Helpers", [_head(one) for one in report["helpers"]]
    yield (
        "Odd",
        [
            f"{one['file']}:{one['line']}: {one['code'].replace('_', ' ')}: {one['text']}"
            for one in report["notes"]
        ],
    )


def _head(predicate: dict[str, Any]) -> str:
    return f"{predicate['name']}/{predicate['arity']}"


def _differ(one: dict[str, Any]) -> str:
    program, clause = ", ".join(one["program"]), ", ".join(one["clause"])
    return f"{one['label']}: ({program}) in the program, ({clause}) in the clause"
