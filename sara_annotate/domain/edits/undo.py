"""Undo and redo read off the log, so that they outlive a reload.

Both are new edits whose operation is the inverse of an earlier one: undo of a change, redo
of an undo. Nothing leaves the log.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from sara_annotate.domain.edits.log import Edit, invert
from sara_annotate.domain.edits.operations import Operation
from sara_annotate.domain.edits.rebase import Conflict, rebase


@dataclass(frozen=True, slots=True)
class UndoStack:
    """One author's edits that can be undone and undos that can be redone, newest last."""

    done: tuple[Edit, ...] = ()
    undone: tuple[Edit, ...] = ()


@dataclass(frozen=True, slots=True)
class UndoStep:
    """Edits to take back, in this order; each becomes an edit with `undoes`."""

    edits: tuple[Edit, ...]
    conflicts: tuple[Conflict, ...] = ()


def read_stack(edits: Sequence[Edit], author: str) -> UndoStack:
    """The stack of one author after these edits, in the order in which they were made."""
    done: list[Edit] = []
    undone: list[Edit] = []
    for edit in edits:
        if edit.author != author:
            continue
        if edit.undoes is None:
            done.append(edit)
            undone.clear()
        elif _take(done, edit.undoes):
            undone.append(edit)
        elif _take(undone, edit.undoes):
            done.append(edit)
    return UndoStack(tuple(done), tuple(undone))


def plan_undo(edits: Sequence[Edit], author: str) -> UndoStep | None:
    """What undo would take back, with whoever stands in its way; None when there is nothing."""
    return _plan(edits, author, read_stack(edits, author).done)


def plan_redo(edits: Sequence[Edit], author: str) -> UndoStep | None:
    """What redo would take back, with whoever stands in its way; None when there is nothing."""
    return _plan(edits, author, read_stack(edits, author).undone)


def _plan(edits: Sequence[Edit], author: str, stack: Sequence[Edit]) -> UndoStep | None:
    step = _top_step(stack)
    if not step:
        return None
    outcomes = [rebase(invert(e), _later_by_others(edits, e, author)) for e in step]
    return UndoStep(step, tuple(o for o in outcomes if isinstance(o, Conflict)))


def _top_step(stack: Sequence[Edit]) -> tuple[Edit, ...]:
    """The newest edit and those right below it of the same group, newest first."""
    if not stack:
        return ()
    group = stack[-1].group
    step = [stack[-1]]
    for edit in reversed(stack[:-1]):
        if group is None or edit.group != group:
            break
        step.append(edit)
    return tuple(step)


def _later_by_others(edits: Sequence[Edit], edit: Edit, author: str) -> list[Operation]:
    # Own later edits have been undone by now; another's would be overwritten unasked.
    place = next(i for i, e in enumerate(edits) if e.id == edit.id)
    return [e.operation for e in edits[place + 1 :] if e.layer == edit.layer and e.author != author]


def _take(stack: list[Edit], edit_id: str) -> bool:
    for index in range(len(stack) - 1, -1, -1):
        if stack[index].id == edit_id:
            del stack[index]
            return True
    return False
