"""manage.py import_sara PATH --project SLUG [--author NAME | --gold] [--dry-run]"""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError

from sara_annotate.accounts.errors import ApplicationError
from sara_annotate.accounts.models import User
from sara_annotate.annotations.loading import Author
from sara_annotate.annotations.models import AuthorKind
from sara_annotate.corpus.models import Project
from sara_annotate.corpus.services import project_create
from sara_annotate.domain.errors import DomainError
from sara_annotate.exchange.reading import Preview, import_check, import_save


class Command(BaseCommand):
    help = (
        "Load a SARA data set (folder, .tar.gz, .zip) or a SARA Annotate project file. "
        "Everything is checked first; it is all saved, or nothing is."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("path", type=Path)
        parser.add_argument(
            "--project", required=True, metavar="SLUG", help="made if there is none of this name"
        )
        whose = parser.add_mutually_exclusive_group()
        whose.add_argument("--author", metavar="NAME", help="into this person's layers")
        whose.add_argument("--gold", action="store_true", help="into the gold layers (default)")
        parser.add_argument("--dry-run", action="store_true", help="check only, save nothing")

    def handle(self, *args: Any, **options: Any) -> None:
        path: Path = options["path"]
        if not path.exists():
            raise CommandError(f"{path} does not exist.")
        author = find_author(options["author"])
        project, made = self._project(options)
        try:
            preview = import_check(path=path, project=project, author=author)
            self._show(preview)
            if preview.error_count:
                raise CommandError(
                    f"{preview.error_count} errors: nothing was saved. Correct them and try again."
                )
            if options["dry_run"]:
                self.stdout.write("Dry run: nothing was saved.")
                return
            import_save(path=path, project=project, author=author)
            made = False
        except (DomainError, ApplicationError) as error:
            raise CommandError(error.message) from error
        finally:
            if made:
                project.delete()
        self.stdout.write(self.style.SUCCESS(f"Saved into “{project.slug}”."))

    def _project(self, options: dict[str, Any]) -> tuple[Project, bool]:
        slug = options["project"]
        project = Project.objects.filter(slug=slug).first()
        if project is not None:
            return project, False
        try:
            return project_create(slug=slug, name=slug, manager=None), True
        except ValidationError as error:
            raise CommandError(f"“{slug}” is no name for a project: {error.messages[0]}") from error

    def _show(self, preview: Preview) -> None:
        for problem in preview.problems:
            if problem.severity != "note":
                self.stderr.write(f"{problem.severity}: {problem}")
        counted = ", ".join(f"{n} {name.replace('_', ' ')}" for name, n in preview.counts.items())
        self.stdout.write(f"{preview.version}: {counted or 'nothing that can be read'}.")


def find_author(name: str | None) -> Author:
    """The person named, or gold on behalf of the first administrator.

    Where there is none yet, an account that nobody can enter stands for the shell.
    """
    if name:
        user = User.objects.filter(username=name).first()
        if user is None:
            raise CommandError(f"There is no person “{name}”.")
        return Author(user, AuthorKind.PERSON)
    admin = User.objects.filter(is_superuser=True).order_by("pk").first()
    if admin is None:
        admin, made = User.objects.get_or_create(
            username="shell", defaults={"name": "Shell", "is_active": False}
        )
        if made:
            admin.set_unusable_password()
            admin.save()
    return Author(admin, AuthorKind.GOLD)
