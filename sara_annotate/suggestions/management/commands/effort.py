"""manage.py effort --project SLUG --model RUN"""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any, get_args

from django.core.management.base import BaseCommand, CommandError

from sara_annotate.accounts.errors import ApplicationError
from sara_annotate.corpus.models import Project
from sara_annotate.domain.effort.simulate import SURE
from sara_annotate.domain.effort.statute import Proposed
from sara_annotate.suggestions.effort import Measured, effort_measure


class Command(BaseCommand):
    help = (
        "Count the key presses and clicks from nothing, and from a run's suggestions, to gold, by "
        "the simulated annotator and the key map. A figure of what the run would have saved. The "
        "column between is work by hand to which only the person's own earlier names are proposed."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--project", required=True, metavar="SLUG")
        parser.add_argument("--model", required=True, metavar="RUN", help="the name of a run")
        parser.add_argument("--threshold", type=float, default=SURE, help="of `P`")
        parser.add_argument(
            "--names",
            choices=get_args(Proposed),
            default="both",
            help="whose names are proposed with the suggestions: to see what each brings",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        project = Project.objects.filter(slug=options["project"]).first()
        if project is None:
            raise CommandError(f"There is no project “{options['project']}”.")
        try:
            found = effort_measure(
                project=project,
                run=options["model"],
                threshold=options["threshold"],
                names=options["names"],
            )
        except ApplicationError as error:
            raise CommandError(error.message) from error
        if found.ratio is None:
            raise CommandError("No subsection has both gold arguments and suggestions of this run.")
        self.stdout.write(show(found))


def show(found: Measured) -> str:
    """The table: actions per argument by what they were for, each way."""
    ways = (found.manual, found.named, found.assisted)
    kinds = sorted({kind for way in ways for kind in way.presses})
    count = found.manual.arguments
    lines = [f"{found.run}: {count} arguments in {found.subsections} subsections", ""]
    lines.append(f"{'actions per argument':22}{'without':>9}{'names':>9}{'with':>9}")
    for kind in kinds:
        figures = (way.presses.get(kind, 0) / count for way in ways)
        lines.append(f"{kind:22}" + "".join(f"{one:9.2f}" for one in figures))
    lines.append(f"{'all':22}" + "".join(f"{way.per_argument or 0:9.2f}" for way in ways))
    lines += ["", f"With suggestions: {found.ratio:.3f} of the actions without."]
    return "\n".join(lines)
