"""List jobs, pause them, let them go on, cancel them, try them again."""

from __future__ import annotations

import json
from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management import BaseCommand, CommandError
from django.core.serializers.json import DjangoJSONEncoder

from sara_annotate.accounts.errors import ApplicationError
from sara_annotate.jobs.control import ACTIONS, job_act
from sara_annotate.jobs.models import Job, JobState
from sara_annotate.jobs.selectors import job_list, job_rows
from sara_annotate.jobs.workers import queue_list, queues_online


class Command(BaseCommand):
    """manage.py jobs [list|log|workers|pause|resume|cancel|retry] [ID] …"""

    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        verbs = ["list", "log", "workers", *ACTIONS]
        parser.add_argument("verb", nargs="?", choices=verbs, default="list")
        parser.add_argument("id", nargs="?", help="of a job; its first characters are enough")
        parser.add_argument("--project", metavar="SLUG", help="jobs of this project only")
        parser.add_argument("--state", choices=JobState.values)
        parser.add_argument("--json", action="store_true", help="print JSON")

    def handle(self, *args: Any, **options: Any) -> None:
        verb: str = options["verb"]
        if verb == "list":
            self._list(options)
        elif verb == "workers":
            self._workers(as_json=options["json"])
        else:
            self._one(verb, find_job(options["id"]), as_json=options["json"])

    def _list(self, options: dict[str, Any]) -> None:
        jobs = job_list(project_slug=options["project"], state=options["state"])
        self._show(list(jobs[:200]), as_json=options["json"])

    def _one(self, verb: str, job: Job, *, as_json: bool) -> None:
        if verb == "log":
            for line in job.lines.all():
                mark = "problem: " if line.is_problem else ""
                self.stdout.write(f"{line.at:%Y-%m-%d %H:%M:%S} {mark}{line.text}")
            return
        try:
            job_act(job=job, action=verb)
        except ApplicationError as error:
            raise CommandError(error.message) from error
        self._show([job], as_json=as_json)

    def _show(self, jobs: list[Job], *, as_json: bool) -> None:
        rows = job_rows(jobs, online=queues_online())
        if as_json:
            self.stdout.write(json.dumps(rows, cls=DjangoJSONEncoder, indent=1))
            return
        for row in rows:
            self.stdout.write(describe_row(row))
        if not rows:
            self.stdout.write("No jobs.")

    def _workers(self, *, as_json: bool) -> None:
        queues = queue_list()
        if as_json:
            plain = [{**q, "workers": [w.name for w in q["workers"]]} for q in queues]  # type: ignore[attr-defined]
            self.stdout.write(json.dumps(plain, indent=1))
            return
        for queue in queues:
            names = ", ".join(worker.name for worker in queue["workers"])  # type: ignore[attr-defined]
            waiting = f"{queue['queued']} queued, {queue['running']} running"
            self.stdout.write(f"{queue['queue']}: {names or 'no worker'}; {waiting}")
            if not names:
                self.stdout.write(f"  start one: {queue['start']}")


def find_job(start: str | None) -> Job:
    """The one job whose id begins so."""
    if not start:
        raise CommandError("Name the job: the first characters of its id are enough.")
    ids = Job.objects.values_list("id", flat=True)
    found: list[UUID] = [key for key in ids if str(key).startswith(start.lower())]
    if len(found) != 1:
        raise CommandError(f"{len(found)} jobs have an id that begins with “{start}”.")
    return Job.objects.select_related("owner").get(pk=found[0])


def describe_row(row: dict[str, Any]) -> str:
    """A job in one line."""
    left = row["seconds_left"]
    parts = [str(row["id"])[:8], row["kind"], row["project"] or "-", row["state"]]
    if row["stopping"]:
        parts.append(f"(to {row['stopping']})")
    if row["total"] or row["done"]:
        parts.append(f"{row['done']} of {row['total'] or '?'}")
    if left is not None:
        parts.append(f"{left:.0f} s left")
    if row["problem_count"]:
        parts.append(f"{row['problem_count']} problems")
    return " ".join([*parts, f"by {row['owner']}", row["message"]]).rstrip()
