"""A few solver processes for many queries: one program each, replaced when they fall."""

from __future__ import annotations

import logging
import re
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import Any, get_args

from sara_annotate.logic.protocol import Answer, Limits, Loaded, LogicProgram, Note, Outcome, Query
from sara_annotate.logic.terms import read_term
from sara_annotate.logic.worker import Worker, WorkerDied

logger = logging.getLogger(__name__)

MAX_REQUESTS = 20_000  # a process that has served this many is replaced, whatever it has kept
BATCH = 256
KILLS = 3
MAX_NESTING = 1_000
_BRACKETS = re.compile(r"[()\[\]{}]")
FATAL_NOTES = frozenset({"syntax", "no_clause", "clause", "reserved"})


class SolverPool:
    """At most `size` processes at work; threads wait for a free one."""

    def __init__(self, size: int = 1) -> None:
        self.size = size
        self._idle: list[Worker] = []
        self._free = threading.Semaphore(size)
        self._lock = threading.Lock()
        self.started = 0

    def solve(self, query: Query) -> Answer:
        """The answer to one query, whatever happens to the process that works on it."""
        refusal = check_nesting(query)
        if refusal is not None:
            return refusal
        answer = self._solve_once(query)
        if query.explain and answer.outcome == "limit" and answer.code in ("time", "memory"):
            # The explanation may have been what cost too much: the answer alone is worth having.
            return self._solve_once(replace(query, explain=False))
        return answer

    def solve_batch(
        self, program: LogicProgram, facts: str, goals: Sequence[str], limits: Limits
    ) -> list[Answer]:
        """Answers to many goals about one case, in their order; limits hold for each of them."""
        queries = [Query(program, goal, facts, limits) for goal in goals]
        if any("\n" in goal for goal in goals) or any(map(check_nesting, queries)):
            return [self.solve(query) for query in queries]
        answers: list[Answer] = []
        for start in range(0, len(queries), BATCH):
            some = queries[start : start + BATCH]
            answers += self._batch_once(some) or [self._solve_patiently(query) for query in some]
        return answers

    def _solve_patiently(self, query: Query) -> Answer:
        """The answer, also when somebody else kills the process: long runs meet such things."""
        for _ in range(KILLS):
            answer = self.solve(query)
            if answer.code != "process_died":
                break
        return answer

    def _batch_once(self, queries: Sequence[Query]) -> list[Answer] | None:
        """None when one of them brought the process down or facts are bad: ask each by itself."""
        first = queries[0]
        with self._worker(first.program, first.limits) as worker:
            try:
                notes = worker.set_facts(first.facts, seconds=first.limits.seconds)
                if any(note.code in FATAL_NOTES for note in notes):
                    return None
                goals = "\n".join(query.goal for query in queries)
                numbers = map(str, _numbers(first.limits))
                reply = worker.ask("batch", goals, *numbers, seconds=first.limits.seconds)
            except WorkerDied:
                return None
        return [_read_answer(one, notes, 0.0) for one in reply["items"]]

    def _solve_once(self, query: Query) -> Answer:
        begun = time.monotonic()
        with self._worker(query.program, query.limits) as worker:
            try:
                answer = _solve(worker, query)
            except WorkerDied as died:
                assert died.outcome in get_args(Outcome)
                outcome: Outcome = "limit" if died.outcome == "limit" else "error"
                answer = Answer(outcome, code=died.code, message=died.message, complete=False)
                seconds = time.monotonic() - begun
                logger.info("Solver %s: %s after %.1f s", worker.pid, died.code, seconds)
        return answer

    def load(self, program: LogicProgram) -> Loaded:
        """What reading the program shows; raises ProgramLoadError when it cannot be loaded."""
        with self._worker(program, Limits()) as worker:
            return worker.load(program)

    def ask(self, program: LogicProgram, verb: str, *arguments: str) -> dict[str, Any]:
        """A question about the program that runs nothing of it."""
        with self._worker(program, Limits()) as worker:
            return worker.ask(verb, *arguments, seconds=Limits().seconds)

    @contextmanager
    def _worker(self, program: LogicProgram, limits: Limits) -> Iterator[Worker]:
        with self._free:
            worker = self._take(program, limits)
            try:
                worker.load(program)
                yield worker
            except BaseException:
                worker.kill()  # nobody knows in what state it is
                raise
            finally:
                self._give_back(worker)

    def _take(self, program: LogicProgram, limits: Limits) -> Worker:
        """An idle process with this program, or a new one."""
        with self._lock:
            for i, worker in enumerate(self._idle):
                fits = worker.memory_bytes == limits.memory_bytes
                if fits and worker.program_key == program.key and worker.alive:
                    return self._idle.pop(i)
            # As many processes as places: one with another program makes room.
            surplus = [self._idle.pop(0)] if len(self._idle) >= self.size else []
            self.started += 1
        for worker in surplus:
            worker.kill()
        return Worker(limits.memory_bytes)

    def _give_back(self, worker: Worker) -> None:
        if not worker.alive or worker.requests > MAX_REQUESTS:
            worker.kill()
            return
        with self._lock:
            self._idle.append(worker)

    def close(self) -> None:
        """End all processes that are idle."""
        with self._lock:
            workers, self._idle = self._idle, []
        for worker in workers:
            worker.kill()

    def __enter__(self) -> SolverPool:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def check_nesting(query: Query) -> Answer | None:
    """An error when brackets go so deep that Prolog's reader would fall; else None."""
    for what, text in (("goal", query.goal), ("facts", query.facts)):
        depth = 0
        for mark in _BRACKETS.findall(text):
            depth = depth + 1 if mark in "([{" else max(0, depth - 1)
            if depth > MAX_NESTING:
                message = f"Brackets in the {what} go deeper than {MAX_NESTING} levels."
                return Answer("error", complete=False, code="too_nested", message=message)
    return None


def _solve(worker: Worker, query: Query) -> Answer:
    limits = query.limits
    begun = time.monotonic()
    notes = worker.set_facts(query.facts, seconds=limits.seconds)
    fatal = next((note for note in notes if note.code in FATAL_NOTES), None)
    if fatal is not None:
        place = {"line": fatal.line, "column": fatal.column}
        message = f"Line {fatal.line} of the facts cannot be read: {fatal.text}."
        return Answer("error", (), False, "facts_invalid", message, place, notes=notes)
    explain = str(query.explain).lower()
    numbers = map(str, _numbers(limits))
    reply = worker.ask("solve", query.goal, *numbers, explain, seconds=limits.seconds)
    return _read_answer(reply, notes, time.monotonic() - begun)


def _numbers(limits: Limits) -> tuple[int, int, int, int]:
    return limits.inferences, limits.solutions, limits.output, limits.stack_bytes


def _read_answer(reply: Mapping[str, Any], notes: tuple[Note, ...], seconds: float) -> Answer:
    return Answer(
        outcome=reply["outcome"],
        solutions=tuple(_bindings(found) for found in reply.get("solutions", ())),
        complete=reply.get("complete", False),
        code=reply.get("code", ""),
        message=reply.get("message", ""),
        extra={key: reply[key] for key in ("name", "arity", "column") if key in reply},
        derivation=tuple(reply["derivation"]) if "derivation" in reply else None,
        derivation_cut=reply.get("derivation_cut", False),
        output=reply.get("output", ""),
        written=reply.get("written", 0),
        inferences=reply.get("inferences", 0),
        seconds=seconds,
        compat_used=reply.get("compat_used", False),
        notes=notes,
    )


def _bindings(found: Mapping[str, Any]) -> dict[str, Any]:
    return {name: read_term(data) for name, data in found.items()}
