"""Two people's clauses of one subsection compared, under common names."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping

from sara_annotate.domain.agreement.figures import write_counts
from sara_annotate.domain.agreement.items import Compared, Difference
from sara_annotate.domain.agreement.naming import Dictionary, translate_clause
from sara_annotate.domain.clauses.compare import (
    StructureScore,
    iter_roles,
    normalize_node,
    score_clauses,
)
from sara_annotate.domain.clauses.parse import parse_clause
from sara_annotate.domain.clauses.terms import Clause, iter_calls
from sara_annotate.domain.labels import Label
from sara_annotate.domain.metrics.counts import Counts

Pair = tuple[Clause | None, Clause | None]


def compare_clauses(
    texts: tuple[str | None, str | None], dictionary: Dictionary, section: str
) -> Compared:
    """Figures of the clause, and what differs in it; nothing where nobody wrote one."""
    if not any(texts):
        return Compared()
    plain: Pair = _read(texts[0]), _read(texts[1])
    common: Pair = _translate(plain[0], dictionary, 0), _translate(plain[1], dictionary, 1)
    score = score_clauses(*common)
    is_equal = _is_equal(texts, score)
    numbers: dict[str, dict[Hashable, float]] = {
        "clause_equal": {"correct": float(is_equal), "all": 1.0},
        "edge_f1": write_counts(score.edges),
        "mapping_f1": write_counts(score.mappings),
        "operators": write_counts(score.operators),
    }
    items = () if is_equal else tuple(_differ(texts, plain, common, score, section))
    return Compared({(section, key): found for key, found in numbers.items()}, items)


def _read(text: str | None) -> Clause | None:
    """The clause, or as much of it as can be read."""
    if not text:
        return None
    parsed = parse_clause(text)
    return parsed.clause or parsed.recovered


def _translate(clause: Clause | None, dictionary: Dictionary, side: int) -> Clause | None:
    return clause and translate_clause(clause, dictionary, side)


def _is_equal(texts: tuple[str | None, str | None], score: StructureScore) -> bool:
    if score.clauses == Counts(1, 1, 1):
        return True
    left, right = texts
    return bool(left and right and left.split() == right.split())


def _differ(
    texts: tuple[str | None, str | None],
    plain: Pair,
    common: Pair,
    score: StructureScore,
    section: str,
) -> Iterator[Difference]:
    said = [{"text": text} for text in texts]
    yield Difference("clause", section, said[0], said[1])
    calls = [_find_calls(clause) for clause in common]
    for label in sorted(calls[0].keys() ^ calls[1].keys(), key=lambda one: one.plain):
        there = [{"calls": label in one} for one in calls]
        yield Difference("edge", section, there[0], there[1], label.plain)
    yield from _differ_in_mappings(plain, common, section)
    if not score.operators.is_perfect:
        yield from _differ_in_operators(common, section)


def _find_calls(clause: Clause | None) -> dict[Label, None]:
    return {call.label: None for call in iter_calls(clause.body if clause else None)}


def _find_mappings(
    plain: Clause | None, common: Clause | None
) -> Mapping[tuple[Label, str, str], tuple[str, str]]:
    """Each mapping in common names, with the names that its author wrote."""
    if plain is None or common is None:
        return {}
    written, meant = iter_calls(plain.body), iter_calls(common.body)
    return {
        (there.label, *ours): theirs
        for here, there in zip(written, meant, strict=True)
        for theirs, ours in zip(here.pairs, there.pairs, strict=True)
    }


def _differ_in_mappings(plain: Pair, common: Pair, section: str) -> Iterator[Difference]:
    left, right = (_find_mappings(plain[n], common[n]) for n in (0, 1))
    for key in sorted(left.keys() ^ right.keys(), key=lambda k: (k[0].plain, k[1:])):
        said = [{"passes": list(one[key])} if key in one else {"passes": None}
                for one in (left, right)]  # fmt: skip
        yield Difference("mapping", section, said[0], said[1], key[0].plain)


def _differ_in_operators(common: Pair, section: str) -> Iterator[Difference]:
    left, right = (_find_roles(clause) for clause in common)
    for label in sorted(left.keys() & right.keys(), key=lambda one: one.plain):
        if left[label] != right[label]:
            said = [{"stands": sorted(one[label])} for one in (left, right)]
            yield Difference("operator", section, said[0], said[1], label.plain)


def _find_roles(clause: Clause | None) -> dict[Label, set[str]]:
    """For each callee, how it stands in the clause, in words."""
    roles: dict[Label, set[str]] = {}
    if clause is None or clause.body is None:
        return roles
    for call, operator, positive in iter_roles(normalize_node(clause.body).node):
        words = f"under {operator}" if operator else "alone"
        roles.setdefault(call.label, set()).add(words if positive else f"{words}, denied")
    return roles
