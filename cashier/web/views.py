"""The wallet page: balance, chips on tables, and the statement with a running balance (M4)."""

import csv
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from cashier import api
from cashier.engine.money import amount_text, plain_text, signed_text
from cashier.web import text as statement_text

PAGE = 50


@dataclass(frozen=True, slots=True)
class StatementFilter:
    """The filters in the query string; unknown values fall back to the whole play-money statement."""

    currency: str
    cause: str
    before: int | None

    @property
    def causes(self) -> tuple[str, ...]:
        """The causes that the filter's name stands for."""
        return statement_text.CAUSES_OF.get(self.cause, ())

    def query(self, **changed: Any) -> str:
        """The query string with these changes; it starts at the first page unless `before` is given."""
        parts = {"currency": self.currency, "cause": self.cause} | changed
        return urlencode({name: value for name, value in parts.items() if value})


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the statement on the page."""

    at: datetime
    text: str
    change: str
    balance: str
    gain: bool


@login_required
@never_cache
@require_GET
def wallet(request: HttpRequest) -> HttpResponse:
    """The signed-in player's own wallet."""
    user_id = _user_id(request)
    own = {api.PLAY: 0} | api.wallets(user_id=user_id)
    asked = _asked(request, own)
    page = api.statement(user_id=user_id, currency=asked.currency, causes=asked.causes, before=asked.before, limit=PAGE)
    seats = [seat for seat in api.seats_of(user_id=user_id) if seat.currency == asked.currency]
    terms = api.refill_terms()
    context = {
        "balance": own[asked.currency],
        "currency": statement_text.currency_text(asked.currency),
        "currencies": _currencies(own, asked),
        "seats": seats,
        "at_tables": sum(seat.amount for seat in seats),
        "filters": _filters(asked),
        "rows": [_row(movement) for movement in page.rows],
        "of_hands": asked.cause == "hand",
        "narrowed": bool(asked.cause),
        "older": asked.query(before=page.before) if page.before else "",
        "newest": asked.query() if asked.before else "",
        "csv": asked.query(),
        "is_play": asked.currency == api.PLAY,
        "may_refill": asked.currency == api.PLAY and api.may_refill(user_id=user_id, now=timezone.now()),
        "refill_amount": terms.amount,
    }
    return render(request, "cashier/wallet.html", context)


@login_required
@never_cache
@require_GET
def statement_csv(request: HttpRequest) -> HttpResponse:
    """The whole statement as CSV, with the page's filters."""
    user_id = _user_id(request)
    asked = _asked(request, {api.PLAY: 0} | api.wallets(user_id=user_id))
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="statement-{asked.currency.lower()}.csv"'
    # Without a byte order mark spreadsheets assume a local encoding.
    response.write("\ufeff")
    writer = csv.writer(response)
    balance = _("Chips at the table") if asked.cause == "hand" else _("Balance")
    writer.writerow([_("Time"), _("Movement"), _("Amount"), balance, _("Currency"), _("Reference")])
    for movement in api.whole_statement(user_id=user_id, currency=asked.currency, causes=asked.causes):
        writer.writerow(
            [
                movement.at.isoformat(timespec="seconds"),
                _no_formula(statement_text.movement_text(movement)),
                plain_text(movement.amount),
                plain_text(movement.balance),
                movement.currency,
                _no_formula(movement.key),
            ]
        )
    return response


@login_required
@require_POST
def refill(request: HttpRequest) -> HttpResponse:
    """Grants the player play money, or says why not."""
    try:
        api.refill(user_id=_user_id(request), now=timezone.now())
    except api.LedgerError as refusal:
        terms = api.refill_terms()
        minutes = -(-int(terms.every.total_seconds()) // 60)
        messages.warning(request, statement_text.refill_refusal(refusal, below=terms.below, minutes=minutes))
    else:
        messages.success(request, _("Your wallet has been topped up. Good luck!"))
    return redirect("cashier:wallet")


def _user_id(request: HttpRequest) -> int:
    user_id = request.user.pk
    assert isinstance(user_id, int)
    return user_id


def _asked(request: HttpRequest, own: dict[str, int]) -> StatementFilter:
    currency = request.GET.get("currency", "")
    cause = request.GET.get("cause", "")
    before = request.GET.get("before", "")
    return StatementFilter(
        currency=currency if currency in own else api.PLAY,
        cause=cause if cause in statement_text.FILTERS else "",
        before=int(before) if before.isascii() and before.isdigit() and len(before) < 19 else None,
    )


def _row(movement: api.Movement) -> Row:
    return Row(
        at=movement.at,
        text=statement_text.movement_text(movement),
        change=signed_text(movement.amount),
        balance=amount_text(movement.balance),
        gain=movement.amount > 0,
    )


def _currencies(own: dict[str, int], asked: StatementFilter) -> list[dict[str, Any]]:
    """Links to the player's wallets; empty when there is only one."""
    if len(own) < 2:
        return []
    return [
        {
            "name": statement_text.currency_text(code),
            "query": urlencode({"currency": code}),
            "chosen": code == asked.currency,
        }
        for code in own
    ]


def _filters(asked: StatementFilter) -> list[dict[str, Any]]:
    everything = {"name": _("All"), "query": asked.query(cause=""), "chosen": not asked.cause}
    return [everything] + [
        {
            "name": statement_text.filter_name(name),
            "query": asked.query(cause=name),
            "chosen": asked.cause == name,
        }
        for name in statement_text.FILTERS
    ]


def _no_formula(text: str) -> str:
    """Quotes text that a spreadsheet would run as a formula, such as a table name that begins with `=`."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text
