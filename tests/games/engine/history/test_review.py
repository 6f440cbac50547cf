"""H8: a review shows every card of every player at every moment of a hand, and tells the hand as the replay does."""

from random import Random

import pytest

from games.engine import events as ev
from games.engine.hand.hand import Hand
from games.engine.history.replay_steps import ReplayPlayer, ReplayStep, replay_steps
from games.engine.history.review import review_steps, reviewed_cards
from games.engine.rules.variants import CATALOGUE
from tests.games.engine.support.builders import Deal
from tests.games.engine.support.recorded_hands import NAMES, random_hand, side_pots, three_draws


def reviewed(hand: Deal) -> list[ReplayStep]:
    players = {seat: ReplayPlayer(100 + seat, NAMES[seat]) for seat in hand.hand.order}
    return review_steps(hand.hand.rules, players, hand.events, seats=6, table_id=7)


def replayed(hand: Deal) -> list[ReplayStep]:
    players = {seat: ReplayPlayer(100 + seat, NAMES[seat]) for seat in hand.hand.order}
    public = [event for event in hand.events if type(event) not in ev.SECRET]
    return replay_steps(hand.hand.rules, players, public, seats=6, table_id=7)


def test_H8_every_player_shows_their_cards_from_the_deal_on_folded_ones_as_well() -> None:
    hand = side_pots()
    for step in reviewed(hand):
        assert step.own is None
        for seat in step.view.seats:
            if seat.player:
                assert seat.shown == hand.hand.hole[seat.seat]
                assert seat.face_down == 0
    assert len(hand.hand.folded) > 1


def test_H8_a_draw_shows_what_was_exchanged() -> None:
    hand = three_draws()
    known = {one.seat: one for one in reviewed_cards(hand.hand.rules, hand.events)}
    drew = [event for event in hand.events if isinstance(event, ev.Exchanged)]
    assert drew
    for seat, one in known.items():
        assert one.exchanged == tuple(event.cards for event in drew if event.seat == seat)
        assert one.cards == hand.hand.hole[seat]
    first = reviewed(hand)[0].view.seats
    for event in drew[:1]:
        assert set(event.cards) <= set(first[event.seat].shown)


@pytest.mark.parametrize("game", CATALOGUE)
def test_H8_a_review_has_the_steps_lines_and_boards_of_the_replay(game: str) -> None:
    for seed in range(3):
        hand = random_hand(game, Random(seed))
        mine, public = reviewed(hand), replayed(hand)
        assert [step.lines for step in mine] == [step.lines for step in public]
        assert [step.view.log for step in mine] == [step.view.log for step in public]
        assert [step.view.board for step in mine] == [step.view.board for step in public]
        true = Hand(hand.hand.rules)
        for event in hand.events:
            if isinstance(event, ev.HandEvent):
                true.apply(event)
        assert {seat.seat: seat.shown for seat in mine[-1].view.seats if seat.player} == {
            seat: true.hole[seat] for seat in true.order
        }


def test_H8_what_the_others_saw_is_told_apart() -> None:
    hand = side_pots()
    shown = {one.seat: one.shown for one in reviewed_cards(hand.hand.rules, hand.events)}
    assert {seat for seat, cards in shown.items() if cards} == {
        event.seat for event in hand.events if isinstance(event, ev.Shown)
    } | {seat for event in hand.events if isinstance(event, ev.HandsTurnedUp) for seat, _cards in event.hands}
