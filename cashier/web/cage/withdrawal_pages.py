"""Withdrawals: the list, one of them, and the acts on it."""

from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.db.models import F, Q
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from backoffice.api import check_own_act
from backoffice.web.api import ActPage, Cell, Column, Filter, Listing, office_page, reason_field, staff_id
from cashier.cage import withdrawals
from cashier.cage.drawers import check_holds
from cashier.models import Withdrawal
from cashier.text import money_text
from cashier.web.cage.fields import offer, open_desks
from cashier.web.cage.listing_columns import amount_column, currency_column, moment

STATES = {
    "approve": gettext_lazy("to approve"),
    "pay": gettext_lazy("to pay"),
    "limit": gettext_lazy("above today's limit with earlier ones"),
    "paid": gettext_lazy("paid out"),
    "refused": pgettext_lazy("withdrawal", "refused"),
    "cancelled": gettext_lazy("cancelled"),
}


def state(row: Withdrawal, waiting: Mapping[int, withdrawals.WaitsFor]) -> str:
    """The state of the withdrawal, given what each waits for."""
    return str(STATES[waiting[row.pk]] if row.pk in waiting else row.get_outcome_display())


def listing() -> Listing[Withdrawal]:
    """All withdrawals, those that wait first."""
    waiting = withdrawals.waiting(timezone.now())

    def in_state(value: str) -> Q:
        if value in Withdrawal.Outcome:
            return Q(outcome=value)
        return Q(pk__in=[pk for pk, what in waiting.items() if what == value])

    return Listing(
        rows=Withdrawal.objects.select_related("player"),
        columns=[
            Column("player", gettext_lazy("player"), _link, ("player__display_name",), "title"),
            Column("asked", gettext_lazy("asked"), lambda row: moment(row.asked_at), ("asked_at",), "sub"),
            amount_column("amount", gettext_lazy("amount"), _amount, ("currency", "amount")),
            currency_column(lambda row: row.currency),
            Column("state", gettext_lazy("state"), lambda row: state(row, waiting), css="side"),
            Column("ended", gettext_lazy("ended"), lambda row: moment(row.closed_at), ("closed_at",), "wide"),
        ],
        filters=[Filter("state", gettext_lazy("state"), STATES, in_state)],
        order=(F("closed_at").desc(nulls_first=True), "-pk"),  # type: ignore[arg-type]  # order_by takes expressions
    )


def _link(row: Withdrawal) -> Cell:
    return Cell(str(row.player), reverse("cage:withdrawal", args=[row.pk]))


def _amount(row: Withdrawal) -> tuple[int, str]:
    return row.amount, row.currency


class DecisionForm(forms.Form):
    """The reason of an approval or refusal."""

    reason = reason_field()


class PayForm(forms.Form):
    """The desk that pays."""

    cage = forms.TypedChoiceField(
        label=gettext_lazy("desk"), coerce=int, help_text=gettext_lazy("The cash comes out of its drawer.")
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        offer(self, "cage", [(cage.pk, cage.name) for cage in open_desks()])


class ApprovePage(ActPage[DecisionForm]):
    """Approves a withdrawal."""

    form_class = DecisionForm
    title = gettext_lazy("Approve the withdrawal")
    button = gettext_lazy("Approve")

    def __init__(self, request: HttpRequest, request_id: int) -> None:
        super().__init__(request)
        self.by = staff_id(request)
        self.asked = get_object_or_404(Withdrawal.objects.select_related("player"), pk=request_id)

    def words(self) -> dict[str, object]:
        """The withdrawal in words."""
        return {"amount": money_text(self.asked.amount, self.asked.currency), "player": self.asked.player}

    def consequences(self, form: DecisionForm) -> Sequence[str]:
        """That a desk may then pay."""
        withdrawals.check_approver(self.asked, self.by)
        return [_("A desk may pay %(amount)s to %(player)s; somebody other than you pays it.") % self.words()]

    def was_sent(self, form: DecisionForm) -> bool:
        """Whether it is approved already."""
        return self.asked.approved_by_id is not None

    def carry_out(self, form: DecisionForm) -> str:
        """Approves."""
        reason = form.cleaned_data["reason"]
        withdrawals.approve(request_id=self.asked.pk, reason=reason, by=self.by, now=timezone.now())
        return reverse("cage:withdrawal", args=[self.asked.pk])


class RefusePage(ApprovePage):
    """Refuses a withdrawal."""

    title = gettext_lazy("Refuse the withdrawal")
    button = gettext_lazy("Refuse")
    is_danger = True

    def consequences(self, form: DecisionForm) -> Sequence[str]:
        """That the money goes back and the player reads why."""
        if self.asked.outcome:
            raise withdrawals.ended(self.asked)
        withdrawals.check_returnable(self.asked)
        check_own_act(self.by, self.asked.player_id)
        return [
            _("%(amount)s goes back to the wallet of %(player)s.") % self.words(),
            _("The player reads the reason."),
        ]

    def was_sent(self, form: DecisionForm) -> bool:
        """Whether it is over already."""
        return bool(self.asked.outcome)

    def carry_out(self, form: DecisionForm) -> str:
        """Refuses."""
        reason = form.cleaned_data["reason"]
        withdrawals.refuse(request_id=self.asked.pk, reason=reason, by=self.by, now=timezone.now())
        return reverse("cage:withdrawal", args=[self.asked.pk])


class PayPage(ActPage[PayForm]):
    """Pays a withdrawal at a desk."""

    form_class = PayForm
    title = gettext_lazy("Pay the withdrawal")
    button = gettext_lazy("Pay out")

    def __init__(self, request: HttpRequest, request_id: int) -> None:
        super().__init__(request)
        self.by = staff_id(request)
        self.asked = get_object_or_404(Withdrawal.objects.select_related("player"), pk=request_id)

    def form_options(self) -> dict[str, Any]:
        """The desk from which the page was opened."""
        return {"initial": {"cage": self.request.GET.get("cage", "")}}

    def consequences(self, form: PayForm) -> Sequence[str]:
        """The cash that goes out."""
        withdrawals.check_payer(self.asked, self.by, timezone.now())
        check_holds(form.cleaned_data["cage"], self.asked.currency, self.asked.amount)
        words = {"amount": money_text(self.asked.amount, self.asked.currency), "person": self.asked.player}
        return [_("You pay %(amount)s in cash to %(person)s.") % words]

    def was_sent(self, form: PayForm) -> bool:
        """Whether it is over already."""
        return bool(self.asked.outcome)

    def carry_out(self, form: PayForm) -> str:
        """Pays and leads to the receipt."""
        cage = form.cleaned_data["cage"]
        receipt = withdrawals.pay(request_id=self.asked.pk, cage_id=cage, by=self.by, now=timezone.now())
        return reverse("cage:receipt", args=[receipt.pk])


@office_page("cashier.view_withdrawal")
def withdrawals_page(request: HttpRequest) -> HttpResponse:
    """The list of withdrawals."""
    context = {
        **listing().context(request),
        "title": _("Withdrawals"),
        "intro": _(
            "What players ask to be paid in cash. "
            "The amount is reserved at once; a large one is approved by a second person before a desk pays it."
        ),
        "empty": _("Nobody has asked for a withdrawal yet."),
        "csv_url": reverse("cage:withdrawals_csv"),
    }
    return render(request, "backoffice/list_page.html", context)


@office_page("cashier.view_withdrawal")
def withdrawals_csv(request: HttpRequest) -> HttpResponseBase:
    """The list of withdrawals as CSV."""
    return listing().csv(request, filename="withdrawals.csv")


@office_page("cashier.view_withdrawal")
def withdrawal(request: HttpRequest, request_id: int) -> HttpResponse:
    """One withdrawal: what was asked, by whom, how it ended, and what can be done."""
    asked = get_object_or_404(
        Withdrawal.objects.select_related("player", "asked_by", "approved_by", "closed_by", "receipt"), pk=request_id
    )
    context = {
        "title": _("Withdrawal of %(player)s") % {"player": asked.player},
        "asked": asked,
        "state": state(asked, withdrawals.waiting(timezone.now(), player=asked.player_id)),
        "voucher": asked.voucher,
        "is_returnable": asked.voucher is None and asked.player.deleted_at is None,
        "waits": not asked.outcome,
        "to_approve": withdrawals.waits_for_approval(asked, timezone.now()),
    }
    return render(request, "cashier/cage/withdrawal.html", context)


@office_page("cashier.approve_cage")
def approve(request: HttpRequest, request_id: int) -> HttpResponse:
    """The page that approves a withdrawal."""
    return ApprovePage(request, request_id).respond()


@office_page("cashier.approve_cage")
def refuse(request: HttpRequest, request_id: int) -> HttpResponse:
    """The page that refuses a withdrawal."""
    return RefusePage(request, request_id).respond()


@office_page("cashier.work_cage")
def pay(request: HttpRequest, request_id: int) -> HttpResponse:
    """The page that pays a withdrawal."""
    return PayPage(request, request_id).respond()
