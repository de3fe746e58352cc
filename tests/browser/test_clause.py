"""The clause editor in a real browser: text and graph of one term, checks, fixes, no lost work."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import SHOTS, Open
from tests.browser.test_screens import find_faults
from tests.live import LiveInstance, wait_until

PROJECT = "port-merrow"
PASTE = """([element, text]) => {
  const data = new DataTransfer();
  data.setData('text/plain', text);
  element.dispatchEvent(
    new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
}"""


class Desk:
    """One person's clause of one subsection, on the page and on the server."""

    def __init__(self, page: Page, instance: LiveInstance, person: str, label: str) -> None:
        self.page, self.label = page, label
        self.client = instance.client(person)
        self.text = page.get_by_role("textbox", name=f"Clause of §{label}")
        self.graph = page.get_by_role("tree")

    def stored(self) -> dict[str, Any]:
        section = self.label.partition("(")[0]
        path = f"/projects/{PROJECT}/statutes/{section}?layer=mine"
        layers = self.client.get(path).json()["layers"]
        found = [one for one in layers if one["label"] == self.label]
        return dict(found[0]) if found else {"clause": None, "clause_note": ""}

    def wait_stored(self, clause: str | None) -> None:
        wait_until(lambda: (self.stored()["clause"] or None) == clause)

    def write(self, words: str) -> None:
        """Types over all that is there, with no help from completion."""
        self.text.focus()
        self.page.keyboard.press("Control+A")
        self.page.keyboard.insert_text(words)

    def paste(self, words: str) -> None:
        self.text.focus()
        self.page.keyboard.press("Control+A")
        self.text.evaluate("(element, words) => (" + PASTE + ")([element, words])", words)

    def take(self, words: str) -> None:
        """Takes the completion that is chosen, once it is this one."""
        chosen = self.page.locator(".cm-tooltip-autocomplete [role=option][aria-selected=true]")
        expect(chosen).to_contain_text(words)
        self.page.keyboard.press("Enter")
        expect(self.page.locator(".cm-tooltip-autocomplete")).to_have_count(0)

    def leave(self) -> None:
        self.page.locator("#main").focus()

    def reads(self, words: str | re.Pattern[str]) -> None:
        expect(self.text).to_contain_text(words)

    def says(self) -> str:
        """The text without the words of problems."""
        lines = self.text.locator(".cm-line").all_inner_texts()
        return re.sub(r"\s+", " ", " ".join(lines)).strip()

    def nodes(self) -> list[str]:
        items = self.graph.get_by_role("treeitem").all()
        return [item.get_attribute("aria-label") or "" for item in items]


@pytest.fixture
def at(open_page: Open, instance: LiveInstance) -> Any:
    def open_at(person: str, label: str, layer: str = "mine", **options: Any) -> Desk:
        query = f"?layer={layer}&view=clause"
        section = label.partition("(")[0]
        page = open_page(person, f"/p/{PROJECT}/s/{section}{query}#{label}", **options)
        desk = Desk(page, instance, person, label)
        expect(desk.text).to_be_visible()
        return desk

    return open_at


def test_typing_with_completion_by_keys_alone(at: Any) -> None:
    desk = at("dana", "12(c)")
    page: Page = desk.page
    page.keyboard.press("t")
    expect(desk.text).to_be_focused()
    page.keyboard.type("§12(c)(Day, Season) :- §12(d")
    option = page.get_by_role("option", name=re.compile(r"^§12\(d\)\s"))
    expect(option).to_contain_text("For the purposes of this Act")
    desk.take("§12(d)")
    # Names that both have are passed; the caret waits for more.
    desk.reads("§12(d)(Day, Season)")
    page.keyboard.type(", Ye")
    desk.take("Year=")
    page.keyboard.type("Da")
    desk.take("Day")
    desk.reads("§12(d)(Day, Season, Year=Day)")
    page.keyboard.press("End")
    page.keyboard.type(" A")
    desk.take("AND")
    page.keyboard.type("NOT §14(b)(Season")
    page.keyboard.press("Escape")
    expect(page.get_by_role("listbox", name="Completions")).to_have_count(0)
    page.keyboard.press("Escape")
    expect(page.locator("#main")).to_be_focused()
    desk.wait_stored("s12_c(DAY,SEASON) :- s12_d(DAY,SEASON,YEAR:DAY) AND NOT s14_b(SEASON)")
    wait_until(lambda: desk.says().endswith("AND NOT §14(b)(Season)."))
    page.keyboard.press("g")
    expect(desk.graph).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator("#main")).to_be_focused()
    page.keyboard.press("Escape")
    expect(page.locator(".fo")).to_have_attribute("data-label", "12(c)")


def test_a_problem_and_its_fix_by_click_and_by_key(at: Any) -> None:
    desk = at("dana", "12(e)(2)")
    page: Page = desk.page
    desk.write("§12(e)(2)(Appeal, Dues) :- §12(e)(1)(Appeal, Dus).")
    problem = page.locator(".ce-fix.bad").filter(has_text="§12(e)(2) has no argument Dus")
    expect(problem).to_be_visible()
    expect(page.locator(".ce-status")).to_contain_text("problem")
    problem.get_by_role("button", name=re.compile("Use Dues")).click()
    desk.reads("§12(e)(1)(Appeal, Dues)")
    expect(page.locator(".ce-fix.bad")).to_have_count(0)
    # The same by keys: F8 goes to the problem, Ctrl and a dot put it right.
    desk.write("§12(e)(2)(Appeal) :- §12(e)(9)(Appeal).")
    expect(page.locator(".ce-fix.bad")).to_have_count(1)
    page.keyboard.press("F8")
    page.keyboard.press("Control+.")
    desk.reads(re.compile(r"§12\(e\)\([12]\)\(Appeal\)|§12\(e\)\(9\)"))
    expect(page.locator(".sr[data-count]")).not_to_be_empty()


def test_the_question_before_submitting_says_what_is_wrong_with_the_clause(at: Any) -> None:
    desk = at("dana", "12(e)(1)")
    page: Page = desk.page
    desk.write("§12(e)(1)(Appeal) :- §12(e)(9)(Appeal).")
    expect(page.locator(".ce-fix.bad")).to_have_count(1)
    desk.leave()
    desk.wait_stored("s12_e_1(APPEAL) :- s12_e_9(APPEAL)")
    page.keyboard.press("Control+Enter")
    dialog = page.get_by_role("dialog", name="Submit §12(e)(1)")
    expect(dialog.get_by_text("Clause, line 1: §12(e)(9) is")).to_be_visible()
    page.keyboard.press("Escape")
    expect(dialog).to_have_count(0)


def test_either_notation_is_pasted_and_text_and_graph_are_one(at: Any) -> None:
    desk = at("dana", "14(a)")
    page: Page = desk.page
    desk.paste("s14_a(SEASON,VESSEL) :- s14_a_1(VESSEL) AND s14_a_2(SEASON,VESSEL)")
    desk.reads("§14(a)(Season")
    desk.reads("§14(a)(2)(Season, Vessel)")
    wait_until(lambda: desk.nodes()[:1] == ["AND, all of 2"])
    desk.leave()
    first = "s14_a(SEASON,VESSEL) :- s14_a_1(VESSEL) AND s14_a_2(SEASON,VESSEL)"
    desk.wait_stored(first)

    # The graph changes the text: one step, saved at once.
    page.keyboard.press("g")
    page.keyboard.press("|")
    desk.reads("OR §14(a)(2)")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("!")
    desk.reads("NOT §14(a)(1)")
    second = "s14_a(SEASON,VESSEL) :- NOT s14_a_1(VESSEL) OR s14_a_2(SEASON,VESSEL)"
    desk.wait_stored(second)
    page.get_by_role("group", name="Passed to §14(a)(1)").get_by_label(
        re.compile("^Vessel")
    ).select_option("")
    desk.reads("NOT §14(a)(1)()")
    page.locator("#main").focus()

    # Undo takes back each of them, also from the text; and it is kept through a reload.
    page.keyboard.press("Control+z")
    desk.wait_stored(second)
    page.keyboard.press("Control+z")
    desk.reads(re.compile(r":-\s*§14\(a\)\(1\)\(Vessel\) OR"))
    page.reload()
    expect(desk.text).to_be_visible()
    desk.reads("OR §14(a)(2)")
    page.keyboard.press("t")
    expect(desk.text).to_be_focused()
    page.keyboard.press("Control+z")
    desk.wait_stored(first)
    desk.reads("AND §14(a)(2)")

    # The text changes the graph; while it cannot be read, the graph stays and says so.
    desk.text.focus()
    page.keyboard.press("Control+End")
    page.keyboard.press("Backspace")
    page.keyboard.insert_text(" AND")
    pane = page.get_by_role("region", name="Clause as graph")
    expect(pane).to_have_attribute("data-stale", "true")
    expect(pane).to_contain_text("cannot be read")
    assert desk.nodes()[0] == "AND, all of 2"
    page.keyboard.insert_text(" §14(b)(Season)")
    wait_until(lambda: desk.nodes()[:1] == ["AND, all of 3"])
    # What was typed since is the text's own to take back.
    page.keyboard.press("Control+z")
    expect(desk.text).not_to_contain_text("§14(b)(Season)")
    desk.reads("§14(a)(2)(Season, Vessel)")


def test_references_add_calls_and_notes_answer_doubts(at: Any) -> None:
    desk = at("dana", "12(c)(2)")
    page: Page = desk.page
    desk.write("§12(c)(2)(Warning, Vessel).")
    desk.leave()
    # The text has been read, and what is wrong with it is said.
    expect(page.locator(".ce-fix.warn").first).to_be_visible()
    page.keyboard.press("r")
    rows = page.get_by_role("listbox", name="References").get_by_role("option")
    expect(rows.filter(has_text="§21(a)")).to_contain_text("unused")
    page.keyboard.press("Enter")
    desk.reads("§21(a)(Warning)")
    expect(rows.filter(has_text="§21(a)")).to_contain_text("used")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("u")
    expect(rows.filter(has_text="§21(c)")).to_contain_text("effect, not condition")
    wait_until(lambda: "reference §21(c): effect" in desk.stored()["clause_note"])
    # A call that nothing explains asks for its source.
    desk.write("§12(c)(2)(Warning, Vessel) :- §21(a)(Warning) AND §8(a)().")
    doubt = page.locator(".ce-fix.warn").filter(has_text="refers to §8(a)")
    doubt.get_by_role("button", name=re.compile("Note its source")).click()
    note = page.get_by_label("Note", exact=True)
    expect(note).to_be_focused()
    page.keyboard.type("Harbour Rules, rule 3")
    expect(doubt).to_have_count(0)
    page.keyboard.press("Tab")
    wait_until(lambda: "call §8(a): Harbour Rules, rule 3" in desk.stored()["clause_note"])
    expect(rows.filter(has_text="Harbour Rules")).to_contain_text("implicit")


def test_operands_move_and_a_draft_is_only_offered(at: Any) -> None:
    desk = at("rowan", "12(d)")
    page: Page = desk.page
    draft = page.get_by_role("region", name="Draft")
    expect(draft).to_contain_text("§12(d)(1)")
    assert desk.stored()["clause"] is None
    draft.get_by_role("button", name="Start from this").click()
    wait_until(lambda: "s12_d_1" in (desk.stored()["clause"] or ""))
    desk.write("§12(d)(Day) :- §12(d)(1)(Day) OR §12(d)(2)(Day).")
    for _ in range(3):
        page.keyboard.press("ArrowLeft")
    page.keyboard.press("Alt+ArrowUp")
    desk.reads(re.compile(r":-\s*§12\(d\)\(2\)\(Day\) OR §12\(d\)\(1\)"))
    # Tab leaves the text; it is saved and set anew.
    page.keyboard.press("Tab")
    expect(desk.text).not_to_be_focused()
    desk.wait_stored("s12_d(DAY) :- s12_d_2(DAY) OR s12_d_1(DAY)")


def test_gold_is_to_read(at: Any) -> None:
    desk = at("dana", "12(c)", layer="gold")
    page: Page = desk.page
    before = desk.says()
    assert "§14(b)(Resident=Master" in before
    page.keyboard.press("t")
    page.keyboard.type("AND")
    page.keyboard.press("Delete")
    assert desk.says() == before
    page.keyboard.press("Escape")
    page.keyboard.press("g")
    page.keyboard.press("!")
    assert desk.says() == before
    expect(page.get_by_role("button", name=re.compile("^Add call"))).to_have_count(0)
    call = desk.text.get_by_text("§14(b)", exact=True)
    call.hover()
    expect(page.locator(".ce-card")).to_contain_text("rebate")
    call.click(modifiers=["Control"])
    page.wait_for_url("**/s/14?layer=gold&view=clause#14(b)")
    expect(page.get_by_role("textbox", name="Clause of §14(b)")).to_be_visible()


def test_in_the_inspector(open_page: Open, instance: LiveInstance) -> None:
    page = open_page("dana", f"/p/{PROJECT}/s/21?layer=mine#21(b)")
    desk = Desk(page, instance, "dana", "21(b)")
    page.get_by_role("tab", name="Clause").click()
    desk.write("§21(b)() :- §21(a)().")
    # The first may close completions that are on their way.
    focused = "document.activeElement === document.getElementById('main')"
    wait_until(lambda: page.keyboard.press("Escape") or page.evaluate(focused))
    desk.wait_stored("s21_b() :- s21_a()")
    page.keyboard.press("l")
    page.wait_for_url("**view=clause**")
    expect(page.get_by_role("region", name="Clause as graph")).to_be_visible()
    desk.reads("§21(a)()")
    page.go_back()
    expect(page.locator(".fo")).to_have_attribute("data-label", "21(b)")


def test_work_is_kept_while_the_server_is_away(at: Any) -> None:
    desk = at("dana", "21(c)")
    page: Page = desk.page
    page.context.set_offline(True)
    desk.write("§21(c)(Warning) :- §21(a)(Warning) AND")
    expect(page.locator(".ce-fix.bad")).to_contain_text("Expected a call")
    expect(page.locator(".ce-status")).to_contain_text("server is away")
    page.keyboard.insert_text(" §21(b)().")
    desk.leave()
    expect(page.locator(".save")).to_contain_text("Offline")
    page.context.set_offline(False)
    desk.wait_stored("s21_c(WARNING) :- s21_a(WARNING) AND s21_b()")


def test_a_hundred_thousand_letters_do_not_hang_it(at: Any) -> None:
    desk = at("dana", "8(a)")
    page: Page = desk.page
    calls = " AND ".join(f"s8_a_{n}(X{n}:PERSON)" for n in range(1, 2600))
    desk.paste(f"s8_a(PERSON) :- {calls}")
    pane = page.get_by_role("region", name="Clause as graph")
    expect(pane).to_contain_text("too many to draw", timeout=60_000)
    desk.paste("x" * 100_001)
    expect(page.locator(".sr[data-count]")).to_contain_text("100,000")
    desk.paste("[ " * 40_000)
    expect(page.locator(".ce-fix.bad").first).to_be_visible(timeout=60_000)
    desk.write("§8(a)(Person).")
    desk.leave()
    desk.wait_stored("s8_a(PERSON)")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_clause_is_sound_for_everyone(at: Any, theme: str) -> None:
    desk = at("dana", "12(c)(3)", theme=theme)
    page: Page = desk.page
    desk.write(
        "§12(c)(3)(Licence, Master, Vessel, Year) :-\n"
        "    §8(Licence, Person=Mastr, Year) AND NOT §14(b)(Resident=Master)."
    )
    expect(page.locator(".ce-fix").first).to_be_visible()
    page.keyboard.press("Control+End")
    page.keyboard.type(" AND §12(d")
    expect(page.get_by_role("option", name=re.compile(r"^§12\(d\)\s"))).to_be_visible()
    SHOTS.mkdir(exist_ok=True)
    page.screenshot(path=SHOTS / f"clause-{theme}.png")
    assert not find_faults(page)
    page.keyboard.press("Escape")
    desk.leave()
    assert not find_faults(page)
