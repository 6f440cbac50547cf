"""The rows of my hands, as their compiled template shows them."""

from collections.abc import Iterable
from typing import NamedTuple

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from games.engine.cards import Card
from games.history.hands import MyHand
from games.text.amounts import amount_with_currency, signed_amount_with_currency
from games.text.small_cards import mini_cards
from games.web.history.forms import game_with_stakes


class HandRow(NamedTuple):
    """The texts of one hand, in the language of the page; `ended_iso` is for machines, `css` tells won from lost."""

    game: str
    ended: str
    ended_iso: str
    table: str
    number: int
    cards: SafeString
    board: SafeString
    pot: str
    result: str
    css: str
    address: str


def hand_rows(hands: Iterable[MyHand]) -> list[HandRow]:
    """A row for each of these hands."""
    cards = mini_cards(str(get_language()))
    return [_row(hand, cards) for hand in hands]


def _row(hand: MyHand, cards: tuple[SafeString, ...]) -> HandRow:
    line, currency = hand.line, hand.game.currency
    ended, net = timezone.localtime(line.ended), hand.part.net

    def drawn(some: Iterable[Card]) -> SafeString:
        return mark_safe("".join(cards[card] for card in some))  # noqa: S308 - each is HTML

    return HandRow(
        game=game_with_stakes(hand.game),
        ended=date_format(ended, "SHORT_DATETIME_FORMAT"),
        ended_iso=ended.isoformat(),
        table=hand.table,
        number=line.number,
        cards=drawn(hand.cards),
        board=drawn(line.board),
        pot=amount_with_currency(line.pot, currency),
        result=signed_amount_with_currency(net, currency),
        css="out" if net < 0 else "in" if net > 0 else "",
        address=reverse("games:hand", args=(line.table, line.number)),
    )
