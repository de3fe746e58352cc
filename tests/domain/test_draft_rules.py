"""The rules that draft suggestions from other statutes' gold."""

from __future__ import annotations

from dataclasses import replace

from sara_annotate.domain.clause_drafts import ClauseDrafter
from sara_annotate.domain.corpus import AnnotatedStatute, Mention, Statute, SubsectionMentions
from sara_annotate.domain.draft_rules import learn
from sara_annotate.domain.labels import parse_label
from sara_annotate.domain.segmentation import segment_statute
from tests.factories import ferry_statute

OTHER = """§9. Bridges

(a) Passage

Every Passenger who crosses the bridge with a token and a child under section 7 is free.
"""


def make_statute(text: str, section: str) -> Statute:
    return Statute(section, text, segment_statute(text, section).subsections)


def bridge() -> Statute:
    return make_statute(OTHER, "9")


def test_phrases_that_others_mark_are_found_with_their_share() -> None:
    [layer] = learn([ferry_statute()]).draft(bridge(), [parse_label("9(a)")])
    found = [
        (argument.name, OTHER[m.start : m.end], m.confidence)
        for argument in layer.arguments
        for m in argument.mentions
    ]
    assert found == [
        ("Passenger", "Every Passenger", 0.8),
        ("Token", "a token", 0.6667),
        ("Child", "a child", 0.6667),
    ]
    whys = [m.why for argument in layer.arguments for m in argument.mentions]
    assert whys[0] == "“passenger” is marked 3 of 3 times in other statutes"


def test_a_phrase_is_less_sure_where_it_is_often_left_unmarked() -> None:
    ferry = ferry_statute()
    label = parse_label("7(a)")
    bare = tuple(
        SubsectionMentions(one.label, ()) if one.label == label else one for one in ferry.mentions
    )
    [layer] = learn([replace(ferry, mentions=bare)]).draft(bridge(), [parse_label("9(a)")])
    assert layer.arguments[0].mentions[0].confidence == 0.6


def test_the_clause_says_why_and_how_often_drafts_were_right() -> None:
    rules = learn([ferry_statute()])
    [layer] = rules.draft(bridge(), [parse_label("9(a)")])
    assert layer.clause is not None
    assert layer.clause.text.startswith("s9_a(CHILD,PASSENGER,TOKEN) :- s7(")
    assert "§7: the text says “section 7”" in layer.clause.why
    assert f"in {rules.right} of {rules.tried} others" in layer.clause.why
    assert 0 <= rules.right <= rules.tried == 5


def test_nothing_learned_proposes_no_span() -> None:
    empty = AnnotatedStatute(Statute("8", "§8. Nothing", ()), ())
    [layer] = learn([empty]).draft(bridge(), [parse_label("9(a)")])
    assert layer.arguments == ()


def test_mentions_never_overlap() -> None:
    text = "§7. Long\n\n(a) A ship and a ship of the line pay.\n"
    start = text.index("a ship of")
    marked = (
        Mention(text.index("A ship"), text.index("A ship") + 6, "Ship"),
        Mention(start, start + len("a ship of the line"), "Liner"),
    )
    taught = AnnotatedStatute(
        make_statute(text, "7"), (SubsectionMentions(parse_label("7(a)"), marked),)
    )
    other = make_statute(text.replace("§7", "§9"), "9")
    [layer] = learn([taught]).draft(other, [parse_label("9(a)")])
    assert [(a.name, len(a.mentions)) for a in layer.arguments] == [("Ship", 1), ("Liner", 1)]


def test_a_statute_is_drafted_without_its_own_clauses_and_counts() -> None:
    """What the drafter knows of the statute itself must not show in its drafts."""
    ferry = ferry_statute()
    other = AnnotatedStatute(bridge())
    marked = {one.label: one.mentions for one in ferry.mentions}
    with_own = ClauseDrafter([ferry, other])
    without = ClauseDrafter([replace(ferry, clauses=(), mentions=()), other])
    assert with_own.draft(ferry.statute, marked) == without.draft(ferry.statute, marked)
    assert with_own.count()[1] == len(ferry.clauses)
    assert with_own.count(without="7") == without.count() == (0, 0)
