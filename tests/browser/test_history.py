"""The history of a layer in a real browser: told in words, looked at, restored, undone."""

from __future__ import annotations

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.test_workbench import Home, press, saved, walk_to
from tests.live import LiveInstance


@pytest.fixture
def home(instance: LiveInstance) -> Home:
    return Home(instance, "dana", "8", "8(a)")


def serious(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [one["id"] for one in found if one["impact"] in ("serious", "critical")]


def test_an_earlier_version_is_seen_restored_and_undone(home: Home, open_page: Open) -> None:
    page = open_page("dana", home.path)
    expect(page.locator(".fo")).to_have_attribute("data-label", "8(a)")
    expect(page.locator("#main")).to_be_focused()
    walk_to(page, "a")
    press(page, "Shift+ArrowRight", "Shift+ArrowRight", "Enter")
    saved(page)
    first = home.marked()
    assert first == [("a fishing licence", 1)]
    press(page, "Delete")
    saved(page)
    assert home.marked() == []

    press(page, "i", "i", "i", "i")
    tab = page.get_by_role("tab", name="History")
    expect(tab).to_have_attribute("aria-selected", "true")
    fits = "list => list.scrollWidth <= list.clientWidth"
    assert page.locator(".insp .tabs").evaluate(fits), "all tabs are seen"
    entries = page.locator(".hist-e")
    expect(entries).to_have_count(2)
    expect(page.locator(".insp-f")).to_contain_text("Revision 2")
    expect(entries.nth(0)).to_contain_text("eleted the mention “a fishing licence”")
    expect(entries.nth(1)).to_contain_text("marked “a fishing licence” as Fishing_licence")
    expect(entries.nth(1)).to_contain_text("Dana")

    entries.nth(1).focus()
    press(page, "Enter")
    version = page.get_by_role("region", name="Version 1")
    expect(version).to_contain_text("“a fishing licence” was marked as Fishing_licence.")
    assert serious(page) == []
    version.get_by_role("button", name="Restore this version").focus()
    press(page, "Enter")
    expect(entries).to_have_count(3)
    saved(page)
    assert home.marked() == first
    expect(version).to_contain_text("It says what the layer says now.")

    press(page, "Control+z")
    expect(entries).to_have_count(4)
    saved(page)
    assert home.marked() == []
    expect(entries.nth(0)).to_contain_text("Took back an edit")
    expect(version.get_by_role("button", name="Restore this version")).to_be_enabled()


def test_the_history_of_gold_is_for_reading(open_page: Open) -> None:
    page = open_page("rowan", "/p/port-merrow/s/8?layer=gold#8(a)", theme="dark", width=1440)
    page.get_by_role("tab", name="History").click()
    page.locator(".hist-e").last.click()
    expect(page.get_by_role("region", name="Version 1")).to_contain_text("What it said")
    expect(page.get_by_role("button", name="Restore this version")).to_have_count(0)
    assert serious(page) == []
    page.locator("#main").focus()
    press(page, "m")
    page.get_by_label("Only the mention in focus").check()
    expect(page.locator(".hist-e").last).to_contain_text("version 1")
