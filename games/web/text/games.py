"""Each game explained in a sentence or two."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

SUMMARIES: dict[str, Promise] = {
    "holdem": _("Everybody gets two cards, and five come on the board: your best five of the seven play."),
    "omaha": _(
        "Everybody gets four cards, and five come on the board: you play exactly two of your own with "
        "three from the board."
    ),
    "omaha8": _(
        "Everybody gets four cards, and five come on the board: you play exactly two of your own with "
        "three from the board. The best high hand and the best low, five different ranks up to the eight, "
        "share the pot."
    ),
    "stud": _("Everybody gets seven cards, the third to the sixth face up: your best five play."),
    "stud8": _(
        "Everybody gets seven cards, the third to the sixth face up. The best high hand and the best low, "
        "five different ranks up to the eight, share the pot."
    ),
    "razz": _(
        "Everybody gets seven cards, the third to the sixth face up: the lowest five win. The ace is low, "
        "and straights and flushes don't count: 5-4-3-2-A is the best hand."
    ),
    "stud5": _("Everybody gets five cards, all but the first face up."),
    "draw": _("Everybody gets five cards. Once, you may exchange up to three of them, or four if you keep an ace."),
    "double-draw": _(
        "Everybody gets five cards. Twice, you may exchange up to three of them, or four if you keep an ace."
    ),
    "lowball": _(
        "Everybody gets five cards and may exchange once; the lowest hand wins. The ace is low, and "
        "straights and flushes don't count: 5-4-3-2-A is the best hand."
    ),
    "27sd": _(
        "Everybody gets five cards and may exchange once; the lowest hand wins. Aces are high, and "
        "straights and flushes count: 7-5-4-3-2 is the best hand."
    ),
    "27td": _(
        "Everybody gets five cards and may exchange three times; the lowest hand wins. Aces are high, and "
        "straights and flushes count: 7-5-4-3-2 is the best hand."
    ),
    "badugi": _(
        "Everybody gets four cards and may exchange three times. The most cards of different ranks and "
        "suits win, then the lowest: 4-3-2-A in four suits is the best hand."
    ),
    "shortdeck": _(
        "Hold'em with the 36 cards from the six up: a flush beats a full house, and A-6-7-8-9 is a straight."
    ),
    "omaha5": _(
        "Everybody gets five cards, and five come on the board: you play exactly two of your own with "
        "three from the board."
    ),
}


def game_summary(game: str) -> str:
    """The short explanation of a game for newcomers; "" if there is none."""
    return str(SUMMARIES.get(game, ""))
