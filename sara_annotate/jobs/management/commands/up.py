"""Start everything on this machine: web server and workers, one log, one Ctrl-C."""

from __future__ import annotations

import errno
import os
import shlex
import socket
import sys
import threading
import time
import urllib.error
import urllib.request
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError, call_command
from django.db import connections
from honcho.manager import Manager
from honcho.printer import Printer

from sara_annotate.accounts.demo import demo_logins
from sara_annotate.jobs.management import keep, readiness

PORTS_TRIED = 100
ANSWER_LIMIT_S = 60.0
STOPPED_ON_REQUEST = (130, 143)  # honcho's codes for SIGINT and SIGTERM


class Command(BaseCommand):
    """Prepare the instance, then run it until Ctrl-C."""

    help = __doc__

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--no-demo", action="store_true", help="do not load the demo project")

    def handle(self, *args: Any, **options: Any) -> None:
        """Run until asked to stop; a server that ends by itself is an error."""
        admin = self._prepare(demo=not options["no_demo"])
        host, port = os.environ.get("SARA_BIND", "127.0.0.1"), self._choose_port()
        # Processes are forked from here: none may inherit an open connection.
        connections.close_all()
        manager = Manager(StartedPrinter(3, lambda: self._announce(host, port, admin)))
        environment = {**os.environ, "PYTHONUNBUFFERED": "1", "SARA_VAR": str(settings.SARA_VAR)}
        manager.add_process("web", web_command(host, port), env=environment, cwd=_root())
        # Two busy processes that each take all cores for arithmetic are 20 times slower.
        environment = {"OMP_NUM_THREADS": "1", **environment}
        # A long run of the solver must leave a hand free for imports.
        jobs = {"SARA_SOLVER_JOBS": "1", **environment}
        command = worker_command("worker", "default,solver", 2)
        manager.add_process("worker", command, env=jobs, cwd=_root())
        # Models in a process of their own: it keeps the weights, and only it holds torch.
        command = worker_command("models", "models", 1)
        manager.add_process("models", command, env=environment, cwd=_root())
        manager.loop()
        if manager.returncode not in STOPPED_ON_REQUEST:
            raise CommandError("The web server ended by itself; the log above says why.")
        self.stdout.write("Stopped.")

    def _prepare(self, *, demo: bool) -> tuple[str, str] | None:
        with readiness.var_hold():
            if readiness.database_prepare():
                self.stdout.write("Database tables are up to date.")
            if readiness.static_prepare():
                self.stdout.write("Static files are collected.")
            if demo:
                call_command("load_demo", stdout=self.stdout)
            return readiness.first_admin_create()

    def _choose_port(self) -> int:
        host, wanted = os.environ.get("SARA_BIND", "127.0.0.1"), read_port()
        port = find_free_port(host, wanted)
        if port != wanted:
            self.stdout.write(f"Port {wanted} is taken; using {port}.")
        return port

    def _announce(self, host: str, port: int, admin: tuple[str, str] | None) -> None:
        here = "127.0.0.1" if host in ("0.0.0.0", "::") else host  # noqa: S104 - compared only
        address = f"http://{here}:{port}/"
        if not wait_for_answer(address):
            self.stdout.write(f"No answer from {address} yet; the log may say why.")
            return
        lines = ["", f"SARA Annotate is ready at {address}"]
        lines += [
            f"  sign in as {login.username:<10} password {login.password:<20} ({login.role})"
            for login in demo_logins()
        ]
        if admin:
            lines.append(
                f"  first admin: {admin[0]}, password {admin[1]}, shown this once; "
                "change it under /admin/."
            )
        self.stdout.write("\n".join([*lines, "Ctrl-C stops everything.", ""]))
        self.stdout.flush()


class StartedPrinter(Printer):  # type: ignore[misc]
    """Prints the log, and calls back once all processes have been started."""

    def __init__(self, expected: int, started: Any) -> None:
        super().__init__(sys.stdout)
        self._missing, self._started = expected, started

    def write(self, message: Any) -> None:
        """Print the message; count honcho's own lines about starts."""
        super().write(message)
        if message.name == "system" and " started (pid=" in str(message.data):
            self._missing -= 1
            if self._missing == 0:
                # Only now a thread: a fork of a process with threads may hang.
                threading.Thread(target=self._started, daemon=True).start()


def web_command(host: str, port: int) -> str:
    """The shell line that serves the application."""
    command = ["gunicorn", "sara_annotate.config.wsgi:application"]
    command += ["--bind", f"{host}:{port}", "--worker-class", "gthread"]
    command += ["--workers", "2", "--threads", "8", "--graceful-timeout", "3", "--timeout", "120"]
    command += ["--no-control-socket", "--log-level", "warning"]
    return _kept("web server", "end", command)


def worker_command(name: str, queues: str, concurrency: int) -> str:
    """The shell line that runs the background jobs of these queues."""
    command = ["celery", "--quiet", "-A", "sara_annotate.config.celery:app", "worker"]
    command += ["--concurrency", str(concurrency), "--loglevel", "WARNING"]
    command += ["--without-gossip", "--without-mingle"]
    command += ["-Q", queues, "--hostname", f"{name}{os.getpid()}@%h"]
    return _kept("worker" if name == "worker" else f"{name} worker", "restart", command)


def _kept(name: str, policy: str, command: list[str]) -> str:
    keeper = [sys.executable, "-I", keep.__file__, str(os.getpid()), name, policy]
    return "exec " + shlex.join([*keeper, sys.executable, "-m", *command])


def read_port() -> int:
    """The port asked for by PORT, 8000 when it is not set."""
    text = os.environ.get("PORT", "").strip() or "8000"
    if not text.isdecimal() or not 0 < int(text) < 65536:
        raise CommandError(f"PORT is {text!r}; it must be a number from 1 to 65535.")
    return int(text)


def find_free_port(host: str, wanted: int) -> int:
    """The wanted port, or the next one that nobody listens on."""
    for port in range(wanted, min(wanted + PORTS_TRIED, 65536)):
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        with socket.socket(family) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((host, port))
            except OSError as error:
                if error.errno == errno.EADDRINUSE:
                    continue
                raise CommandError(f"Cannot listen on {host}:{port}: {error}.") from error
            return port
    raise CommandError(f"No free port from {wanted} on; set PORT to another.")


def wait_for_answer(address: str) -> bool:
    """Whether the page answers within the limit, with anything but a fault."""
    deadline = time.monotonic() + ANSWER_LIMIT_S
    # Without a handler for proxies: this machine is never behind one.
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    while time.monotonic() < deadline:
        try:
            opener.open(address, timeout=5).close()
        except urllib.error.HTTPError as error:
            if error.code < 500:
                return True
        except OSError:
            pass  # not listening yet
        else:
            return True
        time.sleep(0.1)
    return False


def _root() -> str:
    return str(Path(settings.BASE_DIR))
