"""The wallet page: balance, chips on tables, and the statement with a running balance (M4)."""

from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple
from urllib.parse import urlencode

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from backoffice.api import Refused
from backoffice.web.api import streamed_csv
from cashier import api
from cashier.text import amount_text, currency_label, plain_text, signed_text
from cashier.web import text as statement_text

PAGE = 50


@dataclass(frozen=True, slots=True)
class StatementFilter:
    """The filters in the query string; unknown values fall back to the whole statement of the first wallet."""

    currency: str
    cause: str
    before: int | None

    @property
    def causes(self) -> tuple[str, ...]:
        """The causes that the filter's name stands for."""
        return statement_text.CAUSES_OF.get(self.cause, ())

    def query(self, *, cause: str | None = None, before: int | None = None) -> str:
        """The query string, with another cause if given; it starts at the first page unless `before` is given."""
        parts = {"currency": self.currency, "cause": self.cause if cause is None else cause, "before": before}
        return urlencode({name: value for name, value in parts.items() if value})


@dataclass(frozen=True, slots=True)
class Row:
    """One line of the statement on the page."""

    at: datetime
    text: str
    change: str
    balance: str
    gain: bool


class Choice(NamedTuple):
    """A link that narrows the statement; `query` is its query string."""

    name: str
    query: str
    chosen: bool


@login_required
@never_cache
@require_GET
def wallet(request: HttpRequest) -> HttpResponse:
    """The signed-in player's own wallet."""
    user_id = _user_id(request)
    balances = _balances(user_id)
    selected = _selected_filter(request, balances)
    if request.GET.get("currency") == selected.currency:
        request.session[api.WALLET_KEY] = selected.currency
    page = api.statement(
        user_id=user_id, currency=selected.currency, causes=selected.causes, before=selected.before, limit=PAGE
    )
    seats = [seat for seat in api.seats_of(user_id=user_id) if seat.currency == selected.currency]
    terms = api.refill_terms()
    context = {
        "balance": balances[selected.currency],
        "currency": currency_label(selected.currency),
        "code": selected.currency,
        "currencies": _currencies(balances, selected),
        "seats": seats,
        "at_tables": sum(seat.amount for seat in seats),
        "filters": _filters(selected),
        "rows": [_row(movement) for movement in page.rows],
        "shows_table_chips": selected.cause == "hand",
        "is_filtered": bool(selected.cause),
        "older": selected.query(before=page.before) if page.before else "",
        "newest": selected.query() if selected.before else "",
        "csv": selected.query(),
        "may_refill": selected.currency == api.PLAY and api.may_refill(user_id=user_id, now=timezone.now()),
        "refill_amount": terms.amount,
    }
    return render(request, "cashier/wallet.html", context)


@login_required
@never_cache
@require_GET
def statement_csv(request: HttpRequest) -> HttpResponseBase:
    """The whole statement as CSV, with the page's filters."""
    user_id = _user_id(request)
    selected = _selected_filter(request, _balances(user_id))
    balance = _("Chips at the table") if selected.cause == "hand" else _("Balance")
    heads = [_("Time"), _("Movement"), _("Amount"), balance, _("Currency"), _("Reference")]
    movements = api.whole_statement(user_id=user_id, currency=selected.currency, causes=selected.causes)
    rows = (
        [
            movement.at.isoformat(timespec="seconds"),
            statement_text.movement_text(movement),
            plain_text(movement.amount, movement.currency),
            plain_text(movement.balance, movement.currency),
            movement.currency,
            movement.key,
        ]
        for movement in movements
    )
    return streamed_csv(f"statement-{selected.currency.lower()}.csv", heads, rows)


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
    except Refused as refused:
        messages.warning(request, refused.sentence)
    else:
        messages.success(request, _("Your wallet has been topped up. Good luck!"))
    return redirect("cashier:wallet")


def _user_id(request: HttpRequest) -> int:
    user_id = request.user.pk
    assert isinstance(user_id, int)
    return user_id


def _selected_filter(request: HttpRequest, balances: dict[str, int]) -> StatementFilter:
    currency = request.GET.get("currency", "")
    cause = request.GET.get("cause", "")
    before = request.GET.get("before", "")
    return StatementFilter(
        currency=currency if currency in balances else next(iter(balances)),
        cause=cause if cause in statement_text.FILTERS else "",
        before=int(before) if before.isascii() and before.isdigit() and len(before) < 19 else None,
    )


def _balances(user_id: int) -> dict[str, int]:
    """The player's wallets in the order of currencies; one without money in the first currency if there are none."""
    held = api.wallets(user_id=user_id)
    found = {info.code: held[info.code] for info in api.all_currencies() if info.code in held}
    return found or {api.default_currency(): 0}


def _row(movement: api.Movement) -> Row:
    return Row(
        at=movement.at,
        text=statement_text.movement_text(movement),
        change=signed_text(movement.amount, movement.currency),
        balance=amount_text(movement.balance, movement.currency),
        gain=movement.amount > 0,
    )


def _currencies(balances: dict[str, int], selected: StatementFilter) -> list[Choice]:
    """Links to the player's wallets; empty when there is only one."""
    if len(balances) < 2:
        return []
    return [Choice(currency_label(code), urlencode({"currency": code}), code == selected.currency) for code in balances]


def _filters(selected: StatementFilter) -> list[Choice]:
    return [
        Choice(_("All"), selected.query(cause=""), not selected.cause),
        *(
            Choice(statement_text.filter_name(name), selected.query(cause=name), selected.cause == name)
            for name in statement_text.FILTERS
        ),
    ]
