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
    """The player's cards before and after each exchange, the opponent's final cards, and the board."""

    own: tuple[str, ...]
    opponent: str
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
"""The result by whether the player wins the high half, and the low half; None without a low half."""
_FOUR_EXCHANGED = 4


class ExampleCard(NamedTuple):
    """One card on a street: whether it is face up, and whether it is new on this street."""

    card: Card
    face_up: bool
    new: bool


class ShowdownHand(NamedTuple):
    """A hand at the showdown: the player, all cards, those that play for the high hand, and the names of the hands."""

    player: str
    cards: tuple[Card, ...]
    plays: tuple[Card, ...]
    high: str
    low: str

    @property
    def html(self) -> SafeString:
        """The cards, with those that play highlighted unless all of them do."""
        return cards_html(self.cards, self.plays if len(self.plays) < len(self.cards) else ())


class Showdown(NamedTuple):
    """The end of the example: both hands, the board with the best high hand highlighted, and the result."""

    hands: list[ShowdownHand]
    board: tuple[Card, ...]
    board_html: SafeString
    result: str


def cards_on_street(variant: Variant, street: int) -> tuple[list[ExampleCard], list[ExampleCard]]:
    """The player's cards and the board on a street, which is counted from 0."""
    streets, example = variant.streets[: street + 1], EXAMPLES[variant.code]
    hands = [parse_cards(cards) for cards in example.own[: 1 + sum(one.draw > 0 for one in streets)]]
    faces = [(up, number) for number, one in enumerate(streets) for up in (False,) * one.down + (True,) * one.up]
    shown = {card for before, after in pairwise(hands) for card in _shown_ace(before, after)}
    before = hands[-2] if streets[-1].draw else ()
    own = [
        ExampleCard(card, up or card in shown, card not in before if before else dealt_on == street)
        for card, (up, dealt_on) in zip(hands[-1], faces, strict=False)
    ]
    dealt = sum(one.board for one in streets)
    board = parse_cards(example.board)[:dealt]
    return own, [ExampleCard(card, True, place >= dealt - streets[-1].board) for place, card in enumerate(board)]


def _shown_ace(before: tuple[Card, ...], after: tuple[Card, ...]) -> tuple[Card, ...]:
    """The ace kept by a player who exchanged four cards, which is shown to everybody (G13)."""
    kept = tuple(card for card in after if card in before)
    return kept if len(before) - len(kept) == _FOUR_EXCHANGED else ()


def showdown(variant: Variant) -> Showdown:
    """Both hands at the end, the player's first, and the result."""
    example = EXAMPLES[variant.code]
    hands = parse_cards(example.own[-1]), parse_cards(example.opponent)
    board = parse_cards(example.board)
    first, second = (_value(variant.high, hand, board) for hand in hands)
    low_won = None
    if variant.low:
        low_won = _value(variant.low, hands[0], board) > _value(variant.low, hands[1], board)
    shown = [
        _showdown_hand(variant, name, hand, board) for name, hand in zip((_("You"), _("Opponent")), hands, strict=True)
    ]
    best = shown[0 if first > second else 1]
    return Showdown(shown, board, cards_html(board, best.plays), str(RESULTS[first > second, low_won]))


def _value(ranking: Ranking, hole: tuple[Card, ...], board: tuple[Card, ...]) -> int:
    return ranking(hole, board) or 0


def _showdown_hand(variant: Variant, player: str, hole: tuple[Card, ...], board: tuple[Card, ...]) -> ShowdownHand:
    high, low = named(variant.high, hole, board), variant.low and named(variant.low, hole, board)
    plays = playing_cards(variant.high, hole, board)
    return ShowdownHand(player, hole, plays, hand_text(high) if high else "", hand_text(low) if low else "")
