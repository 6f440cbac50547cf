"""A hand is dealt from whole decks only (C1)."""

from random import Random

import pytest

from games.engine.cards import DECK
from games.engine.errors import BrokenInvariant
from games.engine.hand.stub import decks_of

SHUFFLED = tuple(Random(1).sample(DECK, len(DECK)))


def test_C1_decks_are_split_one_after_another() -> None:
    assert decks_of([*SHUFFLED, *DECK], DECK) == (SHUFFLED, DECK)


@pytest.mark.parametrize("wrong", [SHUFFLED[1], 52, 300, -1, None], ids=str)
@pytest.mark.parametrize("place", [0, 60], ids=["deck", "spare"])
def test_C1_duplicate_cards_or_no_cards_are_refused(wrong: object, place: int) -> None:
    cards: list[object] = [*SHUFFLED, *SHUFFLED]
    cards[place] = wrong
    with pytest.raises(BrokenInvariant):
        decks_of(cards, DECK)


@pytest.mark.parametrize("count", [51, 53, 103])
def test_C1_a_deck_with_missing_or_extra_cards_is_refused(count: int) -> None:
    with pytest.raises(BrokenInvariant):
        decks_of((*SHUFFLED, *SHUFFLED)[:count], DECK)
