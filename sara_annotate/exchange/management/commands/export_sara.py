"""manage.py export_sara --project SLUG --format layout|json|identification|conll|full --out PATH"""

from __future__ import annotations

import os
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from sara_annotate.corpus.models import Project
from sara_annotate.domain.formats.archive import FolderWriter
from sara_annotate.domain.formats.layout import write_layout
from sara_annotate.exchange.exporting import EXPORTS, export_chunks, export_warnings
from sara_annotate.exchange.source import DatabaseSource


class Command(BaseCommand):
    help = (
        "Write a project's gold in one of the exchange formats. With --format layout, --out may "
        "be a new folder or a file that ends in .tar.gz."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--project", required=True, metavar="SLUG")
        parser.add_argument("--format", required=True, choices=list(EXPORTS))
        parser.add_argument("--out", required=True, type=Path, metavar="PATH")

    def handle(self, *args: Any, **options: Any) -> None:
        project = Project.objects.filter(slug=options["project"]).first()
        if project is None:
            raise CommandError(f"There is no project “{options['project']}”.")
        out: Path = options["out"]
        if options["format"] == "layout" and not out.name.endswith((".tar.gz", ".tgz")):
            if out.exists() and any(out.iterdir()):
                raise CommandError(f"{out} is not empty. Name a new folder.")
            with FolderWriter(out) as folder:
                write_layout(DatabaseSource(project), folder)
        else:
            write_file(out, project, options["format"])
        for problem in export_warnings(project=project, format=options["format"]):
            self.stderr.write(f"warning: {problem}")
        self.stdout.write(f"Wrote {out}.")


def write_file(out: Path, project: Project, format: str) -> None:
    """Written beside its place and moved there, so that half a file is never found."""
    draft = out.with_name(f".{out.name}.{os.getpid()}")
    try:
        with draft.open("wb") as file:
            for chunk in export_chunks(project=project, format=format):
                file.write(chunk)
        draft.replace(out)
    finally:
        draft.unlink(missing_ok=True)
