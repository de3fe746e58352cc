"""From “Pre-label” to accepted suggestions in the export, and the page of models and jobs."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.test_screens import find_faults
from tests.browser.test_workbench import Home
from tests.live import LiveInstance, wait_until

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


def test_the_page_is_for_managers(open_page: Open) -> None:
    page = open_page(PERSON, PATH)
    expect(page.get_by_text("Managers of the project see its models")).to_be_visible()
