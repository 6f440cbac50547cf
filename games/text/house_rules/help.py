"""What each house rule means and when to choose what, for the operator who sets it."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from django.utils.translation import gettext_lazy as _

if TYPE_CHECKING:
    from games.text.house_rules.rule_text import Label

HOUSE_RULE_HELP: "Final[Mapping[str, Label]]" = {
    "suit_order": _("Suits decide only a few things, such as the bring-in, a draw for the button or an odd chip."),
    "draw_open": _("Draw games with antes: whether the first round of betting may be checked around."),
    "open_pair": _("Stud with fixed limit: a pair among the first two up cards may double the bet."),
    "raise_cap": _("Fixed limit: how many bets a round may have. Pre-flop the big blind is the first."),
    "uncapped_heads_up": _("Fixed limit: two players alone may be left to raise as often as they like."),
    "min_bet": _("The smallest bet on each street, without fixed limit."),
    "min_raise": _("By how much a raise must exceed the bet before it, without fixed limit."),
    "short_raise": _("What becomes of an amount between a call and the smallest raise."),
    "timeout_action": _("What the room does for a player whose time and time bank have run out."),
    "call_time": _("Opponents may put a player who takes very long on a last countdown."),
    "disconnect": _(
        "With all-in protection, a player who loses the connection stays in for what is already in the pot."
    ),
    "protections_a_day": _("A small number keeps players from losing the connection on purpose."),
    "fault": _("The same for everybody: nobody wins or loses by a fault of the room."),
    "staff_approval": _("Accounts that staff have not approved yet may watch, but not sit down."),
    "chip_unit": _("Every stake, bet, buy-in and rake is in whole chips of this amount."),
    "show_pot": _("Where it is not shown, players count the bets themselves."),
    "showdown_order": _("Who has to turn up first when the hand is called."),
    "auto_muck": _("Whether a beaten player is asked, which takes a few seconds more."),
    "all_in_show": _("Shown hands make the rest of the board exciting, and collusion visible."),
    "run_it": _("More boards make the swings smaller; everybody in the hand has to agree."),
    "first_button": _("How the very first button of a new game is given."),
    "button": _("A dead button is fairer with the blinds; a moving button never skips anybody."),
    "min_stack_to_play": _("With less than that a player sits out until chips are added."),
    "entry": _("Posting keeps players from entering just for the hands without blinds."),
    "enter_between": _("This seat would otherwise get the button without having paid the blinds."),
    "missed_blinds": _("What a player who sat out owes before being dealt in again."),
    "straddle": _("A blind raise before the cards, which makes the game bigger. It needs three seats."),
    "rabbit_hunt": _("For curiosity only: it changes nothing of the hand that has ended."),
    "rabbit_fee": _("Paid to the house by the player who asks, out of the stack; empty or 0 is free."),
    "top_up": _("Whether players may come back to a full stack while they still have chips."),
    "top_up_min": _("Keeps players from sitting with a very small stack."),
    "return_hours": _("Keeps winners from leaving and coming back with a small stack."),
    "tables_per_player": _("Counts cash tables and tournaments together, for everybody who sits here."),
    "chat_in_hand": _("What may be said about cards while others still decide."),
}
