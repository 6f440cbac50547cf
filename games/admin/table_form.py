"""The operator's form for a table: amounts in whole units, turned into rules and checked together."""

from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from games.admin.house_rules_form import HouseRulesForm, initial_choices
from games.admin.impartial import ImpartialForm
from games.engine.errors import IllegalAction
from games.engine.rules.house_rules import ONLINE, HouseRules
from games.engine.rules.mixed_games import MIXES, rotation
from games.engine.rules.rake import ETHP_RAKE, NO_RAKE, RakeProfile, online_rake, showdown_rake
from games.engine.rules.rules import Clock, Rules
from games.engine.rules.stakes import AnteKind, Stakes, Structure
from games.engine.rules.usual_stakes import usual_stakes
from games.engine.rules.variant import Forced, Variant
from games.engine.rules.variants import CATALOGUE
from games.models import LONGEST_DELAY, Table
from games.operations.impartiality import check_not_playing
from games.seating.must_move import check_must_move_link
from games.tables.validation import check_table
from games.text.amount_field import AmountField
from games.text.games import STRUCTURES, code_of, short_game_name
from games.text.refusals import refusal_text

ANTE_KINDS = {AnteKind.EACH: _("by everybody"), AnteKind.BIG_BLIND: _("by the big blind for everybody")}


def _game_choices() -> list[tuple[str, str]]:
    return [(code, short_game_name(code)) for code in (*CATALOGUE, *MIXES)]


class TableForm(HouseRulesForm, ImpartialForm[Table]):
    """The settings of one table; `rules` is set when the form is valid."""

    game = forms.ChoiceField(label=_("Game"), choices=_game_choices)
    structure = forms.ChoiceField(label=_("Structure"), choices=list(STRUCTURES.items()))
    every = forms.IntegerField(
        label=_("Hands before the game changes"),
        min_value=0,
        max_value=1000,
        required=False,
        help_text=_("Mixed games only. Leave empty to change once everybody has had the button."),
    )
    big_blind = AmountField(required=False, label=_("Big blind or lower limit"))
    small_blind = AmountField(
        required=False,
        label=_("Small blind"),
        help_text=_("Leave empty for half the big blind. Games with antes have no small blind."),
    )
    ante = AmountField(
        required=False,
        label=_("Ante"),
        help_text=_("Leave empty for no ante; in stud and five card draw, for a fifth of the lower limit."),
    )
    ante_kind = forms.ChoiceField(
        label=_("The ante is posted"), choices=[(str(kind), name) for kind, name in ANTE_KINDS.items()], required=False
    )
    bring_in = AmountField(
        required=False, label=_("Bring-in"), help_text=_("Stud only. Leave empty for half the lower limit.")
    )
    turn_seconds = forms.IntegerField(label=_("Seconds per turn"), min_value=3, max_value=300)
    bank_seconds = forms.IntegerField(label=_("Seconds in the time bank"), min_value=0, max_value=600)
    rake = forms.ChoiceField(label=_("Rake"), choices=[(code, code) for code in ("none", "online", "showdown", "ethp")])
    min_buy_in = AmountField(required=False, label=_("Minimum buy-in"), help_text=_("Leave empty for no limit."))
    max_buy_in = AmountField(required=False, label=_("Maximum buy-in"), help_text=_("Leave empty for no limit."))
    watch_delay = forms.IntegerField(
        label=_("Delay for watchers, in seconds"), min_value=0, max_value=LONGEST_DELAY, required=False
    )
    new_password = forms.CharField(
        label=_("New password"),
        required=False,
        strip=True,
        max_length=64,
        help_text=_("Leave empty to keep the password."),
    )
    no_password = forms.BooleanField(label=_("Remove the password"), required=False)

    class Meta:
        model = Table
        fields: ClassVar = [
            *("name", "seats", "min_buy_in", "max_buy_in", "bots", "sort_order", "closed_to_watchers", "watch_delay"),
            "feeds",
        ]

    rules: Rules

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        main_tables = Table.objects.filter(is_open=True, tournament=None).exclude(pk=self.instance.pk)
        if isinstance(feeds := self.fields.get("feeds"), forms.ModelChoiceField):
            feeds.queryset = main_tables.defer("snapshot", "next_snapshot")
        for name, value in _initial_values(self._before).items():
            self.initial.setdefault(name, value)
        self.add_preset_values()

    @property
    def _before(self) -> Rules | None:
        return self.instance.rules if self.instance.pk else None

    def clean_watch_delay(self) -> int:
        """An empty field means no delay."""
        return self.cleaned_data["watch_delay"] or 0

    def check_impartial(self, data: dict[str, Any]) -> None:
        if self.instance.pk:
            check_not_playing(self.by, table_id=self.instance.pk)

    def clean(self) -> dict[str, Any]:
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if self.errors:
            return data
        seats = data.get("seats", self.instance.seats)
        try:
            self.rules = self._rules(data)
            check_table(
                rules=self.rules,
                seats=seats,
                min_buy_in=data["min_buy_in"],
                max_buy_in=data["max_buy_in"],
                bots=data["bots"],
            )
            if data.get("straddle") == "on" and seats < 3:
                raise IllegalAction("straddle_needs_three")
            currency = self.instance.currency
            check_must_move_link(main=data["feeds"], rules=self.rules, currency=currency, table_id=self.instance.pk)
        except IllegalAction as refusal:
            raise forms.ValidationError(refusal_text(refusal.code, refusal.detail)) from None
        return data

    def _rules(self, data: dict[str, Any]) -> Rules:
        """The rules from the form's values; settings without a field keep their values."""
        before, game, structure = self._before, data["game"], Structure(data["structure"])
        if game in MIXES:
            rules = rotation(game, data["big_blind"], every=data["every"] or 0)
        else:
            variant = CATALOGUE[game]
            rules = Rules(variant, Stakes(structure, 0, data["big_blind"]))
        house = self.house_rules([(game.variant, game.stakes.structure) for game in rules.mix or (rules,)])
        if not rules.mix:
            rules = rules._replace(stakes=_stakes(data, rules.variant, structure, house))
        clock = before.clock if before else Clock()
        return rules._replace(
            house=house,
            rake=_rake(data["rake"], rules.variant, rules.stakes, before),
            clock=clock._replace(turn=data["turn_seconds"] * 1000, bank=data["bank_seconds"] * 1000),
        )


def _initial_values(rules: Rules | None) -> dict[str, object]:
    """The initial values: the table's settings, or the usual ones for a new table."""
    if rules is None:
        clock, house = Clock(), initial_choices(ONLINE)
        table: dict[str, object] = {"game": "holdem", "structure": "nl", "big_blind": 20_00, "rake": "none"}
    else:
        stakes, clock, house = rules.stakes, rules.clock, initial_choices(rules.house)
        table = {"game": code_of(rules), "every": rules.every, **stakes._asdict(), "rake": rules.rake.code}
        table |= {"structure": str(stakes.structure), "ante_kind": str(stakes.ante_kind)}
    return {**table, **house, "turn_seconds": clock.turn // 1000, "bank_seconds": clock.bank // 1000}


def _stakes(data: dict[str, Any], variant: Variant, structure: Structure, house: HouseRules) -> Stakes:
    """The stakes from the form, with the usual amounts for empty fields."""
    usual = usual_stakes(variant, structure, data["big_blind"], unit=house.chip_unit)
    blinds = variant.forced is Forced.BLINDS
    return usual._replace(
        small_blind=data["small_blind"] or usual.small_blind,
        ante=data["ante"] or usual.ante,
        ante_kind=AnteKind(data["ante_kind"] or AnteKind.EACH) if blinds else AnteKind.EACH,
        bring_in=data["bring_in"] or usual.bring_in,
    )


def _rake(code: str, variant: Variant, stakes: Stakes, before: Rules | None) -> RakeProfile:
    if before is not None and (before.rake.code, before.variant, before.stakes) == (code, variant, stakes):
        return before.rake
    omaha = variant.code == "omaha" and stakes.structure is Structure.POT_LIMIT
    profiles = {
        "showdown": showdown_rake(omaha_pot_limit=omaha, small_blind=stakes.small_blind),
        "ethp": ETHP_RAKE,
        "online": online_rake(stakes.big_blind),
    }
    return profiles.get(code, NO_RAKE)
