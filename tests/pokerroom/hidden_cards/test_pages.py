"""H8, H4: besides a review, no page, download or line of a log shows a hidden card."""

import itertools
import logging
from collections.abc import Callable
from urllib.parse import urlsplit

import pytest
from django.conf import settings
from django.test import Client
from django.urls import Resolver404, resolve

from games.engine.cards import parse_cards
from games.engine.events import DeckShuffled
from pokerroom.models import User
from pokerroom.roles import STAFF_ROLES
from tests.faults.card_forms import cards_in, numbers_in
from tests.games.support.played_hands import all_events_of_hand
from tests.pokerroom.hidden_cards.secret_room import (
    HOLES,
    SecretRoom,
    content,
    content_of,
    deck_runs,
    every_path,
    hands_of,
    secrets_of,
)
from tests.staff import staff

pytestmark = pytest.mark.django_db
EXAMPLES = ("/rules/", "/preferences/")
"""Pages that show cards of made-up hands, or how decks look."""


FORBIDDEN = 403


def office_view(path: str) -> object:
    """The view of a page of the back office, or nothing.

    It refuses a role before it looks at what the page is about, so that one refusal closes all its pages.
    """
    try:
        view = resolve(urlsplit(path).path).func
    except Resolver404:
        return None
    return view if hasattr(view, "office_permission") else None


def signed_in(name: str) -> Client:
    """A browser of this account."""
    browser = Client()
    browser.force_login(User.objects.get(username=name))
    return browser


def superuser() -> Client:
    User.objects.create_superuser(username="root", display_name="Root", password="x")  # a test's account
    return signed_in("root")


VIEWERS: dict[str, Callable[[], Client]] = {
    "a visitor": Client,
    **{name: (lambda name=name: signed_in(name)) for name in ("alice", "uma")},
    **{role: (lambda role=role: staff(role)) for role in STAFF_ROLES},
    "a superuser": superuser,
}
"""By a name: alice plays at the cash table, uma in the tournaments."""


@pytest.mark.parametrize("viewer", VIEWERS)
def test_H8_no_page_download_or_log_line_shows_a_hidden_card(
    room: SecretRoom, viewer: str, caplog: pytest.LogCaptureFixture
) -> None:
    client = VIEWERS[viewer]()
    client.raise_request_exception = False
    secrets, runs = secrets_of(room, User.objects.filter(username=viewer).first()), deck_runs()
    assert len(secrets) >= 4
    opened, wrong, closed = 0, [], set[object]()
    with caplog.at_level(logging.DEBUG):
        for path in dict.fromkeys(every_path(room)):
            view = office_view(path)
            if path.startswith(EXAMPLES) or view in closed:
                continue
            answer = client.get(path)
            if view and answer.status_code == FORBIDDEN:
                closed.add(view)
            body = content_of(answer)
            opened += 1
            if cards_in(body) & secrets or numbers_in(body, runs) or "gAAAA" in body or "DeckShuffled" in body:
                wrong.append(path)
    assert wrong == []
    assert opened > 300
    told = "\n".join(record.getMessage() for record in caplog.records)
    assert not cards_in(told) & secrets
    assert not numbers_in(told, runs)


@pytest.mark.parametrize("viewer", ["alice", "uma"])
def test_the_crawl_finds_the_cards_that_may_be_seen(room: SecretRoom, viewer: str) -> None:
    """Without it the test above would pass for a crawl that opens nothing."""
    client, player = signed_in(viewer), User.objects.get(username=viewer)
    everything = "".join(content(client, path) for path in dict.fromkeys(every_path(room)) if "/hands/" in path)
    finished = {card for cards in HOLES[:2] for card in parse_cards(cards)}
    mine = finished - secrets_of(room, player)
    assert len(mine) >= 6
    assert mine <= cards_in(everything)
    assert secrets_of(room, None) - secrets_of(room, player)


def test_the_secrets_are_in_the_sealed_log(room: SecretRoom) -> None:
    for table in room.tables:
        events = itertools.chain.from_iterable(all_events_of_hand(table.id, number) for number in hands_of(table))
        dealt = {card for event in events if isinstance(event, DeckShuffled) for card in event.deck[:6]}
        assert len(secrets_of(room, None) & dealt) >= 6
    assert settings.CARD_SEAL_KEYS
