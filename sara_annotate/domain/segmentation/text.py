"""What is done to a plain text once, before it is stored for ever."""

from __future__ import annotations

import re

from sara_annotate.domain.errors import Problem, Severity

BOM = "\ufeff"
_OTHER_BREAKS = re.compile("[\x0b\x0c\x85\u2028\u2029]")
_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")


def normalise_text(raw: str) -> tuple[str, tuple[Problem, ...]]:
    """The text to store, and what was changed; an error among the notes means: refuse it.

    A byte order mark at the start is removed; CRLF, CR, form feed, vertical tab, NEL and the
    Unicode separators become LF. Nothing else changes. Not for texts that come with offsets
    of their own: those are kept as they are.
    """
    notes: list[Problem] = []
    text = raw
    if text.startswith(BOM):
        text = text[len(BOM) :]
        notes.append(_note("text_bom", "A byte order mark at the start was removed."))
    if "\r" in text:
        count = text.count("\r")
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        notes.append(_note("text_line_ends", f"{count} line ends (CRLF or CR) were made LF."))
    text, count = _OTHER_BREAKS.subn("\n", text)
    if count:
        notes.append(_note("text_breaks", f"{count} page breaks or separators were made LF."))
    return text, (*notes, *_find_unstorable(text))


def locate_offset(text: str, offset: int) -> tuple[int, int]:
    """Line and column, both from 1, of an offset in a text with LF line ends."""
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)


def _find_unstorable(text: str) -> tuple[Problem, ...]:
    found = _UNSTORABLE.search(text)
    if not found:
        return ()
    line, column = locate_offset(text, found.start())
    message = f"The character U+{ord(found[0]):04X} cannot be stored."
    hint = "Remove it, or save the file again as UTF-8 text."
    return (_note("text_character", message, line, column, hint, severity="error"),)


def _note(
    code: str,
    message: str,
    line: int | None = None,
    column: int | None = None,
    hint: str = "",
    severity: Severity = "note",
) -> Problem:
    return Problem(code, message, line=line, column=column, hint=hint, severity=severity)
