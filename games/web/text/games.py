"""Each game explained in a sentence or two."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

GOES: dict[str, Promise] = {
    "holdem": _("Two cards each and five on the board: the best five of them play."),
    "omaha": _("Four cards each and five on the board: exactly two of your own play, with three of the board."),
    "omaha8": _(
        "Four cards each and five on the board: exactly two of your own play, with three of the board. The best high "
        "hand and the best low of five different cards up to the eight share the pot."
    ),
    "stud": _("Seven cards each, the third to the sixth face up: the best five play."),
    "stud8": _(
        "Seven cards each, the third to the sixth face up. The best high hand and the best low of five different cards "
        "up to the eight share the pot."
    ),
    "razz": _(
        "Seven cards each, the third to the sixth face up: the lowest five win. The ace is low; straights and flushes "
        "don't count, 5-4-3-2-A is best."
    ),
    "stud5": _("Five cards each, all but the first face up."),
    "draw": _("Five cards each; once you may exchange up to three, or four when you keep an ace."),
    "double-draw": _("Five cards each; twice you may exchange up to three, or four when you keep an ace."),
    "lowball": _(
        "Five cards each, one exchange, the lowest hand wins. The ace is low; straights and flushes don't count, "
        "5-4-3-2-A is best."
    ),
    "27sd": _(
        "Five cards each, one exchange, the lowest hand wins. Aces are high, straights and flushes count: 7-5-4-3-2 is "
        "best."
    ),
    "27td": _(
        "Five cards each, three exchanges, the lowest hand wins. Aces are high, straights and flushes count: 7-5-4-3-2 "
        "is best."
    ),
    "badugi": _(
        "Four cards each, three exchanges. The most cards of different ranks and suits win, then the lowest: 4-3-2-A "
        "of four suits is best."
    ),
    "shortdeck": _("Hold'em with 36 cards, from the six up: a flush beats a full house, and A-6-7-8-9 is a straight."),
    "omaha5": _("Five cards each and five on the board: exactly two of your own play, with three of the board."),
}


def how_it_goes(game: str) -> str:
    """The short explanation of a game for newcomers; empty if there is none."""
    return str(GOES.get(game, ""))
