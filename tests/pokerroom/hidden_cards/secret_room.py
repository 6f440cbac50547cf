"""A room in which cash and tournament tables hold cards that were not shown, and where to look for them."""

import itertools
import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from random import Random
from types import MappingProxyType
from typing import Any, NamedTuple

from django.contrib import admin
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from games.engine.cards import DECK, Card, parse_cards
from games.engine.history.perspective import own_cards
from games.engine.table import commands as cm
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
from tests.games.operations.watch_list.flags import case_of, found
from tests.games.support.played_hands import all_events_of_hand, shown_cards
from tests.games.support.tables import SteppedHost, open_table, person, seat
from tests.tournaments.web.support.page_tournament import PageTournament, soon
from tournaments import api as tournaments
from tournaments.engine.state import commands as tournament_cm
from tournaments.engine.state.events import ButtonDrawn
from tournaments.engine.state.tournament_state import Stage
from tournaments.models import Tournament

HOLES = ("KcQdJcKdQcJd", "KhQsJhKsQhJs", "AcThAdTdAhTc")
"""The hole cards of each hand; no page names such cards for another reason, as pages may seem to do with "5s"."""


class SecretTable(NamedTuple):
    """A table, as its host sees it, and the seat of each player id there."""

    host: SteppedHost
    seats: dict[int, int]

    @property
    def id(self) -> int:
        """The table's id."""
        return self.host.id


class SecretTournament(NamedTuple):
    """A tournament and its only table."""

    tournament: PageTournament
    table: SecretTable

    @property
    def id(self) -> int:
        """The tournament's id."""
        return self.tournament.id


class SecretRoom(NamedTuple):
    """A cash table, and a tournament that runs and one that has ended.

    Hand 1 of each table is folded; at the first two tables hand 2 is shown down and beaten hands are mucked, and
    hand 3 runs. About hand 1 there are a report and a call at each of the two, and it was reviewed.
    """

    cash: SecretTable
    running: SecretTournament
    ended: SecretTournament

    @property
    def tables(self) -> Sequence[SecretTable]:
        """All tables with hidden cards."""
        return self.cash, self.running.table, self.ended.table


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
        host.do(cm.Tick(), deck=deck)


def open_room() -> SecretRoom:
    """Plays what `SecretRoom` describes."""
    people = [person(name) for name in ("Alice", "Bob", "Carol")]
    entrants = [person(name) for name in ("Uma", "Vic", "Wes")]
    host = SteppedHost(open_table().pk)
    seat(host, *people)
    cash = SecretTable(host, {user.pk: number for number, user in enumerate(people)})
    for number, holes in enumerate(HOLES):
        begin_hand(host, deck_with(holes, number))
        if number == 0:
            host.fold_out()
        elif number == 1:
            host.play_hand()
    room = SecretRoom(cash, _running_tournament(entrants), _ended_tournament(entrants))
    reviewer = User.objects.create_user(username="jana", display_name="Jana")
    for table, (one, other) in ((cash, people[:2]), (room.running.table, entrants[:2])):
        Report.objects.create(table_id=table.id, by=one, about=other, description="soft play", hand=1)
        FloorCall.objects.create(table_id=table.id, player=one, reason="chips", hand=1)
        review_hand(
            by=reviewer.pk, table_id=table.id, number=1, suspicion=Suspicion.OTHER, why="a look", key=f"k{table.id}"
        )
    floor.pause(by=reviewer.pk, table_id=host.id, why="a look at it")
    open_table("Brno")
    case_of(found(*people[:2], hands=[(host.id, 1)]), reviewer)
    return room


def _running_tournament(entrants: Sequence[User]) -> SecretTournament:
    played = _started("Evening", entrants)
    tournament, host = played.tournament, played.table.host
    for number, holes in enumerate(HOLES):
        if number:
            tournament.show_end()
        host.read_inbox()
        begin_hand(host, deck_with(holes, number))
        if number == 0:
            host.fold_out()
        elif number == 1:
            host.play_hand()
        tournament.read_reports()
    return played


def _ended_tournament(entrants: Sequence[User]) -> SecretTournament:
    played = _started("Matinee", entrants)
    tournament, host = played.tournament, played.table.host
    begin_hand(host, deck_with(HOLES[0], 0))
    tournament.carry_out(tournament_cm.EndNow("It is late"))
    host.fold_out()
    tournament.read_reports()
    assert tournament.state.stage is Stage.ENDED
    host.read_inbox()
    return played


def _started(name: str, entrants: Sequence[User]) -> SecretTournament:
    """A tournament whose players have all come to its table, where the first hand is about to be dealt."""
    tournament = PageTournament(soon(name=name, seats=3, min_players=3, late=None))
    for user in entrants:
        tournaments.enter(user=user, tournament_id=tournament.id, key="in")
    tournament.catch_up().carry_out(tournament_cm.Start())
    host = SteppedHost(Table.objects.get(tournament=tournament.id).pk, now=tournament.now)
    host.read_inbox()
    for user in entrants:
        host.do(cm.SitIn(user.pk))
    seats = {taken.player: number for number, taken in enumerate(host.table.seats) if taken}
    return SecretTournament(tournament, SecretTable(host, seats))


# The secrets


def secrets_of(room: SecretRoom, viewer: User | None) -> frozenset[Card]:
    """The hole cards of the room that were neither shown to all, nor drawn for a button, nor dealt to the viewer."""
    hidden = set(itertools.chain.from_iterable(map(parse_cards, HOLES)))
    for table in room.tables:
        mine = table.seats.get(viewer.pk) if viewer else None
        for events in map(partial(all_events_of_hand, table.id), hands_of(table)):
            hidden -= shown_cards(events)
            if mine is not None:
                hidden -= set(own_cards(table.host.table.rules, events, mine).dealt)
    drawn = itertools.chain(room.running.tournament.events(), room.ended.tournament.events())
    hidden -= {card for event in drawn if isinstance(event, ButtonDrawn) for _seat, card in event.cards}
    return frozenset(hidden)


def hands_of(table: SecretTable) -> range:
    """The numbers of the table's hands, with the one that runs."""
    return range(1, table.host.table.hand_number + 1)


def deck_runs() -> frozenset[tuple[int, ...]]:
    """Six cards in a row of any deck, as numbers."""
    decks = [deck_with(holes, number) for number, holes in enumerate(HOLES)]
    return frozenset(deck[at : at + 6] for deck in decks for at in range(len(deck) - 5))


# The pages


def every_path(room: SecretRoom, more: Mapping[str, Sequence[object]] = MappingProxyType({})) -> Iterator[str]:
    """The address of every page, with each id of something about the tables, tournaments and their players.

    `more` has values by the names that addresses give them.
    """
    numbers: dict[str, list[object]] = {
        "table_id": [table.id for table in room.tables],
        "tournament_id": [room.running.id, room.ended.id],
        "number": [*range(1, len(HOLES) + 1)],
        "form": ["text", "phh", "ohh"],
        "report_id": [*Report.objects.values_list("pk", flat=True)],
        "call_id": [*FloorCall.objects.values_list("pk", flat=True)],
        "call": [*FloorCall.objects.values_list("pk", flat=True)],
        "seat": [0, 1, 2],
    }
    numbers |= {
        "name": [*ROOM_ACTS],
        "flag_id": [*WatchFlag.objects.values_list("pk", flat=True)],
        "case_id": [*WatchCase.objects.values_list("pk", flat=True)],
        "decision": [*FloorDecision.objects.values_list("pk", flat=True)],
    }
    for route, pattern in _patterns(get_resolver(), ""):
        people = ["alice", "uma"]
        acts = [*PLAYER_ACTS] if "player" in pattern else [*TABLE_ACTS]
        numbers["act"] = [*acts]
        numbers["person"] = [*User.objects.filter(username__in=people).values_list("pk", flat=True)]
        numbers["person_id"] = numbers["player"] = numbers["person"]
        numbers |= {name: list(values) for name, values in more.items()}
        for chosen in itertools.product(*(numbers.get(name, [1]) for name in pattern)):
            path = route
            for name, value in zip(pattern, chosen, strict=True):
                path = re.sub(rf"<(?:\w+:)?{name}>", str(value), path)
            yield f"/{path}"
    yield from _admin_paths()


def _patterns(resolver: URLResolver, before: str) -> Iterator[tuple[str, list[str]]]:
    """Every route with the names of its values; the admin's are listed by their models."""
    for one in resolver.url_patterns:
        path = before + str(one.pattern)
        if isinstance(one, URLResolver):
            if path != "admin/":
                yield from _patterns(one, path)
        elif isinstance(one, URLPattern) and not path.startswith(("^", "static")):
            yield path, list(one.pattern.converters)


def _admin_paths() -> Iterator[str]:
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
    for tournament in Tournament.objects.values_list("pk", flat=True):
        yield f"/admin/tournaments/tournament/{tournament}/change/"


def content(client: Client, path: str) -> str:
    """What a path answers, downloads as well; without drawings, whose paths are numbers."""
    return content_of(client.get(path))


def content_of(answer: Any) -> str:
    """What an answer of a client holds, which has no type name; as `content`."""
    return without_drawings(b"".join(answer) if answer.streaming else answer.content)


def without_drawings(body: bytes) -> str:
    """An answer as text without its head and its drawings."""
    return re.sub(r"<head>.*?</head>|<svg.*?</svg>", "", body.decode("utf-8", "replace"), flags=re.DOTALL)
