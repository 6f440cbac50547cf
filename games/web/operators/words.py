"""Tables in words, for lists and for what a page says before it acts."""

from collections.abc import Mapping

from django.db.models import QuerySet
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext_lazy

from backoffice.api import Refused
from games.engine.errors import IllegalAction
from games.engine.rules.rules import Rules
from games.models import Table
from games.money.escrow import currency as find_currency
from games.money.escrow import currency_name
from games.tables.settings import TableSettings
from games.text.amounts import AmountFormat
from games.text.games import code_of, game_name, stakes_text
from games.text.house_rules.as_text import PRESET_NAMES
from games.text.house_rules.rule_text import Label
from games.text.rake import rake_sentences
from games.text.refusals import refusal_text
from games.web.operators.house_rules_form import differing_rules, nearest_preset

STATES: Mapping[str, Label] = {
    "open": pgettext_lazy("tables", "Open"),
    "paused": pgettext_lazy("tables", "Paused"),
    "stopped": pgettext_lazy("tables", "Stopped"),
    "closing": pgettext_lazy("tables", "Closing"),
    "closed": pgettext_lazy("tables", "Closed"),
}


def cash_tables() -> QuerySet[Table]:
    """All cash tables, without their snapshots."""
    return Table.objects.filter(tournament=None).defer("snapshot", "next_snapshot")


def state_of(table: Table) -> str:
    """The state of a table by its code in `STATES`."""
    if table.closed_at is not None:
        return "closed"
    if not table.is_open:
        return "closing"
    return "stopped" if table.frozen else "paused" if table.is_paused else "open"


def refused(refusal: IllegalAction, field: str = "", *, currency: str) -> Refused:
    """A refusal of the card room as one of the back office; amounts in it are in `currency`."""
    amounts = AmountFormat.of_currency(currency)
    return Refused(refusal.code, refusal_text(refusal.code, refusal.detail, amount=amounts.text), field=field)


def game_text(rules: Rules) -> str:
    """The game of a table with its structure."""
    return game_name(code_of(rules), rules.stakes.structure)


def stakes_of(rules: Rules, currency: str) -> str:
    """The stakes of a table, such as "10/20"."""
    return stakes_text(rules.variant.code, rules.stakes, AmountFormat.of_currency(currency))


def count_text(count: int) -> str:
    """How many rules differ from the preset; "" for none."""
    if not count:
        return ""
    return ngettext("%(count)s rule differs", "%(count)s rules differ", count) % {"count": count}


def preset_text(rules: Rules, currency: str) -> str:
    """The preset that the house rules of a table in this currency differ from least, and in how many they differ."""
    digits = find_currency(currency).digits
    preset = nearest_preset(rules.house, digits)
    differing = count_text(len(differing_rules(rules.house, preset, digits)))
    return f"{PRESET_NAMES[preset]}, {differing}" if differing else str(PRESET_NAMES[preset])


def settings_lines(settings: TableSettings) -> list[str]:
    """What a table with these settings is, a sentence each."""
    rules, amounts = settings.rules, AmountFormat.of_currency(settings.currency)
    game = _("{game} {stakes}, {currency}, {seats} seats").format(
        game=game_text(rules),
        stakes=stakes_of(rules, settings.currency),
        currency=currency_name(settings.currency),
        seats=settings.seats,
    )
    return [
        game,
        _buy_in_line(settings, amounts),
        _("House rules: {preset}").format(preset=preset_text(rules, settings.currency)),
        _("Rake: {sentences}").format(sentences=" ".join(rake_sentences(rules, amounts))),
        *alike_lines(settings.most_alike, settings.empty_minutes),
    ]


def alike_lines(most: int, minutes: int) -> list[str]:
    """When another table like this opens, and when that one closes; nothing without this option."""
    if not most:
        return []
    lines = [_("Another like it opens when all are full, up to {most} in all").format(most=most)]
    if minutes:
        text = ngettext(
            "An empty one of these closes after %(count)s minute",
            "An empty one of these closes after %(count)s minutes",
            minutes,
        )
        lines.append(text % {"count": minutes})
    return lines


def _buy_in_line(settings: TableSettings, amounts: AmountFormat) -> str:
    """The limits of buy-ins in words (K2)."""
    least, most = amounts.text(settings.min_buy_in), amounts.text(settings.max_buy_in)
    if settings.min_buy_in and settings.max_buy_in:
        return _("Buy-in from {least} to {most}").format(least=least, most=most)
    if settings.min_buy_in:
        return _("Buy-in from {least}, without a maximum").format(least=least)
    return _("Buy-in up to {most}").format(most=most) if settings.max_buy_in else _("Buy-in without limits")
