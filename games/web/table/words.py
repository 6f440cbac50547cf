"""Names of cards, hands and streets for the table's fragments, remembered for each language."""

from collections.abc import Callable

from games.engine.cards import Card
from games.text.cards import card_names
from games.text.hands import hand_kind, hand_text
from games.text.languages import texts_per_language
from games.text.log_lines import street_name

card_words: Callable[[tuple[Card, ...], str], str] = texts_per_language(card_names, 1024)
"""The names of several cards: `card_names` of a tuple, in a language."""
hand_words = texts_per_language(hand_text, 1024)
"""The name of a hand: `hand_text` in a language."""
kind_words = texts_per_language(hand_kind, 1024)
"""The category of a hand: `hand_kind` in a language."""
street_words = texts_per_language(street_name, 64)
"""The name of a street: `street_name` in a language."""
