"""manage.py models list|train|evaluate|prelabel|use|roll-back --project SLUG …"""

from __future__ import annotations

import time
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from sara_annotate.accounts.errors import ApplicationError
from sara_annotate.accounts.models import User
from sara_annotate.corpus.models import Project
from sara_annotate.domain.errors import DomainError
from sara_annotate.jobs.models import Job, JobState, Queue
from sara_annotate.jobs.services import job_claim
from sara_annotate.suggestions.models import ModelTask, TrainedModel
from sara_annotate.suggestions.registry import model_roll_back, model_use
from sara_annotate.suggestions.services import (
    evaluate_enqueue,
    prelabel_enqueue,
    train_enqueue,
)

KINDS = ("features", "improved", "bert-crf", "instantiation")
OVER = (JobState.DONE, JobState.FAILED, JobState.CANCELLED)


class Command(BaseCommand):
    help = (
        "Train, evaluate, pre-label, and choose the model in use. The work is a job like any "
        "other; with --here this process does it instead of a worker."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        commands = parser.add_subparsers(dest="what", required=True)
        for name in ("list", "train", "evaluate", "prelabel", "use", "roll-back"):
            one = commands.add_parser(name)
            one.add_argument("--project", required=True, metavar="SLUG")
            if name in ("train", "evaluate", "prelabel"):
                one.add_argument("--here", action="store_true", help="do it in this process")
            if name in ("train", "evaluate"):
                one.add_argument("--source", choices=("gold", "accepted"))
            if name == "train":
                one.add_argument("--kind", choices=KINDS)
                one.add_argument("--encoder")
                one.add_argument("--epochs", type=int)
                one.add_argument("--members", type=int)
            if name == "prelabel":
                one.add_argument("--model", default="", help="a number, rules, or one elsewhere")
                one.add_argument("--section", action="append", default=[], metavar="63")
                one.add_argument("--case", action="append", default=[], metavar="NAME")
                one.add_argument("--tasks", default="arguments,clauses")
                one.add_argument(
                    "--values-by",
                    default="",
                    choices=("", "program", "model"),
                    help="default: the program where it has an answer, else the model in use",
                )
            if name == "roll-back":
                one.add_argument("--task", choices=ModelTask.values, default=ModelTask.SPANS)
            if name == "use":
                one.add_argument("number", type=int)

    def handle(self, *args: Any, **options: Any) -> None:
        project = Project.objects.filter(slug=options["project"]).first()
        if project is None:
            raise CommandError(f"There is no project “{options['project']}”.")
        try:
            self._do(project, options)
        except (ApplicationError, DomainError) as error:
            raise CommandError(error.message) from error

    def _do(self, project: Project, options: dict[str, Any]) -> None:
        match options["what"]:
            case "list":
                self._list(project)
            case "use":
                self._use(project, options["number"])
            case "roll-back":
                back = model_roll_back(project=project, task=options["task"])
                self.stdout.write(f"In use: {back.name if back else 'none that was trained'}.")
            case _:
                self._work(enqueue(project, options), here=options["here"])

    def _list(self, project: Project) -> None:
        for row in TrainedModel.objects.filter(project=project).order_by("number"):
            task = "instantiation" if row.task == ModelTask.VALUES else "identification"
            score = row.scores.get(task, {}).get("f1")
            self.stdout.write(f"{row.name:10} {row.state:10} {row.kind:14} {score}  {row.path}")

    def _use(self, project: Project, number: int) -> None:
        row = TrainedModel.objects.filter(project=project, number=number).first()
        if row is None:
            raise CommandError(f"There is no model {number} in this project.")
        model_use(model=row)
        self.stdout.write(f"In use: {row.name}.")

    def _work(self, job: Job, *, here: bool) -> None:
        if here:
            do_here(job)
        while job.state not in OVER:
            time.sleep(0.5)
            job.refresh_from_db()
        for line in job.lines.order_by("id"):
            self.stderr.write(line.text)
        if job.state != JobState.DONE:
            raise CommandError(job.message or f"The job is {job.state}.")
        self.stdout.write(", ".join(f"{key}: {value}" for key, value in job.result.items()))


def enqueue(project: Project, options: dict[str, Any]) -> Job:
    by = User.objects.filter(is_superuser=True).order_by("pk").first()
    if by is None:
        raise CommandError("Jobs need an owner: make an administrator with createsuperuser.")
    if options["what"] == "train":
        names = ("epochs", "members")
        changes = {n: options[n] for n in names if options[n] is not None}
        wanted = {n: options[n] for n in ("kind", "encoder", "source") if options[n] is not None}
        return train_enqueue(project=project, by=by, changes=changes, **wanted)
    if options["what"] == "evaluate":
        return evaluate_enqueue(project=project, by=by, source=options["source"] or "gold")
    return prelabel_enqueue(
        project=project,
        by=by,
        model=options["model"],
        sections=options["section"],
        cases=options["case"],
        tasks=options["tasks"].split(","),
        values_by=options["values_by"],
    )


def do_here(job: Job) -> None:
    """Work on the queue until this job is over, unless a worker has taken it."""
    from sara_annotate.jobs.runner import job_run

    while claimed := job_claim(worker="manage.py models", queues=(Queue.MODELS,)):
        job_run(job=claimed)
    job.refresh_from_db()
