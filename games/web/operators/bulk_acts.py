"""What can be done to several tables at once, and the form of each act."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from backoffice.web.api import OnceField, ReasonField
from games.engine.errors import IllegalAction
from games.engine.events.kinds import LONGEST_REASON
from games.engine.events.table import Change
from games.engine.rules.house_rule import Preset
from games.engine.rules.house_rules import HOUSE_RULES
from games.engine.rules.rules import Rules
from games.models import Table
from games.money.escrow import AmountField, currency
from games.operations import floor
from games.operations.several_tables import Act, each, ordered
from games.operations.tables import newest_rules
from games.tables.rake_profiles import with_chosen_rake
from games.text.house_rules.as_text import choices
from games.text.house_rules.form_fields import AS_PRESET
from games.text.house_rules.rule_text import Label
from games.text.house_rules.texts import HOUSE_RULE_TEXTS
from games.web.forms import set_choices
from games.web.operators.house_rules_form import nearest_preset, with_house_rule
from games.web.operators.rake_choice import choices_for

MOST_TABLES: Final = 400
"""The most tables that can be selected at once: the form has a field for each, see DATA_UPLOAD_MAX_NUMBER_FIELDS."""
BIG_BLINDS, MONEY = "big_blinds", "money"
DECIMALS: Final = 3
"""The decimals of typed limits: as many as any currency has."""
Done = Sequence[Change] | None
MadeAct = Callable[[int, "SeveralForm"], Act]
"""Makes the act of a member of staff from a filled form."""


def too_many_text() -> str:
    """Why a long list is not chosen as a whole, and what to do about it."""
    return _("At most {most} tables can be selected at once. Filter the list to select all of it.").format(
        most=MOST_TABLES
    )


class SeveralForm(forms.Form):
    """Which tables, and why."""

    ticked = forms.TypedMultipleChoiceField(coerce=int, widget=forms.MultipleHiddenInput)
    reason = ReasonField(
        label=_("reason"),
        max_length=LONGEST_REASON,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text=_("Kept with the decision and shown to the players"),
    )
    once = OnceField()

    def __init__(self, data: Any = None, *, tables: Sequence[Table], **options: Any) -> None:
        super().__init__(data, initial={"ticked": [table.pk for table in tables]}, **options)
        ticked = self.fields["ticked"]
        assert isinstance(ticked, forms.TypedMultipleChoiceField)
        ticked.choices = [(table.pk, str(table)) for table in tables]


class RakeForm(SeveralForm):
    """Another rake."""

    rake = forms.ChoiceField(label=_("Rake"), required=False)
    field_order = ("rake", "reason")

    def __init__(self, data: Any = None, *, tables: Sequence[Table], **options: Any) -> None:
        super().__init__(data, tables=tables, **options)
        choices = dict(choice for table in tables for choice in choices_for(table.currency))
        set_choices(self, "rake", choices.items())


class BuyInForm(SeveralForm):
    """Other limits of buy-ins."""

    min_buy_in = AmountField(required=False, label=_("Minimum buy-in"), help_text=_("Leave empty for no limit."))
    max_buy_in = AmountField(required=False, label=_("Maximum buy-in"), help_text=_("Leave empty for no limit."))
    counted_in = forms.ChoiceField(
        label=_("Counted in"),
        choices=[(BIG_BLINDS, _("big blinds of each table")), (MONEY, _("the currency of each table"))],
    )
    field_order = ("min_buy_in", "max_buy_in", "counted_in", "reason")

    def __init__(self, data: Any = None, *, tables: Sequence[Table], **options: Any) -> None:
        super().__init__(data, tables=tables, **options)
        for name in ("min_buy_in", "max_buy_in"):
            cast(AmountField, self.fields[name]).digits = DECIMALS

    def limits_at(self, big_blind: int, unit: int) -> tuple[int, int]:
        """The typed limits at a table, minor units; `unit` is one unit of its currency.

        Raises IllegalAction("money_too_precise") for money that this currency does not have.
        """
        in_money = self.cleaned_data["counted_in"] == MONEY
        least, most = (
            divmod(self.cleaned_data[name] * (unit if in_money else big_blind), 10**DECIMALS)
            for name in ("min_buy_in", "max_buy_in")
        )
        if in_money and (least[1] or most[1]):
            raise IllegalAction("money_too_precise")
        return least[0], most[0]


class HouseRuleForm(SeveralForm):
    """Another value of one house rule."""

    rule = forms.ChoiceField(label=_("House rule"), choices=lambda: rule_choices())
    field_order = ("rule", "reason")


class TableAct(NamedTuple):
    """An act: its name, what it does where settings don't change, and what makes it from a filled form."""

    title: Label
    effect: Label
    make: MadeAct
    form: type[SeveralForm] = SeveralForm
    is_danger: bool = False
    heading: Label = _("This will happen at {count} of {all} tables")


AT_ONCE: Final = _("At once at {count} of {all} tables")
NEXT_HAND: Final = _("With the next hand at {count} of {all} tables")


def at_each(do: Callable[[Table, int, str, SeveralForm], Done]) -> MadeAct:
    """An act that is different at each table."""
    return lambda by, form: each(lambda table, why: do(table, by, why, form))


def _ordered(wanted: floor.TableOrder, without_effect: Callable[[Table], bool]) -> MadeAct:
    return lambda by, form: ordered(
        lambda tables, why: floor.order_at_all(tables, wanted, by=by, why=why), without_effect
    )


def _thaw(table: Table, by: int, why: str, form: SeveralForm) -> Done:
    if not table.frozen:
        return None
    floor.thaw(by=by, table_id=table.pk, why=why)
    return ()


def _change_rake(table: Table, by: int, why: str, form: SeveralForm) -> Done:
    rules = newest_rules(table)
    preset, choice = _preset_of(table, rules), form.cleaned_data["rake"]
    changed = with_chosen_rake(rules, choice, preset=preset, currency=table.currency, before=rules)
    return floor.change(by=by, table_id=table.pk, why=why, rules=changed) or None


def _preset_of(table: Table, rules: Rules) -> Preset:
    return nearest_preset(rules.house, currency(table.currency).digits)


def _change_buy_in(table: Table, by: int, why: str, form: SeveralForm) -> Done:
    assert isinstance(form, BuyInForm)
    rules = newest_rules(table)
    least, most = form.limits_at(rules.stakes.big_blind, currency(table.currency).unit)
    return floor.change(by=by, table_id=table.pk, why=why, rules=rules, min_buy_in=least, max_buy_in=most) or None


def _change_rule(table: Table, by: int, why: str, form: SeveralForm) -> Done:
    rules = newest_rules(table)
    changed = with_house_rule(rules, form.cleaned_data["rule"], digits=currency(table.currency).digits)
    return floor.change(by=by, table_id=table.pk, why=why, rules=changed) or None


def rule_choices() -> list[tuple[str, list[tuple[str, str]]]]:
    """The values of each house rule that is a choice, below its name."""
    groups = []
    for rule in HOUSE_RULES:
        if values := choices(rule):
            label = str(HOUSE_RULE_TEXTS[rule].label)
            options = [(f"{rule}={value.key}", f"{label}: {value.label}") for value in values]
            groups.append((label, [*options, (f"{rule}=", f"{label}: {AS_PRESET}")]))
    return groups


ACTS: Final[Mapping[str, TableAct]] = {
    "pause": TableAct(
        _("Pause after the current hand"),
        _("no new hand begins after this one"),
        _ordered(floor.PAUSE, lambda table: table.is_paused),
    ),
    "resume": TableAct(_("Resume"), _("hands begin again"), _ordered(floor.RESUME, lambda table: not table.is_paused)),
    "close": TableAct(
        _("Close after the current hand"),
        _("closes after this hand; everybody leaves with their chips, the waiting list ends"),
        _ordered(floor.CLOSE, lambda table: not table.is_open),
        is_danger=True,
    ),
    "thaw": TableAct(
        _("Let a stopped table continue"),
        _("the table runs again"),
        at_each(_thaw),
    ),
    "rake": TableAct(_("Change the rake"), "", at_each(_change_rake), RakeForm, heading=NEXT_HAND),
    "buy_in": TableAct(_("Change the limits of buy-ins"), "", at_each(_change_buy_in), BuyInForm, heading=AT_ONCE),
    "rule": TableAct(_("Change a house rule"), "", at_each(_change_rule), HouseRuleForm, heading=NEXT_HAND),
}
