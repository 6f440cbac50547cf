"""Pages of staff: the list of the currencies, a new one, and changes of one."""

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, cast

from django import forms
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_http_methods, require_safe

from backoffice.text import clean_line
from backoffice.web.api import ActPage, office_page, reason_field, staff_id
from cashier import currency_acts
from cashier.amount_field import AmountField
from cashier.currencies import all_currencies, find
from cashier.engine import money
from cashier.engine.currency import MOST_DIGITS, CurrencyInfo
from cashier.queries import accounts_in
from cashier.text import currency_name, decimal_sign, marked
from cashier.web.currencies.pieces_field import PiecesField, pieces_line

READ = "cashier.view_currency"
CHANGE = "cashier.change_currency"
EXAMPLE = 1250
"""The number of units in examples of amounts."""


class Line(NamedTuple):
    """A currency in the list."""

    code: str
    name: str
    example: str
    digits: int
    accounts: int
    retired: bool
    is_first: bool


@office_page(READ)
@require_safe
def currencies(request: HttpRequest) -> HttpResponse:
    """All currencies in the order of lists, each with an amount as it is written."""
    held, known = accounts_in(), all_currencies()
    first = next((info.code for info in known if not info.retired), "")
    lines = [
        Line(
            info.code,
            capfirst(currency_name(info.code)),
            example(info),
            info.digits,
            held.get(info.code, 0),
            info.retired,
            info.code == first,
        )
        for info in known
    ]
    return render(
        request, "cashier/currencies/list.html", {"lines": lines, "may_change": request.user.has_perm(CHANGE)}
    )


def example(info: CurrencyInfo) -> str:
    """An amount with decimals as this currency writes it."""
    minor = EXAMPLE * info.unit + info.unit // 2
    return marked(money.amount_text(minor, info.digits, decimal_sign=decimal_sign()), info)


class CurrencyForm(forms.Form):
    """What can be changed about a currency."""

    name = forms.CharField(
        label=gettext_lazy("name"),
        max_length=40,
        required=False,
        help_text=gettext_lazy("Shown in lists. Leave it empty to show the room's own name or the code."),
    )
    symbol = forms.CharField(
        label=gettext_lazy("symbol"),
        max_length=8,
        required=False,
        help_text=gettext_lazy("Written beside amounts, such as €. Leave it empty to write the code."),
    )
    symbol_first = forms.BooleanField(
        label=gettext_lazy("the symbol stands before the amount"),
        required=False,
        help_text=gettext_lazy("As in $5."),
    )
    order = forms.IntegerField(
        label=gettext_lazy("place in lists"),
        min_value=0,
        max_value=1000,
        help_text=gettext_lazy("Smaller numbers come first. The first currency is the one that forms begin with."),
    )
    retired = forms.BooleanField(
        label=gettext_lazy("retired"),
        required=False,
        help_text=gettext_lazy(
            "It is not offered for new tables, tournaments and deposits. Tables and wallets that have it keep it."
        ),
    )

    low_stakes = AmountField(
        label=gettext_lazy("low stakes up to a big blind of"),
        required=False,
        help_text=gettext_lazy("For the filter of the lobby. Leave both empty to use the room's own bounds."),
    )
    middle_stakes = AmountField(
        label=gettext_lazy("middle stakes up to a big blind of"),
        required=False,
        help_text=gettext_lazy("Tables above it are shown as high stakes."),
    )
    pieces = PiecesField(
        label=gettext_lazy("notes and coins"),
        required=False,
        help_text=gettext_lazy(
            "For counting a drawer: their values with spaces between them. Leave it empty to type sums only."
        ),
    )

    def __init__(self, *args: Any, digits: int = 2, **options: Any) -> None:
        super().__init__(*args, **options)
        for name in ("low_stakes", "middle_stakes"):
            cast(AmountField, self.fields[name]).digits = digits
        cast(PiecesField, self.fields["pieces"]).digits = digits
        self.fields["reason"] = reason_field()

    def chosen(self, code: str, digits: int) -> CurrencyInfo:
        """The currency of a valid form."""
        data = self.cleaned_data
        return CurrencyInfo(
            code,
            digits,
            clean_line(data["symbol"]),
            data["symbol_first"],
            clean_line(data["name"]),
            data["order"],
            data["retired"],
            data["low_stakes"],
            data["middle_stakes"],
            data["pieces"],
        )


class NewCurrencyForm(CurrencyForm):
    """A new currency."""

    code = forms.CharField(
        label=gettext_lazy("code"),
        max_length=8,
        help_text=gettext_lazy("Three to eight capital letters, such as USD. It never changes."),
    )
    digits = forms.IntegerField(
        label=gettext_lazy("decimals"),
        min_value=0,
        max_value=MOST_DIGITS,
        initial=2,
        help_text=gettext_lazy("2 for euros and cents, 0 for a currency without small change. It never changes."),
    )
    field_order = ("code", "digits", "name", "symbol", "symbol_first", "order")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        # Their decimals are not known before the form is sent.
        for name in ("retired", "low_stakes", "middle_stakes", "pieces"):
            del self.fields[name]
        self.fields["order"].initial = 100

    def clean_code(self) -> str:
        """The code in capital letters."""
        return str(self.cleaned_data["code"]).strip().upper()

    @property
    def info(self) -> CurrencyInfo:
        """The currency of a valid form."""
        self.cleaned_data |= {"retired": False, "low_stakes": 0, "middle_stakes": 0, "pieces": ()}
        return self.chosen(self.cleaned_data["code"], self.cleaned_data["digits"])


class AddPage(ActPage[NewCurrencyForm]):
    """Adds a currency."""

    form_class = NewCurrencyForm
    title = gettext_lazy("Add a currency")

    def __init__(self, request: HttpRequest, *, by: int) -> None:
        super().__init__(request)
        self.by = by

    def consequences(self, form: NewCurrencyForm) -> Sequence[str]:
        """An amount as it will be written, and what can never be changed."""
        info = form.info
        currency_acts.check_new(info)
        yes = _("Tables, tournaments and deposits can be in this currency.")
        never = ngettext(
            "Its amounts have %(count)s decimal: that can never be changed.",
            "Its amounts have %(count)s decimals: that can never be changed.",
            info.digits,
        )
        return [
            _("%(code)s is added. Amounts are written like this: %(example)s.")
            % {"code": info.code, "example": example(info)},
            never % {"count": info.digits},
            yes,
        ]

    def carry_out(self, form: NewCurrencyForm) -> str:
        """Adds it."""
        currency_acts.add(form.info, by=self.by, reason=form.cleaned_data["reason"])
        return reverse("currencies:list")

    def done(self, form: NewCurrencyForm) -> str:
        """Names the currency."""
        return _("%(code)s was added.") % {"code": form.info.code}


class ChangePage(ActPage[CurrencyForm]):
    """Changes the name, symbol or place of a currency, or retires it."""

    form_class = CurrencyForm
    button = gettext_lazy("Save")

    def __init__(self, request: HttpRequest, before: CurrencyInfo, *, by: int) -> None:
        super().__init__(request)
        self.by, self.before = by, before
        self.title = _("Currency %(code)s") % {"code": before.code}
        self.intro = ngettext(
            "Amounts have %(count)s decimal. That never changes.",
            "Amounts have %(count)s decimals. That never changes.",
            before.digits,
        ) % {"count": before.digits}

    def form_options(self) -> dict[str, Any]:
        """The currency as it is."""
        initial = {name: getattr(self.before, name) for name in currency_acts.FIELDS}
        stakes = {name: initial[name] or "" for name in ("low_stakes", "middle_stakes")}
        return {"initial": {**initial, **stakes}, "digits": self.before.digits}

    def _after(self, form: CurrencyForm) -> CurrencyInfo:
        return form.chosen(self.before.code, self.before.digits)

    def consequences(self, form: CurrencyForm) -> Sequence[str]:
        """What will be different."""
        after = self._after(form)
        currency_acts.check_changed(self.before, after)
        return list(self._sentences(after))

    def _sentences(self, after: CurrencyInfo) -> Iterator[str]:
        before = self.before
        if after.name != before.name:
            text = _("It is called %(name)s.")
            yield text % {"name": after.name or currency_name(before.code) if not before.name else after.name or "–"}
        if (after.symbol, after.symbol_first) != (before.symbol, before.symbol_first):
            text = _("Amounts are written %(after)s instead of %(before)s.")
            yield text % {"after": example(after), "before": example(before)}
        if after.order != before.order:
            text = _("Its place in lists is %(after)s instead of %(before)s.")
            yield text % {"after": after.order, "before": before.order}
        if (after.low_stakes, after.middle_stakes) != (before.low_stakes, before.middle_stakes):
            yield _("The lobby sorts its tables into low, middle and high stakes by the new bounds.")
        if after.pieces != before.pieces:
            yield _("Counts ask for these notes and coins: %(pieces)s.") % {"pieces": _pieces(after)}
        if after.retired and not before.retired:
            yield _("No new table, tournament or deposit can be in it. What there is stays as it is.")
        if before.retired and not after.retired:
            yield _("It can be chosen again.")

    def carry_out(self, form: CurrencyForm) -> str:
        """Saves it."""
        currency_acts.change(self._after(form), by=self.by, reason=form.cleaned_data["reason"])
        return reverse("currencies:list")

    def done(self, form: CurrencyForm) -> str:
        """Names the currency."""
        return _("%(code)s was changed.") % {"code": self.before.code}


def _pieces(info: CurrencyInfo) -> str:
    return pieces_line(info.pieces, info.digits) or "–"


@office_page(CHANGE)
@require_http_methods(["GET", "POST"])
def add(request: HttpRequest) -> HttpResponse:
    """The form for a new currency."""
    return AddPage(request, by=staff_id(request)).respond()


@office_page(CHANGE)
@require_http_methods(["GET", "POST"])
def change(request: HttpRequest, code: str) -> HttpResponse:
    """The form for changes of a currency."""
    info = find(code)
    if info is None:
        raise Http404
    return ChangePage(request, info, by=staff_id(request)).respond()
