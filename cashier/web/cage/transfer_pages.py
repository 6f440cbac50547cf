"""Transfers between cages: the list and each one."""

from django.db.models import Q
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from backoffice.web.api import Cell, Column, Filter, Listing, office_page, staff_id
from cashier.models import CageTransfer
from cashier.web.cage.listing_columns import amount_column, currency_column, moment, person
from cashier.web.cage.transfer_acts import SUPERVISES

STATES = {
    "open": (gettext_lazy("on its way"), CageTransfer.UNDER_WAY),
    "received": (gettext_lazy("received"), Q(received_at__isnull=False)),
    "taken_back": (gettext_lazy("taken back"), Q(taken_back_at__isnull=False)),
}


def listing() -> Listing[CageTransfer]:
    """All transfers, newest first."""
    names = {state: name for state, (name, _rows) in STATES.items()}
    return Listing(
        rows=CageTransfer.objects.select_related("source", "target", "sent_by", "received_by", "taken_back_by"),
        columns=[
            Column("way", gettext_lazy("transfer"), _way, css="title"),
            Column("sent", gettext_lazy("sent"), lambda row: moment(row.sent_at), ("sent_at",), "sub"),
            amount_column("amount", gettext_lazy("amount"), _amount, ("currency", "amount")),
            currency_column(lambda row: row.currency),
            Column("state", gettext_lazy("state"), _state, css="side"),
            amount_column("counted", gettext_lazy("counted"), _counted, css="wide n"),
            Column("by", gettext_lazy("sent by"), lambda row: person(row.sent_by, row.sent_by_id), css="wide"),
            Column("to", gettext_lazy("received or taken back by"), _ended_by, css="wide"),
            Column("why", gettext_lazy("explanation"), lambda row: row.explanation, css="wide"),
        ],
        filters=[Filter("state", gettext_lazy("state"), names, _in_state)],
    )


def _way(row: CageTransfer) -> Cell:
    return Cell(f"{row.source} → {row.target}", reverse("cage:transfer", args=[row.pk]))


def _ended_by(row: CageTransfer) -> Cell:
    return person(row.received_by or row.taken_back_by, row.received_by_id or row.taken_back_by_id)


def _amount(row: CageTransfer) -> tuple[int, str]:
    return row.amount, row.currency


def _counted(row: CageTransfer) -> tuple[int, str] | None:
    return None if row.counted is None else (row.counted, row.currency)


def _state(row: CageTransfer) -> str:
    return str(STATES[_state_of(row)][0])


def _state_of(row: CageTransfer) -> str:
    if row.taken_back_at:
        return "taken_back"
    return "received" if row.received_at else "open"


def _in_state(value: str) -> Q:
    return STATES[value][1]


@office_page("cashier.view_cagetransfer")
def transfers_page(request: HttpRequest) -> HttpResponse:
    """The list of transfers."""
    context = {
        **listing().context(request),
        "title": _("Transfers"),
        "intro": _(
            "Cash that one cage sends to another. It is on its way until somebody there counts and receives it."
        ),
        "empty": _("No cash has been sent yet."),
        "csv_url": reverse("cage:transfers_csv"),
    }
    return render(request, "backoffice/list_page.html", context)


@office_page("cashier.view_cagetransfer")
def transfers_csv(request: HttpRequest) -> HttpResponseBase:
    """The list of transfers as CSV."""
    return listing().csv(request, filename="transfers.csv")


@office_page("cashier.view_cagetransfer")
def transfer(request: HttpRequest, transfer_id: int) -> HttpResponse:
    """One transfer with what can be done about it."""
    rows = CageTransfer.objects.select_related("source", "target", "sent_by", "received_by", "taken_back_by")
    sent = get_object_or_404(rows, pk=transfer_id)
    is_open, user = _state_of(sent) == "open", request.user
    takes_back = staff_id(request) == sent.sent_by_id or user.has_perm(SUPERVISES)
    context = {
        "title": f"{sent.source} → {sent.target}",
        "sent": sent,
        "state": _state(sent),
        "may_receive": is_open and user.has_perm("cashier.work_cage"),
        "may_take_back": is_open and user.has_perm("cashier.approve_cage") and takes_back,
    }
    return render(request, "cashier/cage/transfer.html", context)
