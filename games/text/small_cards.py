"""Cards inside a line of text, as HTML and as plain text."""

import html
import re
from typing import Final

from django.utils.html import format_html, strip_tags
from django.utils.safestring import SafeString

from games.engine.cards import DECK, Card, card_text
from games.text.cards import card_name
from games.text.languages import per_language

SUITS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
_MINI: Final = re.compile(r'<i class="card mini" data-c="(\w)(\w)"[^>]*></i>')


def mini(card: Card) -> SafeString:
    """A small card inside a line of text, with its name for screen readers."""
    return format_html(
        '<i class="card mini" data-c="{}" role="img" aria-label="{}"></i>',
        card_text(card),
        card_name(card),
    )


@per_language
def mini_cards() -> tuple[SafeString, ...]:
    """The small card of every card in a language."""
    return tuple(mini(card) for card in DECK)


def without_html(line: SafeString) -> str:
    """The line as plain text, each small card as its rank and suit: "A♠"."""
    text = _MINI.sub(lambda card: f" {card[1]}{SUITS[card[2]]}", line)
    return " ".join(html.unescape(strip_tags(text)).split(" ")).replace("  ", " ").strip()
