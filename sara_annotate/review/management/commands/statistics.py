"""manage.py statistics --project SLUG [--json | --csv] [--beside SLUG|paper]"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from sara_annotate.corpus.models import Project
from sara_annotate.domain.paper_statistics import REFERENCES
from sara_annotate.domain.statistics import Reference, describe, render_csv, render_text
from sara_annotate.review.statistics import project_reference


class Command(BaseCommand):
    help = (
        "How a project's gold is spread: the tables of the paper's appendix. --beside puts "
        "another project, or the paper's own numbers, into the next column."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--project", required=True, metavar="SLUG")
        parser.add_argument("--beside", metavar="SLUG|paper", action="append", default=[])
        shape = parser.add_mutually_exclusive_group()
        shape.add_argument("--json", action="store_true", help="print all as one JSON object")
        shape.add_argument("--csv", action="store_true", help="print one line for each number")

    def handle(self, *args: Any, **options: Any) -> None:
        corpora = [self._read(options["project"])]
        for name in options["beside"]:
            corpora += REFERENCES.get(name) or [self._read(name)]
        if options["json"]:
            told = [describe(corpus) for corpus in corpora]
            self.stdout.write(json.dumps({"corpora": told}, ensure_ascii=False, indent=1))
        elif options["csv"]:
            self.stdout.write(render_csv(corpora), ending="")
        else:
            self.stdout.write(render_text(corpora))

    def _read(self, slug: str) -> Reference:
        project = Project.objects.filter(slug=slug).first()
        if project is None:
            raise CommandError(f"There is no project “{slug}”.")
        return project_reference(project=project)
