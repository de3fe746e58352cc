"""Guidelines: markdown to HTML that is safe by construction, with an anchor for each paragraph.

Raw HTML is not let through and no address but http, https, mailto and our own is linked, so
what comes out holds only the tags that the renderer writes itself.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass

from markdown_it import MarkdownIt
from markdown_it.token import Token

from sara_annotate.domain.errors import LabelError
from sara_annotate.domain.labels import Label, parse_label

_REFERENCE = re.compile(r"§\s?([0-9]+[A-Za-z]*(?:\([0-9A-Za-z]{1,6}\))*)")
_WORD = re.compile(r"[^\W_]+")
_PARTS = {"heading_open": "heading", "paragraph_open": "paragraph", "list_item_open": "item"}
_LINKABLE = re.compile(r"^(?:https?://|mailto:|/(?!/)|#)", re.IGNORECASE)
ANCHOR_LENGTH = 60
SHOWN = 120

Resolve = Callable[[Label], str | None]
"""The address of a subsection, or None when there is no such."""


@dataclass(frozen=True, slots=True)
class Anchor:
    """A paragraph that a decision can cite, and how it begins."""

    anchor: str
    kind: str
    text: str


@dataclass(frozen=True, slots=True)
class Rendered:
    """HTML, its anchors, and references to subsections that are not there."""

    html: str
    anchors: tuple[Anchor, ...]
    unknown: tuple[str, ...]


def _make_parser() -> MarkdownIt:
    parser = MarkdownIt("commonmark", {"html": False}).enable("table").disable("image")
    parser.validateLink = lambda url: bool(_LINKABLE.match(url))  # type: ignore[method-assign]
    return parser


_PARSER = _make_parser()


def find_references(text: str) -> list[Label]:
    """Subsections that a text names as §63(c)(5), each once, in order."""
    found: dict[Label, None] = {}
    for token in _PARSER.parse(text):
        for child in token.children or ():
            if child.type == "text":
                for match in _REFERENCE.finditer(child.content):
                    if label := _read(match[1]):
                        found[label] = None
    return list(found)


def _read(text: str) -> Label | None:
    try:
        return parse_label(text)
    except LabelError:
        return None


def render(text: str, resolve: Resolve) -> Rendered:
    """The whole text; the same text gives the same anchors."""
    tokens = _PARSER.parse(text)
    anchors = _set_anchors(tokens)
    unknown: dict[str, None] = {}
    for token in tokens:
        if token.type == "inline":
            token.children = _link(token.children or [], resolve, unknown)
    html = _PARSER.renderer.render(tokens, _PARSER.options, {})
    return Rendered(html, tuple(anchors), tuple(unknown))


def _set_anchors(tokens: list[Token]) -> list[Anchor]:
    """Headings by their words, other paragraphs by heading and number."""
    found: list[Anchor] = []
    used: Counter[str] = Counter()
    section, number = "top", 0
    for place, token in enumerate(tokens):
        kind = _PARTS.get(token.type)
        if kind is None or token.hidden or (kind == "paragraph" and token.level > 0):
            continue
        words = _words_after(tokens, place)
        if kind == "heading":
            section, number = _unique(_slug(words), used), 0
            anchor = section
        else:
            number += 1
            anchor = _unique(f"{section}-{number}", used)
        token.attrSet("id", anchor)
        found.append(Anchor(anchor, kind, words[:SHOWN]))
    return found


def _words_after(tokens: list[Token], place: int) -> str:
    inline = next((t for t in tokens[place:] if t.type == "inline"), None)
    children = inline.children or () if inline else ()
    return "".join(c.content for c in children if c.type in ("text", "code_inline"))


def _slug(words: str) -> str:
    return "-".join(_WORD.findall(words.lower()))[:ANCHOR_LENGTH].strip("-") or "part"


def _unique(anchor: str, used: Counter[str]) -> str:
    used[anchor] += 1
    if used[anchor] == 1:
        return anchor
    return _unique(f"{anchor}-{used[anchor]}", used)


def _link(children: list[Token], resolve: Resolve, unknown: dict[str, None]) -> list[Token]:
    """References in plain words become links, unless they stand in one."""
    made: list[Token] = []
    inside = 0
    for child in children:
        inside += {"link_open": 1, "link_close": -1}.get(child.type, 0)
        if child.type == "text" and not inside:
            made += _split(child, resolve, unknown)
        else:
            made.append(child)
    return made


def _split(token: Token, resolve: Resolve, unknown: dict[str, None]) -> list[Token]:
    made: list[Token] = []
    end = 0
    for match in _REFERENCE.finditer(token.content):
        label = _read(match[1])
        address = resolve(label) if label else None
        if address is None:
            unknown[f"§{match[1]}"] = None
            continue
        made.append(_text(token.content[end : match.start()]))
        made.append(Token("link_open", "a", 1, attrs={"href": address}))
        made.append(_text(match[0]))
        made.append(Token("link_close", "a", -1))
        end = match.end()
    return [*made, _text(token.content[end:])]


def _text(content: str) -> Token:
    return Token("text", "", 0, content=content)
