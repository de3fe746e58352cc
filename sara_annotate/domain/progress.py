"""Speed, waiting and burn-up out of who did what when."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from statistics import median

PAUSE = timedelta(minutes=5)
"""A longer silence between two edits is no work."""

TASK_OF = {
    **dict.fromkeys(("add_mention", "remove_mention", "resize_mention"), "spans"),
    **dict.fromkeys(
        ("assign_mention", "merge_arguments", "split_argument", "new_argument"), "coreference"
    ),
    **dict.fromkeys(("rename_argument", "retype_argument", "remove_argument"), "coreference"),
    "set_clause": "clauses",
    **dict.fromkeys(
        ("add_instantiation", "remove_instantiation", "set_truth", "set_value", "clear_value"),
        "values",
    ),
}


@dataclass(frozen=True, slots=True)
class Act:
    """One edit: who, when, what kind of operation, in which text."""

    author: Hashable
    at: datetime
    op: str
    text: Hashable


@dataclass(slots=True)
class Pace:
    """Time at work and the texts that were worked on."""

    seconds: float = 0.0
    texts: set[Hashable] = field(default_factory=set)

    @property
    def an_hour(self) -> float | None:
        return len(self.texts) * 3600 / self.seconds if self.seconds else None


def measure_pace(acts: Iterable[Act]) -> tuple[dict[str, Pace], dict[Hashable, Pace]]:
    """By task and by author. The time up to an edit is that edit's, unless it was a pause."""
    by_task: dict[str, Pace] = defaultdict(Pace)
    by_author: dict[Hashable, Pace] = defaultdict(Pace)
    last: dict[Hashable, datetime] = {}
    for act in sorted(acts, key=lambda a: a.at):
        task = TASK_OF.get(act.op)
        gap = act.at - last[act.author] if act.author in last else PAUSE * 2
        last[act.author] = act.at
        if task is None:
            continue
        for pace in (by_task[task], by_author[act.author]):
            pace.texts.add(act.text)
            pace.seconds += gap.total_seconds() if gap <= PAUSE else 0.0
    return by_task, by_author


def measure_wait(moves: Iterable[tuple[Hashable, datetime, str]]) -> float | None:
    """Median hours from a layer's submission to its acceptance or return."""
    since: dict[Hashable, datetime] = {}
    waits: list[float] = []
    for layer, at, op in sorted(moves, key=lambda move: move[1]):
        if op == "submit_layer":
            since[layer] = at
        elif layer in since:
            waits.append((at - since.pop(layer)).total_seconds() / 3600)
    return median(waits) if waits else None


@dataclass(frozen=True, slots=True)
class Week:
    """So many texts were submitted and accepted by the end of this day."""

    day: date
    submitted: int
    accepted: int


def burn_up(submitted: Sequence[date], accepted: Sequence[date], today: date) -> list[Week]:
    """Week by week from before the first day up to today; one day for each text."""
    days = [*submitted, *accepted]
    if not days:
        return []
    count = (today - min(days)).days // 7 + 1
    ends = [today - timedelta(weeks=n) for n in range(count, -1, -1)]
    return [
        Week(day, sum(d <= day for d in submitted), sum(d <= day for d in accepted)) for day in ends
    ]
