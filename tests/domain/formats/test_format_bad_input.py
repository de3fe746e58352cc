"""Each thing that can be wrong with a data set: its code, its file, its line, and what survives."""

from __future__ import annotations

from dataclasses import replace

import pytest

from sara_annotate.domain.formats.layout import LayoutReader, Summary, load_corpus, open_layout
from sara_annotate.domain.formats.report import FormatError
from sara_annotate.domain.labels import Label
from tests.domain.formats.format_samples import CASE, GOOD, TEXT, pack_tar, pack_zip

B, P, S = "boundaries/section7", "argument_placeholders/section7", "structure/section7"
SRC, ROWS, POS = "statutes/source/section7", "argument_instantiation", "cases/dues_pos.pl"
WHOLE = Summary("v2", 1, 3, 3, 3, 3, 2, 2, 0)


def read(files: dict[str, str | bytes | None]) -> tuple[LayoutReader, Summary]:
    merged = {k: v for k, v in {**GOOD, **files}.items() if v is not None}
    reader = open_layout(pack_tar(merged))
    return reader, reader.check()


def test_the_sample_itself_is_good():
    reader, summary = read({})
    assert reader.problems == ()
    assert summary == WHOLE


def line(file: str, number: int, text: str) -> dict[str, str]:
    """The sample with one line of a file replaced (or put at the end)."""
    lines = GOOD[file].split("\n")
    lines[number - 1 : number] = [text]
    return {file: "\n".join(lines).rstrip("\n") + "\n"}


ERRORS = [
    # boundaries
    (line(B, 2, ""), "line_blank", B, 2),
    (line(B, 2, "# 7(a)"), "line_comment", B, 2),
    (line(B, 2, "18,44"), "field_count", B, 2),
    (line(B, 2, "18,x,7(a)"), "offset_invalid", B, 2),
    (line(B, 2, "-1,44,7(a)"), "offset_invalid", B, 2),
    (line(B, 2, "١٨,44,7(a)"), "offset_invalid", B, 2),
    (line(B, 2, "18,4400,7(a)"), "span_outside_text", B, 2),
    (line(B, 2, "44,43,7(a)"), "span_empty", B, 2),
    (line(B, 2, "44,18,7(a)"), "span_reversed", B, 2),
    (line(B, 2, "18,44,7(a"), "label_invalid", B, 2),
    (line(B, 2, "18,44,8(a)"), "boundary_section", B, 2),
    (line(B, 4, "47,71,7(b)"), "boundary_repeated", B, 4),
    (line(B, 4, "50,60,7(b)"), "boundary_overlap", B, 4),
    ({B: ""}, "boundaries_empty", B, 1),
    ({B: None, "boundaries/section8": "0,1,8\n"}, "file_missing", B, None),
    ({SRC: None}, "file_missing", SRC, None),
    ({P: None, "argument_placeholders/section8": ""}, "file_missing", P, None),
    ({S: None, "structure/section8": ""}, "file_missing", S, None),
    ({SRC: ""}, "statute_empty", SRC, 1),
    ({f"{SRC}x1": "§7x1. A\n"}, "section_invalid", f"{SRC}x1", None),
    # encoding
    ({SRC: TEXT.encode("latin-1")}, "encoding_invalid", SRC, 1),
    ({S: b"s7(X).\ns7_a(\xff).\n"}, "encoding_invalid", S, 2),
    ({ROWS: b"a\tb\t{}\t{}\n\xff\xfe\n"}, "encoding_invalid", ROWS, 2),
    ({P: "# 7\n\x00\n"}, "encoding_nul", P, 2),
    ({SRC: "\ufeff" + TEXT}, "bom_offsets", SRC, 1),
    # mentions
    (line(P, 1, "22,29,Master"), "placeholder_before_header", P, 1),
    (line(P, 3, ""), "line_blank", P, 3),
    (line(P, 2, "# 7(z)"), "header_unknown", P, 2),
    (line(P, 2, "# !"), "header_invalid", P, 2),
    (line(P, 7, "# 7(a)"), "header_repeated", P, 7),
    (line(P, 3, "22,29,Mas,ter"), "name_comma", P, 3),
    (line(P, 3, "22,29,"), "name_empty", P, 3),
    (line(P, 3, "22,29,a b"), "name_invalid", P, 3),
    (line(P, 3, "22,29,Or"), "name_reserved", P, 3),
    (line(P, 3, "22,29"), "field_count", P, 3),
    (line(P, 3, "22,2900,Master"), "span_outside_text", P, 3),
    (line(P, 3, "29,22,Master"), "span_reversed", P, 3),
    (line(P, 3, "22,21,Master"), "span_empty", P, 3),
    (line(P, 3, "51,57,Master"), "mention_outside", P, 3),
    (line(P, 3, "40,46,Master"), "mention_outside", P, 3),
    (line(P, 4, "29,43,Dues"), "mention_overlap", P, 4),
    # clauses
    (line(S, 3, "% a leaf"), "line_comment", S, 3),
    (line(S, 3, "s7_b(PILOT)"), "clause_unfinished", S, 3),
    (line(S, 3, "s7_b(PILOT).."), "clause_empty", S, 3),
    (line(S, 3, "7 owes."), "clause_head", S, 3),
    (line(S, 4, "s7_a(MASTER)."), "clause_repeated", S, 4),
    (line(S, 4, "s7_z(MASTER)."), "clause_head_unknown", S, 4),
    (line(S, 2, "s7_a(M) :- s7_z(M)."), "clause_call_unknown", S, 2),
    (line(S, 3, ""), "clause_call_unknown", S, 1),
    (line(S, 4, "dues(M) :- fees(M)."), "clause_call_unknown", S, 4),
    # rows
    (line(ROWS, 1, ""), "line_blank", ROWS, 1),
    (line(ROWS, 1, "dues_pos\ts7_a\t{}"), "field_count", ROWS, 1),
    (line(ROWS, 1, "dues_pos\ts7_a\t{}\t{}\t"), "field_count", ROWS, 1),
    (line(ROWS, 1, "nobody\ts7_a\t{}\t{}"), "row_case_unknown", ROWS, 1),
    (line(ROWS, 1, "\ts7_a\t{}\t{}"), "case_name_empty", ROWS, 1),
    (line(ROWS, 1, "dues_pos\ts7_z\t{}\t{}"), "row_predicate_unknown", ROWS, 1),
    (line(ROWS, 1, "dues_pos\tfees\t{}\t{}"), "row_predicate_unknown", ROWS, 1),
    (line(ROWS, 1, "dues_pos\t!\t{}\t{}"), "label_invalid", ROWS, 1),
    (line(ROWS, 1, "dues_pos\ts7_a\t[]\t{}"), "json_no_object", ROWS, 1),
    (line(ROWS, 1, "dues_pos\ts7_a\t{}\ttrue"), "json_no_object", ROWS, 1),
    (line(ROWS, 1, "dues_pos\ts7_a\t{'A': 1}\t{}"), "json_invalid", ROWS, 1),
    (line(ROWS, 1, "dues_pos\ts7_a\t" + "[" * 99999 + "\t{}"), "json_invalid", ROWS, 1),
    (line(ROWS, 1, 'dues_pos\ts7_a\t{"A": 1, "A": 2}\t{}'), "json_key_repeated", ROWS, 1),
    (line(ROWS, 1, 'dues_pos\ts7_a\t{"A": 1, "a": 2}\t{}'), "name_repeated", ROWS, 1),
    (line(ROWS, 1, 'dues_pos\ts7_a\t{"A": true}\t{}'), "value_type", ROWS, 1),
    (line(ROWS, 1, 'dues_pos\ts7_a\t{"A": 1.5}\t{}'), "value_type", ROWS, 1),
    (line(ROWS, 1, 'dues_pos\ts7_a\t{"A": NaN}\t{}'), "value_type", ROWS, 1),
    (line(ROWS, 1, 'dues_pos\ts7_a\t{"A": null}\t{}'), "value_type", ROWS, 1),
    (line(ROWS, 1, 'dues_pos\ts7_a\t{"A": {"B": 1}}\t{}'), "value_type", ROWS, 1),
    (line(ROWS, 1, 'dues_pos\ts7_a\t{"A": [[1]]}\t{}'), "value_type", ROWS, 1),
    (line(ROWS, 1, 'dues_pos\ts7_a\t{"A": 9' + "0" * 5000 + "}\t{}"), "value_too_large", ROWS, 1),
    (line(ROWS, 1, 'dues_pos\ts7_a\t{"A": "\\ud800"}\t{}'), "json_surrogate", ROWS, 1),
    (line(ROWS, 1, 'dues_pos\ts7_a\t{"": 1}\t{}'), "name_empty", ROWS, 1),
    (line(ROWS, 1, 'dues_pos\ts7_a\t{}\t{"@truth": 1}'), "truth_written", ROWS, 1),
    (
        {"argument_instantiation_silver": "dues_neg\ts7_a\t{}\tfalse\n"},
        "silver_in_test",
        "argument_instantiation_silver",
        1,
    ),
    # cases and splits
    ({POS: CASE.replace("% Facts", "% facts")}, "case_marker_missing", POS, 5),
    ({POS: CASE.replace("% Text\n", "")}, "case_marker_missing", POS, 1),
    ({POS: CASE + "% Test\n"}, "case_marker_repeated", POS, 14),
    ({POS: CASE.replace(" Entailment", "")}, "case_answer_missing", POS, 5),
    ({POS: CASE.replace("% Ada owes the dues. Entailment\n", "")}, "case_answer_missing", POS, 5),
    ({"splits/train": "dues_pos\nlost\n"}, "split_without_case", "splits/train", 2),
    ({"splits/train": "dues_pos\n\n"}, "line_blank", "splits/train", 2),
    ({"splits/train": "dues_pos\ndues_pos\n"}, "split_repeated", "splits/train", 2),
    ({"splits/test": "dues_neg\ndues_pos\n"}, "split_both", "splits/test", 2),
    ({"cases/a,b.pl": CASE}, "case_name", "cases/a,b.pl", None),
    ({"more.jsonl": '{"name": "dues_pos", "text": "", "question": "", "answer": "$1"}\n'},
     "case_repeated", "more.jsonl", None),
]  # fmt: skip


@pytest.mark.parametrize(("files", "code", "file", "number"), ERRORS)
def test_errors_name_file_line_and_remedy(files, code, file, number):
    reader, _ = read(files)
    found = {(p.code, p.file, p.line): p for p in reader.report.errors}
    assert (code, file, number) in found, list(map(str, reader.problems))
    problem = found[code, file, number]
    assert problem.message and (problem.hint or code in ("label_invalid", "header_invalid"))
    with pytest.raises(FormatError) as refused:
        reader.report.raise_errors()
    assert problem in refused.value.problems


WARNINGS = [
    ({POS: CASE.replace("\n", "\r\n")}, "line_breaks", POS, 1),
    ({POS: "\ufeff" + CASE}, "bom", POS, 1),
    ({ROWS: "\ufeff" + GOOD[ROWS].replace("\n", "\r\n")}, "line_breaks", ROWS, 1),
    ({POS: CASE.replace("mooring_(m).", "mooring_(m)")}, "facts_no_dot", POS, 8),
    ({POS: CASE.replace("agent_(m,ada).", "agent_(m,ada)")}, "facts_no_dot", POS, 9),
    ({POS: CASE.replace("agent_", "% who\nagent_")}, "facts_comment", POS, 9),
    ({POS: CASE.replace("agent_", "/* who\n */ agent_")}, "facts_comment", POS, 9),
    ({POS: CASE.replace(":- s7_a(ada,_).\n:- halt.\n", "")}, "case_test_missing", POS, 5),
    ({POS: CASE.replace("Entailment", "Contradiction")}, "case_answer_name", POS, 5),
    ({POS: CASE.replace("% Ada moored", "Ada moored")}, "case_line_prefix", POS, 2),
    ({"splits/test": None}, "case_without_split", "cases/dues_neg.pl", None),
    ({"splits/test": "dues_neg.pl\n"}, "split_spelling", "splits/test", 1),
    (line(B, 2, "18,44,§7(a)"), "label_spelling", B, 2),
    ({B: "18,44,7(a)\n0,15,7\n47,71,7(b)\n"}, "boundary_order", B, 2),
]  # fmt: skip


@pytest.mark.parametrize(("files", "code", "file", "number"), WARNINGS)
def test_warnings_lose_nothing(files, code, file, number):
    reader, summary = read(files)
    assert (code, file, number) in {(p.code, p.file, p.line) for p in reader.problems}
    assert reader.report.errors == ()
    assert summary == WHOLE


@pytest.mark.parametrize(
    ("files", "lost"),
    [
        (line(P, 3, "22,29,Mas,ter"), {"mentions": 2}),
        (line(B, 3, "47,9999,7(b)"), {"subsections": 2, "parts": 2, "mentions": 2, "clauses": 2}),
        (line(S, 2, "s7_a(MASTER,DUES."), {"clauses": 2}),
        (line(ROWS, 1, "x"), {"instantiations": 1}),
        ({POS: "no case"}, {"cases": 1}),
        (
            {SRC: b"\xff"},
            {"statutes": 0, "subsections": 0, "parts": 0, "mentions": 0, "clauses": 0},
        ),
    ],
)
def test_good_rows_outlive_a_bad_one(files, lost):
    reader, summary = read(files)
    assert reader.report.has_errors
    assert summary == replace(WHOLE, **lost)


def test_everything_wrong_is_listed_at_once_and_once():
    files = {**line(P, 3, "22,29,"), **line(B, 2, ""), **line(ROWS, 2, "")}
    reader, _ = read(files)
    before = reader.problems
    reader.check()
    assert reader.problems == before
    assert {B, P, ROWS} <= {p.file for p in before}


def test_a_clause_problem_has_the_place_in_its_file():
    reader, _ = read(line(S, 2, "s7_a(MASTER,DUES) :-\n    s7_b(MASTER) and s7(MASTER)."))
    places = [(p.file, p.line) for p in reader.report.errors]
    assert (S, 3) in places


@pytest.mark.parametrize("pack", [pack_tar, pack_zip])
@pytest.mark.parametrize("top", ["", "sara_v2/", "deep/er/sara_v2/"])
def test_a_top_folder_makes_no_difference(pack, top):
    with open_layout(pack(GOOD, top=top)) as reader:
        assert reader.check() == WHOLE
        assert reader.problems == ()


def test_splits_of_the_distribution_stand_beside():
    files = {f"sara_v2/{k}" if "splits" not in k else f"sara/{k}": v for k, v in GOOD.items()}
    with open_layout(pack_tar(files)) as reader:
        assert reader.splits == {"dues_pos": "train", "dues_neg": "test"}
        assert reader.check() == WHOLE


def test_two_data_sets_in_one_archive_are_refused():
    files = {f"{top}/{k}": v for top in ("v1", "v2") for k, v in GOOD.items()}
    with pytest.raises(FormatError) as refused:
        open_layout(pack_tar(files))
    assert refused.value.code == "layout_ambiguous"


def test_other_files_are_noted_and_ignored():
    files = {
        **GOOD,
        "README.md": "x",
        "structure_paper_notation/section7": "",
        "a/b": "",
        "a/c": "",
    }
    with open_layout(pack_tar(files)) as reader:
        assert reader.check() == WHOLE
        assert {(p.code, p.severity) for p in reader.problems} == {("file_ignored", "note")}
        assert {p.file for p in reader.problems} == {
            "README.md",
            "structure_paper_notation/section7",
            "a",
        }


def test_nothing_of_the_layout_is_an_error():
    with open_layout(pack_tar({"README.md": "hello"})) as reader:
        assert [p.code for p in reader.report.errors] == ["layout_empty"]


V1 = {k: v for k, v in GOOD.items() if k.split("/")[0] in ("statutes", "cases", "splits")}


@pytest.mark.parametrize(
    ("facts", "version"),
    [("agent_(m,ada).", "v1"), ('agent_(m,span("Ada",0,2)).\nstart_(m,20200101).', "v3")],
)
def test_versions_without_boundaries_are_segmented(facts, version):
    files = {**V1, POS: CASE.replace("agent_(m,ada).", facts)}
    with open_layout(pack_tar(files)) as reader:
        assert reader.version == version
        (found,) = reader.statutes()
        assert [s.label.plain for s in found.statute.subsections] == ["7", "7(a)", "7(b)"]
        assert (found.mentions, found.clauses) == ((), ())
        assert len(list(reader.cases())) == 2
        assert reader.report.errors == ()


def test_known_labels_may_be_called_though_they_are_elsewhere():
    files = {**GOOD, **line(S, 2, "s7_a(M) :- s8(M).")}
    with open_layout(pack_tar(files), known=frozenset({Label("8")})) as reader:
        reader.check()
        assert reader.report.errors == ()


def test_load_corpus_raises_all_errors():
    with pytest.raises(FormatError) as refused:
        load_corpus(pack_tar({**GOOD, **line(P, 3, "22,29,"), **line(B, 2, "")}))
    assert len(refused.value.problems) > 1
    assert refused.value.extra["problems"]
