"""From bytes to text and lines, the same way for every format."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from sara_annotate.domain.formats.report import FileReport

BOM = "\ufeff"
_NUMBER = re.compile(r"[0-9]{1,9}")
_BREAKS = re.compile(r"\r\n?")


def decode_text(data: bytes, report: FileReport) -> str | None:
    """The file's text with plain line breaks, or None when it is no UTF-8 text."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        _report_encoding(data[error.start], error.start, line, report)
        return None
    if "\x00" in text:
        line = text.count("\n", 0, text.index("\x00")) + 1
        report.error("encoding_nul", "The file holds a NUL character.", "Save it as text.", line)
        return None
    return _plain_text(text, report)


def _report_encoding(byte: int, offset: int, line: int, report: FileReport) -> None:
    report.error(
        "encoding_invalid",
        f"Byte {offset} (0x{byte:02x}) is not UTF-8.",
        "Save the file as UTF-8 and import it again.",
        line,
    )


def _plain_text(text: str, report: FileReport) -> str:
    if text.startswith(BOM):
        report.warn("bom", "The file starts with a byte order mark, which was left out.", line=1)
        text = text[1:]
    if "\r" in text:
        line = text.count("\n", 0, text.index("\r")) + 1
        report.warn("line_breaks", "CR line breaks were read as plain ones.", line=line)
        text = _BREAKS.sub("\n", text)
    return text


def split_lines(text: str) -> list[str]:
    """Lines without their breaks; only \\n ends a line, other separators are characters."""
    lines = text.split("\n")
    if lines[-1] == "":
        lines.pop()
    return lines


def parse_offset(field: str) -> int | None:
    """A plain decimal offset, or None."""
    return int(field) if _NUMBER.fullmatch(field) else None


def shorten(text: str, limit: int = 60) -> str:
    """The text for a message, cut where it would be too long."""
    return text if len(text) <= limit else text[: limit - 1] + "…"


def read_lines(file: Iterable[bytes], report: FileReport) -> Iterator[tuple[int, str]]:
    """Numbers and texts of a long file's lines, one at a time; bad ones are reported only."""
    offset, returns = 0, False
    for number, raw in enumerate(file, 1):
        text = _decode_line(raw, report, number, offset)
        offset += len(raw)
        if text is None:
            continue
        if number == 1 and text.startswith(BOM):
            report.warn(
                "bom", "The file starts with a byte order mark, which was left out.", line=1
            )
            text = text[1:]
        if text.endswith("\r") and not returns:
            returns = True
            report.warn("line_breaks", "CR line breaks were read as plain ones.", line=number)
        yield number, text.removesuffix("\r")


def _decode_line(raw: bytes, report: FileReport, number: int, offset: int) -> str | None:
    try:
        text = raw.removesuffix(b"\n").decode("utf-8")
    except UnicodeDecodeError as error:
        _report_encoding(raw[error.start], offset + error.start, number, report)
        return None
    if "\x00" in text:
        report.error("encoding_nul", "The line holds a NUL character.", "Save it as text.", number)
        return None
    return text
