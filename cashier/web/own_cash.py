"""A player's own side of the cage: withdrawals, vouchers, receipts (M4)."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from backoffice.api import Refused
from backoffice.web.api import OnceField
from cashier import api
from cashier.amount_field import AmountField, set_currency
from cashier.cage import vouchers, withdrawals
from cashier.models import Receipt, Withdrawal
from cashier.text import currency_label, money_text
from cashier.web.cage.fields import offer

LATEST = 50


class WithdrawForm(forms.Form):
    """How much to withdraw."""

    amount = AmountField(label=gettext_lazy("amount"), positive=True)
    currency = forms.ChoiceField(label=gettext_lazy("wallet"))
    token = OnceField()

    def __init__(self, *args: Any, codes: Sequence[str], labels: Sequence[str], **options: Any) -> None:
        super().__init__(*args, **options)
        offer(self, "currency", list(zip(codes, labels, strict=True)))
        chosen = str(self["currency"].value() or "")
        set_currency(self, chosen if chosen in codes else codes[0])


class VoucherForm(forms.Form):
    """The printed code."""

    code = forms.CharField(
        label=gettext_lazy("code"),
        max_length=40,
        help_text=gettext_lazy("As printed. Dashes, spaces and small letters do not matter."),
        widget=forms.TextInput(attrs={"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}),
    )


@login_required
@never_cache
def withdraw(request: HttpRequest) -> HttpResponse:
    """Asks for a withdrawal, and shows those asked for before."""
    user_id = _user_id(request)
    has = {code: held for code, held in api.wallets(user_id=user_id).items() if code != api.PLAY and held}
    form = None
    if has:
        labels = [f"{currency_label(code)} · {money_text(held, code)}" for code, held in has.items()]
        form = WithdrawForm(request.POST or None, codes=list(has), labels=labels)
    if request.method == "POST" and form is not None and form.is_valid():
        try:
            asked = withdrawals.ask(
                token=form.cleaned_data["token"],
                player=user_id,
                currency=form.cleaned_data["currency"],
                amount=form.cleaned_data["amount"],
                by=user_id,
                now=timezone.now(),
            )
        except Refused as refusal:
            form.add_error(refusal.field or None, refusal.sentence)
        else:
            words = {"amount": money_text(asked.amount, asked.currency)}
            messages.success(request, _("%(amount)s is reserved. Collect it at a desk.") % words)
            return redirect("cashier:withdraw")
    own = Withdrawal.objects.filter(player_id=user_id).select_related("receipt")[:LATEST]
    status = 422 if form is not None and form.errors else 200
    waits_for = withdrawals.waiting(timezone.now(), player=user_id)
    context = {
        "form": form,
        "withdrawals": own,
        "to_approve": [pk for pk, what in waits_for.items() if what is withdrawals.WaitsFor.APPROVAL],
    }
    return render(request, "cashier/own/withdraw.html", context, status=status)


@login_required
@require_POST
def cancel(request: HttpRequest, request_id: int) -> HttpResponse:
    """Takes a withdrawal back that is not paid yet."""
    get_object_or_404(Withdrawal, pk=request_id, player_id=_user_id(request))
    try:
        asked = withdrawals.cancel(request_id=request_id, player=_user_id(request), now=timezone.now())
    except Refused as refusal:
        messages.warning(request, refusal.sentence)
    else:
        words = {"amount": money_text(asked.amount, asked.currency)}
        messages.success(request, _("%(amount)s is back in your wallet.") % words)
    return redirect("cashier:withdraw")


@login_required
@never_cache
def voucher(request: HttpRequest) -> HttpResponse:
    """Credits a voucher to the own wallet."""
    form = VoucherForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            used = vouchers.redeem(code=form.cleaned_data["code"], player=_user_id(request), now=timezone.now())
        except Refused as refusal:
            form.add_error(refusal.field if refusal.field in form.fields else None, refusal.sentence)
        else:
            words = {"amount": money_text(used.amount, used.currency)}
            messages.success(request, _("%(amount)s from the voucher is in your wallet.") % words)
            return redirect("cashier:wallet")
    return render(request, "cashier/own/voucher.html", {"form": form}, status=422 if form.errors else 200)


@login_required
@never_cache
@require_safe
def receipts(request: HttpRequest) -> HttpResponse:
    """The player's own receipts, newest first."""
    own = Receipt.objects.filter(person_id=_user_id(request)).select_related("cage", "person")[:LATEST]
    return render(request, "cashier/own/receipts.html", {"receipts": own})


@login_required
@never_cache
@require_safe
def receipt(request: HttpRequest, receipt_id: int) -> HttpResponse:
    """One own receipt, to read and to print."""
    rows = Receipt.objects.select_related("cage", "person", "by")
    own = get_object_or_404(rows, pk=receipt_id, person_id=_user_id(request))
    return render(request, "cashier/own/receipt.html", {"receipt": own})


def _user_id(request: HttpRequest) -> int:
    assert isinstance(request.user.pk, int)
    return request.user.pk
