"""The form for automatic top-ups and re-buys (K5)."""

from typing import NamedTuple

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext

from games.engine.errors import IllegalAction
from games.engine.rules.house_rules import TopUp
from games.models import Order, Table
from games.money.escrow import amount_text
from games.text.refusals import refusal_text
from games.web.forms import set_choices


class Wish(NamedTuple):
    """An automatic top-up: to `to` when the stack is below `below` (minor units), and from nothing if `rebuy`."""

    to: int
    below: int
    rebuy: bool


class RefillForm(forms.Form):
    """The stack to top up to, when to do so, and whether to re-buy after losing everything."""

    target = forms.ChoiceField(label=gettext_lazy("How much"), widget=forms.RadioSelect)
    when = forms.ChoiceField(label=gettext_lazy("When"), widget=forms.RadioSelect, required=False)
    rebuy = forms.BooleanField(label=gettext_lazy("Re-buy when I have lost everything"), required=False)

    def __init__(self, data: QueryDict | None = None, *, table: Table, bought: int, now: Wish) -> None:
        self.amounts = targets(table, bought)
        whens = [("", pgettext("automatic top-up", "Never while I have chips"))]
        if table.rules.house.top_up is TopUp.BETWEEN_HANDS:
            whens += [("half", _("When I am below half of it")), ("any", _("After every loss"))]
        first = next((name for name, (to, _words) in self.amounts.items() if to == now.to), next(iter(self.amounts)))
        when = "" if not now.below else "any" if now.below == now.to else "half"
        super().__init__(data, initial={"target": first, "when": when, "rebuy": now.rebuy})
        stacks = [(name, words.format(amount=amount_text(to))) for name, (to, words) in self.amounts.items()]
        set_choices(self, "target", stacks)
        set_choices(self, "when", whens)

    @property
    def wish(self) -> Wish:
        """The choice; the form must be valid."""
        to, _words = self.amounts[self.cleaned_data["target"]]
        below = {"half": to // 2, "any": to}.get(self.cleaned_data["when"], 0)
        return Wish(to, below, self.cleaned_data["rebuy"])

    def refused(self, refusal: IllegalAction) -> None:
        """Shows a refusal above the form."""
        self.add_error(None, refusal_text(refusal.code, refusal.detail))


def targets(table: Table, bought: int) -> dict[str, tuple[int, str]]:
    """Stacks for automatic top-ups, in minor units with labels: the first buy-in or the table's maximum."""
    usual = max(table.min_buy_in, bought)
    if table.max_buy_in:
        usual = min(usual, table.max_buy_in)
    found = {"buy_in": (usual, _("Up to {amount}, which I sat down with"))}
    if table.max_buy_in > usual:
        found["max"] = (table.max_buy_in, _("Up to {amount}, the table's maximum"))
    return found


def brought(table_id: int, player: int) -> int:
    """What the player sat down with at this table, minor units."""
    sat = Order.objects.filter(table=table_id, player=player, kind=Order.Kind.TAKE_SEAT).exclude(applied_at=None)
    return sat.order_by("-pk").values_list("amount", flat=True).first() or 0
