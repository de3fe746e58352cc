"""What was written is read again, whatever characters it is made of."""

from __future__ import annotations

import dataclasses
import io
import json
from pathlib import Path

from hypothesis import given, settings

from sara_annotate.domain.corpus import Case, Corpus, Instantiation
from sara_annotate.domain.formats import (
    boundaries,
    case_file,
    case_jsonl,
    conll,
    identification,
    instantiation,
    placeholders,
    sara_json,
    structure,
)
from sara_annotate.domain.formats.archive import TarWriter
from sara_annotate.domain.formats.layout import load_corpus, open_layout, write_layout
from sara_annotate.domain.formats.records import CorpusSource
from sara_annotate.domain.formats.report import new_report
from sara_annotate.domain.labels import Label
from tests.domain.formats.format_strategies import cases, corpora, mappings, statutes


@given(statutes("63"))
def test_the_files_of_a_statute(annotated):
    report, statute = new_report("section63"), annotated.statute
    size = len(statute.text)
    subs = boundaries.parse(
        boundaries.render(statute.subsections), report, section="63", length=size
    )
    assert subs == statute.subsections
    text = placeholders.render(annotated.mentions)
    assert placeholders.parse(text, report, subsections=subs, length=size) == annotated.mentions
    assert structure.parse(structure.render(annotated.clauses), report) == annotated.clauses
    assert report.report.problems == ()


@given(cases("case_1"))
def test_a_case_in_both_forms(case: Case):
    report = new_report("case")
    read = case_file.parse(case_file.render(case), report, name=case.name, split=case.split)
    assert read == dataclasses.replace(case, source=case_file.render(case))
    assert case_jsonl.parse(case_jsonl.render([case, read][:1]), report) == (case,)
    assert not report.report.has_errors


@given(mappings(), mappings())
def test_rows(given_values, found):
    rows = (
        Instantiation("a_pos", Label("63", ("c", "5")), given_values, found, True),
        Instantiation("a_neg", Label("tax"), given_values, (), False),
    )
    report = new_report("argument_instantiation")
    assert instantiation.parse(instantiation.render(rows), report) == rows
    assert report.report.problems == ()


@settings(deadline=None)
@given(corpora())
def test_a_whole_data_set_through_an_archive(corpus: Corpus):
    packed = pack(corpus)
    read = load_corpus(io.BytesIO(packed))
    plain = tuple(dataclasses.replace(case, source="") for case in read.cases)
    assert dataclasses.replace(read, cases=plain) == corpus
    assert pack(read) == packed


@settings(deadline=None)
@given(corpora())
def test_sara_json(corpus: Corpus):
    text = "".join(sara_json.render(CorpusSource(corpus)))
    report = new_report("sara.json")
    read = sara_json.parse(text, report)
    assert report.report.errors == ()
    assert text.encode("utf-8").decode("utf-8") == text
    rows = [(r.case, r.label, r.truth) for r in (*read.train, *read.test)]
    assert sorted(rows, key=str) == sorted(
        ((r.case, r.label, r.truth) for r in corpus.instantiations), key=str
    )
    texts = dict(read.statutes)
    marked = {entry.label: entry.mentions for entry in read.mentions}
    for annotated in corpus.statutes:
        for sub in annotated.statute.subsections:
            assert texts[sub.label] == sub.text_of(annotated.statute.text)
        for entry in annotated.mentions:
            found = [texts[entry.label][m.start : m.end] for m in marked[entry.label]]
            expected = [annotated.statute.text[m.start : m.end] for m in sorted(entry.mentions)]
            assert found == [part.replace("\n", " ") for part in expected]
    assert "tax" in json.loads(text)["spans"]


@settings(deadline=None)
@given(corpora())
def test_identification_json(corpus: Corpus):
    source, report = CorpusSource(corpus), new_report("identification.json")
    text = "".join(identification.render(source))
    paragraphs = identification.parse(text, report)
    assert report.report.problems == ()
    assert paragraphs == tuple(
        p for s in corpus.statutes for p in identification.split_paragraphs(s)
    )
    assert all(len(p.tags) == len(p.text) and "\n" not in p.text for p in paragraphs)


@settings(deadline=None)
@given(corpora())
def test_conll(corpus: Corpus):
    report = new_report("sara.conll")
    (document,) = conll.parse("".join(conll.render(CorpusSource(corpus))), report)
    assert report.report.problems == ()
    entries = [entry for s in corpus.statutes for entry in s.mentions]
    assert [m.word for m in document.mentions] == [
        entry.label.conll for entry in entries for _ in entry.mentions
    ]
    arguments = {(e.label, m.argument.upper()) for e in entries for m in e.mentions}
    assert len(document.clusters) == len(arguments)


def pack(corpus: Corpus) -> bytes:
    target = io.BytesIO()
    with TarWriter(target) as sink:
        write_layout(CorpusSource(corpus), sink)
    return target.getvalue()


def test_sara_is_written_byte_for_byte_as_it_was_read(sara_data: Path):
    target = io.BytesIO()
    with open_layout(sara_data) as reader, TarWriter(target, root="sara_v2") as sink:
        summary = reader.check()
        write_layout(reader, sink)
        assert reader.report.errors == ()
    assert (summary.version, summary.subsections, summary.parts) == ("v2", 192, 201)
    assert (summary.mentions, summary.clauses, summary.cases) == (599, 193, 256)
    files = {p for p in sara_data.rglob("*") if p.is_file() and p.suffix != ".md"}
    files -= set((sara_data / "structure_paper_notation").iterdir())
    with open_layout(target) as reader:
        archive = reader._archive
        assert set(archive.names) == {f"sara_v2/{p.relative_to(sara_data)}" for p in files}
        for path in files:
            assert archive.read(f"sara_v2/{path.relative_to(sara_data)}") == path.read_bytes()
        assert reader.check() == summary


def test_faults_of_sara_in_the_wild_are_warnings_by_file_and_line(sara_data: Path):
    with open_layout(sara_data) as reader:
        reader.check()
        found = {(p.code, p.severity) for p in reader.problems}
        dots = {(p.file, p.line) for p in reader.problems if p.code == "facts_no_dot"}
    assert found == {
        ("facts_no_dot", "warning"),
        ("facts_comment", "warning"),
        ("file_ignored", "note"),
    }
    for file, line in dots:
        text = (sara_data / file).read_text().split("\n")[line - 1]
        assert text and not text.rstrip().endswith(".")
    assert len(dots) == 2


def test_one_gold_span_of_sara_json_is_the_paper_s(sara_data: Path):
    data = json.loads("".join(sara_json.render(CorpusSource(load_corpus(sara_data)))))
    assert [s[:2] for s in data["spans"]["63(c)(5)"]][2] == [96, 111]
    assert data["test"]["gold"] == data["test"]["automatic"]
    assert len(data["train"]["gold"]) == 204 and len(data["structure"]) == 193
    assert data["train"]["gold"][0][3] == {"@TRUTH": False}
