"""Helpers for tests of the store: events committed directly, columns of a table, void hands, acts that are undone."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction

from cashier import api as cashier
from games.engine import events as ev
from games.engine.rules.house_rules import HouseRules
from games.engine.table.decide import Decision as Decided
from games.models import Hand, Order, Table
from games.operations import floor
from games.store import table_log
from pokerroom.models import User
from tests.games.support.tables import NL_10_20, SteppedHost, open_table, person, seat


def three_players(**house: object) -> tuple[SteppedHost, list[int]]:
    """A table with these house rules and three seated players; their ids."""
    host = SteppedHost(open_table(rules=NL_10_20._replace(house=HouseRules(**house))).pk)
    people = [person(name) for name in ("Alice", "Bob", "Charlie")]
    seat(host, *people)
    return host, [user.pk for user in people]


def row(table_id: int, *names: str) -> tuple[object, ...]:
    """These columns of a table."""
    return tuple(Table.objects.values_list(*names).get(pk=table_id))


def commit(host: SteppedHost, *events: ev.TableEvent) -> None:
    """Commits these events, which the host's own table does not follow."""
    host.number += 1
    table_log.commit(host.id, host.number, Decided(events, host.table), now=host.now)


def escrow(host: SteppedHost) -> dict[int, int]:
    return cashier.escrow(table_id=host.id)


def void_by_floor(host: SteppedHost, by: User, *, hand: int | None = None, why: str = "two aces of spades") -> Order:
    """Has the floor void a hand, by default the last that began, and the table read its inbox."""
    number = host.table.hand_number if hand is None else hand
    order = floor.void_hand(by=by.pk, table_id=host.id, hand=number, why=why)
    host.read_inbox()
    return Order.objects.get(pk=order)


def result(hand: int, user: User) -> int:
    """What the user won or lost in the hand."""
    return next(int(won) for _, player, _, won in Hand.objects.get(number=hand).results if player == user.pk)


@contextmanager
def taken_back() -> Iterator[None]:
    """Undoes everything that is stored inside."""
    with transaction.atomic():
        yield
        transaction.set_rollback(True)
