"""Fixtures of the browser journeys: one room and one Chromium for each worker, and players."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from tests.journeys.people import CHROMIUM, FLAGS, PATIENCE_MS, Person
from tests.journeys.room import Room

expect.set_options(timeout=PATIENCE_MS)


@pytest.fixture(scope="package")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    """A running demo room, which ends after the last journey."""
    room = Room(tmp_path_factory.mktemp("room"))
    yield room
    room.close()
    assert "Traceback" not in room.process.output


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """Chromium, closed after the last journey: Playwright's event loop would disturb tests that run their own."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture
def somebody(browser: Browser, room: Room) -> Iterator[Callable[..., Person]]:
    """Creates players, each with a browser; the test fails if one of their browsers logs an error or a warning.

    What the room logged meanwhile is printed, and shown if the test fails.
    """
    people: list[Person] = []
    logged_before = len(room.process.lines)

    def create(name: str, *, phone: bool = False, language: str = "en") -> Person:
        people.append(Person(browser, room, name, phone=phone, language=language))
        return people[-1]

    yield create
    print(*room.process.lines[logged_before:], sep="")
    for person in people:
        person.close()
    assert [error for person in people for error in person.browser_errors] == []
