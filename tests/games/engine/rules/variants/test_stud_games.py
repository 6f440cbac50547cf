"""Seven card stud, stud hi-lo, razz and five card stud up to sixth street, rule by rule (G4-G7, G14, G15, B7)."""

import pytest

from games.engine import events as ev
from games.engine.cards import parse_cards
from games.engine.hand.queries import HandWait
from tests.games.engine.support.dealt_hands import Play, play

K = [10_000] * 9
# The doors are the jack, the ten, the deuce and the nine: seat 2 brings in.
FOUR = ("AcAdJh", "KcKdTh", "QcQd2h", "8c8d9h")
LATER = ("3c3d", "4c4d", "5c5d", "6c6d")


def four(actions: str = "", *later: str, stacks: list[int] | None = None, **table: object) -> Play:
    """Deals third street to four players."""
    return play("stud", stacks or K[:4], actions, hands=FOUR, later=later, **table)


@pytest.mark.parametrize(
    ("game", "players", "cards"), [("stud", 8, 3), ("stud8", 8, 3), ("razz", 8, 3), ("stud5", 10, 2)]
)
def test_G4_to_G7_cards_are_dealt_in_this_order(game: str, players: int, cards: int) -> None:
    """Two cards down and one up (five card stud: one and one), one at a time from the button's left, without a burn."""
    table = play(game, K[:1] * players)
    deck = table.hand.deck
    for seat in range(players):
        assert table.hand.hole[seat] == deck[seat : cards * players : players]
        assert table.hand.face_up[seat] == (table.hand.hole[seat][-1],)
    assert not table.hand.stub.burnt
    assert [len(event.cards) for event in table.events_of(ev.UpDealt)] == [players]


def test_G4_a_whole_hand_is_dealt_street_by_street() -> None:
    """Fourth to sixth street deal one card up, seventh street one down; a card is burnt before each."""
    table = four("bring fold fold call check /", "3c3d", "4c4d", "5c5d", "6c6d")
    assert (table.hole_cards(1), table.hole_cards(2)) == ("KcKdTh3c", "QcQd2h3d")
    table.play("check check / check check / check check /")
    assert table.street == "seventh"
    assert (table.hole_cards(1), table.hole_cards(2)) == ("KcKdTh3c4c5c6c", "QcQd2h3d4d5d6d")
    assert table.hand.face_up[1] == parse_cards("Th3c4c5c")
    assert len(table.hand.stub.burnt) == 4
    table.play("check check mucks")
    assert table.net_won == {0: -10, 1: 60, 2: -40, 3: -10}


@pytest.mark.parametrize(
    ("game", "doors", "order", "seat"),
    [
        ("stud", "Ah 2c Kd", "shdc", 1),
        ("stud", "2s 2h 2d", "shdc", 2),
        ("stud", "2s 2h 2d", "shcd", 2),
        ("stud", "2s 2c 2d", "shdc", 1),
        ("stud", "2s 2c 2d", "shcd", 2),
        ("stud8", "Ah 3c 3d", "shdc", 1),
        ("stud5", "Ah 3c Kd", "shdc", 1),
        ("razz", "Ah 2c Kd", "shdc", 2),
        ("razz", "Ah Qc 2d", "shdc", 1),
        ("razz", "Ks Kh Kd", "shdc", 0),
        ("razz", "Kd Kc 2h", "shdc", 0),
        ("razz", "Kd Kc 2h", "shcd", 1),
    ],
)
def test_G14_the_lowest_door_card_brings_in(game: str, doors: str, order: str, seat: int) -> None:
    """The lowest door card brings in, ace high; in razz the highest, ace low; suits break ties (C2)."""
    down = ["4c5c", "6c7c", "8c9c"]
    if game == "stud5":
        down = [cards[:2] for cards in down]
    hands = [cards + door for cards, door in zip(down, doors.split(), strict=True)]
    table = play(game, K[:3], hands=hands, suit_order=order)
    assert table.seat_to_act == seat
    legal = table.hand.legal()
    assert (legal.bring_in, legal.call, legal.min_to, legal.max_to) == (True, 30, 100, 100)


def test_G14_the_bring_in_cannot_be_checked_or_folded() -> None:
    """The player with the bring-in may only post it or bet the whole lower limit."""
    table = four()
    assert table.refuses("fold").code == "bring_in_due"
    table.refuses("check")
    assert table.play("bring").seat_to_act == 3
    assert table.to_call == 30


def test_G14_the_bring_in_may_be_the_whole_lower_limit() -> None:
    """The others then face a bet of 100, which counts as the first bet."""
    table = four("100")
    assert (table.to_call, table.raise_range) == (100, (200, 200))
    assert table.hand.betting.made == 1


def test_G14_in_no_limit_the_bring_in_may_be_any_bet_from_the_lower_limit_on() -> None:
    """Nothing limits a first bet but the stack; the next raise is by as much as was bet (B5, B6)."""
    table = four(structure="nl")
    assert table.raise_range == (100, 9990)
    assert table.play("300").raise_range == (600, 9990)


def test_G14_B7_the_owner_of_the_bring_in_is_all_in_for_less_than_half_a_bet_above_it() -> None:
    """An all-in of 70 instead of a bring-in of 30 is no bet and may be completed to 100; one of 90 is a bet."""
    table = four("all-in", stacks=[10_000, 10_000, 80, 10_000])
    assert (table.to_call, table.raise_range, table.hand.betting.made) == (70, (100, 100), 0)
    table = four("all-in", stacks=[10_000, 10_000, 100, 10_000])
    assert (table.to_call, table.raise_range, table.hand.betting.made) == (90, (190, 190), 1)


def test_G14_B8_an_amount_between_bring_in_and_lower_limit_is_made_the_nearer_of_both() -> None:
    """Half of the 70 that complete the bring-in count as all of them; less than the bring-in is refused."""
    assert four("64", short_raise="complete_at_half").to_call == 30
    assert four("65", short_raise="complete_at_half").to_call == 100
    assert four(short_raise="complete_at_half").refuses("29").code == "raise_too_small"
    assert four().refuses("65").code == "raise_too_small"


def test_G14_the_first_raise_completes_the_bet() -> None:
    """The first raise is to 100, not 130, and later raises are by 100; the bring-in is no bet, so the cap is at 400."""
    table = four("bring")
    assert table.raise_range == (100, 100)
    assert table.play("100").raise_range == (200, 200)
    table.play("200 300 400")
    assert table.raise_range == (0, 0)
    assert table.to_call == 300


def test_G14_the_bring_in_has_an_option_when_all_only_called() -> None:
    """The player with the bring-in may then check, raise or fold."""
    table = four("bring call call call")
    assert table.seat_to_act == 2
    assert table.hand.legal().can_check
    assert table.raise_range == (100, 100)
    assert table.play("check /").hand.street == 1


def test_G14_the_others_may_answer_when_the_bring_in_raises() -> None:
    """The raise is to the lower limit, and all others may answer it."""
    table = four("bring call call call 100")
    assert (table.seat_to_act, table.to_call, table.raise_range) == (3, 70, (200, 200))


def test_G14_folding_to_the_bring_in_wins_the_antes() -> None:
    """The part that nobody called is returned (B11)."""
    table = four("bring fold fold fold")
    assert table.net_won == {0: -10, 1: -10, 2: 30, 3: -10}
    assert table.returned == [(2, 30)]


def test_G14_a_short_bring_in_does_not_lower_the_price() -> None:
    """A stack of 20 posts 20; the others still owe 30 and may complete to 100."""
    table = four(stacks=[10_000, 10_000, 30, 10_000])
    legal = table.hand.legal()
    assert (legal.call, legal.max_to) == (20, 0)
    table.refuses("20")
    table.play("bring")
    assert (table.to_call, table.raise_range) == (30, (100, 100))
    table.play("call fold fold")
    assert table.returned == [(3, 10)]


def test_G14_a_stack_of_exactly_the_bring_in_is_all_in() -> None:
    """A stack that equals the bring-in is all-in for the full price."""
    table = four("bring", stacks=[10_000, 10_000, 40, 10_000])
    assert table.hand.stacks[2] == 0
    assert table.to_call == 30


@pytest.mark.parametrize(("stacks", "seat"), [([500, 500, 10, 500], 3), ([500, 500, 10, 10], 0), ([10, 500, 5, 10], 1)])
def test_G14_the_bring_in_passes_to_the_left_of_a_player_all_in_from_the_ante(stacks: list[int], seat: int) -> None:
    """The next player to the left with chips brings in; nobody does if only one player has chips."""
    table = four(stacks=stacks)
    if stacks.count(500) > 1:
        assert table.seat_to_act == seat
        assert table.hand.legal().bring_in
    else:
        assert table.hand.waiting.kind is HandWait.DEAL


def test_G14_an_all_in_of_at_least_half_a_bet_counts_as_a_bet() -> None:
    """An all-in of 40 is no bet and may be completed to 100; one of 90 is a bet, and the next raise is to 190 (B7)."""
    table = four("bring all-in", stacks=[10_000, 10_000, 10_000, 50])
    assert table.raise_range == (100, 100)
    table = four("bring all-in", stacks=[10_000, 10_000, 10_000, 100])
    assert table.raise_range == (190, 190)


def test_G14_the_first_raise_in_no_limit_is_to_the_lower_limit_or_more() -> None:
    """Later raises are at least as large as the last one and never below the lower limit (B6)."""
    table = four("bring", structure="nl")
    assert table.raise_range == (100, 9990)
    assert table.play("100").raise_range == (200, 9990)
    assert four("bring 500", structure="nl").raise_range == (970, 9990)


def test_B7_a_full_raise_in_no_limit_reopens_for_players_who_called_the_bring_in() -> None:
    """A raise by 70 over the bring-in is a full raise, so the caller may raise again."""
    table = four("bring call 100 call call", structure="nl")
    assert (table.seat_to_act, table.raise_range) == (3, (200, 9990))


def test_G14_B7_short_all_ins_that_add_up_to_the_lower_limit_reopen_for_callers_of_the_bring_in() -> None:
    """A full raise over the bring-in is one to 100, also if it is made of all-ins of 60 and 100."""
    table = four("bring call", structure="nl", stacks=[70, 110, 10_000, 10_000])
    assert table.play("all-in all-in call").seat_to_act == 3
    assert table.raise_range == (200, 9990)
    table = four("bring call", structure="nl", stacks=[70, 109, 10_000, 10_000])
    assert table.play("all-in all-in call").raise_range == (0, 0)


def test_G14_the_first_raise_in_pot_limit_counts_antes_and_bring_in() -> None:
    """With antes of 40 and a bring-in of 30 the first raise is at most to 30 + 70 + 30 (B4)."""
    table = four("bring", structure="pl")
    assert table.raise_range == (100, 130)
    assert four(structure="pl").raise_range == (100, 100)


def test_G14_V3_a_bring_in_posted_short_counts_in_full_for_the_pot_limit() -> None:
    """With 20 of the 30 posted the first raise is at most the same 130."""
    table = four("bring", structure="pl", stacks=[10_000, 10_000, 30, 10_000])
    assert (table.hand.betting.bets[2], table.raise_range) == (20, (100, 130))


def test_G15_pairs_count_for_the_opener_and_straights_do_not() -> None:
    """The highest hand showing opens: a pair of nines before king high; on a tie the first to the button's left."""
    table = four("bring call call call check /", "Ks 9s 2s 9d".replace(" ", ""))
    assert table.seat_to_act == 3
    table = four("bring call call call check /", "3s3d4s4d")
    assert table.seat_to_act == 0
    tie = play(*("stud", K[:3], "bring call call check /"), hands=("4c4d2c", "5c5dTh", "6c6dTd"), later=("3h9s9c",))
    assert tie.seat_to_act == 1


def test_G15_trips_open_before_two_pair() -> None:
    """On sixth street trips open before two pair, and a straight or flush does not count."""
    hands = ("4c4d2c", "5c5dTh", "6c6dQd")
    later = ("5hTdJd", "2d9sKd", "5s9hAd")
    table = play("stud", K[:3], "bring call call check / ", hands=hands, later=later)
    table.play("check check check / check check check /")
    # Seat 0 shows 2-5-2-5, seat 1 tens and nines, seat 2 Q-J-K-A of one suit.
    assert table.seat_to_act == 1


def test_G15_the_lowest_up_cards_open_in_razz() -> None:
    """The ace is low and a pair is bad; on a tie the first to the button's left opens."""
    hands = ("4c4dKc", "5c5d2h", "6c6d3d")
    table = play("razz", K[:3], "bring call call check /", hands=hands, later=("AdAc2d",))
    assert table.seat_to_act == 1
    tie = play("razz", K[:3], "bring call call check /", hands=hands, later=("Ad3c2s",))
    assert tie.seat_to_act == 1


def test_G15_the_upper_limit_is_played_from_fifth_street() -> None:
    """Bets are at the lower limit on third and fourth street, at the upper limit from fifth."""
    table = four("bring fold fold call check /", "3c3d", "4c4d", "5c5d", "6c6d", open_pair="off")
    assert table.raise_range == (100, 100)
    for _ in range(3):
        table.play("check check /")
        assert table.raise_range == (200, 200)


# Fourth street: seat 0 shows a pair of jacks, seat 1 ten-three, seat 2 deuce-four.
PAIR = "bring fold call call check /"


def paired(rule: str, actions: str = "", **table: object) -> Play:
    """Plays to fourth street, where seat 0 shows a pair."""
    return four(f"{PAIR} {actions}", "Jd3c4c", open_pair=rule, **table)


def test_G15_under_holder_only_the_owner_of_the_pair_may_bet_the_upper_limit() -> None:
    """Only the pair's owner may make it the upper limit; after that everybody raises by the upper limit."""
    table = paired("holder")
    assert table.raise_range == (100, 200)
    assert table.refuses("150").code == "not_a_bet_size"
    assert paired("holder", "check").raise_range == (100, 100)
    assert paired("holder", "200").raise_range == (400, 400)
    assert paired("holder", "check 100 200").raise_range == (300, 400)
    assert paired("holder", "check 100 200 400").raise_range == (600, 600)


def test_G15_under_anyone_everybody_may_bet_the_upper_limit() -> None:
    """Everybody may bet the upper limit once any pair shows."""
    assert paired("anyone").raise_range == (100, 200)
    table = paired("anyone", "check")
    assert table.raise_range == (100, 200)
    assert table.play("200").raise_range == (400, 400)
    assert paired("anyone", "100").raise_range == (200, 300)


def test_G15_the_upper_limit_is_not_allowed_without_rule_pair_or_street() -> None:
    """The choice needs the rule, a pair, fixed limit and stud high, and exists on fourth street only."""
    assert paired("off").raise_range == (100, 100)
    assert four(PAIR, "Kh3c4c", open_pair="anyone").raise_range == (100, 100)
    assert paired("holder", structure="nl").raise_range == (100, 9960)
    assert paired("holder", "200", structure="nl").raise_range == (400, 9960)
    for game, hands in (("stud8", FOUR), ("razz", ("AcAd9h", "KcKdTh", "QcQdKh", "8c8d2h"))):
        table = play(game, K[:4], PAIR, hands=hands, later=("Jd3c4c",), open_pair="anyone")
        assert table.raise_range == (100, 100)
    two = play("stud5", K[:2], "bring call check /", hands=("AcTh", "AdJh"), later=("Tc3c",), open_pair="anyone")
    assert two.raise_range == (100, 100)
    assert paired("anyone", "check check check /").raise_range == (200, 200)


def test_G15_a_folded_pair_does_not_count() -> None:
    """A pair no longer counts once its owner has folded."""
    table = paired("anyone", "fold")
    assert table.raise_range == (100, 100)


def test_G15_B16_a_raise_by_the_upper_limit_over_an_odd_all_in_is_rounded_up_to_a_chip() -> None:
    """Over an all-in of 63 the smallest raise is 165 in chips of 5, by the upper limit 265."""
    table = four(
        "bring call call call check / check check check all-in",
        "Jd3c4c5s",
        stacks=[*K[:3], 103],
        open_pair="holder",
        chip_unit=5,
    )
    assert table.raise_range == (165, 265)
    assert table.play("265").raise_range == (465, 465)
