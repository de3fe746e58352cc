"""manage.py silver --project SLUG [--jobs N] [--limit-inferences N] [--tiers A,B,C] …"""

from __future__ import annotations

from argparse import ArgumentParser
from dataclasses import replace
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from sara_annotate.accounts.errors import ApplicationError
from sara_annotate.accounts.models import User
from sara_annotate.corpus.models import Project
from sara_annotate.domain.errors import DomainError
from sara_annotate.logic.silver import SilverOptions
from sara_annotate.logic.silver_run import SilverResult
from sara_annotate.logic.silver_services import silver_make, silver_store, silver_write


class Command(BaseCommand):
    help = (
        "Ask the program about every training case and predicate, and keep what is true or false "
        "as silver rows: in a file (--out) or in the solver's layers (--store). A run that was "
        "killed goes on where it was. Test cases are left out unless --all-cases is given."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--project", required=True, metavar="SLUG")
        parser.add_argument("--jobs", type=int, default=1, metavar="N")
        parser.add_argument("--limit-inferences", type=int, default=1_000_000, metavar="N")
        parser.add_argument("--tiers", default="A,B,C", help="negatives: A, B, C, D")
        parser.add_argument("--seed", type=int, default=0)
        parser.add_argument("--compat", action="store_true", help="arithmetic of old programs")
        parser.add_argument(
            "--all-cases",
            action="store_true",
            help="test cases too, for `ml evaluate --test-folds`, which leaves out what it tests",
        )
        where = parser.add_mutually_exclusive_group(required=True)
        where.add_argument("--out", type=Path, metavar="FILE")
        where.add_argument("--store", action="store_true")

    def handle(self, *args: Any, **options: Any) -> None:
        project = Project.objects.filter(slug=options["project"]).first()
        if project is None:
            raise CommandError(f"There is no project “{options['project']}”.")
        out: Path | None = options["out"]
        if options["all_cases"] and out is None:
            raise CommandError(
                "--all-cases goes with --out only: silver that is stored is trained on, and test "
                "cases must not be."
            )
        admin = None if out else find_admin()

        def save(result: SilverResult) -> None:
            if out is not None:
                silver_write(result, out)
            elif admin is not None:
                silver_store(project=project, result=result, by=admin)

        try:
            result = silver_make(
                project=project,
                options=read_options(options),
                compat=options["compat"],
                jobs=max(1, options["jobs"]),
                folder=out.with_name(out.name + ".parts") if out else None,
                save=save,
            )
        except (DomainError, ApplicationError) as error:
            raise CommandError(error.message) from error
        asked = ", ".join(f"{n} {outcome}" for outcome, n in result.counts.items())
        self.stdout.write(f"{len(result.rows)} rows. Queries: {asked or 'none'}.")
        for what, number in result.caps.items():
            self.stderr.write(f"Left out: {number} {what.replace('_', ' ')}.")
        for case, goal, outcome, code in result.failures[:20]:
            self.stderr.write(f"{case}: {goal}: {outcome} ({code})")
        if len(result.failures) > 20:
            self.stderr.write(f"… and {len(result.failures) - 20} more.")


def read_options(options: dict[str, Any]) -> SilverOptions:
    """The options of the rows; refuses a tier that there is not."""
    tiers = frozenset(filter(None, options["tiers"].upper().split(",")))
    strange = sorted(tiers - set("ABCD"))
    if strange:
        raise CommandError(f"There is no tier {strange[0]}. Choose among A, B, C, D.")
    made = SilverOptions(tiers, options["seed"], all_cases=options["all_cases"])
    limits = replace(made.limits, inferences=max(1, options["limit_inferences"]))
    return replace(made, limits=limits)


def find_admin() -> User:
    admin = User.objects.filter(is_superuser=True).order_by("pk").first()
    if admin is None:
        raise CommandError("Edits need an author: make an administrator with createsuperuser.")
    return admin
