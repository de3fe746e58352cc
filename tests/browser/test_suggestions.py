"""Suggestions in the open workbench, by keys and mouse; the outline; letters of every kind."""

from __future__ import annotations

import json
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import SHOTS, Open
from tests.browser.test_screens import find_faults
from tests.browser.test_workbench import Home, drag, point, press, said, saved, walk_to
from tests.live import LiveInstance

DEMO = "/p/port-merrow"
STORE = """
import json
from sara_annotate.accounts.models import User
from sara_annotate.annotations.suggestion_services import Fold, model_layers_store
from sara_annotate.corpus.models import Project, Subsection
from sara_annotate.domain.proposals import (
    ProposedArgument, ProposedClause, ProposedLayer, ProposedMention)
said = json.loads({said!r})
project = Project.objects.get(slug="port-merrow")
row = Subsection.objects.select_related("statute").get(project=project, label=said["label"])
text, part = row.statute.text, row.parts.first()
def mention(words, sure):
    start = text.index(words, part.start)
    return ProposedMention(start, start + len(words), sure, "as in §8")
arguments = tuple(
    ProposedArgument(name, tuple(mention(*one) for one in mentions))
    for name, mentions in said["arguments"].items())
clause = ProposedClause(said["clause"], 0.7, "drafted") if said["clause"] else None
model_layers_store(
    project=project, run=said["run"], model="span model", by=User.objects.get(username="dana"),
    layers=[ProposedLayer(said["label"], arguments, clause)],
    folds={{row.statute.section: Fold("3 of 9", ("8",))}})
"""


def suggest(
    instance: LiveInstance,
    label: str,
    run: str,
    arguments: dict[str, list[tuple[str, float]]],
    clause: str = "",
) -> None:
    """A run of a model is stored, as its job stores it."""
    said = {"label": label, "run": run, "arguments": arguments, "clause": clause}
    instance.manage("shell", "-c", STORE.format(said=json.dumps(said)))


def open_desk(
    open_page: Open, instance: LiveInstance, person: str, label: str
) -> tuple[Home, Page]:
    """A person's own layer, ready for keys. Each test has a subsection to itself."""
    home = Home(instance, person, label.partition("(")[0], label)
    page = open_page(person, home.path)
    expect(page.locator(".fo")).to_have_attribute("data-label", label)
    expect(page.locator("#main")).to_be_focused()
    return home, page


def decisions(home: Home) -> list[str]:
    return sorted(home.layer()["decisions"].values())


def test_a_whole_subsection_by_keys_alone_from_go_to_to_submit(
    open_page: Open, instance: LiveInstance
) -> None:
    """The path of docs/annotating.md: open, mark three, link two, name, accept, submit."""
    page = open_page("sam", DEMO)
    home = Home(instance, "sam", "14", "14(b)")
    press(page, "g")
    page.keyboard.type("s14_b")
    expect(page.get_by_role("dialog")).to_contain_text("§14(b)")
    press(page, "Enter")
    # An annotator's statutes open in their own layer.
    expect(page.get_by_role("radio", name="Mine")).to_be_checked()
    expect(page.locator(".fo")).to_have_attribute("data-label", "14(b)")
    expect(page.locator("#main")).to_be_focused()
    press(page, "Shift+ArrowRight", "Enter")
    assert said(page) == "The board, new argument 1, Board, mention 1 of 1"
    walk_to(page, "a")
    press(page, "Shift+ArrowRight", "Enter")
    assert said(page) == "a rebate, new argument 2, Rebate, mention 1 of 1"
    press(page, "r")
    page.keyboard.type("Relief")
    press(page, "Enter")
    # A clause of Sam's names it; what else changes is shown first.
    expect(page.get_by_role("dialog", name="What else changes")).to_be_visible()
    press(page, "Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.locator("#main")).to_be_focused()
    walk_to(page, "The")
    press(page, "Shift+ArrowRight", "Enter")
    assert said(page) == "The rebate, joined to 2, Relief, mention 2 of 2"
    # Sam has called such words Dues in §14(a); the model calls them Amount.
    press(page, "Tab")
    assert said(page).startswith("the amount, suggested 4, Dues, 50 percent")
    press(page, "Enter")
    assert said(page).startswith("the amount, accepted as 3, Dues, mention 1 of 1. Next: the da")
    press(page, "Control+Enter")
    expect(page.get_by_role("dialog")).to_contain_text("No overlaps")
    press(page, "Enter")
    expect(page.get_by_role("button", name="Reopen")).to_be_visible()
    saved(page)
    assert home.layer()["state"] == "submitted"
    assert home.marked() == [
        ("The board", 1),
        ("a rebate", 2),
        ("The rebate", 2),
        ("the amount", 3),
    ]
    assert [one["name"] for one in home.layer()["arguments"]] == ["Board", "Relief", "Dues"]
    assert decisions(home) == ["accepted"]
    # Mentions are read out with their argument; what is submitted has no suggestions.
    expect(page.locator(".fo [data-say]").first).to_have_attribute(
        "data-say", " (argument 1, Board)"
    )
    expect(page.locator(".fo .sug")).to_have_count(0)


def test_suggestions_are_decided_changed_and_taken_back(
    open_page: Open, instance: LiveInstance
) -> None:
    home, desk = open_desk(open_page, instance, "dana", "14(b)")
    open_ones = desk.locator(".fo .m.sug")
    expect(open_ones).to_have_count(5)
    text = desk.locator(".fo p.par").inner_text()
    press(desk, "h")
    expect(desk.locator(".no-sug")).to_be_visible()
    assert desk.locator(".fo p.par").inner_text() == text
    press(desk, "h", "Tab", "Tab", "Shift+Tab", "Tab")
    assert said(desk).startswith("the amount, suggested 2, Amount, 50 percent")
    expect(desk.locator(".m.sug.focus")).to_have_text("the amount")
    # Its end is moved by a word before it is taken; then one is rejected, one goes elsewhere.
    press(desk, "Shift+ArrowRight", "e", "q", "1")
    saved(desk)
    assert home.marked() == [("the amount determined", 1), ("the season", 1)]
    assert decisions(home) == ["accepted", "accepted", "rejected"]
    press(desk, "Control+z", "Control+z", "Control+z")
    expect(open_ones).to_have_count(5)
    saved(desk)
    assert (home.marked(), decisions(home)) == ([], [])
    press(desk, "p")
    saved(desk)
    assert home.marked() == [("vessel", 1)]
    press(desk, "Shift+Enter")
    expect(open_ones).to_have_count(0)
    saved(desk)
    assert len(home.marked()) == 5
    press(desk, "Control+z")
    expect(open_ones).to_have_count(4)
    saved(desk)
    assert home.marked() == [("vessel", 1)]
    # With the mouse: choose it in the law, take it in the inspector.
    open_ones.filter(has_text="a season").click()
    panel = desk.get_by_role("region", name="Suggestions")
    expect(panel).to_contain_text("is marked 1 of 5 times in other statutes")
    expect(panel).to_contain_text("without §14")
    panel.get_by_role("button", name="Accept ⏎").click()
    expect(desk.locator("#main")).to_be_focused()
    saved(desk)
    assert home.marked() == [("a season", 2), ("vessel", 1)]


def test_tab_leaves_behind_the_last_suggestion(open_page: Open, instance: LiveInstance) -> None:
    home, desk = open_desk(open_page, instance, "rowan", "14(b)")
    for _ in range(5):
        press(desk, "Tab")
        expect(desk.locator("#main")).to_be_focused()
    press(desk, "Tab")
    expect(desk.locator("#main")).not_to_be_focused()
    press(desk, "Shift+Tab")
    expect(desk.locator("#main")).to_be_focused()
    press(desk, "Escape", "Tab")
    expect(desk.locator("#main")).not_to_be_focused()
    assert home.edits() == []


def test_a_new_run_appears_while_one_works(open_page: Open, instance: LiveInstance) -> None:
    home, desk = open_desk(open_page, instance, "dana", "12(c)")
    desk.evaluate("window.stayed = true")
    expect(desk.locator(".fo .m.sug")).to_have_count(0)
    press(desk, "ArrowRight", "Shift+ArrowRight")
    selected = said(desk)
    run = {"Master": [("the master", 0.91)], "Vessel": [("a vessel", 0.64), ("the vessel", 0.6)]}
    suggest(instance, "12(c)", "run 1", run, "§12(c)(Master, Vessel).")
    expect(desk.locator(".fo .m.sug")).to_have_count(3)
    assert desk.evaluate("window.stayed") is True
    expect(desk.locator("#main")).to_be_focused()
    expect(desk.locator(".pop.join")).to_be_visible()
    assert said(desk) == selected
    panel = desk.get_by_role("region", name="Suggestions")
    expect(panel).to_contain_text("span model, run run 1, fold 3 of 9. Trained on §8.")
    panel.get_by_label("At least").fill("62")
    panel.get_by_role("button", name="Accept 2 P").click()
    saved(desk)
    assert [words for words, _ in home.marked()] == ["the master", "a vessel"]
    desk.get_by_role("tab", name="Clause").click()
    clause = desk.get_by_role("region", name="Suggested clause")
    expect(clause).to_contain_text("drafted")
    clause.get_by_role("button", name="Accept").click()
    expect(clause).to_have_count(0)
    saved(desk)
    assert home.layer()["clause"] == "§12(c)(Master, Vessel)."
    press(desk, "Control+z")
    expect(clause).to_have_count(1)
    # A newer run takes the place of the older one; what was accepted stays.
    suggest(instance, "12(c)", "run 2", {"Day": [("any day", 0.5)]})
    expect(desk.locator(".fo .m.sug")).to_have_text(["any day"])
    saved(desk)
    assert len(home.marked()) == 2


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_page_with_suggestions_is_sound(open_page: Open, theme: str) -> None:
    page = open_page("rowan", f"{DEMO}/s/14?layer=mine#14(b)", theme=theme)
    expect(page.locator(".fo .m.sug")).to_have_count(5)
    press(page, "Tab")
    SHOTS.mkdir(exist_ok=True)
    page.screenshot(path=SHOTS / f"suggestions-{theme}.png")
    assert not find_faults(page)


def names(home: Home) -> list[str]:
    return [one["name"] for one in home.layer()["arguments"]]


def mark_as(page: Page, words: int, name: str) -> None:
    """Marks so many words from the caret on, and names what they mean."""
    press(page, *["Shift+ArrowRight"] * (words - 1), "Enter", "r")
    expect(page.get_by_role("combobox", name="New name of")).to_be_focused()
    page.keyboard.type(name)
    press(page, "Enter")
    expect(page.locator("#main")).to_be_focused()


def test_what_one_named_names_what_follows(open_page: Open, instance: LiveInstance) -> None:
    """A name typed once is suggested the next time; another is one of a list, or typed."""
    run = {
        "Master": [("The harbour master", 0.9)],
        "Warning": [("a gale warning", 0.8)],
        "Wind": [("the wind", 0.7)],
        "Hours": [("3 hours", 0.6)],
    }
    suggest(instance, "21(c)", "run of gales", run)
    home, desk = open_desk(open_page, instance, "dana", "21(a)")
    mark_as(desk, 3, "Warden")
    walk_to(desk, "a")
    mark_as(desk, 3, "Signal")
    press(desk, "j", "j", "j", "j")
    expect(desk.locator(".fo")).to_have_attribute("data-label", "21(c)")
    there = Home(instance, "dana", "21", "21(c)")
    press(desk, "Tab")
    assert said(desk).startswith("The harbour master, suggested 1, Warden, 90 percent")
    press(desk, "Enter")
    assert said(desk).startswith(
        "The harbour master, accepted as 1, Warden, mention 1 of 1. Next: "
    )
    assert said(desk).endswith("a gale warning, suggested 2, Signal, 80 percent")
    # The person's own name stands first, then the model's; its number takes it and goes on.
    press(desk, "r")
    options = desk.get_by_role("listbox", name="Proposed names").get_by_role("option")
    expect(options).to_have_text(["Signal1", "Warning2", "Hours3", "Master4", "Wind5"])
    press(desk, "2")
    expect(desk.locator("#main")).to_be_focused()
    assert said(desk).startswith(
        "a gale warning, accepted as 2, Warning, mention 1 of 1. Next: the"
    )
    # A name of one's own is typed; Enter accepts the suggestion under it.
    press(desk, "r")
    field = desk.get_by_role("combobox", name="New name of Wind")
    expect(field).to_be_focused()
    desk.keyboard.type("a-b")
    press(desk, "Enter")
    expect(desk.get_by_role("alert")).to_contain_text("letters, digits and underscores")
    field.fill("")
    desk.keyboard.type("wind at light")
    press(desk, "Enter")
    expect(desk.locator("#main")).to_be_focused()
    # Letters narrow the list, the arrows go through it; Escape leaves all as it was.
    press(desk, "r")
    desk.keyboard.type("s")
    expect(options).to_have_text(["Signal"])
    press(desk, "ArrowDown")
    expect(desk.get_by_role("combobox", name="New name of")).to_have_value("Signal")
    press(desk, "Escape", "Enter")
    saved(desk)
    assert names(there) == ["Warden", "Warning", "wind_at_light", "Hours"]
    assert decisions(there) == ["accepted"] * 4
    # The last one accepted is in focus: an argument that is there is renamed by the same list.
    press(desk, "r", "1")
    saved(desk)
    assert names(there) == ["Warden", "Warning", "wind_at_light", "Signal"]
    press(desk, "Control+z", "Control+z", "Control+z")
    saved(desk)
    assert names(there) == ["Warden", "Warning"]
    assert names(home) == ["Warden", "Signal"]
    # Hidden suggestions propose no names either.
    press(desk, "h", "Shift+M", "r")
    expect(desk.get_by_role("combobox", name="New name of")).to_be_focused()
    expect(desk.get_by_role("listbox", name="Proposed names")).to_have_count(0)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_list_of_names_is_sound(open_page: Open, theme: str) -> None:
    page = open_page("rowan", f"{DEMO}/s/14?layer=mine#14(b)", theme=theme)
    expect(page.locator(".fo .m.sug")).to_have_count(5)
    press(page, "Tab", "r")
    names = page.get_by_role("listbox", name="Proposed names")
    expect(names.get_by_role("option")).to_have_count(4)
    SHOTS.mkdir(exist_ok=True)
    page.screenshot(path=SHOTS / f"names-{theme}.png")
    assert not find_faults(page)


def test_the_outline_filters_sorts_and_remembers(open_page: Open) -> None:
    page = open_page("rowan", f"{DEMO}/s/14?layer=mine")
    rows = page.get_by_role("treeitem")
    expect(rows).to_have_count(6)
    expect(rows.filter(has_text="Grant").get_by_role("img", name="5 suggestions")).to_be_visible()
    press(page, "f")
    expect(page.get_by_role("button", name="Not done")).to_have_attribute("aria-pressed", "true")
    press(page, "f")
    expect(page.get_by_text("Nothing is stale.")).to_be_visible()
    press(page, "f")
    expect(page.get_by_role("button", name="Dispute")).to_have_attribute("aria-pressed", "true")
    press(page, "f")
    page.get_by_label("Order of the outline").select_option("uncertainty")
    expect(rows.first).to_contain_text("§14(b)")
    page.reload()
    expect(rows.first).to_contain_text("§14(b)")
    page.locator("#main").focus()
    rows.first.click()
    page.locator("#main").focus()
    press(page, "j")
    expect(page.locator(".fo")).to_have_attribute("data-label", "14")
    # An annotator does not see where others differ.
    other = open_page("sam", f"{DEMO}/s/14")
    expect(other.get_by_role("button", name="Not done")).to_be_visible()
    expect(other.get_by_role("button", name="Dispute")).to_have_count(0)


def test_who_opens_what(open_page: Open) -> None:
    page = open_page("sam", f"{DEMO}/s/21")
    expect(page.get_by_role("radio", name="Mine")).to_be_checked()
    page.get_by_text("Gold", exact=True).click()
    expect(page.locator(".law [data-mention]").first).to_be_visible()
    page.reload()
    expect(page.get_by_role("radio", name="Gold")).to_be_checked()
    reviewer = open_page("rowan", f"{DEMO}/s/21")
    expect(reviewer.get_by_role("radio", name="Gold")).to_be_checked()


def test_hovering_lights_up_what_clauses_connect(open_page: Open) -> None:
    page = open_page("dana", f"{DEMO}/s/12#12(c)")
    first = page.locator(".fo [data-mention]").first
    first.hover()
    expect(page.locator(".law .m.hi").first).to_be_visible()
    connected = page.locator(".law .m.link")
    expect(connected.first).to_be_attached()
    labels: list[str] = connected.evaluate_all(
        "found => found.map(e => e.closest('[data-label]').dataset.label)"
    )
    assert "12(c)" not in labels
    first.click()
    expect(page.locator(".wire")).to_contain_text("Clauses connect it to")


def test_ten_arguments_letters_edges_and_panes(open_page: Open, instance: LiveInstance) -> None:
    home, desk = open_desk(open_page, instance, "dana", "12(b)(2)")
    for _ in range(11):
        press(desk, "n", "ArrowRight")
    press(desk, "0", "1")
    saved(desk)
    numbers = [number for _, number in home.marked()]
    assert numbers == [*range(1, 12), 11]
    focused = desk.locator(".m.focus")
    for _ in range(11):
        if len(word := focused.first.text_content() or "") > 3:
            break
        press(desk, "Shift+M")
    press(desk, ",")
    expect(focused).to_have_text(word[:-1])
    press(desk, "t", ".")
    expect(focused).to_have_text(word[1:-1])
    saved(desk)
    assert word[1:-1] in [words for words, _ in home.marked()]
    press(desk, "o")
    expect(desk.get_by_label("Find in outline")).to_be_focused()
    press(desk, "Escape")
    desk.locator("#main").focus()
    press(desk, "i")
    expect(desk.get_by_role("tab", name="Clause")).to_have_attribute("aria-selected", "true")


WEIRD = "Zoë\u0308 pays 2½\u00a0crowns 👩\u200d🚀 to שלום עולם, or 🚢 e\u0301te\u0301."
TEXT = f"§5. Letters\n\n(a) First\n\n{WEIRD}\n\n    (1) inside\n\nAfter it 𝔸 comes.\n"
LOAD = """
from sara_annotate.accounts.models import User
from sara_annotate.corpus.models import Role, Membership, Project
from sara_annotate.corpus.services import project_create
from sara_annotate.domain.corpus import AnnotatedStatute, Corpus, Statute
from sara_annotate.domain.segmentation import segment_statute
from tests.factories import load_corpus
dana = User.objects.get(username="dana")
project = project_create(slug="letters", name="Letters", description="", manager=dana)
text = {text!r}
statute = Statute("5", text, segment_statute(text, "5").subsections)
load_corpus(project, Corpus((AnnotatedStatute(statute),)), by=dana)
"""


def stored(instance: LiveInstance) -> list[str]:
    body: dict[str, Any] = (
        instance.client("dana").get("/projects/letters/statutes/5?layer=mine").json()
    )
    [layer] = [one for one in body["layers"] if one["label"] == "5(a)"]
    points = list(body["text"])
    return ["".join(points[m["start"] : m["end"]]) for m in layer["mentions"]]


def test_what_is_selected_is_stored_to_the_letter(open_page: Open, instance: LiveInstance) -> None:
    instance.manage("shell", "-c", LOAD.format(text=TEXT))
    page = open_page("dana", "/p/letters/s/5?layer=mine#5(a)")
    expect(page.locator(".fo").first).to_have_attribute("data-label", "5(a)")
    # Both parts are in focus, though another subsection lies between them.
    expect(page.locator(".fo")).to_have_count(1)
    heard: list[str] = []
    for _ in range(30):
        heard.append(said(page))
        press(page, "n", "ArrowRight")
        if said(page) == heard[-1]:
            break
    saved(page)
    marked = stored(instance)
    for word in ("Zoë\u0308", "2½", "crowns", "שלום", "e\u0301te\u0301", "After", "𝔸", "comes"):
        assert word in marked, (word, marked)
    assert "inside" not in marked
    shown = page.locator(".fo [data-mention]").evaluate_all("f => f.map(e => e.textContent)")
    assert shown == marked
    # A letter at a time: marks stay with their letter, an emoji with its parts.
    for _ in marked:
        press(page, "Control+z")
    saved(page)
    page.keyboard.down("Alt")
    drag(page, point(page, "👩"), point(page, "🚀", end=True))
    page.keyboard.up("Alt")
    press(page, "n")
    saved(page)
    assert stored(instance) == ["👩\u200d🚀"]
