"""The announcement form: everything fixed before a tournament starts (T1)."""

from datetime import datetime
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy

from backoffice.web.api import LineField
from games.engine.errors import IllegalAction
from games.engine.events.kinds import LONGEST_REASON
from games.engine.rules.mixed_games import MIXES as ROTATIONS
from games.engine.rules.stakes import Structure as Betting
from games.text.games import GAMES, MIXES, STRUCTURES, short_game_name
from games.text.house_rules.rule_text import Label
from games.text.seconds import SECOND
from games.web.api import AmountField, CurrencyField, set_choices, set_currency, use_chosen_currency
from tournaments.engine.setup.payouts import STANDARD, WHOLE, Payouts, Row
from tournaments.engine.setup.setup import AddOn, LateRegistration, Price, Rebuy, Setup
from tournaments.engine.setup.structure import Structure
from tournaments.web.announce.choices import PAYOUT_CHOICES, SCHEDULE_CHOICES
from tournaments.web.announce.house_rules_form import HouseRulesForm
from tournaments.web.announce.initial_values import initial_values
from tournaments.web.announce.typed_values import amounts, games_of, payout_rows
from tournaments.web.text.refusals import refusal_text

MOST_PLAYERS = 100_000
DAY_HOURS = 24
MOST_AHEAD_HOURS = 60 * DAY_HOURS
"""A schedule announces its tournaments at most this long before their start."""
MIN_WAIT, MAX_WAIT = 5, 300
"""The fewest and the most seconds a table may wait for a re-buy."""
LONGEST_PROPOSAL = 3_600
"""The most seconds a deal proposal may stay open."""
ONLY_NEW = ("schedule", "ahead", "bots")
"""The fields that cannot change after the announcement."""
ONLY_CHANGES = ("why",)
"""The fields of a change alone."""
FIELDS_OF_REFUSALS = {
    "past": "starts_at",
    "no_start": "starts_at",
    "again_has_times": "schedule",
    "end_past": "ends_at",
    "ends_before_start": "ends_at",
    "bad_seats": "seats",
    "bad_final_seats": "final_seats",
    "bad_betting": "betting",
    "bad_players": "max_players",
    "min_players_too_small": "min_players",
    "tournament_full": "max_players",
    "shootout_closed": "shootout",
    "late_without_level": "late_until",
    "late_not_payable": "late_until",
    "rebuy_without_level": "rebuy_until",
    "rebuy_not_payable": "rebuy_chips",
    "addon_without_level": "addon_at",
    "addon_not_payable": "addon_chips",
    "bad_payout_line": "rows",
    "bad_payout_entries": "rows",
    "payout_not_whole": "rows",
    "bad_shares": "rows",
    "rows_not_ascending": "rows",
    "bad_fixed_prizes": "fixed",
    "bad_amount": "fixed",
    "bad_clock": "turn_seconds",
    "why_needed": "why",
}
"""The field at which a refusal is shown; the others are shown above the form."""
NEEDED_PRIZES = {
    "table": ("rows", "no_payout_table"),
    "fixed": ("fixed", "no_fixed_prizes"),
    "satellite": ("ticket", "no_ticket_value"),
}
"""The field that each kind of payout cannot do without, and the refusal when it is empty."""


def _whole_number(
    label: Label, *, least: int = 0, most: int = MOST_PLAYERS, help_text: Label = ""
) -> forms.IntegerField:
    return forms.IntegerField(label=label, min_value=least, max_value=most, required=False, help_text=help_text)


def _optional_amount(label: Label) -> AmountField:
    return AmountField(label=label, required=False)


class AnnouncementForm(HouseRulesForm):
    """The announcement except for its structure, which has its own editor."""

    name = LineField(label=gettext_lazy("Name of the tournament"), min_length=2, max_length=60)
    game = forms.ChoiceField(label=gettext_lazy("Game"))
    betting = forms.ChoiceField(label=gettext_lazy("Betting"), choices=list(STRUCTURES.items()))
    every = forms.ChoiceField(
        label=gettext_lazy("A rotation changes"),
        choices=[
            ("0", gettext_lazy("after an orbit")),
            ("-1", gettext_lazy("with the level")),
            *((str(count), str(count)) for count in (6, 8, 10)),
        ],
        required=False,
    )
    seats = forms.TypedChoiceField(
        label=gettext_lazy("Seats per table"), coerce=int, choices=[(n, n) for n in range(2, 11)]
    )
    final_seats = _whole_number(gettext_lazy("Seats at the final table"), least=0, most=10)
    shootout = forms.BooleanField(label=gettext_lazy("Shootout: each table to its last player"), required=False)
    starts_at = forms.DateTimeField(
        label=gettext_lazy("Start"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        help_text=gettext_lazy("Leave empty to start as soon as it is full (Sit & Go)."),
    )
    ends_at = forms.DateTimeField(
        label=gettext_lazy("Announced end"),
        required=False,
        widget=forms.DateTimeInput(attrs={"type": "datetime-local"}, format="%Y-%m-%dT%H:%M"),
        help_text=gettext_lazy("Leave empty to play until one player has all the chips."),
    )
    min_players = _whole_number(
        gettext_lazy("Minimum players"), help_text=gettext_lazy("Leave empty for one full table.")
    )
    max_players = _whole_number(
        gettext_lazy("Maximum players"),
        help_text=gettext_lazy("Leave empty for no limit; a Sit & Go then starts with the minimum."),
    )
    bots = _whole_number(
        gettext_lazy("House bots"), most=1000, help_text=gettext_lazy("This many house bots register automatically.")
    )
    schedule = forms.ChoiceField(label=gettext_lazy("Schedule"), choices=list(SCHEDULE_CHOICES.items()), required=False)
    ahead = _whole_number(
        gettext_lazy("A schedule announces this many hours ahead"),
        least=1,
        most=MOST_AHEAD_HOURS,
        help_text=gettext_lazy("Before each start. Leave empty for a day."),
    )
    password = forms.CharField(
        label=gettext_lazy("Password"),
        required=False,
        max_length=64,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
        help_text=gettext_lazy("Leave empty to let anybody register."),
    )
    unlock = forms.BooleanField(label=gettext_lazy("Remove the password"), required=False)
    currency = CurrencyField(help_text=gettext_lazy("A tournament keeps its currency."))
    pool = _optional_amount(gettext_lazy("Buy-in to the prizes"))
    fee = _optional_amount(gettext_lazy("Fee"))
    bounty = _optional_amount(gettext_lazy("Bounty"))
    progressive = forms.BooleanField(label=gettext_lazy("Half of a bounty raises the winner's own"), required=False)
    late_until = _whole_number(gettext_lazy("Late registration to the end of level"), most=60)
    entries = _whole_number(gettext_lazy("Entries per player"), least=1, most=100)
    rebuy_until = _whole_number(gettext_lazy("Re-buys to the end of level"), most=60)
    rebuy_pool = _optional_amount(gettext_lazy("Re-buy to the prizes"))
    rebuy_fee = _optional_amount(gettext_lazy("Re-buy fee"))
    rebuy_chips = _whole_number(gettext_lazy("Re-buy chips"), least=1, most=1_000_000_000)
    rebuy_below = _whole_number(gettext_lazy("With this many chips or fewer"), most=1_000_000_000)
    rebuy_most = _whole_number(gettext_lazy("Re-buys per player, 0 for no limit"), most=1000)
    rebuy_wait = _whole_number(
        gettext_lazy("Seconds to decide on a re-buy"),
        least=MIN_WAIT,
        most=MAX_WAIT,
        help_text=gettext_lazy("The table waits this long for the answer."),
    )
    addon_at = _whole_number(gettext_lazy("Add-on in level"), most=60)
    addon_pool = _optional_amount(gettext_lazy("Add-on to the prizes"))
    addon_fee = _optional_amount(gettext_lazy("Add-on fee"))
    addon_chips = _whole_number(gettext_lazy("Add-on chips"), least=1, most=1_000_000_000)
    pays = forms.ChoiceField(label=gettext_lazy("Payouts"), choices=list(PAYOUT_CHOICES.items()))
    guaranteed = _optional_amount(gettext_lazy("Guaranteed prize pool"))
    unit = _optional_amount(gettext_lazy("Prizes rounded to"))
    ticket = _optional_amount(gettext_lazy("A ticket is worth"))
    fixed = forms.CharField(
        label=gettext_lazy("Fixed amounts"),
        required=False,
        max_length=1000,
        help_text=gettext_lazy("First place first: 500, 300, 200"),
    )
    rows = forms.CharField(
        label=gettext_lazy("Payout table"),
        required=False,
        max_length=20_000,
        widget=forms.Textarea(attrs={"rows": 7, "spellcheck": "false"}),
        help_text=gettext_lazy(
            "One line per field size, in percent by place: “18: 50 30 20” pays three places up to 18 entries."
        ),
    )
    extras = forms.CharField(
        label=gettext_lazy("Other prizes"),
        required=False,
        max_length=1000,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("One line per place, first place first."),
    )

    deal_time = _whole_number(
        gettext_lazy("Seconds a deal proposal stays open"),
        most=LONGEST_PROPOSAL,
        help_text=gettext_lazy("Play then continues. Leave empty to wait until everybody has answered."),
    )
    why = forms.CharField(
        label=gettext_lazy("reason"),
        required=False,
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=gettext_lazy("Needed for a change: it is kept with the decision and shown to the players."),
    )

    def __init__(
        self, data: QueryDict | None = None, *, now: Setup, announced: bool = False, locked: bool = False
    ) -> None:
        super().__init__(data, initial=initial_values(now))
        self._before, self._announced = now, announced
        for name in ONLY_NEW if announced else ONLY_CHANGES:
            del self.fields[name]
        if locked:
            self.fields["password"].help_text = gettext_lazy("Leave empty to keep the password.")
        else:
            del self.fields["unlock"]
        codes = [*GAMES, *(mix for mix in MIXES if mix in ROTATIONS)]
        set_choices(self, "game", [(code, short_game_name(code)) for code in codes])
        self.add_preset_values()
        self.amounts_in = use_chosen_currency(self) if "currency" in self.fields else now.currency
        set_currency(self, self.amounts_in)

    def clean(self) -> dict[str, Any]:
        """Checks what one field needs of another."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if "game" in data and "betting" in data:
            self.check_effect(games_of(data["game"], Betting(data["betting"])))
        field, code = NEEDED_PRIZES.get(data.get("pays", ""), ("", ""))
        if field in data and not (data[field].strip() if isinstance(data[field], str) else data[field]):
            self.add_error(field, refusal_text(code))
        return data

    @property
    def minutes_ahead(self) -> int:
        """How long before each start a valid form's schedule announces a tournament."""
        return int(self.cleaned_data["ahead"] or DAY_HOURS) * 60

    def new_password(self) -> str | None:
        """The password of a valid form: None keeps it, "" removes it."""
        return "" if self.cleaned_data.get("unlock") else self.cleaned_data["password"] or None

    def setup(self, structure: Structure, *, now: int) -> Setup:
        """The announcement of a valid form; raises IllegalAction when it cannot be played."""
        data, rules = self.cleaned_data, self.chosen_rules(self._before.clock)
        starts_at, ends_at = to_ms(data["starts_at"]), to_ms(data["ends_at"])
        min_players = data["min_players"] or 0
        made = Setup(
            name=data["name"],
            structure=structure,
            games=games_of(data["game"], Betting(data["betting"])),
            every=int(data["every"] or 0),
            seats=data["seats"],
            final_seats=data["final_seats"] or 0,
            min_players=min_players,
            max_players=data["max_players"] or (0 if starts_at else min_players or data["seats"]),
            starts_at=starts_at,
            ends_at=ends_at,
            price=Price(data["pool"], data["fee"], data["bounty"]),
            late=LateRegistration(data["late_until"], data["entries"] or 1) if data["late_until"] else None,
            rebuy=self._rebuy(structure),
            addon=self._addon(structure),
            progressive=data["progressive"],
            payouts=self._payouts(),
            shootout=data["shootout"],
            house=rules.house,
            deal_time=(data["deal_time"] or 0) * SECOND,
            preset=rules.preset,
            table_house=rules.table_house,
            clock=rules.clock,
            currency=self.amounts_in,
        )
        made.check_times(now)
        made.check()
        before = self._before
        if not self._announced or (made.structure, made.games) != (before.structure, before.games):
            # Players have registered for an announcement, which keeps the blinds that it has.
            made.check_limit_blinds()
        return made

    def _rebuy(self, structure: Structure) -> Rebuy | None:
        data = self.cleaned_data
        if not data["rebuy_until"]:
            return None
        price = Price(self._price_of("rebuy_pool"), data["rebuy_fee"], 0)
        chips = data["rebuy_chips"] or structure.stack
        wait = data["rebuy_wait"] * SECOND if data["rebuy_wait"] else Rebuy._field_defaults["wait"]
        return Rebuy(price, chips, data["rebuy_until"], data["rebuy_below"] or 0, data["rebuy_most"] or 0, wait)

    def _addon(self, structure: Structure) -> AddOn | None:
        data = self.cleaned_data
        if not data["addon_at"]:
            return None
        price = Price(self._price_of("addon_pool"), data["addon_fee"], 0)
        return AddOn(price, data["addon_chips"] or structure.stack, data["addon_at"])

    def _price_of(self, field: str) -> int:
        """The typed price, also if it is nothing; an empty field means that of the buy-in."""
        typed = str(self.data.get(field, "")).strip()
        price: int = self.cleaned_data[field if typed else "pool"]
        return price

    def _payouts(self) -> Payouts:
        data, pays = self.cleaned_data, self.cleaned_data["pays"]
        rows: tuple[Row, ...] = STANDARD.rows
        if pays == "table":
            rows = payout_rows(data["rows"])
        elif pays == "winner":
            rows = (Row(MOST_PLAYERS * 10, (WHOLE,)),)
        extras = tuple(line.strip() for line in data["extras"].splitlines() if line.strip())
        return Payouts(
            rows=rows,
            fixed=amounts(data["fixed"], self.amounts_in) if pays == "fixed" else (),
            guaranteed=data["guaranteed"],
            unit=data["unit"] or 1,
            ticket=data["ticket"] if pays == "satellite" else 0,
            extras=extras,
        )

    def add_refusal(self, refusal: IllegalAction) -> None:
        """Show a refusal at its field, or above the form."""
        field = FIELDS_OF_REFUSALS.get(refusal.code, "")
        self.add_error(
            field if field in self.fields else None,
            refusal_text(refusal.code, refusal.detail, currency=self.amounts_in),
        )


def to_ms(value: datetime | None) -> int:
    """Milliseconds since the epoch; 0 for None."""
    return int(value.timestamp() * 1000) if value else 0
