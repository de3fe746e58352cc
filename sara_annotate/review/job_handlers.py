"""The jobs of this app, for workers."""

from sara_annotate.jobs.registry import job_handler
from sara_annotate.review.agreement import KIND, agreement_run

job_handler(KIND)(agreement_run)
