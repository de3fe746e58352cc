"""One child process with Prolog in it: asked over pipes, killed with its group when late."""

from __future__ import annotations

import contextlib
import functools
import json
import os
import select
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import asdict
from pathlib import Path
from typing import Any

from sara_annotate.domain.errors import DomainError
from sara_annotate.logic.protocol import Limits, Loaded, LogicProgram, Note, Predicate, SolverError
from sara_annotate.logic.saying import say_note, say_place

ROOT = Path(__file__).resolve().parent.parent.parent
ENVIRONMENT = {"TZ": "America/New_York", "LC_ALL": "C.UTF-8"}
START_SECONDS = 60.0
LOAD_SECONDS = 30.0
_NO_MEMORY = ("MemoryError", "allocate memory", "ut of memory", "o memory")
_UNREADABLE = frozenset({"syntax", "no_clause", "clause"})
MAX_REPLY = 64 * 1024 * 1024


class WorkerDied(Exception):
    """The process ended without an answer; `outcome` and `code` say how."""

    def __init__(self, outcome: str, code: str, message: str) -> None:
        super().__init__(message)
        self.outcome, self.code, self.message = outcome, code, message


class ProgramLoadError(DomainError):
    """A program that cannot be used; `notes` are the places that cannot be read."""

    code = "program_not_loaded"

    def __init__(self, message: str, notes: tuple[Note, ...] = ()) -> None:
        super().__init__(message, extra={"problems": [asdict(note) for note in notes]})
        self.notes = notes


@functools.cache
def find_prolog() -> tuple[str, str]:
    """Where SWI-Prolog's library and home are; asked once."""
    if shutil.which("swipl") is None:
        raise SolverError("SWI-Prolog is not installed. Install swi-prolog-nox, version 9.")
    done = subprocess.run(
        ["swipl", "--dump-runtime-variables"], capture_output=True, text=True, check=True
    )
    pairs = (line.rstrip(";").split("=", 1) for line in done.stdout.splitlines() if "=" in line)
    found = {name: value.strip('"') for name, value in pairs}
    return found["PLLIBSWIPL"], found["PLBASE"]


class Worker:
    """Not for two threads at once."""

    def __init__(self, memory_bytes: int = Limits().memory_bytes) -> None:
        library, home = find_prolog()
        self.memory_bytes = memory_bytes
        self.process = subprocess.Popen(
            [sys.executable, "-m", "sara_annotate.logic.child", str(memory_bytes), library, home],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env=ENVIRONMENT,
            cwd=ROOT,
            start_new_session=True,  # a group of its own, to be killed as one
        )
        self._buffer = b""
        self.loaded: Loaded | None = None
        self.program_key = ""
        self.facts: str | None = None
        self.fact_notes: tuple[Note, ...] = ()
        self.requests = 0
        try:
            self.protections: list[str] = self._receive(START_SECONDS)["ready"]
        except WorkerDied as error:
            raise SolverError(f"The solver's process does not start: {error.message}") from error

    @property
    def pid(self) -> int:
        return self.process.pid

    def load(self, program: LogicProgram) -> Loaded:
        """What the program holds; a process loads one program in its life."""
        if self.loaded is not None and self.program_key == program.key:
            return self.loaded
        assert self.loaded is None, "a process loads one program in its life"
        for file in program.files:
            self.ask("file", file.path, file.text, seconds=LOAD_SECONDS)
        try:
            reply = self.ask("load", str(program.compat).lower(), seconds=LOAD_SECONDS)
        except WorkerDied as error:
            raise ProgramLoadError(f"The program does not load: {error.message}") from error
        if "predicates" not in reply:
            raise ProgramLoadError(f"The program does not load: {reply.get('message')}")
        notes = read_notes(reply)
        refuse_unreadable(notes)
        if program.tabled:
            listed = "\n".join(f"{name}/{arity}" for name, arity in program.tabled)
            reply |= {"table": self.ask("table", listed, seconds=LOAD_SECONDS)}
            if reply["table"]:
                raise ProgramLoadError(f"Tabling failed: {reply['table'].get('message')}")
        known = tuple(Predicate(n, a, tuple(names)) for n, a, names in reply["predicates"])
        self.loaded = Loaded(notes, known)
        self.program_key = program.key
        return self.loaded

    def set_facts(self, text: str, *, seconds: float) -> tuple[Note, ...]:
        """What was odd about the facts; those of the case before are taken away."""
        if self.facts != text:
            self.facts = None
            self.fact_notes = read_notes(self.ask("facts", text, "facts", seconds=seconds))
            self.facts = text
        return self.fact_notes

    def ask(self, verb: str, *arguments: str, seconds: float) -> dict[str, Any]:
        """The reply to one request; raises WorkerDied when none comes in time."""
        self.requests += 1
        request = {"verb": verb, "args": arguments, "seconds": seconds}
        deadline = time.monotonic() + seconds
        self._write(json.dumps(request).encode() + b"\n", deadline)
        reply = self._receive(deadline - time.monotonic())
        if "fault" in reply:
            self.kill()
            raise WorkerDied("error", "engine", f"The engine gave {reply['fault']}.")
        return reply

    def _write(self, data: bytes, deadline: float) -> None:
        """All of the data, unless the process stops reading."""
        assert self.process.stdin is not None
        handle = self.process.stdin.fileno()
        os.set_blocking(handle, False)
        while data:
            _, ready, _ = select.select([], [handle], [], max(0.0, deadline - time.monotonic()))
            if not ready:
                raise self._late()
            try:
                data = data[os.write(handle, data[:65536]) :]
            except BrokenPipeError:
                raise self._died() from None

    def _receive(self, seconds: float) -> dict[str, Any]:
        assert self.process.stdout is not None
        handle = self.process.stdout.fileno()
        deadline = time.monotonic() + seconds
        parts = [self._buffer]
        size = len(self._buffer)
        while b"\n" not in parts[-1]:
            ready, _, _ = select.select([handle], [], [], max(0.0, deadline - time.monotonic()))
            if not ready:
                raise self._late()
            parts.append(os.read(handle, 1 << 16))
            size += len(parts[-1])
            if not parts[-1]:
                raise self._died()
            if size > MAX_REPLY:
                self.kill()
                raise WorkerDied("limit", "output", "The answer is too large.")
        line, self._buffer = b"".join(parts).split(b"\n", 1)
        reply: dict[str, Any] = json.loads(line)
        return reply if isinstance(reply, dict) else {"items": reply}

    def _late(self) -> WorkerDied:
        self.kill()
        return WorkerDied("limit", "time", "It took too long and was stopped.")

    def _died(self) -> WorkerDied:
        """How the process ended by itself."""
        said = self._last_words()
        self.kill()
        code = self.process.returncode
        if any(word in said for word in _NO_MEMORY):
            return WorkerDied("limit", "memory", "It needed more memory than allowed.")
        if code in (-signal.SIGALRM, -signal.SIGXCPU):
            return WorkerDied("limit", "time", "It took too long and was stopped.")
        how = f"signal {-code}" if code < 0 else f"exit code {code}"
        return WorkerDied("error", "process_died", f"The solver's process ended with {how}. {said}")

    def _last_words(self) -> str:
        """What the process wrote to its error stream, the end of it."""
        assert self.process.stderr is not None
        handle = self.process.stderr.fileno()
        os.set_blocking(handle, False)
        said = b""
        with contextlib.suppress(BlockingIOError):  # nothing more to read: somebody still holds it
            while part := os.read(handle, 1 << 16):
                said += part
        return said.decode(errors="replace").strip()[-300:]

    def kill(self) -> None:
        """End the process and all of its group; safe to call again."""
        with contextlib.suppress(ProcessLookupError):  # gone by itself
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            if pipe is not None:
                with contextlib.suppress(BrokenPipeError):  # the reader is gone, on purpose
                    pipe.close()

    @property
    def alive(self) -> bool:
        return self.process.poll() is None


def refuse_unreadable(notes: tuple[Note, ...]) -> None:
    """Raise when clauses could not be read: what they would say is missing from every answer."""
    unread = tuple(note for note in notes if note.code in _UNREADABLE)
    if not unread:
        return
    first = unread[0]
    more = f" (and {len(unread) - 1} more)" if len(unread) > 1 else ""
    place = f"{first.file}, {say_place(first)}"
    raise ProgramLoadError(f"The program does not load: {place}: {say_note(first)}{more}.", unread)


def read_notes(reply: dict[str, Any]) -> tuple[Note, ...]:
    """Problems of a reply as values."""
    return tuple(
        Note(p["code"], p["text"], p["file"], p["line"], p["column"]) for p in reply["problems"]
    )
