"""Cages, as the operator sets them up, and the limits of payouts, which the owner sets."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from backoffice.api import Refused
from backoffice.web.api import ActPage, LineField, office_page, reason_field, staff_id
from cashier.amount_field import AmountField
from cashier.cage import cages
from cashier.cage.limits import limit, set_limits
from cashier.models import Cage
from cashier.text import currency_label, money_text
from cashier.web.cage.fields import cash_currencies

SETS_LIMITS = "cashier.set_payout_limits"


class CageForm(forms.Form):
    """A new cage."""

    name = LineField(
        label=gettext_lazy("name"), max_length=40, help_text=gettext_lazy("Staff and players read it on receipts.")
    )
    reason = reason_field()


class ChangeForm(CageForm):
    """A cage that is there."""

    is_retired = forms.BooleanField(
        label=gettext_lazy("closed for good"),
        required=False,
        help_text=gettext_lazy("No drawer is opened there any more; its receipts stay."),
    )
    field_order = ("name", "is_retired", "reason")


class LimitForm(forms.Form):
    """The limit of each currency."""

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        for code in cash_currencies():
            self.fields[code] = AmountField(label=currency_label(code), currency=code, initial=limit(code))
        self.fields["reason"] = reason_field()


class AddPage(ActPage[CageForm]):
    """Adds a cage."""

    form_class = CageForm
    title = gettext_lazy("Add a cage")

    def __init__(self, request: HttpRequest) -> None:
        super().__init__(request)
        self.by = staff_id(request)

    def consequences(self, form: CageForm) -> Sequence[str]:
        """The new cage."""
        cages.check_free(form.cleaned_data["name"])
        return [_("Cashiers can open a drawer at %(name)s.") % {"name": form.cleaned_data["name"]}]

    def carry_out(self, form: CageForm) -> str:
        """Adds it."""
        cages.add(name=form.cleaned_data["name"], reason=form.cleaned_data["reason"], by=self.by)
        return reverse("cage:setup")


class ChangePage(ActPage[ChangeForm]):
    """Renames a cage or closes it for good."""

    form_class = ChangeForm
    title = gettext_lazy("Change the cage")

    def __init__(self, request: HttpRequest, cage_id: int) -> None:
        super().__init__(request)
        self.by, self.cage = staff_id(request), get_object_or_404(Cage, pk=cage_id)

    def form_options(self) -> dict[str, Any]:
        """What the cage is now."""
        return {"initial": {"name": self.cage.name, "is_retired": self.cage.is_retired}}

    def consequences(self, form: ChangeForm) -> Sequence[str]:
        """What changes."""
        name, retired = form.cleaned_data["name"], form.cleaned_data["is_retired"]
        cages.check_free(name, but=self.cage.pk)
        lines = [f"{self.cage.name} → {name}"] if name != self.cage.name else []
        if retired != self.cage.is_retired:
            closed = _("No drawer is opened at %(name)s any more.")
            lines.append((closed if retired else _("Cashiers can open a drawer at %(name)s.")) % {"name": name})
        if not lines:
            raise Refused("nothing_changed", _("Nothing was changed."))
        return lines

    def carry_out(self, form: ChangeForm) -> str:
        """Changes it."""
        values = form.cleaned_data
        cages.change(
            cage_id=self.cage.pk,
            name=values["name"],
            is_retired=values["is_retired"],
            reason=values["reason"],
            by=self.by,
        )
        return reverse("cage:setup")


class LimitPage(ActPage[LimitForm]):
    """Sets the limits of payouts."""

    form_class = LimitForm
    title = gettext_lazy("Limits of payouts")
    intro = gettext_lazy(
        "What one person may be paid in a day by one cashier alone, and what one of the staff may give in vouchers of"
        " the house. Above it a second person approves. 0: always."
    )

    def __init__(self, request: HttpRequest) -> None:
        super().__init__(request)
        self.by = staff_id(request)

    def consequences(self, form: LimitForm) -> Sequence[str]:
        """The limits that change."""
        lines = []
        for code in cash_currencies():
            before, after = limit(code), form.cleaned_data[code]
            if before != after:
                lines.append(f"{money_text(before, code)} → {money_text(after, code)}")
        if not lines:
            raise Refused("nothing_changed", _("Nothing was changed."))
        return lines

    def carry_out(self, form: LimitForm) -> str:
        """Sets them."""
        values = dict(form.cleaned_data)
        reason = values.pop("reason")
        set_limits(limits=values, reason=reason, by=self.by)
        return reverse("cage:setup")


@office_page("cashier.manage_cages")
def setup(request: HttpRequest) -> HttpResponse:
    """The cages and the limits."""
    limits = [(currency_label(code), money_text(limit(code), code)) for code in cash_currencies()]
    context = {
        "title": _("Cages and limits"),
        "cages": Cage.objects.all(),
        "limits": limits,
        "may_set_limits": request.user.has_perm(SETS_LIMITS),
    }
    return render(request, "cashier/cage/setup.html", context)


@office_page("cashier.manage_cages")
def add(request: HttpRequest) -> HttpResponse:
    """The page that adds a cage."""
    return AddPage(request).respond()


@office_page("cashier.manage_cages")
def change(request: HttpRequest, cage_id: int) -> HttpResponse:
    """The page that changes a cage."""
    return ChangePage(request, cage_id).respond()


@office_page(SETS_LIMITS)
def limits(request: HttpRequest) -> HttpResponse:
    """The page of the limits."""
    return LimitPage(request).respond()
