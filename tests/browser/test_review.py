"""The review in a real browser: from an assignment to gold by keys, return, undo, staleness."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import SHOTS, Open
from tests.live import Client, LiveInstance

API = "/projects/port-merrow"
QUEUE = "/p/port-merrow/review"


def review_of(name: str, kind: str = "subsections") -> str:
    return f"{QUEUE}/{kind}/{name}"


class Author:
    """An annotator at work on one subsection, through the API."""

    def __init__(self, instance: LiveInstance, person: str, label: str) -> None:
        self.client: Client = instance.client(person)
        self.label, self.section = label, label.partition("(")[0]

    def read(self) -> dict[str, Any]:
        answer = self.client.get(f"{API}/statutes/{self.section}?layer=mine")
        return dict(answer.json())

    def send(self, *operations: dict[str, Any]) -> None:
        whole = self.read()
        row = next(one for one in whole["subsections"] if one["label"] == self.label)
        known = [one for one in whole["layers"] if one["label"] == self.label]
        layer = known[0]["id"] if known else row["my_layer"]
        base = known[0]["revision"] if known else 0
        edits = [
            {
                "id": str(uuid.uuid4()),
                "layer": layer,
                "time": "2026-01-31T12:00:00Z",
                "base_revision": base + n,
                "operation": operation,
            }
            for n, operation in enumerate(operations)
        ]
        body = {"edits": edits, "layers": {layer: {"subsection": self.label}}}
        answer = self.client.send("post", f"{API}/edits", json=body)
        assert answer.status_code == 200, answer.text

    def mark(self, arguments: dict[str, list[str]], clause: str) -> None:
        """Arguments with the words of their mentions, and the clause; then submit."""
        whole = self.read()
        row = next(one for one in whole["subsections"] if one["label"] == self.label)
        start, end = row["parts"][0]
        operations: list[dict[str, Any]] = []
        for order, (name, phrases) in enumerate(arguments.items()):
            argument = str(uuid.uuid4())
            made = {"id": argument, "name": name, "value_type": "span", "order": order}
            operations.append({"op": "new_argument", "argument": made})
            for phrase in phrases:
                at = whole["text"].index(phrase, start, end)
                mention = {
                    "id": str(uuid.uuid4()),
                    "start": at,
                    "end": at + len(phrase),
                    "argument": argument,
                }
                operations.append({"op": "add_mention", "mention": mention})
        operations.append({"op": "set_clause", "clause": {"text": clause, "note": ""}})
        self.send({"op": "batch", "ops": operations}, {"op": "submit_layer"})


def gold_of(instance: LiveInstance, label: str) -> dict[str, Any]:
    section = label.partition("(")[0]
    whole = instance.client("rowan").get(f"{API}/statutes/{section}?layer=gold").json()
    layer = next(one for one in whole["layers"] if one["label"] == label)
    names = {one["id"]: one["name"] for one in layer["arguments"]}
    marked = [
        (whole["text"][m["start"] : m["end"]], names[m["argument"]]) for m in layer["mentions"]
    ]
    return {"marked": marked, "clause": layer["clause"]}


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def focused(page: Page) -> Any:
    return page.locator(".card.on")


def find_faults(page: Page) -> list[str]:
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
    return [
        f"{v['id']}: {v['nodes'][0]['html'][:160]}"
        for v in found
        if v["impact"] in ("serious", "critical")
    ]


def test_two_people_from_an_assignment_to_gold_by_keys(
    open_page: Open, instance: LiveInstance
) -> None:
    dana = instance.client("dana")
    body = {"task": "spans", "people": ["robin", "sam"], "subsections": ["21(c)"], "double": 100}
    answer = dana.send("post", f"{API}/assignments", json=body)
    assert answer.status_code in (200, 201), answer.text
    Author(instance, "robin", "21(c)").mark(
        {
            "Master": ["The harbour master"],
            "Sign": ["the black cone", "a gale warning"],
            "Wind": ["the wind"],
        },
        "s21_c(MASTER,SIGN,WIND)",
    )
    Author(instance, "sam", "21(c)").mark(
        {
            "Master": ["The harbour master"],
            "Sign": ["the black cone"],
            "Warning": ["a gale warning"],
            "Wind": ["the wind at the light"],
        },
        "s21_c(MASTER,SIGN,WARNING,WIND) :- s21_a(MASTER)",
    )
    before = gold_of(instance, "21(c)")
    page = open_page("rowan", review_of("21(c)"))
    law = page.locator(".ov .par").all_text_contents()
    whole = instance.client("rowan").get(f"{API}/statutes/21").json()
    assert all(words in whole["text"] for words in law), "the text is not altered"
    expect(page.locator(".ds li")).to_have_count(3)
    expect(focused(page)).to_contain_text("Robin merges what Sam splits")
    press(page, "2")
    expect(focused(page)).to_contain_text("Where does the span begin and end?")
    press(page, "1")
    expect(focused(page)).to_contain_text("Which clause?")
    press(page, "ArrowRight", "e")
    clause = page.locator("form.ed textarea")
    expect(clause).to_have_value("s21_c(MASTER,SIGN,WARNING,WIND) :- s21_a(MASTER)")
    clause.press_sequentially(" AND s21_b(MASTER)")
    press(page, "Control+Enter")
    expect(page.get_by_role("button", name="Accept into gold", exact=False)).to_contain_text("Ctrl")
    expect(page.locator(".save")).to_have_text("Saved")
    press(page, "w")
    page.keyboard.type("The shortest reading.")
    press(page, "Control+Enter")
    press(page, "Control+Enter")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("Sam, decided")
    expect(dialog).to_contain_text("Robin and Sam, agreed")
    expect(dialog).to_contain_text("edited by you")
    expect(dialog.get_by_role("button", name="Accept into gold")).to_be_focused()
    press(page, "Enter")
    expect(page.get_by_text("Accepted into gold by Rowan")).to_be_visible()
    after = gold_of(instance, "21(c)")
    assert after["marked"] == [
        ("The harbour master", "Master"),
        ("the black cone", "Sign"),
        ("a gale warning", "Warning"),
        ("the wind", "Wind"),
    ]
    assert after["clause"].endswith("s21_a(MASTER) AND s21_b(MASTER)")
    page.reload()
    expect(page.get_by_text("Accepted into gold by Rowan")).to_be_visible()
    press(page, "Control+z")
    expect(page.get_by_text("Accepted into gold by Rowan")).to_be_hidden()
    assert gold_of(instance, "21(c)") == before, "one undo takes all of it back"
    expect(page.locator(".ds .done")).to_have_count(3)
    press(page, "Control+Enter")
    expect(dialog).to_contain_text("Sam, decided")
    press(page, "Enter")
    expect(page.get_by_text("Accepted into gold by Rowan")).to_be_visible()
    assert gold_of(instance, "21(c)")["marked"] == after["marked"]


def test_decisions_are_taken_back_and_everything_is_shown(open_page: Open) -> None:
    page = open_page("rowan", review_of("12(b)(3)"))
    left = page.locator(".rv-prog")
    expect(left).to_contain_text("0 of 3 disputes")
    press(page, "Shift+Digit2")
    expect(left).to_contain_text("3 of 3 disputes")
    press(page, "Control+z")
    expect(left).to_contain_text("0 of 3 disputes")
    press(page, "Control+Shift+z")
    expect(left).to_contain_text("3 of 3 disputes")
    press(page, "Backspace")
    expect(left).to_contain_text("2 of 3 disputes")
    expect(page.locator(".card.agreed")).to_have_count(0)
    press(page, "v")
    expect(page.locator(".card.agreed").first).to_contain_text("agreed, merged by itself")
    press(page, "Control+Enter")
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(page.get_by_role("status").filter(has_text="1 dispute is left")).to_have_count(1)


def test_spans_are_edited_by_keys(open_page: Open) -> None:
    page = open_page("rowan", review_of("12(a)"))
    expect(focused(page)).to_contain_text("Is “its stay” a mention?")
    press(page, "ArrowRight", "e")
    editor = page.get_by_role("application", name="Edit the spans")
    expect(editor).to_be_focused()
    press(page, "t", "ArrowRight", "Enter")
    expect(page.locator(".ds li").first).to_contain_text("edited: “stay”")
    expect(page.locator(".save")).to_have_text("Saved")
    page.reload()
    expect(page.locator(".ds li").first).to_contain_text("edited: “stay”")


def test_returned_with_a_comment_that_its_author_sees(open_page: Open) -> None:
    page = open_page("rowan", review_of("14(c)"))
    expect(focused(page)).to_be_visible()
    press(page, "c")
    page.keyboard.type("@sam, what is imposed need not be what is payable.")
    press(page, "Control+Enter")
    expect(page.locator(".cm")).to_contain_text("what is imposed")
    press(page, "Shift+R")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("1 open comment goes along")
    dialog.get_by_role("checkbox", name="Robin").uncheck()
    dialog.get_by_label("Reason").fill("Two arguments, please.")
    press(page, "Control+Enter")
    expect(page.locator(".keyline")).not_to_contain_text("Sam")
    theirs = open_page("sam", "/p/port-merrow/s/14?layer=mine#14(c)")
    inspector = theirs.get_by_role("complementary", name="Inspector")
    expect(inspector).to_contain_text("Two arguments, please.")
    inspector.get_by_role("tab", name="Comments").click()
    expect(inspector.locator(".cm")).to_contain_text("what is imposed")
    inspector.locator(".thr .linkish").first.click()
    expect(theirs.locator(".law .m.focus").first).to_be_visible()
    inspector.get_by_role("button", name="Reply").click()
    theirs.keyboard.type("Done.")
    theirs.keyboard.press("Control+Enter")
    expect(inspector.locator(".cm").last).to_contain_text("Done.")


def test_a_layer_that_changed_meanwhile_is_said_and_read_again(
    open_page: Open, instance: LiveInstance
) -> None:
    page = open_page("rowan", review_of("8(a)(1)"))
    expect(page.locator(".ds li")).to_have_count(2)
    dana = instance.client("dana")
    path = f"{API}/review/subsections/8(a)(1)"
    seen = dana.get(path).json()["fingerprint"]
    body = {"fingerprint": seen, "reason": "Once more.", "authors": ["sam"]}
    assert dana.send("post", f"{path}/return", json=body).status_code == 200
    press(page, "2")
    note = page.locator(".mid .note.warn")
    expect(note).to_contain_text("Sam’s layer is no longer waiting")
    expect(note).to_contain_text("Choose once more")
    expect(page.locator(".keyline")).not_to_contain_text("Sam")
    expect(page.locator(".save")).to_have_text("Saved")


def test_the_queue_and_who_may_see_it(open_page: Open) -> None:
    page = open_page("rowan", QUEUE)
    rows = page.locator("table.pt tbody tr")
    # The most disputed first; two have as many, and which of them has waited longer is open.
    expect(rows.first).to_contain_text("4 disputes")
    expect(rows.filter(has_text="§12(c)").first).to_contain_text("4 disputes")
    page.get_by_text("Cases", exact=True).last.click()
    expect(rows.first).to_contain_text("s12_c_neg")
    page.get_by_text("Agreed", exact=True).first.click()
    expect(rows.first).to_contain_text("all agreed")
    mine = open_page("robin", QUEUE)
    expect(mine.get_by_text("Reviewers and managers decide here")).to_be_visible()
    expect(mine.get_by_role("link", name="Review", exact=False)).to_have_count(0)
    mine.goto(review_of("12(c)"))
    expect(mine.get_by_text("Reviewers and managers decide here")).to_be_visible()


@pytest.mark.parametrize(("theme", "width"), [("light", 1440), ("dark", 1024)])
def test_review_is_sound_for_everyone(open_page: Open, theme: str, width: int) -> None:
    page = open_page("dana", QUEUE, theme=theme, width=width)
    SHOTS.mkdir(exist_ok=True)
    faults = {}
    texts = {"12c": review_of("12(c)"), "case": review_of("s12_c_neg", "cases"), "queue": QUEUE}
    for name, path in texts.items():
        page.goto(path)
        page.wait_for_load_state("networkidle")
        if name == "12c":
            press(page, "1", "j")
        page.screenshot(path=SHOTS / f"review-{name}-{theme}-{width}.png")
        if found := find_faults(page):
            faults[name] = found
        assert not page.evaluate("document.documentElement.scrollWidth > innerWidth + 1")
    assert not faults
