"""The fields of the operator's form for a table, each with what it does."""

from typing import Final

from django import forms
from django.utils.translation import gettext_lazy as _

from backoffice.web.api import OnceField, ReasonField
from games.engine.events.kinds import LONGEST_REASON
from games.engine.rules.mixed_games import MIXES
from games.engine.rules.stakes import AnteKind
from games.engine.rules.variants import CATALOGUE
from games.models import FEWEST_SEATS, LONGEST_DELAY, MOST_SEATS, Table
from games.money.escrow import AmountField
from games.text.games import STRUCTURES, short_game_name
from games.web.forms import RoomMomentField
from games.web.operators.house_rules_form import HouseRulesForm

ANTE_KINDS: Final = {AnteKind.EACH: _("by everybody"), AnteKind.BIG_BLIND: _("by the big blind for everybody")}
MOST_AT_ONCE: Final = 20
LONGEST_NAME: Final = 40
LONGEST_EMPTY: Final = 1440
"""Minutes."""
FURTHEST: Final = 1_000_000
"""The highest and, below zero, the lowest position in the lobby."""


def game_choices() -> list[tuple[str, str]]:
    """The games and rotations of the catalogue."""
    return [(code, short_game_name(code)) for code in (*CATALOGUE, *MIXES)]


class TableFields(HouseRulesForm):
    """The fields of a table's form: the short part, the parts under headings, and the reason."""

    name = forms.CharField(
        label=_("name"), max_length=LONGEST_NAME, help_text=_("Several tables are numbered: Prague 1, Prague 2 …")
    )
    how_many = forms.IntegerField(
        label=_("How many to open"), min_value=1, max_value=MOST_AT_ONCE, help_text=_("All alike, up to 20 at once.")
    )
    game = forms.ChoiceField(
        label=_("Game"), choices=game_choices, help_text=_("One game, or several that are played in turn.")
    )
    structure = forms.ChoiceField(
        label=_("Structure"), choices=list(STRUCTURES.items()), help_text=_("How much a player may bet or raise.")
    )
    currency = forms.ChoiceField(
        label=_("Currency"), help_text=_("Players bring chips from their wallet in this currency.")
    )
    big_blind = AmountField(required=False, label=_("Big blind or lower limit"))
    seats = forms.TypedChoiceField(
        label=_("Seats"),
        coerce=int,
        choices=[(n, n) for n in range(FEWEST_SEATS, MOST_SEATS + 1)],
        help_text=_("How many players can sit here at once."),
    )
    min_buy_in = AmountField(required=False, label=_("Minimum buy-in"), help_text=_("Leave empty for no limit."))
    max_buy_in = AmountField(required=False, label=_("Maximum buy-in"), help_text=_("Leave empty for no limit."))
    usual_for = AmountField(required=False)
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
        label=_("The ante is posted"),
        choices=[(str(kind), name) for kind, name in ANTE_KINDS.items()],
        required=False,
        help_text=_("One ante of the big blind for everybody is quicker to post."),
    )
    bring_in = AmountField(
        required=False, label=_("Bring-in"), help_text=_("Stud only. Leave empty for half the lower limit.")
    )
    every = forms.IntegerField(
        label=_("Hands before the game changes"),
        min_value=0,
        max_value=1000,
        required=False,
        help_text=_("Mixed games only. Leave empty to change once everybody has had the button."),
    )
    rake = forms.ChoiceField(
        label=_("Rake"),
        required=False,
        help_text=_("What the house takes from each pot. Players read it with the rules of the table."),
    )
    turn_seconds = forms.IntegerField(
        label=_("Seconds per turn"), min_value=3, max_value=300, help_text=_("How long a player may think each time.")
    )
    bank_seconds = forms.IntegerField(
        label=_("Seconds in the time bank"),
        min_value=0,
        max_value=600,
        help_text=_("Runs when the turn is over, and refills a little with every hand."),
    )
    bots = forms.IntegerField(
        label=_("House bots"),
        min_value=0,
        max_value=MOST_SEATS,
        required=False,
        help_text=_("They make room one by one when players wait for a seat. Players see that they are bots."),
    )
    feeds = forms.ModelChoiceField(
        label=_("Must-move table of"),
        queryset=Table.objects.none(),
        required=False,
        help_text=_("When a seat opens there, the player who has sat here longest moves to it with their whole stack."),
    )
    new_password = forms.CharField(
        label=_("New password"),
        required=False,
        strip=True,
        max_length=64,
        widget=forms.TextInput(attrs={"autocomplete": "off", "spellcheck": "false"}),
        help_text=_("Only players who know it, or have the link of the table, may sit down. Leave empty to keep it."),
    )
    no_password = forms.BooleanField(label=_("Remove the password"), required=False)
    closed_to_watchers = forms.BooleanField(
        label=_("Only players may watch"), required=False, help_text=_("Others see the table in the lobby only.")
    )
    watch_delay = forms.IntegerField(
        label=_("Delay for watchers, in seconds"),
        min_value=0,
        max_value=LONGEST_DELAY,
        required=False,
        help_text=_("Watchers see the table this much later, so that nobody can be told what is happening now."),
    )
    closes_at = RoomMomentField(
        label=_("Closes by itself at"),
        required=False,
        help_text=_(
            "The hand then running is played to its end, and everybody leaves with their chips; players are told "
            "ten minutes before. Leave empty to close it by hand."
        ),
    )
    most_alike = forms.IntegerField(
        label=_("Open another like this when all are full"),
        min_value=2,
        max_value=MOST_AT_ONCE,
        required=False,
        help_text=_(
            "The most tables like this to be open at once, with this one. Another opens when every table of this game "
            "and these stakes is full; seats kept for called players count as taken, those of house bots as free. "
            "Players who wait are called to it. Leave empty for no others."
        ),
    )
    empty_minutes = forms.IntegerField(
        label=_("Minutes until an empty one closes"),
        min_value=1,
        max_value=LONGEST_EMPTY,
        required=False,
        help_text=_(
            "A table opened this way closes again when nobody has sat there for this long and another has a free "
            "seat; this table never does. Leave empty to close them by hand."
        ),
    )
    sort_order = forms.IntegerField(
        label=_("Position in the lobby"),
        min_value=-FURTHEST,
        max_value=FURTHEST,
        required=False,
        help_text=_("Tables with a lower number are listed higher."),
    )
    reason = ReasonField(
        label=_("reason"),
        required=False,
        max_length=LONGEST_REASON,
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )
    once = OnceField()
    seen = forms.CharField(required=False, widget=forms.HiddenInput)
