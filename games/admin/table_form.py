"""The operator's form for a table: amounts in whole units, turned into rules and checked together."""

from typing import Any, ClassVar, cast

from django import forms
from django.utils.translation import gettext_lazy as _

from backoffice.web.api import ReasonField
from games.admin.bases import CleanedData
from games.admin.house_rules_form import HouseRulesForm, initial_choices, nearest_preset
from games.admin.impartial import ImpartialForm
from games.engine.errors import IllegalAction
from games.engine.events.kinds import LONGEST_REASON
from games.engine.events.table import Change
from games.engine.rules.house_rule import Preset
from games.engine.rules.house_rules import ONLINE, HouseRules
from games.engine.rules.mixed_games import MIXES, rotation
from games.engine.rules.rake import NO_RAKE
from games.engine.rules.rake_presets import with_preset_rake, without_rake
from games.engine.rules.rules import Clock, Rules
from games.engine.rules.stakes import AnteKind, Stakes, Structure
from games.engine.rules.usual_stakes import usual_stakes
from games.engine.rules.variant import Variant
from games.engine.rules.variants import CATALOGUE
from games.models import LONGEST_DELAY, Table
from games.money.escrow import AmountField
from games.operations.impartiality import check_not_playing
from games.operations.tables import CHANGED_AT_ONCE, TableChanges, changes_of, check_readable, name_taken
from games.seating.must_move import check_must_move_link
from games.tables.validation import check_table
from games.text.games import STRUCTURES, code_of, short_game_name
from games.text.house_rule_fields import AS_PRESET
from games.text.rake import RAKE_NAMES
from games.text.refusals import refusal_text
from games.text.seconds import typed_milliseconds, whole_seconds

ANTE_KINDS = {AnteKind.EACH: _("by everybody"), AnteKind.BIG_BLIND: _("by the big blind for everybody")}
AS_IT_IS = "as_it_is"
RAKE_CHOICES = [("", AS_PRESET), *RAKE_NAMES.items()]
ROTATION_DECIDES = _("A rotation sets this for each of its games: leave it empty.")
ROTATION_STRUCTURE = _(
    "This rotation begins with another structure and sets those of its games itself: choose {first}."
)


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
    rake = forms.ChoiceField(label=_("Rake"), choices=RAKE_CHOICES, required=False)
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
    reason = ReasonField(
        label=_("reason"),
        required=False,
        max_length=LONGEST_REASON,
        help_text=_("Needed for a change: it is kept with the decision and shown to the players."),
    )
    no_password = forms.BooleanField(label=_("Remove the password"), required=False)

    class Meta:
        model = Table
        fields: ClassVar = [
            *("name", "seats", "min_buy_in", "max_buy_in", "bots", "sort_order", "closed_to_watchers", "watch_delay"),
            "feeds",
        ]

    rules: Rules
    changes: list[Change]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        main_tables = Table.objects.filter(is_open=True, tournament=None).exclude(pk=self.instance.pk)
        if isinstance(feeds := self.fields.get("feeds"), forms.ModelChoiceField):
            feeds.queryset = main_tables.defer("snapshot", "next_snapshot")
        before = self._before
        for name, value in _initial_values(before).items():
            self.initial.setdefault(name, value)
        self.add_preset_values()
        self.show_presets("rake", {preset: str(RAKE_NAMES[preset]) for preset in Preset})
        if before is not None:
            self._offer_what_is_stored(before)

    def _offer_what_is_stored(self, before: Rules) -> None:
        """Adds stored values that are not among the choices, so that saving the form keeps them."""
        self.offer_stored_values(before.house)
        if self.initial["rake"] == AS_IT_IS:
            cast(forms.ChoiceField, self.fields["rake"]).choices = [*RAKE_CHOICES, (AS_IT_IS, _("as it is now"))]
        if (game := code_of(before)) not in (*CATALOGUE, *MIXES):
            cast(forms.ChoiceField, self.fields["game"]).choices = [*_game_choices(), (game, short_game_name(game))]

    @property
    def password(self) -> str | None:
        """The new password of a valid form; "" removes it, None keeps it."""
        return "" if self.cleaned_data["no_password"] else self.cleaned_data["new_password"] or None

    @property
    def _before(self) -> Rules | None:
        return self.instance.rules if self.instance.pk else None

    def clean_name(self) -> str:
        """Refuses the name of another table, in any spelling, and one that nobody can read."""
        name: str = self.cleaned_data["name"]
        try:
            check_readable(name)
        except IllegalAction as refusal:
            raise forms.ValidationError(refusal_text(refusal.code)) from None
        if name_taken(name=name, but_for=self.instance.pk or 0):
            raise forms.ValidationError(refusal_text("name_taken"))
        return name

    def _post_clean(self) -> None:
        """Checks the row itself only where the form has found nothing: both would say the same."""
        if not self.errors:
            super()._post_clean()  # type: ignore[misc]  # the stubs leave this hook out

    def clean_watch_delay(self) -> int:
        """An empty field means no delay."""
        return self.cleaned_data["watch_delay"] or 0

    def check_impartial(self, data: CleanedData) -> bool:
        return check_not_playing(self.by, table_id=self.instance.pk) if self.instance.pk else False

    def clean(self) -> CleanedData:
        data: CleanedData = super().clean() or self.cleaned_data
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
            straddled = self._before is not None and self._before.house.straddle
            if data.get("straddle") == "on" and seats < 3 and not straddled:
                raise IllegalAction("straddle_needs_three")
            currency = self.instance.currency
            check_must_move_link(main=data["feeds"], rules=self.rules, currency=currency, table_id=self.instance.pk)
            self._check_reason(data)
        except IllegalAction as refusal:
            raise forms.ValidationError(refusal_text(refusal.code, refusal.detail)) from None
        return data

    def _check_reason(self, data: CleanedData) -> None:
        """Adds an error if something changes at an open table and no reason is given (F3)."""
        if not self.instance.pk or data.get("reason"):
            return
        before = Table.objects.defer("snapshot", "next_snapshot").get(pk=self.instance.pk)
        fields = cast(TableChanges, {name: data[name] for name in CHANGED_AT_ONCE if name in data})
        if changes_of(before, rules=self.rules, password=self.password, fields=fields):
            self.add_error("reason", refusal_text("why_needed"))

    def _rules(self, data: CleanedData) -> Rules:
        """The rules from the form's values; settings without a field keep their values."""
        before = self._before
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
        if data["rake"] == AS_IT_IS and before is not None:
            return rules._replace(rake=before.rake, mix_rakes=before.mix_rakes)
        return _with_rake(rules, data["rake"], Preset(data["preset"]))

    def _game(self, data: CleanedData, before: Rules | None) -> Rules:
        """The game or rotation; the stored rotation is kept while its limit is."""
        game, lower, every = data["game"], data["big_blind"], data["every"] or 0
        if before is not None and before.mix and (code_of(before), before.stakes.big_blind) == (game, lower):
            return Rules(before.variant, before.stakes, mix=before.mix, every=every)
        if game in MIXES:
            return rotation(game, lower, every=every)
        if game not in CATALOGUE:
            raise IllegalAction("mix_stakes_kept")
        return Rules(CATALOGUE[game], Stakes(Structure(data["structure"]), 0, lower))

    def _check_rotation(self, data: CleanedData, rules: Rules) -> None:
        """Adds an error to each field in which something was chosen that a rotation decides itself."""
        for name in ("small_blind", "ante", "bring_in"):
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
        amounts = {name: data[name] for name in ("small_blind", "ante", "bring_in") if self.is_typed(name)}
        return usual._replace(**amounts, ante_kind=AnteKind(data["ante_kind"] or AnteKind.EACH))


def _initial_values(rules: Rules | None) -> dict[str, object]:
    """The initial values: the table's settings, or the usual ones for a new table."""
    if rules is None:
        clock, house = Clock(), initial_choices(ONLINE)
        table: dict[str, object] = {"game": "holdem", "structure": "nl", "big_blind": 20_00}
    else:
        stakes, clock, house = rules.stakes, rules.clock, initial_choices(rules.house)
        # A rotation works its amounts out from the lower limit, and an amount of nothing is an empty field.
        shown = {"big_blind": stakes.big_blind} if rules.mix else stakes._asdict()
        amounts = {name: value for name, value in shown.items() if value}
        table = {"game": code_of(rules), "every": rules.every, "rake": _initial_rake(rules), **amounts}
        table |= {
            "structure": str(stakes.structure),
            "ante_kind": str(AnteKind.EACH if rules.mix else stakes.ante_kind),
        }
    return {**table, **house, "turn_seconds": whole_seconds(clock.turn), "bank_seconds": whole_seconds(clock.bank)}


def _initial_rake(rules: Rules) -> str:
    preset = nearest_preset(rules.house)
    return next((code for code in ("", *RAKE_NAMES) if _with_rake(rules, code, preset) == rules), AS_IT_IS)


def _with_rake(rules: Rules, code: str, preset: Preset) -> Rules:
    """The rules with the chosen profile; without a choice that of the preset (section Y)."""
    return without_rake(rules) if code == NO_RAKE.code else with_preset_rake(rules, Preset(code or preset))
