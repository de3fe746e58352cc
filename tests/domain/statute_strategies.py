"""Statutes made up by hypothesis, with the subsections that they must give."""

from __future__ import annotations

from dataclasses import dataclass, field

from hypothesis import strategies as st

_LOWER = [chr(c) for c in range(ord("a"), ord("z") + 1)]
_ROMAN = ["i", "ii", "iii", "iv", "v", "vi", "vii", "viii", "ix", "x", "xi"]
_KINDS: list[list[str]] = [
    _LOWER,
    [str(n) for n in range(1, 15)],
    [c.upper() for c in _LOWER],
    _ROMAN,
    [step.upper() for step in _ROMAN],
]
_NOUNS = st.sampled_from(
    ["vessel", "berth 🙂", "½ of the dues", "master (as in paragraph (2))", "§12"]
)


@dataclass
class MadeSubsection:
    """One subsection; without a heading its body stands behind the enumerator."""

    step: str
    heading: str
    body: list[str]
    flush: str
    children: list[MadeSubsection] = field(default_factory=list)


@dataclass
class MadeStatute:
    text: str = ""
    parts: list[tuple[int, int, str]] = field(default_factory=list)


@st.composite
def _sentences(draw: st.DrawFn) -> str:
    return f"the {draw(_NOUNS)} under (i) or (B) of the {draw(_NOUNS)},"


@st.composite
def _made(draw: st.DrawFn, step: str, depth: int) -> MadeSubsection:
    heading = draw(st.sampled_from(["", "In general", "Certain vessels, etc., not liable"]))
    body = [s.capitalize() for s in draw(st.lists(_sentences(), min_size=1, max_size=2))]
    if not heading:
        body = [draw(_sentences())]
    elif depth < 3 and draw(st.booleans()):
        body = []
    children = draw(_lists(depth + 1)) if depth < 4 and (not body or draw(st.booleans())) else []
    flush = draw(_sentences()) if children and draw(st.booleans()) else ""
    return MadeSubsection(step, heading, body, flush, children)


@st.composite
def _lists(draw: st.DrawFn, depth: int) -> list[MadeSubsection]:
    kind = _KINDS[depth]
    first = draw(st.sampled_from([0, 6])) if depth == 0 else 0
    steps = kind[first : first + draw(st.integers(1, 4 if depth == 0 else 2))]
    if len(steps) > 2 and draw(st.booleans()):
        steps.pop(1)
    return [draw(_made(step, depth)) for step in steps]


def _print(made: MadeSubsection, path: str, indent: int, out: MadeStatute) -> None:
    label = f"{path}({made.step})"

    def put(line: str, *, keep: bool) -> tuple[int, int]:
        out.text += "\n\n" + "    " * indent
        start = len(out.text)
        out.text += line
        if keep:
            out.parts.append((start, len(out.text), label))
        return start, len(out.text)

    first = f"({made.step}) {made.heading or made.body[0]}"
    put(first, keep=not made.heading or not made.body)
    if made.heading and made.body:
        start, end = put(made.body[0], keep=False)
        for line in made.body[1:]:
            _, end = put(line, keep=False)
        out.parts.append((start, end, label))
    for child in made.children:
        _print(child, label, indent + 1, out)
    if made.flush:
        put(made.flush, keep=True)


@st.composite
def statutes(draw: st.DrawFn) -> MadeStatute:
    """A statute printed as the SARA files are, and its parts (start, end, label)."""
    out = MadeStatute("§12. Harbour dues")
    out.parts.append((0, len(out.text), "12"))
    for made in draw(_lists(0)):
        _print(made, "12", 0, out)
    return out


_FRAGMENTS = st.sampled_from(
    [
        "(a)",
        "(1)",
        "(A)",
        "(i)",
        "(ii)",
        "(aa)",
        "(1A)",
        "(h)",
        "(x-1)",
        "1.",
        "§12.",
        "Dues",
        "and",
        ",",
        "the berth",
        ";",
        ".",
        "—",
        "\n",
        "\n\n",
        "\r\n",
        "\r",
        "\t",
        "    ",
        " ",
        "\ufeff",
        "🙂",
        "\u200b",
    ]
)
texts = st.one_of(st.text(max_size=200), st.lists(_FRAGMENTS, max_size=60).map("".join))
