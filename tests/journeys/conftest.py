"""Fixtures of the journeys: one room for each worker, one browser for each file, people who must not complain."""

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
# A machine that runs two of these rooms at once needs its time.
expect.set_options(timeout=45_000)


@pytest.fixture(scope="session")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    """A demo room that is open."""
    room = Room(tmp_path_factory.mktemp("room"))
    yield room
    room.close()
    assert "Traceback" not in room.process.said


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium. Playwright keeps a loop running while it lives, so it goes with the file: others need theirs."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture
def somebody(browser: Browser, room: Room) -> Iterator[Callable[..., Person]]:
    """Makes people; when the journey is over none of their browsers may have complained."""
    people: list[Person] = []

    def arrive(name: str, **how: Any) -> Person:
        people.append(Person(browser, room, name, **how))
        return people[-1]

    yield arrive
    for person in people:
        person.go_away()
    assert [words for person in people for words in person.complaints] == []
