"""Chip dumping, soft play and always together: two players compared with all others (F7)."""

from collections.abc import Iterator
from itertools import permutations

from games.engine.watch_list.chip_dumping import ChipDumping, given_away
from games.engine.watch_list.flags import FlagKind
from games.engine.watch_list.hands import Did, WatchedHand
from games.engine.watch_list.soft_play import SoftPlay
from games.engine.watch_list.together import Together
from tests.games.engine.watch_list.hands import BIG, MINUTE, flags_of, hand, turn

FRIENDS = (1, 2)


def lost(number: int, loser: int, winner: int, *, gift: bool) -> WatchedHand:
    """The loser calls a big bet on the river: with nothing, or with a hand that is usually good."""
    called = turn(
        loser,
        Did.CALL,
        (winner,),
        price=20 * BIG,
        paid=20 * BIG,
        pot=40 * BIG,
        strength=0.1 if gift else 0.8,
        truth=0.0,
    )
    return hand(number, [called], {loser: -30 * BIG, winner: 30 * BIG})


def evening(gifts: dict[tuple[int, int], int], each: int = 40) -> Iterator[WatchedHand]:
    """Hands lost between all of six players; every twentieth is a gift, and so many more are between some."""
    number = 0
    for pair in permutations(range(1, 7), 2):
        for count in range(each):
            number += 1
            yield lost(number, *pair, gift=count % 20 == 0 or count <= gifts.get(pair, 0))


def test_F7_chips_that_go_one_way_without_reason_are_flagged_with_their_hands() -> None:
    flags = flags_of(ChipDumping(), evening({FRIENDS: 25}))

    assert [(flag.kind, flag.people) for flag in flags] == [(FlagKind.CHIP_DUMPING, FRIENDS)]
    assert flags[0].figure >= flags[0].threshold
    assert len(flags[0].hands) == 26


def test_F7_losing_much_with_good_hands_is_no_chip_dumping() -> None:
    assert flags_of(ChipDumping(), evening({})) == []


def test_F7_a_player_who_gives_to_everybody_is_bad_and_dumps_to_nobody() -> None:
    assert flags_of(ChipDumping(), evening({(1, other): 25 for other in range(2, 7)})) == []


def test_F7_chips_that_go_both_ways_are_not_dumped() -> None:
    assert flags_of(ChipDumping(), evening({(1, 2): 25, (2, 1): 20})) == []


def test_F7_a_winner_that_is_folded_is_given_away_and_a_loser_is_not() -> None:
    winner = turn(1, Did.FOLD, price=5 * BIG, pot=20 * BIG, strength=0.95, truth=1.0)
    beaten = winner._replace(chances=winner.chances and winner.chances._replace(truth=0.0))

    assert given_away(hand(1, [winner]), 1, 2) == 20 * BIG
    assert given_away(hand(1, [beaten]), 1, 2) == 0


def test_F7_a_fold_that_the_room_made_gives_nothing_away() -> None:
    absent = turn(1, Did.FOLD, price=5 * BIG, pot=20 * BIG, strength=0.95, truth=1.0, think_ms=-1)

    assert given_away(hand(1, [absent]), 1, 2) == 0


def bets(rate: dict[tuple[int, int], float], each: int = 100) -> Iterator[WatchedHand]:
    """Good hands of all of six players heads-up against each other; they bet six in ten of them, or as given."""
    number = 0
    for pair in permutations(range(1, 7), 2):
        for count in range(each):
            number += 1
            attacks = count < each * rate.get(pair, 0.6)
            yield hand(number, [turn(pair[0], Did.RAISE if attacks else Did.CHECK, (pair[1],), strength=0.85)])


def test_F7_two_who_check_good_hands_to_each_other_alone_are_flagged() -> None:
    flags = flags_of(SoftPlay(), bets({(1, 2): 0.1, (2, 1): 0.15}))

    assert [(flag.kind, flag.people) for flag in flags] == [(FlagKind.SOFT_PLAY, FRIENDS)]
    assert len(flags[0].hands) == 50


def test_F7_who_checks_to_everybody_plays_soft_with_nobody() -> None:
    assert flags_of(SoftPlay(), bets({(1, other): 0.1 for other in range(2, 7)})) == []


def test_F7_a_player_whom_everybody_checks_to_is_in_no_pair() -> None:
    assert flags_of(SoftPlay(), bets({(other, 1): 0.1 for other in range(2, 7)})) == []


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


def test_F7_who_comes_and_leaves_at_other_times_is_not_together() -> None:
    assert FRIENDS not in [flag.people for flag in flags_of(Together(), at_tables(12, 12, near=False))]
