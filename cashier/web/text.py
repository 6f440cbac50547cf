"""Texts of the statement: one sentence for each cause, in the reader's language."""

from django.utils.translation import gettext as _

from cashier.api import PLAY, LedgerError, Movement
from cashier.text import amount_text

FILTERS = ("buy_in", "top_up", "leave", "hand", "tournament", "grant", "cash")
"""The filters of a statement, in the order shown."""

CAUSES_OF = {
    "buy_in": ("buy_in",),
    "top_up": ("top_up",),
    "leave": ("leave", "refused", "void_taken", "void_returned"),
    "hand": ("hand", "rabbit", "move"),
    "tournament": ("entry", "rebuy", "addon", "entry_back", "prize", "bounty"),
    "grant": ("welcome", "grant", "refill"),
    "cash": ("deposit", "payout", "withdrawal", "withdrawal_back", "voucher", "voucher_expired"),
}


def filter_name(name: str) -> str:
    """The label of a filter."""
    names = {
        "buy_in": _("Buy-ins"),
        "top_up": _("Top-ups"),
        "leave": _("Cash-outs"),
        "hand": _("Hands"),
        "tournament": _("Tournaments"),
        "grant": _("From the house"),
        "cash": _("Cash desk"),
    }
    return names[name]


def movement_text(movement: Movement) -> str:
    """The sentence for a movement; a cause without a sentence of its own shows its reason or label."""
    table = movement.label or _("table %(number)s") % {"number": movement.ref.partition(":")[0]}
    values = {"table": table, "hand": movement.ref.rpartition(":")[2], "reason": movement.reason, "ref": movement.ref}
    sentences = {
        "buy_in": _("Buy-in at %(table)s"),
        "top_up": _("Top-up at %(table)s"),
        "leave": _("Left %(table)s"),
        "refused": _("Returned by %(table)s: the chips were not put in play"),
        "hand": _("Hand #%(hand)s at %(table)s"),
        "void_taken": _("Taken back for a void hand at %(table)s"),
        "void_returned": _("Returned for a void hand at %(table)s"),
        "move": _("Moved to %(table)s with all chips"),
        "rabbit": _("Cards that would have come, shown at %(table)s"),
        "entry": _("Entry: %(table)s"),
        "rebuy": _("Re-buy: %(table)s"),
        "addon": _("Add-on: %(table)s"),
        "entry_back": _("Paid back: %(table)s"),
        "prize": _("Prize: %(table)s"),
        "bounty": _("Bounties: %(table)s"),
        "welcome": _("Welcome: play money to start with"),
        "refill": _("Play money topped up"),
        "grant": _("From the house: %(reason)s"),
        "reversal": _("Reversed: %(reason)s"),
        "deposit": _("Deposit at %(table)s, receipt %(ref)s"),
        "payout": _("Paid out at %(table)s, receipt %(ref)s"),
        "withdrawal": _("Reserved for a withdrawal"),
        "withdrawal_back": _("Withdrawal released"),
        "voucher": _("Voucher %(table)s"),
        "voucher_expired": _("Unused voucher paid back"),
    }
    sentence = sentences.get(movement.kind)
    return sentence % values if sentence else movement.reason or movement.label or movement.kind


def refill_refusal(refusal: LedgerError, *, below: int, minutes: int) -> str:
    """Why a refill is refused, and when it will be possible."""
    if refusal.code == "too_soon":
        return _("You have just topped up. You may top up again %(minutes)s minutes after the last time.") % {
            "minutes": minutes
        }
    return _("You have enough to play. You may top up once you have less than %(amount)s.") % {
        "amount": amount_text(below, PLAY)
    }
