"""The map of a project: of the demo, and of two thousand subsections."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import SHOTS, Open
from tests.browser.test_screens import find_faults
from tests.live import ROOT, LiveInstance

DEMO = "/p/port-merrow/map"
LARGE = "/p/quays/map"
MINUTES = 180_000


@pytest.fixture(scope="module")
def quays(instance: LiveInstance) -> Iterator[str]:
    """A project of 2,000 subsections beside the demo."""
    subprocess.run(
        [sys.executable, "-m", "bench.many", "quays", "2000", "dana"],
        cwd=ROOT,
        env={
            **os.environ,
            "SARA_VAR": str(instance.var),
            "DJANGO_SETTINGS_MODULE": "sara_annotate.config.settings",
        },
        check=True,
    )
    yield LARGE


def wait_ready(page: Page) -> None:
    expect(page.locator(".pmap-map[data-ready=true] canvas[data-view]")).to_be_visible(
        timeout=MINUTES
    )


def view_of(page: Page) -> str:
    return page.locator(".pmap-map canvas").get_attribute("data-view") or ""


def option(page: Page, name: str):  # type: ignore[no-untyped-def]
    return page.get_by_role("option", name=re.compile(rf"^{re.escape(name)} "))


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_map_is_sound_for_everyone(open_page: Open, theme: str) -> None:
    page = open_page("dana", DEMO, theme=theme)
    wait_ready(page)
    option(page, "§12(c)").click()
    expect(page.locator(".pmap-details h2")).to_contain_text("§12(c)")
    SHOTS.mkdir(exist_ok=True)
    page.screenshot(path=SHOTS / f"map-{theme}.png")
    assert not find_faults(page)


def test_the_map_by_keys_alone(open_page: Open) -> None:
    page = open_page("dana", DEMO)
    wait_ready(page)
    page.get_by_label("Find a subsection").focus()
    page.keyboard.type("s12_c_2")
    listed = page.get_by_role("listbox", name="Subsections on the map")
    expect(listed.get_by_role("option")).to_have_count(1)
    listed.focus()
    page.keyboard.press("ArrowDown")
    expect(option(page, "§12(c)(2)")).to_have_attribute("aria-selected", "true")
    page.get_by_label("Find a subsection").fill("")
    canvas = page.get_by_role("application")
    canvas.focus()
    for key in ("ArrowRight", "ArrowDown", "+", "-", "0"):
        before = view_of(page)
        page.keyboard.press(key)
        expect(page.locator(".pmap-map canvas")).not_to_have_attribute("data-view", before)
    page.keyboard.press("j")
    expect(option(page, "§12(c)(2)")).to_have_attribute("aria-selected", "false")
    page.keyboard.press("k")
    expect(option(page, "§12(c)(2)")).to_have_attribute("aria-selected", "true")
    page.keyboard.press("Enter")
    page.wait_for_url("**/p/port-merrow/s/12#12(c)(2)")


def test_a_click_on_the_map_opens_the_subsection(open_page: Open) -> None:
    page = open_page("dana", DEMO)
    wait_ready(page)
    before = view_of(page)
    option(page, "§12(c)").click()
    expect(page.locator(".pmap-map canvas")).not_to_have_attribute("data-view", before)
    # The subsection in focus is in the middle of the map.
    box = page.locator(".pmap-map canvas").bounding_box()
    assert box
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.wait_for_url("**/p/port-merrow/s/12#12(c)")


def test_two_thousand_subsections(open_page: Open, quays: str) -> None:
    """Laid out off the page's thread, filtered, panned, searched and opened."""
    page = open_page("dana", quays)
    expect(page.get_by_text("2,000 subsections", exact=False).first).to_be_visible(timeout=MINUTES)
    # The list answers while the layout runs on its own thread.
    page.get_by_label("Find a subsection").fill("149(m)(2)")
    expect(page.get_by_role("option")).to_have_count(1)
    page.get_by_label("Find a subsection").fill("")
    wait_ready(page)
    figures = page.evaluate(PAN)
    print(f"\n2,000 subsections: {figures}")
    page.screenshot(path=SHOTS / "map-2000.png")

    page.get_by_text("Cycles 5").click()
    expect(page.get_by_role("option")).to_have_count(10)
    page.get_by_text("Missing 5").click()
    expect(page.get_by_role("option", name=re.compile("^§9999"))).to_have_count(5)
    page.get_by_text("All", exact=True).click()
    page.locator(".pmap-statutes summary").click()
    page.get_by_label("§107 Dues of quay 107").check()
    page.locator(".pmap-statutes summary").click()
    expect(option(page, "§107(b)(2)")).to_have_attribute("aria-setsize", "40")
    page.screenshot(path=SHOTS / "map-2000-one.png")
    before = view_of(page)
    option(page, "§107(b)").click()
    expect(page.locator(".pmap-map canvas")).not_to_have_attribute("data-view", before)
    page.get_by_role("button", name="Open §107(b)").click()
    page.wait_for_url("**/p/quays/s/107#107(b)")


PAN = """async () => {
  const frame = document.querySelector('.pmap-frame');
  const press = key => frame.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
  const tick = () => new Promise(requestAnimationFrame);
  const measure = async keys => {
    const times = [];
    for (const key of keys) {
      const before = performance.now();
      press(key);
      await tick();
      await tick();
      times.push((performance.now() - before) / 2);
    }
    times.sort((a, b) => a - b);
    const at = share => Math.round(times[Math.floor((times.length - 1) * share)] * 10) / 10;
    return { median: at(0.5), worst: at(1) };
  };
  const whole = await measure(Array(12).fill(['ArrowLeft', 'ArrowRight']).flat());
  for (let i = 0; i < 14; i++) press('+');
  const near = await measure(Array(12).fill(['ArrowLeft', 'ArrowRight']).flat());
  press('0');
  await tick();
  return { 'ms a frame, whole': whole, 'ms a frame, near': near };
}"""
