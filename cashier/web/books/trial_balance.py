"""The trial balance of any past moment: it sums to zero in each currency, and each line leads to its accounts (M2)."""

from collections.abc import Sequence
from datetime import datetime
from itertools import groupby
from typing import NamedTuple
from urllib.parse import urlencode

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_safe

from backoffice.web.api import csv_response, office_page
from cashier.models import Account, Entry
from cashier.moments import Moment, TrialLine, moment_of, trial_balance
from cashier.text import amount_text, currency_label, plain_text
from cashier.web.books.accounts import READ_BOOKS, entry_url, time_text


class MomentForm(forms.Form):
    """The choice of a moment, in the room's zone."""

    at = forms.DateTimeField(
        label=gettext_lazy("As of"),
        widget=forms.DateTimeInput(attrs={"type": "datetime-local", "step": 1}, format="%Y-%m-%dT%H:%M:%S"),
        input_formats=("%Y-%m-%dT%H:%M:%S", "%Y-%m-%dT%H:%M", "%Y-%m-%d %H:%M:%S", "%Y-%m-%d %H:%M"),
    )


class Line(NamedTuple):
    """A kind of accounts: what they hold together, and the list of them at the moment."""

    name: str
    accounts: int
    total: str
    url: str


class Currency(NamedTuple):
    """The lines of a currency and their sum, which is zero."""

    name: str
    lines: Sequence[Line]
    total: str
    is_zero: bool


@office_page(READ_BOOKS)
@require_safe
def page(request: HttpRequest) -> HttpResponse:
    """The trial balance now or as of a chosen moment."""
    form, at = _chosen(request)
    moment = moment_of(at)
    last = Entry.objects.filter(pk=moment.entry).first()
    context = {
        "form": form,
        "at": at,
        "currencies": _currencies(trial_balance(moment), moment),
        "last": last,
        "last_at": time_text(last) if last else "",
        "last_url": entry_url(last.pk) if last else "",
        "csv_url": f"{reverse('books:trial_balance_csv')}?{urlencode({'at': _typed(at)})}",
    }
    return render(request, "cashier/books/trial_balance.html", context, status=422 if form.errors else 200)


@office_page(READ_BOOKS)
@require_safe
def csv(request: HttpRequest) -> HttpResponse:
    """The same lines as a file."""
    _form, at = _chosen(request)
    heads = [_("currency"), _("kind"), _("accounts"), _("total")]
    kinds = dict(Account.Kind.choices)
    rows = (
        [line.currency, str(kinds.get(line.kind, line.kind)), str(line.accounts), plain_text(line.total, line.currency)]
        for line in trial_balance(moment_of(at))
    )
    return csv_response(f"trial-balance-{timezone.localtime(at):%Y-%m-%d-%H%M}.csv", heads, rows)


def _chosen(request: HttpRequest) -> tuple[MomentForm, datetime]:
    """The form with what was typed, and the moment: now if none or nonsense was typed."""
    now = timezone.now()
    form = MomentForm(request.GET if "at" in request.GET else None, initial={"at": timezone.localtime(now)})
    return form, form.cleaned_data["at"] if form.is_valid() else now


def _typed(at: datetime) -> str:
    return f"{timezone.localtime(at):%Y-%m-%dT%H:%M:%S}"


def _currencies(lines: Sequence[TrialLine], moment: Moment) -> list[Currency]:
    kinds, found = dict(Account.Kind.choices), []
    for code, group in groupby(lines, key=lambda line: line.currency):
        of_code = list(group)
        total = sum(line.total for line in of_code)
        shown = [
            Line(
                capfirst(str(kinds.get(line.kind, line.kind))),
                line.accounts,
                amount_text(line.total, code),
                _accounts_url(kind=line.kind, currency=code, upto=moment.entry),
            )
            for line in of_code
        ]
        found.append(Currency(currency_label(code), shown, amount_text(total, code), total == 0))
    return found


def _accounts_url(**query: str | int) -> str:
    return f"{reverse('books:accounts')}?{urlencode(query)}"
