"""A real Chromium on a real instance with the demo loaded."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.live import PASSWORD, LiveInstance

FLAGS = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
# What is awaited comes; on a busy machine it takes its time.
expect.set_options(timeout=30_000)
SHOTS = Path(__file__).parent / "shots"
Open = Callable[..., Page]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if "tests/browser" in str(item.path):
            item.add_marker(pytest.mark.browser)


@pytest.fixture(scope="session")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The data of an instance right after its first start, with the demo in it."""
    running = LiveInstance(tmp_path_factory.mktemp("loaded"))
    try:
        running.wait_ready()
    finally:
        running.kill()
    return running.var


@pytest.fixture(scope="module")
def instance(tmp_path_factory: pytest.TempPathFactory, loaded: Path) -> Iterator[LiveInstance]:
    """An instance of its own for each file of tests, so that none finds what another wrote."""
    var = tmp_path_factory.mktemp("instance")
    shutil.copytree(loaded, var, dirs_exist_ok=True)
    running = LiveInstance(var)
    try:
        yield running.wait_ready()
    finally:
        running.kill()


def find_chromium() -> str:
    """The path of the system's Chromium."""
    path = shutil.which("chromium") or shutil.which("google-chrome")
    assert path, "Chromium is missing: apt-get install chromium"
    return path


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        launched = playwright.chromium.launch(executable_path=find_chromium(), args=FLAGS)
        yield launched
        launched.close()


@pytest.fixture
def open_page(browser: Browser, instance: LiveInstance) -> Iterator[Open]:
    """Opens a page as someone who is signed in; errors in its console fail the test."""
    contexts: list[BrowserContext] = []
    problems: list[str] = []

    def open_as(
        username: str | None, path: str = "/", *, theme: str = "light", width: int = 1440
    ) -> Page:
        context = browser.new_context(
            base_url=instance.url,
            color_scheme=theme,  # type: ignore[arg-type]
            viewport={"width": width, "height": 900},
            reduced_motion="reduce",
            accept_downloads=True,
        )
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: problems.append(str(error)))
        page.on(
            "console",
            lambda message: (
                problems.append(message.text) if "Content Security Policy" in message.text else None
            ),
        )
        if username is not None:
            sign_in(page, username)
        page.goto(path)
        page.wait_for_load_state("networkidle")
        return page

    yield open_as
    for context in contexts:
        context.close()
    assert not problems


def sign_in(page: Page, username: str, password: str = PASSWORD) -> None:
    page.goto("/sign-in")
    page.get_by_label("Name").first.fill(username)
    page.get_by_label("Password").first.fill(password)
    page.keyboard.press("Enter")
    page.wait_for_url(lambda url: "sign-in" not in url)
