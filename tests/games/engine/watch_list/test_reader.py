"""The hands that detectors read, from hands of every game that were really played (F7)."""

from collections.abc import Iterator
from itertools import pairwise
from random import Random

import pytest

from games.engine import events as ev
from games.engine.cards import parse_cards
from games.engine.hand.actions import Action, Muck, RunIt
from games.engine.hand.hand import Hand
from games.engine.rules.variants import CATALOGUE
from games.engine.watch_list.hands import Did, HandId, Part, WatchedHand
from games.engine.watch_list.reader import read_hand
from games.engine.watch_list.sampling import assess
from games.simulation import Shoe, measured_rules, plans_of, random_action, random_discard
from tests.games.engine.watch_list.hands import turn as built

PARTS = {seat: Part(100 + seat, 0) for seat in range(4)}
SECOND = 1000


def played(game: str, rng: Random, hands: int) -> Iterator[tuple[Hand, list[tuple[int, ev.TableEvent]]]]:
    """Hands played at random with their events; every decision takes two seconds."""
    rules = measured_rules(game=game, structure=CATALOGUE[game].structures[0])
    plans, shoe = plans_of(rules, 4), Shoe(rules.variant, 4, rng)
    for _ in range(hands):
        hand, at = Hand(rules), 0
        events: list[tuple[int, ev.TableEvent]] = [(at, event) for event in hand.begin(next(plans), shoe.shuffled())]
        while hand.changes is None:
            action: Action
            if hand.to_act >= 0:
                seat, action = hand.to_act, random_action(hand.legal(), rng)
                events.append((at, ev.TurnBegan(0, seat, at, at)))
                at += 2 * SECOND
            elif hand.to_draw:
                seat = hand.to_draw[0]
                action = random_discard(len(hand.hole[seat]), hand.street_now.draw, rng)
            elif hand.to_agree:
                seat, action = hand.to_agree[0], RunIt(1)
            elif hand.to_show:
                seat, action = hand.to_show[0], Muck()
            else:
                events += [(at, event) for event in hand.continue_run_out()]
                continue
            events += [(at, event) for event in hand.act(seat, action)]
        yield hand, events


@pytest.mark.parametrize("game", CATALOGUE)
def test_F7_every_decision_of_a_hand_is_read_with_what_it_cost(game: str) -> None:
    for hand, events in played(game, Random(game), 30):
        read = read_hand(hand.rules, events, PARTS, table=5)
        acts = [
            event for _, event in events if isinstance(event, ev.Folded | ev.Checked | ev.Called | ev.Bet | ev.Raised)
        ]
        forced = sum(event.amount for _, event in events if isinstance(event, ev.Posted | ev.BroughtIn))
        back = sum(event.amount for _, event in events if isinstance(event, ev.UncalledReturned))

        assert read.id == (5, hand.number)
        assert read.big_blind == (hand.rules.stakes.big_blind or 1)
        assert {part.player - 100: part.net for part in read.parts} == dict(hand.changes or ())
        assert len(read.turns) == len(acts)
        assert all(turn.think_ms == 2 * SECOND for turn in read.turns)
        assert sum(turn.paid for turn in read.turns) + forced - back == sum(hand.won) + hand.rake
        for turn in read.turns:
            cards = [*turn.board, *turn.seen, *(card for hole in turn.holes for card in hole)]
            assert len(set(cards)) == len(cards)
            assert all(set(up) <= set(hole) for up, hole in zip(turn.up, turn.holes, strict=True))


@pytest.mark.parametrize("game", CATALOGUE)
def test_F7_chances_lie_between_nothing_and_all_and_are_the_same_each_time(game: str) -> None:
    for hand, events in played(game, Random(game), 5):
        read = read_hand(hand.rules, events, PARTS, table=5)
        judged = assess(read, deals=10)

        assert judged == assess(read, deals=10)
        for turn in judged.turns:
            assert turn.chances is not None
            assert 0 <= turn.chances.strength <= 1
            assert 0 <= turn.chances.truth <= 1


@pytest.mark.parametrize(("own", "rival", "share"), [("As4sQh9h", "KcKhQdQs", 0.5), ("KcKhQdQs", "As4sQh9h", 0.5)])
def test_F7_G10_the_low_half_counts_though_only_one_hand_makes_it(own: str, rival: str, share: float) -> None:
    ended = built(1, Did.CHECK, board="2c3d7hKsKd")._replace(holes=(parse_cards(own), parse_cards(rival)))
    (judged,) = assess(WatchedHand(HandId(1, 1), 0, "omaha8", 100, (), (ended,))).turns
    assert judged.chances is not None
    assert judged.chances.truth == share


def test_F7_what_the_room_played_has_no_think_time() -> None:
    ((hand, events),) = played("holdem", Random(5), 1)
    first = next(place for place, (_, event) in enumerate(events) if isinstance(event, ev.TurnBegan))
    seat = hand.order[2]
    late = [*events[: first + 1], (2 * SECOND, ev.TimedOut(seat)), *events[first + 1 :]]

    assert not read_hand(hand.rules, events, PARTS, table=5).turns[0].is_forced
    assert read_hand(hand.rules, late, PARTS, table=5).turns[0].is_forced


def test_F7_the_last_to_act_is_who_ends_the_betting_of_a_street() -> None:
    for hand, events in played("holdem", Random(7), 40):
        turns = read_hand(hand.rules, events, PARTS, table=5).turns
        for turn, then in pairwise(turns):
            if turn.did is not Did.RAISE and turn.did is not Did.FOLD:
                assert turn.is_last == (then.street > turn.street)
