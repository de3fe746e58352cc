"""Generated data sets: small, and with every kind of character that has broken offsets before."""

from __future__ import annotations

from itertools import pairwise

from hypothesis import strategies as st

from sara_annotate.domain.corpus import (
    AnnotatedStatute,
    Case,
    ClauseText,
    Corpus,
    Instantiation,
    Mention,
    Program,
    Statute,
    Subsection,
    SubsectionMentions,
)
from sara_annotate.domain.formats.placeholders import OPERATORS
from sara_annotate.domain.labels import Label
from sara_annotate.domain.spans import Span

# Emoji (also joined ones), fractions, right-to-left letters and marks, separators that
# splitlines() would cut at, and quotes and percent signs that formats give a meaning.
CHARACTERS = "ab Z9.,;:()[]{}$%#\"'\\§½—é\u00a0\u2028\u0085\x0b😀👩🏽‍⚖️𝒜שלוםعربى\u200f"
words = st.text(CHARACTERS, min_size=1, max_size=30)
lines = words.filter(lambda text: text.strip() == text and text not in MARKER_WORDS)
MARKER_WORDS = ("Text", "Question", "Facts", "Test")
names = st.from_regex(r"[A-Z][a-z0-9_]{0,6}", fullmatch=True).filter(
    lambda name: name.upper() not in OPERATORS
)
scalars = st.one_of(words, st.integers(-(2**60), 2**60))
values = st.one_of(scalars, st.lists(scalars, max_size=3).map(tuple))


@st.composite
def mappings(draw: st.DrawFn) -> tuple[tuple[str, object], ...]:
    keys = draw(st.lists(names, max_size=3, unique_by=str.upper))
    return tuple((key, draw(values)) for key in keys)


@st.composite
def statutes(draw: st.DrawFn, section: str) -> AnnotatedStatute:
    text = f"§{section}. " + draw(st.text(CHARACTERS + "\n", min_size=20, max_size=200)) + "end\n"
    cuts = sorted(draw(st.sets(st.integers(0, len(text)), min_size=2, max_size=9)))
    spans = [Span(a, b) for a, b in pairwise(cuts)]
    labels = [Label(section), *(Label(section, (step,)) for step in "abc")]
    owners = [draw(st.sampled_from(labels)) for _ in spans]
    subsections = tuple(
        Subsection(label, tuple(s for s, o in zip(spans, owners, strict=True) if o == label))
        for label in dict.fromkeys(owners)
    )
    marked = tuple(
        SubsectionMentions(sub.label, tuple(m for part in sub.parts for m in draw(mentions(part))))
        for sub in subsections
        if draw(st.booleans())
    )
    clauses = tuple(ClauseText(s.label, draw(leaves(s.label))) for s in subsections)
    return AnnotatedStatute(Statute(section, text, subsections), marked, clauses)


@st.composite
def mentions(draw: st.DrawFn, part: Span) -> list[Mention]:
    cuts = sorted(draw(st.sets(st.integers(part.start, part.end), max_size=6)))
    pairs = zip(cuts[::2], cuts[1::2], strict=False)
    return [Mention(start, end, draw(names)) for start, end in pairs]


@st.composite
def leaves(draw: st.DrawFn, label: Label) -> str:
    keys = draw(st.lists(names.map(str.upper), max_size=3, unique=True))
    between = draw(st.sampled_from([",", ",\n    "]))
    return f"{label.predicate}({between.join(keys)})"


@st.composite
def cases(draw: st.DrawFn, name: str) -> Case:
    return Case(
        name=name,
        text="\n".join(draw(st.lists(lines, min_size=1, max_size=3))),
        question=draw(lines),
        answer=draw(st.sampled_from(["$0", "$1,200", "$12.50"])),
        facts="fact_(a).\nfact_(b).",
        test=":- goal(a).\n:- halt.",
        split=draw(st.sampled_from(["train", "test"])),
    )


@st.composite
def corpora(draw: st.DrawFn) -> Corpus:
    made = tuple(draw(statutes(section)) for section in ("63", "151A")[: draw(st.integers(1, 2))])
    labels = [sub.label for found in made for sub in found.statute.subsections]
    found_cases = [draw(cases(f"case_{i}")) for i in range(draw(st.integers(0, 3)))]
    found_cases.sort(key=lambda case: (case.split != "train", case.name))
    rows = tuple(
        Instantiation(case.name, draw(st.sampled_from(labels)), draw(mappings()), found, truth)
        for case in found_cases
        for truth in (True, False)
        for found in [draw(mappings()) if truth else ()]
    )
    return Corpus(made, tuple(found_cases), rows, (Program("statutes/prolog/init.pl", "a.\n"),))
