"""The jobs of this app, for workers of the queue `models`."""

from sara_annotate.jobs.registry import job_handler
from sara_annotate.suggestions.evaluating import evaluate_run
from sara_annotate.suggestions.prelabel import prelabel_run
from sara_annotate.suggestions.services import EVALUATE, PRELABEL, TRAIN
from sara_annotate.suggestions.training import train_run

job_handler(TRAIN)(train_run)
job_handler(EVALUATE)(evaluate_run)
job_handler(PRELABEL)(prelabel_run)
