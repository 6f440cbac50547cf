"""The structure editor: levels, templates and the expected length (T1, T4, T11)."""

from collections.abc import Iterable
from typing import NamedTuple

from django import forms
from django.http import QueryDict
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.engine.errors import IllegalAction
from games.engine.rules.house_rule import Preset
from games.engine.rules.stakes import AnteKind
from tournaments.engine.setup.house_rules import ANTE_KINDS
from tournaments.engine.setup.setup import Game
from tournaments.engine.setup.structure import (
    MINUTE,
    Break,
    Hourly,
    Level,
    Race,
    Structure,
    forecast,
    length,
    usual_races,
)
from tournaments.engine.setup.templates import TEMPLATES, structure_for
from tournaments.web.text.house_rules import ANTE_KIND_NAMES
from tournaments.web.text.refusals import refusal_text
from tournaments.web.text.typed_numbers import LARGEST, whole_number

MOST_LEVELS = 60
FIELDS_OF_REFUSALS = {
    "stack_too_small": "stack",
    "stack_not_payable": "stack",
    "bad_chips": "chips",
    "bad_races": "races",
    "race_without_level": "races",
    "races_fall": "races",
    "bad_chip_list": "chips",
    "bad_race_list": "races",
}
"""The field at which a refusal is shown; one that names a level is shown at the level."""
TEMPLATE_NAMES: dict[str, Promise] = {
    "hyper": pgettext_lazy("structure of a tournament", "Hyper"),
    "turbo": pgettext_lazy("structure of a tournament", "Turbo"),
    "standard": pgettext_lazy("structure of a tournament", "Standard"),
    "deep": pgettext_lazy("structure of a tournament", "Deep"),
}
COLUMNS = ("small", "big", "ante", "minutes", "rest", "bring_in")


class Line(NamedTuple):
    """A level in the editor: the typed values and the computed forecast.

    `usual` is the default bring-in; `begins` is None for a level that play is not expected to reach; `wrong` says why
    the level is refused.
    """

    number: int
    small: str = ""
    big: str = ""
    ante: str = ""
    minutes: str = ""
    rest: str = ""
    bring_in: str = ""
    usual: int = 0
    begins: int | None = None
    players: int = 0
    average: int = 0
    big_blinds: int = 0
    wrong: str = ""


class ComputedStructure(NamedTuple):
    """A playable structure: its levels with their forecast, the expected length in ms, and the chip races.

    `big_blinds` is the starting stack in big blinds.
    """

    levels: list[Line]
    length: int
    races: tuple[Race, ...]
    big_blinds: int


class StructureForm(forms.Form):
    """The fields of a structure; `levels` holds its levels, which have columns of their own."""

    stack = forms.IntegerField(label=gettext_lazy("Starting stack"), min_value=1, max_value=LARGEST)
    ante_kind = forms.ChoiceField(
        label=gettext_lazy("Antes"),
        choices=[(kind.value, name) for kind, name in ANTE_KIND_NAMES.items()],
    )
    chips = forms.CharField(
        label=gettext_lazy("Chips"),
        required=False,
        max_length=200,
        help_text=gettext_lazy("Values in rising order: 25, 100, 500. Leave empty if every amount can be paid."),
    )
    races = forms.CharField(
        label=gettext_lazy("Chip races"),
        required=False,
        max_length=200,
        help_text=gettext_lazy(
            "Level, and the smallest chip from that level on: 7:100, 15:500. Leave empty to race a chip off "
            "as soon as it is not needed."
        ),
    )
    hourly_minute = forms.IntegerField(
        label=gettext_lazy("Break at minute of each hour"), min_value=0, max_value=59, required=False
    )
    hourly_length = forms.IntegerField(
        label=gettext_lazy("Length of that break, minutes"),
        min_value=0,
        max_value=59,
        required=False,
        help_text=gettext_lazy("0: no breaks by the clock."),
    )
    round_cost = forms.IntegerField(
        label=gettext_lazy("Minutes taken off the clock for each hand-for-hand hand"), min_value=0, max_value=30
    )
    expected = forms.IntegerField(label=gettext_lazy("Forecast for this many players"), min_value=2, max_value=100_000)

    def __init__(self, data: QueryDict | None = None, *, now: Structure, players: int = 54) -> None:
        super().__init__(data, initial={**_initial(now), "expected": players})
        self.levels = _submitted_levels(data) if data is not None else _lines_of(now)

    def structure(self) -> Structure:
        """The structure of a valid form; raises IllegalAction when it cannot be played."""
        data, chips = self.cleaned_data, self._chips()
        if len(self.levels) > MOST_LEVELS:
            raise IllegalAction("too_many_levels", levels=MOST_LEVELS)
        levels, breaks = [], []
        for line in self.levels:
            small, big, ante, minutes, rest, bring_in = (_number_of(line, name) for name in COLUMNS)
            levels.append(Level(small, big, ante, minutes * MINUTE, bring_in))
            if rest:
                breaks.append(Break(line.number, rest * MINUTE))
        races = chip_races(data["races"]) if data["races"].strip() else usual_races(levels, chips)
        made = Structure(
            data["stack"],
            tuple(levels),
            tuple(breaks),
            Hourly(data["hourly_minute"] or 0, (data["hourly_length"] or 0) * MINUTE),
            AnteKind(data["ante_kind"]),
            chips,
            races,
            data["round_cost"] * MINUTE,
        )
        made.check()
        return made

    def add_refusal(self, refusal: IllegalAction) -> None:
        """Show a refusal at its level or field, or above the form."""
        text, number = refusal_text(refusal.code, refusal.detail), refusal.detail.get("level")
        if isinstance(number, int) and 1 <= number <= len(self.levels):
            self.levels[number - 1] = self.levels[number - 1]._replace(wrong=text)
        else:
            self.add_error(FIELDS_OF_REFUSALS.get(refusal.code), text)

    @property
    def has_errors(self) -> bool:
        """Whether a field or a level is refused."""
        return bool(self.errors) or any(line.wrong for line in self.levels)

    def _chips(self) -> tuple[int, ...]:
        """The typed chips; raises IllegalAction."""
        try:
            return whole_numbers(self.cleaned_data["chips"])
        except IllegalAction:
            raise IllegalAction("bad_chip_list") from None

    def compute(self, structure: Structure) -> ComputedStructure:
        """The forecast of a playable structure for the expected number of players; the form is valid or untyped."""
        players = (self.cleaned_data if self.is_bound else self.initial)["expected"]
        forecasts = {row.level: row for row in forecast(structure, players=players)}
        lines = []
        for line in self.levels:
            computed = line._replace(usual=structure.usual_bring_in(line.number))
            if row := forecasts.get(line.number):
                computed = computed._replace(
                    begins=row.begins, players=row.players, average=row.average, big_blinds=row.big_blinds
                )
            lines.append(computed)
        return ComputedStructure(
            lines,
            length(structure, players=players),
            structure.races,
            structure.stack // structure.level(1).big_blind,
        )


def _number_of(line: Line, name: str) -> int:
    """A number of a level; raises IllegalAction with the level."""
    try:
        return whole_number(getattr(line, name))
    except IllegalAction:
        raise IllegalAction("level_number", level=line.number) from None


def whole_numbers(typed: str) -> tuple[int, ...]:
    """Numbers separated by commas."""
    return tuple(whole_number(part) for part in typed.split(",") if part.strip())


def chip_races(typed: str) -> tuple[Race, ...]:
    """Chip races typed as "7:100, 15:500"."""
    races = []
    for part in typed.split(","):
        level, colon, chip = part.partition(":")
        try:
            races.append(Race(whole_number(level), whole_number(chip)))
        except IllegalAction:
            raise IllegalAction("bad_race_list") from None
        if not colon:
            raise IllegalAction("bad_race_list")
    return tuple(races)


def structure_from_template(template: str, *, games: Iterable[Game], preset: str) -> Structure:
    """The structure of a template for these games, with the antes of a preset; the standard one for an unknown name."""
    name = template if template in TEMPLATES else "standard"
    chosen = Preset(preset) if preset in {*Preset} else Preset.ONLINE
    return structure_for(name, games=games, ante_kind=ANTE_KINDS[chosen])


def _submitted_levels(data: QueryDict) -> list[Line]:
    """The submitted rows without empty ones; the column for bring-ins may be missing."""
    *columns, bring_in = (data.getlist(name)[: MOST_LEVELS + 1] for name in COLUMNS)
    rows = zip(*columns, bring_in or [""] * (MOST_LEVELS + 1), strict=False)
    typed = [row for row in rows if any(part.strip() for part in row[:2])]
    return [Line(number, *row) for number, row in enumerate(typed, 1)]


def _lines_of(structure: Structure) -> list[Line]:
    return [
        Line(
            number,
            str(level.small_blind),
            str(level.big_blind),
            str(level.ante or ""),
            str(level.length // MINUTE),
            str(structure.break_after(number) // MINUTE or ""),
            str(level.bring_in or ""),
        )
        for number, level in enumerate(structure.levels[:MOST_LEVELS], 1)
    ]


def _initial(structure: Structure) -> dict[str, object]:
    """A structure as the initial values of the fields."""
    usual = structure.races == usual_races(structure.levels, structure.chips)
    return {
        "stack": structure.stack,
        "ante_kind": structure.ante_kind.value,
        "chips": ", ".join(map(str, structure.chips)),
        "races": "" if usual else ", ".join(f"{level}:{chip}" for level, chip in structure.races),
        "hourly_minute": structure.hourly.minute,
        "hourly_length": structure.hourly.length // MINUTE,
        "round_cost": structure.round_cost // MINUTE,
    }
