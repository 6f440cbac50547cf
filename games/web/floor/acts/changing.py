"""Changing stakes, limits of buy-ins and house rules of a table that runs (F1, K2)."""

from collections.abc import Sequence
from copy import deepcopy
from typing import Any, cast

from django import forms
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.errors import IllegalAction
from games.engine.rules.changes import rule_changes
from games.engine.rules.mixed_games import MIXES, rotation
from games.engine.rules.rules import Rules
from games.engine.rules.usual_stakes import usual_stakes
from games.engine.rules.variant import Forced
from games.messaging.orders import check_cash_table, lock_table
from games.models import Table
from games.money.escrow import currency, set_currency
from games.operations import floor
from games.operations.changing import check_seen, settings_mark
from games.operations.tables import TableChanges, changes_of, newest_rules
from games.tables.rake_profiles import with_chosen_rake
from games.tables.settings import TableSettings
from games.text.changes import change_text
from games.text.games import code_of
from games.web.floor.acts.act import Subject
from games.web.floor.acts.forms import ActForm
from games.web.operators.bulk_acts import rule_choices
from games.web.operators.house_rules_form import nearest_preset, with_house_rule
from games.web.operators.initial_values import initial_values
from games.web.operators.table_fields import TableFields

LIMITS = ("min_buy_in", "max_buy_in")


class ChangeForm(ActForm):
    """The stakes of the table's game, its limits of buy-ins, and one house rule; `seen` is what the page showed."""

    rule = forms.ChoiceField(label=gettext_lazy("House rule"), required=False)
    seen = forms.CharField(widget=forms.HiddenInput)

    # Any: whatever a form takes.
    def __init__(self, *args: Any, table: Table, **options: Any) -> None:
        self.before = newest_rules(table)
        shown = initial_values(TableSettings.of(table)._replace(rules=self.before))
        self.rake = str(shown["rake"])
        initial = {**shown, "seen": settings_mark(table)}
        super().__init__(*args, table=table, **{"initial": initial, **options})
        names = (*_stakes_fields(self.before), *LIMITS)
        for name in names:
            self.fields[name] = deepcopy(TableFields.base_fields[name])
        self.order_fields([*names, "rule", "reason"])
        set_currency(self, table.currency)
        unchanged = ("", gettext_lazy("as it is"))
        cast(forms.ChoiceField, self.fields["rule"]).choices = [unchanged, *rule_choices()]

    @property
    def rules(self) -> Rules:
        """The rules that the filled form asks for; raises IllegalAction."""
        before, code = self.before, self.table.currency
        digits, rule = currency(code).digits, self.cleaned_data["rule"]
        rules = self._with_stakes(with_house_rule(before, rule, digits=digits) if rule else before)
        preset = nearest_preset(rules.house, digits)
        return with_chosen_rake(rules, self.rake, preset=preset, currency=code, before=before)

    def _with_stakes(self, rules: Rules) -> Rules:
        """The rules with the stakes typed; an empty field is the usual amount of the limit."""
        data, stakes = self.cleaned_data, rules.stakes
        if rules.mix:
            if data["big_blind"] == stakes.big_blind:
                return rules
            if code_of(rules) not in MIXES:
                raise IllegalAction("mix_stakes_kept")
            changed = rotation(code_of(rules), data["big_blind"], every=rules.every, unit=rules.house.chip_unit)
            return changed._replace(house=rules.house, clock=rules.clock)
        usual = usual_stakes(rules.variant, stakes.structure, data["big_blind"], unit=rules.house.chip_unit)
        typed = {name: data[name] for name in _stakes_fields(rules) if str(self.data.get(name, "")).strip()}
        return rules._replace(stakes=usual._replace(ante_kind=stakes.ante_kind, **typed))

    @property
    def limits(self) -> TableChanges:
        """The smallest and the largest buy-in that the filled form asks for."""
        return TableChanges(min_buy_in=self.cleaned_data["min_buy_in"], max_buy_in=self.cleaned_data["max_buy_in"])


def _stakes_fields(rules: Rules) -> tuple[str, ...]:
    """The fields that mean something in the game; a rotation works its amounts out from the lower limit."""
    if rules.mix:
        return ("big_blind",)
    own = {Forced.BLINDS: ("small_blind",), Forced.BRING_IN: ("bring_in",)}
    return ("big_blind", *own.get(rules.variant.forced, ()), "ante")


def change_effects(at: Subject, form: ChangeForm) -> Sequence[str]:
    """Each change with its old and new value, and when it takes effect."""
    rules = rule_changes(form.before, form.rules)
    limits = changes_of(at.table, fields=form.limits)
    lines = [f"{_('With the next hand')}: {change_text(*change, at.amounts)}" for change in rules]
    lines += [f"{_('At once')}: {change_text(*change, at.amounts)}" for change in limits]
    return [*lines, _("Nobody's chips change, and everybody keeps their seat.")]


def change(by: int, at: Subject, form: ChangeForm) -> None:
    """Changes the table; raises IllegalAction where nothing changes, or somebody else has changed it meanwhile."""
    check_seen(check_cash_table(lock_table(at.table.pk)), form.cleaned_data["seen"])
    why = form.cleaned_data["reason"]
    if not floor.change(by=by, table_id=at.table.pk, why=why, rules=form.rules, **form.limits):
        raise IllegalAction("nothing_changes")
