"""What is found about one player: hidden cards, timing, no pause; and shared devices and addresses (F7)."""

from collections.abc import Callable, Iterator
from math import exp
from random import Random

import pytest

from games.engine.watch_list.flags import FlagKind
from games.engine.watch_list.hands import Did, Part, WatchedHand
from games.engine.watch_list.hidden_cards import HiddenCards
from games.engine.watch_list.shared_access import SharedAccess
from games.engine.watch_list.timing import NoPause, Timing
from tests.games.engine.watch_list.hands import BIG, MINUTE, flags_of, hand, turn

HOUR = 60 * MINUTE


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


def test_F7_who_uses_hidden_cards_on_the_last_street_alone_is_flagged() -> None:
    earlier = [
        hand(one.id.number, [turn._replace(street=2) for turn in one.turns])
        for seed in range(2, 10)
        for one in calls({}, seed)
    ]
    flags = flags_of(HiddenCards(), [*calls({3: 0.5}), *earlier])

    assert [flag.people for flag in flags] == [(3,)]


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


@pytest.mark.parametrize("think_ms", [-1, 0])
def test_F7_turns_that_a_pre_action_or_no_time_played_tell_nothing_about_timing(think_ms: int) -> None:
    assert flags_of(Timing(), thinking(lambda _, number: think_ms)) == []


def played(hours: int, pause_at: int = -1) -> Iterator[WatchedHand]:
    for number in range(hours * 30):
        pause = 15 * MINUTE if number >= pause_at >= 0 else 0
        yield hand(number, (), {1: 0, 2: 0}, at=number * 2 * MINUTE + pause)


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
