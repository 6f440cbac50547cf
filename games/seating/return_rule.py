"""The return rule: for some hours a player comes back to the same game and stakes with exactly the same chips (K7).

Each table's due is its own: who has left two tables brings to each what they left it with. At another table than the
one they left, the blinds owed and the distance from the big blind go along, as in a move (D7, K8): a table remembers
only those who left it. They do so whatever the house rules of both tables, once, and for two hours at least.
"""

import json
from collections.abc import Mapping
from datetime import datetime, timedelta
from functools import lru_cache
from hashlib import sha256
from typing import NamedTuple

from django.db.models import Q, QuerySet
from django.utils import timezone

from backoffice.compiled_query import CompiledQuery, Given
from games.engine.errors import IllegalAction
from games.engine.rules.button import NOBODY
from games.engine.rules.rules import Rules
from games.engine.table.seat import NO_CARRIED_BLINDS, CarriedBlinds
from games.engine.table.seat_commands import has_blinds
from games.models import Departure, Order, Seat, Table
from games.tables.kind import KNOWN_RULES

LEAST_BLINDS_WINDOW = timedelta(hours=2)
"""How long blinds go along to a table whose return rule ends sooner, or which has none."""


class RequiredReturn(NamedTuple):
    """The amount a returning player has to bring, in minor units; until when, and the table they left."""

    amount: int
    until: datetime
    table: str


def game_key(rules: Rules, currency: str) -> str:
    """A key that is equal for tables with the same games, stakes and currency (K7, K8)."""
    games = [(game.variant.code, *game.stakes) for game in rules.mix] or [(rules.variant.code, *rules.stakes)]
    return sha256(json.dumps([games, rules.every, currency]).encode()).hexdigest()


@lru_cache(KNOWN_RULES)
def stored_game_key(rules: str, currency: str) -> str:
    """`game_key` of a table by its rules as the text that is stored, which many tables share."""
    return game_key(Rules.from_data(json.loads(rules)), currency)


def record_departure(
    *, player: int, table: Table, chips: int, at: datetime, carried: CarriedBlinds = NO_CARRIED_BLINDS
) -> None:
    """Records what a player left with, chips and blinds; nothing is recorded for a player without chips."""
    if chips > 0:
        Departure.objects.create(
            player_id=player, table=table, game=_game(table), chips=chips, left_at=at, carried=_by_name(carried)
        )


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


def correct_carried(*, table: Table, carried: Mapping[int, CarriedBlinds]) -> None:
    """Corrects the blinds that players who left take along, unless another table has taken them over (D7, F5)."""
    left = Departure.objects.filter(table=table, game=_game(table), returned_at=None).exclude(carried={})
    for departure in left.filter(player__in=carried):
        left.filter(pk=departure.pk).update(carried=_by_name(carried[departure.player_id]))


def _by_name(carried: CarriedBlinds) -> dict[str, int]:
    return {} if carried.hands_left == NOBODY else carried._asdict()


def _went_elsewhere(player: int, table: Table, since: datetime) -> bool:
    """Whether the player has sat down here again, or has moved from here with all chips (K8)."""
    if Seat.objects.filter(table=table, player=player).exists():
        return True
    moves = Order.objects.filter(player=player, key__startswith=f"move:{table.pk}:", created_at__gte=since)
    return moves.exists()


def mark_returned(*, player: int, table: Table, at: datetime) -> None:
    """Fulfils, for a player who has sat down, what was due at this table; what is due at others stays due."""
    due, left = _due(player, table, at), _left_elsewhere(player, table, at)
    departures = Departure.objects.filter(player=player, game=_game(table))
    departures.filter(_from(table, left)).exclude(carried={}).update(carried={})
    departures.filter(_from(table, due), returned_at=None).update(returned_at=at)


def required_return(*, player: int, table: Table) -> RequiredReturn | None:
    """What the return rule requires the player to bring to this table; None for an ordinary buy-in (K7)."""
    due = _due(player, table, timezone.now())
    return RequiredReturn(due.chips, due.left_at + _window(table), due.table.name) if due else None


def blinds_to_take_over(*, player: int, table: Table) -> Mapping[str, int]:
    """The `CarriedBlinds` by name that go along to this table from another; empty for a newcomer and at the old table.

    A game without blinds asks for none of them.
    """
    left = _left_elsewhere(player, table, timezone.now()) if has_blinds(table.rules) else None
    return left.carried if left else {}


def check_no_due(*, player: int, table: Table) -> None:
    """Raises IllegalAction if the player has left this very table with chips to come back with, not by a move (K8)."""
    due = _due(player, table, timezone.now())
    if due and due.table_id == table.pk:
        raise IllegalAction("return_exact", amount=due.chips)


def _due(player: int, table: Table, now: datetime) -> Departure | None:
    """The last departure from this table, or else the last from another table of the same game and stakes."""
    if _ANY.first(player=player) is None:
        return None
    return _last(_departures(player, table, now - _window(table)).filter(chips__gte=table.min_buy_in), table)


def _left_elsewhere(player: int, table: Table, now: datetime) -> Departure | None:
    """The last departure with blinds to carry, unless the player comes back to this table, which remembers them."""
    if _ANY.first(player=player) is None:
        return None
    window = max(_window(table), LEAST_BLINDS_WINDOW)
    left = _last(_departures(player, table, now - window).exclude(carried={}), table)
    return None if left is None or left.table_id == table.pk else left


# Most players who sit down have left nothing anywhere.
_ANY = CompiledQuery(
    lambda: Departure.objects.filter(player=Given("player"), returned_at=None).values_list("pk", flat=True)[:1]
)


def _departures(player: int, table: Table, since: datetime) -> QuerySet[Departure]:
    """The player's departures from this game and these stakes after `since` that no return has answered."""
    return Departure.objects.filter(player=player, game=_game(table), returned_at=None, left_at__gt=since)


def _last(departures: QuerySet[Departure], table: Table) -> Departure | None:
    read = departures.select_related("table").only("table__name", "game", "chips", "carried", "left_at", "returned_at")
    newest_first = list(read.order_by("-pk"))
    from_here = (departure for departure in newest_first if departure.table_id == table.pk)
    return next(from_here, next(iter(newest_first), None))


def _from(table: Table, departure: Departure | None) -> Q:
    """All departures from this table, and this one."""
    return Q(table=table) | Q(pk=departure.pk) if departure else Q(table=table)


def _game(table: Table) -> str:
    return game_key(table.rules, table.currency)


def _window(table: Table) -> timedelta:
    return timedelta(hours=table.rules.house.return_hours)
