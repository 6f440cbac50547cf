"""Every ranking of hands explained: its rules in sentences, and examples in the order that the engine gives them."""

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.cards import Card, parse_cards
from games.engine.evaluation.badugi import BADUGI
from games.engine.evaluation.deuce_to_seven import DEUCE_SEVEN
from games.engine.evaluation.names import named
from games.engine.evaluation.rankings import HIGH, LOW_ACE_FIVE, LOW_EIGHT, Ranking
from games.engine.evaluation.short_deck import HIGH_SHORT
from games.text.hands import EXAMPLES, KINDS, hand_text

_FIVE: tuple[Promise, ...] = (
    gettext_lazy("A hand is five cards; any others never count."),
    gettext_lazy(
        "Between hands of the same kind, the higher kickers win. Hands equal in all five cards split the "
        "pot: suits never decide."
    ),
)
_EIGHT: tuple[Promise, ...] = (
    gettext_lazy("The best high hand takes half of the pot, the best low the other half; one player may win both."),
    gettext_lazy(
        "A low needs five different ranks, none above the eight. The ace is low; straights and flushes don't matter."
    ),
    gettext_lazy("Compare the highest card first. If nobody has such a low, the high hand takes the whole pot."),
)
_OMAHA = gettext_lazy(
    "You play exactly two cards of your own with three from the board: with four hearts on the board, "
    "a lone heart in your hand makes no flush."
)
RANKING_RULES: dict[str, tuple[Promise, ...]] = {
    "high": _FIVE,
    "omaha_high": (_OMAHA, *_FIVE),
    "high_short": (
        gettext_lazy(
            "In a deck from the six up, a flush is rarer than a full house and beats it; straights still beat trips."
        ),
        gettext_lazy("The ace also begins the lowest straight, A-6-7-8-9."),
        *_FIVE,
    ),
    "low_ace_five": (
        gettext_lazy("The lowest hand wins. The ace is always low; straights and flushes don't count."),
        gettext_lazy("Compare the highest card first: 7-5-4-3-2 beats 7-6-3-2-A. Any pair loses to no pair."),
    ),
    "low_eight": _EIGHT,
    "omaha_low_eight": (*_EIGHT, gettext_lazy("For the low, too, you play two of your own with three from the board.")),
    "deuce_seven": (
        gettext_lazy("The lowest hand wins, but the ace is high, and straights and flushes count against you."),
        gettext_lazy("So 7-5-4-3-2 in more than one suit is the best hand, and 5-4-3-2-A is only ace high."),
    ),
    "badugi": (
        gettext_lazy("Only cards of different ranks and different suits count. Four of them are a badugi."),
        gettext_lazy(
            "Four cards beat any three, and three beat any two. Between hands of as many cards, the lowest "
            "wins; the ace is low."
        ),
    ),
}
# The order does not matter: the engine sorts the examples.
_LOWS = ("5h4s3d2cAh", "6d4c3s2hAd", "7s5d4c3h2s", "8c5d3h2sAc", "8h7s6d5c4h")
_SPOILED = ("Ks9d6c4h2s", "2s2d5c4h3s")
_SHORT = (
    "AsKsQsJsTs", "Th9h8h7h6h", "QsQhQdQc7d", "AdJd8d7d6d", "KsKhKd9c9h", "9s8d7h6cAs", "7s7h7cKdTs", "JsJd8h8cAs",
    "TsThKd8c6s", "AcQd9h7s6c",
)  # fmt: skip
_DEUCES = (
    "7d5c4h3s2d",
    "7s6d4c3h2c",
    "8d5c4h3s2c",
    "Ts8d6h4c2s",
    "5h4s3d2cAc",
    "2h2dQc8s4h",
    "6s5d4h3c2s",
    "Jc9c7c4c2c",
)
_BADUGIS = ("4c3d2hAs", "5c4d2hAs", "Kc8d5h2s", "Kd2h3sAc", "3d2hAsKs", "8d6h4sQs", "2hAsKhJs", "KsQsTsAs")
LADDERS: dict[str, tuple[Ranking, tuple[str, ...]]] = {
    "high": (HIGH, tuple(EXAMPLES.values())),
    "omaha_high": (HIGH, tuple(EXAMPLES.values())),
    "high_short": (HIGH_SHORT, _SHORT),
    "low_ace_five": (LOW_ACE_FIVE, _LOWS + _SPOILED),
    "low_eight": (LOW_EIGHT, _LOWS),
    "omaha_low_eight": (LOW_EIGHT, _LOWS),
    "deuce_seven": (DEUCE_SEVEN, _DEUCES),
    "badugi": (BADUGI, _BADUGIS),
}


class Ladder(NamedTuple):
    """A ranking explained: its title, its rules, and (name, cards) of examples from the best hand down."""

    title: str
    sentences: tuple[Promise, ...]
    rungs: list[tuple[str, tuple[Card, ...]]]


def ladder(ranking: Ranking, *, half: str = "") -> Ladder:
    """The explanation of a ranking; `half` is "high" or "low" in games that have both."""
    titles = {"high": _("The high half, best first"), "low": _("The low half, best first")}
    ranker, texts = LADDERS[ranking.name]
    hands = sorted(map(parse_cards, texts), key=lambda cards: ranker(cards, ()) or 0, reverse=True)
    rungs = [(_rung(ranker, cards), cards) for cards in hands]
    return Ladder(titles.get(half, _("What beats what, best first")), RANKING_RULES[ranking.name], rungs)


def _rung(ranker: Ranking, cards: tuple[Card, ...]) -> str:
    """The category of a high hand, or the whole name of a low hand."""
    name = named(ranker, cards, ())
    assert name is not None
    return str(KINDS[name.category]) if ranker in (HIGH, HIGH_SHORT) else hand_text(name)
