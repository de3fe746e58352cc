"""The jobs of this app, for workers."""

from sara_annotate.exchange.export_jobs import KIND as EXPORT
from sara_annotate.exchange.export_jobs import export_run
from sara_annotate.exchange.services import import_run_check, import_run_save
from sara_annotate.jobs.registry import job_handler

job_handler("import_check")(import_run_check)
job_handler("import_save")(import_run_save)
job_handler(EXPORT)(export_run)
