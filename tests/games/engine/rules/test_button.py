"""Rules D1-D5 and D10-D12 of the rulebook: button, blinds, antes, who is dealt in."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import events as ev
from games.engine.cards import parse_cards
from games.engine.events.kinds import PostKind
from games.engine.hand.hand import Post
from games.engine.rules.button import NOBODY, Positions, deal_order, next_positions, passed
from games.engine.rules.house_rules import ButtonRule
from games.engine.table import commands as cm
from games.engine.table.next_hand import forced_bets
from tests.games.engine.support.builders import Room, rules, stacked_deck

DEAD, MOVING = ButtonRule.DEAD, ButtonRule.MOVING
A, B, C, D, E = range(5)
THREE = (10_000,) * 3
FOUR = (10_000,) * 4


def after(
    last: tuple[int, int, int], *ready: int, rule: ButtonRule = DEAD, awaiting_deal: tuple[int, ...] = ()
) -> Positions:
    """The positions of the next hand after these."""
    return next_positions(Positions(*last), ready=sorted(ready), rule=rule, awaiting_deal=awaiting_deal)


# D1: the first button.


def drawn(order: str, *cards: str) -> ev.ButtonDrawn:
    """Draws for the button with these cards on top of the deck."""
    room = Room(*[10_000] * len(cards), suit_order=order)
    known = parse_cards(" ".join(cards))
    rest = [card for card in stacked_deck(["", ""]) if card not in known]
    (event,) = [event for event in room.tick([*known, *rest]) if isinstance(event, ev.ButtonDrawn)]
    return event


def test_D1_the_highest_card_has_the_button() -> None:
    event = drawn("shdc", "9s", "Kd", "Qs")
    assert event.button == 1
    assert event.cards == tuple(enumerate(parse_cards("9s Kd Qs")))


@pytest.mark.parametrize(("order", "button"), [("shdc", 2), ("shcd", 1)])
def test_D1_C2_suits_break_ties_for_the_button(order: str, button: int) -> None:
    assert drawn(order, "9s", "Kc", "Kd").button == button


def test_D1_the_draw_is_shown_to_the_table_before_the_deal() -> None:
    room = Room(*THREE)
    room.tick()
    assert [seat for seat, _ in room.table.button_draw] == [0, 1, 2]
    assert room.table.hand is None
    assert room.table.next_tick_at() == room.now + room.table.rules.clock.draw_shown
    button = room.table.positions.button
    room.tick()
    assert (room.table.hand_number, room.table.positions.button) == (1, button)


@pytest.mark.parametrize(("rule", "button"), [(DEAD, A), (MOVING, B)])
def test_D2_a_moving_button_goes_on_if_its_player_leaves_before_the_first_hand(rule: ButtonRule, button: int) -> None:
    room = Room(*FOUR, first_button="first_player", button=rule)
    room.tick()
    room.send(cm.Leave(1))
    room.deal()
    assert (room.table.positions.button, room.table.positions.small) == (button, B if rule is DEAD else C)


def test_D1_the_first_player_to_sit_down_gets_the_button_under_first_player() -> None:
    room = Room(first_button="first_player")
    for player, seat in ((1, 4), (2, 0), (3, 2)):
        room.sit(player, seat=seat)
        room.now += 100
    assert room.deal().table.positions == Positions(4, 0, 2)
    assert room.table.button_draw == ()


def test_D1_under_first_player_the_next_to_sit_down_has_the_button_while_the_first_sits_out() -> None:
    room = Room(*FOUR, first_button="first_player")
    room.send(cm.SitOut(1))
    assert room.deal().table.positions == Positions(B, C, D)


def test_D1_the_button_is_drawn_again_after_the_table_was_empty() -> None:
    room = Room(*THREE).deal().all_fold()
    for player in (1, 2, 3):
        room.send(cm.Leave(player))
    assert room.table.positions == Positions()
    room.sit(8)
    room.sit(9)
    assert any(isinstance(event, ev.ButtonDrawn) for event in room.tick())


def test_D1_the_button_is_not_drawn_again_while_somebody_stays() -> None:
    room = Room(*THREE).deal().all_fold()
    for player in (1, 2):
        room.send(cm.Leave(player))
    room.sit(8)
    assert not any(isinstance(event, ev.ButtonDrawn) for event in room.deal().events)


# D2: the dead button.


def test_D2_button_and_blinds_move_around_the_table() -> None:
    last = Positions(A, B, C)
    for expected in ((B, C, D), (C, D, A), (D, A, B), (A, B, C)):
        last = after(last, A, B, C, D)
        assert last == expected


def test_D2_the_button_falls_on_the_empty_seat_of_a_small_blind_who_left() -> None:
    assert after((A, B, C), A, C, D) == (B, C, D)


def test_D2_the_small_blind_is_dead_when_the_big_blind_left() -> None:
    assert after((A, B, C), A, B, D) == (B, C, D)
    # In the hand after that the button is dead.
    assert after((B, C, D), A, B, D) == (C, D, A)


def test_D2_both_blinds_may_leave() -> None:
    assert after((A, B, C), A, D, E) == (B, C, D)
    assert after((B, C, D), A, D, E) == (C, D, E)
    assert after((C, D, E), A, D, E) == (D, E, A)


def test_D2_the_button_may_leave() -> None:
    assert after((A, B, C), B, C, D) == (B, C, D)


@pytest.mark.parametrize(("last", "ready"), [((0, 1, 4), (2, 3, 4)), ((0, 2, 4), (2, 3, 4)), ((7, 2, 4), (2, 3, 4))])
def test_D2_players_who_come_and_go_do_not_reverse_the_order_of_positions(
    last: tuple[int, int, int], ready: tuple[int, ...]
) -> None:
    # The big blind moves on from seat 4 to seat 2; whoever had the small blind, the button cannot be behind it.
    assert after(last, *ready) == (3, 4, 2)


def test_D2_a_moving_button_goes_to_the_next_player_and_the_blinds_follow() -> None:
    assert after((A, B, C), A, C, D, rule=MOVING) == (C, D, A)
    assert after((A, B, C), A, B, D, rule=MOVING) == (B, D, A)
    assert after((A, B, C), A, B, C, D, rule=MOVING) == (B, C, D)


# D3: heads-up.


@pytest.mark.parametrize("rule", list(ButtonRule))
def test_D3_the_button_has_the_small_blind_and_it_alternates(rule: ButtonRule) -> None:
    assert after((A, A, C), A, C, rule=rule) == (C, C, A)
    assert after((C, C, A), A, C, rule=rule) == (A, A, C)


@pytest.mark.parametrize("rule", list(ButtonRule))
@pytest.mark.parametrize("gone", [A, B, C])
def test_D3_nobody_has_the_big_blind_twice_in_a_row_when_play_becomes_heads_up(rule: ButtonRule, gone: int) -> None:
    left = [seat for seat in (A, B, C) if seat != gone]
    button, small, big = after((A, B, C), *left, rule=rule)
    assert button == small
    assert {button, big} == set(left)
    assert big != C


def test_D3_the_button_acts_first_before_the_flop_and_last_after_it() -> None:
    room = Room(10_000, 10_000).deal()
    button = room.table.positions.button
    assert room.table.hand is not None
    assert room.table.hand.to_act == button == room.table.positions.small
    room.play("call check")
    assert room.table.hand.to_act == room.table.positions.big


def test_G11_heads_up_the_big_blind_gets_the_first_card() -> None:
    room = Room(10_000, 10_000).deal()
    hand = room.table.hand
    assert hand is not None
    assert hand.hole[room.table.positions.big] == (hand.deck[0], hand.deck[2])


def test_G11_cards_are_dealt_one_at_a_time_to_the_button_last() -> None:
    hand = Room(*FOUR).deal().table.hand
    assert hand is not None
    assert hand.order[-1] == hand.button
    for place, seat in enumerate(hand.order):
        assert hand.hole[seat] == (hand.deck[place], hand.deck[place + 4])
    assert deal_order(2, (0, 1, 2, 5)) == (5, 0, 1, 2)


@pytest.mark.parametrize("rule", list(ButtonRule))
@pytest.mark.parametrize("newcomer", [B, D])
def test_D3_everybody_has_a_position_when_a_third_player_joins(rule: ButtonRule, newcomer: int) -> None:
    positions = after((A, A, C), A, C, newcomer, rule=rule, awaiting_deal=(newcomer,))
    assert sorted(positions) == sorted((A, C, newcomer))
    assert positions.big != C


# D4, D5, D10: blinds and antes.


def test_D4_blinds_and_their_order() -> None:
    assert forced_bets(rules(), (B, C, A), Positions(A, B, C)) == (
        Post(B, PostKind.SMALL_BLIND, 50),
        Post(C, PostKind.BIG_BLIND, 100),
    )


def test_D4_an_empty_seat_posts_no_small_blind() -> None:
    assert forced_bets(rules(), (C, D, A), Positions(A, B, C)) == (Post(C, PostKind.BIG_BLIND, 100),)


def test_D10_each_player_posts_the_ante() -> None:
    due = forced_bets(rules(ante=10), (B, C, A), Positions(A, B, C))
    assert due[:3] == (Post(B, PostKind.ANTE, 10), Post(C, PostKind.ANTE, 10), Post(A, PostKind.ANTE, 10))
    assert [post.kind for post in due[3:]] == ["small_blind", "big_blind"]


def test_D10_the_big_blind_posts_the_ante_for_all_after_the_blind() -> None:
    due = forced_bets(rules(ante=100, ante_kind="big_blind"), (B, C, A), Positions(A, B, C))
    assert due[-2:] == (Post(C, PostKind.BIG_BLIND, 100), Post(C, PostKind.ANTE, 100))
    assert len(due) == 3


def test_D5_a_player_with_less_than_the_blind_posts_all_chips() -> None:
    room = Room(30, 30, 30)
    hand = room.deal().table.hand
    assert hand is not None
    assert sum(hand.betting.bets) + hand.pot >= 60
    assert hand.betting.high == 100


@pytest.mark.parametrize(("least", "dealt"), [("none", 4), ("big_blind", 3)])
def test_D5_a_stack_below_min_stack_to_play_is_not_dealt_in(least: str, dealt: int) -> None:
    room = Room(99, 1_000, 1_000, 10_000, min_stack_to_play=least).deal()
    assert room.table.hand is not None
    assert len(room.table.hand.order) == dealt
    if dealt == 3:
        room.all_fold()
        room.send(cm.AddChips(1, 1))
        assert len(room.deal().table.hand.order) == 4


# D11: two players with chips.


def test_D11_one_player_waits_and_the_second_starts_the_game() -> None:
    room = Room(10_000)
    assert (room.wait_kind, room.table.next_tick_at()) == ("players", None)
    room.sit(2)
    assert room.wait_kind == "next_hand"


def test_D11_a_player_who_sits_down_during_a_hand_plays_from_the_next() -> None:
    room = Room(*THREE).deal()
    room.sit(4)
    assert room.table.hand is not None
    assert 3 not in room.table.hand.order
    assert not room.table.in_hand(3)


# The big blind over many hands in which players come and go.


@settings(max_examples=150, deadline=None)
@given(
    rule=st.sampled_from(list(ButtonRule)),
    first=st.sets(st.integers(0, 7), min_size=2),
    changes=st.lists(st.sets(st.integers(0, 7), max_size=2), max_size=25),
)
def test_D2_D3_the_big_blind_moves_forward_and_nobody_is_out_of_order(
    rule: ButtonRule, first: set[int], changes: list[set[int]]
) -> None:
    room = Room(seats=8, button=rule, enter_between="wait_button")
    for seat in sorted(first):
        room.sit(seat + 1, seat=seat)
    last = room.deal().table.positions
    for changed in changes:
        ready = set(room.table.ready())
        if len(ready ^ changed) < 2:
            continue
        room.all_fold()
        for seat in sorted(changed):
            player = seat + 1
            room.send(cm.Leave(player)) if seat in ready else room.sit(player, seat=seat)
        ready = set(room.table.ready())
        awaiting_deal = {seat for seat in ready if room.table.seat(seat).awaits_deal}
        now = room.deal().table.positions
        hand = room.table.hand
        assert hand is not None
        playing = set(hand.order)
        assert now.big in playing
        assert playing <= ready
        if len(playing) == 2:
            assert now.button == now.small == hand.order[1]
        else:
            # The blinds come first and the button last. Before the blinds are only players who post for missed blinds,
            # and newcomers who cannot wait because only one other player is left.
            before = hand.order[: hand.order.index(now.big)]
            let_in = {seat for seat in before if seat in awaiting_deal and seat != now.small}
            paid = {event.seat for event in room.last_events(ev.Posted) if event.kind == "post"}
            assert let_in <= paid or len(ready - awaiting_deal) < 2
            order = [seat for seat in hand.order if seat not in let_in]
            blinds = [seat for seat in (now.small, now.big) if seat in order]
            assert order[: len(blinds)] == blinds
            assert now.button not in order[:-1]
        if rule is DEAD or len(ready) == 2:
            between = {(last.big + step) % 8 for step in range(1, (now.big - last.big) % 8)}
            assert not between & playing, "the big blind went past somebody who plays"
            assert now.big != last.big, "the same big blind twice running"
        last = now


@settings(max_examples=60, deadline=None)
@given(ready=st.sets(st.integers(0, 9), min_size=2), rule=st.sampled_from(list(ButtonRule)), start=st.integers(0, 9))
def test_D2_everybody_pays_each_blind_once_an_orbit(ready: set[int], rule: ButtonRule, start: int) -> None:
    seats = sorted(ready)
    last = next_positions(Positions(start), ready=seats, rule=rule)
    bigs, smalls = [], []
    for _ in range(3):
        last = next_positions(last, ready=seats, rule=rule)
    for _ in seats:
        bigs.append(last.big)
        smalls.append(last.small)
        last = next_positions(last, ready=seats, rule=rule)
    assert sorted(bigs) == sorted(smalls) == seats


def test_D2_a_button_drawn_for_a_seat_that_left_stays_there() -> None:
    assert next_positions(Positions(D, NOBODY, NOBODY), ready=[A, B, C], rule=DEAD) == (D, A, B)


@pytest.mark.parametrize(
    ("last", "now", "skipped"),
    [
        (A, C, {B}),
        (D, B, {E, A}),
        (A, B, set()),
        (C, C, set()),
        (NOBODY, C, set()),
        (C, NOBODY, set()),
    ],
)
def test_D7_a_position_passes_the_seats_between_its_old_place_and_the_new_one(
    last: int, now: int, skipped: set[int]
) -> None:
    assert {seat for seat in range(5) if passed(last, now, seat)} == skipped
