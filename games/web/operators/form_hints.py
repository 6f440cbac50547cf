"""Hints beside the fields of the operator's form: what the typed amounts mean, and which tables will be opened."""

from dataclasses import replace
from typing import cast

from django.forms import ValidationError
from django.utils.text import capfirst
from django.utils.translation import gettext as _

from games.engine.errors import IllegalAction
from games.engine.rules.mixed_games import MIXES, rotation
from games.engine.rules.rules import Rules
from games.engine.rules.stakes import Structure
from games.engine.rules.usual_stakes import usual_stakes
from games.engine.rules.variant import Forced
from games.engine.rules.variants import CATALOGUE
from games.models import MOST_SEATS
from games.money.escrow import AmountField
from games.operations.table_names import numbered_names
from games.tables.rake_profiles import with_chosen_rake
from games.text.amounts import AmountFormat
from games.text.games import stakes_text
from games.text.rake import rake_sentences
from games.web.operators.table_fields import MOST_AT_ONCE
from games.web.operators.table_form import TableForm


def hints_of(form: TableForm) -> dict[str, str]:
    """The hints by field; none for what cannot be told from values that are wrong or missing."""
    amounts = AmountFormat.of_currency(form.chosen_currency)
    hints = {"name": _names(form)}
    rules = draft_rules(form)
    if rules is None:
        return hints
    for name in ("min_buy_in", "max_buy_in"):
        hints[name] = _big_blinds(typed_amount(form, name), rules.stakes.big_blind)
    hints["big_blind"] = _stakes(rules, amounts)
    if rules.most_players < MOST_SEATS:
        hints["seats"] = _("This game is played with up to {most} seats.").format(most=rules.most_players)
    hints["rake"] = " ".join(rake_sentences(rules, amounts))
    return hints


def typed_amount(form: TableForm, name: str) -> int:
    """The amount in a field, minor units; 0 where there is none."""
    try:
        field = cast(AmountField, form.fields[name])
        return field.clean(form[name].value() or "")
    except ValidationError:
        return 0


def draft_rules(form: TableForm) -> Rules | None:
    """The rules as far as the form has them by now; None without a game or stakes."""
    lower, before = typed_amount(form, "big_blind"), form.start.rules if form.start else None
    preset = form.chosen_preset
    unit = typed_amount(form, "chip_unit") or form.chosen_house.chip_unit
    try:
        rules = _draft_game(form, lower, unit) if lower else None
        if rules is None:
            return before
        rules = rules._replace(house=replace(form.chosen_house, chip_unit=unit))
        choice = str(form["rake"].value() or "")
        return with_chosen_rake(rules, choice, preset=preset, currency=form.chosen_currency, before=before)
    except (IllegalAction, ValueError):
        return None


def _draft_game(form: TableForm, lower: int, unit: int) -> Rules | None:
    game, structure = form.chosen_game
    if game in MIXES:
        return rotation(game, lower, unit=unit)
    if game not in CATALOGUE:
        return None
    stakes = usual_stakes(CATALOGUE[game], structure, lower, unit=unit)
    small, ante, bring_in = (typed_amount(form, name) for name in ("small_blind", "ante", "bring_in"))
    stakes = stakes._replace(
        small_blind=small or stakes.small_blind, ante=ante or stakes.ante, bring_in=bring_in or stakes.bring_in
    )
    return Rules(CATALOGUE[game], stakes)


def _big_blinds(amount: int, big_blind: int) -> str:
    if not amount or not big_blind:
        return ""
    return _("= {blinds}").format(blinds=AmountFormat(big_blind, big_blinds=True).text(amount))


def _stakes(rules: Rules, amounts: AmountFormat) -> str:
    stakes, forced = rules.stakes, rules.variant.forced
    text = stakes_text(rules.variant.code, stakes, amounts)
    if stakes.structure is Structure.FIXED_LIMIT:
        text = _("bets of {stakes}").format(stakes=text)
    elif forced is Forced.BLINDS:
        text = _("blinds {stakes}").format(stakes=text)
    else:
        text = _("lower limit {stakes}").format(stakes=text)
    parts = [text]
    if stakes.ante:
        parts.append(_("ante {amount}").format(amount=amounts.text(stakes.ante)))
    if stakes.bring_in:
        parts.append(_("bring-in {amount}").format(amount=amounts.text(stakes.bring_in)))
    return capfirst(", ".join(parts))


def _names(form: TableForm) -> str:
    """The names of several new tables: the first and the last."""
    name, typed = str(form["name"].value() or "").strip(), str(form["how_many"].value() or "") if form.is_new else ""
    if not name or not typed.isdecimal() or not 1 < int(typed) <= MOST_AT_ONCE:
        return ""
    names = numbered_names(name, int(typed))
    return _("{first} … {last}").format(first=names[0], last=names[-1])
