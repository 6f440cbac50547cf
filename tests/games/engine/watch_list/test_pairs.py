"""Chip dumping, soft play and always together: two players compared with all others (F7)."""

from collections.abc import Iterator
from itertools import permutations

from games.engine.watch_list.chip_dumping import ChipDumping, Way, odd_decisions
from games.engine.watch_list.flags import FlagKind
from games.engine.watch_list.hands import Chances, Did, Turn, WatchedHand
from games.engine.watch_list.pair_odds import Pair
from games.engine.watch_list.soft_play import SoftPlay
from games.engine.watch_list.together import Together
from tests.games.engine.watch_list.hands import BIG, MINUTE, flags_of, hand, turn

FRIENDS = (1, 2)


def answered(number: int, one: int, other: int, *, gift: bool, wins: bool = False) -> WatchedHand:
    """With nothing, one faces a big bet of the other on the river: a gift is a call."""
    did = Did.CALL if gift else Did.FOLD
    answer = turn(one, did, (other,), price=20 * BIG, paid=20 * BIG * gift, pot=40 * BIG, strength=0.1, truth=0.0)
    lost = -30 * BIG if wins else 30 * BIG
    return hand(number, [answer], {one: -lost, other: lost})


def evening(gifts: dict[Pair, int], each: int = 40) -> Iterator[WatchedHand]:
    """Big bets between all of six players; every tenth is paid for nothing, and so many are between some."""
    number = 0
    for pair in permutations(range(1, 7), 2):
        for count in range(each):
            number += 1
            yield answered(number, *pair, gift=count % 10 == 0 or count < gifts.get(pair, 0))


def test_F7_chips_that_go_one_way_without_reason_are_flagged_with_their_hands() -> None:
    flags = flags_of(ChipDumping(), evening({FRIENDS: 20}))

    assert [(flag.kind, flag.people) for flag in flags] == [(FlagKind.CHIP_DUMPING, FRIENDS)]
    assert flags[0].figure >= flags[0].threshold
    assert len(flags[0].hands) == 22


def test_F7_a_bad_call_now_and_then_is_no_chip_dumping() -> None:
    assert flags_of(ChipDumping(), evening({})) == []


def test_F7_a_player_who_gives_to_everybody_is_bad_and_dumps_to_nobody() -> None:
    assert flags_of(ChipDumping(), evening({(1, other): 20 for other in range(2, 7)})) == []


def test_F7_a_player_to_whom_everybody_gives_is_in_no_pair() -> None:
    assert flags_of(ChipDumping(), evening({(other, 1): 20 for other in range(2, 7)})) == []


def test_F7_rivals_who_play_wildly_and_lose_as_often_as_they_win_dump_nothing() -> None:
    def wild(number: int) -> WatchedHand:
        return answered(number, 1, 2, gift=True, wins=number % 2 == 0)

    one_way = [*evening({}), *(answered(5000 + count, 1, 2, gift=True) for count in range(30))]
    assert [flag.people for flag in flags_of(ChipDumping(), one_way)] == [FRIENDS]
    assert flags_of(ChipDumping(), [*evening({}), *map(wild, range(5000, 5050))]) == []


def both_give_signs(folds: int, bluffs: int) -> Iterator[WatchedHand]:
    """Good hands that 1 folds to 2, and bluffs of 2 against 1, so many of forty; all others do it now and then."""
    number = 0
    for one, other in permutations(range(1, 7), 2):
        for count in range(40):
            number += 1
            folding, bluffing = (folds, bluffs) if (one, other) == FRIENDS else (2, 8)
            fold = Did.FOLD if count < folding else Did.CALL
            bluff = Did.RAISE if count < bluffing else Did.CHECK
            lost = {one: -10 * BIG, other: 10 * BIG}
            yield hand(number, [turn(one, fold, (other,), price=5 * BIG, pot=20 * BIG, strength=0.8, truth=1.0)], lost)
            yield hand(number, [turn(other, bluff, (one,), strength=0.3, truth=0.6)])


def test_F7_weak_signs_of_both_add_up() -> None:
    def figure(folds: int, bluffs: int) -> int:
        detector = ChipDumping()
        for one in both_give_signs(folds, bluffs):
            detector.count(one)
        flags = detector.flags({FlagKind.CHIP_DUMPING: 1})
        return max((flag.figure for flag in flags if flag.people == FRIENDS), default=0)

    assert figure(16, 30) > figure(16, 8) > figure(2, 8)


def ways(answer: Turn) -> list[tuple[Way, bool]]:
    return [(odd.way, odd.happened) for odd in odd_decisions(hand(1, [answer]))]


def test_F7_a_winner_that_is_folded_is_given_away_and_a_loser_is_not() -> None:
    winner = turn(1, Did.FOLD, price=5 * BIG, pot=20 * BIG, strength=0.95, truth=1.0)

    assert ways(winner) == [(Way.FOLDS, True)]
    assert ways(winner._replace(chances=Chances(0.95, 0.0))) == []


def test_F7_a_weak_hand_that_raises_a_bet_pays_and_raises() -> None:
    raised = turn(1, Did.RAISE, price=5 * BIG, paid=15 * BIG, pot=20 * BIG, strength=0.2, truth=0.1)

    assert ways(raised) == [(Way.PAYS, True), (Way.RAISES, True)]
    assert ways(raised._replace(did=Did.FOLD)) == [(Way.PAYS, False)]
    assert ways(raised._replace(chances=Chances(0.2, 0.9)))[0] == (Way.STAYS, True)


def test_F7_a_fold_that_the_room_made_gives_nothing_away() -> None:
    assert ways(turn(1, Did.FOLD, price=5 * BIG, pot=20 * BIG, strength=0.95, truth=1.0, think_ms=-1)) == []


def test_F7_a_weak_raise_against_several_is_about_who_answers_it() -> None:
    raised = turn(3, Did.RAISE, (1, 2), street=0, paid=5 * BIG, strength=0.4)
    call = turn(1, Did.CALL, (2, 3), street=0, price=5 * BIG, paid=5 * BIG, strength=0.7, truth=0.6)
    fold = turn(2, Did.FOLD, (1, 3), street=0, price=5 * BIG, strength=0.4)
    odd = list(odd_decisions(hand(1, [raised, call, fold])))

    assert [(one.way, one.pair, one.happened) for one in odd] == [(Way.OPENS, (3, 1), True)]


def bets(rate: dict[Pair, float], each: int = 100) -> Iterator[WatchedHand]:
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


def test_F7_two_who_do_not_bet_their_best_hands_on_the_last_street_are_flagged() -> None:
    def played() -> Iterator[WatchedHand]:
        for number, (one, other) in enumerate(permutations(range(1, 9), 2)):
            for count in range(30):
                soft = {one, other} == {1, 2}
                usual = Did.RAISE if count % 3 else Did.CHECK
                yield hand(number, [turn(one, usual, (other,), street=2, strength=0.85)])
                if not count % 3:
                    best = Did.RAISE if count and not soft else Did.CHECK
                    yield hand(number, [turn(one, best, (other,), strength=0.95)])

    assert [flag.people for flag in flags_of(SoftPlay(), played())] == [FRIENDS]


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
