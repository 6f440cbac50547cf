"""A hand as replay steps: one for each action and street, each with the view of that moment."""

from random import Random

import pytest

from games.engine import events as ev
from games.engine.cards import cards_text
from games.engine.events.kinds import LeaveReason
from games.engine.history.perspective import OwnCards, own_cards
from games.engine.history.replay_steps import ReplayPlayer, ReplayStep, replay_steps
from games.engine.rules.variants import CATALOGUE
from games.engine.views.kinds import LineCode
from games.engine.views.types import LogLine
from tests.games.engine.support.builders import Deal
from tests.games.engine.support.recorded_hands import NAMES, random_hand, side_pots, three_draws, twice, walk


def steps_of(hand: Deal, me: int | None = None, *more: ev.TableEvent) -> list[ReplayStep]:
    own = None if me is None else own_cards(hand.hand.rules, hand.events, me)
    return replayed(hand, [*hand.events, *more], own)


def replayed(hand: Deal, events: list[ev.TableEvent], own: OwnCards | None = None) -> list[ReplayStep]:
    players = {seat: ReplayPlayer(100 + seat, NAMES[seat]) for seat in hand.hand.order}
    public = [event for event in events if type(event) not in ev.SECRET]
    return replay_steps(hand.hand.rules, players, public, seats=6, table_id=7, own=own)


def acts(found: list[ReplayStep]) -> list[str]:
    """Returns the code of the last log line of each step."""
    return [step.view.log[-1].code for step in found]


def test_each_action_and_each_street_is_a_step() -> None:
    found = steps_of(side_pots(), 4)
    assert acts(found) == [
        *("street", "fold", "raise", "fold", "fold", "call", "raise", "call", "call"),
        *("street", "bet", "call", "street", "check", "check", "street", "bet", "fold"),
        *("returned", "shows", "wins"),
    ]
    first, last = found[0].view, found[-1].view
    assert [(seat.seat, seat.bet) for seat in first.seats if seat.bet] == [(0, 50), (1, 100), (2, 200), (3, 100)]
    assert first.turn is not None and first.turn.seat == 3
    assert (first.turn.total, first.turn.on_time_bank) == (0, False), "a replay has no clock"
    assert found[8].view.turn is None and found[8].view.board == ()
    assert cards_text(found[9].view.board) == "Ac5d5h"
    assert last.phase == "between" and last.turn is None
    assert {seat.seat: seat.won for seat in last.seats if seat.won} == {1: 12_980}
    assert [step.lines for step in found] == sorted(step.lines for step in found)
    assert found[-1].lines == len(last.log)


def test_only_the_viewers_own_cards_are_in_the_own_view() -> None:
    found = steps_of(side_pots(), 4)
    assert {cards_text(step.own.cards) for step in found} == {"JdJh"}
    assert found[9].own.name_of_hand is not None
    assert found[-1].own.name_of_hand is None, "a folded hand makes nothing"
    assert {step.own for step in steps_of(side_pots())} == {None}
    assert all(seat.face_down == 2 for seat in found[0].view.seats if seat.player)


def test_h6_all_boards_are_shown_and_agreements_are_logged() -> None:
    found = steps_of(twice())
    assert acts(found).count("agrees") == 2
    assert [len(step.view.boards) for step in found][-1] == 1
    assert cards_text(found[-1].view.boards[0]) == "Kh8s3d4c9h"
    assert cards_text(found[-1].view.board) == "3h3s4d4s5d"


def test_g13_an_exchange_is_one_step() -> None:
    found = steps_of(three_draws(), 0)
    draws = [step for step in found if step.view.log[-1].code == "draw"]
    assert len(draws) == 6
    assert cards_text(draws[0].own.cards) == "2h3d9s7s6d"
    turns = [step.view.turn.seat for step in found if step.view.turn]
    assert turns[:3] == [2, 0, 1]


def test_h7_cards_that_would_have_come_are_a_step_of_their_own() -> None:
    found = steps_of(walk(), None, ev.RabbitShown(1, 0, (0, 1, 2, 3, 4)))
    assert found[-1].rabbit == (0, 1, 2, 3, 4)
    assert not any(step.rabbit for step in found[:-1])


@pytest.mark.parametrize("game", CATALOGUE)
def test_any_hand_of_any_game_can_be_played_through(game: str) -> None:
    rng = Random(f"steps of {game}")
    for _ in range(8):
        hand = random_hand(game, rng)
        for me in (None, hand.hand.order[0]):
            found = steps_of(hand, me)
            assert found[-1].view.phase == "between"
            assert {seat.seat: seat.won for seat in found[-1].view.seats if seat.player} == {
                seat: hand.hand.won[seat] for seat in hand.hand.order
            }
            public = [
                card
                for step in found
                for seat in step.view.seats
                for card in (*seat.shown, *seat.face_up, *seat.winning_cards)
            ]
            assert min(public, default=0) >= -1


def test_f1_what_the_house_did_in_the_hand_is_a_step_of_its_own() -> None:
    """Also what applies to seats and settings that a replay does not know."""
    hand = side_pots()
    plain = steps_of(hand)
    resumed, paused, removed = ev.Resumed("all clear"), ev.Paused("fire"), ev.RemovalAsked(7, "Petr", "two accounts")
    untold = ev.SeatLeft(7, 9, 0, LeaveReason.ASKED)
    turn = next(place for place, event in enumerate(hand.events) if isinstance(event, ev.Raised))
    before, after = hand.events[:turn], hand.events[turn:]
    found = replayed(hand, [resumed, *before, paused, untold, removed, *after, ev.Closing("night")])
    assert acts(found)[:4] == ["street", "fold", "paused", "removed"]
    assert found[0].view.log[0] == LogLine(LineCode.RESUMED, other="all clear")
    assert acts(found)[-1] == "closing"
    told = {LineCode.PAUSED, LineCode.REMOVED, LineCode.RESUMED, LineCode.CLOSING}
    assert [line for line in found[-1].view.log if line.code not in told] == list(plain[-1].view.log)
    assert found[-1].view.seats == plain[-1].view.seats
