"""The page on which a director changes house rules and the clock of a running tournament (section Y, F4)."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from backoffice.web.api import Consequences
from tournaments.engine.setup.setup import Setup
from tournaments.engine.state import commands as cm
from tournaments.engine.state.tournament_state import Stage
from tournaments.web.announce.house_rules_form import HouseRulesForm, initial_choices
from tournaments.web.director.acts import DirectorAct, DirectorForm
from tournaments.web.text.house_rules import own_rule_rows, table_rule_rows, tables_clock
from tournaments.web.text.refusals import refusal_text

KEPT = "leave"
"""The rule that stays as it is while a tournament runs: what becomes of a player who leaves."""


class RunningRulesForm(HouseRulesForm, DirectorForm):
    """The rules of the announcement and the reason of the change."""

    def __init__(self, data: Any = None, *, setup: Setup) -> None:
        super().__init__(data, initial=initial_choices(setup))
        self.setup = setup
        self.fields[KEPT].widget = forms.HiddenInput()
        self.fields[KEPT].disabled = True
        self.add_preset_values()
        self.order_fields([name for name in self.fields if name not in ("reason", "once")])

    def clean(self) -> dict[str, Any]:
        """Refuses rules without effect on the games of the tournament."""
        super().clean()
        self.check_effect(self.setup.games)
        return self.cleaned_data

    def command(self) -> cm.ChangeHouseRules:
        """The change that the filled-in form stands for."""
        chosen = self.chosen_rules(self.setup.clock)
        house = chosen.house._replace(leave=self.setup.house.leave)
        return cm.ChangeHouseRules(chosen.preset, house, chosen.table_house, chosen.clock, self.cleaned_data["reason"])


@never_cache
@require_http_methods(["GET", "POST"])
def page(request: HttpRequest, tournament_id: int) -> HttpResponse:
    """The page of the rules; only a running tournament has one, before its start there is the announcement."""
    act = RunningRulesPage(request, tournament_id)
    if act.view.stage == Stage.RUNNING:
        return act.respond()
    messages.error(request, refusal_text("not_running"))
    return redirect("tournaments:direct", tournament_id)


class RunningRulesPage(DirectorAct[RunningRulesForm]):
    """Changes the rules: those of the tournament from now on, those of its tables from their next hands on."""

    form_class = RunningRulesForm
    title = gettext_lazy("Change rules and clock")

    def form_options(self) -> dict[str, Any]:
        """The announcement as it is now."""
        return {"setup": self.view.setup}

    def command(self, form: RunningRulesForm) -> cm.Command:
        """The change."""
        return form.command()

    def consequence_groups(self, form: RunningRulesForm) -> Sequence[Consequences]:
        """What changes at once, and what changes with the next hand of each table."""
        self.check(form)
        before, after = self.view.setup, form.command().applied_to(self.view.setup)
        groups = [
            Consequences(_("From now on"), _differences(own_rule_rows(before), own_rule_rows(after))),
            Consequences(
                _("At each table from its next hand on"),
                [
                    *_differences(table_rule_rows(before), table_rule_rows(after)),
                    *_differences(tables_clock(before), tables_clock(after)),
                ],
            ),
        ]
        return [group for group in groups if group.lines] or [Consequences(_("From now on"), [_("Only the preset.")])]


def _differences(before: Sequence[tuple[str, str]], after: Sequence[tuple[str, str]]) -> list[str]:
    old = dict(before)
    text = _("{setting}: {before} → {after}")
    return [
        text.format(setting=label, before=old.get(label, "–"), after=value)
        for label, value in after
        if old.get(label) != value
    ]
