"""Tables that players open for themselves, within the operator's limits, and close again (K10).

Amounts are minor units; refusals are IllegalAction(code).
"""

from collections.abc import Iterable
from datetime import timedelta

from django.contrib.auth.base_user import AbstractBaseUser
from django.db import transaction
from django.utils import timezone

from games.engine.errors import IllegalAction
from games.engine.events.kinds import Announcement
from games.engine.rules.house_rule import Preset
from games.engine.rules.house_rules import HouseRules
from games.engine.rules.rake_presets import with_preset_rake
from games.engine.rules.rules import Rules
from games.engine.rules.stakes import Structure
from games.engine.rules.usual_stakes import usual_stakes
from games.engine.rules.variants import CATALOGUE
from games.messaging.orders import lock_table, lock_user, send
from games.models import Order, Table
from games.models.access import PlayerTableLimits
from games.money import escrow
from games.operations.tables import close_table, open_table
from games.seating.bans import players_at

SORT_ORDER = 100
"""Players' own tables come after the room's in the lobby."""


def open_player_table(
    *,
    user: AbstractBaseUser,
    name: str,
    game: str,
    structure: Structure,
    stakes: int,
    seats: int,
    min_buy_in: int,
    max_buy_in: int,
    password: str = "",
    closed_to_watchers: bool = False,
) -> Table:
    """Opens a table for `user`; `stakes` is its big blind or lower limit, buy-ins must have bounds (K2, K10)."""
    with transaction.atomic():
        lock_user(user.pk)
        limits = PlayerTableLimits.current()
        _check(limits, user.pk, game=game, stakes=stakes, least=min_buy_in, most=max_buy_in)
        return open_table(
            name=name,
            rules=_rules(limits, game, structure, stakes),
            currency=limits.currency,
            seats=seats,
            min_buy_in=min_buy_in,
            max_buy_in=max_buy_in,
            password=password,
            opened_by=user.pk,
            closed_to_watchers=closed_to_watchers,
            sort_order=SORT_ORDER,
        )


def _check(limits: PlayerTableLimits, user_id: int, *, game: str, stakes: int, least: int, most: int) -> None:
    if not limits.allowed:
        raise IllegalAction("own_tables_off")
    running = Table.objects.filter(opened_by__isnull=False, is_open=True)
    if running.filter(opened_by=user_id).count() >= limits.max_per_player:
        raise IllegalAction("too_many_own_tables", count=limits.max_per_player)
    if running.count() >= limits.max_in_room:
        raise IllegalAction("too_many_players_tables")
    if not escrow.is_currency(limits.currency):
        raise IllegalAction("own_tables_off")
    if game not in limits.games or game not in CATALOGUE:
        raise IllegalAction("game_not_offered")
    if not limits.min_stakes <= stakes <= limits.max_stakes:
        raise IllegalAction("stakes_out_of_range", min=limits.min_stakes, max=limits.max_stakes)
    low, high = limits.min_buy_in_blinds * stakes, limits.max_buy_in_blinds * stakes
    if not (low <= least <= high and low <= most <= high):
        raise IllegalAction("buy_in_out_of_range", min=low, max=high)


def _rules(limits: PlayerTableLimits, game: str, structure: Structure, stakes: int) -> Rules:
    """The usual house rules for these stakes, in whole chips if the small blind is at least one."""
    variant = CATALOGUE[game]
    currency = escrow.currency(limits.currency)
    whole = currency.unit
    unit = whole if stakes % (2 * whole) == 0 else 1
    usual = usual_stakes(variant, structure, stakes, unit=unit)
    rules = Rules(variant, usual, house=HouseRules(chip_unit=unit))
    return with_preset_rake(rules, Preset.ONLINE, digits=currency.digits) if limits.takes_rake else rules


def close_player_table(*, user_id: int, table_id: int) -> None:
    """Closes a player's own table after the running hand; players are told who closes it and leave with their chips."""
    table = Table.objects.filter(pk=table_id, opened_by=user_id).select_related("opened_by").first()
    if table is None:
        raise IllegalAction("not_your_table")
    with transaction.atomic():
        if lock_table(table_id).is_open:
            payload = {"kind": Announcement.OWNER_CLOSES, "name": str(table.opened_by), "reason": ""}
            send(table, Order.Kind.ANNOUNCE, payload=payload)
        close_table(table_id=table_id)


def close_abandoned_tables(tables: Iterable[int]) -> list[int]:
    """Closes players' own tables among these that have been empty for long; returns their ids."""
    since = timezone.now() - timedelta(minutes=PlayerTableLimits.current().close_after_minutes)
    stale = Table.objects.filter(pk__in=tables, opened_by__isnull=False, is_open=True, empty_since__lt=since)
    closed = []
    for table_id in stale.values_list("pk", flat=True):
        with transaction.atomic():
            # Under the lock nobody can sit down between the check and the order.
            table = Table.objects.select_for_update(no_key=True).only("pk", "is_open").get(pk=table_id)
            if table.is_open and not players_at(table_id):
                close_table(table_id=table_id)
                closed.append(table_id)
    return closed
