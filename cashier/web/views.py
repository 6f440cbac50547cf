"""The wallet: what I have, where my chips are, and every movement with the running balance (M4)."""

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
from cashier.web import words

PAGE = 50


@dataclass(frozen=True, slots=True)
class Asked:
    """What the address asks for; anything it doesn't know falls back to the whole play-money statement."""

    currency: str
    cause: str
    before: int | None

    @property
    def causes(self) -> tuple[str, ...]:
        """The kinds of movement behind the filter's name."""
        return words.CAUSES_OF.get(self.cause, ())

    def query(self, **changed: Any) -> str:
        """The address's query for this and the changes; pages start anew unless `before` is given."""
        parts = {"currency": self.currency, "cause": self.cause} | changed
        return urlencode({name: value for name, value in parts.items() if value})


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the statement as the page shows it."""

    at: datetime
    text: str
    change: str
    balance: str
    gain: bool


@login_required
@never_cache
@require_GET
def wallet(request: HttpRequest) -> HttpResponse:
    """The wallet page, of the one who asks and of nobody else."""
    user_id = _user_id(request)
    own = {api.PLAY: 0} | api.wallets(user_id=user_id)
    asked = _asked(request, own)
    page = api.statement(user_id=user_id, currency=asked.currency, causes=asked.causes, before=asked.before, limit=PAGE)
    seats = [seat for seat in api.seats_of(user_id=user_id) if seat.currency == asked.currency]
    terms = api.refill_terms()
    context = {
        "balance": own[asked.currency],
        "currency": words.currency_text(asked.currency),
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
    """The whole statement as a file for a spreadsheet, filtered as the page was."""
    user_id = _user_id(request)
    asked = _asked(request, {api.PLAY: 0} | api.wallets(user_id=user_id))
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="statement-{asked.currency.lower()}.csv"'
    # Spreadsheets take a file without this mark for an old local encoding.
    response.write("\ufeff")
    writer = csv.writer(response)
    balance = _("Chips at the table") if asked.cause == "hand" else _("Balance")
    writer.writerow([_("Time"), _("Movement"), _("Amount"), balance, _("Currency"), _("Reference")])
    for movement in api.whole_statement(user_id=user_id, currency=asked.currency, causes=asked.causes):
        writer.writerow(
            [
                movement.at.isoformat(timespec="seconds"),
                _no_formula(words.movement_text(movement)),
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
    """Ask the house for play money."""
    try:
        api.refill(user_id=_user_id(request), now=timezone.now())
    except api.LedgerError as refusal:
        terms = api.refill_terms()
        minutes = -(-int(terms.every.total_seconds()) // 60)
        messages.warning(request, words.refill_refusal(refusal, below=terms.below, minutes=minutes))
    else:
        messages.success(request, _("Your wallet has been topped up. Good luck!"))
    return redirect("cashier:wallet")


def _user_id(request: HttpRequest) -> int:
    user_id = request.user.pk
    assert isinstance(user_id, int)
    return user_id


def _asked(request: HttpRequest, own: dict[str, int]) -> Asked:
    currency = request.GET.get("currency", "")
    cause = request.GET.get("cause", "")
    before = request.GET.get("before", "")
    return Asked(
        currency=currency if currency in own else api.PLAY,
        cause=cause if cause in words.FILTERS else "",
        before=int(before) if before.isascii() and before.isdigit() and len(before) < 19 else None,
    )


def _row(movement: api.Movement) -> Row:
    return Row(
        at=movement.at,
        text=words.movement_text(movement),
        change=signed_text(movement.amount),
        balance=amount_text(movement.balance),
        gain=movement.amount > 0,
    )


def _currencies(own: dict[str, int], asked: Asked) -> list[dict[str, Any]]:
    """Links between the player's wallets; none where there is only one."""
    if len(own) < 2:
        return []
    return [
        {
            "name": words.currency_text(code),
            "query": urlencode({"currency": code}),
            "chosen": code == asked.currency,
        }
        for code in own
    ]


def _filters(asked: Asked) -> list[dict[str, Any]]:
    everything = {"name": _("All"), "query": asked.query(cause=""), "chosen": not asked.cause}
    return [everything] + [
        {
            "name": words.filter_name(name),
            "query": asked.query(cause=name),
            "chosen": asked.cause == name,
        }
        for name in words.FILTERS
    ]


def _no_formula(text: str) -> str:
    """A table's name may begin with `=`; a spreadsheet must read it as text."""
    return f"'{text}" if text[:1] in ("=", "+", "-", "@", "\t", "\r") else text
