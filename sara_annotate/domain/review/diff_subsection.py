"""Layers of a subsection side by side: spans, arguments, the clause."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count

from sara_annotate.domain.clauses.compare import is_equivalent
from sara_annotate.domain.clauses.diff import diff_clauses
from sara_annotate.domain.clauses.parse import parse_clause
from sara_annotate.domain.corpus import fold_name
from sara_annotate.domain.edits.state import Layer
from sara_annotate.domain.review.groups import Group
from sara_annotate.domain.review.items import Content, Item, Relation, number_versions
from sara_annotate.domain.review.places import Place
from sara_annotate.domain.review.renaming import rename_in_clause
from sara_annotate.domain.spans import Span


def diff_places(layers: Sequence[Layer], places: Sequence[Place]) -> Iterator[Item]:
    """One item for each place: which spans are there, if any."""
    for place in places:
        said: list[tuple[int, Content]] = [
            (n, {"spans": [[m.start, m.end] for m in place.of_layer(n)]})
            for n in range(len(layers))
        ]
        versions = number_versions(said)
        relation: Relation = "same" if len(versions) == 1 else "edge"
        if relation == "edge" and any(not content["spans"] for _, content in said):
            relation = "missing"
        key = f"span:{place.at.start}-{place.at.end}"
        yield Item(key, "span", relation, len(versions) > 1, versions, place.at)


def diff_groups(groups: Sequence[Group], layers: int) -> Iterator[Item]:
    """Items for each argument: what belongs to it and, where that is agreed, name and type."""
    for group in groups:
        if not group.mentions:
            yield _diff_presence(group, layers)
        else:
            yield _diff_cluster(group)
        if not group.is_split:
            yield _diff_names(group)
            yield _diff_types(group)


def _at(group: Group) -> Span | None:
    return group.mentions[0].span if group.mentions else None


def _diff_cluster(group: Group) -> Item:
    said: list[tuple[int, Content]] = [(n, _describe(group, n)) for n in group.layers]
    first = group.arguments[0][1].name
    key = f"cluster:{group.key}"
    if group.is_split:
        versions = number_versions(said)
        return Item(key, "cluster", "split", True, versions, _at(group), first)
    agreed = number_versions([(n, said[0][1]) for n, _ in said])
    return Item(key, "cluster", "same", False, agreed, _at(group), first)


def _describe(group: Group, layer: int) -> Content:
    """What a layer makes of the group: its arguments with their spans."""
    return {
        "arguments": [
            {
                "name": a.name,
                "value_type": a.value_type,
                "spans": [[m.start, m.end] for m in group.mentions_of(layer, a.id)],
            }
            for a in group.of_layer(layer)
        ]
    }


def _diff_presence(group: Group, layers: int) -> Item:
    """An argument without mentions: there or not."""
    there = set(group.layers)
    versions = number_versions([(n, {"present": n in there}) for n in range(layers)])
    relation: Relation = "same" if len(versions) == 1 else "missing"
    name = group.arguments[0][1].name
    return Item(
        f"argument:{group.key}", "argument", relation, len(versions) > 1, versions, None, name
    )


def _diff_names(group: Group) -> Item:
    spelled: dict[str, str] = {}
    said: list[tuple[int, Content]] = []
    for n, argument in group.arguments:
        name = spelled.setdefault(fold_name(argument.name), argument.name)
        said.append((n, {"name": name}))
    versions = number_versions(said)
    relation: Relation = "same" if len(versions) == 1 else "renamed"
    subject = group.arguments[0][1].name
    return Item(
        f"name:{group.key}", "name", relation, len(versions) > 1, versions, _at(group), subject
    )


def _diff_types(group: Group) -> Item:
    versions = number_versions([(n, {"value_type": a.value_type}) for n, a in group.arguments])
    relation: Relation = "same" if len(versions) == 1 else "retyped"
    subject = group.arguments[0][1].name
    return Item(
        f"type:{group.key}", "type", relation, len(versions) > 1, versions, _at(group), subject
    )


def diff_clause(layers: Sequence[Layer], groups: Sequence[Group]) -> Item:
    """The clause, compared as if all layers used the same names for the same arguments."""
    names = _name_groups(groups)
    common = [_rename(x.clause.text, names, groups, n) for n, x in enumerate(layers)]
    firsts: list[int] = []
    notes: dict[int, str] = {}
    for n, layer in enumerate(layers):
        firsts.append(next((f for f in firsts if _is_same(common[f], common[n])), n))
        notes[firsts[n]] = notes.get(firsts[n]) or layer.clause.note
    said: list[tuple[int, Content]] = [
        (n, {"text": layers[f].clause.text, "note": notes[f]}) for n, f in enumerate(firsts)
    ]
    versions = tuple(
        replace(v, words=tuple(describe_change(common[0], common[v.layers[0]])))
        if v.number > 1
        else v
        for v in number_versions(said)
    )
    relation: Relation = "same" if len(versions) == 1 else "clause"
    return Item("clause", "clause", relation, len(versions) > 1, versions)


def _name_groups(groups: Sequence[Group]) -> dict[str, str]:
    """For each group one name that no other has, its first layer's where possible."""
    used = {fold_name(a.name) for g in groups if g.is_split for _, a in g.arguments}
    names: dict[str, str] = {}
    for group in groups:
        if not group.is_split:
            names[group.key] = make_free_name(fold_name(group.arguments[0][1].name), used)
            used.add(names[group.key])
    return names


def make_free_name(name: str, used: Collection[str]) -> str:
    """The name, or the name with the first number that makes it free; `used` is folded."""
    if fold_name(name) not in used:
        return name
    numbers = (n for n in count(2) if f"{fold_name(name[:70])}_{n}" not in used)
    return f"{name[:70]}_{next(numbers)}"


def _rename(
    text: str | None, names: Mapping[str, str], groups: Sequence[Group], layer: int
) -> str | None:
    mine = {
        fold_name(group.of_layer(layer)[0].name): names[group.key]
        for group in groups
        if group.key in names and group.of_layer(layer)
    }
    return rename_in_clause(text, mine) if text else None


def _is_same(one: str | None, other: str | None) -> bool:
    if one is None or other is None:
        return one is other
    left, right = parse_clause(one).clause, parse_clause(other).clause
    if left is None or right is None:
        return one.split() == other.split()
    return is_equivalent(left, right)


def describe_change(one: str | None, other: str | None) -> list[str]:
    """What the second clause says otherwise, one sentence each."""
    if one is None or other is None:
        return ["The clause is missing" if other is None else "The clause is new"]
    left, right = parse_clause(one).clause, parse_clause(other).clause
    if left is None or right is None:
        return ["The texts differ, and one of them cannot be read as a clause"]
    return [change.message for change in diff_clauses(left, right)]
