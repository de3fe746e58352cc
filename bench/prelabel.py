"""Pre-labelling a project by a warm worker, held against `ml`'s own prediction of the same texts.

The data set is that of SARA_DATA, or ../shared/sara; without it, the demo's. Both sides use the
same folds, already in memory, by turns in one process; the job also reads the database, drafts
clauses, checks and stores. How well the folds were trained does not matter for speed. Asked for
is a BERT-CRF of MiniLM's size; `features` has no encoder, so what the job adds is most of it.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from bench.copies import write_copies
from bench.exchange import ROOT, find_data
from bench.report import Figure

SLUG = "bench"
WANTED = {"BERT-CRF": 1 / 0.7}
"""The job reaches at least 70 % of the rate of `ml`."""


def measure() -> list[Figure]:
    """Seconds of the processor, on one thread."""
    with tempfile.TemporaryDirectory(prefix="sara-bench-") as name:
        archive = Path(name) / "data.tar.gz"
        write_copies(find_data(), archive, 1)
        found = _run_child(Path(name), archive)
    return [
        Figure(f"pre-label by {kind}: ml's predict, the job", *own, "s", WANTED.get(kind))
        for kind, own in found.items()
    ]


def _run_child(folder: Path, archive: Path) -> dict[str, tuple[float, float]]:
    done = subprocess.run(
        [sys.executable, "-m", "bench.prelabel", str(archive)],
        cwd=ROOT,
        env={
            **os.environ,
            "DJANGO_SETTINGS_MODULE": "sara_annotate.config.settings",
            "SARA_VAR": str(folder),
            "DATABASE_URL": f"sqlite:///{folder / 'bench.sqlite3'}",
        },
        stdout=subprocess.PIPE,
        check=True,
    )
    return dict(json.loads(done.stdout.splitlines()[-1]))


def run_child(archive: Path) -> None:
    """Everything in one process; prints the seconds of each kind of model."""
    import django

    django.setup()
    import torch

    from bench import child

    torch.set_num_threads(1)
    child.prepare(archive, SLUG)
    child.save(archive, SLUG)
    from bench.ml import make_encoder

    encoder = archive.parent / "encoder"
    make_encoder(encoder)
    kinds: dict[str, dict[str, Any]] = {
        "features": {"kind": "features", "changes": {"epochs": 1, "members": 4}},
        "BERT-CRF": {"kind": "bert-crf", "encoder": str(encoder), "changes": {"epochs": 1}},
    }
    found = {}
    for name, wanted in kinds.items():
        print(f"pre-label: {name}", file=sys.stderr)
        found[name] = _measure_kind(wanted)
    print(json.dumps(found))


def _measure_kind(wanted: dict[str, Any]) -> tuple[float, float]:
    from bench.ml import race
    from ml.store import predict_run
    from sara_annotate.corpus.models import Project
    from sara_annotate.suggestions.models import TrainedModel
    from sara_annotate.suggestions.registry import model_use
    from sara_annotate.suggestions.services import prelabel_enqueue, train_enqueue
    from sara_annotate.suggestions.training_data import corpus_read

    project = Project.objects.get(slug=SLUG)
    owner = _owner()
    _do(train_enqueue(project=project, by=owner, source="gold", **wanted))
    model = model_use(model=TrainedModel.objects.filter(project=project).latest("number"))
    whole = corpus_read(project=project)

    def predict() -> None:
        for _ in predict_run(model.path, whole):
            pass

    def prelabel() -> None:
        _do(prelabel_enqueue(project=project, by=owner))

    return race(predict, prelabel)


def _owner() -> Any:
    from sara_annotate.accounts.models import User

    return User.objects.get()


def _do(job: Any) -> None:
    """What a worker does when it is woken."""
    from sara_annotate.jobs.models import JobState, Queue
    from sara_annotate.jobs.runner import job_run
    from sara_annotate.jobs.services import job_claim

    claimed = job_claim(worker="bench", queues=(Queue.MODELS,))
    assert claimed is not None and claimed.pk == job.pk
    job_run(job=claimed)
    claimed.refresh_from_db()
    assert claimed.state == JobState.DONE, claimed.message


if __name__ == "__main__":
    run_child(Path(sys.argv[1]))
