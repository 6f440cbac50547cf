"""The search forms for hands and results: game, stakes, table, days, pots."""

from datetime import date, timedelta

from django import forms
from django.http import QueryDict
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.engine.rules.stakes import Stakes, Structure
from games.history.hands import HandFilter, PlayedGame
from games.models import CHIPS
from games.money.escrow import AmountField, all_currencies, currency_label, default_currency
from games.text.amounts import AmountFormat
from games.text.games import game_name, short_game_name, stakes_text, with_currency
from games.web.forms import set_choices

PERIODS = {"1": 1, "7": 7, "30": 30, "365": 365}
_DATE = forms.DateInput(format="%Y-%m-%d", attrs={"type": "date"})


def game_with_stakes(choice: PlayedGame) -> str:
    """A game with its stakes and their currency: "No-limit hold'em 10/20 Kč"."""
    return f"{game_name(choice.game, choice.structure)} {with_currency(stakes_of(choice), choice.currency)}"


def stakes_of(choice: PlayedGame) -> str:
    """The stakes as text: "10/20"."""
    known = choice.structure or Structure.NO_LIMIT
    stakes = Stakes(Structure(known), choice.small_blind, choice.big_blind)
    return stakes_text(choice.game, stakes, AmountFormat.of_currency(choice.currency))


class SearchForm(forms.Form):
    """A search form for the player's own play."""

    @property
    def is_narrowed(self) -> bool:
        """Whether any field is filled in."""
        return any(self.data.get(name) for name in self.fields)


class HandsForm(SearchForm):
    """A search for hands; every field may be left empty."""

    game = forms.ChoiceField(label=gettext_lazy("Game"), required=False)
    stakes = forms.ChoiceField(label=gettext_lazy("Stakes"), required=False)
    table = forms.ChoiceField(label=gettext_lazy("Table"), required=False)
    since = forms.DateField(label=pgettext_lazy("first day", "From"), required=False, widget=_DATE)
    until = forms.DateField(label=pgettext_lazy("last day", "To"), required=False, widget=_DATE)
    pot = AmountField(label=gettext_lazy("Pot of at least"), required=False)
    result = forms.ChoiceField(label=gettext_lazy("Result"), required=False)
    sitting = forms.IntegerField(required=False, min_value=1, max_value=2**53, widget=forms.HiddenInput)

    def __init__(self, data: QueryDict, choices: list[PlayedGame]) -> None:
        super().__init__(data, label_suffix="", auto_id="wanted-%s")
        fill_choices(self, choices, stakes_from=choices)
        tables = dict(sorted({(str(one.table), one.name) for one in choices}, key=lambda row: row[1]))
        set_choices(self, "table", [("", _("All tables")), *tables.items()])
        set_choices(self, "result", [("", _("Won or lost")), ("won", _("Won")), ("lost", _("Lost"))])

    def hand_filter(self) -> HandFilter:
        """The filter that the form describes; invalid fields are ignored."""
        self.is_valid()
        given = self.cleaned_data
        stakes, code = _stakes(given.get("stakes", ""))
        return HandFilter(
            game=given.get("game", ""),
            stakes=stakes,
            currency=code,
            table=int(given.get("table") or 0),
            since=given.get("since"),
            until=given.get("until"),
            least_pot=given.get("pot") or 0,
            result=given.get("result", ""),
            sitting=given.get("sitting") or 0,
        )


class ResultsForm(SearchForm):
    """A search for results: by game, stakes, period and currency."""

    game = forms.ChoiceField(label=gettext_lazy("Game"), required=False)
    stakes = forms.ChoiceField(label=gettext_lazy("Stakes"), required=False)
    period = forms.ChoiceField(label=gettext_lazy("Time"), required=False)
    currency = forms.ChoiceField(label=gettext_lazy("Currency"), required=False)

    def __init__(self, data: QueryDict, choices: list[PlayedGame]) -> None:
        super().__init__(data, label_suffix="", auto_id="wanted-%s")
        periods = [
            ("", _("All time")),
            ("1", _("Today")),
            ("7", _("7 days")),
            ("30", _("30 days")),
            ("365", _("A year")),
        ]
        set_choices(self, "period", periods)
        played = {one.currency for one in choices}
        self.currencies = [info.code for info in all_currencies() if info.code in played]
        if len(self.currencies) < 2:
            del self.fields["currency"]
        else:
            set_choices(self, "currency", [(code, currency_label(code)) for code in self.currencies])
        asked = data.get("currency", "")
        self.shown_currency = asked if asked in self.currencies else next(iter(self.currencies), default_currency())
        fill_choices(self, choices, stakes_from=[one for one in choices if one.currency == self.shown_currency])

    def hand_filter(self) -> HandFilter:
        """The filter that the form describes, for one currency; invalid fields are ignored."""
        self.is_valid()
        given = self.cleaned_data
        days = PERIODS.get(given.get("period", ""), 0)
        return HandFilter(
            game=given.get("game", ""),
            stakes=_stakes(given.get("stakes", ""))[0],
            since=_today() - timedelta(days=days - 1) if days else None,
            currency=self.shown_currency,
        )


def fill_choices(form: forms.Form, choices: list[PlayedGame], *, stakes_from: list[PlayedGame]) -> None:
    """Offers the games that the player has played, and the stakes of some of them, as choices.

    The same minor units are other stakes in another currency, and in a tournament's chips.
    """
    games = sorted({one.game for one in choices if one.game}, key=short_game_name)
    several = len({one.currency for one in stakes_from if one.currency != CHIPS}) > 1
    options = {}
    for one in sorted(stakes_from, key=_place):
        if one.structure:
            label = with_currency(stakes_of(one), one.currency) if several else stakes_of(one)
            chips = f" ({_('tournament')})" if one.currency == CHIPS else ""
            code = f"{one.structure}-{one.small_blind}-{one.big_blind}-{one.currency}"
            options[code] = f"{label} {one.structure.upper()}{chips}"
    set_choices(form, "game", [("", _("All games")), *((game, short_game_name(game)) for game in games)])
    set_choices(form, "stakes", [("", _("All stakes")), *options.items()])


def _place(choice: PlayedGame) -> tuple[bool, int, int, int, str]:
    """By currency, the chips of tournaments last, and from small to large stakes."""
    place = [info.code for info in all_currencies()].index(choice.currency) if choice.currency != CHIPS else 0
    return choice.currency == CHIPS, place, choice.big_blind, choice.small_blind, choice.structure


def _stakes(value: str) -> tuple[tuple[str, int, int] | None, str]:
    """The stakes of a choice and their currency."""
    if not value:
        return None, ""
    structure, small, big, code = value.split("-")
    return (structure, int(small), int(big)), code


def _today() -> date:
    return timezone.localdate()
