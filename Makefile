# Thin: the work is done by scripts/ and manage.py. Needs nothing but make and Python 3.11+.
PYTHON ?= python3
VENV = .venv/bin/python

.PHONY: help up test lint format schema bench bench-browser clean

help:
	@echo "make up             install what is missing, start everything, print address and logins"
	@echo "make test           lint and every test, on SQLite and on a throwaway PostgreSQL"
	@echo "make lint           ruff, mypy, import rules, front-end lint, API schema drift"
	@echo "make format         put Python and TypeScript into house style"
	@echo "make schema         write frontend/openapi.yaml and the TypeScript types from the API"
	@echo "make bench          speed of import, export and queries, with ratios"
	@echo "make bench-browser  speed of the pages in Chromium"
	@echo "make clean          remove all that was installed or built; var/ (your data) stays"

up:
	@$(PYTHON) -m scripts.bootstrap
	@exec $(VENV) manage.py up

test:
	@$(PYTHON) -m scripts.run_tests

lint:
	@$(PYTHON) -m scripts.run_tests --only lint schema

format:
	@$(PYTHON) -m scripts.bootstrap --dev
	@$(VENV) -m ruff check --fix-only --quiet .
	@$(VENV) -m ruff format .
	@cd frontend && npm run --silent format

schema:
	@$(PYTHON) -m scripts.bootstrap --dev
	@$(PYTHON) -m scripts.schema

bench:
	@$(PYTHON) -m scripts.bootstrap --dev
	@$(VENV) -m bench

bench-browser:
	@$(PYTHON) -m scripts.bootstrap --dev
	@$(VENV) -m bench.browser

clean:
	@$(PYTHON) -m scripts.clean
