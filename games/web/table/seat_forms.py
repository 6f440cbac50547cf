"""The form for automatic top-ups and re-buys (K5)."""

from typing import NamedTuple

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from games.engine.errors import IllegalAction
from games.engine.rules.house_rules import TopUp
from games.models import Order, Table
from games.money.escrow import money_text
from games.text.amounts import AmountFormat
from games.text.refusals import refusal_text
from games.web.forms import set_choices


class RefillChoice(NamedTuple):
    """An automatic top-up to `to` once the stack is below `below`, both minor units; `rebuy` if also from nothing."""

    to: int
    below: int
    rebuy: bool


class RefillForm(forms.Form):
    """The stack to top up to, when to do so, and whether to re-buy after losing everything."""

    target = forms.ChoiceField(label=gettext_lazy("How much"), widget=forms.RadioSelect)
    when = forms.ChoiceField(label=gettext_lazy("When"), widget=forms.RadioSelect, required=False)
    rebuy = forms.BooleanField(label=gettext_lazy("Re-buy when I have lost everything"), required=False)

    def __init__(self, data: QueryDict | None = None, *, table: Table, buy_in: int, current: RefillChoice) -> None:
        self.targets, self.amounts = refill_targets(table, buy_in), AmountFormat.of_currency(table.currency)
        conditions = [("", pgettext("automatic top-up", "Never while I have chips"))]
        if table.rules.house.top_up is TopUp.BETWEEN_HANDS:
            conditions += [("half", _("When I am below half of it")), ("any", _("After every loss"))]
        target = next(
            (name for name, (to, _words) in self.targets.items() if to == current.to), next(iter(self.targets))
        )
        when = "" if not current.below else "any" if current.below == current.to else "half"
        super().__init__(data, initial={"target": target, "when": when, "rebuy": current.rebuy})
        targets = [
            (name, label.format(amount=money_text(to, table.currency))) for name, (to, label) in self.targets.items()
        ]
        set_choices(self, "target", targets)
        set_choices(self, "when", conditions)

    @property
    def choice(self) -> RefillChoice:
        """What the player chose; the form must be valid."""
        to, _label = self.targets[self.cleaned_data["target"]]
        below = {"half": to // 2, "any": to}.get(self.cleaned_data["when"], 0)
        return RefillChoice(to, below, self.cleaned_data["rebuy"])

    def show_refusal(self, refusal: IllegalAction) -> None:
        """Shows a refusal above the form."""
        self.add_error(None, refusal_text(refusal.code, refusal.detail, amount=self.amounts.text))


def refill_targets(table: Table, buy_in: int) -> dict[str, tuple[int, str]]:
    """Stacks that can be topped up to, as minor units and label: the player's buy-in, or the table's largest."""
    usual = max(table.min_buy_in, buy_in)
    if table.max_buy_in:
        usual = min(usual, table.max_buy_in)
    targets = {"buy_in": (usual, _("Up to {amount}, which I sat down with"))}
    if table.max_buy_in > usual:
        targets["max"] = (table.max_buy_in, _("Up to {amount}, the table's maximum"))
    return targets


def buy_in_of(table_id: int, player: int) -> int:
    """What the player last sat down with at this table, in minor units; 0 if unknown."""
    sat = Order.objects.filter(table=table_id, player=player, kind=Order.Kind.TAKE_SEAT).exclude(applied_at=None)
    return sat.order_by("-pk").values_list("amount", flat=True).first() or 0
