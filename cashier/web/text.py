"""Texts of the statement: one sentence for each cause, in the reader's language."""

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

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

SENTENCES = {
    "buy_in": gettext_lazy("Buy-in at %(table)s"),
    "top_up": gettext_lazy("Top-up at %(table)s"),
    "leave": gettext_lazy("Left %(table)s"),
    "refused": gettext_lazy("Returned by %(table)s: the chips were not put in play"),
    "hand": gettext_lazy("Hand #%(hand)s at %(table)s"),
    "void_taken": gettext_lazy("Taken back for a void hand at %(table)s"),
    "void_returned": gettext_lazy("Returned for a void hand at %(table)s"),
    "move": gettext_lazy("Moved to %(table)s with all chips"),
    "rabbit": gettext_lazy("Cards that would have come, shown at %(table)s"),
    "entry": gettext_lazy("Entry: %(table)s"),
    "rebuy": gettext_lazy("Re-buy: %(table)s"),
    "addon": gettext_lazy("Add-on: %(table)s"),
    "entry_back": gettext_lazy("Paid back: %(table)s"),
    "prize": gettext_lazy("Prize: %(table)s"),
    "bounty": gettext_lazy("Bounties: %(table)s"),
    "welcome": gettext_lazy("Welcome: play money to start with"),
    "refill": gettext_lazy("Play money topped up"),
    "grant": gettext_lazy("From the house: %(reason)s"),
    "reversal": gettext_lazy("Reversed: %(reason)s"),
    "deposit": gettext_lazy("Deposit at %(table)s, receipt %(ref)s"),
    "payout": gettext_lazy("Paid out at %(table)s, receipt %(ref)s"),
    "withdrawal": gettext_lazy("Reserved for a withdrawal"),
    "withdrawal_back": gettext_lazy("Withdrawal released"),
    "voucher": gettext_lazy("Voucher %(table)s"),
    "voucher_expired": gettext_lazy("Unused voucher paid back"),
}
"""What happened, by cause. Lazy, so that a statement of many rows translates one sentence a row."""


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
    sentence = SENTENCES.get(movement.kind)
    return str(sentence) % values if sentence else movement.reason or movement.label or movement.kind


def refill_refusal(refusal: LedgerError, *, below: int, minutes: int) -> str:
    """Why a refill is refused, and when it will be possible."""
    if refusal.code == "too_soon":
        return _("You have just topped up. You may top up again %(minutes)s minutes after the last time.") % {
            "minutes": minutes
        }
    return _("You have enough to play. You may top up once you have less than %(amount)s.") % {
        "amount": amount_text(below, PLAY)
    }
