"""The origin of each starting hand's nickname, in a sentence (C11)."""

from typing import NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from games.engine.cards import Card, parse_cards
from games.engine.views.types import OwnView, TableView
from games.text.nicknames import NICKNAMES, nicknames

NICKNAME_ORIGINS: dict[str, Promise] = {
    "AA": _("An A is pointed like a rocket or a bullet, and two of them are an airline's initials."),
    "KK": _("Two kings riding side by side; the film ape has the same initials."),
    "QQ": _("Two queens are two ladies, or two dates for one evening."),
    "JJ": _("The J has the shape of a hook, and many players get caught on it."),
    "TT": _("A dime is a coin of ten cents."),
    "88": _("An eight looks like a snowman of two snowballs."),
    "77": _("Turned over, a seven is a hockey stick. A television series was set at number 77 of Sunset Strip."),
    "66": _("The old highway across America; a song promises kicks on it."),
    "55": _("The limit on American roads was 55 miles an hour."),
    "44": _("A .44 revolver; and a four has the outline of a sail."),
    "33": _("A three laid on its back looks like a crab."),
    "22": _("A two swims like a duck or a swan."),
    "AK": _("Strong but slippery: it is nothing until the board helps."),
    "AQ": _("It rhymes with big slick."),
    "AJ": _("Ace and jack are a blackjack in another game."),
    "A8": _("Wild Bill Hickok is said to have held aces and eights when he was shot in 1876."),
    "KQ": _("King and queen, side by side."),
    "KJ": _("It sounds like the television detective; and it is a king with a J, for John."),
    "K9": _("Read aloud in English, it is a word for a dog."),
    "QJ": _("After the gambler of an old television western."),
    "J5": _("After the band of five brothers."),
    "J4": _("Read aloud, jack-four is the “jack for” a flat tyre."),
    "T2": _("Doyle Brunson won two world championships in a row with it."),
    "92": _("Bananas will grow in Montana before this hand wins."),
    "54": _("The Colt .45 was the revolver of the Wild West; the outlaw is said to have died by one."),
}
BOARD_STREETS = ("pre-flop", "flop", "turn", "river")
_SUITS = "sd"


class Nickname(NamedTuple):
    """Two hole cards, their nicknames, and the origin of the nicknames."""

    cards: tuple[Card, ...]
    names: tuple[str, ...]
    origin: Promise


def all_nicknames() -> list[Nickname]:
    """Every starting hand with a nickname: pairs first, then from the ace down."""
    return [
        Nickname(parse_cards("".join(map("".join, zip(ranks, _SUITS, strict=True)))), names, NICKNAME_ORIGINS[ranks])
        for ranks, names in NICKNAMES.items()
    ]


def my_nicknames(own: OwnView, view: TableView) -> tuple[str, ...]:
    """The nicknames of the viewer's two cards in games with a board, the most common first; () without any."""
    return nicknames(own.cards) if view.street in BOARD_STREETS else ()
