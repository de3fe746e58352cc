"""A few solver processes for many queries: one program each, replaced when they fall."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import replace
from itertools import takewhile
from typing import Any, get_args

from sara_annotate.logic.protocol import Answer, Limits, Loaded, LogicProgram, Outcome, Query
from sara_annotate.logic.replies import check_nesting, fits_batch, is_too_nested, read_answer
from sara_annotate.logic.saying import say_facts
from sara_annotate.logic.worker import Worker, WorkerDied

logger = logging.getLogger(__name__)

MAX_REQUESTS = 20_000  # a process that has served this many is replaced, whatever it has kept
BATCH = 256
BATCH_SECONDS = 1.0  # a batch that has worked for so long answers with what it has
FELLING = frozenset({"time", "memory", "output", "process_died", "engine"})
KILLS = 3
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
        answers: list[Answer] = []
        alone = is_too_nested(facts)
        while rest := goals[len(answers) :]:
            some = [] if alone else list(takewhile(fits_batch, rest[:BATCH]))
            found = self._batch_once(program, facts, some, limits) if some else []
            more = len(some) or 1
            answers += found or self._solve_alone(program, facts, rest[:more], limits)
        return answers

    def _solve_alone(
        self, program: LogicProgram, facts: str, goals: Sequence[str], limits: Limits
    ) -> list[Answer]:
        """Answers one by one, up to the one that brings down whatever works on it."""
        answers: list[Answer] = []
        for goal in goals:
            answers.append(self._solve_patiently(Query(program, goal, facts, limits)))
            if answers[-1].code in FELLING:
                break
        return answers

    def _solve_patiently(self, query: Query) -> Answer:
        """The answer, also when somebody else kills the process: long runs meet such things."""
        for _ in range(KILLS):
            answer = self.solve(query)
            if answer.code != "process_died":
                break
        return answer

    def _batch_once(
        self, program: LogicProgram, facts: str, goals: Sequence[str], limits: Limits
    ) -> list[Answer]:
        """Answers to the first of the goals, as many as there is time for in one go.

        None when one of them brought the process down or facts are bad: ask each by itself.
        """
        with self._worker(program, limits, facts) as worker:
            try:
                notes = worker.set_facts(facts, seconds=limits.seconds)
                if any(note.code in FATAL_NOTES for note in notes):
                    return []
                numbers = map(str, (*_numbers(limits), BATCH_SECONDS))
                seconds = limits.seconds + BATCH_SECONDS
                reply = worker.ask("batch", "\n".join(goals), *numbers, seconds=seconds)
            except WorkerDied:
                return []
        return [read_answer(one, notes, 0.0) for one in reply["items"]]

    def _solve_once(self, query: Query) -> Answer:
        begun = time.monotonic()
        with self._worker(query.program, query.limits, query.facts) as worker:
            try:
                answer = _solve(worker, query)
            except WorkerDied as died:
                assert died.outcome in get_args(Outcome)
                outcome: Outcome = "limit" if died.outcome == "limit" else "error"
                answer = Answer(outcome, code=died.code, message=died.message, complete=False)
                seconds = time.monotonic() - begun
                logger.info("Solver %s: %s after %.1f s", worker.pid, died.code, seconds)
        return answer

    def warm(self, program: LogicProgram, limits: Limits) -> None:
        """Start all processes at once and load the program into each: a long run begins."""
        with ExitStack() as held, ThreadPoolExecutor(self.size) as threads:
            workers = [self._worker(program, limits) for _ in range(self.size)]
            list(threads.map(held.enter_context, workers))

    def load(self, program: LogicProgram) -> Loaded:
        """What reading the program shows; raises ProgramLoadError when it cannot be loaded."""
        with self._worker(program, Limits()) as worker:
            return worker.load(program)

    def ask(self, program: LogicProgram, verb: str, *arguments: str) -> dict[str, Any]:
        """A question about the program that runs nothing of it."""
        with self._worker(program, Limits()) as worker:
            return worker.ask(verb, *arguments, seconds=Limits().seconds)

    @contextmanager
    def _worker(
        self, program: LogicProgram, limits: Limits, facts: str | None = None
    ) -> Iterator[Worker]:
        with self._free:
            worker = self._take(program, limits, facts)
            try:
                worker.load(program)
                yield worker
            except BaseException:
                worker.kill()  # nobody knows in what state it is
                raise
            finally:
                self._give_back(worker)

    def _take(self, program: LogicProgram, limits: Limits, facts: str | None) -> Worker:
        """An idle process with this program, at best one that has these facts, or a new one."""
        with self._lock:
            fitting = [
                worker
                for worker in self._idle
                if worker.memory_bytes == limits.memory_bytes
                and worker.program_key == program.key
                and worker.alive
            ]
            if fitting:
                best = next((worker for worker in fitting if worker.facts == facts), fitting[0])
                self._idle.remove(best)
                return best
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


def _solve(worker: Worker, query: Query) -> Answer:
    limits = query.limits
    begun = time.monotonic()
    notes = worker.set_facts(query.facts, seconds=limits.seconds)
    fatal = next((note for note in notes if note.code in FATAL_NOTES), None)
    if fatal is not None:
        place = {"file": fatal.file, "line": fatal.line, "column": fatal.column}
        message = say_facts(fatal)
        return Answer("error", (), False, "facts_invalid", message, place, notes=notes)
    explain = str(query.explain).lower()
    numbers = map(str, _numbers(limits))
    reply = worker.ask("solve", query.goal, *numbers, explain, seconds=limits.seconds)
    return read_answer(reply, notes, time.monotonic() - begun)


def _numbers(limits: Limits) -> tuple[int, int, int, int]:
    return limits.inferences, limits.solutions, limits.output, limits.stack_bytes
