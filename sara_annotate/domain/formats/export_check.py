"""What an export loses or changes for readers of the published code, said beforehand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from sara_annotate.domain.corpus import (
    Instantiation,
    ValueType,
    default_value_type,
)
from sara_annotate.domain.errors import Problem
from sara_annotate.domain.labels import Label


def warn_value_types(arguments: Iterable[tuple[Label, str, ValueType]]) -> Iterator[Problem]:
    """A warning for each argument that the published code would type differently."""
    for label, name, value_type in arguments:
        published = default_value_type(name)
        if published != value_type:
            yield Problem(
                "value_type_differs",
                f"{name} of {label.printed} is {_article(value_type)} here; "
                f"the published code reads {_article(published)} from its name.",
                label.plain,
                hint="Rename the argument, or expect models to read it so.",
                severity="warning",
            )


def _article(value_type: ValueType) -> str:
    return "an integer" if value_type == "integer" else "a span"


def warn_lost_values(rows: Iterable[Instantiation]) -> Iterator[Problem]:
    """A warning for each false row with found values, which the files cannot hold."""
    for row in rows:
        if not row.truth and row.found:
            yield Problem(
                "found_values_lost",
                f"{row.case}, {row.label.printed}: false rows are written without found values.",
                "argument_instantiation",
                hint="Keep them in the full export.",
                severity="warning",
            )
