"""The operator's form as the page shows it: a short part, headings, and in each row what differs from the preset."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from django.forms import BoundField
from django.utils.translation import gettext_lazy

from games.engine.rules.house_rules import HOUSE_RULES, rules_without_effect
from games.engine.rules.mixed_games import MIXES
from games.engine.rules.variant import Forced
from games.engine.rules.variants import CATALOGUE
from games.text.amounts import AmountFormat
from games.text.house_rules.as_text import PRESET_NAMES, rules_of_group
from games.text.house_rules.form_fields import value_text
from games.text.house_rules.rule_text import FormGroup
from games.web.operators.form_hints import hints_of
from games.web.operators.table_form import TableForm
from games.web.operators.words import count_text

if TYPE_CHECKING:
    from games.text.house_rules.rule_text import Label

SHORT: Final = ("name", "how_many", "game", "structure", "currency", "big_blind", "seats", "min_buy_in", "max_buy_in")
SECTIONS: "Final[Sequence[tuple[str, Label, Sequence[str], FormGroup | None]]]" = (
    (
        "stakes",
        gettext_lazy("Blinds, antes and chips"),
        ("small_blind", "ante", "ante_kind", "bring_in", "every"),
        FormGroup.GENERAL,
    ),
    ("rake", gettext_lazy("Rake"), ("rake",), None),
    ("clock", gettext_lazy("Clock"), ("turn_seconds", "bank_seconds"), FormGroup.CLOCK),
    ("betting", gettext_lazy("Betting"), (), FormGroup.BETTING),
    ("showdown", gettext_lazy("Showdown"), (), FormGroup.SHOWDOWN),
    ("button", gettext_lazy("Button and blinds"), (), FormGroup.BUTTON_AND_BLINDS),
    ("chips", gettext_lazy("Chips and seat"), (), FormGroup.CHIPS_AND_SEAT),
    ("who", gettext_lazy("Who sits here"), ("new_password", "no_password", "bots", "feeds"), None),
    ("watching", gettext_lazy("Watching and chat"), ("closed_to_watchers", "watch_delay"), FormGroup.CHAT),
    ("itself", gettext_lazy("Opens and closes by itself"), ("closes_at", "most_alike", "empty_minutes"), None),
    ("lobby", gettext_lazy("Lobby"), ("sort_order",), None),
)
"""Key, heading, fields and group of house rules of each part that opens under a heading."""
DECIDED_BY_ROTATION: Final = ("structure", "small_blind", "ante", "ante_kind", "bring_in")


class FormRow(NamedTuple):
    """A field of the page; `preset_value` is what the preset says of a house rule that differs from it, else "".

    `is_new` is whether its value has just followed another field.
    """

    field: BoundField
    hint: str = ""
    preset_value: str = ""
    is_hidden: bool = False
    is_text: bool = False
    is_rule: bool = False
    is_new: bool = False


class FormSection(NamedTuple):
    """A heading with its rows; `differing` says how many rules differ from the preset, "" for none."""

    key: str
    title: "Label"
    rows: Sequence[FormRow]
    differing: str
    is_open: bool


class FormLayout(NamedTuple):
    """The whole form: what everybody fills in, the preset, and the rest behind headings."""

    short: Sequence[FormRow]
    preset: FormRow
    sections: Sequence[FormSection]
    differing: str


def layout_of(form: TableForm) -> FormLayout:
    """The layout of a form with its present values."""
    hints, hidden = hints_of(form), _without_effect(form)
    differing = {rule for rule in HOUSE_RULES if form.differs(rule)}
    house, preset = form.chosen_house, str(PRESET_NAMES[form.chosen_preset])
    amounts = AmountFormat(digits=form.digits)

    def row(name: str) -> FormRow:
        says = f"{preset}: {value_text(name, house, amounts)}" if name in differing else ""
        is_text = getattr(form.fields[name].widget, "input_type", "") in ("text", "number")
        return FormRow(
            form[name],
            hints.get(name, ""),
            says,
            name in hidden and not says,
            is_text,
            name in HOUSE_RULES,
            name in form.followed,
        )

    sections = []
    for key, title, names, group in SECTIONS:
        rules = rules_of_group(group) if group else ()
        rows = [row(name) for name in (*names, *rules) if name in form.fields]
        count = len(differing.intersection(rules))
        wrong = any(one.field.errors for one in rows) if form.is_bound else False
        sections.append(FormSection(key, title, rows, count_text(count), wrong))
    short = [row(name) for name in SHORT if name in form.fields]
    return FormLayout(short, row("preset")._replace(preset_value=""), sections, count_text(len(differing)))


def _without_effect(form: TableForm) -> set[str]:
    """The fields that mean nothing in the chosen game."""
    game, structure = form.chosen_game
    if game in MIXES:
        games = [(CATALOGUE[code], structure) for code, structure in MIXES[game]]
        without = frozenset.intersection(*(rules_without_effect(*one) for one in games))
        return {*DECIDED_BY_ROTATION, *without}
    if game not in CATALOGUE:
        return set()
    forced = CATALOGUE[game].forced
    fields = {"every"}
    if forced is not Forced.BLINDS:
        fields |= {"small_blind", "ante_kind"}
    if forced is not Forced.BRING_IN:
        fields.add("bring_in")
    return fields | rules_without_effect(CATALOGUE[game], structure)
