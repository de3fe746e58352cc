"""CoNLL, JSON and JSON lines: what they hold, and what they refuse."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from sara_annotate.domain.corpus import (
    Case,
    ClauseText,
    Corpus,
    Instantiation,
    Mention,
    SubsectionMentions,
)
from sara_annotate.domain.formats import case_jsonl, conll, identification, sara_json
from sara_annotate.domain.formats.export_check import warn_lost_values, warn_value_types
from sara_annotate.domain.formats.layout import load_corpus
from sara_annotate.domain.formats.prolog_text import scan_prolog
from sara_annotate.domain.formats.records import CorpusSource
from sara_annotate.domain.formats.report import FormatError, new_report
from sara_annotate.domain.labels import Label
from tests.domain.formats.format_samples import GOOD, pack_tar


@pytest.fixture(scope="module")
def corpus() -> Corpus:
    return load_corpus(pack_tar(GOOD))


def render_json(corpus: Corpus) -> dict[str, object]:
    return json.loads("".join(sara_json.render(CorpusSource(corpus))))


def test_conll_of_one_subsection_and_the_next():
    entries = [
        SubsectionMentions(Label("63"), ()),
        SubsectionMentions(
            Label("63", ("c", "5")),
            (Mention(0, 1, "Taxp"), Mention(2, 3, "Taxy"), Mention(4, 5, "TAXP")),
        ),
        SubsectionMentions(Label("63", ("d",)), (Mention(8, 9, "Taxp"),)),
    ]
    assert "".join(conll.render_mentions(entries)) == (
        "#begin document (SARA);\n63_c_5 (0)\n63_c_5 (1)\n63_c_5 (0)\n\n63_d (2)\n#end document\n"
    )


GENERIC = """#begin document (news/1); part 000
news 0 0 The (1
news 0 1 mayor 1)|(2
news 0 2 herself 2)

news 0 0 He (1)
news 0 1 left -
#end document
#begin document (news/1); part 001
news 1 0 Nested (3|(4
news 1 1 words 4)|3)
#end document
"""


def test_conll_of_several_documents_with_nested_and_adjacent_mentions():
    report = new_report("key.conll")
    first, second = conll.parse(GENERIC, report)
    assert report.report.problems == ()
    assert first.name == "(news/1); part 000"
    assert first.clusters == [{(0, 2), (3, 4)}, {(1, 3)}]
    assert second.clusters == [{(0, 2)}, {(0, 2)}]


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("a (1)\n", "conll_not_begun", 1),
        ("#end document\n", "conll_not_begun", 1),
        ("#begin document (a);\na (1)\n", "conll_not_ended", None),
        ("#begin document (a);\n#begin document (b);\n#end document\n", "conll_not_ended", 2),
        ("#begin document (a);\na (1\n#end document\n", "conll_not_closed", 3),
        ("#begin document (a);\na 1)\n#end document\n", "conll_not_opened", 2),
        ("#begin document (a);\na (x)\n#end document\n", "conll_column", 2),
        ("#begin document (a);\na 1\n#end document\n", "conll_column", 2),
        ("#begin document (a);\nalone\n#end document\n", "field_count", 2),
    ],
)
def test_bad_conll(text, code, line):
    report = new_report("key.conll")
    conll.parse(text, report)
    assert (code, "key.conll", line) in {(p.code, p.file, p.line) for p in report.report.errors}


def test_sara_json_of_the_sample(corpus: Corpus):
    data = render_json(corpus)
    assert list(data) == ["train", "test", "statutes", "cases", "spans", "structure"]
    assert data["train"] == {
        "gold": [["dues_pos", "s7_a", {"MASTER": "Ada"}, {"@TRUTH": True}]],
        "automatic": [],
    }
    row = ["dues_neg", "s7_a", {"MASTER": "Ada"}, {"@TRUTH": False}]
    assert data["test"] == {"gold": [row], "automatic": [row]}
    assert data["cases"]["dues_pos"] == "Ada moored in 2020. Ada owes the dues."
    assert data["statutes"]["7(a)"] == "(a) A master owes the dues."
    assert data["spans"]["7(a)"] == [[4, 11, "MASTER"], [18, 25, "DUES"]]
    assert data["spans"]["tax"][0] == [27, 44, "TAXINC"]
    assert data["structure"][1] == "s7_a(MASTER,DUES)"


def test_a_free_predicate_has_an_entry_of_its_own(corpus: Corpus):
    (statute,) = corpus.statutes
    dues = ClauseText(Label("dues"), "dues(MASTER) :-\n  s7(MASTER)")
    data = render_json(
        replace(corpus, statutes=(replace(statute, clauses=(*statute.clauses, dues)),))
    )
    assert (data["statutes"]["dues"], data["spans"]["dues"]) == ("", [])
    assert data["structure"][-1] == "dues(MASTER) :- s7(MASTER)"


@pytest.mark.parametrize(
    ("row", "code"),
    [
        (Instantiation("dues_neg", Label("7"), (), (), False, "silver"), "silver_in_test"),
        (Instantiation("nobody", Label("7"), (), (), True), "row_without_split"),
    ],
)
def test_rows_with_no_place_in_sara_json_are_refused(corpus: Corpus, row, code):
    with pytest.raises(FormatError) as refused:
        render_json(replace(corpus, instantiations=(row,)))
    assert refused.value.code == code


@pytest.mark.parametrize(
    ("path", "value", "code"),
    [
        (("train",), [], "json_no_object"),
        (("train", "gold"), {}, "value_type"),
        (("train", "gold"), [[1]], "field_count"),
        (("train", "gold"), [["dues_pos", "s7", {}, {}]], "truth_missing"),
        (("train", "gold"), [["dues_pos", "s7", [], {"@TRUTH": True}]], "json_no_object"),
        (("train", "gold"), [["dues_pos", "s7", {"A": None}, {"@TRUTH": True}]], "value_type"),
        (("train", "gold"), [["x", "s7", {}, {"@TRUTH": True}]], "row_case_unknown"),
        (("train", "gold"), [["dues_pos", "s9", {}, {"@TRUTH": True}]], "row_predicate_unknown"),
        (("test", "automatic"), [], "silver_in_test"),
        (("statutes", "7"), 5, "value_type"),
        (("statutes", "!"), "x", "label_invalid"),
        (("spans", "9"), [], "header_unknown"),
        (("spans", "7"), [[0, 99, "A"]], "span_outside_text"),
        (("spans", "7"), [[0, True, "A"]], "value_type"),
        (("spans", "7"), [[0, 3, "A"], [2, 5, "B"]], "mention_overlap"),
        (("spans", "7"), [[0, 3, "A,B"]], "name_comma"),
        (("structure",), ["s7(A).s8(B)"], "value_type"),
        (("structure",), ["s7(A)", "s7(B)"], "clause_repeated"),
    ],
)
def test_bad_sara_json(corpus: Corpus, path, value, code):
    data = render_json(corpus)
    target = data
    for key in path[:-1]:
        target = target[key]
    target[path[-1]] = value
    report = new_report("sara.json")
    sara_json.parse(json.dumps(data), report)
    assert code in {p.code for p in report.report.errors}


@pytest.mark.parametrize(
    ("text", "code"),
    [("[]", "json_no_object"), ("{", "json_invalid"), ('{"a": 1, "a": 2}', "json_key_repeated")],
)
def test_what_is_no_sara_json(text, code):
    report = new_report("sara.json")
    assert sara_json.parse(text, report) == sara_json.SaraJson()
    assert [p.code for p in report.report.errors] == [code]


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"input": 1}, "field_missing"),
        ({"section": []}, "field_count"),
        ({"target": [["O"]]}, "tags_differ"),
        ({"spans": [[[0, 99, "A"]]]}, "value_type"),
        ({"spans": [[[0, 0, ""]]]}, "name_empty"),
        ({"input": [7]}, "value_type"),
        ({"subsection": ["!"]}, "label_invalid"),
    ],
)
def test_bad_identification_json(change, code):
    good = {
        "input": ["ab"],
        "target": [["B", "O"]],
        "spans": [[[0, 0, "A"]]],
        "section": ["7"],
        "subsection": ["7(a)"],
    }
    report = new_report("i.json")
    assert len(identification.parse(json.dumps(good), report)) == 1
    identification.parse(json.dumps({**good, **change}), report)
    assert [p.code for p in report.report.errors] == [code]


def test_paragraphs_of_the_sample(corpus: Corpus):
    title, first, second = identification.split_paragraphs(corpus.statutes[0])
    assert (title.mentions, title.subsection) == ((), Label("7"))
    assert first.tags == "OOOOBIIIIIIIOOOOOOBIIIIIIIO"
    assert second.subsection == Label("7", ("b",))


def test_a_mention_that_ends_on_the_last_character_is_tagged():
    paragraph = identification.Paragraph("ab", (Mention(1, 2, "A"),), "7", Label("7"))
    assert paragraph.tags == "OB"


LINE = {"name": "a_pos", "text": "Ada.", "question": "Who?", "answer": "Entailment"}


@pytest.mark.parametrize(
    ("text", "code", "line"),
    [
        ("[]", "json_no_object", 1),
        ("{", "json_invalid", 1),
        (json.dumps({**LINE, "x": 1}), "field_unknown", 1),
        (json.dumps({"name": "a"}), "field_missing", 1),
        (json.dumps({**LINE, "text": None}), "value_type", 1),
        (json.dumps({**LINE, "text": "a\0b"}), "encoding_nul", 1),
        (json.dumps({**LINE, "split": "dev"}), "split_unknown", 1),
        (json.dumps({**LINE, "name": "a b"}), "case_name", 1),
        (json.dumps({**LINE, "name": "../a"}), "case_name", 1),
        (json.dumps({**LINE, "answer": " "}), "case_answer_missing", 1),
        (json.dumps(LINE) + "\n" + json.dumps(LINE), "case_repeated", 2),
    ],
)
def test_bad_json_lines(text, code, line):
    report = new_report("cases.jsonl")
    case_jsonl.parse(text, report)
    assert [(p.code, p.line) for p in report.report.errors] == [(code, line)]


def test_json_lines_read_crlf_inside_texts_as_plain_breaks():
    (case,) = case_jsonl.parse(json.dumps({**LINE, "text": "a\r\nb"}), new_report())
    assert case == Case("a_pos", "a\nb", "Who?", "Entailment", "", "")


def test_export_warns_where_the_published_code_types_differently():
    found = list(
        warn_value_types(
            [
                (Label("7"), "Tax", "integer"),
                (Label("7"), "Dues", "integer"),
                (Label("7"), "wages", "span"),
            ]
        )
    )
    assert [(p.code, p.severity) for p in found] == [("value_type_differs", "warning")] * 2
    assert "Dues" in found[0].message and "wages" in found[1].message


def test_export_warns_of_values_that_false_rows_lose():
    row = Instantiation("a", Label("7"), (), (("A", 1),), False)
    assert [p.code for p in warn_lost_values([row, replace(row, truth=True)])] == [
        "found_values_lost"
    ]


@pytest.mark.parametrize(
    ("text", "kinds"),
    [
        ("a(b).\nc(d).", ["clause", "clause"]),
        ("a(b)\nc(d).", ["unfinished", "clause"]),
        ("a(b)\n:- c.", ["unfinished", "clause"]),
        ("a(b) :-\n  c(d),\n  e(f).", ["clause"]),
        ("a('it''s. % no').", ["clause"]),
        ('a("x.\\" % no").', ["clause"]),
        ("a(0'.).", ["clause"]),
        ("a(1.5). % yes", ["clause", "comment"]),
        ("a(b). /* c(d)\n */ e(f)", ["clause", "comment", "unfinished"]),
        ("", []),
    ],
)
def test_prolog_text_is_cut_at_its_real_ends(text, kinds):
    assert [piece.kind for piece in scan_prolog(text)] == kinds
