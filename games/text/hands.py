"""The names of poker hands in the viewer's language (C10)."""

from typing import Final

from django.utils.functional import Promise
from django.utils.text import capfirst
from django.utils.translation import gettext_lazy, pgettext_lazy

from games.engine.evaluation.categories import Category, HandName

Words = tuple[Promise, ...]

# In many languages a rank is declined, so each place in a sentence has its own forms.
# "... high", at the beginning of the name.
RANKS: Words = (
    pgettext_lazy("rank", "two"),
    pgettext_lazy("rank", "three"),
    pgettext_lazy("rank", "four"),
    pgettext_lazy("rank", "five"),
    pgettext_lazy("rank", "six"),
    pgettext_lazy("rank", "seven"),
    pgettext_lazy("rank", "eight"),
    pgettext_lazy("rank", "nine"),
    pgettext_lazy("rank", "ten"),
    pgettext_lazy("rank", "jack"),
    pgettext_lazy("rank", "queen"),
    pgettext_lazy("rank", "king"),
    pgettext_lazy("rank", "ace"),
)
# "Straight, ... high", "Flush, ... high".
TOPS: Words = (
    pgettext_lazy("highest card of a hand", "two"),
    pgettext_lazy("highest card of a hand", "three"),
    pgettext_lazy("highest card of a hand", "four"),
    pgettext_lazy("highest card of a hand", "five"),
    pgettext_lazy("highest card of a hand", "six"),
    pgettext_lazy("highest card of a hand", "seven"),
    pgettext_lazy("highest card of a hand", "eight"),
    pgettext_lazy("highest card of a hand", "nine"),
    pgettext_lazy("highest card of a hand", "ten"),
    pgettext_lazy("highest card of a hand", "jack"),
    pgettext_lazy("highest card of a hand", "queen"),
    pgettext_lazy("highest card of a hand", "king"),
    pgettext_lazy("highest card of a hand", "ace"),
)
# "Two pair, ... and ...", "Full house, ... full of ...".
SEVERAL: Words = (
    pgettext_lazy("several of a rank", "twos"),
    pgettext_lazy("several of a rank", "threes"),
    pgettext_lazy("several of a rank", "fours"),
    pgettext_lazy("several of a rank", "fives"),
    pgettext_lazy("several of a rank", "sixes"),
    pgettext_lazy("several of a rank", "sevens"),
    pgettext_lazy("several of a rank", "eights"),
    pgettext_lazy("several of a rank", "nines"),
    pgettext_lazy("several of a rank", "tens"),
    pgettext_lazy("several of a rank", "jacks"),
    pgettext_lazy("several of a rank", "queens"),
    pgettext_lazy("several of a rank", "kings"),
    pgettext_lazy("several of a rank", "aces"),
)
# "Pair of ...", "Three of a kind, ...".
OF: Words = (
    pgettext_lazy("of a rank", "twos"),
    pgettext_lazy("of a rank", "threes"),
    pgettext_lazy("of a rank", "fours"),
    pgettext_lazy("of a rank", "fives"),
    pgettext_lazy("of a rank", "sixes"),
    pgettext_lazy("of a rank", "sevens"),
    pgettext_lazy("of a rank", "eights"),
    pgettext_lazy("of a rank", "nines"),
    pgettext_lazy("of a rank", "tens"),
    pgettext_lazy("of a rank", "jacks"),
    pgettext_lazy("of a rank", "queens"),
    pgettext_lazy("of a rank", "kings"),
    pgettext_lazy("of a rank", "aces"),
)

LETTERS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
"""Ranks as printed on the cards, the same in every language."""

HANDS: dict[Category, Promise] = {
    Category.LOW: gettext_lazy("{cards} low"),
    Category.HIGH_CARD: gettext_lazy("{rank} high"),
    Category.ONE_PAIR: gettext_lazy("Pair of {of}"),
    Category.TWO_PAIR: gettext_lazy("Two pair, {several} and {second}"),
    Category.THREE_OF_A_KIND: gettext_lazy("Three of a kind, {of}"),
    Category.STRAIGHT: gettext_lazy("Straight, {top} high"),
    Category.FLUSH: gettext_lazy("Flush, {top} high"),
    Category.FULL_HOUSE: gettext_lazy("Full house, {several} full of {second}"),
    Category.FOUR_OF_A_KIND: gettext_lazy("Four of a kind, {of}"),
    Category.STRAIGHT_FLUSH: gettext_lazy("Straight flush, {top} high"),
    Category.ROYAL_FLUSH: gettext_lazy("Royal flush"),
}
WITH_HANDS: dict[Category, Promise] = {
    Category.LOW: pgettext_lazy("wins with", "the low {cards}"),
    Category.HIGH_CARD: pgettext_lazy("wins with", "{rank} high"),
    Category.ONE_PAIR: pgettext_lazy("wins with", "a pair of {of}"),
    Category.TWO_PAIR: pgettext_lazy("wins with", "two pair, {of} and {second_of}"),
    Category.THREE_OF_A_KIND: pgettext_lazy("wins with", "three of a kind, {of}"),
    Category.STRAIGHT: pgettext_lazy("wins with", "a straight, {top} high"),
    Category.FLUSH: pgettext_lazy("wins with", "a flush, {top} high"),
    Category.FULL_HOUSE: pgettext_lazy("wins with", "a full house, {of} full of {second_of}"),
    Category.FOUR_OF_A_KIND: pgettext_lazy("wins with", "four of a kind, {of}"),
    Category.STRAIGHT_FLUSH: pgettext_lazy("wins with", "a straight flush, {top} high"),
    Category.ROYAL_FLUSH: pgettext_lazy("wins with", "a royal flush"),
}

# A badugi is named by its number of cards.
BADUGIS: Words = (
    gettext_lazy("One card, {cards}"),
    gettext_lazy("Two cards, {cards}"),
    gettext_lazy("Three cards, {cards}"),
    gettext_lazy("Badugi, {cards}"),
)
WITH_BADUGIS: Words = (
    pgettext_lazy("wins with", "one card, {cards}"),
    pgettext_lazy("wins with", "two cards, {cards}"),
    pgettext_lazy("wins with", "three cards, {cards}"),
    pgettext_lazy("wins with", "a badugi, {cards}"),
)

KINDS: dict[Category, Promise] = {
    Category.HIGH_CARD: gettext_lazy("High card"),
    Category.ONE_PAIR: gettext_lazy("Pair"),
    Category.TWO_PAIR: gettext_lazy("Two pair"),
    Category.THREE_OF_A_KIND: gettext_lazy("Three of a kind"),
    Category.STRAIGHT: gettext_lazy("Straight"),
    Category.FLUSH: gettext_lazy("Flush"),
    Category.FULL_HOUSE: gettext_lazy("Full house"),
    Category.FOUR_OF_A_KIND: gettext_lazy("Four of a kind"),
    Category.STRAIGHT_FLUSH: gettext_lazy("Straight flush"),
    Category.ROYAL_FLUSH: gettext_lazy("Royal flush"),
}
EXAMPLES: dict[Category, str] = {
    Category.ROYAL_FLUSH: "AsKsQsJsTs",
    Category.STRAIGHT_FLUSH: "9h8h7h6h5h",
    Category.FOUR_OF_A_KIND: "QsQhQdQc7d",
    Category.FULL_HOUSE: "KsKhKd4c4h",
    Category.FLUSH: "AdJd8d6d2d",
    Category.STRAIGHT: "8s7d6h5c4s",
    Category.THREE_OF_A_KIND: "7s7h7cKdTs",
    Category.TWO_PAIR: "JsJd5h5cAs",
    Category.ONE_PAIR: "TsThKd8c4s",
    Category.HIGH_CARD: "AcQd9h6s3c",
}
"""An example of every category, best first (C3)."""


def hand_text(name: HandName) -> str:
    """The name of a hand: "Full house, queens full of threes"."""
    badugi = name.category is Category.BADUGI
    return capfirst(_filled(BADUGIS[len(name.ranks) - 1] if badugi else HANDS[name.category], name.ranks))


def hand_kind(name: HandName) -> str:
    """The category of a hand: "Full house"; for a low or a badugi its cards."""
    return str(KINDS[name.category]) if name.category in KINDS else _cards(name.ranks)


def winning_hand_text(name: HandName) -> str:
    """The name of a hand after "... wins with": "a full house, queens full of threes"."""
    badugi = name.category is Category.BADUGI
    return _filled(WITH_BADUGIS[len(name.ranks) - 1] if badugi else WITH_HANDS[name.category], name.ranks)


def _filled(template: Promise, ranks: tuple[int, ...]) -> str:
    first, second = ranks[0], ranks[1] if len(ranks) > 1 else ranks[0]
    return str(template).format(
        cards=_cards(ranks),
        rank=RANKS[first],
        top=TOPS[first],
        several=SEVERAL[first],
        second=SEVERAL[second],
        of=OF[first],
        second_of=OF[second],
    )


def _cards(ranks: tuple[int, ...]) -> str:
    """The ranks of a low from the highest down: "8-6-4-3-A", joined by non-breaking hyphens."""
    return "\u2011".join(LETTERS[rank] for rank in ranks)
