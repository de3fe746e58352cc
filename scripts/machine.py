"""What the machine itself must have: programs from apt, and Node. Standard library only."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from scripts.console import SetupError, say

NODE_OLDEST = (20, 19)
APT = ("apt-get", "-o", "DPkg::Lock::Timeout=120")
# Servers are only ever started as throwaway copies of our own. Package scripts start
# them at once unless told otherwise: RUNLEVEL=1 holds back init scripts (nothing starts
# in single-user mode), SYSTEMD_OFFLINE=1 makes systemctl ignore "start".
APT_ENVIRONMENT = {"DEBIAN_FRONTEND": "noninteractive", "RUNLEVEL": "1", "SYSTEMD_OFFLINE": "1"}


@dataclass(frozen=True)
class Tool:
    """A program we call, the Debian package that holds it, and what fails without it."""

    commands: tuple[str, ...]
    package: str
    purpose: str
    needed: bool = True
    folders: tuple[str, ...] = ()  # patterns below /, looked at before PATH


SWIPL = Tool(("swipl",), "swi-prolog-nox", "solving cases with the logic engine", needed=False)
CHROMIUM = Tool(("chromium", "chromium-browser", "google-chrome"), "chromium", "the browser tests")
POSTGRES = Tool(
    ("initdb",), "postgresql", "the tests on PostgreSQL", folders=("usr/lib/postgresql/*/bin",)
)
REDIS = Tool(("redis-server",), "redis-server", "the tests on Redis", folders=("usr/sbin",))
RABBITMQ = Tool(
    ("rabbitmq-server",),
    "rabbitmq-server",
    "the tests on RabbitMQ",
    folders=("usr/lib/rabbitmq/bin", "usr/sbin"),
)
TOOLS = (SWIPL,)
TEST_TOOLS = (CHROMIUM, POSTGRES, REDIS, RABBITMQ)


def find_command(tool: Tool) -> str | None:
    """The path of the first command of the tool that exists, newest version first."""
    # The tool's own folders come first: /usr/sbin/rabbitmq-server is a wrapper that
    # changes user, the one in the folder can be run by anybody.
    matches = (sorted(Path("/").glob(each), key=_version, reverse=True) for each in tool.folders)
    folders = [str(folder) for group in matches for folder in group]
    path = os.pathsep.join([*folders, os.environ.get("PATH", os.defpath)])
    found = (shutil.which(command, path=path) for command in tool.commands)
    return next((path for path in found if path), None)


def require_command(tool: Tool) -> str:
    """The path of the tool's command, or an error that names the package."""
    found = find_command(tool)
    if found is None:
        raise SetupError(
            f"{tool.commands[0]} is not installed; {tool.purpose} need it. "
            f"Type: {install_line([tool])}"
        )
    return found


def ensure_tools(tools: Iterable[Tool]) -> None:
    """Install what is missing when we may, otherwise say what to type."""
    missing = [tool for tool in tools if find_command(tool) is None]
    if not missing:
        return
    prefix = _root_prefix()
    if prefix is not None:
        _apt_install(prefix, [tool.package for tool in missing])
        missing = [tool for tool in missing if find_command(tool) is None]
    if missing:
        _report_missing(missing)


def install_line(tools: Sequence[Tool]) -> str:
    """The line a person types to install the tools."""
    return "sudo apt-get install --no-install-recommends " + " ".join(t.package for t in tools)


def _report_missing(missing: Sequence[Tool]) -> None:
    lines = [f"Missing: {tool.commands[0]}, needed for {tool.purpose}." for tool in missing]
    lines += ["Type:", "  sudo apt-get update", "  " + install_line(missing)]
    if shutil.which("apt-get") is None:
        lines.append("(This machine has no apt-get: install the same programs its own way.)")
    if any(tool.needed for tool in missing):
        raise SetupError("\n".join(lines))
    say("\n".join([*lines, "Going on without."]))


def _root_prefix() -> list[str] | None:
    """What to put before apt-get to run it as root; None when we may not."""
    if shutil.which("apt-get") is None:
        return None
    if os.geteuid() == 0:
        return []
    if shutil.which("sudo") is None:
        return None
    allowed = subprocess.run(["sudo", "-n", "true"], capture_output=True, check=False)
    return ["sudo", "-n"] if allowed.returncode == 0 else None


def _apt_install(prefix: Sequence[str], packages: Sequence[str]) -> None:
    say(f"Installing with apt-get: {' '.join(packages)}")
    _apt_update(prefix)
    done = _apt(prefix, "install", "-y", "--no-install-recommends", *packages)
    if done.returncode != 0:
        said = "\n".join(done.stdout.strip().splitlines()[-15:])
        command = shlex.join(["sudo", *APT, "install", *packages])
        raise SetupError(
            f"apt-get could not install {' '.join(packages)}:\n{said}\n"
            f"Is there a network? Put it right, or type: {command}"
        )


def _apt_update(prefix: Sequence[str]) -> None:
    """Refresh the package lists; a failure is told, since the old lists may well do."""
    for _attempt in range(12):
        done = _apt(prefix, "update", "-q")
        if "Could not get lock" not in done.stdout:
            break
        # The lock timeout of apt covers dpkg alone, not the lists.
        time.sleep(10)
    if done.returncode != 0:
        say("  apt-get update failed; trying with the package lists at hand.")


def _apt(prefix: Sequence[str], *arguments: str) -> subprocess.CompletedProcess[str]:
    # "env" because sudo drops the variables of its caller.
    environment = [f"{name}={value}" for name, value in APT_ENVIRONMENT.items()]
    return subprocess.run(
        [*prefix, "env", *environment, *APT, *arguments],
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )


def ensure_node() -> None:
    """Check that Node and npm are there and new enough."""
    where = "Get Node 20.19 or newer, with npm, from your distribution or nodejs.org."
    for command in ("node", "npm"):
        if shutil.which(command) is None:
            raise SetupError(f"{command} is missing; the front end is built with it. {where}")
    said = subprocess.run(["node", "--version"], capture_output=True, text=True, check=False)
    version = _version(said.stdout)
    if said.returncode != 0 or not version:
        raise SetupError(f"node --version answered {said.stdout + said.stderr!r}. {where}")
    if tuple(version) < NODE_OLDEST:
        raise SetupError(f"Node {said.stdout.strip()} is too old. {where}")


def _version(text: str | Path) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", str(text))]
