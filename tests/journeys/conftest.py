"""Fixtures of the browser journeys: one room for each worker, one Chromium for each file, and players."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.journeys.people import Person
from tests.journeys.room import Room

CHROMIUM = "/usr/bin/chromium"
FLAGS = (
    "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--no-sandbox",
)  # fmt: skip
# Two of these rooms may run on the machine at once, which makes each of them slow.
expect.set_options(timeout=45_000)


@pytest.fixture(scope="session")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    """A running demo room."""
    room = Room(tmp_path_factory.mktemp("room"))
    yield room
    room.close()
    assert "Traceback" not in room.process.said


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium, closed after each file: Playwright's event loop would disturb tests that run their own."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture
def somebody(browser: Browser, room: Room) -> Iterator[Callable[..., Person]]:
    """Creates players with a browser each; fails after the test if a browser logged an error or warning."""
    people: list[Person] = []

    def create(name: str, **options: Any) -> Person:
        people.append(Person(browser, room, name, **options))
        return people[-1]

    yield create
    for person in people:
        person.close()
    assert [error for person in people for error in person.browser_errors] == []
