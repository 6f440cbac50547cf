"""The cages, a desk, and the person at it."""

from collections import Counter
from typing import Any

from django.contrib.auth import get_user_model
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _

from backoffice.text import clean_line
from backoffice.web.api import office_page
from cashier import api
from cashier.cage import withdrawals
from cashier.cage.common import day_of, held
from cashier.cage.drawers import book, drawer_of
from cashier.cage.withdrawals import WaitsFor
from cashier.engine import accounts
from cashier.models import Cage, CageTransfer, Drawer, Receipt, Withdrawal
from cashier.text import money_text
from cashier.web.cage.fields import every_cash_currency
from cashier.web.cage.withdrawal_pages import state

LATEST = 10
MOST_FOUND = 20
LONGEST_NAME = 100


@office_page("cashier.work_cage")
def cages(request: HttpRequest) -> HttpResponse:
    """The cages with the state of their drawers; a single one opens by itself."""
    used = list(Cage.objects.filter(is_retired=False))
    if len(used) == 1:
        return redirect("cage:desk", used[0].pk)
    drawers = {drawer.cage_id: drawer for drawer in Drawer.objects.filter(closed_at=None).select_related("opened_by")}
    shown = [(cage, drawers.get(cage.pk)) for cage in used]
    return render(request, "cashier/cage/cages.html", {"title": _("Desks"), "cages": shown})


@office_page("cashier.work_cage")
def desk(request: HttpRequest, cage_id: int) -> HttpResponse:
    """A desk: its drawer, the person at it, what waits, the latest receipts of the day."""
    cage = get_object_or_404(Cage, pk=cage_id)
    name = clean_line(request.GET.get("name", ""))[:LONGEST_NAME]
    today = Receipt.objects.filter(cage=cage, day=day_of(timezone.now())).select_related("person", "cage")
    waits_for = withdrawals.waiting(timezone.now())
    waiting = Withdrawal.objects.filter(pk__in=waits_for).select_related("player").order_by("pk")
    others = Counter(waits_for.values())
    context = {
        "title": cage.name,
        "cage": cage,
        "drawer": drawer_of(cage_id),
        "holds": [money_text(amount, currency) for currency, amount in book(cage_id).items()],
        "name": name,
        "found": found_people(name)[:MOST_FOUND] if name else [],
        "waiting": [one for one in waiting if waits_for[one.pk] is WaitsFor.DESK],
        "to_approve": others[WaitsFor.APPROVAL],
        "above_limit": others[WaitsFor.LIMIT],
        "coming": CageTransfer.objects.filter(CageTransfer.UNDER_WAY, target=cage).select_related("source"),
        "leaving": CageTransfer.objects.filter(CageTransfer.UNDER_WAY, source=cage).select_related("target"),
        "receipts": today[:LATEST],
    }
    return render(request, "cashier/cage/desk.html", context)


def found_people(name: str) -> "QuerySet[Any]":  # Any: the user's model is chosen in the settings
    """People whose names or e-mail have every word, no house bots."""
    people = get_user_model().objects.filter(is_bot=False)
    for word in name.split():
        people = people.filter(Q(display_name__icontains=word) | Q(username__icontains=word) | Q(email__iexact=word))
    return people.order_by("display_name")


@office_page("cashier.work_cage")
def person(request: HttpRequest, cage_id: int, person_id: int) -> HttpResponse:
    """Somebody at the desk: wallets, chips on tables, what is reserved, receipts."""
    cage = get_object_or_404(Cage, pk=cage_id)
    somebody = get_object_or_404(get_user_model(), pk=person_id, is_bot=False)
    waits_for = withdrawals.waiting(timezone.now(), player=person_id)
    waiting = Withdrawal.objects.filter(pk__in=waits_for).order_by("pk")
    context = {
        "title": str(somebody),
        "cage": cage,
        "person": somebody,
        "is_open": drawer_of(cage_id) is not None,
        "wallets": wallets(person_id),
        "waiting": [(one, state(one, waits_for)) for one in waiting],
        "receipts": Receipt.objects.filter(person=somebody).select_related("cage", "person")[:LATEST],
    }
    return render(request, "cashier/cage/person.html", context)


def wallets(person_id: int) -> list[dict[str, str]]:
    """What the person has in each currency of cash, as text."""
    on_tables: dict[str, int] = {}
    for seat in api.seats_of(user_id=person_id):
        on_tables[seat.currency] = on_tables.get(seat.currency, 0) + seat.amount
    balances = api.wallets(user_id=person_id)
    shown = []
    for code in every_cash_currency():
        reserved = held(accounts.pending(person_id, code))
        parts = (balances.get(code, 0), on_tables.get(code, 0), reserved)
        if any(parts) or code in balances:
            wallet, tables, pending = (money_text(amount, code) for amount in parts)
            shown.append({"wallet": wallet, "tables": tables, "reserved": pending})
    return shown
