"""One example hand of each game: the cards on each street, and the winner as the engine finds it."""

from itertools import pairwise
from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.engine.cards import Card, parse_cards
from games.engine.evaluation.names import named, playing_cards
from games.engine.evaluation.rankings import Ranking
from games.engine.rules.variant import Variant
from games.text.hands import hand_text
from games.web.html.cards import cards_html


class Example(NamedTuple):
    """The player's cards in order, one hand per exchange; an opponent's final cards; and the board."""

    mine: tuple[str, ...]
    theirs: str
    board: str = ""


EXAMPLES: dict[str, Example] = {
    "holdem": Example(("AsKd",), "QhQc", "Kh9s4cAc2d"),
    "omaha": Example(("9h8h2s2c",), "AhAcKdQs", "KhJh6h3h4c"),
    "omaha5": Example(("9h8h2s2c7d",), "AhAcKdQs5s", "KhJh6h3h4c"),
    "omaha8": Example(("As2sKhQd",), "KdTd5h5s", "8h5c3dKcKs"),
    "shortdeck": Example(("AhTh",), "9s9c", "Kh8h6h9d8c"),
    "stud": Example(("9s9dKc4h9hKd2s",), "AhQh8h5cJh3h6s"),
    "stud8": Example(("2s3d7c5hAd8sKh",), "JsJdJc4h9s9hQc"),
    "razz": Example(("As4d2h6cKs8d3h",), "2c3s5d7hJhQd4s"),
    "stud5": Example(("KsKd7h3cKc",), "AsAd9c8h4d"),
    "draw": Example(("KsKh9d5c2h", "KsKhKd7s7c"), "AdAcQsQh4d"),
    "double-draw": Example(("AsJd9h6c3d", "AsAcTd8h4s", "AsAcAd8h2c"), "KsKcQdQc9s"),
    "lowball": Example(("7h5c3dAsKd", "7h5c3dAs2c"), "8s6h4d2hAd"),
    "27sd": Example(("7h5c4d2sKd", "7h5c4d2s8c"), "9s7c4h3c2d"),
    "27td": Example(("7h3d2cQsKd", "7h3d2cJs4s", "7h3d2c4sTd", "7h3d2c4s8c"), "9s6c5h4d2h"),
    "badugi": Example(("As4dKdKc", "As4d7c9c", "As4d7cJs", "As4d7c6h"), "5s3h2d2c"),
}
RESULTS: dict[tuple[bool, bool | None], Promise] = {
    (True, None): gettext_lazy("You win the pot."),
    (False, True): gettext_lazy("You win the low half, your opponent the high half."),
}
"""By whether I win the high half, and the low one where there is one."""


FOUR = 4


class Laid(NamedTuple):
    """One card of the example: dealt face up, and whether it has just come."""

    card: Card
    up: bool
    new: bool


class Row(NamedTuple):
    """A hand at the showdown: whose, its cards, those of them that play for the high, and what they are."""

    who: str
    cards: tuple[Card, ...]
    plays: tuple[Card, ...]
    high: str
    low: str

    @property
    def shown(self) -> SafeString:
        """The cards, those that play lit where not all do."""
        return cards_html(self.cards, self.plays if len(self.plays) < len(self.cards) else ())


class Showdown(NamedTuple):
    """The end of the example: the hands, the board (lit where it plays for the best high hand), who wins what."""

    rows: list[Row]
    board: tuple[Card, ...]
    lit: SafeString
    result: str


def lying(variant: Variant, street: int) -> tuple[list[Laid], list[Laid]]:
    """My cards and the board on a street, by its number from 0."""
    streets, example = variant.streets[: street + 1], EXAMPLES[variant.code]
    hands = [parse_cards(cards) for cards in example.mine[: 1 + sum(one.draw > 0 for one in streets)]]
    faces = [(up, place) for place, one in enumerate(streets) for up in (False,) * one.down + (True,) * one.up]
    shown = {card for before, after in pairwise(hands) for card in _shown(before, after)}
    before = hands[-2] if streets[-1].draw else ()
    mine = [
        Laid(card, up or card in shown, card not in before if before else came == street)
        for card, (up, came) in zip(hands[-1], faces, strict=False)
    ]
    dealt = sum(one.board for one in streets)
    board = parse_cards(example.board)[:dealt]
    return mine, [Laid(card, True, place >= dealt - streets[-1].board) for place, card in enumerate(board)]


def _shown(before: tuple[Card, ...], after: tuple[Card, ...]) -> tuple[Card, ...]:
    """The one card kept where four were exchanged: all have seen it (G13)."""
    kept = tuple(card for card in after if card in before)
    return kept if len(before) - len(kept) == FOUR else ()


def showdown(variant: Variant) -> Showdown:
    """Both hands as they are worth at the end, mine first, and who wins what."""
    example = EXAMPLES[variant.code]
    hands = parse_cards(example.mine[-1]), parse_cards(example.theirs)
    board = parse_cards(example.board)
    first, second = (_value(variant.high, hand, board) for hand in hands)
    low_won = None
    if variant.low:
        low_won = _value(variant.low, hands[0], board) > _value(variant.low, hands[1], board)
    rows = [_row(variant, who, hand, board) for who, hand in zip((_("You"), _("Opponent")), hands, strict=True)]
    lit = rows[0 if first > second else 1].plays
    return Showdown(rows, board, cards_html(board, lit), str(RESULTS[first > second, low_won]))


def _value(ranking: Ranking, hole: tuple[Card, ...], board: tuple[Card, ...]) -> int:
    return ranking(hole, board) or 0


def _row(variant: Variant, who: str, hole: tuple[Card, ...], board: tuple[Card, ...]) -> Row:
    high, low = named(variant.high, hole, board), variant.low and named(variant.low, hole, board)
    plays = playing_cards(variant.high, hole, board)
    return Row(who, hole, plays, hand_text(high) if high else "", hand_text(low) if low else "")
