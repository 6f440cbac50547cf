"""H8, H4: besides a review, nothing that anybody can open, call, download or read in a log shows a hidden card."""

import io
import itertools
import logging
import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from random import Random
from typing import Any

import pytest
from django.conf import settings
from django.contrib import admin
from django.core.cache import cache
from django.core.management import call_command, get_commands
from django.db import transaction
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from games.engine.cards import DECK, Card, parse_cards
from games.engine.events import DeckShuffled
from games.engine.history.perspective import own_cards
from games.engine.table import commands as cm
from games.engine.table.decide import Decision as Decided
from games.models import Decision, Hand, Table
from games.models.conduct import FloorCall, Report
from games.models.floor_decisions import FloorDecision
from games.models.watch_list import WatchCase, WatchFlag
from games.operations import floor
from games.operations.floor.hand_review import Suspicion, review_hand
from games.web.floor.acts.about_player import PLAYER_ACTS
from games.web.floor.acts.at_table import TABLE_ACTS
from games.web.floor.room.several import ACTS as ROOM_ACTS
from pokerroom.models import User
from pokerroom.roles import APPS, FLOORMAN, STAFF_ROLES
from tests.faults.card_forms import cards_in, numbers_in
from tests.games.operations.watch_list.flags import case_of, found
from tests.games.support.played_hands import all_events_of_hand, shown_cards
from tests.games.support.tables import SteppedHost, open_table, person, seat
from tests.games.web.floor.acting import act, address
from tests.staff import staff

pytestmark = pytest.mark.django_db

HANDS = 3
HOLES = ("KcQdJcKdQcJd", "KhQsJhKsQhJs", "AcThAdTdAhTc")
"""The hole cards of each hand; no page names such cards for another reason, as pages may seem to do with "5s"."""
EXAMPLES = ("/rules/", "/preferences/")
"""Pages that show cards of made-up hands, or how decks look."""
RUNNING_ROOM = {"runroom", "runtables", "loadtest", "seed_demo", "simulate", "simulatetournament", "replayhand"}
"""Commands that run a room or play hands of their own, and one that reads files instead of the room's hands."""
ARGUMENTS = {"archivehands": ("--before", "2024-01-01")}
"""What commands that cannot do without are given; all hands ended before that day."""
ADMIN = "admin"


def deck_with(holes: str, seed: int) -> tuple[Card, ...]:
    """A deck that begins with these cards; the rest is shuffled, low cards first, so that boards are low."""
    first = parse_cards(holes)
    rest = [card for card in DECK if card not in first]
    Random(seed).shuffle(rest)
    return (*first, *sorted(rest, key=lambda card: card >= parse_cards("9c")[0]))


def begin_hand(host: SteppedHost, deck: tuple[Card, ...]) -> None:
    """Lets the clock run until a hand with this deck has its first turn."""
    while host.table.wait.kind != "turn":
        due = host.table.next_tick_at()
        assert due is not None
        host.now = max(host.now, due)
        done: Decided = host.do(cm.Tick(), deck=deck)
        assert done is not None


@pytest.fixture
def host() -> SteppedHost:
    """A table: hand 1 is folded after a raise, hand 2 is shown down and beaten hands are mucked, hand 3 runs.

    There are a report and a call about hand 1, and a floorman has reviewed it.
    """
    people = [person(name) for name in ("Alice", "Bob", "Carol")]
    host = SteppedHost(open_table().pk)
    seat(host, *people)
    for number, holes in enumerate(HOLES):
        begin_hand(host, deck_with(holes, number))
        if number == 0:
            host.fold_out()
        elif number == 1:
            host.play_hand()
    alice, bob, _carol = people
    Report.objects.create(table_id=host.id, by=alice, about=bob, description="soft play", hand=1)
    FloorCall.objects.create(table_id=host.id, player=alice, reason="chips", hand=1)
    reviewer = User.objects.create_user(username="jana", display_name="Jana")
    review_hand(by=reviewer.pk, table_id=host.id, number=1, suspicion=Suspicion.OTHER, why="a look", key="k")
    floor.pause(by=reviewer.pk, table_id=host.id, why="a look at it")
    open_table("Brno")
    case_of(found(alice, bob, hands=[(host.id, 1)]), reviewer)
    return host


def secrets_of(host: SteppedHost, viewer: User | None) -> frozenset[Card]:
    """The hole cards that were neither shown to all nor dealt to the viewer."""
    hidden = set(itertools.chain.from_iterable(parse_cards(cards) for cards in HOLES))
    for number in range(1, HANDS + 1):
        events = all_events_of_hand(host.id, number)
        hidden -= shown_cards(events)
        seats = [one for one, taken in enumerate(host.table.seats) if taken and viewer and taken.player == viewer.pk]
        for mine in seats:
            hidden -= set(own_cards(host.table.rules, events, mine).dealt)
    return frozenset(hidden)


def deck_runs(host: SteppedHost) -> frozenset[tuple[int, ...]]:
    """Six cards in a row of any deck, as numbers."""
    decks = [deck_with(holes, number) for number, holes in enumerate(HOLES)]
    return frozenset(deck[at : at + 6] for deck in decks for at in range(len(deck) - 5))


def every_path(host: SteppedHost) -> Iterator[str]:
    """The address of every page, with each id of something about the table and its players."""
    numbers: dict[str, list[object]] = {
        "table_id": [host.id],
        "number": [*range(1, HANDS + 1)],
        "form": ["text", "phh"],
        "person": [*User.objects.filter(username__in=["alice", "bob"]).values_list("pk", flat=True)],
        "report_id": [*Report.objects.values_list("pk", flat=True)],
        "call_id": [*FloorCall.objects.values_list("pk", flat=True)],
        "call": [*FloorCall.objects.values_list("pk", flat=True)],
        "seat": [0, 1, 2],
    }
    numbers |= {
        "act": [*TABLE_ACTS, *PLAYER_ACTS],
        "name": [*ROOM_ACTS],
        "flag_id": [*WatchFlag.objects.values_list("pk", flat=True)],
        "case_id": [*WatchCase.objects.values_list("pk", flat=True)],
        "decision": [*FloorDecision.objects.values_list("pk", flat=True)],
    }
    numbers["person_id"] = numbers["player"] = numbers["person"]
    for route, pattern in _patterns(get_resolver(), ""):
        names = list(pattern)
        for chosen in itertools.product(*(numbers.get(name, [1]) for name in names)):
            path = route
            for name, value in zip(names, chosen, strict=True):
                path = re.sub(rf"<(?:\w+:)?{name}>", str(value), path)
            yield f"/{path}"
    for page in admin.site._registry.values():
        model = page.model._meta
        yield f"/admin/{model.app_label}/{model.model_name}/"
        newest = page.model._default_manager.order_by("-pk").values_list("pk", flat=True)[:2]
        for pk in newest:
            yield f"/admin/{model.app_label}/{model.model_name}/{pk}/change/"
            yield f"/admin/{model.app_label}/{model.model_name}/{pk}/history/"
    for decision in Decision.objects.filter(sealed__isnull=False).values_list("pk", flat=True):
        yield f"/admin/games/decision/{decision}/change/"
    for hand in Hand.objects.values_list("pk", flat=True):
        yield f"/admin/games/hand/{hand}/change/"


def _patterns(resolver: URLResolver, before: str) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every route with its converters; the admin's are listed by their models."""
    for one in resolver.url_patterns:
        path = before + str(one.pattern)
        if isinstance(one, URLResolver):
            if path != "admin/":
                yield from _patterns(one, path)
        elif isinstance(one, URLPattern) and not path.startswith(("^", "static")):
            yield path, one.pattern.converters


def content(client: Client, path: str) -> str:
    """What a path answers, downloads as well; without drawings, whose paths are numbers."""
    answer: Any = client.get(path)
    body = b"".join(answer) if answer.streaming else answer.content
    return re.sub(r"<head>.*?</head>|<svg.*?</svg>", "", body.decode("utf-8", "replace"), flags=re.DOTALL)


def signed_in(name: str) -> Callable[[], Client]:
    def client() -> Client:
        browser = Client()
        browser.force_login(User.objects.get(username=name))
        return browser

    return client


def superuser() -> Client:
    User.objects.create_superuser(username="root", display_name="Root", password="x")  # a test's account
    return signed_in("root")()


VIEWERS: dict[str, Callable[[], Client]] = {
    "a visitor": Client,
    "alice": signed_in("alice"),
    "a player elsewhere": lambda: (person("Dora"), signed_in("dora")())[1],
    **{role: (lambda role=role: staff(role)) for role in STAFF_ROLES},
    "a superuser": superuser,
}


@pytest.mark.parametrize("viewer", VIEWERS)
def test_H8_no_page_download_or_log_line_shows_a_hidden_card(
    host: SteppedHost, viewer: str, caplog: pytest.LogCaptureFixture
) -> None:
    client = VIEWERS[viewer]()
    client.raise_request_exception = False
    secrets, runs = secrets_of(host, User.objects.filter(username=viewer).first()), deck_runs(host)
    assert len(secrets) >= 10
    opened, wrong = 0, []
    with caplog.at_level(logging.DEBUG):
        for path in dict.fromkeys(every_path(host)):
            if path.startswith(EXAMPLES):
                continue
            body = content(client, path)
            opened += 1
            if cards_in(body) & secrets or numbers_in(body, runs) or "gAAAA" in body or "DeckShuffled" in body:
                wrong.append(path)
    assert wrong == []
    assert opened > 200
    told = "\n".join(record.getMessage() for record in caplog.records)
    assert not cards_in(told) & secrets
    assert not numbers_in(told, runs)


def test_the_crawl_finds_the_cards_that_may_be_seen(host: SteppedHost) -> None:
    """Without it the test above would pass for a crawl that opens nothing."""
    client, alice = signed_in("alice")(), User.objects.get(username="alice")
    everything = "".join(content(client, path) for path in dict.fromkeys(every_path(host)) if "/hands/" in path)
    finished = {card for cards in HOLES[:2] for card in parse_cards(cards)}
    mine = finished - secrets_of(host, alice)
    assert len(mine) >= 6
    assert mine <= cards_in(everything)
    assert secrets_of(host, None) - secrets_of(host, alice)


def test_H8_no_act_of_the_floor_says_a_hidden_card_before_or_after_it_is_done(host: SteppedHost) -> None:
    client, alice = staff(FLOORMAN), User.objects.get(username="alice")
    secrets, runs = secrets_of(host, None), deck_runs(host)
    refused, wrong = [], []
    for name in (*PLAYER_ACTS, *TABLE_ACTS):
        cache.clear()
        page = address(host.id, name, alice.pk if name in PLAYER_ACTS else 0)
        typed = {"length": "1", "unit": "hands", "at": "2100-01-01T10:00", "to": Table.objects.get(name="Brno").pk}
        with transaction.atomic():
            told = act(client, page, confirmed=False, **typed)
            answers = [told, act(client, page, **typed), client.get(f"/floor/{host.id}/")]
            transaction.set_rollback(True)
        refused += [name] * (told.status_code != 200)
        bodies = "".join(answer.content.decode() for answer in answers)
        if cards_in(bodies) & secrets or numbers_in(bodies, runs):
            wrong.append(name)
    assert wrong == []
    assert {"void", "close_now", "spread", "merge", "penalise", "move", "unseat", "bar"}.isdisjoint(refused)


def test_H8_no_command_prints_a_hidden_card(host: SteppedHost, capfd: pytest.CaptureFixture[str]) -> None:
    ours = {name for name, app in get_commands().items() if str(app) in APPS} - RUNNING_ROOM
    assert {"audit", "verifylog"} <= ours
    secrets, runs = secrets_of(host, None), deck_runs(host)
    for name in sorted(ours):
        out = io.StringIO()
        with suppress(SystemExit):
            call_command(name, *ARGUMENTS.get(name, ()), stdout=out, stderr=out)
        printed = out.getvalue() + "".join(capfd.readouterr())
        assert not cards_in(printed) & secrets, name
        assert not numbers_in(printed, runs), name


def test_the_secrets_are_in_the_sealed_log(host: SteppedHost) -> None:
    events = itertools.chain.from_iterable(all_events_of_hand(host.id, number) for number in range(1, HANDS + 1))
    dealt = {card for event in events if isinstance(event, DeckShuffled) for card in event.deck[:6]}
    assert secrets_of(host, None) <= dealt
    assert settings.CARD_SEAL_KEYS
