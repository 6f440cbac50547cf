"""Names of games, streets and hands in the English that poker trackers parse; texts for players are elsewhere."""

from collections.abc import Mapping, Sequence
from typing import Final

from games.engine.cards import RANKS, Card, card_text, rank
from games.engine.evaluation.categories import Category, HandName
from games.engine.evaluation.names import named
from games.engine.rules.stakes import Structure
from games.engine.rules.variant import Forced, Variant

GAMES: Final[Mapping[str, str]] = {
    "holdem": "Hold'em",
    "shortdeck": "6+ Hold'em",
    "omaha": "Omaha",
    "omaha8": "Omaha Hi/Lo",
    "omaha5": "5 Card Omaha",
    "stud": "7 Card Stud",
    "stud8": "7 Card Stud Hi/Lo",
    "razz": "Razz",
    "stud5": "5 Card Stud",
    "draw": "5 Card Draw",
    "double-draw": "5 Card Double Draw",
    "lowball": "Single Draw A-5 Lowball",
    "27sd": "Single Draw 2-7 Lowball",
    "27td": "Triple Draw 2-7 Lowball",
    "badugi": "Badugi",
}
LIMITS: Final[Mapping[Structure, str]] = {
    Structure.NO_LIMIT: "No Limit",
    Structure.POT_LIMIT: "Pot Limit",
    Structure.FIXED_LIMIT: "Limit",
}
LOW_GAMES: Final = frozenset({"razz", "lowball", "27sd", "27td", "badugi"})
ORDINALS: Final = ("FIRST", "SECOND", "THIRD")
TIMES: Final = ("once", "twice", "three times")
_ONE: Final = (
    *("Deuce", "Three", "Four", "Five", "Six", "Seven", "Eight"),
    *("Nine", "Ten", "Jack", "Queen", "King", "Ace"),
)
_PLACES: Final[Mapping[str, str]] = {"second": "2nd", "third": "3rd", "fourth": "4th", "fifth": "5th", "sixth": "6th"}


def heading_of(variant: Variant, street: int) -> str:
    """The heading between the stars when a street begins; empty where such files have none."""
    name = variant.streets[street].name
    if name == "pre-flop":
        return "HOLE CARDS"
    if name == "before-draw":
        return "DEALING HANDS"
    if variant.streets[street].draw:
        return f"{ORDINALS[street - 1]} DRAW" if variant.draws > 1 else ""
    if variant.forced is Forced.BRING_IN:
        return "RIVER" if name == "seventh" else f"{_PLACES[name]} STREET"
    return name.upper()


def folded_when(variant: Variant, street: int) -> str:
    """When a hand was folded, as worded in the summary."""
    name = variant.streets[street].name
    if name == "pre-flop":
        return "before Flop"
    if name == "before-draw":
        return "before the Draw"
    if variant.streets[street].draw:
        return f"after the {('1st', '2nd', '3rd')[street - 1]} Draw" if variant.draws > 1 else "after the Draw"
    if variant.forced is Forced.BRING_IN:
        return "on the River" if name == "seventh" else f"on the {_PLACES[name]} Street"
    return f"on the {name.capitalize()}"


def cards_list(cards: Sequence[Card]) -> str:
    """Cards in square brackets, without unknown ones."""
    return f"[{' '.join(card_text(card) for card in cards if card >= 0)}]"


def describe(variant: Variant, hole: Sequence[Card], board: Sequence[Card]) -> str:
    """The name of a fully known hand: "a pair of Kings", "HI: a flush, Ace high; LO: 8,6,4,3,A"; else empty."""
    if any(card < 0 for card in hole):
        return ""
    high = named(variant.high, tuple(hole), tuple(board))
    low = named(variant.low, tuple(hole), tuple(board)) if variant.low else None
    lowest = rank(min(variant.deck))
    if variant.low:
        parts = [f"HI: {english(high, lowest)}" if high else "", f"LO: {english(low, lowest)}" if low else ""]
        return "; ".join(filter(None, parts))
    if high is None:
        return ""
    return f"Lo: {english(high, lowest)}" if variant.code in LOW_GAMES else english(high, lowest)


def english(name: HandName, lowest: int = 0) -> str:
    """A hand's name; `lowest` is the lowest rank of the deck, which begins its lowest straight after an ace."""
    first, *rest = [_ONE[place] for place in name.ranks]
    match name.category:
        case Category.LOW | Category.BADUGI:
            return ",".join(RANKS[place] for place in name.ranks)
        case Category.HIGH_CARD:
            return f"high card {first}"
        case Category.ONE_PAIR:
            return f"a pair of {_many(first)}"
        case Category.TWO_PAIR:
            return f"two pair, {_many(first)} and {_many(rest[0])}"
        case Category.THREE_OF_A_KIND:
            return f"three of a kind, {_many(first)}"
        case Category.STRAIGHT:
            return f"a straight, {_bottom(name, lowest)} to {first}"
        case Category.FLUSH:
            return f"a flush, {first} high"
        case Category.FULL_HOUSE:
            return f"a full house, {_many(first)} full of {_many(rest[0])}"
        case Category.FOUR_OF_A_KIND:
            return f"four of a kind, {_many(first)}"
        case Category.STRAIGHT_FLUSH:
            return f"a straight flush, {_bottom(name, lowest)} to {first}"
        case Category.ROYAL_FLUSH:
            return "a Royal Flush"


def _many(one: str) -> str:
    return f"{one}es" if one == "Six" else f"{one}s"


def _bottom(name: HandName, lowest: int) -> str:
    bottom = name.ranks[0] - 4
    return _ONE[bottom] if bottom >= lowest else _ONE[-1]
