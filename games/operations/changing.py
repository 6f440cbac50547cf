"""A running table changed by an operator: what takes effect at once, with the next hand, once it is empty, or never.

The plan is made first and shown; the change carries out the same plan. Settings beside the rules change at once, rules
with the next hand, the game and the number of seats once nobody sits there, and the currency never (F1, K2).
"""

import json
from collections.abc import Sequence
from datetime import datetime
from hashlib import sha256
from typing import NamedTuple, cast

from django.db import transaction

from backoffice.api import Change as Logged
from backoffice.api import Subject, record
from games.engine.errors import IllegalAction
from games.engine.events.table import Change
from games.engine.rules.changes import rule_changes
from games.engine.rules.rules import Rules
from games.messaging.orders import check_cash_table, lock_table
from games.models import Table
from games.operations import floor
from games.operations.impartiality import check_not_playing
from games.operations.once import first_time
from games.operations.tables import TableChanges, changes_of, newest_rules
from games.operations.waiting_changes import SEATS, WaitingChange, is_empty, seats_change, send_changes
from games.tables.settings import TableSettings
from games.text.games import code_of

CHANGE_WAITS, WAITING_DROPPED = "table.change_waits", "table.waiting_dropped"
AT_ONCE = (
    "min_buy_in",
    "max_buy_in",
    "bots",
    "sort_order",
    "closed_to_watchers",
    "watch_delay",
    "most_alike",
    "empty_minutes",
)


class Wanted(NamedTuple):
    """What an operator wants a table to be; an empty `password` removes it, None keeps it."""

    name: str
    settings: TableSettings
    feeds: Table | None
    password: str | None = None
    closes_at: datetime | None = None

    @property
    def fields(self) -> TableChanges:
        """The settings that change at once."""
        own = {name: getattr(self.settings, name) for name in AT_ONCE}
        return cast(TableChanges, {"name": self.name, "feeds": self.feeds, "closes_at": self.closes_at, **own})


class Plan(NamedTuple):
    """What a change does and when, each with old and new value; `drops` is whether it replaces what waited before."""

    at_once: Sequence[Change]
    next_hand: Sequence[Change]
    when_empty: Sequence[Change]
    refused: Sequence[tuple[Change, IllegalAction]]
    drops: bool

    @property
    def changes_anything(self) -> bool:
        """Whether anything happens."""
        return bool(self.at_once or self.next_hand or self.when_empty)


def settings_mark(table: Table) -> str:
    """Differs once anything about the table has changed that its form shows; orders that wait are counted as read."""
    settings = TableSettings.of(table)._replace(rules=newest_rules(table)).to_data()
    own = [table.name, table.feeds_id, table.password, table.closes_at, table.when_empty]
    return sha256(json.dumps([own, settings], sort_keys=True, default=str).encode()).hexdigest()[:32]


def plan_change(table: Table, wanted: Wanted) -> Plan:
    """What the change would do now."""
    before, rules = newest_rules(table), wanted.settings.rules
    at_once = changes_of(table, fields=wanted.fields, password=wanted.password)
    of_rules = list(rule_changes(before, rules))
    seats = seats_change(table, wanted.settings.seats)
    waits = of_rules if _needs_empty_table(before, rules, table) else []
    refused = []
    if wanted.settings.currency != table.currency:
        stays = Change("currency", table.currency, wanted.settings.currency)
        refused.append((stays, IllegalAction("currency_stays")))
    drops = bool(table.when_empty) and bool(of_rules or seats)
    if is_empty(table.pk):
        return Plan([*at_once, *of_rules, *seats], [], [], refused, drops)
    return Plan(at_once, [] if waits else of_rules, [*waits, *seats], refused, drops)


def check_seen(table: Table, seen: str) -> None:
    """Raises IllegalAction if somebody else changed the table: what they did would be taken back unseen."""
    if seen != settings_mark(table):
        raise IllegalAction("changed_meanwhile")


def change_running_table(
    *, by: int, table_id: int, wanted: Wanted, why: str, key: str, seen: str | None = None
) -> Plan:
    """Carries out what `plan_change` says and keeps it in the log; the second time with the same `key` nothing.

    `seen` is the `settings_mark` of the table that the operator changes, None = whatever it is. Raises IllegalAction;
    nothing has changed then.
    """
    with transaction.atomic():
        if not first_time(key):
            return Plan([], [], [], [], drops=False)
        table = check_cash_table(lock_table(table_id))
        own = check_not_playing(by, table_id=table_id)
        if seen is not None:
            check_seen(table, seen)
        plan, before, rules = plan_change(table, wanted), newest_rules(table), wanted.settings.rules
        if not plan.changes_anything:
            raise IllegalAction("nothing_changed")
        if not why:
            raise IllegalAction("why_needed")
        waits = _needs_empty_table(before, rules, table)
        now = before if waits else rules
        floor.change(by=by, table_id=table_id, why=why, rules=now, password=wanted.password, **wanted.fields)
        if plan.drops:
            _keep(table, None)
        if waits or wanted.settings.seats != table.seats:
            waiting = WaitingChange(wanted.settings.seats, rules if waits else None, why)
            if is_empty(table_id):
                send_changes(table, waiting)
            else:
                _keep(table, waiting)
            later = plan.when_empty or [one for one in plan.at_once if waits or one.what == SEATS]
            record(
                by=by, act=CHANGE_WAITS, subject=Subject("table", table_id), changes=_logged(later), reason=why, own=own
            )
    return plan


def drop_waiting(*, by: int, table_id: int, why: str) -> None:
    """Forgets what waits until the table is empty; without anything waiting nothing happens."""
    with transaction.atomic():
        table = lock_table(table_id)
        own = check_not_playing(by, table_id=table_id)
        waiting = WaitingChange.of(table)
        if waiting is None:
            return
        _keep(table, None)
        record(by=by, act=WAITING_DROPPED, subject=Subject("table", table_id), reason=why, own=own)


def _logged(changes: Sequence[Change]) -> list[Logged]:
    return [Logged(*change) for change in changes]


def _needs_empty_table(before: Rules, rules: Rules, table: Table) -> bool:
    """Whether players who sit there would be dealt another game, or the game has fewer seats than the table."""
    return code_of(before) != code_of(rules) or rules.most_players < table.seats


def _keep(table: Table, waiting: WaitingChange | None) -> None:
    table.when_empty = waiting.to_data() if waiting else None
    table.save(update_fields=["when_empty"])
