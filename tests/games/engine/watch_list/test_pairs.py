"""Chip dumping and soft play: two players compared with all others (F7)."""

from collections.abc import Iterable, Iterator
from itertools import permutations

import pytest

from games.engine.watch_list.chip_dumping import ChipDumping, Way, odd_decisions
from games.engine.watch_list.flags import FlagKind
from games.engine.watch_list.hands import Chances, Did, Part, Turn, WatchedHand
from games.engine.watch_list.pair_odds import Cell, Pair
from games.engine.watch_list.soft_play import SCHEMES, SoftPlay, attack_cell
from games.engine.watch_list.spots import spots
from tests.games.engine.watch_list.hands import BIG, flags_of, hand, turn

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


def figure(hands: Iterable[WatchedHand]) -> int:
    """How strong the evidence of chip dumping between the friends is."""
    detector = ChipDumping()
    for one in hands:
        detector.count(one)
    flags = detector.flags({FlagKind.CHIP_DUMPING: 1})
    return max((flag.figure for flag in flags if flag.people == FRIENDS), default=0)


def test_F7_weak_signs_of_both_add_up() -> None:
    folds_alone, neither = figure(both_give_signs(16, 8)), figure(both_give_signs(2, 8))
    assert figure(both_give_signs(16, 30)) > folds_alone > neither


def faced_with_a_good_hand(number: int, one: int, other: int) -> WatchedHand:
    """The first folds every tenth good hand to a bet of the other."""
    did = Did.CALL if number % 10 else Did.FOLD
    return hand(number, [turn(one, did, (other,), price=5 * BIG, pot=20 * BIG, strength=0.8, truth=1.0)])


def test_F7_of_two_who_seldom_met_the_same_says_less_than_of_two_who_often_did() -> None:
    """One pair of thirty counts as 120 tests if all others could tell more, and as 4 if none could."""
    usual = [one for one in evening({}) if {part.player for part in one.parts} != {*FRIENDS}]
    usual += [faced_with_a_good_hand(number, *pair) for pair in permutations(range(1, 7), 2) for number in range(20)]
    gifts = [answered(5000 + count, *FRIENDS, gift=True) for count in range(12)]
    honest = [faced_with_a_good_hand(number, *FRIENDS) for number in range(6000, 6300)]

    assert 3 <= figure([*usual, *gifts]) < figure([*usual, *gifts, *honest])


@pytest.mark.parametrize(("lost", "won", "named"), [(8, 8, True), (7, 30, False), (30, 7, False)])
def test_F7_a_hand_is_named_if_eight_big_blinds_went_from_one_to_the_other(lost: int, won: int, *, named: bool) -> None:
    parts = Part(1, -lost * BIG), Part(2, won * BIG), Part(3, (lost - won) * BIG)
    gift = answered(5000, *FRIENDS, gift=True)._replace(parts=parts)
    (flag,) = flags_of(ChipDumping(), [*evening({FRIENDS: 20}), gift])

    assert (gift.id in flag.hands) is named


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


@pytest.mark.parametrize(("strength", "weak"), [(0.4, True), (0.5, True), (0.51, False)])
def test_F7_a_weak_raise_against_several_is_about_who_answers_it(strength: float, *, weak: bool) -> None:
    raised = turn(3, Did.RAISE, (1, 2), street=0, paid=5 * BIG, strength=strength)
    call = turn(1, Did.CALL, (2, 3), street=0, price=5 * BIG, paid=5 * BIG, strength=0.7, truth=0.6)
    fold = turn(2, Did.FOLD, (1, 3), street=0, price=5 * BIG, strength=0.4)
    odd = list(odd_decisions(hand(1, [raised, call, fold])))

    assert [(one.way, one.pair, one.happened) for one in odd] == [(Way.OPENS, (3, 1), weak)]


def test_F7_a_hand_that_wins_half_the_time_is_weak_and_one_that_wins_six_in_ten_is_good() -> None:
    answer = turn(1, Did.FOLD, price=5 * BIG, pot=20 * BIG, truth=1.0)
    bet = turn(1, Did.RAISE, paid=5 * BIG, truth=0.0)
    strengths = (0.5, 0.51, 0.59, 0.6)

    answers = [ways(answer._replace(chances=Chances(strength, 1.0))) for strength in strengths]
    assert answers == [[(Way.STAYS, False)], [], [], [(Way.FOLDS, True)]]
    assert [ways(bet._replace(chances=Chances(strength, 0.0))) for strength in strengths] == [
        [(Way.BETS, True)],
        [],
        [],
        [],
    ]


def test_F7_answers_to_bets_of_2_and_4_of_5_and_11_and_of_12_big_blinds_and_more_are_alike() -> None:
    def cell(blinds: int) -> Cell:
        (odd,) = odd_decisions(hand(1, [turn(1, Did.FOLD, price=blinds * BIG, pot=2 * blinds * BIG, strength=0.2)]))
        return odd.cell

    assert cell(2) == cell(4)
    assert cell(5) == cell(11)
    assert cell(12) == cell(100)
    assert len({cell(1), cell(2), cell(5), cell(12)}) == 4


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


@pytest.mark.parametrize(("strength", "named"), [(0.69, 0), (0.7, 50)])
def test_F7_hands_that_win_seven_times_in_ten_are_named_when_they_are_not_bet(strength: float, named: int) -> None:
    softly = [
        hand(one.id.number, [turn._replace(chances=Chances(strength, 0.5)) for turn in one.turns])
        for one in bets({(1, 2): 0.1, (2, 1): 0.15})
    ]
    (flag,) = flags_of(SoftPlay(), softly)
    assert len(flag.hands) == named


@pytest.mark.parametrize(
    ("street", "price", "strength", "schemes"),
    [
        (0, 0, 0.95, [True, False, False, False]),
        (0, 3, 0.95, [True, False, False, False]),
        (1, 0, 0.6, [True, True, False, False]),
        (1, 3, 0.95, [True, True, True, False]),
        (2, 3, 0.95, [True, True, True, False]),
        (3, 0, 0.8, [True, True, True, False]),
        (3, 0, 0.95, [True, True, True, True]),
        (3, 3, 0.95, [True, True, True, True]),
    ],
)
def test_F7_soft_play_may_be_everywhere_or_after_the_first_street_or_with_strong_hands_or_at_the_end(
    street: int, price: int, strength: float, schemes: list[bool]
) -> None:
    one = hand(1, [turn(1, Did.CHECK, street=street, price=price * BIG, strength=strength)])
    (spot,) = spots(one)
    assert [scheme(attack_cell(one, spot)) for scheme in SCHEMES] == schemes


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


def test_F7_a_player_who_checks_to_everybody_plays_soft_with_nobody() -> None:
    assert flags_of(SoftPlay(), bets({(1, other): 0.1 for other in range(2, 7)})) == []


def test_F7_a_player_whom_everybody_checks_to_is_in_no_pair() -> None:
    assert flags_of(SoftPlay(), bets({(other, 1): 0.1 for other in range(2, 7)})) == []
