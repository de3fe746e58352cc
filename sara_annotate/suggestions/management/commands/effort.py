"""manage.py effort --project SLUG --model RUN"""

from __future__ import annotations

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from sara_annotate.accounts.errors import ApplicationError
from sara_annotate.corpus.models import Project
from sara_annotate.suggestions.effort import Measured, effort_measure


class Command(BaseCommand):
    help = (
        "Count the key presses and clicks from nothing, and from a run's suggestions, to gold, by "
        "the simulated annotator and the key map. A figure of what the run would have saved."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--project", required=True, metavar="SLUG")
        parser.add_argument("--model", required=True, metavar="RUN", help="the name of a run")
        parser.add_argument("--threshold", type=float, default=0.5, help="of “accept all”")

    def handle(self, *args: Any, **options: Any) -> None:
        project = Project.objects.filter(slug=options["project"]).first()
        if project is None:
            raise CommandError(f"There is no project “{options['project']}”.")
        try:
            found = effort_measure(
                project=project, run=options["model"], threshold=options["threshold"]
            )
        except ApplicationError as error:
            raise CommandError(error.message) from error
        if found.ratio is None:
            raise CommandError("No subsection has both gold arguments and suggestions of this run.")
        self.stdout.write(show(found))


def show(found: Measured) -> str:
    """The table: actions per argument by what they were for, without and with the run."""
    kinds = sorted({*found.manual.presses, *found.assisted.presses})
    count = found.manual.arguments
    lines = [f"{found.run}: {count} arguments in {found.subsections} subsections", ""]
    lines.append(f"{'actions per argument':22}{'without':>9}{'with':>9}")
    for kind in kinds:
        one, other = (e.presses.get(kind, 0) / count for e in (found.manual, found.assisted))
        lines.append(f"{kind:22}{one:9.2f}{other:9.2f}")
    whole = (found.manual.per_argument or 0, found.assisted.per_argument or 0)
    lines.append(f"{'all':22}{whole[0]:9.2f}{whole[1]:9.2f}")
    lines += ["", f"With suggestions: {found.ratio:.3f} of the actions without."]
    return "\n".join(lines)
