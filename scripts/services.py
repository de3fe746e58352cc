"""Throwaway servers for the tests: each a context manager that yields a URL.

    with postgres() as url: ...

Every server has its own folder under the temporary folder and a free port on 127.0.0.1,
runs for root and for anybody else, and is gone with its folder afterwards, also when the
process that asked for it is killed. Standard library only.
"""

from __future__ import annotations

import json
import os
import pwd
import secrets
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path

from scripts.console import SetupError
from scripts.machine import POSTGRES, RABBITMQ, REDIS, require_command

KEEPER = Path(__file__).with_name("keeper.py")
START_LIMIT_S = 120.0


@contextmanager
def postgres() -> Iterator[str]:
    """A PostgreSQL server; yields its DATABASE_URL."""
    initdb = Path(require_command(POSTGRES))
    user, port, password = _server_user(), free_port(), secrets.token_hex(16)
    with _server_folder(user) as folder:
        _create_cluster(initdb, folder, user=user, password=password)
        # No Unix socket: its path may not be longer than 107 characters, ours may be.
        settings = {
            "port": str(port),
            "listen_addresses": "127.0.0.1",
            "unix_socket_directories": "",
            "fsync": "off",
            "synchronous_commit": "off",
            "full_page_writes": "off",
        }
        command = [str(initdb.with_name("postgres")), "-D", str(folder / "data")]
        command += [part for name, value in settings.items() for part in ("-c", f"{name}={value}")]
        ready = [str(initdb.with_name("pg_isready")), "-q", "-h", "127.0.0.1", "-p", str(port)]
        with _kept([command], folder=folder, user=user, ready=lambda: _succeeds(ready)):
            yield f"postgres://sara:{password}@127.0.0.1:{port}/postgres"


@contextmanager
def redis(port: int | None = None, password: str = "") -> Iterator[str]:
    """A Redis server without persistence; yields its URL, the same for the same port and word."""
    port, password = port or free_port(), password or secrets.token_hex(16)
    with _server_folder("") as folder:
        # A password, since on a shared machine anybody could make our server write files.
        settings = folder / "redis.conf"
        settings.write_text(
            f'bind 127.0.0.1\nport {port}\nsave ""\nappendonly no\nrequirepass {password}\n'
        )
        settings.chmod(0o600)
        command = [require_command(REDIS), str(settings)]
        with _kept(
            [command], folder=folder, user="", ready=lambda: _answers(port, b"PING\r\n", b"-NOAUTH")
        ):
            yield f"redis://:{password}@127.0.0.1:{port}/0"


@contextmanager
def rabbitmq() -> Iterator[str]:
    """A private RabbitMQ node with its own name service; yields its AMQP URL."""
    server, port, names_port = require_command(RABBITMQ), free_port(), free_port()
    with _server_folder("") as folder:
        environment = _rabbitmq_environment(folder, port=port, names_port=names_port)
        # Our own epmd in the foreground: RabbitMQ would start one that stays for ever.
        epmd = shutil.which("epmd") or "epmd"
        commands = [[epmd, "-address", "127.0.0.1"], [server]]
        greeting = b"AMQP\x00\x00\x09\x01"
        with _kept(
            commands,
            folder=folder,
            user="",
            environment=environment,
            # A method frame on channel 0: the broker's Connection.Start.
            ready=lambda: _answers(port, greeting, b"\x01\x00\x00"),
        ):
            yield f"amqp://guest:guest@127.0.0.1:{port}//"


def free_port() -> int:
    """A port of 127.0.0.1 that nobody uses at the moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def _create_cluster(initdb: Path, folder: Path, *, user: str, password: str) -> None:
    secret = folder / "password"
    secret.write_text(password)
    if user:
        shutil.chown(secret, user)
    secret.chmod(0o600)
    command = [str(initdb), "-D", str(folder / "data"), "--no-sync", "--encoding=UTF8"]
    command += ["--locale=C.UTF-8", "--auth=scram-sha-256", "--username=sara"]
    command.append(f"--pwfile={secret}")
    done = subprocess.run(
        command,
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        user=user or None,
        group=pwd.getpwnam(user).pw_gid if user else None,
        extra_groups=[] if user else None,
    )
    if done.returncode != 0:
        raise SetupError(f"initdb failed:\n{done.stdout}{done.stderr}")


def _rabbitmq_environment(folder: Path, *, port: int, names_port: int) -> dict[str, str]:
    """Everything RabbitMQ would otherwise look for in /etc, /var or the home folder."""
    (folder / "mnesia").mkdir()
    (folder / "plugins").write_text("[].\n")
    (folder / "rabbitmq.conf").write_text("")
    return {
        "HOME": str(folder),
        "ERL_EPMD_PORT": str(names_port),
        "ERL_EPMD_ADDRESS": "127.0.0.1",
        "RABBITMQ_NODENAME": f"sara-{secrets.token_hex(4)}@localhost",
        "RABBITMQ_NODE_IP_ADDRESS": "127.0.0.1",
        "RABBITMQ_NODE_PORT": str(port),
        "RABBITMQ_DIST_PORT": str(free_port()),
        "RABBITMQ_MNESIA_BASE": str(folder / "mnesia"),
        "RABBITMQ_LOG_BASE": str(folder / "logs"),
        "RABBITMQ_LOGS": "-",
        "RABBITMQ_ENABLED_PLUGINS_FILE": str(folder / "plugins"),
        "RABBITMQ_CONFIG_FILE": str(folder / "rabbitmq.conf"),
        "RABBITMQ_ADVANCED_CONFIG_FILE": str(folder / "none.config"),
        "RABBITMQ_CONF_ENV_FILE": str(folder / "none.conf"),
        "RABBITMQ_GENERATED_CONFIG_DIR": str(folder / "generated"),
        "RABBITMQ_SERVER_ADDITIONAL_ERL_ARGS": "+S 1:1 -kernel inet_dist_use_interface {127,0,0,1}",
    }


def _server_user() -> str:
    """Whom PostgreSQL runs as when we are root, which it refuses to be; else nobody else."""
    if os.geteuid() != 0:
        return ""
    known = {entry.pw_name for entry in pwd.getpwall()}
    return "postgres" if "postgres" in known else "nobody"


@contextmanager
def _server_folder(user: str) -> Iterator[Path]:
    """A folder of the server's own that is gone afterwards."""
    # Root's TMPDIR may be closed to the user the server runs as; /tmp never is.
    folder = Path(tempfile.mkdtemp(prefix="sara-", dir="/tmp" if user else None))
    try:
        if user:
            shutil.chown(folder, user)
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@contextmanager
def _kept(
    commands: Sequence[Sequence[str]],
    *,
    folder: Path,
    user: str,
    ready: Callable[[], bool],
    environment: Mapping[str, str] | None = None,
) -> Iterator[None]:
    """Run the commands under a keeper from readiness until the end of the block."""
    keeper = subprocess.Popen(
        [sys.executable, "-I", str(KEEPER), str(folder), user, json.dumps(commands)],
        stdin=subprocess.PIPE,
        env={**os.environ, **(environment or {})},
        start_new_session=True,
    )
    try:
        _wait_until(ready, folder=folder, keeper=keeper)
        yield
    finally:
        # A byte, not only the end of file: forked children may still hold the pipe.
        keeper.communicate(b"x")


def _wait_until(
    ready: Callable[[], bool], *, folder: Path, keeper: subprocess.Popen[bytes]
) -> None:
    deadline = time.monotonic() + START_LIMIT_S
    while not ready():
        ended = keeper.poll() is not None or (folder / "ended").exists()
        if ended or time.monotonic() > deadline:
            log = folder / "log"
            said = log.read_text(errors="replace")[-2000:] if log.exists() else ""
            raise SetupError(f"The server in {folder} did not start. Its log ends with:\n{said}")
        time.sleep(0.05)


def _succeeds(command: Sequence[str]) -> bool:
    return subprocess.run(command, capture_output=True, check=False).returncode == 0


def _answers(port: int, greeting: bytes, answer: bytes) -> bool:
    """Whether a server on the port answers the greeting as its kind does."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=2) as connection:
            connection.sendall(greeting)
            return connection.recv(64).startswith(answer)
    except OSError:
        return False
