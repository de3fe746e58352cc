"""Changes that reach other places, in a real browser: shown first, one step, marked, looked at."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.live import LiveInstance, wait_until

PROJECT = "/projects/port-merrow"
Json = dict[str, Any]


class World:
    """One person's layers: a subsection with an argument that clauses and a case use."""

    def __init__(self, instance: LiveInstance, person: str, label: str, caller: str) -> None:
        self.person, self.label, self.caller = person, label, caller
        self.section, self.client = label.partition("(")[0], instance.client(person)
        self.case = f"s{label.replace('(', '_').replace(')', '')}_pos"
        self._build()

    @property
    def path(self) -> str:
        return f"/p/port-merrow/s/{self.section}?layer=mine#{self.label}"

    def statute(self, section: str) -> Json:
        return dict(self.client.get(f"{PROJECT}/statutes/{section}?layer=mine").json())

    def layer(self, label: str) -> Json:
        """The layer as it is now, or as it will be begun."""
        body = self.statute(label.partition("(")[0])
        found = next((one for one in body["layers"] if one["label"] == label), None)
        row = next(one for one in body["subsections"] if one["label"] == label)
        empty = {"id": row["my_layer"], "revision": 0, "clause": None, "arguments": [], "stale": {}}
        return dict(found or empty, parts=row["parts"])

    def values(self) -> list[str]:
        body = self.client.get(f"{PROJECT}/cases/{self.case}?layer=mine").json()
        return [value["name"] for row in body["instantiations"] for value in row["given"]]

    def state(self) -> tuple[Any, ...]:
        here, there = self.layer(self.label), self.layer(self.caller)
        names = [one["name"] for one in here["arguments"]]
        return names, here["clause"], there["clause"], self.values(), here["stale"], there["stale"]

    def post(self, layer: Json, operation: Json, home: Json) -> None:
        edit = {
            "id": str(uuid.uuid4()),
            "layer": layer["id"],
            "time": "2026-01-31T12:00:00Z",
            "base_revision": layer["revision"],
            "operation": operation,
        }
        body = {"edits": [edit], "layers": {layer["id"]: home}}
        answer = self.client.send("post", f"{PROJECT}/edits", json=body)
        assert answer.status_code == 200, answer.text

    def write_clause(self, label: str, text: str) -> None:
        operation = {"op": "set_clause", "clause": {"text": text, "note": ""}}
        self.post(self.layer(label), operation, {"subsection": label})

    def _build(self) -> None:
        layer, argument = self.layer(self.label), str(uuid.uuid4())
        text, start = self.statute(self.section)["text"], layer["parts"][0][0]
        # Two words behind the enumerator, whatever they are.
        start = text.index(") ", start) + 2 if text[start] == "(" else start
        mention = {"id": str(uuid.uuid4()), "start": start, "end": start + 5, "argument": argument}
        thing = {"id": argument, "name": "Thing", "value_type": "span", "order": 90}
        operations = [
            {"op": "new_argument", "argument": thing},
            {"op": "add_mention", "mention": mention},
        ]
        self.post(layer, {"op": "batch", "ops": operations}, {"subsection": self.label})
        self.write_clause(self.label, f"{self.call(self.label)}(THING)")
        self.write_clause(
            self.caller, f"{self.call(self.caller)}(X) :- {self.call(self.label)}(THING:X)"
        )
        body = self.client.get(f"{PROJECT}/cases/{self.case}?layer=mine").json()
        value = {"name": "Thing", "role": "given", "value": "a thing", "order": 0}
        item = {"id": str(uuid.uuid4()), "label": self.label, "order": 0, "values": [value]}
        add = {"op": "add_instantiation", "instantiation": item}
        self.post(body["layer"], add, {"case": self.case})

    @staticmethod
    def call(label: str) -> str:
        return "s" + label.replace("(", "_").replace(")", "")


@pytest.fixture
def world(request: pytest.FixtureRequest, instance: LiveInstance) -> World:
    return World(instance, *request.param.split(" "))


@pytest.fixture
def desk(world: World, open_page: Open) -> Page:
    page = open_page(world.person, world.path)
    expect(page.locator(".fo")).to_have_attribute("data-label", world.label)
    expect(page.locator("#main")).to_be_focused()
    page.keyboard.press("m")
    expect(page.locator(".fo-h")).to_contain_text("Thing")
    return page


def at(place: str) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("world", [place], indirect=True)


def rename(page: Page, name: str) -> None:
    page.keyboard.press("r")
    page.keyboard.type(name)
    page.keyboard.press("Enter")


def saved(page: Page) -> None:
    expect(page.locator(".save")).to_have_text("Saved", timeout=90_000)


def renamed(world: World, name: str) -> tuple[Any, ...]:
    here, there, big = world.call(world.label), world.call(world.caller), name.upper()
    return [name], f"{here}({big})", f"{there}(X) :- {here}({big}:X)", [name], {}, {}


@at("dana 21(b) 14(c)")
def test_a_renaming_shows_what_else_changes_and_is_one_step(world: World, desk: Page) -> None:
    before = world.state()
    rename(desk, "Object")
    dialog = desk.get_by_role("dialog", name="What else changes")
    expect(dialog).to_contain_text("Rewritten 3")
    expect(dialog).to_contain_text(world.case)
    assert world.state() == before, "nothing changes before the answer"
    found = Axe().run(desk).response["violations"]
    assert [one["id"] for one in found if one["impact"] in ("serious", "critical")] == []
    desk.keyboard.press("Escape")
    expect(dialog).to_have_count(0)
    expect(desk.locator("#main")).to_be_focused()
    expect(desk.locator(".fo-h")).to_contain_text("Thing")
    rename(desk, "Object")
    expect(dialog).to_be_visible()
    desk.keyboard.press("Enter")
    expect(desk.locator(".fo-h")).to_contain_text("Object")
    saved(desk)
    assert world.state() == renamed(world, "Object")
    desk.keyboard.press("Control+z")
    saved(desk)
    wait_until(lambda: world.state() == before)
    desk.keyboard.press("Control+Shift+z")
    saved(desk)
    wait_until(lambda: world.state() == renamed(world, "Object"))
    desk.reload()
    expect(desk.locator("#main")).to_be_focused()
    desk.wait_for_load_state("networkidle")
    desk.keyboard.press("Control+z")
    wait_until(lambda: world.state() == before)


@at("rowan 21(b) 14(c)")
def test_what_is_used_asks_before_it_goes_and_leaves_marks(world: World, desk: Page) -> None:
    before = world.state()
    desk.keyboard.press("Backspace")
    dialog = desk.get_by_role("dialog", name="What else changes")
    expect(dialog).to_contain_text("Thing of §21(b) was removed.")
    dialog.get_by_role("button", name="Keep the argument").click()
    expect(desk.locator(".fo [data-mention]")).to_have_count(0)
    saved(desk)
    assert world.state() == before, "the argument stays without its mention"
    desk.keyboard.press("Control+z")
    expect(desk.locator(".fo [data-mention]")).to_have_count(1)
    desk.keyboard.press("m")
    desk.keyboard.press("Backspace")
    expect(dialog).to_be_visible()
    desk.keyboard.press("Enter")
    saved(desk)
    reason = "Thing of §21(b) was removed."
    names, _, _, values, here, there = world.state()
    assert (names, values, here, there) == ([], ["Thing"], {"clause": reason}, {"clause": reason})
    marks = world.client.get(f"{PROJECT}/stale").json()["results"]
    assert [one["case"] for one in marks] == [None, None, world.case]
    row = desk.locator(f'[data-row="{world.label}"]')
    expect(row.get_by_role("img", name="stale")).to_have_count(1)
    checks = desk.get_by_role("region", name="Checks: stale")
    expect(checks).to_contain_text(reason)
    checks.get_by_role("button", name="Looked, still right").click()
    expect(checks).to_have_count(0)
    expect(row.get_by_role("img", name="stale")).to_have_count(0)
    saved(desk)
    assert world.layer(world.label)["stale"] == {}
    desk.locator("#main").focus()
    desk.keyboard.press("Control+z")
    expect(checks).to_have_count(1)
    desk.goto("/p/port-merrow")
    block = desk.get_by_role("region", name="To look at again")
    expect(block).to_contain_text(world.case)
    block.get_by_role("link", name="§14(c)").click()
    expect(desk.get_by_role("region", name="Checks: stale")).to_contain_text(reason)


@at("dana 8(c) 12(a)")
def test_a_change_meanwhile_stops_all_of_it(world: World, desk: Page) -> None:
    rename(desk, "Object")
    dialog = desk.get_by_role("dialog", name="What else changes")
    expect(dialog).to_be_visible()
    world.write_clause(world.caller, f"{world.call(world.caller)}(Y)")
    before = world.state()
    desk.keyboard.press("Enter")
    expect(desk.locator(".conf")).to_contain_text("nothing of this change was stored")
    expect(desk.locator(".fo-h")).to_contain_text("Thing")
    saved(desk)
    assert world.state() == before


@at("rowan 8(c) 12(a)")
def test_without_the_server_it_is_done_here_and_the_rest_is_shown_later(
    world: World, desk: Page
) -> None:
    desk.context.set_offline(True)
    rename(desk, "Object")
    expect(desk.locator(".fo-h")).to_contain_text("Object")
    expect(desk.locator(".left-notes")).to_contain_text("looked at when the server is back")
    desk.context.set_offline(False)
    saved(desk)
    expect(desk.locator(".left-notes")).to_contain_text("3 other places stand as before")
    assert world.layer(world.label)["arguments"][0]["name"] == "Object"
    assert world.values() == ["Thing"]
    desk.get_by_role("button", name="Show").click()
    dialog = desk.get_by_role("dialog", name="What else changes")
    expect(dialog).to_contain_text("Rewritten 3")
    dialog.get_by_role("button", name="Change 3 places").click()
    expect(desk.locator(".left-notes")).to_have_count(0)
    saved(desk)
    wait_until(lambda: world.state() == renamed(world, "Object"))
