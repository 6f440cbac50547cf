"""Vouchers: sold at a desk or given by the house, printed once, listed."""

from collections.abc import Sequence
from datetime import datetime, time, timedelta
from typing import Any

from django import forms
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from backoffice.api import Refused
from backoffice.web.api import ActPage, Cell, Column, Filter, Listing, PersonField, office_page, staff_id
from cashier.cage import vouchers
from cashier.cage.common import day_of
from cashier.cage.drawers import drawer_of
from cashier.cage.limits import gift_needs_approval, limit
from cashier.models import Cage, Voucher, Withdrawal
from cashier.protection import check_deposit
from cashier.text import money_text
from cashier.web.cage.fields import MoneyForm, cash_currencies
from cashier.web.cage.listing_columns import amount_column, currency_column, moment, person
from cashier.web.cage.withdrawal_pages import DecisionForm

USUAL_DAYS = 90
UNUSED = Q(used_at=None, returned_at=None)
WAITS = UNUSED & Q(needs_approval=True, approved_by=None)
STATES = {
    "approve": gettext_lazy("to approve"),
    "unused": gettext_lazy("unused"),
    "used": gettext_lazy("used"),
    "expired": gettext_lazy("expired"),
}


class VoucherForm(MoneyForm):
    """A voucher: what it is worth, until when, and who buys it."""

    expires = forms.DateField(
        label=gettext_lazy("valid until"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        help_text=gettext_lazy("The last day on which it can be used."),
    )
    buyer = PersonField(
        label=gettext_lazy("bought by"),
        required=False,
        help_text=gettext_lazy(
            "Optional. If nobody uses the voucher in time, its money goes back to this wallet, or"
            " is paid out in cash if the player may not deposit it then."
        ),
    )
    field_order = ("amount", "currency", "expires", "buyer", "reason")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["expires"].initial = day_of(timezone.now()) + timedelta(days=USUAL_DAYS)
        self.fields["reason"].initial = _("Voucher")

    @property
    def expires_at(self) -> datetime:
        """The end of the last day."""
        day = self.cleaned_data["expires"] + timedelta(days=1)
        return timezone.make_aware(datetime.combine(day, time()), timezone.get_default_timezone())


class GiftForm(VoucherForm):
    """A voucher that nobody pays for."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        del self.fields["buyer"]


class SellPage(ActPage[VoucherForm]):
    """Sells a voucher for cash at a desk; without a desk the house gives it."""

    form_class = VoucherForm
    title = gettext_lazy("Sell a voucher")
    intro = gettext_lazy("Whoever has the printed code can use it once, in their wallet.")

    def __init__(self, request: HttpRequest, cage_id: int | None) -> None:
        super().__init__(request)
        self.by = staff_id(request)
        self.cage = None if cage_id is None else get_object_or_404(Cage, pk=cage_id)
        self.issued: vouchers.Issued | None = None

    def form_options(self) -> dict[str, Any]:
        """Every currency in use."""
        return {"codes": cash_currencies()}

    def consequences(self, form: VoucherForm) -> Sequence[str]:
        """Cash or the house pays, and the code is shown once."""
        if self.cage is not None and drawer_of(self.cage.pk) is None:
            raise Refused("no_drawer", _("The drawer of this cage is closed. Open it with a counted float first."))
        if form.expires_at <= timezone.now():
            raise Refused("expired", _("A voucher has to be valid for some time."), field="expires")
        if buyer := form.cleaned_data.get("buyer"):
            amount, currency = form.money
            check_deposit(user_id=buyer, amount=amount, currency=currency)
        words = {"amount": money_text(*form.money), "day": date_format(form.cleaned_data["expires"], "DATE_FORMAT")}
        first = _("You take %(amount)s in cash.") if self.cage else _("The house gives %(amount)s.")
        return [
            first % words,
            _("A voucher of %(amount)s is issued, valid until %(day)s.") % words,
            _("Its code is shown once: print it at once."),
        ]

    def was_sent(self, form: VoucherForm) -> bool:
        """Whether its voucher is issued."""
        return Voucher.objects.filter(token=form.cleaned_data["token"]).exists()

    def carry_out(self, form: VoucherForm) -> str:
        """Issues it."""
        amount, currency = form.money
        self.issued = vouchers.issue_voucher(
            token=form.cleaned_data["token"],
            currency=currency,
            amount=amount,
            expires_at=form.expires_at,
            by=self.by,
            now=timezone.now(),
            cage_id=self.cage.pk if self.cage else None,
            buyer=form.cleaned_data.get("buyer"),
            reason=form.cleaned_data["reason"],
        )
        return reverse("cage:voucher", args=[self.issued.voucher.pk])

    def answer(self, form: VoucherForm, target: str) -> HttpResponse:
        """The page to print, with the code; or the voucher's own, where the code was shown before."""
        if self.issued is None or not self.issued.code:
            return super().answer(form, target)
        return _voucher_page(self.request, *self.issued)


class GivePage(SellPage):
    """Gives a voucher from the house."""

    form_class = GiftForm
    title = gettext_lazy("Give a voucher")

    def consequences(self, form: VoucherForm) -> Sequence[str]:
        """The same, and whether somebody else approves it."""
        lines = list(super().consequences(form))
        amount, currency = form.money
        if gift_needs_approval(by=self.by, currency=currency, amount=amount, now=timezone.now()):
            most = {"limit": money_text(limit(currency), currency)}
            lines.append(
                _("It works once somebody else has approved it, as you give more than %(limit)s today.") % most
            )
        return lines


class ApprovePage(ActPage[DecisionForm]):
    """Approves a large voucher of the house."""

    form_class = DecisionForm
    title = gettext_lazy("Approve the voucher")
    button = gettext_lazy("Approve")

    def __init__(self, request: HttpRequest, voucher_id: int) -> None:
        super().__init__(request)
        self.by = staff_id(request)
        self.voucher = get_object_or_404(Voucher.objects.select_related("issued_by"), pk=voucher_id)

    def consequences(self, form: DecisionForm) -> Sequence[str]:
        """That it works."""
        vouchers.check_approver(self.voucher, self.by)
        words = {"amount": money_text(self.voucher.amount, self.voucher.currency), "by": self.voucher.issued_by}
        return [_("The voucher of %(amount)s that %(by)s gives works at once for whoever has its code.") % words]

    def was_sent(self, form: DecisionForm) -> bool:
        """Whether it is approved already."""
        return self.voucher.approved_by_id is not None

    def carry_out(self, form: DecisionForm) -> str:
        """Approves."""
        vouchers.approve(voucher_id=self.voucher.pk, reason=form.cleaned_data["reason"], by=self.by)
        return reverse("cage:voucher", args=[self.voucher.pk])


def state(row: Voucher) -> str:
    """Whether the voucher can still be used."""
    if row.used_at is not None:
        return str(STATES["used"])
    ended = row.returned_at is not None or row.expires_at <= timezone.now()
    if ended:
        return str(STATES["expired"])
    return str(STATES["approve" if row.waits_for_approval else "unused"])


def _in_state(value: str) -> Q:
    now = timezone.now()
    states = {
        "approve": WAITS & Q(expires_at__gt=now),
        "unused": UNUSED & ~WAITS & Q(expires_at__gt=now),
        "used": Q(used_at__isnull=False),
        "expired": Q(returned_at__isnull=False) | (UNUSED & Q(expires_at__lte=now)),
    }
    return states[value]


def listing() -> Listing[Voucher]:
    """All vouchers, newest first."""
    return Listing(
        rows=Voucher.objects.select_related("issued_by", "used_by", "buyer"),
        columns=[
            Column("code", gettext_lazy("code"), _link, css="title"),
            Column("issued", gettext_lazy("issued"), lambda row: moment(row.issued_at), ("issued_at",), "sub"),
            amount_column("amount", gettext_lazy("amount"), _amount, ("currency", "amount")),
            currency_column(lambda row: row.currency),
            Column("state", gettext_lazy("state"), state, css="side"),
            Column("expires", gettext_lazy("valid until"), lambda row: moment(row.expires_at), ("expires_at",), "wide"),
            Column("by", gettext_lazy("issued by"), lambda row: person(row.issued_by, row.issued_by_id), css="wide"),
            Column("used", gettext_lazy("used by"), lambda row: person(row.used_by, row.used_by_id), css="wide"),
        ],
        filters=[Filter("state", gettext_lazy("state"), STATES, _in_state)],
    )


def _link(row: Voucher) -> Cell:
    return Cell(f"…{row.code_end}", reverse("cage:voucher", args=[row.pk]))


def _amount(row: Voucher) -> tuple[int, str]:
    return row.amount, row.currency


@office_page("cashier.view_voucher")
def vouchers_page(request: HttpRequest) -> HttpResponse:
    """The list of vouchers."""
    links = (
        [(_("Give a voucher"), reverse("cage:give_voucher"))] if request.user.has_perm("cashier.manage_cages") else []
    )
    context = {
        **listing().context(request),
        "title": _("Vouchers"),
        "intro": _("A voucher is a printed code worth money. Desks sell them, the house gives them, each works once."),
        "empty": _("There is no voucher yet."),
        "links": links,
        "csv_url": reverse("cage:vouchers_csv"),
    }
    return render(request, "backoffice/list_page.html", context)


@office_page("cashier.view_voucher")
def vouchers_csv(request: HttpRequest) -> HttpResponseBase:
    """The list of vouchers as CSV."""
    return listing().csv(request, filename="vouchers.csv")


@office_page("cashier.view_voucher")
def voucher(request: HttpRequest, voucher_id: int) -> HttpResponse:
    """One voucher, without its code."""
    rows = Voucher.objects.select_related("issued_by", "approved_by", "used_by", "buyer", "receipt")
    return _voucher_page(request, get_object_or_404(rows, pk=voucher_id))


def _voucher_page(request: HttpRequest, shown: Voucher, code: str = "") -> HttpResponse:
    """The page of a voucher; right after it was issued with its code, to print."""
    # The voucher ends with the last moment of this day.
    last_day = timezone.localtime(shown.expires_at - timedelta(seconds=1), timezone.get_default_timezone()).date()
    context = {
        "title": _("Voucher …%(end)s") % {"end": shown.code_end},
        "voucher": shown,
        "code": vouchers.in_groups(code),
        "state": state(shown),
        "withdrawal": Withdrawal.objects.filter(token=shown.token).first(),
        "last_day": last_day,
    }
    return render(request, "cashier/cage/voucher.html", context)


@office_page("cashier.work_cage")
def sell(request: HttpRequest, cage_id: int) -> HttpResponse:
    """The page that sells a voucher."""
    return SellPage(request, cage_id).respond()


@office_page("cashier.manage_cages")
def give(request: HttpRequest) -> HttpResponse:
    """The page that gives a voucher from the house."""
    return GivePage(request, None).respond()


@office_page("cashier.approve_cage")
def approve(request: HttpRequest, voucher_id: int) -> HttpResponse:
    """The page that approves a voucher of the house."""
    return ApprovePage(request, voucher_id).respond()
