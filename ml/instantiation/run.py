"""The driver: questions of many rows answered in batches, with or without learning."""

from __future__ import annotations

import logging
import math
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

import torch

from ml.encoders import Precision, use_autocast
from ml.instantiation.model import (
    InstantiationModel,
    PairBatch,
    Question,
    Reading,
    decode_value,
    encode_questions,
    measure_value,
    value_loss,
)
from ml.instantiation.names import name_arguments
from ml.instantiation.rows import Row, World
from ml.instantiation.tree import Answer, Result, Said, Talk, solve_node, solve_row, solve_tree
from sara_annotate.domain.corpus import Value

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Instantiator:
    """A network with its tokenizer, and how rows are put to it."""

    tokenizer: Any
    model: InstantiationModel
    device: torch.device
    longest: int = 512
    batch_size: int = 16
    depth: int = 1
    precision: Precision = "auto"
    at_once: bool = False
    name_arguments: bool = False

    def view(self, world: World) -> World:
        """The rules as the network reads them."""
        return name_arguments(world) if self.name_arguments else world


Ask = Callable[[Sequence[int], Sequence[Question]], list[Answer]]
"""Answers to the questions of the talks with these numbers."""


def hold_talks(talks: Sequence[Talk], ask: Ask) -> list[Result]:
    """Results of all talks; the open questions of all are asked together, round by round."""
    results: list[Result | None] = [None] * len(talks)
    answers: dict[int, Any] = dict.fromkeys(range(len(talks)))
    while answers:
        said: dict[int, Said] = {}
        for k, answer in sorted(answers.items()):
            try:
                said[k] = talks[k].send(answer)
            except StopIteration as done:
                results[k] = done.value
        pairs = [(k, question) for k in said for question in _list_questions(said[k])]
        found = iter(ask([k for k, _ in pairs], [q for _, q in pairs]) if pairs else ())
        answers = {k: _take_answers(said[k], found) for k in said}
    return [r for r in results if r is not None]


def _list_questions(said: Said) -> tuple[Question, ...]:
    return said if isinstance(said, tuple) else (said,)


def _take_answers(said: Said, found: Iterator[Answer]) -> Answer | tuple[Answer, ...]:
    """What is sent back: an answer to a question, or as many as were asked together."""
    return tuple(islice(found, len(said))) if isinstance(said, tuple) else next(found)


def solve_rows(
    solver: Instantiator, world: World, rows: Sequence[Row], group: int = 64
) -> Iterator[Result]:
    """The answer to each row, in order; memory is bounded by the group."""
    world = solver.view(world)
    solver.model.eval()
    for start in range(0, len(rows), group):
        talks = [
            solve_row(world, row, depth=solver.depth, at_once=solver.at_once)
            for row in rows[start : start + group]
        ]
        yield from hold_talks(talks, lambda _, questions: ask_model(solver, questions))


@torch.no_grad()
def solve_row_measured(
    solver: Instantiator, world: World, row: Row
) -> tuple[Result, dict[str, float]]:
    """The answer to one row, and by name how sure the model is of the words that it found."""
    sure: dict[str, float] = {}

    def ask(_: Sequence[int], questions: Sequence[Question]) -> list[Answer]:
        batch, reading = _put(solver, questions)
        for k, question in enumerate(questions):
            chance = measure_value(question, reading, batch, k)
            if chance is not None and question.rule.label == row.label:
                sure[str(question.argument)] = chance
        return _read(questions, reading, batch)

    solver.model.eval()
    talk = solve_row(world, row, depth=solver.depth, at_once=solver.at_once)
    [result] = hold_talks([talk], ask)
    return result, sure


@torch.no_grad()
def ask_model(solver: Instantiator, questions: Sequence[Question]) -> list[Answer]:
    """Answers in order; a question is put once, and those of like length share a batch."""
    keys = [(_identify_text(q), q.argument) for q in questions]
    distinct = dict(zip(keys, questions, strict=True))
    answers: dict[Hashable, Answer] = {}
    size, waiting = solver.batch_size, list(distinct)
    while waiting:
        for chosen in _make_chunks([distinct[key] for key in waiting], size):
            try:
                found = _ask_batch(solver, [distinct[waiting[k]] for k in chosen])
            except torch.OutOfMemoryError:
                if size == 1:
                    raise
                size = (size + 1) // 2
                logger.warning("The device is out of memory: going on with batches of %d.", size)
                break
            answers |= zip((waiting[k] for k in chosen), found, strict=True)
        waiting = [key for key in waiting if key not in answers]
    return [answers[key] for key in keys]


def _identify_text(question: Question) -> Hashable:
    """Equal for questions that the encoder reads the same words for."""
    return question.case, question.rule.label, tuple(sorted(question.known.items()))


def _make_chunks(questions: Sequence[Question], size: int) -> Iterator[list[int]]:
    """Numbers of questions about so many texts of like length; those about one stay together."""
    texts: dict[Hashable, list[int]] = {}
    for k, question in enumerate(questions):
        texts.setdefault(_identify_text(question), []).append(k)
    order = sorted(texts.values(), key=lambda own: _length(questions[own[0]]))
    for start in range(0, len(order), size):
        yield [k for own in order[start : start + size] for k in own]


def _length(question: Question) -> int:
    return len(question.case) + len(question.rule.text)


def _ask_batch(solver: Instantiator, questions: Sequence[Question]) -> list[Answer]:
    batch, reading = _put(solver, questions)
    return _read(questions, reading, batch)


def _put(solver: Instantiator, questions: Sequence[Question]) -> tuple[PairBatch, Reading]:
    batch = encode_questions(solver.tokenizer, questions, solver.longest).to(solver.device)
    with use_autocast(solver.device, solver.precision):
        return batch, solver.model(batch)


@dataclass(frozen=True, slots=True)
class Stage:
    """How a training stage inserts values and how deep it follows the structure."""

    name: str
    gold_inserted: bool
    depth: int


STAGES = (
    Stage("gold values", gold_inserted=True, depth=1),
    Stage("predicted values", gold_inserted=False, depth=1),
    Stage("predicted values with structure", gold_inserted=False, depth=3),
)


def rows_loss(
    solver: Instantiator, world: World, rows: Sequence[Row], stage: Stage
) -> torch.Tensor:
    """Loss of a batch of rows, a row on average; each chunk of questions is learnt from at once.

    So memory is bounded by the chunk, and what comes back has no graph when training. What
    the body of a clause finds is worked out first, without learning: gold is known for the
    subsection that was asked about, not for those below it.
    """
    world = solver.view(world)
    given = _solve_bodies(solver, world, rows, stage)
    total = torch.zeros((), device=solver.device)
    learning = solver.model.training and torch.is_grad_enabled()
    golds = [dict(row.gold) for row in rows]
    talks = [
        solve_tree(
            world.cases[row.case],
            row.label,
            known,
            world,
            depth=1,
            forced=gold if stage.gold_inserted else None,
            at_once=solver.at_once,
        )
        for row, known, gold in zip(rows, given, golds, strict=True)
    ]

    def ask(numbers: Sequence[int], questions: Sequence[Question]) -> list[Answer]:
        nonlocal total
        taught = [_has_gold(q, golds[k]) for k, q in zip(numbers, questions, strict=True)]
        others = [q for q, known in zip(questions, taught, strict=True) if not known]
        answers = dict(
            zip(
                (k for k, known in enumerate(taught) if not known),
                _ask_aside(solver, others),
                strict=True,
            )
        )
        order = [k for k, known in enumerate(taught) if known]
        for part in _make_chunks([questions[k] for k in order], solver.batch_size):
            chosen = [order[k] for k in part]
            golden = [(rows[numbers[k]], golds[numbers[k]]) for k in chosen]
            loss, found = _learn_chunk(solver, [questions[k] for k in chosen], golden)
            answers |= zip(chosen, found, strict=True)
            if loss is None:
                continue
            loss = loss / len(rows)
            total = total + loss.detach()
            if learning and math.isfinite(float(loss.detach())):
                loss.backward()  # type: ignore[no-untyped-call]
        return [answers[k] for k in range(len(questions))]

    hold_talks(talks, ask)
    return total


def _has_gold(question: Question, gold: dict[str, Value]) -> bool:
    return question.argument is None or question.argument in gold


def _ask_aside(solver: Instantiator, questions: Sequence[Question]) -> list[Answer]:
    """Answers that teach nothing, since gold has none: only what they lead to does."""
    was_training = solver.model.training
    solver.model.eval()
    answers = ask_model(solver, questions)
    solver.model.train(was_training)
    return answers


def _learn_chunk(
    solver: Instantiator,
    questions: Sequence[Question],
    golden: Sequence[tuple[Row, dict[str, Value]]],
) -> tuple[torch.Tensor | None, list[Answer]]:
    """Summed loss of some questions (None when gold says nothing about them), and answers."""
    batch, reading = _put(solver, questions)
    losses = [
        loss
        for k, (question, (row, gold)) in enumerate(zip(questions, golden, strict=True))
        if (loss := _question_loss(row, gold, question, reading, batch, k)) is not None
    ]
    return (torch.stack(losses).sum() if losses else None), _read(questions, reading, batch)


def _read(questions: Sequence[Question], reading: Any, batch: Any) -> list[Answer]:
    truths = torch.sigmoid(reading.truth).tolist()
    return [
        truths[k] if q.argument is None else decode_value(q, reading, batch, k)
        for k, q in enumerate(questions)
    ]


def _question_loss(
    row: Row, gold: dict[str, Value], question: Question, reading: Any, batch: Any, k: int
) -> torch.Tensor | None:
    if question.argument is None:
        target = torch.tensor(float(row.truth), device=reading.truth.device)
        return torch.nn.functional.binary_cross_entropy_with_logits(reading.truth[k], target)
    if question.argument in gold:
        return value_loss(question, gold[question.argument], reading, batch, k)
    return None


def _solve_bodies(
    solver: Instantiator, world: World, rows: Sequence[Row], stage: Stage
) -> list[dict[str, Value]]:
    if stage.depth <= 1:
        return [dict(row.given) for row in rows]
    talks = [_solve_body(world, row, stage.depth, solver.at_once) for row in rows]
    found = hold_talks(talks, lambda _, questions: _ask_aside(solver, questions))
    return [{**result.values, **dict(row.given)} for row, result in zip(rows, found, strict=True)]


def _solve_body(world: World, row: Row, depth: int, at_once: bool) -> Talk:
    """Only what stands below the row's own subsection."""
    clause = world.rules[row.label].clause
    if clause is None or clause.body is None:
        return Result({}, 1.0)
    case = world.cases[row.case]
    given = dict(row.given)
    return (yield from solve_node(case, clause.body, given, world, depth - 1, at_once))
