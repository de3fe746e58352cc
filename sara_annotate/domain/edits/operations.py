"""Everything that can be done to a layer; each has an exact inverse among these."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from sara_annotate.domain.corpus import ValueType
from sara_annotate.domain.edits.state import (
    Argument,
    CaseValue,
    Clause,
    Decision,
    Instantiation,
    Mention,
    Role,
)


@dataclass(frozen=True, slots=True)
class AddMention:
    mention: Mention


@dataclass(frozen=True, slots=True)
class RemoveMention:
    """Takes away the mention alone; its argument stays, with or without other mentions."""

    id: str


@dataclass(frozen=True, slots=True)
class ResizeMention:
    id: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class AssignMention:
    id: str
    argument: str


@dataclass(frozen=True, slots=True)
class NewArgument:
    argument: Argument


@dataclass(frozen=True, slots=True)
class RenameArgument:
    id: str
    name: str


@dataclass(frozen=True, slots=True)
class RetypeArgument:
    id: str
    value_type: ValueType


@dataclass(frozen=True, slots=True)
class RemoveArgument:
    """Refused while the argument has mentions."""

    id: str


@dataclass(frozen=True, slots=True)
class MergeArguments:
    """All mentions of `source` go to `into`; `source` is gone."""

    into: str
    source: str


@dataclass(frozen=True, slots=True)
class SplitArgument:
    """The listed mentions of `source` go to a new argument."""

    source: str
    argument: Argument
    mentions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SetClause:
    clause: Clause


@dataclass(frozen=True, slots=True)
class AddInstantiation:
    instantiation: Instantiation


@dataclass(frozen=True, slots=True)
class RemoveInstantiation:
    id: str


@dataclass(frozen=True, slots=True)
class SetTruth:
    instantiation: str
    truth: bool | None


@dataclass(frozen=True, slots=True)
class SetValue:
    """Replaces the value of the same role and name, if there is one."""

    instantiation: str
    value: CaseValue


@dataclass(frozen=True, slots=True)
class ClearValue:
    instantiation: str
    role: Role
    name: str


@dataclass(frozen=True, slots=True)
class DecideSuggestion:
    """What the person did with a suggestion; None takes the decision back."""

    suggestion: str
    decision: Decision | None


@dataclass(frozen=True, slots=True)
class MarkStale:
    """Says why a person should look at an item: `clause`, `argument:ID`, `instantiation:ID`.

    It changes nothing that the author said, so a submitted or accepted layer takes it too.
    """

    item: str
    reason: str


@dataclass(frozen=True, slots=True)
class ClearStale:
    """Somebody has looked at the item."""

    item: str


@dataclass(frozen=True, slots=True)
class SubmitLayer:
    """in_progress or returned → submitted."""


@dataclass(frozen=True, slots=True)
class ReopenLayer:
    """submitted → in_progress or returned; accepted → submitted."""

    to: Literal["in_progress", "returned", "submitted"]
    reason: str = ""


@dataclass(frozen=True, slots=True)
class AcceptLayer:
    """submitted → accepted."""


@dataclass(frozen=True, slots=True)
class ReturnLayer:
    """submitted or accepted → returned, with a reason."""

    reason: str


@dataclass(frozen=True, slots=True)
class Batch:
    """Several operations in order, all or nothing, one undo step; never nested or empty."""

    ops: tuple[SingleOperation, ...]


SubsectionOperation = (
    AddMention
    | RemoveMention
    | ResizeMention
    | AssignMention
    | NewArgument
    | RenameArgument
    | RetypeArgument
    | RemoveArgument
    | MergeArguments
    | SplitArgument
    | SetClause
)
CaseOperation = AddInstantiation | RemoveInstantiation | SetTruth | SetValue | ClearValue
StateOperation = SubmitLayer | ReopenLayer | AcceptLayer | ReturnLayer
StaleOperation = MarkStale | ClearStale
SingleOperation = (
    SubsectionOperation | CaseOperation | DecideSuggestion | StaleOperation | StateOperation
)
Operation = SingleOperation | Batch


def make_batch(operations: list[Operation]) -> Operation:
    """One operation for several: batches are opened up, a single one stays itself."""
    flat: list[SingleOperation] = []
    for operation in operations:
        flat.extend(operation.ops if isinstance(operation, Batch) else (operation,))
    return flat[0] if len(flat) == 1 else Batch(tuple(flat))
