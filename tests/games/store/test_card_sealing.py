"""Hidden cards at rest: sealed, opened only by the room's keys, worth nothing in another row."""

from typing import Any

import pytest
from cryptography.fernet import Fernet
from hypothesis import given
from hypothesis import strategies as st

from games.engine.cards import DECK
from games.engine.events import Checked, DeckShuffled, Folded, PreActionSet
from games.store.card_sealing import BrokenSeal, seal, unseal

EVENTS = (Checked(1), DeckShuffled(DECK), PreActionSet(3, "call", 40), Folded(2))


@given(deck=st.permutations(DECK))
def test_what_is_sealed_comes_back_and_lies_open_nowhere(deck: list[int]) -> None:
    events = (Checked(1), DeckShuffled(tuple(deck)), PreActionSet(3, "call", 40))
    public, sealed = seal(7, 3, events)
    assert public == [["Checked", 1], None, None]
    assert sealed is not None
    assert b"DeckShuffled" not in sealed
    assert unseal(7, 3, public, sealed) == events


def test_events_without_a_secret_need_no_seal() -> None:
    public, sealed = seal(7, 3, (Checked(1), Folded(2)))
    assert sealed is None
    assert unseal(7, 3, public, None) == (Checked(1), Folded(2))


@pytest.mark.parametrize(("table", "number"), [(8, 3), (7, 4)])
def test_a_seal_moved_to_another_row_is_broken(table: int, number: int) -> None:
    public, sealed = seal(7, 3, EVENTS)
    with pytest.raises(BrokenSeal):
        unseal(table, number, public, sealed)


def test_a_lost_or_damaged_seal_is_broken() -> None:
    public, sealed = seal(7, 3, EVENTS)
    assert sealed is not None
    for wrong in (None, sealed[:-4] + b"abcd", b"", b"plain"):
        with pytest.raises(BrokenSeal):
            unseal(7, 3, public, wrong)


def test_keys_can_be_rotated(settings: Any) -> None:
    old, new = Fernet.generate_key().decode(), Fernet.generate_key().decode()
    settings.CARD_SEAL_KEYS = [old]
    public, sealed = seal(7, 3, EVENTS)
    settings.CARD_SEAL_KEYS = [new, old]
    assert unseal(7, 3, public, sealed) == EVENTS
    _, fresh = seal(7, 3, EVENTS)
    settings.CARD_SEAL_KEYS = [new]
    assert unseal(7, 3, public, fresh) == EVENTS
    with pytest.raises(BrokenSeal):
        unseal(7, 3, public, sealed)


def test_a_broken_seal_tells_no_card() -> None:
    public, sealed = seal(7, 3, EVENTS)
    with pytest.raises(BrokenSeal) as trouble:
        unseal(8, 3, public, sealed)
    assert str(trouble.value) == "decision 8/3"
