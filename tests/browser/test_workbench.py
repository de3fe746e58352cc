"""The workbench in a real browser on a real server: marking by keys and mouse, and no lost work."""

from __future__ import annotations

import time
import uuid
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import Open, sign_in
from tests.live import Client, LiveInstance, wait_until


def at(*places: str) -> pytest.MarkDecorator:
    """Where a test writes: a layer of its own, so that none depends on another."""
    return pytest.mark.parametrize("home", places, indirect=True)


class Home:
    """A person's layer of one subsection, as the database has it."""

    def __init__(self, instance: LiveInstance, person: str, section: str, label: str) -> None:
        self.person, self.section, self.label = person, section, label
        self.client: Client = instance.client(person)

    @property
    def path(self) -> str:
        return f"/p/port-merrow/s/{self.section}?layer=mine#{self.label}"

    def read(self) -> dict[str, Any]:
        path = f"/projects/port-merrow/statutes/{self.section}?layer=mine"
        return dict(self.client.get(path).json())

    def layer(self) -> dict[str, Any]:
        found = [one for one in self.read()["layers"] if one["label"] == self.label]
        return found[0] if found else {"arguments": [], "mentions": [], "revision": 0, "state": ""}

    def marked(self) -> list[tuple[str, int]]:
        """The words of each mention and the number of its argument."""
        text, layer = self.read()["text"], self.layer()
        number = {one["id"]: one["number"] for one in layer["arguments"]}
        return [(text[m["start"] : m["end"]], number[m["argument"]]) for m in layer["mentions"]]

    def subsection(self) -> dict[str, Any]:
        rows = self.read()["subsections"]
        return next(dict(row) for row in rows if row["label"] == self.label)

    def layer_id(self) -> str:
        """The layer's id, or the one it will have."""
        return str(self.layer().get("id") or self.subsection()["my_layer"])

    def edits(self) -> list[dict[str, Any]]:
        layer = self.layer_id()
        answer = self.client.get(f"/projects/port-merrow/edits?layer={layer}&page_size=200")
        return list(answer.json()["results"])

    def post(self, operation: dict[str, Any], base: int) -> None:
        """Another device of the same person makes an edit."""
        layer = self.layer_id()
        edit = {
            "id": str(uuid.uuid4()),
            "layer": layer,
            "time": "2026-01-31T12:00:00Z",
            "base_revision": base,
            "operation": operation,
        }
        body = {"edits": [edit], "layers": {layer: {"subsection": self.label}}}
        answer = self.client.send("post", "/projects/port-merrow/edits", json=body)
        assert answer.status_code == 200, answer.text


@pytest.fixture
def home(request: pytest.FixtureRequest, instance: LiveInstance) -> Home:
    person, label = request.param.split(" ")
    return Home(instance, person, label.partition("(")[0], label)


@pytest.fixture
def desk(home: Home, open_page: Open) -> Page:
    page = open_page(home.person, home.path)
    expect(page.locator(".fo")).to_have_attribute("data-label", home.label)
    expect(page.locator("#main")).to_be_focused()
    return page


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def walk_to(page: Page, words: str) -> None:
    """Moves the caret with the arrow until it stands on this word."""
    for _ in range(60):
        if page.get_by_role("status").filter(has_text=words).count() and said(page) == words:
            return
        page.keyboard.press("ArrowRight")
    raise AssertionError(f"the caret never came to {words!r}")


def said(page: Page) -> str:
    return page.locator(".sr[data-count]").inner_text()


def saved(page: Page) -> None:
    expect(page.locator(".save")).to_have_text("Saved", timeout=90_000)


def point(page: Page, words: str, *, end: bool = False) -> tuple[float, float]:
    """Where the words begin, or end, in the subsection in focus."""
    found = page.evaluate(
        """([words, end]) => {
          for (const par of document.querySelectorAll('.fo .par')) {
            const at = par.textContent.indexOf(words);
            if (at < 0) continue;
            const walker = document.createTreeWalker(par, NodeFilter.SHOW_TEXT);
            let left = end ? at + words.length - 1 : at;
            for (let node = walker.nextNode(); node; node = walker.nextNode()) {
              if (left < node.length) {
                const range = document.createRange();
                range.setStart(node, left); range.setEnd(node, left + 1);
                const box = range.getBoundingClientRect();
                return [end ? box.right - 1 : box.left + 1, box.top + box.height / 2];
              }
              left -= node.length;
            }
          }
          return null;
        }""",
        [words, end],
    )
    assert found, words
    return found[0], found[1]


def drag(page: Page, start: tuple[float, float], end: tuple[float, float]) -> None:
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move((start[0] + end[0]) / 2, (start[1] + end[1]) / 2, steps=4)
    page.mouse.move(*end, steps=4)
    page.mouse.up()


@at("dana 8(a)")
def test_a_whole_subsection_by_keys_alone(home: Home, desk: Page) -> None:
    page = desk
    walk_to(page, "a")
    press(page, "Shift+ArrowRight", "Shift+ArrowRight", "Enter")
    assert said(page) == "a fishing licence, new argument 1, Fishing_licence, mention 1 of 1"
    walk_to(page, "a")
    press(page, "Shift+ArrowRight", "n")
    walk_to(page, "the")
    press(page, "Shift+ArrowRight", "Enter")
    assert said(page) == "the year, joined to 2, Year, mention 2 of 2"
    press(page, "r")
    page.keyboard.type("period")
    press(page, "Enter", "y")
    walk_to(page, "person")
    press(page, "Shift+ArrowRight", "e", "t", "Shift+ArrowLeft", ".")
    press(page, "Control+z")
    saved(page)
    assert home.marked() == [
        ("a fishing licence", 1),
        ("a year", 2),
        ("the year", 2),
        ("a person who", 3),
    ]
    names = [(one["name"], one["value_type"]) for one in home.layer()["arguments"]]
    assert names[1] == ("period", "integer")
    press(page, "Control+Enter")
    expect(page.get_by_role("dialog")).to_contain_text("No overlaps")
    press(page, "Enter")
    saved(page)
    assert home.layer()["state"] == "submitted"
    press(page, "q")
    expect(page.locator(".fo-h")).to_contain_text("submitted")
    # Others have submitted this one too: what they said can be seen now, so it stays as it is.
    press(page, "Control+z")
    expect(page.locator(".conf")).to_contain_text("A reviewer has to return yours")
    expect(page.locator(".fo-h")).to_contain_text("Another annotator has submitted it too")
    expect(page.get_by_role("button", name="Reopen")).to_have_count(0)
    assert home.layer()["state"] == "submitted"


@at("dana 21(c)")
def test_what_nobody_else_submitted_is_reopened_by_undo(home: Home, desk: Page) -> None:
    press(desk, "Enter", "Control+Enter")
    expect(desk.get_by_role("dialog")).to_contain_text("There is no clause yet")
    press(desk, "Enter")
    saved(desk)
    assert home.layer()["state"] == "submitted"
    press(desk, "Control+z")
    saved(desk)
    assert home.layer()["state"] == "in_progress"
    desk.get_by_role("button", name="Submit").click()
    press(desk, "Enter")
    expect(desk.get_by_role("button", name="Reopen")).to_be_visible()
    desk.get_by_role("button", name="Reopen").click()
    expect(desk.get_by_role("button", name="Submit")).to_be_visible()
    saved(desk)
    assert home.layer()["state"] == "in_progress"


@at("dana 8(b)")
def test_numbers_split_delete_redo_and_the_other_keys(home: Home, desk: Page) -> None:
    press(desk, "Shift+ArrowRight", "Enter", "ArrowRight", "ArrowRight", "Enter")
    press(desk, "1")
    saved(desk)
    assert [number for _, number in home.marked()] == [1, 1]
    press(desk, "x")
    saved(desk)
    assert [number for _, number in home.marked()] == [1, 2]
    press(desk, "m", "Shift+m", "Shift+m", "Backspace")
    saved(desk)
    assert len(home.marked()) == 1
    press(desk, "Control+z", "Control+z", "Control+Shift+z")
    saved(desk)
    assert [number for _, number in home.marked()] == [1, 2]
    before = home.marked()
    press(desk, "Escape", "s", "w", "d", "a", "Shift+D", "7")
    expect(desk.locator(".fo-h")).to_contain_text("no argument 7")
    assert home.marked() == before


@at("dana 8(c)")
def test_marking_resizing_and_merging_with_the_mouse(home: Home, desk: Page) -> None:
    drag(desk, point(desk, "fishing"), point(desk, "licen", end=True))
    expect(desk.locator(".pop.join")).to_be_visible()
    desk.get_by_role("button", name="New argument").click()
    drag(desk, point(desk, "ts holder"), point(desk, "hold", end=True))
    press(desk, "Enter")
    saved(desk)
    assert home.marked() == [("fishing licence", 1), ("its holder", 2)]
    desk.locator(".fo [data-mention]", has_text="fishing licence").first.click()
    grip = desk.locator(".grip.start")
    box = grip.bounding_box()
    assert box
    drag(desk, (box["x"] + 1, box["y"] + box["height"] / 2), point(desk, "A fishing"))
    saved(desk)
    assert home.marked()[0] == ("A fishing licence", 1)
    drag(desk, point(desk, "holder"), point(desk, "licence"))
    saved(desk)
    assert [number for _, number in home.marked()] == [1, 1]


@at("dana 14(a)")
def test_alt_selects_to_the_letter(home: Home, desk: Page) -> None:
    words = desk.locator(".fo .par:not(.h)").first.inner_text().split()
    longest = max(words[:8], key=len)
    desk.keyboard.down("Alt")
    drag(desk, point(desk, longest), point(desk, longest[:3], end=True))
    desk.keyboard.up("Alt")
    press(desk, "n")
    saved(desk)
    [(marked, _)] = home.marked()
    assert longest.startswith(marked) and 0 < len(marked) < len(longest)


@at("dana 14(b)")
def test_undo_reaches_back_over_a_reload(home: Home, desk: Page) -> None:
    press(desk, "Enter", "ArrowRight", "ArrowRight", "Enter")
    saved(desk)
    assert len(home.marked()) == 2
    desk.reload()
    expect(desk.locator(".fo")).to_have_attribute("data-label", home.label)
    press(desk, "Control+z", "Control+z")
    expect(desk.locator(".fo [data-mention]")).to_have_count(0)
    saved(desk)
    assert home.marked() == []
    desk.reload()
    expect(desk.locator(".fo")).to_have_attribute("data-label", home.label)
    press(desk, "Control+Shift+z")
    expect(desk.locator(".fo [data-mention]")).to_have_count(1)
    saved(desk)
    assert len(home.marked()) == 1


@at("dana 21(a)")
def test_offline_work_waits_survives_the_tab_and_is_sent_once(home: Home, desk: Page) -> None:
    context = desk.context
    context.set_offline(True)
    for _ in range(10):
        press(desk, "Enter", "Backspace")
    press(desk, "Enter")
    expect(desk.locator(".save")).to_have_text("Offline, 21 waiting")
    assert home.edits() == []
    desk.close()
    context.set_offline(False)
    again = context.new_page()
    again.goto(home.path)
    saved(again)
    assert len(home.edits()) == 21
    assert len(home.marked()) == 1
    expect(again.locator(".fo [data-mention]")).to_have_count(1)


@at("dana 14(c)")
def test_a_reading_older_than_what_was_sent_meanwhile_is_read_again(home: Home, desk: Page) -> None:
    context = desk.context
    context.set_offline(True)
    press(desk, "Enter")
    expect(desk.locator(".save")).to_have_text("Offline, 1 waiting")
    desk.close()
    context.set_offline(False)
    readings: list[int] = []

    def delay(route: Route) -> None:
        """The first reading is made before the edit is stored and comes after it."""
        answer = route.fetch()
        readings.append(answer.status)
        if len(readings) == 1:
            held.append((route, answer))
        else:
            route.fulfill(response=answer)

    held: list[Any] = []
    again = context.new_page()
    again.route("**/statutes/14?layer=mine", delay)
    before = len(home.edits())
    again.goto(home.path)
    deadline = time.monotonic() + 60
    while (not held or len(home.edits()) == before) and time.monotonic() < deadline:
        again.wait_for_timeout(100)
    [(route, answer)] = held
    route.fulfill(response=answer)
    expect(again.locator(".fo [data-mention]")).to_have_count(len(home.marked()))
    saved(again)
    # The second reading may still be on its way; nothing of it may be left to the next test.
    again.unroute_all(behavior="wait")
    assert len(home.edits()) == before + 1


@at("rowan 14(c)")
def test_undo_pressed_before_the_log_is_there_waits_for_it(home: Home, desk: Page) -> None:
    before = home.marked()
    press(desk, "n", "ArrowRight", "ArrowRight", "n")
    saved(desk)
    assert len(home.marked()) == len(before) + 2
    held: list[Route] = []
    desk.route("**/edits?*", lambda route: held.append(route))
    desk.reload()
    expect(desk.locator(".fo")).to_have_attribute("data-label", home.label)
    press(desk, "Control+z", "Control+z")
    desk.wait_for_timeout(300)
    assert len(home.marked()) == len(before) + 2
    for route in held:
        route.continue_()
    expect(desk.locator(".fo [data-mention]")).to_have_count(len(before))
    saved(desk)
    assert home.marked() == before


@at("dana 21(b)")
def test_an_answer_that_is_lost_after_the_commit(home: Home, desk: Page) -> None:
    lost: list[int] = []

    def lose(route: Route) -> None:
        if lost or route.request.method != "POST":
            route.continue_()
            return
        lost.append(route.fetch().status)
        route.abort()

    desk.route("**/edits", lose)
    press(desk, "Enter", "ArrowRight", "Enter")
    # Routes are served only while Playwright is waiting, so the wait is its own.
    deadline = time.monotonic() + 60
    while not lost and time.monotonic() < deadline:
        desk.wait_for_timeout(100)
    assert lost == [200]
    saved(desk)
    assert len(home.edits()) == 2
    assert len(home.marked()) == 2


@at("rowan 8(a)")
def test_two_tabs_stay_in_step(home: Home, desk: Page) -> None:
    other = desk.context.new_page()
    other.goto(home.path)
    # It hears of the first tab once it shows the layer, and takes keys once the law has the focus.
    expect(other.locator(".fo")).to_have_attribute("data-label", home.label)
    expect(other.locator("#main")).to_be_focused()
    press(desk, "Enter")
    expect(other.locator(".fo [data-mention]")).to_have_count(1)
    press(other, "ArrowRight", "ArrowRight", "Enter")
    expect(desk.locator(".fo [data-mention]")).to_have_count(2)
    saved(desk)
    saved(other)
    assert len(home.edits()) == 2
    # The tab that sends is closed; the other one takes over.
    desk.close()
    press(other, "ArrowRight", "Enter")
    saved(other)
    wait_until(lambda: len(home.edits()) == 3)


def _conflict(home: Home, desk: Page) -> None:
    press(desk, "Enter")
    saved(desk)
    [mention] = home.layer()["mentions"]
    home.post({"op": "remove_mention", "id": mention["id"]}, base=1)
    press(desk, "Shift+ArrowRight")
    expect(desk.locator(".save")).to_have_text("Conflict")
    expect(desk.locator(".conf")).to_contain_text("deletes the mention")


@pytest.mark.parametrize(
    ("home", "choice", "left"),
    [("rowan 12(a)", "Keep mine", 1), ("rowan 21(b)", "Take theirs", 0)],
    indirect=["home"],
)
def test_a_conflict_is_settled_item_by_item(home: Home, desk: Page, choice: str, left: int) -> None:
    _conflict(home, desk)
    desk.get_by_text(choice).click()
    desk.get_by_role("button", name="Go on").click()
    saved(desk)
    wait_until(lambda: len(home.marked()) == left)
    expect(desk.locator(".fo [data-mention]")).to_have_count(left)


@at("rowan 8(b)")
def test_work_goes_on_after_the_session_expired(home: Home, desk: Page) -> None:
    desk.context.clear_cookies(name="sessionid")
    press(desk, "Enter")
    expect(desk.locator(".save")).to_have_text("Signed out, 1 waiting")
    press(desk, "ArrowRight", "ArrowRight", "Enter")
    expect(desk.locator(".save")).to_have_text("Signed out, 2 waiting")
    assert home.edits() == []
    desk.get_by_role("button", name="Sign in").click()
    desk.wait_for_url(lambda url: "sign-in" in url)
    desk.get_by_label("Name").first.fill(home.person)
    desk.get_by_label("Password").first.fill("port-merrow-demo")
    press(desk, "Enter")
    saved(desk)
    assert len(home.edits()) == 2
    expect(desk.locator(".fo [data-mention]")).to_have_count(2)


@at("rowan 8(c)")
def test_another_person_at_the_same_computer_sends_nothing_of_it(home: Home, desk: Page) -> None:
    desk.context.set_offline(True)
    press(desk, "Enter")
    expect(desk.locator(".save")).to_have_text("Offline, 1 waiting")
    desk.context.clear_cookies(name="sessionid")
    desk.context.set_offline(False)
    sign_in(desk, "sam")
    desk.goto(home.path)
    saved(desk)
    assert home.edits() == []
    desk.context.clear_cookies(name="sessionid")
    sign_in(desk, home.person)
    wait_until(lambda: len(home.edits()) == 1)


@at("rowan 14(a)")
def test_a_full_disk_does_not_stop_the_work(home: Home, desk: Page) -> None:
    desk.evaluate(
        "() => { IDBObjectStore.prototype.put = () => {"
        " throw new DOMException('full', 'QuotaExceededError') } }"
    )
    desk.context.set_offline(True)
    press(desk, "Enter")
    expect(desk.locator(".save")).to_contain_text("Storage full")
    desk.context.set_offline(False)
    saved(desk)
    assert len(home.edits()) == 1


@at("robin 21(a)")
def test_a_layer_that_was_imported_is_written_on(home: Home, desk: Page) -> None:
    before = home.layer()
    press(desk, "m", "Backspace")
    saved(desk)
    after = home.layer()
    assert after["id"] == before["id"]
    assert len(after["mentions"]) == len(before["mentions"]) - 1
    press(desk, "Control+z")
    saved(desk)
    assert home.layer()["mentions"] == before["mentions"]


@at("rowan 14(b)")
def test_a_server_that_dies_and_comes_back(home: Home, desk: Page, instance: LiveInstance) -> None:
    press(desk, "Enter")
    saved(desk)
    instance.kill()
    press(desk, "ArrowRight", "ArrowRight", "Enter")
    expect(desk.locator(".save")).to_have_text("Offline, 1 waiting")
    instance.restart()
    saved(desk)
    assert len(home.edits()) == 2
