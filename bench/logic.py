"""Speed of the solver: `python -m bench.logic`. Ratios are measured within one run.

Two workloads: the demo, and a made-up program of SARA's size (200 predicates, 376 cases). A
pair is one case and one predicate, asked with nothing given.
"""

from __future__ import annotations

import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path

from bench.report import Figure, render_table
from sara_annotate.domain.corpus import Program
from sara_annotate.logic.pool import SolverPool
from sara_annotate.logic.protocol import Limits, LogicProgram
from sara_annotate.logic.walking import walk_results
from sara_annotate.logic.worker import ENVIRONMENT

DEMO = Path(__file__).resolve().parent.parent / "fixtures" / "demo"
SAMPLE = 20
ENOUGH = 40_000
ROUNDS = 2
SHORT = 8_000  # pairs of one turn: over before the rest of the machine has changed its mind
TURNS = 5
MOST_TURNS = 25
FREE = 1.8  # of two cores
LIMITS = Limits(inferences=200_000, solutions=20)


@dataclass(frozen=True)
class Workload:
    name: str
    program: LogicProgram
    cases: tuple[str, ...]
    goals: tuple[str, ...]

    @property
    def pairs(self) -> int:
        return len(self.cases) * len(self.goals)


@dataclass
class Spent:
    """Processor and wall seconds, children included once they have ended."""

    cpu: float = 0.0
    wall: float = 0.0


@contextmanager
def count_seconds() -> Iterator[Spent]:
    spent = Spent()
    before, begun = _cpu(), time.perf_counter()
    yield spent
    spent.cpu, spent.wall = _cpu() - before, time.perf_counter() - begun


def _cpu() -> float:
    kinds = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return sum(u.ru_utime + u.ru_stime for u in map(resource.getrusage, kinds))


def load_demo() -> Workload:
    files = sorted((DEMO / "statutes" / "prolog").glob("*.pl"))
    program = LogicProgram(
        tuple(Program(f"statutes/prolog/{f.name}", f.read_text(encoding="utf-8")) for f in files)
    )
    cases = tuple(
        path.read_text(encoding="utf-8").split("% Facts\n")[1].split("% Test")[0]
        for path in sorted((DEMO / "cases").glob("*.pl"))
    )
    with SolverPool(1) as pool:
        found = pool.load(program).predicates
    wanted = [p for p in found if p.name == "dues" or (p.name[0] == "s" and p.name[1].isdigit())]
    return Workload("demo", program, cases, tuple(write_open(p.name, p.arity) for p in wanted))


def write_open(name: str, arity: int) -> str:
    return f"{name}({', '.join(f'A{i}' for i in range(arity))})" if arity else name


def make_generated(predicates: int = 200, cases: int = 376, seed: int = 7) -> Workload:
    """A program that adds, compares dates and calls on, like a tax code, and cases for it."""
    draw = random.Random(seed)
    lines = [":- dynamic earns_/3, pays_/3, lives_/4, parent_/2."]
    for i in range(predicates):
        below = [f"s{j}(P, Y, T{j})" for j in draw.sample(range(i), min(i, 2))]
        sums = " + ".join(["S", *(f"T{j.split('(')[0][1:]}" for j in below)])
        lines += [
            f"s{i}(P, Y, T) :- person(P, Y), findall(A, earns_(P, Y, A), L), sum_list(L, S),",
            f"    S > {draw.randrange(0, 2000)},",
            *(f"    once(( {goal} ; {goal.rsplit(', ', 1)[1][:-1]} = 0 ))," for goal in below[:1]),
            *(f"    {goal.rsplit(', ', 1)[1][:-1]} = 1," for goal in below[1:]),
            f"    T is ({sums}) * {draw.randrange(5, 40)} // 100.",
            # Special cases, as statutes have them, that apply to few.
            f"s{i}(P, Y, T) :- parent_(P, Child), lives_(Child, _, From, To),",
            f'    From @=< "{draw.randrange(2010, 2018)}-12-31", To @>= "2015-01-01",',
            f"    \\+ pays_(Child, Y, _), pays_(P, Y, A), A > {draw.randrange(100, 900)},",
            f"    T is min(A, {draw.randrange(1000, 9000)}) * {draw.randrange(1, 9)} // 10.",
            f"s{i}(P, Y, T) :- pays_(P, Y, A), parent_(Other, P), earns_(Other, Y, B),",
            f"    ( B > A -> T is B - A ; T is A - B ), T =< {draw.randrange(100, 5000)}.",
        ]
    lines += [
        "person(P, Y) :- lives_(P, _, From, To), between(2015, 2018, Y),",
        '    format(string(D), "~d-01-01", [Y]), From @=< D, D @=< To.',
    ]
    goals = tuple(write_open(f"s{i}", 3) for i in range(predicates))
    files = (Program("statutes/prolog/init.pl", "\n".join(lines)),)
    made = tuple(_make_case(draw) for _ in range(cases))
    return Workload("generated", LogicProgram(files), made, goals)


def _make_case(draw: random.Random) -> str:
    people = draw.sample(["alice", "bob", "charlie", "dan", "eve"], 2)
    lines = []
    for person in people:
        lines.append(f'lives_({person}, home, "2014-0{draw.randrange(1, 9)}-01", "2018-06-30").')
        for _ in range(draw.randrange(1, 4)):
            lines.append(f"earns_({person}, {draw.randrange(2015, 2019)}, {draw.randrange(9999)}).")
    return "\n".join(lines) + "\n"


def run_pool(work: Workload, jobs: int) -> Spent:
    """All pairs through a new pool; starting the processes is part of it."""
    with count_seconds() as spent, SolverPool(jobs) as pool, ThreadPoolExecutor(jobs) as threads:
        _solve_all(work, pool, threads)
    return spent


@dataclass(frozen=True, slots=True)
class Turn:
    """Seconds of one worker and of two; of one and of two processes that share nothing."""

    one: float
    two: float
    burn_one: float
    burn_two: float


def find_free(turns: list[Turn]) -> list[Turn]:
    """Turns in which the machine had two cores for us."""
    best = min((turn.burn_one for turn in turns), default=0.0)
    return [turn for turn in turns if 2 * best / turn.burn_two >= FREE]


def run_warm(work: Workload) -> list[Turn]:
    """One worker and two by turns, the processes being there; turns on a busy machine are extra."""
    turns: list[Turn] = []
    with (
        SolverPool(1) as single,
        SolverPool(2) as double,
        ThreadPoolExecutor(1) as thread,
        ThreadPoolExecutor(2) as threads,
    ):
        single.warm(work.program, LIMITS)
        double.warm(work.program, LIMITS)
        while len(turns) < MOST_TURNS and len(find_free(turns)) < TURNS:
            seconds = map(
                _time,
                (
                    lambda: _solve_all(work, single, thread),
                    lambda: _solve_all(work, double, threads),
                    lambda: _burn(1),
                    lambda: _burn(2),
                ),
            )
            turns.append(Turn(*seconds))
    return turns


def _burn(processes: int) -> None:
    busy = [sys.executable, "-S", "-c", "for _ in range(3_000_000): pass"]
    for process in [subprocess.Popen(busy) for _ in range(processes)]:
        process.wait()


def _time(work: Callable[[], object]) -> float:
    begun = time.perf_counter()
    work()
    return time.perf_counter() - begun


def _solve_all(work: Workload, pool: SolverPool, threads: ThreadPoolExecutor) -> None:
    solved = walk_results(
        threads,
        lambda facts: _solve_case(pool, work, facts),
        work.cases,
        progress=lambda done, total: None,
        before=0,
        total=len(work.cases),
    )
    assert sum(solved) == work.pairs


def _solve_case(pool: SolverPool, work: Workload, facts: str) -> int:
    return len(pool.solve_batch(work.program, facts, work.goals, LIMITS))


def run_processes(work: Workload, sample: int = SAMPLE) -> Spent:
    """A sample of pairs, a process each: load the program and the facts, ask, end."""
    draw = random.Random(1)
    with tempfile.TemporaryDirectory() as folder, count_seconds() as spent:
        root = Path(folder)
        for file in work.program.files:
            path = root / file.path
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(file.text, encoding="utf-8")
        for _ in range(sample):
            _ask_process(root, draw.choice(work.cases), draw.choice(work.goals))
    return spent


def _ask_process(root: Path, facts: str, goal: str) -> None:
    kept = "\n".join(line for line in facts.splitlines() if not line.startswith(":- ["))
    case = root / "case.pl"
    case.write_text(f":- [statutes/prolog/init].\n{kept}\n", encoding="utf-8")
    subprocess.run(
        ["swipl", "-q", "-f", "none", "-g", f"ignore(({goal}))", "-t", "halt", str(case)],
        cwd=root,
        env={**ENVIRONMENT, "PATH": "/usr/bin:/bin"},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        timeout=60,
        check=False,
    )


def measure_workload(work: Workload) -> list[Figure]:
    """A process a pair beside the pool; one worker beside two, at work and from the start."""
    alone = 1000 * run_processes(work).cpu / SAMPLE
    # Long enough, as real runs are, that starting processes does not hide what they do.
    long = replace(work, cases=work.cases * max(1, ENOUGH // work.pairs))
    # By turns, the best of each: what else the machine does then weighs on both alike.
    runs = [(run_pool(long, 1), run_pool(long, 2)) for _ in range(ROUNDS)]
    single = min((one for one, _ in runs), key=lambda spent: spent.wall)
    double = min((two for _, two in runs), key=lambda spent: spent.wall)
    short = replace(work, cases=_take_pairs(work, SHORT))
    turns = run_warm(short)
    free = find_free(turns)
    one, two = (min(getattr(t, part) for t in free or turns) for part in ("one", "two"))
    name = f"solver, {work.name}"
    at_work = f"{len(free)} of {len(turns)} turns had two cores"
    return [
        Figure(f"{name}: a process each / pool", alone, 1000 * single.cpu / long.pairs,
               "CPU ms a pair", 0.01),
        Figure(f"{name}: 1 worker / 2 at work ({at_work})", one, two, "s", 1 / 1.7),
        Figure(f"{name}: 1 worker / 2, {long.pairs} pairs with start-up", single.wall, double.wall,
               "s"),
    ]  # fmt: skip


def _take_pairs(work: Workload, pairs: int) -> tuple[str, ...]:
    """Cases for about so many pairs: evenly from all, or all of them several times."""
    wanted = max(1, pairs // len(work.goals))
    times = -(-wanted // len(work.cases))
    return (work.cases * times)[:: max(1, len(work.cases) * times // wanted)][:wanted]


def measure() -> list[Figure]:
    """Both workloads."""
    return [*measure_workload(load_demo()), *measure_workload(make_generated())]


if __name__ == "__main__":
    print(render_table(measure()))
