"""Hidden cards in the database are encrypted, and open only with the room's keys and in their own row."""

import pytest
from cryptography.fernet import Fernet
from hypothesis import given
from hypothesis import strategies as st
from pytest_django import Settings

from games.engine.cards import DECK
from games.engine.events import Checked, DeckShuffled, Folded, PreActionSet
from games.store.card_sealing import BrokenSeal, seal, unseal

EVENTS = (Checked(1), DeckShuffled(DECK), PreActionSet(3, "call", 40), Folded(2))


@given(deck=st.permutations(DECK))
def test_sealed_events_are_restored_and_not_readable_in_the_database(deck: list[int]) -> None:
    events = (Checked(1), DeckShuffled(tuple(deck)), PreActionSet(3, "call", 40))
    public, sealed = seal(7, 3, events)
    assert public == [["Checked", 1], None, None]
    assert sealed is not None
    assert b"DeckShuffled" not in sealed
    assert unseal(7, 3, public, sealed) == events


def test_events_without_a_secret_are_not_sealed() -> None:
    public, sealed = seal(7, 3, (Checked(1), Folded(2)))
    assert sealed is None
    assert unseal(7, 3, public, None) == (Checked(1), Folded(2))


@pytest.mark.parametrize(("table", "number"), [(8, 3), (7, 4)])
def test_a_seal_copied_to_another_row_does_not_open(table: int, number: int) -> None:
    public, sealed = seal(7, 3, EVENTS)
    with pytest.raises(BrokenSeal):
        unseal(table, number, public, sealed)


def test_a_missing_or_damaged_seal_does_not_open() -> None:
    public, sealed = seal(7, 3, EVENTS)
    assert sealed is not None
    for wrong in (None, sealed[:-4] + b"abcd", b"", b"plain"):
        with pytest.raises(BrokenSeal):
            unseal(7, 3, public, wrong)


def test_keys_can_be_rotated(settings: Settings) -> None:
    old, new = Fernet.generate_key().decode(), Fernet.generate_key().decode()
    settings.CARD_SEAL_KEYS = [old]
    public, sealed = seal(7, 3, EVENTS)
    settings.CARD_SEAL_KEYS = [new, old]
    assert unseal(7, 3, public, sealed) == EVENTS
    _, resealed = seal(7, 3, EVENTS)
    settings.CARD_SEAL_KEYS = [new]
    assert unseal(7, 3, public, resealed) == EVENTS
    with pytest.raises(BrokenSeal):
        unseal(7, 3, public, sealed)


def test_the_error_of_a_broken_seal_shows_no_card() -> None:
    public, sealed = seal(7, 3, EVENTS)
    with pytest.raises(BrokenSeal) as error:
        unseal(8, 3, public, sealed)
    assert str(error.value) == "decision 8/3"
