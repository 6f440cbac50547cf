"""Receipts: the list with its search, and each one as a page that prints."""

import re
from collections.abc import Collection, Iterator
from datetime import datetime

from django.db.models import Q
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from backoffice.api import SearchHit
from backoffice.web.api import Cell, Column, Filter, Listing, between, office_page, words_in
from cashier.models import Cage, Correction, Receipt
from cashier.text import signed_money_text
from cashier.web.cage.fields import every_cash_currency
from cashier.web.cage.listing_columns import amount_column, currency_column, moment, person

_NAME = re.compile(r"(?P<cage>[0-9]{1,9})-(?P<day>[0-9]{8})-(?P<number>[0-9]{1,9})")
_NUMBER = re.compile(r"[0-9]{1,9}")


def matching(words: str) -> Q:
    """Receipts by the printed number, by its last part, by the person's name or words of the reason."""
    if named := _NAME.fullmatch(words.strip()):
        try:
            day = datetime.strptime(named["day"], "%Y%m%d").date()
        except ValueError:
            return Q(pk__in=())
        return Q(cage_id=int(named["cage"]), day=day, number=int(named["number"]))
    found = words_in(words, "person__username", "person__display_name", "reason")
    if _NUMBER.fullmatch(words.strip()):
        found |= Q(number=int(words))
    return found


def listing() -> Listing[Receipt]:
    """All receipts, newest first."""
    return Listing(
        rows=Receipt.objects.select_related("cage", "person", "by"),
        columns=[
            Column("number", gettext_lazy("receipt"), _link, ("cage_id", "day", "number"), "title"),
            Column("at", gettext_lazy("time"), lambda row: moment(row.at), ("at",), "sub"),
            Column("kind", gettext_lazy("kind"), lambda row: row.get_kind_display(), ("kind",), "side"),
            Column("person", gettext_lazy("person"), lambda row: person(row.person, row.person_id), css="wide"),
            amount_column("amount", gettext_lazy("amount"), _amount, ("currency", "amount"), signed=True),
            currency_column(lambda row: row.currency),
            Column("cage", gettext_lazy("cage"), lambda row: row.cage.name, ("cage__name",), "wide"),
            Column("by", gettext_lazy("cashier"), lambda row: person(row.by, row.by_id), css="wide"),
            Column("reason", gettext_lazy("reason"), lambda row: row.reason, css="wide wrap"),
        ],
        filters=[
            Filter("cage", gettext_lazy("cage"), {str(one.pk): one.name for one in Cage.objects.all()}, _of_cage),
            Filter("kind", gettext_lazy("kind"), dict(Receipt.Kind.choices), lambda value: Q(kind=value)),
            Filter("currency", gettext_lazy("currency"), {one: one for one in every_cash_currency()}, _in_currency),
        ],
        search=matching,
        days=between("at"),
    )


def _link(row: Receipt) -> Cell:
    return Cell(row.name, reverse("cage:receipt", args=[row.pk]))


def _amount(row: Receipt) -> tuple[int, str]:
    return row.amount, row.currency


def _of_cage(value: str) -> Q:
    return Q(cage_id=int(value))


def _in_currency(value: str) -> Q:
    return Q(currency=value)


def named_url(name: str) -> str:
    """The page of the receipt with this printed number, as the ledger refers to it."""
    return reverse("cage:named_receipt", args=[name])


def found(words: str, most: int) -> Iterator[SearchHit]:
    """Receipts for the search field of every page."""
    for row in Receipt.objects.filter(matching(words)).select_related("person")[:most]:
        about = f"{row.get_kind_display()} {signed_money_text(row.amount, row.currency)} {row.person or ''}".strip()
        yield SearchHit(row.name, about, reverse("cage:receipt", args=[row.pk]))


def people_of(words: str) -> Collection[int]:
    """The person on the receipt with this printed number."""
    if not _NAME.fullmatch(words.strip()):
        return ()
    return list(Receipt.objects.filter(matching(words), person__isnull=False).values_list("person_id", flat=True))


@office_page("cashier.view_receipt")
def receipts(request: HttpRequest) -> HttpResponse:
    """The list of receipts."""
    context = {
        **listing().context(request),
        "title": _("Receipts"),
        "intro": _(
            "Everything that was paid in or out at a desk. A receipt is never changed: a correction reverses it."
        ),
        "empty": _("No receipts yet."),
        "csv_url": reverse("cage:receipts_csv"),
    }
    return render(request, "backoffice/list_page.html", context)


@office_page("cashier.view_receipt")
def receipts_csv(request: HttpRequest) -> HttpResponseBase:
    """The list of receipts as CSV."""
    return listing().csv(request, filename="receipts.csv")


@office_page("cashier.view_receipt")
def receipt(request: HttpRequest, receipt_id: int) -> HttpResponse:
    """One receipt, to read and to print."""
    shown = get_object_or_404(Receipt.objects.select_related("cage", "person", "by", "entry"), pk=receipt_id)
    corrections = Correction.objects.filter(Q(receipt=shown) | Q(reversal=shown) | Q(new=shown))
    open_or_done = shown.corrections.exclude(outcome=Correction.Outcome.REFUSED).exists()
    context = {
        "title": _("Receipt %(number)s") % {"number": shown.name},
        "receipt": shown,
        "corrections": corrections.select_related("receipt"),
        "may_correct": not open_or_done and shown.kind in (Receipt.Kind.DEPOSIT, Receipt.Kind.PAYOUT),
    }
    return render(request, "cashier/cage/receipt.html", context)


@office_page("cashier.view_receipt")
def named_receipt(request: HttpRequest, name: str) -> HttpResponse:
    """Leads to the receipt with this printed number."""
    condition = matching(name) if _NAME.fullmatch(name) else Q(pk__in=())
    return redirect("cage:receipt", get_object_or_404(Receipt, condition).pk)
