"""From “Pre-label” to accepted suggestions in the export, and the page of models and jobs."""

from __future__ import annotations

import os
import signal
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.test_case import Desk
from tests.browser.test_screens import find_faults
from tests.browser.test_workbench import Home, press, said, saved
from tests.live import LiveInstance, wait_until
from tests.ml.conftest import save_tiny_encoder

PATH = "/p/port-merrow/models"
PROJECT = "/projects/port-merrow"
PERSON, SECTION = "sam", "14"
WAIT_MS = 120_000


@pytest.fixture(scope="module")
def at_work(instance: LiveInstance) -> LiveInstance:
    """Only when the models' worker is heard of: it is the last to start."""
    client = instance.client("dana")
    wait_until(
        lambda: all(queue["online"] for queue in client.get("/workers").json()["queues"]), 120
    )
    return instance


def expect_done(page: Page, title: str) -> None:
    first = page.get_by_role("region", name="Jobs").locator(".jrow").first
    expect(first).to_contain_text(title, timeout=WAIT_MS)
    expect(first.locator(".chip.ok")).to_have_text("done", timeout=WAIT_MS)


def find_open(home: Home) -> dict[str, Any] | None:
    """Suggestions of the newest run for a subsection that the person has not begun."""
    read = home.read()
    begun = {layer["label"] for layer in read["layers"]}
    found = (s for s in read["suggestions"] if s["mentions"] and s["label"] not in begun)
    return next(found, None)


def test_train_pre_label_accept_export(open_page: Open, at_work: LiveInstance) -> None:
    page = open_page("dana", PATH)
    expect(page.get_by_text("In use: the rules")).to_be_visible()
    page.get_by_role("button", name="Train on what is accepted").click()
    expect_done(page, "Train, features")
    models = page.get_by_role("region", name="Models", exact=True)
    expect(models.get_by_role("row").nth(1)).to_contain_text("model 1")
    expect(models).to_contain_text("on the authors' own annotation")
    expect(models).to_contain_text("against the rules")
    page.get_by_label("What to pre-label").select_option(SECTION)
    page.get_by_role("button", name="Pre-label", exact=True).click()
    expect_done(page, f"Pre-label §{SECTION}")
    assert not find_faults(page)

    home = Home(at_work, PERSON, SECTION, "")
    chosen = find_open(home)
    assert chosen is not None, "no subsection of the demo is left to begin"
    assert chosen["fold"].startswith(("without §14", "§14 held out"))
    home.label = chosen["label"]
    desk = open_page(PERSON, home.path)
    expect(desk.locator(".fo")).to_have_attribute("data-label", home.label)
    expect(desk.locator("#main")).to_be_focused()
    desk.keyboard.press("Shift+Enter")

    def accepted() -> bool:
        return any(m.get("from_suggestion") for m in home.layer()["mentions"])

    wait_until(accepted, 60)
    exported = at_work.client("dana").get(f"{PROJECT}/export?format=full").text
    taken = [m["from_suggestion"] for m in home.layer()["mentions"] if m.get("from_suggestion")]
    assert taken
    assert all(f'"from_suggestion":"{key}"' in exported for key in taken)
    figures = at_work.client("dana").get(f"{PROJECT}/suggestions/figures").json()
    assert sum(row["accepted"] for row in figures["by_run"]) >= len(taken)


def train_values(instance: LiveInstance, encoder: Path) -> int:
    """The number of a model for values: a short training of a tiny network, by the worker."""
    client = instance.client("dana")
    wanted = {"kind": "instantiation", "encoder": str(encoder), "changes": {"epochs": 1}}
    answer = client.send("post", f"{PROJECT}/models/train", json=wanted)
    assert answer.status_code == 202, answer.text
    path = f"{PROJECT}/jobs/{answer.json()['job']}"
    wait_until(lambda: client.get(path).json()["state"] in ("done", "failed"), 240)
    job = client.get(path).json()
    assert job["state"] == "done", job["message"]
    return int(job["result"]["model"])


def test_cases_are_suggested_by_a_trained_model_and_accepted_by_keys(
    open_page: Open, at_work: LiveInstance, tmp_path: Path
) -> None:
    number = train_values(at_work, save_tiny_encoder(tmp_path))
    page = open_page("dana", PATH)
    models = page.get_by_role("region", name="Models", exact=True)
    row = models.get_by_role("row", name=f"model {number} instantiation")
    expect(row).to_contain_text("against the majority")
    if row.get_by_role("button", name="Use").count():  # it may be better, even so
        row.get_by_role("button", name="Use").click()
    expect(page.get_by_text(f"for cases model {number}")).to_be_visible()
    page.get_by_label("What to pre-label").select_option("No statutes")
    expect(page.get_by_role("button", name="Pre-label", exact=True)).to_be_disabled()
    page.get_by_label("Cases", exact=True).select_option("cases: by the model in use")
    page.get_by_role("button", name="Pre-label", exact=True).click()
    expect_done(page, "Pre-label cases")
    expect(page.get_by_role("region", name="Jobs").locator(".jrow").first).to_contain_text(
        "56 cases"
    )

    desk = Desk(at_work, "dana", "s21_b_pos")
    case = open_page("dana", desk.path)
    expect(case.get_by_text("for §21(b)")).to_be_visible()
    press(case, "Tab")
    assert "suggested" in said(case)
    expect(case.locator(".case-sug-b")).to_contain_text("not from this one or its counterpart")
    expect(case.locator(".case-sug-b")).to_contain_text(f"model {number}, fold test-")
    press(case, "Enter")
    saved(case)
    assert len(desk.read()["layer"]["decisions"]) == 1
    press(case, "Shift+Enter")
    saved(case)
    decisions = desk.read()["layer"]["decisions"]
    assert set(decisions.values()) == {"accepted"}
    assert desk.row("21(b)")["truth"] is not None
    exported = at_work.client("dana").get(f"{PROJECT}/export?format=full").text
    assert all(f'"suggestion":"{key}"' in exported for key in decisions)

    page.bring_to_front()
    row.get_by_role("button", name="Take out of use").click()
    expect(page.get_by_text("for cases model")).to_have_count(0)


def send_all(pids: list[int], number: signal.Signals) -> None:
    for pid in pids:
        os.kill(pid, number)


def put_to_sleep(instance: LiveInstance, words: str) -> list[int]:
    """Stops these processes, but not while one of them holds the database."""
    pids = instance.pids_with(words)
    assert pids
    while True:
        send_all(pids, signal.SIGSTOP)
        try:
            with closing(sqlite3.connect(instance.var / "sara.sqlite3", timeout=5)) as line:
                line.execute("BEGIN IMMEDIATE")
            return pids
        except sqlite3.OperationalError:
            send_all(pids, signal.SIGCONT)


def test_the_page_says_when_nobody_works_and_how_to_start_a_worker(
    open_page: Open, at_work: LiveInstance
) -> None:
    page = open_page("dana", PATH)
    note = page.get_by_text("No worker is running for models")
    expect(note).to_have_count(0)
    asleep = put_to_sleep(at_work, "-Q models")
    try:
        expect(note).to_contain_text("-Q models")
        page.get_by_role("button", name="Pre-label", exact=True).click()
        first = page.get_by_role("region", name="Jobs").locator(".jrow").first
        expect(first).to_contain_text("No worker serves the queue “models”")
    finally:
        send_all(asleep, signal.SIGCONT)
    expect(note).to_have_count(0)
    expect_done(page, "Pre-label all statutes")


def test_the_page_is_for_managers(open_page: Open) -> None:
    page = open_page(PERSON, PATH)
    expect(page.get_by_text("Managers of the project see its models")).to_be_visible()
