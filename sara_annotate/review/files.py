"""Tables as files."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping, Sequence

from django.http import HttpResponse

DANGEROUS = ("=", "+", "-", "@", "\t")


def csv_response(
    name: str, head: Sequence[str], rows: Iterable[Mapping[str, object]]
) -> HttpResponse:
    """Rows as a CSV file to be saved."""
    response = text_response(name, "")
    writer = csv.DictWriter(response, head, extrasaction="ignore", lineterminator="\n")
    writer.writeheader()
    writer.writerows({key: _plain(row.get(key)) for key in head} for row in rows)
    return response


def _plain(value: object) -> object:
    """Text that a spreadsheet would take for a formula is kept as text."""
    if isinstance(value, str) and value.startswith(DANGEROUS):
        return f"'{value}"
    return value


def text_response(name: str, body: str) -> HttpResponse:
    response = HttpResponse(body, content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{name}"'
    return response
