"""The operator's form for a table: amounts in whole units, turned into rules and checked together."""

from datetime import datetime
from typing import Any, TypeAlias, cast

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from backoffice.text import clean_line
from games.engine.errors import IllegalAction
from games.engine.rules.house_rule import Preset
from games.engine.rules.house_rules import HouseRules
from games.engine.rules.mixed_games import MIXES, rotation
from games.engine.rules.rules import Clock, Rules
from games.engine.rules.stakes import AnteKind, Stakes, Structure
from games.engine.rules.usual_stakes import check_limit_blinds, usual_stakes
from games.engine.rules.variant import Variant
from games.engine.rules.variants import CATALOGUE
from games.models import Table
from games.money.escrow import (
    AmountField,
    amount_text,
    currencies,
    currency,
    currency_label,
    default_currency,
    set_currency,
)
from games.operations.tables import check_alike, check_closing_time, check_readable, name_taken
from games.seating.must_move import check_must_move_link
from games.tables.rake_profiles import AS_IT_IS, with_chosen_rake
from games.tables.settings import TableSettings
from games.tables.validation import check_table
from games.text.amounts import AmountFormat
from games.text.games import STRUCTURES, code_of, short_game_name
from games.text.refusals import refusal_text
from games.text.seconds import typed_milliseconds
from games.web.operators.initial_values import initial_values, usual_buy_ins
from games.web.operators.rake_choice import STORED_CHOICE, choices_for
from games.web.operators.table_fields import TableFields, game_choices

CleanedData: TypeAlias = dict[str, Any]
"""What a form has read, by field; `Any`, as each field has its own type."""
ROTATION_DECIDES = _("A rotation sets this for each of its games: leave it empty.")
ROTATION_STRUCTURE = _(
    "This rotation begins with another structure and sets those of its games itself: choose {first}."
)
FIELD_OF_REFUSAL = {
    "seats_out_of_range": "seats", "too_many_bots": "bots", "buy_in_bounds_wrong": "max_buy_in",
    "max_buy_in_too_small": "max_buy_in", "buy_in_below_stack": "min_buy_in", "structure_not_played": "structure",
    "blinds_wrong": "small_blind", "no_blinds_here": "small_blind", "limit_wrong": "big_blind",
    "limit_blinds_wrong": "small_blind",
    "ante_wrong": "ante", "ante_out_of_range": "ante", "ante_each_here": "ante_kind",
    "no_bring_in_here": "bring_in", "bring_in_out_of_range": "bring_in", "straddle_needs_three": "straddle",
    "rake_not_in_chips": "rake", "rake_other_currency": "rake", "rake_retired": "rake", "rake_not_yet": "rake",
    "rake_unknown": "rake", "straddle_fills_cap": "straddle", "rabbit_fee_without_hunt": "rabbit_fee",
    "protection_never": "protections_a_day", "chip_unit_too_small": "chip_unit", "mix_stakes_kept": "big_blind",
    "preset_too_fine": "preset",
    "feeds_itself": "feeds", "feeds_closed": "feeds", "feeds_chain": "feeds", "is_fed": "feeds",
    "feeds_another_game": "feeds", "name_taken": "name", "name_too_long": "name",
    "closing_time_over": "closes_at",
    "alike_must_move": "most_alike", "alike_opened_for": "most_alike",
}  # fmt: skip
"""The field at which a refusal is shown that names none itself; the others are shown above the form."""
WORKED_OUT = ("small_blind", "ante", "bring_in")
"""The amounts that a rotation works out from its limit, so that they are put right there."""


def currency_choices(also: str = "") -> list[tuple[str, str]]:
    """The currencies that a table may be played in, and the one that it is played in."""
    codes = dict.fromkeys([*(info.code for info in currencies()), *([also] if also else [])])
    return [(code, currency_label(code)) for code in codes]


class TableForm(TableFields):
    """The settings of one table; `rules` and `settings` are set when the form is valid.

    `table` is the table that is changed, None for new ones; `start` are the settings that the form shows at first.
    """

    rules: Rules

    def __init__(
        self, data: Any = None, *, table: Table | None = None, start: TableSettings | None = None, **initial: object
    ) -> None:
        self.table, self.start = table, start
        shown = initial_values(start)
        super().__init__(data, initial={**shown, **initial})
        main_tables = Table.objects.filter(is_open=True, tournament=None)
        feeds = cast("forms.ModelChoiceField[Table]", self.fields["feeds"])
        feeds.queryset = main_tables.exclude(pk=table.pk if table else 0).only("name")
        cast(forms.ChoiceField, self.fields["currency"]).choices = currency_choices(start.currency if start else "")
        set_currency(self, self.chosen_currency)
        now = start.rules.rake.code if start else ""
        cast(forms.ChoiceField, self.fields["rake"]).choices = choices_for(self.chosen_currency, now=now)
        if table is None:
            del self.fields["no_password"], self.fields["seen"]
            self.fields["new_password"].label = _("Password")
            self.fields["new_password"].help_text = _(
                "Only players who know it, or have the link of the table, may sit down. Leave empty to let anybody."
            )
            self.fields["reason"].help_text = _("Kept in the log, if there is anything to say.")
        else:
            del self.fields["how_many"]
            self.fields["name"].help_text = ""
            self.fields["reason"].help_text = _(
                "Needed for a change: it is kept with the decision and shown to the players."
            )
        if start is not None:
            self._offer_what_is_stored(start.rules, rake=str(shown.get("rake", "")))
        self.show_preset_values()
        self.followed = self._follow_stakes()

    def _follow_stakes(self) -> frozenset[str]:
        """Shows the usual buy-ins of the stakes typed, where those of other stakes stand; the names of these fields.

        `usual_for` is the hidden big blind whose usual buy-ins the form has shown; only new tables have it. The page
        empties it when somebody types a buy-in.
        """
        if not self.is_new or self.start is not None:
            del self.fields["usual_for"]
            return frozenset()
        self.fields["usual_for"].widget = forms.HiddenInput()
        big_blind, before = self._amount("big_blind"), self._amount("usual_for")
        shown = self._amount("min_buy_in"), self._amount("max_buy_in")
        if not big_blind or not before or big_blind == before or shown != usual_buy_ins(before):
            return frozenset()
        least, most = usual_buy_ins(big_blind)
        amounts = {"usual_for": big_blind, "min_buy_in": least, "max_buy_in": most}
        texts = {name: amount_text(amount, self.chosen_currency) for name, amount in amounts.items()}
        if self.is_bound:
            typed = cast(QueryDict, self.data).copy()
            for name, text in texts.items():
                typed[name] = text
            self.data = typed
        else:
            self.initial = {**self.initial, **texts}
        return frozenset(texts)

    def _amount(self, name: str) -> int:
        """The amount that a field is to show, minor units; 0 for none and for one that is wrong."""
        field, value = self.fields[name], (self.data if self.is_bound else self.initial).get(name)
        try:
            return cast(AmountField, field).clean(field.prepare_value(value) or "")
        except forms.ValidationError:
            return 0

    def _offer_what_is_stored(self, before: Rules, *, rake: str) -> None:
        """Adds stored values that are not among the choices, so that saving the form keeps them."""
        self.offer_stored_values(before.house)
        rakes = cast(forms.ChoiceField, self.fields["rake"])
        if rake == AS_IT_IS:
            choices = cast("list[tuple[str, str]]", rakes.choices)
            rakes.choices = [*choices, (STORED_CHOICE[0], str(STORED_CHOICE[1]))]
        if (game := code_of(before)) not in (*CATALOGUE, *MIXES):
            cast(forms.ChoiceField, self.fields["game"]).choices = [*game_choices(), (game, short_game_name(game))]

    @property
    def is_new(self) -> bool:
        """Whether the form opens tables."""
        return "how_many" in self.fields

    @property
    def chosen_currency(self) -> str:
        """The code of the currency that the form shows."""
        shown = str(self["currency"].value() or "")
        offered = {code for code, _label in currency_choices(self.start.currency if self.start else "")}
        return shown if shown in offered else default_currency()

    @property
    def digits(self) -> int:
        """The decimals of that currency."""
        return currency(self.chosen_currency).digits

    @property
    def chosen_game(self) -> tuple[str, Structure]:
        """The code of the game that the form shows and its structure, whether the form is right otherwise or not."""
        structure = str(self["structure"].value() or "")
        return str(self["game"].value() or ""), Structure(structure) if structure in {
            *Structure
        } else Structure.NO_LIMIT

    @property
    def password(self) -> str | None:
        """The new password of a valid form; "" removes it, None keeps it."""
        return "" if self.cleaned_data.get("no_password") else self.cleaned_data["new_password"] or None

    @property
    def settings(self) -> TableSettings:
        """The settings of a valid form that can be copied."""
        data = self.cleaned_data
        return TableSettings(self.rules, **{name: data[name] for name in TableSettings._fields if name != "rules"})

    def clean_name(self) -> str:
        """Refuses the name of another table, in any spelling, and one that nobody can read."""
        name = clean_line(self.cleaned_data["name"])
        try:
            check_readable(name)
        except IllegalAction as refusal:
            raise forms.ValidationError(refusal_text(refusal.code)) from None
        if self.table is not None and name_taken(name=name, but_for=self.table.pk):
            raise forms.ValidationError(refusal_text("name_taken"))
        return name

    def clean_watch_delay(self) -> int:
        """An empty field means no delay."""
        return self.cleaned_data["watch_delay"] or 0

    def clean_closes_at(self) -> datetime | None:
        """Refuses a moment that is over, unless it is the one that the table has."""
        at: datetime | None = self.cleaned_data["closes_at"]
        if self.table is not None and at == self.table.closes_at:
            return at
        try:
            check_closing_time(at)
        except IllegalAction as refusal:
            raise forms.ValidationError(refusal_text(refusal.code)) from None
        return at

    def clean_most_alike(self) -> int:
        """An empty field means no other tables."""
        return self.cleaned_data["most_alike"] or 0

    def clean_empty_minutes(self) -> int:
        """An empty field means never."""
        return self.cleaned_data["empty_minutes"] or 0

    def clean_bots(self) -> int:
        """An empty field means no house bots."""
        return self.cleaned_data["bots"] or 0

    def clean_sort_order(self) -> int:
        """An empty field means the first position."""
        return self.cleaned_data["sort_order"] or 0

    def clean(self) -> CleanedData:
        """Checks the settings together."""
        data: CleanedData = super().clean() or self.cleaned_data
        if self.errors:
            return data
        try:
            self.rules = self._rules(data)
            self._check_together(data)
        except IllegalAction as refusal:
            self.show_refusal(refusal)
        return data

    def show_refusal(self, refusal: IllegalAction) -> None:
        """Shows a refusal at the field that is at fault, where it is one field's fault."""
        amounts = AmountFormat(digits=self.digits)
        text = refusal_text(refusal.code, refusal.detail, amount=amounts.text)
        field = FIELD_OF_REFUSAL.get(refusal.code) or refusal.detail.get("of")
        if field in WORKED_OUT and self.cleaned_data.get("game") not in CATALOGUE:
            field = "big_blind"
        self.add_error(cast("str | None", field), text)

    def _check_together(self, data: CleanedData) -> None:
        check_table(
            rules=self.rules,
            seats=data["seats"],
            min_buy_in=data["min_buy_in"],
            max_buy_in=data["max_buy_in"],
            bots=data["bots"],
        )
        check_limit_blinds(self.rules, None if self.is_new or self.start is None else self.start.rules)
        straddled = self.start is not None and self.start.rules.house.straddle
        if data.get("straddle") == "on" and data["seats"] < 3 and not straddled:
            raise IllegalAction("straddle_needs_three")
        number = self.table.pk if self.table else None
        check_must_move_link(main=data.get("feeds"), rules=self.rules, currency=data["currency"], table_id=number)
        opened_for = self.table.opened_for if self.table else None
        check_alike(most_alike=data["most_alike"], feeds=data.get("feeds"), opened_for=opened_for)
        if self.is_new and data["how_many"] == 1 and name_taken(name=data["name"]):
            raise IllegalAction("name_taken")

    def _rules(self, data: CleanedData) -> Rules:
        """The rules from the form's values; settings without a field keep their values."""
        before = self.start.rules if self.start else None
        rules = self._game(data, before)
        games = [(game.variant, game.stakes.structure) for game in rules.mix or (rules,)]
        house = self.house_rules(games, before.house if before else None)
        if rules.mix:
            self._check_rotation(data, rules)
        else:
            rules = rules._replace(stakes=self._stakes(data, rules.variant, house))
            if data["every"]:
                self.add_error("every", _("Only a rotation changes its game: leave it empty."))
        clock = before.clock if before else Clock()
        rules = rules._replace(
            house=house,
            clock=clock._replace(
                turn=typed_milliseconds(data["turn_seconds"], clock.turn),
                bank=typed_milliseconds(data["bank_seconds"], clock.bank),
            ),
        )
        preset, currency = Preset(data["preset"]), data["currency"]
        return with_chosen_rake(rules, data["rake"], preset=preset, currency=currency, before=before)

    def _game(self, data: CleanedData, before: Rules | None) -> Rules:
        """The game or rotation; the stored rotation is kept while its limit is and it is in whole chips."""
        game, lower, every, chip = data["game"], data["big_blind"], data["every"] or 0, self.chip_unit
        if before is not None and before.mix and (code_of(before), before.stakes.big_blind) == (game, lower):
            whole = not any(amount % chip for one in before.mix for amount in one.stakes.amounts.values())
            if whole or game not in MIXES:
                return Rules(before.variant, before.stakes, mix=before.mix, every=every)
        if game in MIXES:
            return rotation(game, lower, every=every, unit=chip)
        if game not in CATALOGUE:
            raise IllegalAction("mix_stakes_kept")
        return Rules(CATALOGUE[game], Stakes(Structure(data["structure"]), 0, lower))

    def _check_rotation(self, data: CleanedData, rules: Rules) -> None:
        """Adds an error to each field in which something was chosen that a rotation decides itself."""
        for name in WORKED_OUT:
            if data[name]:
                self.add_error(name, ROTATION_DECIDES)
        if data["ante_kind"] == AnteKind.BIG_BLIND:
            self.add_error("ante_kind", ROTATION_DECIDES)
        first = rules.stakes.structure
        if data["structure"] != first:
            self.add_error("structure", str(ROTATION_STRUCTURE).format(first=STRUCTURES[first]))

    def _stakes(self, data: CleanedData, variant: Variant, house: HouseRules) -> Stakes:
        """The stakes from the form, with the usual amounts for empty fields."""
        usual = usual_stakes(variant, Structure(data["structure"]), data["big_blind"], unit=house.chip_unit)
        amounts = {name: data[name] for name in WORKED_OUT if self.is_typed(name)}
        return usual._replace(**amounts, ante_kind=AnteKind(data["ante_kind"] or AnteKind.EACH))
