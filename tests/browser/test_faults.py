"""What can go wrong while someone works: afterwards the database holds their edits, once each."""

from __future__ import annotations

import random
import threading
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from sara_annotate.domain.edits.log import apply_log, edit_from_json
from sara_annotate.domain.edits.state import Layer
from sara_annotate.domain.edits.wire import layer_to_json
from sara_annotate.domain.spans import Span
from tests.browser.conftest import Open
from tests.browser.test_workbench import Home, at, press, saved
from tests.live import LiveInstance, wait_until

# Hears every edit that a tab of this person makes, on a page that makes none.
LISTEN = """(owner) => {
  window.made = [];
  window.channel = new BroadcastChannel(`sara-outbox:${owner}`);
  window.channel.onmessage = ({ data }) => {
    if (data.type === "made") window.made.push(...data.edits.map((one) => one.edit));
  };
}"""
# A clock that somebody sets while they work.
SKEW = """() => {
  const Real = Date;
  window.skew = Number(sessionStorage.getItem("skew") ?? 0);
  class Skewed extends Real {
    constructor(...given) {
      if (given.length > 0) super(...given);
      else super(Real.now() + window.skew);
    }
    static now() { return Real.now() + window.skew; }
  }
  window.Date = Skewed;
}"""
DAY = 86_400_000
EDITS, KILLS = 300, 3
KEYS = {
    "ArrowRight": 8,
    "ArrowLeft": 3,
    "Shift+ArrowRight": 4,
    "n": 6,
    "Enter": 4,
    "Backspace": 3,
    "m": 3,
    "1": 2,
    "2": 2,
    "x": 2,
    "y": 2,
    "Control+z": 3,
    "Control+Shift+z": 1,
}


@pytest.fixture
def home(request: pytest.FixtureRequest, instance: LiveInstance) -> Home:
    person, label = request.param.split(" ")
    return Home(instance, person, label.partition("(")[0], label)


@pytest.fixture
def desk(home: Home, open_page: Open) -> Page:
    page = open_page(home.person, home.path)
    expect(page.locator("#main")).to_be_focused()
    return page


def listen(desk: Page, home: Home) -> Page:
    page = desk.context.new_page()
    page.goto("/health")
    page.evaluate(LISTEN, home.person)
    desk.bring_to_front()
    return page


def made(ear: Page) -> list[dict[str, Any]]:
    return list(ear.evaluate("() => window.made"))


def stored(home: Home) -> list[dict[str, Any]]:
    """Every edit of the layer in the database, in the order of its revisions."""
    found: list[dict[str, Any]] = []
    path = f"/projects/port-merrow/edits?layer={home.layer_id()}&page_size=200&page="
    while True:
        page = home.client.get(f"{path}{len(found) // 200 + 1}").json()
        found += page["results"]
        if len(found) >= page["count"]:
            return sorted(found, key=lambda one: one["revision"])


def check_nothing_lost(home: Home, edits: list[dict[str, Any]]) -> None:
    """The database holds exactly these edits, in this order, and the layer that they make."""
    in_rows = stored(home)
    assert [one["id"] for one in in_rows] == [one["id"] for one in edits]
    assert [one["operation"] for one in in_rows] == [one["operation"] for one in edits]
    parts = tuple(Span(*part) for part in home.subsection()["parts"])
    empty = Layer(id=home.layer_id(), kind="subsection", parts=parts)
    model = layer_to_json(apply_log(empty, [edit_from_json(one) for one in edits]).layer)
    layer = home.layer()
    assert pick(layer["mentions"], "id", "start", "end", "argument") == pick(
        model["mentions"], "id", "start", "end", "argument"
    )
    assert pick(layer["arguments"], "id", "name", "value_type") == pick(
        model["arguments"], "id", "name", "value_type"
    )


def pick(items: list[dict[str, Any]], *fields: str) -> set[tuple[Any, ...]]:
    return {tuple(item[field] for field in fields) for item in items}


@at("dana 12(a)")
def test_two_hundred_edits_without_a_network(home: Home, desk: Page) -> None:
    ear = listen(desk, home)
    desk.context.set_offline(True)
    for _ in range(100):
        press(desk, "n", "Backspace")
    press(desk, "n")
    expect(desk.locator(".save")).to_have_text("Offline, 201 waiting")
    assert stored(home) == []
    desk.context.set_offline(False)
    saved(desk)
    edits = made(ear)
    assert len(edits) == 201
    check_nothing_lost(home, edits)


@at("dana 12(c)(1)")
def test_a_clock_that_is_set_while_someone_works(home: Home, desk: Page) -> None:
    desk.context.add_init_script(f"({SKEW})()")
    desk.reload()
    expect(desk.locator("#main")).to_be_focused()
    ear = listen(desk, home)
    press(desk, "n", "ArrowRight", "ArrowRight")
    desk.evaluate(f"() => {{ window.skew = {-7 * DAY} }}")
    desk.context.set_offline(True)
    press(desk, "n", "ArrowRight", "ArrowRight")
    desk.evaluate(f"() => {{ window.skew = {400 * DAY} }}")
    press(desk, "n")
    desk.context.set_offline(False)
    saved(desk)
    assert len(home.marked()) == 3
    desk.evaluate(f"() => {{ sessionStorage.setItem('skew', '{-3 * DAY}') }}")
    desk.reload()
    expect(desk.locator("#main")).to_be_focused()
    last = home.marked()[-1]
    press(desk, "Control+z")
    expect(desk.locator(".fo [data-mention]")).to_have_count(2)
    saved(desk)
    # Undo goes by the order of the work, not by what the clocks said.
    assert last not in home.marked() and len(home.marked()) == 2
    check_nothing_lost(home, made(ear))


def test_two_reviewers_accept_one_subsection_at_once(instance: LiveInstance) -> None:
    """Gold changes through review alone: one of them is told to look again, nothing is doubled."""
    people = [instance.client(name) for name in ("dana", "rowan")]
    queue = people[0].get("/projects/port-merrow/review?page_size=100").json()["results"]
    name = next(row["name"] for row in queue if row["kind"] == "subsections")
    path = f"/projects/port-merrow/review/subsections/{name}"
    shown = people[0].get(path).json()
    decide = [{"key": one["key"], "take": 1} for one in shown["items"] if one["disputed"]]
    body = {"fingerprint": shown["fingerprint"], "decisions": decide}
    if decide:
        answer = people[0].send("post", f"{path}/decisions", json=body)
        assert answer.status_code == 200, answer.text
    start, answers = threading.Barrier(2), [0, 0]

    def accept(k: int) -> None:
        start.wait()
        body = {"fingerprint": shown["fingerprint"]}
        answers[k] = people[k].send("post", f"{path}/accept", json=body).status_code

    threads = [threading.Thread(target=accept, args=(k,)) for k in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answers) == [200, 409]
    waiting = people[0].get("/projects/port-merrow/review?page_size=100").json()["results"]
    assert name not in [row["name"] for row in waiting]


@at("rowan 12(c)")
def test_three_hundred_random_edits_with_a_server_that_dies(
    home: Home, desk: Page, instance: LiveInstance
) -> None:
    choose = random.Random(20260131)
    ear = listen(desk, home)
    for kill in range(1, KILLS + 2):
        while len(made(ear)) < kill * EDITS / (KILLS + 1):
            press(desk, *choose.choices(list(KEYS), list(KEYS.values()), k=10))
        if kill <= KILLS:
            instance.kill()
            # The work goes on while the server is away.
            press(desk, *choose.choices(list(KEYS), list(KEYS.values()), k=20))
            instance.restart()
    press(desk, "Escape")
    saved(desk)
    edits = made(ear)
    assert len(edits) >= EDITS
    wait_until(lambda: len(stored(home)) == len(edits))
    check_nothing_lost(home, edits)
    drawn = desk.locator(f'.sub[data-label="{home.label}"] > .par [data-mention]')
    assert {one.get_attribute("data-mention") for one in drawn.all()} == {
        one["id"] for one in home.layer()["mentions"]
    }
