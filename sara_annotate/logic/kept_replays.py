"""Results of single cases while a replay is under way: one that was stopped goes on with them."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Protocol
from uuid import UUID

from sara_annotate.corpus.models import Project
from sara_annotate.domain.corpus import Case
from sara_annotate.logic.flags import FlagValue, hash_clauses
from sara_annotate.logic.models import Engine
from sara_annotate.logic.protocol import Limits
from sara_annotate.logic.replay import Replayed
from sara_annotate.logic.selectors import AnnotatedRow, program_get


class Pieces(Protocol):
    """Where results of cases are kept."""

    def recall(self, name: str) -> Any: ...

    def keep(self, name: str, data: object) -> None: ...


class NoPieces:
    """For a replay that nobody will go on with."""

    def recall(self, name: str) -> Any:
        return None

    def keep(self, name: str, data: object) -> None:
        pass


Work = tuple[int, Case, Sequence[AnnotatedRow]]


@dataclass(frozen=True, slots=True)
class ReplayItem:
    """One case, and what an earlier attempt has found of it."""

    work: Work
    name: str
    kept: Any

    def kept_flags(self) -> list[FlagValue] | None:
        return None if self.kept is None else _read_flags(self.kept, self.work)


class KeptReplays:
    """Pieces by case; what they were found from is part of their names."""

    def __init__(self, pieces: Pieces, project: Project, compat: bool, limits: Limits) -> None:
        self.pieces = pieces
        program = program_get(project=project, compat=compat)
        self._common = (
            program.sha256 if program else "",
            hash_clauses(project=project),
            repr(limits),
        )

    def item(self, key: int, case: Case, rows: Sequence[AnnotatedRow]) -> ReplayItem:
        said = repr((self._common, case, [(row.instantiation_id, row.value) for row in rows]))
        name = f"case {key} {hashlib.sha256(said.encode()).hexdigest()[:32]}"
        return ReplayItem((key, case, rows), name, self.pieces.recall(name))

    def put(self, item: ReplayItem, flags: Sequence[FlagValue]) -> None:
        self.pieces.keep(item.name, [_write_flag(flag) for flag in flags])


def _write_flag(flag: FlagValue) -> dict[str, object]:
    done = flag.replayed
    return {
        "engine": flag.engine.value,
        "row": str(flag.row.instantiation_id) if flag.row else None,
        "replayed": [done.status, done.detail, done.goal, done.engine_truth, list(done.notes)],
    }


def _read_flags(kept: Sequence[dict[str, Any]], work: Work) -> list[FlagValue]:
    key, case, rows = work
    by_id = {row.instantiation_id: row for row in rows}
    flags = []
    for one in kept:
        status, detail, goal, truth, notes = one["replayed"]
        row = by_id[UUID(one["row"])] if one["row"] else None
        done = Replayed(status, detail, goal, truth, tuple(notes))
        flags.append(FlagValue(key, case.name, Engine(one["engine"]), done, row))
    return flags
