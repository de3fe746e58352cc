"""One step of a benchmark in a process of its own, so that its memory is its own too.

    python -m bench.child STEP PATH SLUG TIMES

prints what it cost as one line of JSON. The settings come from the environment.
"""

from __future__ import annotations

import json
import resource
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

import django

django.setup()

from django.core.management import call_command  # noqa: E402 - Django comes first
from django.db import connection  # noqa: E402
from django.test import Client  # noqa: E402
from django.test.utils import CaptureQueriesContext  # noqa: E402

from sara_annotate.accounts.models import User  # noqa: E402
from sara_annotate.annotations.loading import Author  # noqa: E402
from sara_annotate.annotations.models import AuthorKind, Mention  # noqa: E402
from sara_annotate.corpus.models import Project, Statute  # noqa: E402
from sara_annotate.exchange.exporting import export_chunks  # noqa: E402
from sara_annotate.exchange.reading import import_check, import_save  # noqa: E402

Result = dict[str, object]


def prepare(path: Path, slug: str) -> Result:
    call_command("migrate", verbosity=0)
    User.objects.create_superuser("bench", password=None)
    return {}


def check(path: Path, slug: str) -> Result:
    author = Author(User.objects.get(), AuthorKind.GOLD)
    preview = import_check(path=path, project=_project(slug), author=author)
    assert not preview.error_count, preview.problems[:5]
    return {"items": preview.counts["statutes"] + preview.counts["cases"]}


def save(path: Path, slug: str) -> Result:
    author = Author(User.objects.get(), AuthorKind.GOLD)
    counts = import_save(path=path, project=_project(slug), author=author)
    return {"items": counts["statutes"] + counts["cases"]}


def export(path: Path, slug: str) -> Result:
    """The format is the ending of the path."""
    project = Project.objects.get(slug=slug)
    with path.open("wb") as file:
        for chunk in export_chunks(project=project, format=path.suffix[1:]):
            file.write(chunk)
    return {"items": project.statutes.exclude(kind="free").count() + project.cases.count()}


def queries(path: Path, slug: str) -> Result:
    """Queries of the statute page and spans, for the statutes with the fewest and the most."""
    client = Client(HTTP_HOST="localhost")
    client.force_login(User.objects.get())
    spans = {
        statute.section: Mention.objects.filter(part__subsection__statute=statute).count()
        for statute in Statute.objects.filter(project__slug=slug, kind="statute")
    }
    few, many = min(spans, key=spans.__getitem__), max(spans, key=spans.__getitem__)
    asked = {section: _count_queries(client, slug, section) for section in (few, many)}
    return {"spans": [spans[few], spans[many]], "queries": [asked[few], asked[many]]}


def _count_queries(client: Client, slug: str, section: str) -> int:
    with CaptureQueriesContext(connection) as asked:
        answer = client.get(f"/api/v1/projects/{slug}/statutes/{section}?layer=gold")
    assert answer.status_code == 200, answer.content
    return len(asked)


STEPS: dict[str, Callable[[Path, str], Result]] = {
    step.__name__: step for step in (prepare, check, save, export, queries)
}


def _project(slug: str) -> Project:
    return Project.objects.get_or_create(slug=slug, defaults={"name": slug})[0]


def main(step: str, path: str, slug: str, times: str) -> None:
    wall, cpu = [], []
    result: Result = {}
    for turn in range(int(times)):
        began, began_cpu = time.perf_counter(), time.process_time()
        result = STEPS[step](Path(path), slug if turn == 0 else f"{slug}-{turn}")
        wall.append(time.perf_counter() - began)
        cpu.append(time.process_time() - began_cpu)
    # Kilobytes on Linux. A fork shows its parent's too, so the parent must stay small.
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    cost = {"wall": statistics.median(wall), "cpu": statistics.median(cpu), "peak": peak}
    print(json.dumps({**result, **cost}))


if __name__ == "__main__":
    main(*sys.argv[1:])
