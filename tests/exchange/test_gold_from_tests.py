"""A folder as SARA v1 or v3 has it, without a file of rows: gold comes from tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from sara_annotate.accounts.models import User
from sara_annotate.annotations.loading import Author
from sara_annotate.annotations.models import AuthorKind, Instantiation, Layer
from sara_annotate.corpus.models import Project
from sara_annotate.domain.formats.report import FormatError
from sara_annotate.exchange.reading import Preview, import_check, import_save
from sara_annotate.logic.protocol import SolverError
from tests.factories import make_project, make_user

pytestmark = pytest.mark.django_db

STATUTE = """§9. Lamp fees

(a) A keeper of a lamp shall pay a fee for each year.

(b) No fee is due from a keeper who is blind.
"""
PROGRAM = """
:- dynamic lamp_/2, blind_/1.
s9_a(Keeper, Year, Fee) :- lamp_(Keeper, Year), Fee = 12.
s9_b(Keeper) :- blind_(Keeper).
tax(Keeper, Year, Tax) :- s9_a(Keeper, Year, Tax).
"""
CASES = {
    "fee_pos": ("In 2021 Wilma kept a lamp.", "Wilma pays a fee for 2021.", "Entailment",
                "lamp_(wilma,2021).", ":- s9_a(wilma,2021,_)."),
    "fee_neg": ("Wilma kept no lamp in 2021.", "Section 9(b) applies to Wilma.", "Contradiction",
                "lamp_(otto,2021).", ":- \\+ s9_b(wilma)."),
    "amount": ("In 2021 Wilma kept a lamp.", "How much does Wilma pay in 2021?", "$12",
               "lamp_(wilma,2021).", ":- tax(wilma,2021,12)."),
    "compound": ("In 2021 Wilma kept a lamp.", "Is it so?", "Entailment",
                 "lamp_(wilma,2021).", ":- s9_a(wilma,2021,F), F > 3."),
    "elsewhere": ("In 2021 Wilma kept a lamp.", "Is it so?", "Entailment",
                  "lamp_(wilma,2021).", ":- s77(wilma)."),
}  # fmt: skip


def write_folder(root: Path, *, spans: bool = False, program: bool = True) -> Path:
    (root / "statutes" / "source").mkdir(parents=True)
    (root / "statutes" / "source" / "section9").write_text(STATUTE, encoding="utf-8")
    if program:
        (root / "statutes" / "prolog").mkdir()
        (root / "statutes" / "prolog" / "init.pl").write_text(PROGRAM, encoding="utf-8")
    (root / "cases").mkdir()
    for name, (text, question, answer, facts, test) in CASES.items():
        written = facts.replace("wilma", 'span("Wilma",8,13)') if spans else facts
        asked = test.replace("wilma", 'span("Wilma",8,13)') if spans else test
        body = (
            f"% Text\n% {text}\n\n% Question\n% {question} {answer}\n\n"
            f"% Facts\n:- [statutes/prolog/init].\n{written}\n\n% Test\n{asked}\n:- halt.\n"
        )
        (root / "cases" / f"{name}.pl").write_text(body, encoding="utf-8")
    return root


@pytest.fixture
def project() -> Project:
    make_user("dana", admin=True)
    return make_project("lamps")


def author(kind: AuthorKind = AuthorKind.GOLD) -> Author:
    return Author(User.objects.get(username="dana"), kind)


def check(folder: Path, project: Project, kind: AuthorKind = AuthorKind.GOLD) -> Preview:
    return import_check(path=folder, project=project, author=author(kind))


def stored(project: Project) -> dict[str, tuple[object, ...]]:
    rows = Instantiation.objects.filter(layer__project=project).select_related("layer__case")
    return {
        row.layer.case.name: (  # type: ignore[union-attr]
            row.subsection.label,
            row.truth,
            {v.name: v.value for v in row.values.filter(role="given")},
            {v.name: v.value for v in row.values.filter(role="found")},
        )
        for row in rows
    }


@pytest.mark.parametrize("spans", [False, True])
def test_simple_tests_become_gold(tmp_path: Path, project: Project, spans: bool) -> None:
    folder = write_folder(tmp_path / "data", spans=spans)
    preview = check(folder, project)
    assert preview.error_count == 0, preview.problems
    assert preview.version == ("SARA v3" if spans else "SARA v1")
    assert preview.counts["instantiations"] == 3
    assert stored(project) == {}, "a check stores nothing"
    import_save(path=folder, project=project, author=author())
    assert stored(project) == {
        "fee_pos": ("9(a)", True, {"Keeper": "Wilma", "Year": "2021"}, {}),
        "fee_neg": ("9(b)", False, {"Keeper": "Wilma"}, {}),
        "amount": ("tax", True, {"Keeper": "Wilma", "Year": "2021"}, {"Tax": 12}),
    }
    layers = Layer.objects.filter(project=project).exclude(case=None)
    assert {layer.state_reason for layer in layers} == {
        "Read from the case's question and test goal."
    }
    assert {(layer.author_kind, layer.state) for layer in layers} == {("gold", "accepted")}


def test_what_cannot_be_read_is_listed(tmp_path: Path, project: Project) -> None:
    preview = check(write_folder(tmp_path / "data"), project)
    listed = {p.file: p.message for p in preview.problems if p.code == "gold_not_read"}
    assert set(listed) == {"cases/compound.pl", "cases/elsewhere.pl"}
    assert "compound goal" in listed["cases/compound.pl"]
    said = [p.message for p in preview.problems if p.code == "gold_from_tests"]
    assert said == ["There is no file of rows: 3 were read from questions and test goals."]


def test_the_same_folder_again_adds_nothing(tmp_path: Path, project: Project) -> None:
    folder = write_folder(tmp_path / "data")
    for _ in range(2):
        assert check(folder, project).error_count == 0
        import_save(path=folder, project=project, author=author())
    assert Instantiation.objects.filter(layer__project=project).count() == 3


def test_without_a_program_it_says_why(tmp_path: Path, project: Project) -> None:
    preview = check(write_folder(tmp_path / "data", program=False), project)
    (said,) = [p for p in preview.problems if p.code == "gold_not_read"]
    assert "order of arguments is not known" in said.message
    assert preview.counts["instantiations"] == 0
    assert preview.error_count == 0


def test_a_person_did_not_write_it(tmp_path: Path, project: Project) -> None:
    preview = check(write_folder(tmp_path / "data"), project, AuthorKind.PERSON)
    assert preview.counts["instantiations"] == 0


def test_a_program_that_does_not_load_is_no_error_of_the_import(
    tmp_path: Path, project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse() -> tuple[str, str]:
        raise SolverError("SWI-Prolog is not installed.")

    monkeypatch.setattr("sara_annotate.logic.worker.find_prolog", refuse)
    preview = check(write_folder(tmp_path / "data"), project)
    (said,) = [p for p in preview.problems if p.code == "gold_not_read"]
    assert (said.severity, "SWI-Prolog is not installed" in said.message) == ("warning", True)
    assert preview.error_count == 0


def test_a_program_that_cannot_be_read_stops_the_import(tmp_path: Path, project: Project) -> None:
    folder = write_folder(tmp_path / "data")
    broken = folder / "statutes" / "prolog" / "init.pl"
    broken.write_text(PROGRAM + "s9_c(X) :- lamp_(X, .\n", encoding="utf-8")
    preview = check(folder, project)
    (said,) = [p for p in preview.problems if p.is_error]
    place = (said.file, said.line, said.column)
    assert place == ("statutes/prolog/init.pl", PROGRAM.count("\n") + 1, 21)
    assert (said.code, "ends too early" in said.message) == ("program_syntax", True)
    with pytest.raises(FormatError):
        import_save(path=folder, project=project, author=author())
    assert not project.statutes.exists() and not project.programs.exists()


def test_facts_that_cannot_be_read_are_said_with_their_place(
    tmp_path: Path, project: Project
) -> None:
    folder = write_folder(tmp_path / "data")
    file = folder / "cases" / "amount.pl"
    lines = file.read_text(encoding="utf-8").split("\n")
    line = next(i for i, text in enumerate(lines, 1) if text.startswith("lamp_"))
    lines[line - 1] = "lamp_(wilma 2021)."
    file.write_text("\n".join(lines), encoding="utf-8")
    preview = check(folder, project)
    (said,) = [p for p in preview.problems if p.code == "facts_syntax"]
    assert (said.file, said.line, said.column) == ("cases/amount.pl", line, 13)
    assert (said.severity, preview.error_count) == ("warning", 0)
