"""Open, change and close cash tables; keyword-only, amounts in minor units, `by` a user id or None = the room.

Refusals are IllegalAction(code); `games.text.refusals.refusal_text` has the sentences.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from functools import partial
from typing import TypedDict, Unpack

from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction
from django.utils import timezone

from backoffice.compiled_query import CompiledQuery, Given
from backoffice.text import clean_line
from games.engine.errors import IllegalAction
from games.engine.events.table import Change
from games.engine.rules.changes import rule_changes
from games.engine.rules.rules import Rules
from games.engine.rules.usual_stakes import check_limit_blinds
from games.engine.table.state import Table as Played
from games.messaging import messages
from games.messaging.codec import state_to_data
from games.messaging.orders import check_cash_table, lock_table, send
from games.models import Order, Table
from games.models.names import comparison_key
from games.money import escrow
from games.operations.impartiality import check_not_playing
from games.seating import waiting_calls
from games.seating.must_move import check_must_move_link
from games.tables.rake_profiles import check_profile
from games.tables.validation import check_table


class TableChanges(TypedDict, total=False):
    """The settings of a table that change at once; its rules change with the next hand."""

    name: str
    min_buy_in: int
    max_buy_in: int
    bots: int
    sort_order: int
    closed_to_watchers: bool
    watch_delay: int
    feeds: Table | None
    closes_at: datetime | None
    most_alike: int
    empty_minutes: int


CHANGED_AT_ONCE = frozenset(TableChanges.__annotations__)
TOLD = ("name", "min_buy_in", "max_buy_in", "closed_to_watchers", "watch_delay", "feeds", "password", "closes_at")
"""The settings that players are told about when they change."""


def open_table(
    *,
    name: str,
    rules: Rules,
    currency: str,
    seats: int = 9,
    min_buy_in: int = 0,
    max_buy_in: int = 0,
    password: str = "",
    bots: int = 0,
    sort_order: int = 0,
    opened_by: int | None = None,
    closed_to_watchers: bool = False,
    watch_delay: int = 0,
    feeds: Table | None = None,
    closes_at: datetime | None = None,
    most_alike: int = 0,
    empty_minutes: int = 0,
    opened_for: Table | None = None,
) -> Table:
    """Opens a table, whose currency never changes; raises IllegalAction if its settings don't fit together."""
    name = clean_line(name)
    check_readable(name)
    if not escrow.is_currency(currency):
        raise IllegalAction("currency_not_in_use")
    check_table(rules=rules, seats=seats, min_buy_in=min_buy_in, max_buy_in=max_buy_in, bots=bots)
    check_profile(rules, currency=currency)
    check_must_move_link(main=feeds, rules=rules, currency=currency)
    check_alike(most_alike=most_alike, feeds=feeds, opened_for=opened_for)
    empty = state_to_data(Played(rules, seats).snapshot())
    with _refusing_taken_names():
        table = Table.objects.create(
            name=name,
            rules_data=rules.to_data(),
            snapshot=empty,
            next_snapshot=empty,
            seats=seats,
            min_buy_in=min_buy_in,
            max_buy_in=max_buy_in,
            currency=currency,
            password=make_password(password) if password else "",
            bots=bots,
            sort_order=sort_order,
            opened_by_id=opened_by,
            closed_to_watchers=closed_to_watchers,
            watch_delay=watch_delay,
            feeds=feeds,
            closes_at=closes_at,
            most_alike=most_alike,
            empty_minutes=empty_minutes,
            opened_for=opened_for,
        )
        transaction.on_commit(partial(messages.notify_host_and_lobby, table.pk))
    return table


def check_readable(name: str) -> None:
    """Raises IllegalAction for a name in which there is nothing to read."""
    if not comparison_key(name):
        raise IllegalAction("name_missing")


def check_closing_time(closes_at: datetime | None) -> None:
    """Raises IllegalAction for a moment at which a table cannot be told to close, as it is over."""
    if closes_at is not None and closes_at <= timezone.now():
        raise IllegalAction("closing_time_over")


def check_alike(*, most_alike: int, feeds: Table | None, opened_for: Table | None) -> None:
    """Raises IllegalAction for a table that cannot have others opened like it once it is full."""
    if most_alike and feeds is not None:
        raise IllegalAction("alike_must_move")
    if most_alike and opened_for is not None:
        raise IllegalAction("alike_opened_for", name=opened_for.name)


def name_taken(*, name: str, but_for: int = 0) -> bool:
    """Whether another open table than `but_for` has this name in any spelling."""
    return Table.objects.filter(name_key=comparison_key(name), closed_at=None).exclude(pk=but_for).exists()


@contextmanager
def _refusing_taken_names() -> Iterator[None]:
    """A transaction that raises IllegalAction if the name it writes is taken, which the database alone decides."""
    try:
        with transaction.atomic():
            yield
    except IntegrityError:
        raise IllegalAction("name_taken") from None


def change_table(
    *,
    table_id: int,
    rules: Rules | None = None,
    password: str | None = None,
    by: int | None = None,
    why: str = "",
    **fields: Unpack[TableChanges],
) -> Table:
    """Changes an open table: `rules` by an order, from the next hand on; everything else at once.

    An empty `password` removes the password, None keeps it. Seated players keep their chips (K2), and are told what
    changed and `why`. A member of staff (`by`) must not play there.
    """
    check_not_playing(by, table_id=table_id)
    if "name" in fields:
        fields["name"] = clean_line(fields["name"])
        check_readable(fields["name"])
    unknown = fields.keys() - CHANGED_AT_ONCE
    if unknown:
        raise TypeError(f"a table has no such settings to change: {sorted(unknown)}")
    with transaction.atomic():
        table = check_cash_table(lock_table(table_id))
        closes = fields.get("closed_to_watchers", False) and not table.closed_to_watchers
        if closes or fields.get("watch_delay", table.watch_delay) != table.watch_delay:
            transaction.on_commit(partial(messages.notify_watchers_changed, table_id))
        told = [change for change in changes_of(table, fields=fields, password=password) if change.what in TOLD]
        if fields.get("closes_at") != table.closes_at:
            check_closing_time(fields.get("closes_at"))
        for field, value in fields.items():
            setattr(table, field, value)
        if password is not None:
            table.password = make_password(password) if password else ""
        check_table(
            rules=rules or table.rules,
            seats=table.seats,
            min_buy_in=table.min_buy_in,
            max_buy_in=table.max_buy_in,
            bots=table.bots,
        )
        if rules is not None:
            check_limit_blinds(rules, newest_rules(table))
            check_profile(rules, currency=table.currency, before=newest_rules(table))
        check_must_move_link(
            main=table.feeds, rules=rules or newest_rules(table), currency=table.currency, table_id=table_id
        )
        check_alike(most_alike=table.most_alike, feeds=table.feeds, opened_for=table.opened_for)
        with _refusing_taken_names():
            table.save(update_fields=[*fields, "password"])
        newest = newest_rules(table)
        if told or (rules is not None and rules != newest):
            payload = {"rules": (rules or newest).to_data(), "changes": told, "reason": why}
            send(table, Order.Kind.CHANGE_RULES, payload=payload)
        transaction.on_commit(partial(messages.notify_host_and_lobby, table_id))
    return table


def changes_of(
    table: Table, *, fields: TableChanges, rules: Rules | None = None, password: str | None = None
) -> list[Change]:
    """What would change at a table, with old and new values; nothing for a setting that stays as it is."""
    changes = list(rule_changes(newest_rules(table), rules)) if rules else []
    for field, value in fields.items():
        before, after = _text(getattr(table, field)), _text(value)
        if before != after:
            changes.append(Change(field, before, after))
    if password is not None and (password or table.password):
        changes.append(Change("password", "set" if table.password else "", "new" if password else ""))
    return changes


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return "" if value is None else str(value)


def newest_rules(table: Table) -> Rules:
    """The rules of the table once its inbox is read."""
    waiting = _WAITING_CHANGES.first(table=table.pk)
    return Rules.from_data(waiting["rules"]) if waiting else table.rules


_WAITING_CHANGES = CompiledQuery(
    lambda: (
        Order.objects.unanswered()
        .filter(table=Given("table"), kind=Order.Kind.CHANGE_RULES)
        .order_by("-pk")
        .values_list("payload", flat=True)
    )
)


def close_table(*, table_id: int, by: int | None = None, why: str = "") -> int:
    """Closes the table to new players at once, and entirely after the running hand; players leave with their chips.

    Players are told `why`. Returns the order's id.
    """
    check_not_playing(by, table_id=table_id)
    with transaction.atomic():
        table = check_cash_table(lock_table(table_id))
        give_no_seats([table])
        return send(table, Order.Kind.CLOSE, payload={"reason": why, "after_orbit": False})


def give_no_seats(tables: Sequence[Table]) -> None:
    """Closes locked tables to new players, and ends their waiting lists."""
    ids = [table.pk for table in tables]
    Table.objects.filter(pk__in=ids).update(is_open=False)
    for table in tables:
        table.is_open = False
    transaction.on_commit(partial(messages.notify_seats_changed, *waiting_calls.end_for_tables(ids)))
