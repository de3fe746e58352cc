"""The first screens, as a visitor sees them."""

from __future__ import annotations

import io
import json
import tarfile
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import SHOTS, Open, sign_in
from tests.live import LiveInstance

DEMO = "/p/port-merrow"
SCREENS = {
    "projects": "/",
    "project": DEMO,
    "statutes": f"{DEMO}/statutes",
    "statute": f"{DEMO}/s/12#12(b)(3)",
    "cases": f"{DEMO}/cases",
    "case": f"{DEMO}/c/s12_c_2_pos",
    "clause": f"{DEMO}/s/12?layer=gold&view=clause#12(b)(3)",
    "map": f"{DEMO}/map",
    "review": f"{DEMO}/review",
    "review-text": f"{DEMO}/review/subsections/12(b)(3)",
    "work": f"{DEMO}/work",
    "progress": f"{DEMO}/progress",
    "agreement": f"{DEMO}/progress?tab=agreement",
    "statistics": f"{DEMO}/progress?tab=statistics",
    "guidelines": f"{DEMO}/guidelines",
    "data": f"{DEMO}/data",
    "people": f"{DEMO}/people",
    "account": "/account",
}


def find_faults(page: Page) -> list[str]:
    """What axe calls serious or worse."""
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    return [
        f"{v['id']}: {v['nodes'][0]['html'][:160]}"
        for v in found
        if v["impact"] in ("serious", "critical")
    ]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_screen_is_sound_for_everyone(open_page: Open, theme: str) -> None:
    page = open_page("dana", theme=theme)
    SHOTS.mkdir(exist_ok=True)
    faults: dict[str, list[str]] = {}
    for name, path in SCREENS.items():
        page.goto(path)
        page.wait_for_load_state("networkidle")
        expect(page.get_by_text("There is no such page.")).to_have_count(0)
        page.screenshot(path=SHOTS / f"{name}-{theme}.png")
        if found := find_faults(page):
            faults[name] = found
    assert not faults


@pytest.mark.parametrize("width", [1024, 390])
def test_narrow_screens_do_not_scroll_sideways(open_page: Open, width: int) -> None:
    page = open_page("dana", width=width)
    wide = []
    for name, path in SCREENS.items():
        page.goto(path)
        page.wait_for_load_state("networkidle")
        page.screenshot(path=SHOTS / f"{name}-{width}.png")
        if page.evaluate("document.documentElement.scrollWidth > innerWidth + 1"):
            wide.append(name)
    assert not wide


def test_sign_in_page(open_page: Open) -> None:
    page = open_page(None, "/sign-in")
    assert not find_faults(page)
    expect(page.get_by_text("dana").first).to_be_visible()
    page.get_by_label("Name").first.fill("dana")
    page.get_by_label("Password").first.fill("wrong")
    page.keyboard.press("Enter")
    expect(page.get_by_text("do not fit together")).to_be_visible()
    sign_in(page, "dana")
    expect(page.get_by_text("Port Merrow Harbour Dues Act").first).to_be_visible()


def test_a_stranger_is_sent_to_sign_in_and_back(open_page: Open) -> None:
    page = open_page(None, f"{DEMO}/s/14")
    page.wait_for_url("**/sign-in**")
    page.get_by_label("Name").first.fill("sam")
    page.get_by_label("Password").first.fill("port-merrow-demo")
    page.keyboard.press("Enter")
    page.wait_for_url(f"**{DEMO}/s/14**")


def test_the_statute_is_printed_as_it_is_stored(open_page: Open, instance: LiveInstance) -> None:
    body = instance.client("dana").get("/projects/port-merrow/statutes/12").json()
    page = open_page("dana", f"{DEMO}/s/12")
    shown = page.evaluate("[...document.querySelectorAll('.law .par')].map(e => e.textContent)")
    text = list(body["text"])
    stored = ["".join(text[p["start"] : p["end"]]) for p in body["paragraphs"]]
    assert shown == stored
    mentions = sum(len(layer["mentions"]) for layer in body["layers"])
    assert (
        page.locator(".law [data-mention]").evaluate_all(
            "found => new Set(found.map(e => e.dataset.mention)).size"
        )
        == mentions
    )


def test_a_name_without_a_role_sees_nothing(open_page: Open, instance: LiveInstance) -> None:
    page = open_page("sam", "/p/another-project")
    expect(page.get_by_text("no access", exact=False).first).to_be_visible()


def test_export_and_import_through_the_page(open_page: Open, tmp_path: Path) -> None:
    page = open_page("dana", f"{DEMO}/data")
    with page.expect_download() as download:
        page.get_by_role("link", name="SARA v2 folder").first.click()
    path = tmp_path / "demo.tar.gz"
    download.value.save_as(path)
    with tarfile.open(path) as tar:
        names = tar.getnames()
    assert any(name.endswith("argument_placeholders/section12") for name in names)
    with page.expect_download() as download:
        page.get_by_role("link", name="SARA v2 JSON").first.click()
    download.value.save_as(tmp_path / "demo.json")
    assert set(json.loads((tmp_path / "demo.json").read_text())) == {
        "train",
        "test",
        "statutes",
        "cases",
        "spans",
        "structure",
    }

    page.set_input_files("input[type=file]", str(path))
    expect(page.get_by_text("Nothing is saved until you say so", exact=False).first).to_be_visible(
        timeout=60_000
    )

    broken = tmp_path / "broken.tar.gz"
    with tarfile.open(broken, "w:gz") as tar:
        info = tarfile.TarInfo("statutes/source/section5")
        data = "§5. Nothing\n".encode()
        info.size = len(data)
        tar.addfile(info, io.BytesIO(data))
        info = tarfile.TarInfo("boundaries/section5")
        info.size = 9
        tar.addfile(info, io.BytesIO(b"0,99999,5"))
    page.set_input_files("input[type=file]", str(broken))
    expect(page.get_by_text("boundaries/section5").first).to_be_visible(timeout=60_000)
