"""The return rule: for some hours a player comes back to the same game and stakes with exactly the same chips (K7)."""

import json
from datetime import datetime, timedelta
from hashlib import sha256
from typing import NamedTuple

from django.utils import timezone

from games.engine.rules.rules import Rules
from games.models import Departure, Table


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
    if chips:
        game = game_key(table.rules, table.currency)
        Departure.objects.create(player_id=player, table=table, game=game, chips=chips, left_at=at)


def mark_returned(*, player: int, table: Table, at: datetime) -> None:
    """Fulfils the return rule for a player who sits at the same game and stakes again."""
    game = game_key(table.rules, table.currency)
    Departure.objects.filter(player=player, game=game, returned_at=None).update(returned_at=at)


def required_return(*, player: int, table: Table) -> RequiredReturn | None:
    """What the return rule requires the player to bring to this table; None for an ordinary buy-in (K7)."""
    window = timedelta(hours=table.rules.house.return_hours)
    left = Departure.objects.filter(
        player=player,
        game=game_key(table.rules, table.currency),
        returned_at=None,
        left_at__gt=timezone.now() - window,
        chips__gte=table.min_buy_in,
    )
    last = left.select_related("table").order_by("-pk").first()
    return RequiredReturn(last.chips, last.left_at + window, last.table.name) if last else None
