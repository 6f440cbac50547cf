"""Helpers for tests of seats: refusals, audits, and what a host does about seats."""

from collections.abc import Callable
from typing import ParamSpec

import pytest

from cashier import api as cashier
from cashier.audit import run_audit
from games.engine.errors import IllegalAction
from games.engine.rules.house_rules import HouseRules
from games.engine.rules.rules import Rules
from games.engine.table import commands as cm
from games.engine.table.seat_commands import moves_due
from games.messaging.notices import take_unread_notices
from games.models import Table
from games.text import refusals
from pokerroom.models import User
from tests.games.support.tables import NL_10_20, SteppedHost, open_table

Parameters = ParamSpec("Parameters")


def assert_audit_clean() -> None:
    """Asserts that the ledger is consistent and the escrow matches the tables, which the audit compares too."""
    found = run_audit()
    assert (found.breaches, found.total) == ((), 0)


def assert_refused(
    code: str, call: Callable[Parameters, object], *args: Parameters.args, **kwargs: Parameters.kwargs
) -> dict[str, int | str]:
    """Asserts that the call is refused with this code, which has a sentence; returns the detail."""
    with pytest.raises(IllegalAction) as refusal:
        call(*args, **kwargs)
    assert refusal.value.code == code
    assert code in refusals.SENTENCES
    return refusal.value.detail


def wallet(user: User) -> int:
    """The balance of the wallet."""
    return cashier.balance(user_id=user.pk, currency="PLAY")


def open_table_with_house_rules(**house: bool | int | str) -> Table:
    """A table with these house rules."""
    return open_table(rules=NL_10_20._replace(house=HouseRules(**house)))


def move_as_host(host: SteppedHost, user: User) -> None:
    """Moves the player to the other table as a host does."""
    assert moves_due(host.table) == [user.pk]
    host.do(cm.MoveToTable(user.pk))


def notice_codes(user: User) -> list[str]:
    """The codes of the player's unread notices, which are marked as read."""
    return [piece.code for piece in take_unread_notices(user.pk)]


def stakes(small: int, big: int) -> Rules:
    """The usual rules with other blinds."""
    return NL_10_20._replace(stakes=NL_10_20.stakes._replace(small_blind=small, big_blind=big))
