"""The return rule: for some hours a player comes back to the same game and stakes with exactly the same chips (K7).

Each table's due is its own: who has left two tables brings to each what they left it with.
"""

import json
from datetime import datetime, timedelta
from hashlib import sha256
from typing import NamedTuple

from django.db.models import Q
from django.utils import timezone

from games.engine.errors import IllegalAction
from games.engine.rules.rules import Rules
from games.models import Departure, Order, Seat, Table


class RequiredReturn(NamedTuple):
    """The amount a returning player has to bring, in minor units; until when, and the table they left."""

    amount: int
    until: datetime
    table: str


def game_key(rules: Rules, currency: str) -> str:
    """A key that is equal for tables with the same games, stakes and currency (K7, K8)."""
    games = [(game.variant.code, *game.stakes) for game in rules.mix] or [(rules.variant.code, *rules.stakes)]
    return sha256(json.dumps([games, rules.every, currency]).encode()).hexdigest()


def record_departure(*, player: int, table: Table, chips: int, at: datetime) -> None:
    """Records the chips a player left with; nothing is recorded for a player without chips."""
    if chips > 0:
        Departure.objects.create(player_id=player, table=table, game=_game(table), chips=chips, left_at=at)


def correct_departure(*, player: int, table: Table, chips: int, since: datetime, at: datetime) -> None:
    """Corrects what a player left the table with after `since` by the chips of a void hand, minor units (F5, K7).

    Nothing is due from a player who has come back meanwhile; who left without chips is recorded now, with these.
    """
    left = Departure.objects.filter(player=player, table=table, left_at__gte=since).order_by("-pk").first()
    if left is None and not _went_elsewhere(player, table, since):
        record_departure(player=player, table=table, chips=chips, at=at)
    elif left is not None and left.returned_at is None:
        left.chips = max(1, left.chips + chips)
        left.save(update_fields=["chips"])


def _went_elsewhere(player: int, table: Table, since: datetime) -> bool:
    """Whether the player has sat down here again, or has moved from here with all chips (K8)."""
    if Seat.objects.filter(table=table, player=player).exists():
        return True
    moves = Order.objects.filter(player=player, key__startswith=f"move:{table.pk}:", created_at__gte=since)
    return moves.exists()


def mark_returned(*, player: int, table: Table, at: datetime) -> None:
    """Fulfils, for a player who has sat down, what was due at this table; what is due at others stays due."""
    due = _due(player, table, at)
    answered = Q(table=table) | Q(pk=due.pk) if due else Q(table=table)
    Departure.objects.filter(answered, player=player, game=_game(table), returned_at=None).update(returned_at=at)


def required_return(*, player: int, table: Table) -> RequiredReturn | None:
    """What the return rule requires the player to bring to this table; None for an ordinary buy-in (K7)."""
    due = _due(player, table, timezone.now())
    return RequiredReturn(due.chips, due.left_at + _window(table), due.table.name) if due else None


def check_no_due(*, player: int, table: Table) -> None:
    """Raises IllegalAction if the player has left this very table with chips to come back with, not by a move (K8)."""
    due = _due(player, table, timezone.now())
    if due and due.table_id == table.pk:
        raise IllegalAction("return_exact", amount=due.chips)


def _due(player: int, table: Table, now: datetime) -> Departure | None:
    """The last departure from this table, or else the last from another table of the same game and stakes."""
    left = Departure.objects.filter(
        player=player,
        game=_game(table),
        returned_at=None,
        left_at__gt=now - _window(table),
        chips__gte=table.min_buy_in,
    )
    newest_first = list(left.select_related("table").order_by("-pk"))
    from_here = (departure for departure in newest_first if departure.table_id == table.pk)
    return next(from_here, next(iter(newest_first), None))


def _game(table: Table) -> str:
    return game_key(table.rules, table.currency)


def _window(table: Table) -> timedelta:
    return timedelta(hours=table.rules.house.return_hours)
