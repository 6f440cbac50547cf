"""Drawers: opened with a counted float, closed by a count; what differs from the book is booked and explained (M4)."""

from collections.abc import Mapping
from datetime import datetime
from typing import Final, NamedTuple
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from backoffice.api import Change, Refused, Subject, record
from cashier import ledger
from cashier.cage.common import DRAWER_CLOSED, DRAWER_OPENED, check_money, held, used_twice
from cashier.cage.expiry import return_expired
from cashier.cage.receipts import Kind, Slip, issue, part
from cashier.engine import accounts, cash
from cashier.engine.pieces import Pieces, total
from cashier.models import Account, Cage, Drawer, DrawerCount
from cashier.text import money_text

CountedPieces = Mapping[str, Pieces]
"""The notes and coins of each currency that was counted by them."""
NO_PIECES: Final[CountedPieces] = {}


class Line(NamedTuple):
    """One currency of a count, minor units: what the book says, what was counted, and how they differ."""

    currency: str
    book: int
    counted: int
    difference: int


def lock_cage(cage_id: int) -> Cage:
    """Locks the cage until the transaction ends: the first lock of every act at its desk."""
    return Cage.objects.select_for_update(no_key=True).get(pk=cage_id)


def drawer_of(cage_id: int) -> Drawer | None:
    """The open drawer of the cage."""
    return Drawer.objects.filter(cage_id=cage_id, closed_at=None).select_related("cage", "opened_by").first()


def lock_drawer(cage_id: int) -> Drawer:
    """Locks the cage and returns its open drawer; raises Refused if it is closed."""
    lock_cage(cage_id)
    drawer = drawer_of(cage_id)
    if drawer is None:
        raise Refused("no_drawer", _("The drawer of this cage is closed. Open it with a counted float first."))
    return drawer


def check_holds(cage_id: int, currency: str, amount: int) -> None:
    """Raises Refused if the drawer holds less."""
    there = held(accounts.cage(cage_id, currency))
    if there < amount:
        raise Refused(
            "drawer_short",
            _("The drawer holds %(there)s only. Bring cash from another cage or from the safe first.")
            % {"there": money_text(there, currency)},
            field="amount",
        )


def book(cage_id: int) -> dict[str, int]:
    """What the drawer holds by the book, minor units by currency."""
    codes = Account.objects.filter(kind=accounts.Kind.CAGE, code__startswith=f"cage:{cage_id}:").exclude(balance=0)
    return dict(codes.order_by("currency").values_list("currency", "balance"))


def open_drawer(
    *, token: UUID, cage_id: int, floats: Mapping[str, int], by: int, now: datetime, pieces: CountedPieces = NO_PIECES
) -> Drawer:
    """Opens the drawer with the counted float of each currency, minor units; `pieces` are those that were counted."""
    _check_pieces(floats, pieces)
    with transaction.atomic():
        cage = lock_cage(cage_id)
        for first in Drawer.objects.filter(token=token):
            if dict(first.counts.values_list("currency", "opening")) != dict(floats):
                raise used_twice()
            return first
        if cage.is_retired:
            raise Refused("retired", _("This cage was closed for good."))
        if drawer_of(cage_id) is not None:
            raise Refused("already_open", _("The drawer of this cage is already open."))
        lock_accounts(*(accounts.cage(cage_id, currency) for currency in floats))
        drawer = Drawer.objects.create(cage=cage, token=token, opened_by_id=by, opened_at=now)
        for currency, amount in sorted(floats.items()):
            if amount:
                check_money(amount, currency, field=currency)
                slip = Slip(Kind.FLOAT, currency, amount, by, now)
                issue(drawer, part(token, currency), "float", cash.cash(cage_id, currency, amount), slip)
            DrawerCount.objects.create(
                drawer=drawer, currency=currency, opening=amount, opening_pieces=pieces.get(currency)
            )
        changes = [Change(currency, "", str(amount)) for currency, amount in sorted(floats.items())]
        record(by=by, act=DRAWER_OPENED, subject=Subject("drawer", drawer.pk), changes=changes)
    return_expired(now=now)
    return drawer


def count(drawer: Drawer, counted: Mapping[str, int]) -> list[Line]:
    """Compares a count with the book; raises Refused for a currency in the book that was not counted."""
    due = dict.fromkeys(drawer.counts.values_list("currency", flat=True), 0) | book(drawer.cage_id)
    for currency in due:
        if currency not in counted:
            raise Refused("not_counted", _("Count this currency, too: type 0 if there is none."), field=currency)
    lines = []
    for currency, amount in sorted(counted.items()):
        lines.append(Line(currency, due.get(currency, 0), amount, amount - due.get(currency, 0)))
    return lines


def close_drawer(
    *,
    drawer_id: int,
    counted: Mapping[str, int],
    explanation: str,
    by: int,
    now: datetime,
    pieces: CountedPieces = NO_PIECES,
) -> Drawer:
    """Books what was over or short, sends the counted cash to the safe and closes the drawer, minor units."""
    _check_pieces(counted, pieces)
    with transaction.atomic():
        cage_id = Drawer.objects.values_list("cage_id", flat=True).get(pk=drawer_id)
        lock_cage(cage_id)
        drawer = Drawer.objects.select_related("cage").get(pk=drawer_id)
        if drawer.closed_at is not None:
            return _closed_before(drawer, counted, by)
        lock_accounts(*_accounts_of(drawer, counted))
        lines = count(drawer, counted)
        if any(line.difference for line in lines) and not explanation.strip():
            raise Refused("not_explained", _("Explain the difference: it is booked and kept."), field="explanation")
        for line in lines:
            _close(drawer, line, explanation, by, now)
            DrawerCount.objects.update_or_create(
                drawer=drawer,
                currency=line.currency,
                defaults={
                    "counted": line.counted,
                    "book": line.book,
                    "counted_pieces": pieces.get(line.currency),
                },
            )
        drawer.closed_by_id, drawer.closed_at, drawer.explanation = by, now, explanation
        drawer.save(update_fields=["closed_by", "closed_at", "explanation"])
        changes = [Change(line.currency, str(line.book), str(line.counted)) for line in lines]
        record(by=by, act=DRAWER_CLOSED, subject=Subject("drawer", drawer.pk), changes=changes, reason=explanation)
    return_expired(now=now)
    return drawer


def _check_pieces(sums: Mapping[str, int], pieces: CountedPieces) -> None:
    for currency, counted in pieces.items():
        if total(counted) != sums.get(currency, 0):
            words = {"sum": money_text(total(counted), currency)}
            sentence = _("The notes and coins make %(sum)s. Leave the sum empty, or count again.") % words
            raise Refused("pieces_differ", sentence, field=currency)


def _accounts_of(drawer: Drawer, counted: Mapping[str, int]) -> list[accounts.AccountName]:
    """Every account that closing may touch; the cage is locked, so no currency is added meanwhile."""
    names = []
    for currency in counted.keys() | book(drawer.cage_id).keys():
        names += [accounts.cage(drawer.cage_id, currency), accounts.short(currency), accounts.over(currency)]
    return names


def _close(drawer: Drawer, line: Line, explanation: str, by: int, now: datetime) -> None:
    name = accounts.cage(drawer.cage_id, line.currency)
    if line.difference:
        slip = Slip(Kind.DIFFERENCE, line.currency, line.difference, by, now, reason=explanation)
        token = part(drawer.token, f"difference {line.currency}")
        issue(drawer, token, "difference", cash.difference(name, line.difference), slip)
    if line.counted:
        slip = Slip(Kind.DAY_END, line.currency, -line.counted, by, now, reason=explanation)
        legs = cash.cash(drawer.cage_id, line.currency, -line.counted)
        issue(drawer, part(drawer.token, f"day-end {line.currency}"), "day_end", legs, slip)


def _closed_before(drawer: Drawer, counted: Mapping[str, int], by: int) -> Drawer:
    """A second submit of the same count changes nothing."""
    if drawer.closed_by_id == by and dict(drawer.counts.values_list("currency", "counted")) == dict(counted):
        return drawer
    raise Refused("already_closed", _("This drawer is already closed."))


def lock_accounts(*names: accounts.AccountName) -> None:
    """Locks the accounts of an act with several entries, and the house's and the safe's with them."""
    currencies = {name.currency for name in names}
    everybody = [name for currency in currencies for name in (accounts.house(currency), accounts.safe(currency))]
    ledger.lock_accounts([*names, *everybody])
