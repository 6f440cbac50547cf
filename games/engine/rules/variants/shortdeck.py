"""Short-deck hold'em: 36 cards from the six up, a flush beats a full house, and blinds as in hold'em."""

from dataclasses import replace

from games.engine.evaluation.short_deck import HIGH_SHORT, SHORT_DECK
from games.engine.rules.variants.holdem import HOLDEM

SHORTDECK = replace(HOLDEM, code="shortdeck", high=HIGH_SHORT, deck=SHORT_DECK)
