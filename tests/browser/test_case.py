"""The case workbench in a real browser: filled in by keys and mouse, solved both ways."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import SHOTS, Open
from tests.browser.test_screens import find_faults
from tests.browser.test_workbench import press, said, saved
from tests.live import Client, LiveInstance, wait_until

PROJECT = "/projects/port-merrow"
SUGGEST = """
from sara_annotate.accounts.models import User
from sara_annotate.corpus.models import Project
from sara_annotate.suggestions.values import ValueProposer, values_store
project = Project.objects.get(slug="port-merrow")
with ValueProposer(project, "program") as proposer:
    proposals = [proposer.propose({name!r})]
values_store(
    project=project, run="values-1", proposals=proposals, by=User.objects.get(username="dana"))
"""


class Desk:
    """A person's layer of one case, as the database has it."""

    def __init__(self, instance: LiveInstance, person: str, name: str) -> None:
        self.person, self.name = person, name
        self.client: Client = instance.client(person)

    @property
    def path(self) -> str:
        return f"/p/port-merrow/c/{self.name}?layer=mine"

    def read(self) -> dict[str, Any]:
        return dict(self.client.get(f"{PROJECT}/cases/{self.name}?layer=mine").json())

    def row(self, label: str) -> dict[str, Any]:
        rows = self.read()["instantiations"]
        return next(dict(row) for row in rows if row["label"] == label)

    def values(self, label: str, role: str) -> dict[str, object]:
        return {value["name"]: value["value"] for value in self.row(label)[role]}

    def flags(self) -> list[tuple[str, str, str]]:
        found = self.client.get(f"{PROJECT}/replay?case={self.name}&author={self.person}").json()
        return [(flag["engine"], flag["status"], flag["note"]) for flag in found["results"]]

    def post(self, *operations: dict[str, Any]) -> None:
        """Another device of the same person writes."""
        layer = self.read()["layer"]
        edits = [
            {
                "id": str(uuid.uuid4()),
                "layer": layer["id"],
                "time": "2026-01-31T12:00:00Z",
                "base_revision": layer["revision"] + i,
                "operation": operation,
            }
            for i, operation in enumerate(operations)
        ]
        body = {"edits": edits, "layers": {layer["id"]: {"case": self.name}}}
        answer = self.client.send("post", f"{PROJECT}/edits", json=body)
        assert answer.status_code == 200, answer.text

    def copy_gold(self, truths: dict[str, bool] | None = None) -> None:
        """The person says what the gold says, but for some truths."""
        gold = self.client.get(f"{PROJECT}/cases/{self.name}").json()
        self.post(*(_copy(row, truths or {}) for row in gold["instantiations"]))


def _copy(row: dict[str, Any], truths: dict[str, bool]) -> dict[str, Any]:
    values = [{**value, "role": role} for role in ("given", "found") for value in row[role]]
    return {
        "op": "add_instantiation",
        "instantiation": {
            "id": str(uuid.uuid4()),
            "label": row["label"],
            "order": row["order"],
            "truth": truths.get(row["label"], row["truth"]),
            "values": values,
        },
    }


@pytest.fixture
def desk(request: pytest.FixtureRequest, instance: LiveInstance) -> Desk:
    person, name = request.param.split(" ")
    return Desk(instance, person, name)


def at(place: str) -> pytest.MarkDecorator:
    """Where a test writes: a case of its own, so that none depends on another."""
    return pytest.mark.parametrize("desk", [place], indirect=True)


def open_desk(open_page: Open, desk: Desk, **options: Any) -> Page:
    page = open_page(desk.person, desk.path, **options)
    expect(page.locator("#case-text")).to_be_focused()
    return page


def walk_to(page: Page, word: str) -> None:
    for _ in range(160):
        if said(page) == word:
            return
        page.keyboard.press("ArrowRight")
    raise AssertionError(f"the caret never came to {word!r}")


def point(page: Page, words: str, *, end: bool = False) -> tuple[float, float]:
    """Where the words begin, or end, in the case's text."""
    found = page.evaluate(
        """([words, end]) => {
          const par = document.querySelector('#case-text .par');
          const at = par.textContent.indexOf(words);
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
          return null;
        }""",
        [words, end],
    )
    assert found, words
    return found[0], found[1]


def select(page: Page, words: str) -> None:
    """Drags over the words with the mouse."""
    page.mouse.move(*point(page, words))
    page.mouse.down()
    page.mouse.move(*point(page, words, end=True), steps=6)
    page.mouse.up()


def add(page: Page, label: str) -> None:
    page.keyboard.press("a")
    field = page.get_by_role("combobox", name="Subsection")
    field.fill(label)
    expect(page.get_by_role("option").first).to_contain_text(f"§{label}")
    page.keyboard.press("Enter")
    expect(page.locator(".inst-c[aria-pressed=true]")).to_contain_text(f"§{label}")


@at("dana s12_c_1_pos")
def test_a_case_by_keys_alone(desk: Desk, open_page: Open) -> None:
    page = open_desk(open_page, desk)
    expect(page.get_by_text("No subsection yet.")).to_be_visible()
    case = desk.read()
    label = "12(c)(1)"
    press(page, "a")
    # The question names it, so it is offered.
    expect(page.get_by_role("option").first).to_contain_text(f"§{label}")
    press(page, "Enter")
    expect(page.locator(".inst-c[aria-pressed=true]")).to_contain_text(f"§{label}")
    expect(page.locator("#case-text")).to_be_focused()
    first = case["text"].split(" ")[0]
    press(page, "ArrowRight", "ArrowLeft")
    assert said(page) == first
    press(page, "Shift+ArrowRight", "1")
    saved(page)
    value = desk.row(label)["found"][0]
    start, end = value["evidence"][0]
    assert case["text"][start:end] == value["value"] == " ".join(case["text"].split(" ")[:2])
    press(page, "q")
    saved(page)
    assert list(desk.values(label, "given").values()) == [value["value"]]
    press(page, "t")
    saved(page)
    assert desk.row(label)["truth"] is True
    press(page, "0", "t")
    saved(page)
    assert desk.row(label)["given"] == []
    assert desk.row(label)["truth"] is None
    press(page, "Control+z", "Control+z")
    saved(page)
    assert desk.row(label)["truth"] is True
    page.reload()
    expect(page.locator("#case-text")).to_be_focused()
    # Undo reaches back over a reload.
    press(page, "Control+z")
    wait_until(lambda: "Undone" in said(page))
    saved(page)
    assert desk.row(label)["truth"] is None
    press(page, "Control+Shift+z")
    saved(page)
    assert desk.row(label)["truth"] is True
    press(page, "Control+Enter")
    expect(page.get_by_role("dialog")).to_contain_text("Every piece of evidence")
    press(page, "Enter")
    saved(page)
    assert desk.read()["layer"]["state"] == "submitted"
    press(page, "f")
    expect(page.locator(".say-fault")).to_contain_text("submitted. Reopen it")


@at("dana s12_b_1_ii_pos")
def test_evidence_by_mouse_and_values_by_type(desk: Desk, open_page: Open) -> None:
    page = open_desk(open_page, desk)
    add(page, "12(b)(1)(ii)")
    known = desk.client.get(f"{PROJECT}/subsections?search=12(b)(1)(ii)").json()["results"][0]
    number = next(a for a in known["arguments"] if a["value_type"] == "integer")
    words = next(a for a in known["arguments"] if a["value_type"] == "span")
    text = desk.read()["text"]
    some = " ".join(text.split(" ")[:3]).rstrip(",.")
    select(page, some)
    expect(page.locator(".sel-line q")).to_have_text(some)
    page.get_by_role("button", name=f"Put the selection into {words['number']},").click()
    saved(page)
    found = desk.row("12(b)(1)(ii)")["found"][0]
    assert (found["name"], found["value"]) == (words["name"], some)
    assert text[slice(*found["evidence"][0])] == some
    expect(page.locator("#case-text .ev").first).to_have_text(some)
    # Words are no number, and it is said where it was tried.
    page.locator("#case-text").focus()
    press(page, str(number["number"]))
    expect(page.locator(".say-fault")).to_contain_text("A whole number is wanted")
    press(page, "=")
    field = page.get_by_label(f"Value of {number['name']}")
    for typed, why in (
        ("31 June 2025", "A whole number is wanted"),
        ("9.4", "no whole number"),
        ("1,20", "a comma stands"),
    ):
        field.fill(typed)
        press(page, "Enter")
        expect(page.locator(".hint.bad")).to_contain_text(why)
    field.fill("$1,200")
    expect(page.locator("#value-hint")).to_contain_text("less than 5,000 more or less")
    press(page, "Enter")
    saved(page)
    assert desk.values("12(b)(1)(ii)", "found")[number["name"]] == 1200
    page.get_by_role("button", name="type").click()
    field.fill("8; 12")
    press(page, "Enter")
    saved(page)
    assert desk.values("12(b)(1)(ii)", "found")[number["name"]] == [8, 12]
    press(page, "x")
    saved(page)
    assert desk.read()["instantiations"] == []


@at("dana s12_c_neg")
def test_solved_both_ways_flagged_and_settled(desk: Desk, open_page: Open) -> None:
    desk.copy_gold({"12(c)": True})
    page = open_desk(open_page, desk)
    press(page, "s")
    box = page.locator(".flagbox")
    expect(box).to_contain_text("You say true, the engine says false.")
    expect(box).to_contain_text("Kept as a flag.")
    assert desk.flags() == [("structure", "wrong_truth", "")]
    expect(page.locator(".inst-c .flag")).to_have_count(1)
    press(page, "e")
    expect(page.locator(".nd.root")).to_contain_text("section12.pl")
    expect(box).to_contain_text("You say true, the engine says false.")
    expect(box).to_contain_text("Kept as a flag.")
    # A note settles one of them, taking the engine's answer the other.
    press(page, "c")
    page.get_by_label("Why it is right as it is").fill("The rebate came later.")
    press(page, "Enter")
    expect(box).to_contain_text("Settled by dana: The rebate came later.")
    assert ("program", "wrong_truth", "The rebate came later.") in desk.flags()
    press(page, "e", "f")
    expect(box).to_contain_text("You and the engine say false.")
    wait_until(lambda: ("structure", "same", "") in desk.flags())
    expect(page.locator(".inst-c .flag")).to_have_count(0)


@at("dana s12_c_pos")
def test_the_tree_why_not_and_what_if(desk: Desk, open_page: Open) -> None:
    page = open_page("dana", "/p/port-merrow/c/s12_c_neg")
    expect(page.locator("#case-text")).to_be_focused()
    press(page, "s")
    tree = page.get_by_role("tree")
    expect(tree.get_by_role("treeitem").first).to_contain_text("§12(c)")
    why = page.get_by_role("region", name="Why not")
    expect(why).to_contain_text("does not hold")
    tree.focus()
    press(page, "End")
    expect(page.locator(".nd.cur")).to_contain_text("§14(b)")
    press(page, "Enter")
    expect(page.locator(".opened")).to_contain_text("§14(b)")
    expect(page.locator(".opened .ins").first).to_be_visible()
    expect(page.locator("#case-text .ev.rests").first).to_be_visible()
    press(page, "w")
    expect(page.locator(".whatif")).to_contain_text("§14(b)")
    expect(page.locator(".whatif .solved")).to_contain_text("was false")
    changed = page.get_by_role("region", name="What changed")
    expect(changed).to_contain_text("§12(c)")
    expect(changed).to_contain_text("false → true")
    press(page, "Escape")
    expect(page.locator(".whatif .solved")).to_have_count(0)
    press(page, "Home", "ArrowLeft")
    expect(tree.get_by_role("treeitem")).to_have_count(1)
    press(page, "ArrowRight", "ArrowRight")
    expect(page.locator(".nd.cur")).to_contain_text("AND")
    # By program: hundreds of steps, asked for as they are opened; a fact is left out.
    press(page, "e")
    expect(tree.get_by_role("treeitem").first).to_contain_text("section12.pl")
    fact = tree.get_by_role("treeitem").filter(has_text="rebate_(march_rebate)")
    part = tree.get_by_role("treeitem").filter(has_text="NOT").first
    part.click()
    press(page, "ArrowRight")
    rule = tree.get_by_role("treeitem").filter(has_text="section14.pl").first
    rule.click()
    if fact.count() == 0:
        press(page, "ArrowRight")
    fact.first.click()
    press(page, "w")
    expect(page.locator(".whatif .solved")).to_contain_text("was false")
    press(page, "Escape")
    assert not desk.read()["instantiations"], "what-if keeps nothing"


@at("dana s12_c_2_pos")
def test_suggested_values_by_keys_comments_and_history(
    desk: Desk, open_page: Open, instance: LiveInstance
) -> None:
    instance.manage("shell", "-c", SUGGEST.format(name=desk.name))
    page = open_desk(open_page, desk)
    label = "12(c)(2)"
    expect(page.locator(".inst-c.sug")).to_contain_text(f"§{label}")
    press(page, "Tab", "Tab")
    assert said(page).startswith("Day, suggested 6 October 2025, 95 percent, The program says true")
    press(page, "Enter")
    assert said(page) == "3, Day, accepted. Next: @truth, suggested true, 95 percent"
    press(page, "Enter")
    saved(page)
    assert (desk.values(label, "given"), desk.row(label)["truth"]) == (
        {"Day": "6 October 2025"},
        True,
    )
    # One that was passed over comes after the last.
    assert said(page).startswith("@truth, accepted. Next: Vessel, suggested the Petrel")
    press(page, "Backspace")
    assert said(page) == "Vessel, rejected"
    press(page, "Control+z", "Control+z")
    saved(page)
    assert desk.row(label)["truth"] is None
    press(page, "Shift+Enter")
    saved(page)
    assert desk.values(label, "given") == {"Day": "6 October 2025", "Vessel": "the Petrel"}
    assert desk.row(label)["truth"] is True
    assert set(desk.read()["layer"]["decisions"].values()) == {"accepted"}
    expect(page.locator(".sug")).to_have_count(0)
    page.get_by_role("tab", name="Comments").click()
    field = page.get_by_role("textbox", name="Comment on")
    field.fill("Is the warning still in force on the sixth?")
    press(page, "Control+Enter")
    expect(page.get_by_role("tab", name="Comments")).to_contain_text("1")
    found = desk.client.get(f"{PROJECT}/threads?kind=cases&name={desk.name}").json()["results"]
    assert [(t["name"], len(t["comments"])) for t in found] == [(desk.name, 1)]
    assert not find_faults(page)
    page.get_by_role("tab", name="History").click()
    expect(page.get_by_text("Suggested by values-1").first).to_be_visible()
    expect(page.get_by_text(f"Added §{label}").first).to_be_visible()
    assert not find_faults(page)


@at("dana s12_c_2_neg")
def test_no_work_is_lost_without_a_network(desk: Desk, open_page: Open) -> None:
    desk.copy_gold()
    page = open_desk(open_page, desk)
    before = desk.row("12(c)(2)")["truth"]

    def drop(route: Route) -> None:
        route.abort("internetdisconnected")

    page.route("**/api/v1/**", drop)
    press(page, "s")
    expect(page.locator(".note.bad")).to_contain_text("The server cannot be reached")
    press(page, "f" if before else "t")
    expect(page.locator(".save")).to_contain_text("Offline, 1 waiting")
    page.unroute("**/api/v1/**", drop)
    page.get_by_role("button", name="Try now").click()
    saved(page)
    assert desk.row("12(c)(2)")["truth"] is not before
    # Another device says something else of the same item: both versions, and a choice.
    other = desk.row("12(c)(2)")
    page.route("**/api/v1/**", drop)
    press(page, "0")
    desk.post({"op": "set_truth", "instantiation": other["id"], "truth": None})
    press(page, "t" if before else "f")
    page.unroute("**/api/v1/**", drop)
    page.get_by_role("button", name="Try now").click()
    expect(page.locator(".conf")).to_contain_text("Conflict in s12_c_2_neg")
    page.get_by_label("Keep mine").check()
    page.get_by_role("button", name="Go on").click()
    saved(page)
    assert desk.row("12(c)(2)")["truth"] is before


def test_two_tabs_next_case_and_next_disagreement(instance: LiveInstance, open_page: Open) -> None:
    desk = Desk(instance, "dana", "s12_a_pos")
    desk.copy_gold({"12(a)": False})
    page = open_desk(open_page, desk)
    other = page.context.new_page()
    other.goto(desk.path)
    expect(other.locator("#case-text")).to_be_focused()
    press(page, "t")
    expect(other.locator(".inst-c[aria-pressed=true]")).to_contain_text("true")
    other.close()
    press(page, "f", "e", "s")
    expect(page.locator(".flagbox")).to_contain_text("You say false, the engine says true.")
    expect(page.locator(".flagbox")).to_contain_text("Kept as a flag.")
    press(page, "p")
    page.wait_for_url("**/c/s12_a_neg**")
    expect(page.get_by_role("heading", name="Case s12_a_neg")).to_be_attached()
    expect(page.locator("#case-text")).to_be_focused()
    press(page, "n")
    page.wait_for_url("**/c/s12_a_pos**")
    expect(page.get_by_role("heading", name="Case s12_a_pos")).to_be_attached()
    expect(page.locator("#case-text")).to_be_focused()
    press(page, "n")
    page.wait_for_url("**/c/s12_b_1_ii_neg**")
    expect(page.get_by_role("heading", name="Case s12_b_1_ii_neg")).to_be_attached()
    expect(page.locator("#case-text")).to_be_focused()
    page.wait_for_load_state("networkidle")
    press(page, "d")
    page.wait_for_url(lambda url: "s12_b_1_ii_neg" not in url)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_sound_for_everyone(instance: LiveInstance, open_page: Open, theme: str) -> None:
    person = "dana"
    desk = Desk(instance, person, "s12_c_3_neg" if theme == "light" else "s12_c_3_pos")
    desk.copy_gold()
    SHOTS.mkdir(exist_ok=True)
    page = open_desk(open_page, desk, theme=theme)
    press(page, "s")
    expect(page.locator(".flagbox")).to_be_visible()
    press(page, "=")
    expect(page.locator(".v-entry")).to_be_visible()
    page.screenshot(path=SHOTS / f"case-writing-{theme}.png")
    assert not find_faults(page)
    press(page, "Escape", "w")
    expect(page.locator(".whatif .fld")).to_be_visible()
    page.set_viewport_size({"width": 1024, "height": 800})
    page.screenshot(path=SHOTS / f"case-writing-{theme}-1024.png")
    assert not find_faults(page)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth + 1")


def test_replay_all_from_the_list_and_narrow_it(open_page: Open) -> None:
    page = open_page("dana", "/p/port-merrow/cases")
    page.get_by_role("button", name="Replay all").click()
    expect(page.locator(".jobs .chip.ok")).to_be_visible(timeout=120_000)
    expect(page.get_by_text("held against the engine, last on")).to_be_visible()
    page.get_by_label("Engine").select_option("same")
    expect(page.locator("tbody tr").first).to_be_visible()
    expect(page.locator("tbody tr").first).to_contain_text("same")
    assert not find_faults(page)


def test_silver_is_paused_and_goes_on_from_the_list(
    instance: LiveInstance, open_page: Open
) -> None:
    page = open_page("dana", "/p/port-merrow/cases")
    client = instance.client("dana")
    # One at a time: others before it leave the hand on the mouse all the time it wants.
    others = [
        client.send("post", f"{PROJECT}/silver", json={"seed": seed}).json()["job"]
        for seed in range(10, 18)
    ]
    page.get_by_role("button", name="Make silver").click()
    newest = page.locator(".jobs .jrow").first
    newest.get_by_role("button", name="Pause Silver rows").click()
    expect(newest).to_contain_text("paused", timeout=120_000)
    for key in others:
        client.send("post", f"{PROJECT}/jobs/{key}", json={"action": "cancel"})
    newest.get_by_role("button", name="Go on Silver rows").click()
    expect(newest.locator(".chip.ok")).to_be_visible(timeout=240_000)
    found = client.get(f"{PROJECT}/jobs").json()["results"][0]
    assert (found["kind"], found["params"]["seed"]) == ("logic_silver", 0)
    assert (found["state"], found["result"]["rows"] > 0) == ("done", True)


def test_the_program_beside_the_clauses(open_page: Open) -> None:
    page = open_page("robin", "/p/port-merrow/cases")
    page.get_by_text("Program and clauses").click()
    expect(page.get_by_text("40 subsections and the program agree on a name.")).to_be_visible()
    expect(page.get_by_text("s14_b → s12_d")).to_be_visible()
    expect(page.get_by_role("button", name="Measure tabling")).to_have_count(0)
    assert not find_faults(page)
