"""The workbench in Chromium on statutes of three sizes, and beside a bare page with the same text.

python -m bench.browser: D1 is §3306, D2 all nine statutes in one, D3 that ten times. Times are of
the page's own clock; every step is done many times and the middle one counts. BENCH_ROUNDS says
how often (9).
"""

from __future__ import annotations

import html
import os
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from statistics import median
from threading import Thread
from typing import Any

from playwright.sync_api import Browser, BrowserContext, Page, Request, sync_playwright

from bench.documents import D1, D2, D3
from bench.report import Figure, render_table
from tests.browser.conftest import FLAGS, find_chromium, sign_in
from tests.live import ROOT, Client, LiveInstance

PROJECT, PERSON = "speed", "dana"
ROUNDS = int(os.environ.get("BENCH_ROUNDS", "9"))
SLOW_MS = 300_000

# Time from the start of the navigation until so many elements are there and laid out.
UNTIL = """([selector, count]) => new Promise((done) => {
  const look = () => {
    if (document.querySelectorAll(selector).length >= count) {
      document.body.getBoundingClientRect();
      done(performance.now());
    } else requestAnimationFrame(look);
  };
  look();
})"""
# The same until the sheet is full of law from its top to its bottom. Notes what is in sight then:
# of each paragraph where it begins, its length, and what is marked in it.
UNTIL_FULL = """() => new Promise((done) => {
  const look = () => {
    const sheet = document.querySelector(".sheet");
    const all = sheet ? [...sheet.querySelectorAll(".par")] : [];
    const view = sheet?.getBoundingClientRect();
    if (all.length === 0 || all.at(-1).getBoundingClientRect().bottom < view.bottom) {
      requestAnimationFrame(look);
      return;
    }
    const took = performance.now();
    window.sight = all
      .filter((one) => {
        const box = one.getBoundingClientRect();
        return box.bottom > view.top && box.top < view.bottom;
      })
      .map((one) => [
        Number(one.dataset.start),
        [...one.textContent].length,
        [...one.querySelectorAll("[data-mention]")].map((mark) => mark.dataset.mention),
      ]);
    done(took);
  };
  look();
})"""
# Notes how long each event of a kind takes: its handlers, what they change, and the layout of it.
CLOCK = """(kind) => {
  window.took = [];
  window.addEventListener(kind, () => {
    const began = performance.now();
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      document.body.getBoundingClientRect();
      window.took.push(performance.now() - began);
    };
    port2.postMessage(null);
  }, { capture: true });
}"""
LONG_TASKS = """() => {
  window.long = [];
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) window.long.push(entry.duration);
  }).observe({ type: "longtask" });
}"""
SCROLL = """() => new Promise((done) => {
  const sheet = document.querySelector("#main");
  const frames = [];
  let last = performance.now();
  const step = (now) => {
    frames.push(now - last);
    last = now;
    sheet.scrollTop += 120;
    if (frames.length < 120) requestAnimationFrame(step);
    else done(frames.slice(1));
  };
  requestAnimationFrame(step);
})"""


@dataclass(frozen=True, slots=True)
class Bench:
    """A browser that is signed in to an instance with the three documents."""

    context: BrowserContext
    client: Client

    def anew(self) -> Bench:
        """The same person in a browser that has seen nothing yet."""
        state = self.context.storage_state()
        browser = self.context.browser
        assert browser
        for old in browser.contexts[1:]:
            old.close()
        base = self.client.url
        return Bench(browser.new_context(base_url=base, storage_state=state), self.client)

    def statute(self, section: str) -> dict[str, Any]:
        path = f"/projects/{PROJECT}/statutes/{section}?layer=mine"
        return dict(self.client.get(path).json())

    def address(self, section: str, label: str = "") -> str:
        return f"/p/{PROJECT}/s/{section}?layer=mine#{label}"

    def open(self, section: str, label: str) -> Page:
        page = self.context.new_page()
        page.set_default_timeout(SLOW_MS)
        page.goto(self.address(section, label))
        page.wait_for_selector(f'.fo[data-label="{label}"]')
        page.wait_for_load_state("networkidle")
        return page


@contextmanager
def make_bench() -> Iterator[Bench]:
    with tempfile.TemporaryDirectory(prefix="sara-bench-") as name, sync_playwright() as playwright:
        instance = LiveInstance(Path(name))
        try:
            instance.wait_ready()
            _load(instance)
            browser = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
            yield Bench(_sign_in(browser, instance), instance.client(PERSON))
            browser.close()
        finally:
            instance.kill()


def _load(instance: LiveInstance) -> None:
    settings = {
        "SARA_VAR": str(instance.var),
        "DJANGO_SETTINGS_MODULE": "sara_annotate.config.settings",
    }
    command = [sys.executable, "-m", "bench.documents", PROJECT, PERSON]
    subprocess.run(command, cwd=ROOT, env={**os.environ, **settings}, check=True)


def _sign_in(browser: Browser, instance: LiveInstance) -> BrowserContext:
    context = browser.new_context(
        base_url=instance.url, viewport={"width": 1440, "height": 900}, reduced_motion="reduce"
    )
    page = context.new_page()
    sign_in(page, PERSON)
    page.goto("/")
    page.wait_for_load_state("networkidle")
    page.close()
    return context


def measure() -> list[Figure]:
    """All figures of the workbench."""
    with make_bench() as bench:
        return [
            *measure_opening(bench),
            *measure_editing(bench),
            *measure_saving(bench),
        ]


def measure_opening(bench: Bench) -> list[Figure]:
    """D3 with its mentions against a page that holds nothing but its text, by turns.

    Open means: the sheet is full of law, with every mention in it, and all others are in the
    page's model, so that whatever is gone to is set at once. The rest of the law is made into
    elements after the first painting, a little at a time; when the last one is, is told too.
    """
    statute = bench.statute(D3)
    mentions = sum(len(layer["mentions"]) for layer in statute["layers"])
    lines = [line for line in statute["text"].split("\n") if line.strip()]
    _say(f"D3: {len(statute['text'])} characters, {mentions} mentions")
    address = bench.address(D3)
    with serve_bare(lines) as bare:
        plain, law, whole, new = _by_turns(
            lambda: _open_until(bench, bare, UNTIL, ["p", len(lines)]),
            lambda: _open_until(bench, address, UNTIL_FULL, check=statute),
            lambda: _open_until(bench, address, UNTIL, [".sheet [data-mention]", mentions]),
            lambda: _open_until(bench.anew(), address, UNTIL_FULL),
        )
    return [
        Figure("open D3 with its mentions: bare, ours", plain, law, "ms", 2),
        Figure("open D3, every mention an element: bare, ours", plain, whole, "ms"),
        Figure("open D3, nothing kept from before: bare, ours", plain, new, "ms"),
    ]


def _by_turns(*steps: Callable[[], float]) -> list[float]:
    """The middle time of each; one after the other, so that a busy minute is busy for all."""
    for step in steps:
        step()  # what is only slow once
    rounds = [[step() for step in steps] for _ in range(ROUNDS)]
    return [median(times) for times in zip(*rounds, strict=True)]


@contextmanager
def serve_bare(lines: list[str]) -> Iterator[str]:
    """The address of a page with these lines and nothing else."""
    head = "<!doctype html><meta charset=utf-8><title>bare</title>"
    body = (head + "".join(f"<p>{html.escape(line)}</p>" for line in lines)).encode()

    class Bare(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            with suppress(ConnectionError):  # a tab that is closed early
                self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Nothing: the figures are what is to be read."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Bare)
    Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()


def _open_until(
    bench: Bench,
    address: str,
    until: str,
    argument: list[Any] | None = None,
    check: dict[str, Any] | None = None,
) -> float:
    page = bench.context.new_page()
    page.set_default_timeout(SLOW_MS)
    page.goto(address, wait_until="commit")
    took = float(page.evaluate(until, argument))
    if check is not None:
        _check_sight(page.evaluate("() => window.sight"), check)
    page.close()
    return took


def _check_sight(paragraphs: list[tuple[int, int, list[str]]], statute: dict[str, Any]) -> None:
    """Every mention of the paragraphs in sight was there, or the time means nothing."""
    assert paragraphs, "no law in sight"
    places = [(m["start"], m["id"]) for layer in statute["layers"] for m in layer["mentions"]]
    for start, length, shown in paragraphs:
        there = {key for place, key in places if start <= place < start + length}
        missing = there - set(shown)
        assert not missing, f"in sight at {start}, but not set: {sorted(missing)}"


def measure_editing(bench: Bench) -> list[Figure]:
    """Adding, resizing, hovering and scrolling in D3 against D1; the longest task on D2."""
    small, large = _edit(bench, D1), _edit(bench, D3)
    middle = _edit(bench, D2)
    wanted = {"add": 1.5, "resize": 1.5, "hover": 1.5}
    figures = [
        Figure(f"{what}: D1, D3", small[what], large[what], "ms", most)
        for what, most in wanted.items()
    ]
    figures.append(Figure("longest task on D2, of 50 ms", 50, max(middle["long"], 0.1), "ms", 1))
    figures.append(
        Figure("scroll, slowest frame of 20: D1, D3", small["scroll"], large["scroll"], "ms", 1.5)
    )
    return figures


def _edit(bench: Bench, section: str) -> dict[str, float]:
    statute = bench.statute(section)
    label = _roomy(statute)
    page = bench.open(section, label)
    page.locator("#main").focus()
    page.evaluate(LONG_TASKS)
    page.evaluate(CLOCK, "keydown")
    took: dict[str, float] = {}
    marks: list[float] = []
    sizes: list[float] = []
    for _ in range(ROUNDS * 2):
        # A word of its own, marked, made longer, and unmarked again.
        marks.append(_press(page, "n"))
        sizes.append(_press(page, "Shift+ArrowRight"))
        _press(page, "Backspace")
    took["add"], took["resize"] = median(marks), median(sizes)
    took["hover"] = _hover(page)
    page.wait_for_function("() => document.querySelector('.save')?.textContent === 'Saved'")
    took["long"] = max(page.evaluate("() => window.long"), default=0)
    frames = sorted(page.evaluate(SCROLL))
    took["scroll"] = frames[int(len(frames) * 0.95)]
    page.close()
    return took


def _roomy(statute: dict[str, Any]) -> str:
    """A subsection in the middle whose first words carry no mention yet."""
    taken = {(m["start"], m["end"]) for layer in statute["layers"] for m in layer["mentions"]}
    rows = statute["subsections"]
    for row in rows[len(rows) // 2 :]:
        start, end = row["parts"][0]
        first = min((a for a, b in taken if start <= a < end), default=end)
        if first - start > 40:
            return str(row["label"])
    raise LookupError("no subsection begins with free words")


def _press(page: Page, key: str) -> float:
    count = page.evaluate("() => window.took.length")
    page.keyboard.press(key)
    # Shift is a key of its own: the last one counts.
    presses = 2 if key.startswith("Shift+") else 1
    page.wait_for_function(f"() => window.took.length >= {count + presses}")
    return float(page.evaluate("() => window.took.at(-1)"))


def _hover(page: Page) -> float:
    page.evaluate(CLOCK, "pointerover")
    marks = page.locator(".sheet [data-mention]:visible")
    points = page.evaluate(
        """() => [...document.querySelectorAll('.sheet [data-mention]')]
          .map((one) => one.getBoundingClientRect())
          .filter((box) => box.top > 120 && box.bottom < 800 && box.width > 4)
          .slice(0, 8).map((box) => [box.left + 2, box.top + box.height / 2])"""
    )
    assert points, f"no mention in sight of {marks.count()}"
    for _ in range(ROUNDS):
        for x, y in points:
            page.mouse.move(x, y)
            page.mouse.move(x, 60)
    page.wait_for_timeout(50)
    return float(median(page.evaluate("() => window.took")))


def measure_saving(bench: Bench) -> list[Figure]:
    """Bytes of a save, and the server's time for one edit on D1 and on D3."""
    sent: list[int] = []

    def note(request: Request) -> None:
        if request.method == "POST" and request.url.endswith("/edits"):
            sizes = request.sizes()
            requested = sizes["requestHeadersSize"] + sizes["requestBodySize"]
            sent.append(requested + sizes["responseHeadersSize"] + sizes["responseBodySize"])

    page = bench.open(D3, _roomy(bench.statute(D3)))
    page.on("requestfinished", note)
    page.locator("#main").focus()
    for key in ("n", "Shift+ArrowRight", "Backspace"):
        page.keyboard.press(key)
        page.wait_for_timeout(400)
    page.wait_for_function("() => document.querySelector('.save')?.textContent === 'Saved'")
    page.close()
    small, large = (_server_time(bench, section) for section in (D1, D3))
    return [
        Figure("a save, sent and returned, of 2 kB", 2000, max(sent), "B", 1),
        Figure("server, one edit: D1, D3", small, large, "ms", 1.5),
    ]


def _server_time(bench: Bench, section: str) -> float:
    """Milliseconds from an edit to its answer, without a browser between."""
    statute = bench.statute(section)
    layer = next(one for one in statute["layers"] if one["arguments"])
    argument, took, revision = layer["arguments"][0], [], layer["revision"]
    for k in range(ROUNDS * 4):
        edit = {
            "id": str(uuid.uuid4()),
            "layer": layer["id"],
            "time": "2026-01-31T12:00:00Z",
            "base_revision": revision + k,
            "operation": {
                "op": "retype_argument",
                "id": argument["id"],
                "value_type": "integer" if k % 2 == 0 else "span",
            },
        }
        body = {"edits": [edit], "layers": {}}
        began = time.perf_counter()
        answer = bench.client.send("post", f"/projects/{PROJECT}/edits", json=body)
        took.append((time.perf_counter() - began) * 1000)
        assert answer.status_code == 200, answer.text
    return median(took)


def _say(text: str) -> None:
    print(text, file=sys.stderr)


if __name__ == "__main__":
    figures = measure()
    print(render_table(figures))
    sys.exit(0 if all(figure.is_good for figure in figures) else 1)
