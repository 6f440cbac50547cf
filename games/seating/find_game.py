"""The table where a player who chooses none plays best at once (K9)."""

from collections.abc import Iterable, Iterator
from datetime import timedelta
from typing import Any, TypeAlias

from django.db.models import Count, Q
from django.utils import timezone

from backoffice.compiled_query import CompiledQuery, Given
from games.models import Table
from games.money import escrow
from games.seating import waiting_list
from games.tables.kind import RULES_TEXT, TableKind, stored_kind

NEWCOMERS_GAME = "holdem"
LASTING_GAME = 3
"""With this many players, the game goes on when one of them leaves."""
STILL_PLAYING = timedelta(minutes=10)
"""A table whose last hand ended longer ago is not running."""

Rank: TypeAlias = tuple[int, bool, int, int, bool, int, int, str]


def find_game(*, user_id: int) -> int | None:
    """The best table that has a seat for this player and takes what the wallet holds; None if there is none.

    A running game of hold'em is best, then hold'em where somebody waits for an opponent, then any other running game.
    Among equals come first those whose game outlasts a player who leaves, then those with more people, then the
    fullest, then those that house bots will join, then the lowest stakes. Tables with a password, players' own tables,
    and those of `waiting_list.find_seat` that are no choice for the player are left out. Raises IllegalAction if the
    player has a seat at as many tables as those with a free seat allow (K11).
    """
    wallets: dict[str, int] = {}
    ranks: dict[int, Rank] = {}
    for table in _COUNTED.all():
        if table.taken_count >= table.seats:
            continue
        if table.currency not in wallets:
            wallets[table.currency] = escrow.wallet_balance(user_id, table.currency)
        kind = stored_kind(table.rules_text, table.currency)
        if wallets[table.currency] >= max(table.min_buy_in, kind.big_blind):
            ranks[table.pk] = _rank(table, kind)
    return waiting_list.first_with_a_seat(user_id, _in_turn(sorted(ranks, key=lambda table: ranks[table])))


_COLUMNS = (
    "pk", "name", "currency", "rules_text", "seats", "taken_count", "people_count", "min_buy_in", "last_hand_at",
    "bots", "sort_order",
)  # fmt: skip


# Instances with their rules would cost more than all the rest.
_COUNTED = CompiledQuery(
    lambda: (
        waiting_list.open_tables()
        .annotate(
            taken_count=Count("taken_seats"),
            people_count=Count("taken_seats", filter=Q(taken_seats__bot=False)),
            rules_text=RULES_TEXT,
        )
        .values_list(*_COLUMNS, named=True)
    )
)
_ONE = CompiledQuery(lambda: waiting_list.open_tables().filter(pk=Given("table")))


def _in_turn(tables: Iterable[int]) -> Iterator[Table]:
    """The tables one after another, as far as they are asked for; without those that have closed meanwhile."""
    for table in tables:
        yield from _ONE.all(table=table)


def _rank(table: Any, kind: TableKind) -> Rank:  # Any: a row of the columns above.
    """Sorts better tables first."""
    taken, people = table.taken_count, table.people_count
    is_running = taken > 1 and table.last_hand_at is not None and timezone.now() - table.last_hand_at < STILL_PLAYING
    is_holdem = kind.game == NEWCOMERS_GAME
    best_first = (is_holdem and is_running, is_holdem and taken > 0, is_running, taken > 0, is_holdem, True)
    return (
        best_first.index(True),
        taken < LASTING_GAME,
        -people,
        -taken,
        not table.bots,
        kind.big_blind,
        table.sort_order,
        table.name,
    )
