"""Corrections: asked from a receipt, decided by somebody else, listed."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib.auth import get_user_model
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from backoffice.api import Refused
from backoffice.web.api import (
    ActPage,
    Cell,
    Column,
    Filter,
    Listing,
    OnceField,
    PersonField,
    office_page,
    reason_field,
    staff_id,
)
from cashier.amount_field import AmountField, set_currency
from cashier.cage import corrections
from cashier.models import Correction, Receipt
from cashier.text import money_text
from cashier.web.cage.listing_columns import amount_column, currency_column, moment, person

STATES = {
    "open": gettext_lazy("to decide"),
    "approved": gettext_lazy("approved"),
    "refused": pgettext_lazy("withdrawal", "refused"),
}


class CorrectionForm(forms.Form):
    """What the receipt should say."""

    amount = AmountField(
        label=gettext_lazy("right amount"), help_text=gettext_lazy("0 takes the receipt back altogether.")
    )
    person = PersonField(label=gettext_lazy("right person"))
    reason = reason_field()
    token = OnceField()

    def __init__(self, *args: Any, receipt: Receipt, **options: Any) -> None:
        super().__init__(*args, **options)
        set_currency(self, receipt.currency)


class AskPage(ActPage[CorrectionForm]):
    """Asks for a correction."""

    form_class = CorrectionForm
    title = gettext_lazy("Correct a receipt")
    button = gettext_lazy("Ask for the correction")

    def __init__(self, request: HttpRequest, receipt_id: int) -> None:
        super().__init__(request)
        self.by = staff_id(request)
        receipts = Receipt.objects.select_related("person", "cage").exclude(person=None)
        self.receipt = get_object_or_404(receipts, pk=receipt_id)
        kind, amount = self.receipt.get_kind_display(), money_text(abs(self.receipt.amount), self.receipt.currency)
        self.intro = f"{self.receipt.name}: {kind}, {amount}, {self.receipt.person}"

    def form_options(self) -> dict[str, Any]:
        """What the receipt says now."""
        initial = {"amount": abs(self.receipt.amount), "person": str(self.receipt.person)}
        return {"receipt": self.receipt, "initial": initial}

    def consequences(self, form: CorrectionForm) -> Sequence[str]:
        """That somebody else decides."""
        corrections.check_correctable(self.receipt)
        amount, who = form.cleaned_data["amount"], form.cleaned_data["person"]
        if (who, amount) == (self.receipt.person_id, abs(self.receipt.amount)):
            raise Refused("nothing_changed", _("This is what the receipt says already."), field="amount")
        corrections.check_brings_in(self.receipt, who, amount)
        name = get_user_model().objects.get(pk=who)
        words = {"amount": money_text(amount, self.receipt.currency), "person": name, "number": self.receipt.name}
        first = _("Receipt %(number)s is taken back.") % words
        second = _("A new receipt says %(amount)s, %(person)s.") % words
        return [*([first, second] if amount else [first]), _("Nothing happens until somebody else approves it.")]

    def was_sent(self, form: CorrectionForm) -> bool:
        """Whether it asked before."""
        return Correction.objects.filter(token=form.cleaned_data["token"]).exists()

    def carry_out(self, form: CorrectionForm) -> str:
        """Asks and leads to the correction."""
        asked = corrections.ask(
            token=form.cleaned_data["token"],
            receipt_id=self.receipt.pk,
            person=form.cleaned_data["person"],
            amount=form.cleaned_data["amount"],
            reason=form.cleaned_data["reason"],
            by=self.by,
            now=timezone.now(),
        )
        return reverse("cage:correction", args=[asked.pk])


class ApproveForm(forms.Form):
    """Nothing but the second pair of eyes."""


class RefuseForm(forms.Form):
    """Why not."""

    reason = reason_field()


class ApprovePage(ActPage[ApproveForm]):
    """Approves a correction."""

    form_class = ApproveForm
    title = gettext_lazy("Approve the correction")
    button = gettext_lazy("Approve")

    def __init__(self, request: HttpRequest, correction_id: int) -> None:
        super().__init__(request)
        self.by = staff_id(request)
        rows = Correction.objects.select_related("receipt__person", "person", "asked_by")
        self.asked = get_object_or_404(rows, pk=correction_id)

    def context(self) -> dict[str, Any]:
        """What is asked."""
        return {"intro": f"{self.asked.receipt.name}: {_says(self.asked)}. {self.asked.reason}"}

    def consequences(self, form: ApproveForm) -> Sequence[str]:
        """The reversal and the new entry."""
        corrections.check_approver(self.asked, self.by)
        corrections.check_brings_in(self.asked.receipt, self.asked.person_id, self.asked.amount)
        words = {"number": self.asked.receipt.name, "says": _says(self.asked)}
        return [_("Receipt %(number)s is reversed.") % words, _("The new entry: %(says)s.") % words]

    def was_sent(self, form: ApproveForm) -> bool:
        """Whether it is decided already."""
        return bool(self.asked.outcome)

    def carry_out(self, form: ApproveForm) -> str:
        """Approves."""
        corrections.approve(correction_id=self.asked.pk, by=self.by, now=timezone.now())
        return reverse("cage:correction", args=[self.asked.pk])


class RefusePage(ActPage[RefuseForm]):
    """Refuses a correction."""

    form_class = RefuseForm
    title = gettext_lazy("Refuse the correction")
    button = gettext_lazy("Refuse")
    is_danger = True

    def __init__(self, request: HttpRequest, correction_id: int) -> None:
        super().__init__(request)
        self.by = staff_id(request)
        self.asked = get_object_or_404(Correction, pk=correction_id)

    def consequences(self, form: RefuseForm) -> Sequence[str]:
        """That nothing changes."""
        return [_("The receipt stays as it is.")]

    def was_sent(self, form: RefuseForm) -> bool:
        """Whether it is decided already."""
        return bool(self.asked.outcome)

    def carry_out(self, form: RefuseForm) -> str:
        """Refuses."""
        reason = form.cleaned_data["reason"]
        corrections.refuse(correction_id=self.asked.pk, reason=reason, by=self.by, now=timezone.now())
        return reverse("cage:correction", args=[self.asked.pk])


def _says(row: Correction) -> str:
    """What the receipt says and what it should say."""
    before = money_text(abs(row.receipt.amount), row.receipt.currency)
    after = money_text(row.amount, row.receipt.currency)
    if row.person_id == row.receipt.person_id:
        return f"{before} → {after}, {row.person}"
    return f"{before}, {row.receipt.person} → {after}, {row.person}"


def _state(row: Correction) -> str:
    return str(STATES[row.outcome or "open"])


def _in_state(value: str) -> Q:
    return Q(outcome="" if value == "open" else value)


def listing() -> Listing[Correction]:
    """All corrections, newest first."""
    return Listing(
        rows=Correction.objects.select_related("receipt__person", "person", "asked_by", "closed_by"),
        columns=[
            Column("receipt", gettext_lazy("receipt"), _link, css="title"),
            Column("asked", gettext_lazy("asked"), lambda row: moment(row.asked_at), ("asked_at",), "sub"),
            amount_column("amount", gettext_lazy("right amount"), _amount),
            currency_column(lambda row: row.receipt.currency),
            Column("state", gettext_lazy("state"), _state, css="side"),
            Column("by", gettext_lazy("asked by"), lambda row: person(row.asked_by, row.asked_by_id), css="wide"),
            Column("decided", gettext_lazy("decided by"), _decided_by, css="wide"),
            Column("reason", gettext_lazy("reason"), lambda row: row.reason, css="wide"),
        ],
        filters=[Filter("state", gettext_lazy("state"), STATES, _in_state)],
    )


def _link(row: Correction) -> Cell:
    return Cell(row.receipt.name, reverse("cage:correction", args=[row.pk]))


def _decided_by(row: Correction) -> Cell:
    return person(row.closed_by, row.closed_by_id)


def _amount(row: Correction) -> tuple[int, str]:
    return row.amount, row.receipt.currency


@office_page("cashier.view_correction")
def corrections_page(request: HttpRequest) -> HttpResponse:
    """The list of corrections."""
    context = {
        **listing().context(request),
        "title": _("Corrections"),
        "intro": _(
            "How a wrong receipt is put right. "
            "A cashier asks for it on the page of the receipt, and somebody else approves it."
        ),
        "empty": _("Nobody has asked for a correction yet."),
        "csv_url": reverse("cage:corrections_csv"),
    }
    return render(request, "backoffice/list_page.html", context)


@office_page("cashier.view_correction")
def corrections_csv(request: HttpRequest) -> HttpResponseBase:
    """The list of corrections as CSV."""
    return listing().csv(request, filename="corrections.csv")


@office_page("cashier.view_correction")
def correction(request: HttpRequest, correction_id: int) -> HttpResponse:
    """One correction with its receipts."""
    rows = Correction.objects.select_related("receipt__person", "person", "asked_by", "closed_by", "reversal", "new")
    shown = get_object_or_404(rows, pk=correction_id)
    title = _("Correction of receipt %(number)s") % {"number": shown.receipt.name}
    context = {"title": title, "correction": shown, "says": _says(shown), "state": _state(shown)}
    return render(request, "cashier/cage/correction.html", context)


@office_page("cashier.work_cage")
def ask(request: HttpRequest, receipt_id: int) -> HttpResponse:
    """The page that asks for a correction."""
    return AskPage(request, receipt_id).respond()


@office_page("cashier.approve_cage")
def approve(request: HttpRequest, correction_id: int) -> HttpResponse:
    """The page that approves a correction."""
    return ApprovePage(request, correction_id).respond()


@office_page("cashier.approve_cage")
def refuse(request: HttpRequest, correction_id: int) -> HttpResponse:
    """The page that refuses a correction."""
    return RefusePage(request, correction_id).respond()
