"""Records from before the cards of a draw came with it tell the same hands still (G13, C10)."""

from collections.abc import Iterator, Sequence
from random import Random

import pytest

from games.engine import events as ev
from games.engine.hand.hand import Hand
from games.engine.history.perspective import as_seen, own_cards
from games.engine.history.phh_writer import write_hand
from games.engine.history.replay_steps import Player, steps
from tests.games.engine.support.builders import Deal
from tests.games.engine.support.recorded_hands import by_chance, three_draws

DRAWS = ("draw", "double-draw", "lowball", "27sd", "27td", "badugi")


def older(events: Sequence[ev.HandEvent]) -> Iterator[ev.HandEvent]:
    """As it was stored: new cards by an event of their own, the draw without a word of them."""
    for event in events:
        if isinstance(event, ev.Drew):
            if event.dealt:
                yield ev.CardsDealt((event.seat,), event.dealt)
            kept = ev.to_data(event)[:4]
            restored = ev.from_data(kept)
            assert isinstance(restored, ev.Drew)
            assert not restored.dealt
            yield restored
        else:
            yield event


def hands(game: str) -> Iterator[Deal]:
    dice = Random(f"older {game}")
    for _ in range(8):
        yield by_chance(game, dice)


@pytest.mark.parametrize("game", DRAWS)
def test_G13_an_older_record_folds_to_the_same_hand(game: str) -> None:
    for hand in hands(game):
        now, then = Hand(hand.hand.rules), Hand(hand.hand.rules)
        for event in hand.events:
            now.apply(event)
        for event in older(hand.events):
            then.apply(event)
        assert (then.hole, then.drew, then.thrown, then.stacks) == (now.hole, now.drew, now.thrown, now.stacks)
        assert (then.stub.left, then.stub.pile) == (now.stub.left, now.stub.pile)


@pytest.mark.parametrize("game", DRAWS)
def test_G13_an_older_record_is_written_down_the_same(game: str) -> None:
    for hand in hands(game):
        rules, then = hand.hand.rules, list(older(hand.events))
        assert write_hand(rules, then) == write_hand(rules, hand.events)
        for seat in hand.hand.order:
            own = own_cards(rules, then, seat)
            assert own == own_cards(rules, hand.events, seat)
            assert list(older(_of_the_hand(as_seen(rules, hand.events, own)))) == _of_the_hand(
                as_seen(rules, then, own)
            )


def test_G13_an_older_record_is_looked_at_in_the_same_steps() -> None:
    hand = three_draws()
    rules, players = hand.hand.rules, {seat: Player(seat + 1, f"Player {seat}") for seat in hand.hand.order}
    for seat in hand.hand.order:
        own = own_cards(rules, hand.events, seat)
        now, then = (
            steps(rules, players, events, seats=6, table_id=1, own=own)
            for events in (hand.events, list(older(hand.events)))
        )
        assert then == now


def _of_the_hand(events: Sequence[ev.TableEvent]) -> list[ev.HandEvent]:
    return [event for event in events if isinstance(event, ev.HandEvent)]
