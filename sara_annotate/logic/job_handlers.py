"""The jobs of this app, for workers."""

from sara_annotate.jobs.registry import job_handler
from sara_annotate.logic.services import replay_run
from sara_annotate.logic.silver_services import silver_run
from sara_annotate.logic.tabling_services import tabling_run

job_handler("logic_replay")(replay_run)
job_handler("logic_silver")(silver_run)
job_handler("logic_tabling")(tabling_run)
