"""Progress, agreement and statistics, as a manager, a reviewer and an annotator see them."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import SHOTS, Open
from tests.browser.test_screens import find_faults
from tests.live import LiveInstance

PROGRESS = "/p/port-merrow/progress"
AGREEMENT = f"{PROGRESS}?tab=agreement"


def shoot(page: Page, name: str) -> None:
    SHOTS.mkdir(exist_ok=True)
    page.screenshot(path=SHOTS / f"progress-{name}.png", full_page=True)


def wait_measured(page: Page) -> None:
    expect(page.get_by_text("95% intervals over")).to_be_visible(timeout=90_000)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_panel_is_sound(open_page: Open, theme: str) -> None:
    page = open_page("dana", PROGRESS, theme=theme)
    expect(page.get_by_role("row", name="Spans")).to_be_visible()
    faults = {"progress": find_faults(page)}
    shoot(page, f"progress-{theme}")
    page.get_by_role("tab", name="Agreement").click()
    wait_measured(page)
    faults["agreement"] = find_faults(page)
    shoot(page, f"agreement-{theme}")
    page.get_by_role("tab", name="Statistics").click()
    expect(page.get_by_role("heading", name="Placeholders per subsection")).to_be_visible()
    expect(page.locator(".plot svg").first).to_be_visible()
    faults["statistics"] = find_faults(page)
    shoot(page, f"statistics-{theme}")
    assert not any(faults.values()), faults


def test_narrow_screens_do_not_scroll_sideways(open_page: Open) -> None:
    page = open_page("dana", AGREEMENT, width=1024)
    wait_measured(page)
    for tab in ("Agreement", "Progress", "Statistics"):
        page.get_by_role("tab", name=tab).click()
        page.wait_for_load_state("networkidle")
        shoot(page, f"{tab.lower()}-1024")
        assert page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1"), tab


def test_a_figure_leads_to_its_items_and_to_the_text(open_page: Open) -> None:
    page = open_page("rowan", AGREEMENT)
    wait_measured(page)
    page.get_by_role("button", name="Spans, F1").click()
    behind = page.get_by_role("region", name="Behind Spans, F1")
    expect(behind.get_by_role("listitem").first).to_contain_text("marks")
    expect(behind.locator("mark.said").first).to_be_visible()
    shoot(page, "items")
    assert not find_faults(page)
    page.get_by_text("Each with gold").click()
    expect(page.get_by_role("heading", name="Behind")).to_have_count(0)
    expect(page.locator(".ag").first).to_be_visible()
    page.get_by_text("By pair").click()
    page.locator(".ag button").first.click()
    link = page.locator(".items .wh a").first
    words = link.inner_text()
    link.click()
    page.wait_for_url(lambda url: "/s/" in url or "/c/" in url)
    expect(page.get_by_text(words).first).to_be_visible()


def test_an_edit_makes_the_figures_old_and_looking_makes_them_new(
    open_page: Open, instance: LiveInstance
) -> None:
    page = open_page("rowan", AGREEMENT)
    wait_measured(page)
    client = instance.client("rowan")
    before = client.get("/projects/port-merrow/agreement").json()
    assert before["is_fresh"]
    row = next(
        r for r in client.get("/projects/port-merrow/review").json()["results"] if r["layers"]
    )
    here = f"/projects/port-merrow/review/{row['kind']}/{row['name']}"
    seen = client.get(here).json()["fingerprint"]
    answer = client.send("post", f"{here}/return", json={"fingerprint": seen, "reason": "Again."})
    assert answer.status_code == 200, answer.text
    assert not client.get("/projects/port-merrow/agreement").json()["is_fresh"]
    page.reload()
    wait_measured(page)
    after = client.get("/projects/port-merrow/agreement").json()
    assert after["is_fresh"]
    assert after["measured_at"] > before["measured_at"]


def test_an_annotator_sees_their_own_figures_alone(open_page: Open) -> None:
    page = open_page("sam", AGREEMENT)
    wait_measured(page)
    expect(page.get_by_role("heading", name="Your accepted work and gold")).to_be_visible()
    expect(page.get_by_text("None of your work has been accepted yet.")).to_be_visible()
    expect(page.get_by_text("By pair")).to_have_count(0)
    expect(page.get_by_role("link", name="Download CSV")).to_have_count(0)
    page.get_by_role("tab", name="Progress").click()
    expect(page.get_by_role("row", name="Sam")).to_be_visible()
    expect(page.get_by_role("row", name="Robin")).to_have_count(0)


def test_files_and_keys(open_page: Open) -> None:
    page = open_page("dana", PROGRESS)
    with page.expect_download() as download:
        page.get_by_role("link", name="Download CSV").click()
    assert download.value.suggested_filename == "port-merrow-progress.csv"
    page.get_by_role("tab", name="Progress").focus()
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("tab", name="Statistics")).to_be_focused()
    page.get_by_label("Beside").select_option("")
    page.get_by_text("All numbers").first.click()
    expect(page.locator(".spread").first).to_contain_text("median")
