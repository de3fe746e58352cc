"""manage.py check_clauses --project SLUG [--stdin] [--json]"""

from __future__ import annotations

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterator
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from sara_annotate.corpus.models import Project, StatuteKind
from sara_annotate.domain.clauses.check import check_line
from sara_annotate.domain.clauses.project import MemoryProject, make_project
from sara_annotate.domain.corpus import AnnotatedStatute
from sara_annotate.exchange.source import DatabaseSource


class Command(BaseCommand):
    help = (
        "Check clauses against a project's gold: those that it holds or, with --stdin, one a line. "
        "Exits with 1 when any has an error."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--project", required=True, metavar="SLUG")
        parser.add_argument("--stdin", action="store_true", help="read a clause a line")
        parser.add_argument("--json", action="store_true", help="write a JSON object a line")

    def handle(self, *args: Any, **options: Any) -> None:
        project = Project.objects.filter(slug=options["project"]).first()
        if project is None:
            raise CommandError(f"There is no project “{options['project']}”.")
        statutes = list(_statutes(project))
        context = make_project(statutes)
        texts = _lines() if options["stdin"] else (c.text for s in statutes for c in s.clauses)
        if not self._check(texts, context, as_json=options["json"]):
            sys.exit(1)

    def _check(self, texts: Iterator[str], context: MemoryProject, *, as_json: bool) -> bool:
        fine = True
        for text in texts:
            answer: dict[str, Any] = check_line(text, context)
            fine &= answer["ok"]
            if as_json:
                self.stdout.write(json.dumps(answer, ensure_ascii=False))
                continue
            for found in answer["problems"]:
                place = f"{found['line']}:{found['column']}"
                self.stdout.write(
                    f"{text[:60]} {place}: {found['severity']} {found['code']}: {found['message']}"
                )
        return fine


def _statutes(project: Project) -> Iterator[AnnotatedStatute]:
    """The project's statutes and, as statutes of their own, its free predicates."""
    source = DatabaseSource(project)
    yield from source.statutes()
    free = project.statutes.filter(kind=StatuteKind.FREE).values_list("section", flat=True)
    for section in free:
        found = source.find_statute(section)
        if found is not None:
            yield found


def _lines() -> Iterator[str]:
    return (line.rstrip("\n") for line in sys.stdin)
