"""`python -m ml` as people run it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from ml.__main__ import main
from ml.conll import render_clusters, score_files
from ml.errors import RunError
from ml.saved_runs import open_run
from ml.store import load_suggester
from sara_annotate.domain.corpus import Corpus
from sara_annotate.domain.formats.archive import FolderWriter
from sara_annotate.domain.formats.layout import write_layout
from sara_annotate.domain.formats.records import CorpusSource
from sara_annotate.domain.labels import parse_label

KEY = "#begin document (SARA);\n4_1 (0)\n4_1 (1)\n4_1 (0)\n\n4_2 (2)\n\n#end document\n"


@pytest.fixture
def data_folder(corpus: Corpus, tmp_path: Path) -> Path:
    folder = tmp_path / "data"
    with FolderWriter(folder) as sink:
        write_layout(CorpusSource(corpus), sink)
    return folder


def run(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> Any:
    capsys.readouterr()
    assert main([str(a) for a in arguments]) == 0
    return json.loads(capsys.readouterr().out)


def fail(capsys: pytest.CaptureFixture[str], *arguments: str | Path) -> str:
    capsys.readouterr()
    assert main([str(a) for a in arguments]) == 2
    return capsys.readouterr().err


def test_score_prints_percents(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    key, response = tmp_path / "key", tmp_path / "response"
    key.write_text(KEY)
    response.write_text(KEY.replace("(1)", "(0)"))
    found = run(capsys, "score", "--conll", key, response, "--json")
    assert list(found) == ["muc", "bcub", "ceafm", "ceafe", "blanc", "lea"]
    assert found["muc"] == {"p": 50.0, "r": 100.0, "f1": 66.67}
    assert found["ceafm"] == {"p": 75.0, "r": 75.0, "f1": 75.0}
    same = run(capsys, "score", "--conll", key, key, "--json")
    assert all(row["f1"] == 100.0 for row in same.values())


def test_long_mentions_and_several_documents_are_scored(tmp_path: Path) -> None:
    text = "#begin document (x); part 001\na (1|(2)\nb 1)\nc (2)\n#end document\n"
    (tmp_path / "k").write_text(text + text.replace("001", "002"))
    (tmp_path / "r").write_text(text + text.replace("001", "002").replace("c (2)", "c (3)"))
    found = score_files(tmp_path / "k", tmp_path / "r")
    assert found["muc"].recall == 0.5
    assert found["ceafm"].recall == pytest.approx(5 / 6)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a (1)\n", "outside a document"),
        ("#begin document (x);\na (q)\n#end document\n", "is no mention"),
        ("#begin document (x);\na 1)\n#end document\n", "closes nothing"),
        ("#begin document (x);\na (1\n#end document\n", "never closed"),
        ("", "holds no “#begin document”"),
    ],
)
def test_bad_conll_is_refused(
    text: str, message: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    key, response = tmp_path / "key", tmp_path / "response"
    key.write_text(KEY)
    response.write_text(text)
    assert message in fail(capsys, "score", "--conll", key, response)


def test_a_document_that_the_key_lacks_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    key, response = tmp_path / "key", tmp_path / "response"
    key.write_text(KEY)
    response.write_text(KEY.replace("SARA", "other"))
    assert "has no document “(other);”" in fail(capsys, "score", "--conll", key, response)
    assert "cannot be read" in fail(capsys, "score", "--conll", key, tmp_path / "none")


def test_what_is_written_is_read_back(tmp_path: Path) -> None:
    text = render_clusters(
        [("4_1", [frozenset({1, 3}), frozenset({2})], [1, 2, 3]), ("4_2", [frozenset({9})], [9])]
    )
    assert text == KEY.replace("4_1 (1)\n4_1 (0)\n\n4_2", "4_1 (1)\n4_1 (0)\n\n4_2")
    (tmp_path / "k").write_text(text)
    assert score_files(tmp_path / "k", tmp_path / "k")["lea"].f1 == 1


def test_identification_from_evaluation_to_comparison(
    data_folder: Path, tiny_encoder: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    common = ("evaluate", "--data", data_folder, "--task", "identification", "--json", "--quiet")
    plain = run(capsys, *common, "--model", "noun-phrases", "--run", tmp_path / "np")
    assert plain["paper"]["f1"].endswith("27.3")
    settings = ("--encoder", tiny_encoder, "--epochs", "6", "--members", "1", "--device", "cpu")
    found = run(
        capsys, *common, "--model", "improved", *settings, "--feature-rate", "0.3",
        "--run", tmp_path / "improved",
    )  # fmt: skip
    assert found["metrics"]["pooled"]["f1"] > plain["metrics"]["pooled"]["f1"]
    for name in ("config.json", "metrics.json", "predictions.jsonl", "report.md", "report.html"):
        assert (tmp_path / "improved" / name).stat().st_size > 100
    table = (tmp_path / "improved" / "report.md").read_text(encoding="utf-8").splitlines()[2:7]
    assert {line.replace("\\|", "").count("|") for line in table} == {4}
    for plot in ("learning-curve", "reliability", "per-statute"):
        assert (tmp_path / "improved" / f"{plot}.png").read_bytes()[:4] == b"\x89PNG"
    config = json.loads((tmp_path / "improved" / "config.json").read_text())
    assert config["config"]["epochs"] == 6 and config["config"]["batch_size"] == 16
    assert len(config["data_hash"]) == 64 and "torch" in config["versions"]
    against = run(capsys, "compare", tmp_path / "np", tmp_path / "improved", "--json")
    assert against["difference"] > 0
    cascade = run(
        capsys, "evaluate", "--data", data_folder, "--task", "cascade", "--model", "improved",
        "--spans", tmp_path / "improved", "--run", tmp_path / "cascade", "--json",
    )  # fmt: skip
    assert cascade["metrics"]["identification"] == found["metrics"]["pooled"]
    check_folds_are_kept(tmp_path / "improved", data_folder, tmp_path / "out.jsonl")


def check_folds_are_kept(run_folder: Path, data_folder: Path, output: Path) -> None:
    """An evaluation suggests too, each statute by a model that does not know it."""
    folds = {row["name"]: row for row in json.loads((run_folder / "folds.json").read_text())}
    command = ["predict", "--run", str(run_folder), "--data", str(data_folder)]
    assert main([*command, "--output", str(output)]) == 0
    rows = [json.loads(line) for line in output.read_text().splitlines()]
    assert len(rows) == 16
    for row in rows:
        assert parse_label(row["subsection"]).section not in folds[row["fold"]]["trained_on"]
    listed = [json.loads(x) for x in (run_folder / "predictions.jsonl").read_text().splitlines()]
    spans = {(m["start"], m["end"]) for r in rows for a in r["arguments"] for m in a["mentions"]}
    assert spans <= {(one["start"], one["end"]) for one in listed} and spans


def test_a_trained_model_suggests_after_loading(
    data_folder: Path, tiny_encoder: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "model"
    settings = ("--encoder", tiny_encoder, "--epochs", "8", "--members", "2", "--quiet")
    done = run(
        capsys, "train", "--data", data_folder, "--task", "identification", "--model", "improved",
        *settings, "--feature-rate", "0.3", "--run", folder, "--device", "cpu",
    )  # fmt: skip
    assert done["dev_f1"] > 50
    assert not [p for p in folder.rglob("*") if p.suffix in (".pkl", ".pt", ".bin")]
    with pytest.raises(RunError, match="has learnt from section"):
        open_run(folder).pick("4")
    assert open_run(folder).pick("999").name == "all"
    suggester, saved = load_suggester(folder)
    assert len(suggester.taggers) == 2 and saved["names"]["owner"] == "Owner"
    output = tmp_path / "out.jsonl"
    assert (
        main(["predict", "--run", str(folder), "--data", str(data_folder), "--output", str(output)])
        == 0
    )
    rows = [json.loads(line) for line in output.read_text().splitlines()]
    assert len(rows) == 16
    arguments = [a for row in rows for a in row["arguments"]]
    assert {"Owner", "Boat"} <= {a["name"] for a in arguments}
    assert all(0 <= a["confidence"] <= 1 for a in arguments)


def test_instantiation_is_trained_saved_and_asked(
    data_folder: Path, tiny_encoder: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "values"
    run(
        capsys, "train", "--data", data_folder, "--task", "instantiation",
        "--model", "bert-without-structure", "--encoder", tiny_encoder, "--folds", "2",
        "--finetune-epochs", "1", "--run", folder, "--quiet", "--device", "cpu",
    )  # fmt: skip
    output = tmp_path / "answers.jsonl"
    assert (
        main(["predict", "--run", str(folder), "--data", str(data_folder), "--output", str(output)])
        == 0
    )
    rows = [json.loads(line) for line in output.read_text().splitlines()]
    assert len(rows) == 24
    assert all(0 <= row["truth"] <= 1 for row in rows)
    majority = run(
        capsys, "evaluate", "--data", data_folder, "--task", "instantiation",
        "--model", "majority", "--run", tmp_path / "majority", "--json",
    )  # fmt: skip
    assert majority["paper"]["unified"] == "43.3 ± 6.2"


def test_structure_and_coreference_print_tables(
    data_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for task, model in (("coreference", "improved"), ("structure", "draft")):
        arguments = ["evaluate", "--data", str(data_folder), "--task", task, "--model", model]
        assert main([*arguments, "--run", str(tmp_path / task)]) == 0
        assert "paper" in capsys.readouterr().out
    files = [tmp_path / "coreference" / f"{side}.conll" for side in ("key", "response")]
    scored = run(capsys, "score", "--conll", *files, "--json")
    saved = json.loads((tmp_path / "coreference" / "metrics.json").read_text())
    assert scored == saved["metrics"]["links"]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--task", "guessing", "--model", "x"), "no task “guessing”"),
        (("--task", "identification", "--model", "best"), "no identification model “best”"),
        (("--task", "instantiation", "--model", "best"), "no instantiation model “best”"),
        (("--task", "structure", "--model", "best"), "no structure model “best”"),
        (
            ("--task", "coreference", "--model", "improved", "--epochs", "3"),
            "--epochs means nothing",
        ),
        (
            ("--task", "identification", "--model", "improved", "--encoder", "./nowhere"),
            "is not a folder",
        ),
    ],
)
def test_bad_wishes_get_a_sentence(
    data_folder: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    arguments: tuple[str, ...],
    message: str,
) -> None:
    place = ("--data", data_folder, "--run", tmp_path / "run", "--quiet")
    assert message in fail(capsys, "evaluate", *place, *arguments)


def test_a_data_set_that_is_not_there_is_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    wish = ("--task", "coreference", "--model", "improved")
    assert "no data set at" in fail(capsys, "evaluate", "--data", tmp_path / "none", *wish)
    (tmp_path / "statutes" / "source").mkdir(parents=True)
    assert "error:" in fail(capsys, "evaluate", "--data", tmp_path, *wish)


def test_a_folder_that_is_no_run_is_named(
    data_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "is no finished run" in fail(capsys, "compare", tmp_path, tmp_path)
    assert "no trained suggester" in fail(
        capsys, "predict", "--run", tmp_path, "--data", data_folder
    )
