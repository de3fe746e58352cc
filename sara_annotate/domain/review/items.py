"""What a reviewer sees: items, each with the numbered versions that the layers give of it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import blake2b
from typing import Any, Literal

from sara_annotate.domain.errors import DomainError
from sara_annotate.domain.spans import Span

Kind = Literal["span", "cluster", "argument", "name", "type", "clause", "row", "truth", "value"]
Relation = Literal[
    "same",
    "edge",
    "missing",
    "split",
    "renamed",
    "retyped",
    "clause",
    "near",
    "order",
    "form",
    "differs",
]
Content = Mapping[str, Any]
"""JSON by kind: {spans}, {arguments}, {present}, {name}, {value_type}, {text, note}, …"""


@dataclass(frozen=True, slots=True)
class Version:
    """What some of the layers say; `layers` are their places in the list, first to last."""

    number: int
    layers: tuple[int, ...]
    content: Content
    words: tuple[str, ...] = ()
    """What it says otherwise than the first version, one sentence each."""


@dataclass(frozen=True, slots=True)
class Item:
    """One thing that can be decided by itself. Agreed items have been decided already."""

    key: str
    kind: Kind
    relation: Relation
    disputed: bool
    versions: tuple[Version, ...]
    at: Span | None = None
    subject: str = ""
    """What it is about in a word: an argument's name, a subsection, a value's name."""

    @property
    def fingerprint(self) -> str:
        """Changes whenever any version does, so that an old decision is known as old."""
        said = [[v.layers, v.content] for v in self.versions]
        text = json.dumps([self.key, said], sort_keys=True, ensure_ascii=False)
        return blake2b(text.encode(), digest_size=12).hexdigest()


@dataclass(frozen=True, slots=True)
class Choice:
    """What was decided for one item: a version by its number, or a content of one's own."""

    key: str
    take: int | None = None
    edit: Content | None = None


class DecisionRefused(DomainError):
    """A decision that cannot be: an unknown item or version, a content of the wrong shape."""

    code = "decision_invalid"

    def __init__(self, message: str, *, key: str, code: str = "decision_invalid") -> None:
        super().__init__(message, extra={"item": key})
        self.code = code


def number_versions(said: list[tuple[int, Content]]) -> tuple[Version, ...]:
    """Equal contents are one version; versions are numbered by the first layer that has them."""
    found: list[tuple[list[int], Content]] = []
    for layer, content in said:
        for layers, known in found:
            if known == content:
                layers.append(layer)
                break
        else:
            found.append(([layer], content))
    return tuple(Version(n, tuple(ls), c) for n, (ls, c) in enumerate(found, start=1))
