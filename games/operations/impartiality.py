"""Nobody decides where they play: staff give no orders at their own tables, nor about opponents (F1, F8).

The owner may allow it in the room's settings. The checks then answer True, and the log marks the act as their own.
"""

from collections.abc import Iterable
from datetime import timedelta
from typing import NamedTuple

from django.db.models import Q
from django.utils import timezone

from backoffice.api import own_acts_are_allowed
from games.engine.errors import IllegalAction
from games.models import Hand, Order, Seat, Table
from games.models.hand_reviews import LATELY_HOURS
from games.models.play_time import Sitting


def plays_at(person: int, *, table_id: int, hand: int = 0) -> bool:
    """Whether the person sits or is about to sit at the table or in its tournament, or played this finished hand."""
    tournament = Table.objects.filter(pk=table_id).values_list("tournament", flat=True).first()
    here = Q(table=table_id) | Q(table__tournament=tournament) if tournament else Q(table=table_id)
    seated = Seat.objects.filter(here, player=person).exists()
    if seated or Order.objects.for_seats().filter(here, player=person).exists():
        return True
    if not hand:
        return False
    played = Hand.objects.filter(table=table_id, number=hand).values_list("results", flat=True).first() or []
    return any(player == person for _seat, player, _name, _won in played)


def check_not_playing(person: int | None, *, table_id: int, hand: int = 0) -> bool:
    """Whether the person plays at the table and decides with the owner's leave; None is the room itself.

    Raises IllegalAction if they play there without it.
    """
    plays = person is not None and plays_at(person, table_id=table_id, hand=hand)
    return _allowed("plays_here") if plays else False


class OwnTables(NamedTuple):
    """The tables at which a person plays: those about which they may decide all the same, and those that refuse."""

    allowed: frozenset[int] = frozenset()
    refused: frozenset[int] = frozenset()


def own_tables(person: int, tables: Iterable[Table]) -> OwnTables:
    """At which of the tables the person plays, or in whose tournament, in as many queries for any number of tables."""
    games = _games_of(person)
    own = frozenset(table.pk for table in tables if _game_of(table.pk, table.tournament) in games)
    return OwnTables(allowed=own) if own and own_acts_are_allowed() else OwnTables(refused=own)


def check_plays_at_none(person: int, tables: Iterable[Table]) -> bool:
    """Whether the person plays at some of these tables and decides about them with the owner's leave.

    Raises IllegalAction if they play there without it.
    """
    own = own_tables(person, tables)
    if own.refused:
        raise IllegalAction("plays_here")
    return bool(own.allowed)


def check_no_opponent(person: int, *about: int) -> bool:
    """Whether the person is, or plays at a table or in a tournament with, one of these, and decides with leave.

    Raises IllegalAction if they do without the owner's leave.
    """
    mine, theirs = _games_of(person), _games_of(*about)
    return _allowed("plays_with") if person in about or mine & theirs else False


def check_no_part(person: int, *about: int, table_id: int, hand: int) -> None:
    """Raises IllegalAction if the person plays at the table, played this hand, or plays with one of these people.

    People who left the game lately may sit down in it again, so they count as well. For what the owner's leave does not
    allow either, such as seeing the cards of opponents (H8).
    """
    if plays_at(person, table_id=table_id, hand=hand):
        raise IllegalAction("plays_here")
    theirs = _games_of(*about)
    if person in about or _games_of(person) & theirs:
        raise IllegalAction("plays_with")
    here = _game_of(*Table.objects.values_list("pk", "tournament").get(pk=table_id))
    if _games_left_lately(person) & {here, *theirs}:
        raise IllegalAction("played_lately", count=LATELY_HOURS)


def check_plays_nowhere(person: int) -> bool:
    """Whether the person plays at some cash table and decides about all of them with the owner's leave.

    Raises IllegalAction if they play without it.
    """
    places = [rows.filter(player=person) for rows in (Seat.objects.all(), Order.objects.for_seats())]
    plays = any(found.filter(table__tournament=None).exists() for found in places)
    return _allowed("plays_in_room") if plays else False


def is_refused_at(person: int, *, table_id: int, hand: int = 0) -> bool:
    """Whether the person may decide nothing at the table, because they play there without the owner's leave."""
    return plays_at(person, table_id=table_id, hand=hand) and not own_acts_are_allowed()


def _allowed(code: str) -> bool:
    """True with the owner's leave; raises IllegalAction without it."""
    if not own_acts_are_allowed():
        raise IllegalAction(code)
    return True


def _games_of(*people: int) -> set[tuple[str, int]]:
    """The cash tables and tournaments in which these people sit or are about to sit."""
    places = [rows.filter(player__in=people) for rows in (Seat.objects.all(), Order.objects.for_seats())]
    rows = [row for found in places for row in found.values_list("table", "table__tournament")]
    return {_game_of(table, tournament) for table, tournament in rows}


def _games_left_lately(person: int) -> set[tuple[str, int]]:
    """The cash tables and tournaments in which the person sat not long ago."""
    left = Sitting.objects.filter(player=person, ended_at__gt=timezone.now() - timedelta(hours=LATELY_HOURS))
    return {_game_of(table, tournament) for table, tournament in left.values_list("table", "table__tournament")}


def _game_of(table: int, tournament: int | None) -> tuple[str, int]:
    return ("tournament", tournament) if tournament else ("table", table)
