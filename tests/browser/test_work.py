"""Work in Chromium: assign some of it double, take the next item, read and write guidelines."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import SHOTS, Open
from tests.browser.test_screens import find_faults

DEMO = "/p/port-merrow"


def shoot(page: Page, name: str) -> None:
    SHOTS.mkdir(exist_ok=True)
    page.screenshot(path=SHOTS / f"work-{name}.png")


def test_a_manager_assigns_a_fifth_double_after_a_preview(open_page: Open) -> None:
    page = open_page("dana")
    page.goto(f"{DEMO}/work")
    pool = page.get_by_role("row", name=re.compile("^In the pool case"))
    expect(pool).to_contain_text("5 texts free")
    page.get_by_label("Task").select_option(label="clause")
    page.get_by_label("Statutes or subsections").fill("§14, 21(b)")
    page.get_by_label("Double, in percent").fill("20")
    for name in ("Robin", "Sam"):
        page.get_by_role("checkbox", name=name).check()
    page.get_by_role("button", name="Preview").click()
    plan = page.get_by_role("region", name="Preview")
    expect(plan).to_contain_text(re.compile(r"\d+ texts, \d of them double"))
    expect(plan).to_contain_text("Robin gets")
    assert not find_faults(page)
    shoot(page, "assign")
    page.get_by_role("button", name=re.compile("^Assign ")).click()
    expect(page.get_by_text(re.compile(r"\d+ seats assigned"))).to_be_visible()
    expect(page.get_by_role("row", name=re.compile("^Robin clause"))).to_be_visible()
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_role("button", name="Nothing to assign")).to_be_disabled()
    page.get_by_role("button", name="Take back what is open: In the pool").click()
    expect(page.get_by_text("5 seats taken back.")).to_be_visible()
    expect(pool).to_have_count(0)


def test_an_annotator_goes_on_with_the_next_item(open_page: Open) -> None:
    page = open_page("sam")
    page.goto(DEMO)
    work = page.get_by_role("region", name="My work")
    expect(work).to_contain_text("1 returned")
    assert not find_faults(page)
    shoot(page, "mine")
    work.get_by_role("button", name="Next item").click()
    expect(page).to_have_url(re.compile(r"/s/12#12\(b\)\(1\)\(ii\)$"))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_guidelines_are_read_by_all(open_page: Open, theme: str) -> None:
    page = open_page("robin", theme=theme)
    page.goto(f"{DEMO}/guidelines#mentions-1")
    expect(page.locator("#mentions-1")).to_have_class("cited")
    expect(page.get_by_role("button", name="Edit")).to_have_count(0)
    assert not find_faults(page)
    shoot(page, f"guidelines-{theme}")
    page.get_by_role("link", name="§12(b)").click()
    expect(page).to_have_url(re.compile(r"/s/12#12\(b\)$"))


def test_a_manager_writes_a_new_version(open_page: Open) -> None:
    page = open_page("dana")
    page.goto(f"{DEMO}/guidelines")
    page.get_by_role("button", name="Edit").click()
    text = page.get_by_label(re.compile("^Text"))
    text.fill("# Short\n\nSee §14(b), not §99(x). <script>alert(1)</script>")
    page.get_by_role("button", name="Preview").click()
    expect(page.get_by_text("Not in this project, so not linked: §99(x).")).to_be_visible()
    assert not find_faults(page)
    page.get_by_label("What is new in it").fill("Shorter.")
    page.get_by_role("button", name="Save as version 2").click()
    expect(page.get_by_text("Version 2, by Dana")).to_be_visible()
    expect(page.get_by_role("heading", name="Short")).to_be_visible()
    expect(page.get_by_text("<script>alert(1)</script>")).to_be_visible()
    page.get_by_role("button", name="Version 1").click()
    expect(page.get_by_role("heading", name="Guidelines for Port Merrow")).to_be_visible()
