"""Cash between cages: sent at one desk, counted and received at another, or taken back."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from backoffice.api import Refused
from backoffice.web.api import ActPage, ReasonField, office_page, reason_field, staff_id
from cashier.amount_field import AmountField, set_currency
from cashier.cage import transfers
from cashier.cage.drawers import book, check_holds
from cashier.models import Cage, CageTransfer
from cashier.text import money_text, signed_money_text
from cashier.web.cage.fields import MoneyForm, cash_currencies, offer

SUPERVISES = "cashier.manage_cages"
"""Who has this permission takes back what others sent."""


class SendForm(MoneyForm):
    """Where the cash goes."""

    target = forms.TypedChoiceField(
        label=gettext_lazy("to cage"), coerce=int, help_text=gettext_lazy("Where the cash goes. Its drawer is open.")
    )
    field_order = ("target", "amount", "currency", "reason")

    def __init__(self, *args: Any, targets: Sequence[Cage], **options: Any) -> None:
        super().__init__(*args, **options)
        offer(self, "target", [(cage.pk, cage.name) for cage in targets])
        self.fields["reason"].initial = pgettext("coins and notes", "Change")


class SendPage(ActPage[SendForm]):
    """Sends cash to another cage."""

    form_class = SendForm
    title = gettext_lazy("Send cash to another cage")
    button = gettext_lazy("The cash is out of the drawer: send")

    def __init__(self, request: HttpRequest, cage_id: int) -> None:
        super().__init__(request)
        self.by, self.cage = staff_id(request), get_object_or_404(Cage, pk=cage_id)

    def form_options(self) -> dict[str, Any]:
        """The other cages and what the drawer holds."""
        targets = list(Cage.objects.filter(is_retired=False).exclude(pk=self.cage.pk))
        return {"codes": list(book(self.cage.pk)) or cash_currencies(), "targets": targets}

    def consequences(self, form: SendForm) -> Sequence[str]:
        """That somebody else counts and receives it."""
        amount, currency = form.money
        check_holds(self.cage.pk, currency, amount)
        words = {"amount": money_text(amount, currency), "cage": Cage.objects.get(pk=form.cleaned_data["target"])}
        return [_("%(amount)s leaves this drawer for %(cage)s, where somebody else counts and receives it.") % words]

    def was_sent(self, form: SendForm) -> bool:
        """Whether it sent the cash before."""
        return CageTransfer.objects.filter(token=form.cleaned_data["token"]).exists()

    def carry_out(self, form: SendForm) -> str:
        """Sends."""
        amount, currency = form.money
        transfers.send(
            token=form.cleaned_data["token"],
            source=self.cage.pk,
            target=form.cleaned_data["target"],
            currency=currency,
            amount=amount,
            reason=form.cleaned_data["reason"],
            by=self.by,
            now=timezone.now(),
        )
        return reverse("cage:desk", args=[self.cage.pk])


class ReceiveForm(forms.Form):
    """What was counted."""

    counted = AmountField(
        label=gettext_lazy("counted"), help_text=gettext_lazy("Count the cash and type what is there.")
    )
    explanation = ReasonField(
        label=gettext_lazy("explanation"),
        max_length=300,
        required=False,
        help_text=gettext_lazy("Only if something is missing or too much."),
    )

    def __init__(self, *args: Any, currency: str, **options: Any) -> None:
        super().__init__(*args, **options)
        set_currency(self, currency)


class ReceivePage(ActPage[ReceiveForm]):
    """Receives cash from another cage."""

    form_class = ReceiveForm
    title = gettext_lazy("Receive cash")
    button = gettext_lazy("The cash is in the drawer: receive")

    def __init__(self, request: HttpRequest, transfer_id: int) -> None:
        super().__init__(request)
        self.by = staff_id(request)
        self.sent = get_object_or_404(CageTransfer.objects.select_related("source", "target"), pk=transfer_id)

    def form_options(self) -> dict[str, Any]:
        """The currency that was sent."""
        return {"currency": self.sent.currency}

    def consequences(self, form: ReceiveForm) -> Sequence[str]:
        """What comes in, and the difference."""
        transfers.check_receiver(self.sent, self.by)
        counted = form.cleaned_data["counted"]
        words = {
            "counted": money_text(counted, self.sent.currency),
            "sent": money_text(self.sent.amount, self.sent.currency),
            "difference": signed_money_text(counted - self.sent.amount, self.sent.currency),
            "cage": self.sent.target,
        }
        lines = [_("%(counted)s comes into the drawer of %(cage)s.") % words]
        if counted != self.sent.amount:
            if not form.cleaned_data["explanation"]:
                raise Refused(
                    "not_explained",
                    _("%(sent)s was sent. Explain the difference of %(difference)s.") % words,
                    field="explanation",
                )
            lines.append(_("%(sent)s was sent: the difference of %(difference)s is booked.") % words)
        return lines

    def was_sent(self, form: ReceiveForm) -> bool:
        """Whether it is received already."""
        return self.sent.received_at is not None

    def carry_out(self, form: ReceiveForm) -> str:
        """Receives."""
        transfers.receive(
            transfer_id=self.sent.pk,
            counted=form.cleaned_data["counted"],
            explanation=form.cleaned_data["explanation"],
            by=self.by,
            now=timezone.now(),
        )
        return reverse("cage:desk", args=[self.sent.target_id])


class TakeBackForm(forms.Form):
    """Why the cash comes back."""

    explanation = reason_field()


class TakeBackPage(ActPage[TakeBackForm]):
    """Takes back cash that the other cage has not received."""

    form_class = TakeBackForm
    title = gettext_lazy("Take cash back")
    button = gettext_lazy("The cash is in the drawer: take it back")

    def __init__(self, request: HttpRequest, transfer_id: int) -> None:
        super().__init__(request)
        self.by, self.supervises = staff_id(request), request.user.has_perm(SUPERVISES)
        self.sent = get_object_or_404(CageTransfer.objects.select_related("source", "target"), pk=transfer_id)
        self.words = {
            "amount": money_text(self.sent.amount, self.sent.currency),
            "source": self.sent.source,
            "target": self.sent.target,
        }
        self.intro = _("%(amount)s from %(source)s to %(target)s") % self.words

    def consequences(self, form: TakeBackForm) -> Sequence[str]:
        """Where the cash goes."""
        transfers.check_taker(self.sent, by=self.by, supervises=self.supervises)
        return [
            _("%(amount)s comes back into the drawer of %(source)s. %(target)s can no longer receive it.") % self.words,
            _("A receipt of the reversal is written."),
        ]

    def was_sent(self, form: TakeBackForm) -> bool:
        """Whether it is taken back already."""
        return self.sent.taken_back_at is not None

    def carry_out(self, form: TakeBackForm) -> str:
        """Takes it back."""
        transfers.take_back(
            transfer_id=self.sent.pk,
            supervises=self.supervises,
            explanation=form.cleaned_data["explanation"],
            by=self.by,
            now=timezone.now(),
        )
        return reverse("cage:transfer", args=[self.sent.pk])


@office_page("cashier.work_cage")
def send(request: HttpRequest, cage_id: int) -> HttpResponse:
    """The page that sends cash."""
    return SendPage(request, cage_id).respond()


@office_page("cashier.work_cage")
def receive(request: HttpRequest, transfer_id: int) -> HttpResponse:
    """The page that receives cash."""
    return ReceivePage(request, transfer_id).respond()


@office_page("cashier.approve_cage")
def take_back(request: HttpRequest, transfer_id: int) -> HttpResponse:
    """The page that takes cash back."""
    return TakeBackPage(request, transfer_id).respond()
