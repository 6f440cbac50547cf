"""Always together: two players who sit down at one table, and leave it, at the same time (F7)."""

from collections.abc import Iterator

import pytest

from games.engine.watch_list.flags import Flag
from games.engine.watch_list.hands import WatchedHand
from games.engine.watch_list.together import Together
from tests.games.engine.watch_list.hands import MINUTE, flags_of, hand

FRIENDS = (1, 2)


def at_tables(nights: int, together: int, *, near: bool = True) -> list[WatchedHand]:
    """Nights at five tables of four; players 1 and 2 are at one table on the first of them, else at different ones."""
    hands, number = [], 0
    for night in range(nights):
        for table in range(5):
            # Everybody but the two changes tables from night to night.
            players = [10 + (place * 5 + table * (1 + night % 4) + night) % 20 for place in range(3)]
            begin = night * 24 * 60 * MINUTE
            for count in range(8):
                here = [player + 100 * place for place, player in enumerate(players) if count // 2 >= place]
                if table == night % 5 and (near or count):
                    here.append(1)
                if table == (night % 5 if night < together else (night + 1) % 5) and (near or count < 5):
                    here.append(2)
                number += 1
                nets = dict.fromkeys(here, 0)
                hands.append(hand(number, (), nets, table=table, at=begin + count * 10 * MINUTE))
    return hands


def test_F7_two_who_come_leave_and_sit_together_every_night_are_flagged() -> None:
    flags = flags_of(Together(), at_tables(12, 12))

    assert FRIENDS in [flag.people for flag in flags]


def test_F7_friends_who_play_together_on_some_nights_are_not() -> None:
    assert FRIENDS not in [flag.people for flag in flags_of(Together(), at_tables(12, 7))]


def test_F7_a_player_who_comes_and_leaves_at_other_times_is_not_together() -> None:
    assert FRIENDS not in [flag.people for flag in flags_of(Together(), at_tables(12, 12, near=False))]


def sat(player: int, night: int, came: int = 0, left: int = 60 * MINUTE, *, table: int = 1) -> list[WatchedHand]:
    """The hands of one player's sitting, in ms from the beginning of a night."""
    times = [*range(came, left, 20 * MINUTE), left]
    return [
        hand(night * 1000 + at // MINUTE, (), {player: 0}, table=table, at=night * 1440 * MINUTE + at) for at in times
    ]


def nights(*sittings: list[WatchedHand]) -> list[Flag]:
    """What is found about two in these sittings; on each night strangers half an hour apart play at four tables."""
    others = [
        sat(100 * late + 10 * table + night % 7, night, late * 30 * MINUTE, (60 + 30 * late) * MINUTE, table=table)
        for night in range(12)
        for table in range(2, 6)
        for late in (0, 1)
    ]
    played = sorted((one for sitting in (*sittings, *others) for one in sitting), key=lambda one: one.at)
    return [flag for flag in flags_of(Together(), played) if flag.people == FRIENDS]


def both(night: int, came: int = 0, left: int = 0) -> Iterator[list[WatchedHand]]:
    """A night of both for an hour; the second comes and leaves so much later."""
    yield sat(1, night)
    yield sat(2, night, came, 60 * MINUTE + left)


@pytest.mark.parametrize(("alone", "flagged"), [(3, True), (4, False)])
def test_F7_a_player_who_plays_more_must_be_with_the_other_on_seven_nights_in_ten(alone: int, *, flagged: bool) -> None:
    together = [sitting for night in range(7) for sitting in both(night)]

    assert bool(nights(*together, *(sat(1, 7 + night) for night in range(alone)))) is flagged
    assert bool(nights(*together, *(sat(2, 7 + night) for night in range(alone)))) is flagged


@pytest.mark.parametrize(
    ("came", "left", "flagged"),
    [
        (5 * MINUTE, 5 * MINUTE, True),
        (5 * MINUTE + 1, 0, False),
        (0, 5 * MINUTE + 1, False),
    ],
)
def test_F7_five_minutes_apart_is_together_and_more_is_not(came: int, left: int, *, flagged: bool) -> None:
    assert bool(nights(*(sitting for night in range(5) for sitting in both(night, came, left)))) is flagged


@pytest.mark.parametrize(("came", "flagged"), [(60 * MINUTE, True), (60 * MINUTE + 1, False)])
def test_F7_four_nights_are_enough_though_on_one_they_met_in_a_single_hand(came: int, *, flagged: bool) -> None:
    together = [sitting for night in range(3) for sitting in both(night)]
    met = [sat(1, 3), sat(2, 3, came, 120 * MINUTE)]

    assert bool(nights(*together, *met)) is flagged
