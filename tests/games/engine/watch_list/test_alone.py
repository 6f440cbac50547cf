"""What is found about one player: hidden cards, timing, no pause; and shared devices and addresses (F7)."""

from collections.abc import Callable, Iterator
from math import exp
from random import Random

import pytest

from games.engine.watch_list.flags import FlagKind
from games.engine.watch_list.hands import Chances, Did, Part, WatchedHand
from games.engine.watch_list.hidden_cards import HiddenCards, Truth, choice_cell
from games.engine.watch_list.pair_odds import Cell
from games.engine.watch_list.shared_access import SharedAccess
from games.engine.watch_list.spots import spots
from games.engine.watch_list.timing import NoPause, Timing
from tests.games.engine.watch_list.hands import BIG, MINUTE, flags_of, hand, turn

HOUR = 60 * MINUTE
EVENING = 20_000 * 24 * HOUR


def calls(knows: dict[int, float], seed: int = 1) -> Iterator[WatchedHand]:
    """Middling hands on the river facing a bet; who knows the hidden cards acts on them that often."""
    rng = Random(seed)
    for number in range(3000):
        player = number % 10
        wins = rng.random() < 0.5
        goes_on = wins if rng.random() < knows.get(player, 0) else rng.random() < 0.5
        did = Did.CALL if goes_on else Did.FOLD
        price = 5 * BIG
        yield hand(number, [turn(player, did, (11,), price=price, paid=price, strength=0.55, truth=float(wins))])


def test_F7_choices_that_fit_hidden_cards_are_flagged() -> None:
    flags = flags_of(HiddenCards(), calls({3: 0.8}))

    assert [(flag.kind, flag.people) for flag in flags] == [(FlagKind.HIDDEN_CARDS, (3,))]
    assert flags[0].hands


def test_F7_bets_that_fit_hidden_cards_are_flagged_as_calls_are() -> None:
    raises = {Did.CALL: Did.RAISE, Did.FOLD: Did.CHECK}
    bets = [
        hand(one.id.number, [turn._replace(did=raises[turn.did], price=0, paid=0) for turn in one.turns])
        for one in calls({3: 0.8})
    ]
    assert [flag.people for flag in flags_of(HiddenCards(), bets)] == [(3,)]


def test_F7_a_player_who_uses_hidden_cards_on_the_last_street_alone_is_flagged() -> None:
    earlier = [
        hand(one.id.number, [turn._replace(street=2) for turn in one.turns])
        for seed in range(2, 10)
        for one in calls({}, seed)
    ]
    flags = flags_of(HiddenCards(), [*calls({3: 0.5}), *earlier])

    assert [flag.people for flag in flags] == [(3,)]


def test_F7_a_flag_names_the_hands_whose_choices_no_own_cards_explain() -> None:
    """Calls with 0.55 that win, and folds that would have lost; not calls that lose or folds that would have won."""
    played = list(calls({3: 0.8}))
    right = [
        one.id
        for one in played
        for turn in one.turns
        if turn.player == 3 and turn.chances and (turn.did is Did.CALL) == (turn.chances.truth == 1)
    ]
    (flag,) = flags_of(HiddenCards(), played)

    assert len(right) > 200
    assert flag.hands == tuple(right[-50:])


def test_F7_a_hand_with_two_such_choices_is_named_once() -> None:
    twice = [hand(one.id.number, [one.turns[0]._replace(street=2), *one.turns]) for one in calls({3: 0.8})]
    (flag,) = flags_of(HiddenCards(), twice)

    assert len({*flag.hands}) == len(flag.hands) == 50


def test_F7_calls_that_cost_about_what_they_are_worth_tell_nothing_about_hidden_cards() -> None:
    """A call of 5 into 10 must win one in three: with 0.42 or 0.25 it hardly matters, with 0.44 or 0.22 it does."""

    def worth(right: float, wrong: float) -> list[WatchedHand]:
        truths = {1.0: Chances(0.55, right), 0.0: Chances(0.55, wrong)}
        return [
            one._replace(turns=tuple(turn._replace(chances=truths[turn.chances.truth]) for turn in one.turns))
            for one in calls({3: 0.8})
        ]

    assert flags_of(HiddenCards(), worth(0.42, 0.25)) == []
    assert [flag.people for flag in flags_of(HiddenCards(), worth(0.44, 0.22))] == [(3,)]


def test_F7_choices_against_two_rivals_and_more_are_alike() -> None:
    def cell(rivals: int) -> Cell:
        played = hand(1, [turn(1, Did.CHECK, range(2, 2 + rivals))])
        (spot,) = spots(played)
        return choice_cell(played, spot, Truth.RIGHT)

    assert cell(1) != cell(2) == cell(3) == cell(8)


def test_F7_choices_before_the_flop_tell_nothing_about_hidden_cards() -> None:
    first = [hand(one.id.number, [turn._replace(street=0) for turn in one.turns]) for one in calls({3: 0.8})]
    assert flags_of(HiddenCards(), first) == []


def test_F7_choices_by_luck_are_not_flagged() -> None:
    assert flags_of(HiddenCards(), calls({})) == []


def test_F7_what_bets_tell_everybody_is_not_hidden() -> None:
    assert flags_of(HiddenCards(), calls(dict.fromkeys(range(10), 0.5))) == []


def thinking(times: Callable[[Random, int], float]) -> Iterator[WatchedHand]:
    """Twelve players with people's think times, and player 1 with these."""
    rng = Random(3)
    for number in range(1500):
        acts = [turn(player, Did.CHECK, think_ms=int(rng.lognormvariate(8, 0.8))) for player in range(2, 14)]
        yield hand(number, [turn(1, Did.CHECK, think_ms=int(times(rng, number))), *acts])


def test_F7_think_times_that_hardly_vary_are_flagged() -> None:
    flags = flags_of(Timing(), thinking(lambda rng, _: 1500 + 100 * rng.random()))

    assert [(flag.kind, flag.people) for flag in flags] == [(FlagKind.TIMING, (1,))]


def test_F7_think_times_without_any_hesitation_are_flagged() -> None:
    flags = flags_of(Timing(), thinking(lambda rng, _: 800 * exp(1.2 * rng.random())))

    assert [flag.people for flag in flags] == [(1,)]


def test_F7_a_persons_think_times_without_the_longest_are_flagged_for_that_alone() -> None:
    def never_long(rng: Random, _: int) -> float:
        return next(time for _ in range(99) if (time := rng.lognormvariate(8, 0.6)) < 2.7 * exp(8))

    (flag,) = flags_of(Timing(), thinking(never_long))
    assert flag.people == (1,)
    assert flag.figure == 13


def test_F7_a_time_that_comes_again_and_again_among_a_persons_is_flagged() -> None:
    def mostly_steady(rng: Random, number: int) -> float:
        return 1500 + 60 * rng.random() if number % 2 else rng.lognormvariate(8, 0.8)

    assert [flag.people for flag in flags_of(Timing(), thinking(mostly_steady))] == [(1,)]


def test_F7_a_quick_player_who_hesitates_now_and_then_is_not() -> None:
    assert flags_of(Timing(), thinking(lambda rng, _: rng.lognormvariate(7, 0.55))) == []


def steps(*times: tuple[int, int]) -> Iterator[WatchedHand]:
    """One player's think times, in twentieths of the logarithm of ms, each so often."""
    thought = [step for step, often in times for _ in range(often)]
    for number, step in enumerate(thought):
        yield hand(number, [turn(1, Did.CHECK, think_ms=round(exp(step / 20)))])


def test_F7_half_of_156_think_times_a_third_longer_than_the_others_vary_too_little() -> None:
    """The variance is 0.15² 156 / 155, people's is 0.35²: 155 / 2 (0.185 - 1 - ln 0.185) nats, of four tests."""
    (flag,) = flags_of(Timing(), steps((140, 78), (146, 78)))
    assert flag.figure == 28


def test_F7_half_of_160_think_times_within_a_quarter_of_each_other_are_too_many() -> None:
    """They vary enough; 160 (0.5 ln(0.5 / 0.3) + 0.5 ln(0.5 / 0.7)) nats are 6.1 powers of ten, of four tests."""
    others = [(step, 10) for step in (100, 110, 120, 130, 150, 160, 170, 180)]
    (flag,) = flags_of(Timing(), steps(*((step, 16) for step in range(138, 143)), *others))
    assert flag.figure == 5


def test_F7_a_time_of_one_millisecond_is_a_time() -> None:
    assert [flag.people for flag in flags_of(Timing(), thinking(lambda _, number: 1))] == [(1,)]


@pytest.mark.parametrize("think_ms", [-1, 0])
def test_F7_turns_that_a_pre_action_or_no_time_played_tell_nothing_about_timing(think_ms: int) -> None:
    assert flags_of(Timing(), thinking(lambda _, number: think_ms)) == []


def played(hours: int, pause_at: int = -1) -> Iterator[WatchedHand]:
    for number in range(hours * 30):
        pause = 15 * MINUTE if number >= pause_at >= 0 else 0
        yield hand(number, (), {1: 0, 2: 0}, at=EVENING + number * 2 * MINUTE + pause)


def test_F7_hours_without_a_pause_are_flagged_in_hours() -> None:
    flags = flags_of(NoPause(), played(13))

    assert {flag.people for flag in flags} == {(1,), (2,)}
    assert {flag.figure for flag in flags} == {12}


def test_F7_a_pause_begins_the_hours_anew() -> None:
    assert flags_of(NoPause(), played(13, pause_at=200)) == []


def shared(hands: int, one: Part, other: Part) -> Iterator[WatchedHand]:
    for number in range(hands):
        yield hand(number, parts=(one, other, Part(9, 0, frozenset({"z"}), frozenset({"y"}))))


def test_F7_two_on_one_device_are_flagged_once_and_not_for_the_address_too() -> None:
    both = frozenset({"a"})
    flags = flags_of(SharedAccess(), shared(80, Part(2, 0, both, both), Part(1, 0, both, both)))

    assert [(flag.kind, flag.people, flag.figure) for flag in flags] == [(FlagKind.SHARED_DEVICE, (1, 2), 80)]
    assert len(flags[0].hands) == 50


def test_F7_two_at_one_address_are_flagged_after_more_hands() -> None:
    home = frozenset({"h"})
    parts = Part(1, 0, frozenset({"a"}), home), Part(2, 0, frozenset({"b"}), home)

    assert flags_of(SharedAccess(), shared(49, *parts)) == []
    assert [flag.kind for flag in flags_of(SharedAccess(), shared(50, *parts))] == [FlagKind.SHARED_ADDRESS]


def test_F7_two_at_different_addresses_are_not() -> None:
    one, other = Part(1, 0, frozenset(), frozenset({"a"})), Part(2, 0, frozenset(), frozenset({"b"}))

    assert flags_of(SharedAccess(), shared(200, one, other)) == []
