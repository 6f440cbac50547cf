"""Deposit and payout as acts: a form, what will happen, the receipt."""

from collections.abc import Sequence
from typing import Any

from django.contrib.auth import get_user_model
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from backoffice.api import Refused, check_own_act
from backoffice.web.api import ActPage, office_page, staff_id
from cashier import api
from cashier.cage import desk, withdrawals
from cashier.cage.drawers import check_holds, drawer_of
from cashier.cage.limits import limit, needs_approval
from cashier.models import Cage
from cashier.protection import check_deposit
from cashier.text import money_text
from cashier.web.cage.fields import MoneyForm, cash_currencies


class CashForm(MoneyForm):
    """The form of a deposit or payout."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["reason"].initial = _("Cash at the desk")


class CashPage(ActPage[CashForm]):
    """What a deposit and a payout have in common: the desk and the person at it."""

    form_class = CashForm

    def __init__(self, request: HttpRequest, cage_id: int, person_id: int) -> None:
        super().__init__(request)
        self.by = staff_id(request)
        self.cage = get_object_or_404(Cage, pk=cage_id)
        self.person = get_object_or_404(get_user_model(), pk=person_id, is_bot=False)
        self.balances = api.wallets(user_id=person_id)

    def context(self) -> dict[str, Any]:
        """Which person is at which desk."""
        return {"cage": self.cage, "person": self.person, "intro": f"{self.person} · {self.cage}"}

    def form_values(self, form: CashForm) -> dict[str, Any]:
        """The keyword arguments of the act."""
        amount, currency = form.money
        return {
            "token": form.cleaned_data["token"],
            "currency": currency,
            "amount": amount,
            "reason": form.cleaned_data["reason"],
            "by": self.by,
            "now": timezone.now(),
        }

    def was_sent(self, form: CashForm) -> bool:
        """Whether it has its receipt or withdrawal."""
        token = form.cleaned_data["token"]
        return desk.was_paid(token) or withdrawals.was_asked(token)

    def check_desk(self) -> None:
        """Raises Refused if the drawer is closed or somebody serves themselves."""
        if drawer_of(self.cage.pk) is None:
            raise Refused("no_drawer", _("The drawer of this cage is closed. Open it with a counted float first."))
        check_own_act(self.by, self.person.pk)

    def wallet_line(self, currency: str, change: int) -> str:
        """The wallet before and after."""
        before = self.balances.get(currency, 0)
        return _("Wallet of %(person)s: %(before)s → %(after)s.") % {
            "person": self.person,
            "before": money_text(before, currency),
            "after": money_text(before + change, currency),
        }


class DepositPage(CashPage):
    """Takes cash."""

    title = gettext_lazy("Deposit")
    button = gettext_lazy("The cash is in the drawer: deposit")

    def form_options(self) -> dict[str, Any]:
        """Every currency in use."""
        return {"codes": cash_currencies()}

    def consequences(self, form: CashForm) -> Sequence[str]:
        """The cash that comes in, and the wallet."""
        self.check_desk()
        amount, currency = form.money
        check_deposit(user_id=self.person.pk, amount=amount, currency=currency)
        words = {"amount": money_text(amount, currency), "person": self.person}
        return [
            _("You take %(amount)s in cash from %(person)s.") % words,
            self.wallet_line(currency, amount),
            _("A receipt is written. An error is corrected only by a reversal that somebody else approves."),
        ]

    def carry_out(self, form: CashForm) -> str:
        """Deposits and leads to the receipt."""
        receipt = desk.deposit(cage_id=self.cage.pk, person=self.person.pk, **self.form_values(form))
        return reverse("cage:receipt", args=[receipt.pk])


class PayoutPage(CashPage):
    """Pays cash, or asks for a second person above the limit."""

    title = gettext_lazy("Payout")
    button = gettext_lazy("Pay out")

    def form_options(self) -> dict[str, Any]:
        """The currencies that the person has."""
        has = [code for code, balance in self.balances.items() if balance and code != api.PLAY]
        return {"codes": has or cash_currencies()}

    def consequences(self, form: CashForm) -> Sequence[str]:
        """The cash that goes out and the wallet; or that a second person approves."""
        self.check_desk()
        amount, currency = form.money
        desk.check_wallet_holds(self.person.pk, currency, amount)
        words = {"amount": money_text(amount, currency), "person": self.person}
        if self._needs_approval(form):
            most = money_text(limit(currency), currency)
            return [
                _("Above %(limit)s a day for one person somebody else approves the payout.") % {"limit": most},
                _("%(amount)s of %(person)s is reserved and nothing is paid yet.") % words,
                self.wallet_line(currency, -amount),
            ]
        check_holds(self.cage.pk, currency, amount)
        return [_("You pay %(amount)s in cash to %(person)s.") % words, self.wallet_line(currency, -amount)]

    def carry_out(self, form: CashForm) -> str:
        """Pays and leads to the receipt, or reserves and leads to the withdrawal."""
        values = self.form_values(form)
        if self._needs_approval(form):
            check_own_act(self.by, self.person.pk)
            request = withdrawals.ask(player=self.person.pk, **values)
            return reverse("cage:withdrawal", args=[request.pk])
        receipt = desk.payout(cage_id=self.cage.pk, person=self.person.pk, **values)
        return reverse("cage:receipt", args=[receipt.pk])

    def _needs_approval(self, form: CashForm) -> bool:
        amount, currency = form.money
        token = form.cleaned_data["token"]
        # What this form did before must not count a second time.
        if desk.was_paid(token):
            return False
        return withdrawals.was_asked(token) or needs_approval(
            person=self.person.pk, currency=currency, amount=amount, now=timezone.now()
        )


@office_page("cashier.work_cage")
def deposit(request: HttpRequest, cage_id: int, person_id: int) -> HttpResponse:
    """The page of a deposit."""
    return DepositPage(request, cage_id, person_id).respond()


@office_page("cashier.work_cage")
def payout(request: HttpRequest, cage_id: int, person_id: int) -> HttpResponse:
    """The page of a payout."""
    return PayoutPage(request, cage_id, person_id).respond()
