"""manage.py agreement --project SLUG [--by pair|statute|gold] [--unfinished] [--json]"""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from sara_annotate.corpus.models import Project
from sara_annotate.review.agreement import agreement_measure, scope_list

BY = ("all", "pair", "statute", "gold")
TITLES = {"statute": "§{}", "pair": "{}", "gold": "{} and gold", "all": "All"}


class Command(BaseCommand):
    help = (
        "How far annotators agree, with 95 % intervals over subsections and cases, and each "
        "person with gold. Only work that was handed in counts, unless --unfinished."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--project", required=True, metavar="SLUG")
        parser.add_argument("--by", choices=BY, action="append", help="may be given several times")
        parser.add_argument("--unfinished", action="store_true")
        parser.add_argument("--json", action="store_true", help="print all as one JSON object")

    def handle(self, *args: Any, **options: Any) -> None:
        project = Project.objects.filter(slug=options["project"]).first()
        if project is None:
            raise CommandError(f"There is no project “{options['project']}”.")
        row = agreement_measure(project=project, unfinished=options["unfinished"])
        wanted = options["by"] or ["all", "pair", "gold"]
        scopes = [scope for by in wanted for scope in scope_list(row, by)]
        if options["json"]:
            body = {"project": project.slug, "fingerprint": row.fingerprint, "scopes": scopes}
            self.stdout.write(json.dumps(body, ensure_ascii=False, indent=1))
            return
        if not scopes:
            self.stdout.write("Nobody's work can be compared yet: nothing is handed in twice.")
        for scope in scopes:
            name = scope["name"].replace("|", " and ")
            self.stdout.write(TITLES[scope["by"]].format(name))
            for figure in scope["figures"]:
                self.stdout.write(f"  {figure['words']:<32}{show_figure(figure)}")


def show_figure(figure: dict[str, Any]) -> str:
    """0.91  0.88–0.93  37 items."""
    value = "–" if figure["value"] is None else f"{figure['value']:.2f}"
    between = "" if figure["low"] is None else f"{figure['low']:.2f}–{figure['high']:.2f}"
    return f"{value:>6}  {between:<12}{figure['items']:>6} items, {figure['texts']} texts"
