"""What is asked of the solver and what comes back."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, Literal

from sara_annotate.domain.corpus import Program
from sara_annotate.domain.errors import DomainError
from sara_annotate.logic.terms import Bindings

Outcome = Literal["true", "false", "error", "limit"]


class SolverError(DomainError):
    """The solver itself cannot be used: not installed, or it does not start."""

    code = "solver_unavailable"


@dataclass(frozen=True, slots=True)
class Limits:
    """How much one query may cost before it is given up."""

    inferences: int = 5_000_000
    seconds: float = 10.0
    stack_bytes: int = 256 * 1024 * 1024
    memory_bytes: int = 1024 * 1024 * 1024
    solutions: int = 200
    output: int = 100_000
    """Characters written by the program, and terms in its answers."""


@dataclass(frozen=True)
class LogicProgram:
    """Prolog files in the order of loading, and how to read them."""

    files: tuple[Program, ...] = ()
    compat: bool = False
    """Arithmetic as before SWI-Prolog 9: rdiv takes floats."""
    tabled: tuple[tuple[str, int], ...] = ()
    """Predicates, with their arity, whose answers are remembered within a query."""

    @cached_property
    def sha256(self) -> str:
        """Changes with every byte of the program and with how it is read."""
        digest = hashlib.sha256(b"compat\n" if self.compat else b"")
        for file in self.files:
            for text in (file.path, file.text):
                raw = text.encode()
                digest.update(f"{len(raw)}\n".encode() + raw)
        return digest.hexdigest()

    @property
    def key(self) -> str:
        """Changes also with what is tabled: by it a process is found that has this program."""
        listed = ",".join(f"{name}/{arity}" for name, arity in self.tabled)
        return f"{self.sha256} {listed}"

    def with_tabling(self, tabled: tuple[tuple[str, int], ...]) -> LogicProgram:
        return replace(self, tabled=tabled)

    def with_compat(self, compat: bool) -> LogicProgram:
        return replace(self, compat=compat)


@dataclass(frozen=True, slots=True)
class Note:
    """Something that was seen while reading a program or facts, with its place."""

    code: str
    text: str
    file: str
    line: int
    column: int = 0


@dataclass(frozen=True, slots=True)
class Predicate:
    """A predicate of the program; names come from its heads, empty where they say none."""

    name: str
    arity: int
    names: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Loaded:
    """What reading a program has shown."""

    notes: tuple[Note, ...]
    predicates: tuple[Predicate, ...]


@dataclass(frozen=True, slots=True)
class Query:
    """A goal to be shown from a program and the facts of one case."""

    program: LogicProgram
    goal: str
    facts: str = ""
    limits: Limits = Limits()
    explain: bool = False


@dataclass(frozen=True, slots=True)
class Answer:
    """How it ended; `code` and `message` say why when it is an error or a limit."""

    outcome: Outcome
    solutions: tuple[Bindings, ...] = ()
    complete: bool = True
    """False when there may be more solutions than these."""
    code: str = ""
    message: str = ""
    extra: Mapping[str, object] = field(default_factory=dict)
    derivation: tuple[Mapping[str, Any], ...] | None = None
    derivation_cut: bool = False
    """A derivation was asked for, and it was too long to be given."""
    output: str = ""
    """What the program wrote, the beginning of it; `written` counts all characters."""
    written: int = 0
    inferences: int = 0
    seconds: float = 0.0
    compat_used: bool = False
    """The old arithmetic made a difference."""
    notes: tuple[Note, ...] = ()
    """What was odd about the facts."""
