"""A hand for every waiver, with what the room does, what PokerKit does, and the rule."""

from collections.abc import Sequence
from random import Random
from typing import Any

import pytest
from pokerkit import (
    FixedLimitBadugi,
    FixedLimitDeuceToSevenLowballTripleDraw,
    FixedLimitOmahaHoldemHighLowSplitEightOrBetter,
    FixedLimitRazz,
    FixedLimitSevenCardStud,
    FixedLimitSevenCardStudHighLowSplitEightOrBetter,
    FixedLimitTexasHoldem,
    NoLimitDeuceToSevenLowballSingleDraw,
    NoLimitShortDeckHoldem,
    PotLimitOmahaHoldem,
)

from games.engine.cards import DECK, parse_cards
from games.engine.hand.actions import Action, Call, Check, Fold, RaiseTo
from games.engine.hand.queries import HandWait
from games.engine.rules.stakes import Structure
from games.engine.rules.variants import CATALOGUE
from tests.games.engine.oracle.pokerkit_oracle import AUTOMATIONS, GAMES, Duel
from tests.games.engine.oracle.pokerkit_waivers import WAIVERS
from tests.games.engine.support.dealt_hands import deck_of


class Table:
    """A hand with a known difference, played in both engines."""

    def __init__(self, structure: str, stacks: list[int], ante: int = 0, board: str = "2c7d9hJsKd") -> None:
        top = parse_cards("AcQdAsQsAdQhAhQc8c8d8h8s6c6d")[: 2 * len(stacks)]
        board_cards = parse_cards(board)
        rest = [card for card in DECK if card not in {*top, *board_cards}]
        flop, turn, river = board_cards[:3], board_cards[3], board_cards[4]
        deck = [*top, rest.pop(), *flop, rest.pop(), turn, rest.pop(), river, *rest]
        self.duel = Duel("holdem", Structure(structure), stacks, deck, ante=ante)

    @classmethod
    def of(
        cls, game: str, structure: str, stacks: list[int], hands: Sequence[str], *later: str, ante: int = 10
    ) -> "Table":
        """Deals another game, with the cards of each street in dealing order."""
        table = cls.__new__(cls)
        table.duel = Duel(game, Structure(structure), stacks, deck_of(game, hands, *later), ante=ante)
        return table

    def plays(self, *actions: Action) -> "Table":
        """Take the actions one after another in both engines, comparing before each."""
        for action in actions:
            self.duel.check()
            self.duel.does(action)
        return self

    def passes(self) -> "Table":
        """Check the option that only the room offers."""
        self.duel.check()
        assert self.duel.alone
        self.duel.passes()
        return self

    def ends(self) -> "Table":
        """Play the hand to its end."""
        while self.duel.hand.waiting.kind is not HandWait.DONE:
            kind = self.duel.hand.waiting.kind
            if kind is HandWait.ACT:
                self.duel.check()
                if self.duel.alone:
                    self.duel.passes()
                    continue
                self.duel.does(Call() if self.duel.hand.legal().call else Check())
            elif kind is HandWait.SHOW:
                self.duel.shows(Random(0))
            else:
                self.duel.goes_on()
        self.duel.check()
        return self

    def offers(self) -> tuple[tuple[int, int, int], tuple[int | None, int, int]]:
        """The call and the smallest and largest raise, in the room and in PokerKit."""
        self.duel.used.clear()
        self.duel.check()
        legal, theirs = self.duel.hand.legal(), self.duel.oracle.checking_or_calling_amount
        return (legal.call, legal.min_to, legal.max_to), (theirs, *self.duel.their_range())


def test_waiver_b2_a_blind_that_owes_nothing_is_not_asked() -> None:
    """All others fold or are all-in for less; PokerKit still gives the big blind a turn."""
    table = Table("nl", [1000, 1000, 40]).plays(Call(), Fold())
    assert table.duel.hand.waiting.kind is HandWait.DEAL
    assert table.duel.used == ["B2"]
    assert table.ends().duel.hand.stacks[0] == 950


def test_waiver_d5_a_short_big_blind_keeps_the_price() -> None:
    """A call costs 100 and the smallest raise is to 200, not 50 and 150."""
    ours, theirs = Table("nl", [1000, 30, 1000, 1000]).offers()
    assert (ours, theirs) == ((100, 200, 1000), (50, 150, 1000))


def test_waiver_d5_ends_the_comparison() -> None:
    """After a different price the pots differ as well."""
    table = Table("nl", [1000, 30, 1000, 1000])
    table.duel.check()
    assert table.duel.over
    assert set(table.duel.used) == {"D5"}


def test_waiver_b4_a_short_blind_counts_in_full() -> None:
    """V3: the first player in may raise to 350 even if the small blind has only 20 of its 50."""
    ours, theirs = (table := Table("pl", [20, 1000, 1000, 1000])).offers()
    assert (ours, theirs) == ((100, 200, 350), (100, 200, 320))
    assert table.duel.used == ["B4"]


def test_waiver_b7_a_short_first_bet_reopens_nothing() -> None:
    """The first player checks, an all-in of 30 follows; PokerKit would let the first raise to 130."""
    table = Table("nl", [1000, 1000, 130]).plays(Call(), Call(), Check(), Check(), Check(), RaiseTo(30))
    ours, theirs = table.offers()
    assert (ours, theirs) == ((30, 0, 0), (30, 130, 900))
    assert table.duel.used == ["B7"]


def test_waiver_b7_a_short_first_raise_reopens_nothing() -> None:
    """A limper who faces an all-in of 150 over the blind of 100 may only call or fold."""
    table = Table("nl", [1000, 1000, 1000, 150]).plays(Call(), RaiseTo(150), Fold(), Call())
    ours, theirs = table.offers()
    assert (ours, theirs) == ((50, 0, 0), (50, 250, 1000))
    assert table.duel.used == ["B7"]


def test_waiver_b7_a_limit_all_in_below_half_a_bet_is_completed() -> None:
    """After a bet of 100 and an all-in of 120 a player completes to 200; PokerKit requires 220."""
    table = Table("fl", [1000, 220, 1000]).plays(Call(), Call(), Check(), RaiseTo(100), RaiseTo(120))
    ours, theirs = table.offers()
    assert (ours, theirs) == ((120, 200, 200), (120, 220, 220))
    assert table.duel.used == ["B7"]


def test_waiver_b7_a_limit_all_in_of_half_a_bet_is_a_bet() -> None:
    """Bet 100, all-in 150, call: the bettor may raise by one bet to 250; PokerKit treats the all-in as short."""
    table = Table("fl", [1000, 250, 1000]).plays(Call(), Call(), Check(), RaiseTo(100), RaiseTo(150), Call())
    ours, theirs = table.offers()
    assert (ours, theirs) == ((50, 250, 250), (50, 0, 0))
    assert table.duel.used == ["B7"]


def test_waiver_b5_a_player_may_raise_opponents_who_have_less() -> None:
    """The part nobody can call is returned (B11); PokerKit refuses the raise."""
    table = Table("nl", [1000, 250, 300]).plays(RaiseTo(300))
    ours, theirs = table.offers()
    assert (ours, theirs) == ((250, 500, 1000), (250, 0, 0))
    assert table.duel.used == ["B5"]


def test_waiver_p4_odd_chips_go_one_each() -> None:
    """Three players split 350 with the board: 117, 117 and 116; PokerKit pays 118, 116, 116."""
    table = Table("nl", [1000] * 4, board="6s7s8s9sTs").plays(Call(), Call(), Fold(), Check()).ends()
    assert table.duel.hand.stacks == [950, 1017, 1017, 1016]
    assert table.duel.oracle.stacks == [950, 1018, 1016, 1016]
    assert table.duel.used == ["P4"]


def test_waiver_p4_each_pot_is_split_on_its_own() -> None:
    """Two odd pots with the same two winners: each has its odd chip; PokerKit merges the pots."""
    table = Table("nl", [1000, 1000, 1000, 100, 1000], ante=25)
    table.plays(Call(), Call(), Call(), Fold(), Check(), RaiseTo(100), Call(), Fold()).ends()
    assert [pot.amount for pot in table.duel.hand.pots] == [475, 275]
    assert table.duel.hand.stacks == [925, 1151, 1149, 0, 875]
    assert table.duel.oracle.stacks == [925, 1150, 1150, 0, 875]
    assert table.duel.used == ["P4"]


DOORS = ("AcAdJh", "KcKdTh", "QcQd2h", "8c8d9h")
BRING = Call()


def test_waiver_g14_the_bring_in_has_an_option() -> None:
    """After calls only, the player with the bring-in may check or raise; in PokerKit the street is over."""
    table = Table.of("stud", "fl", [1000] * 4, DOORS).plays(BRING, Call(), Call(), Call())
    table.duel.check()
    assert table.duel.hand.to_act == 2
    assert table.duel.oracle.actor_index is None
    assert table.duel.used == ["G14"]
    assert table.passes().ends().duel.used[0] == "G14"


def test_waiver_g14_a_short_bring_in_keeps_the_price() -> None:
    """With a bring-in of 20 instead of 30 the others owe 30, in PokerKit 20."""
    ours, theirs = Table.of("stud", "fl", [1000, 1000, 30, 1000], DOORS).plays(BRING).offers()
    assert (ours[0], theirs[0]) == (30, 20)


def test_waiver_g14_a_stack_below_the_bring_in_cannot_complete() -> None:
    """A stack of 20 can only post 20; in PokerKit it may also "complete" to 20."""
    table = Table.of("stud", "fl", [1000, 1000, 30, 1000], DOORS)
    table.duel.check()
    legal = table.duel.hand.legal()
    assert (legal.call, legal.max_to, table.duel.their_range()) == (20, 0, (20, 20))
    assert table.duel.used == ["G14"]


def test_waiver_g16_one_community_card_for_all() -> None:
    """Eight players see seventh street, one folds: folded cards never return; PokerKit deals them again."""
    variant = CATALOGUE["stud"]
    duel = Duel("stud", Structure.FIXED_LIMIT, [5000] * 8, variant.deck * variant.shuffles, ante=10)
    while duel.hand.street < 4:
        duel.check()
        legal = duel.hand.legal()
        last = duel.hand.street == 3
        if duel.alone:
            duel.passes()
        elif last and not duel.hand.betting.high:
            duel.does(RaiseTo(legal.min_to))
        elif last and len(duel.hand.live) == 8:
            duel.does(Fold())
        else:
            duel.does(Call() if legal.call else Check())
    assert len(duel.hand.board) == 1
    assert duel.oracle.board_dealing_counts == [0]
    assert duel.over
    assert "G16" in duel.used


def test_G16_both_engines_look_for_the_opener_of_seventh_street_anew() -> None:
    """The opener of sixth street has folded: the best hand showing opens, not the next to the left."""
    hands = ("4c4d9h", "5c5d2h", "6c6dTh")
    later = ("9d3c7c", "8h4s7d", "9sKhQs", "AsKs")
    table = Table.of("stud", "fl", [5000] * 3, hands, *later)
    table.plays(BRING, Call(), Call()).passes().plays(*[Check()] * 6)
    table.plays(RaiseTo(200), RaiseTo(400), Call(), Fold())
    table.duel.check()
    assert (table.duel.hand.to_act, table.duel.oracle.actor_index) == (2, 2)
    assert not table.duel.over


def test_waiver_b7_a_stud_completion_is_a_whole_bet() -> None:
    """Bring-in 30, completed to 100, all-in to 170: 70 is no full raise of 100, though the completion added only 70."""
    table = Table.of("stud", "nl", [1000, 1000, 1000, 180, 1000], (*DOORS[:2], "QcQd9s", DOORS[3], "7c7d2h"))
    table.plays(BRING, RaiseTo(100), Call(), Fold(), RaiseTo(170), Fold())
    ours, theirs = table.offers()
    assert (ours, theirs) == ((70, 0, 0), (70, 270, 990))
    assert table.duel.used == ["B7"]


def test_waiver_b7_a_short_all_in_is_completed_in_stud() -> None:
    """Bring-in 30, all-in 40: the next player completes to 100; PokerKit requires 140."""
    ours, theirs = Table.of("stud", "fl", [1000, 1000, 1000, 50], DOORS).plays(BRING, RaiseTo(40)).offers()
    assert (ours, theirs) == ((40, 100, 100), (40, 140, 140))


def test_waiver_p4_the_odd_chip_in_stud_goes_by_suit() -> None:
    """Two equal straights: the ace of spades gets the odd chip; in PokerKit the first seat does."""
    hands = ("AhKdQc", "AsKcQd", "2c3d4h")
    later = ("JcJd5s", "TcTd7s", "2d3s", "4c4s")
    table = Table.of("stud", "fl", [1000] * 3, hands, *later, ante=11)
    table.plays(BRING, Call(), Call()).passes().plays(*[Check()] * 3, RaiseTo(200), Call(), Fold()).ends()
    ours, theirs = table.duel.hand.stacks, table.duel.oracle.stacks
    assert (ours[1] - ours[0], theirs[1] - theirs[0]) == (1, -1)
    assert "P4" in table.duel.used


def test_waiver_p4_each_hi_lo_half_is_split_on_its_own() -> None:
    """315 in single chips for two highs and one low: each half is split on its own."""
    hands = ("AhKh9c9d", "AsKs8c8d", "4c6dJcJd")
    table = Table.of("omaha8", "fl", [1000] * 3, hands, "AcQd3s", "2d", "7h", ante=7).plays(Call(), Call(), Check())
    table.ends()
    assert table.duel.hand.stacks == [974, 973, 1053]


def test_B3_the_limit_omaha_hi_lo_of_pokerkit_is_pot_limit() -> None:
    """G3, B3: PokerKit lets the first player raise to 14 in a limit game of 4 and 8; the room allows 8 only."""
    state = FixedLimitOmahaHoldemHighLowSplitEightOrBetter.create_state(
        AUTOMATIONS, True, 0, (2, 4), 4, 8, (200,) * 3, 3
    )
    for hand in ("AcKc2d3d", "QcQdJcJd", "8c8d9c9d"):
        state.deal_hole(hand)
    assert state.max_completion_betting_or_raising_to_amount == 14
    ours = Table.of("omaha8", "fl", [1000] * 3, ("AcKc2d3d", "QcQdJcJd", "8c8d9c9d"), ante=0)
    assert ours.offers()[0] == (100, 200, 200)


def test_B3_the_cap_of_pokerkit_does_not_count_the_big_blind() -> None:
    """PokerKit allows four raises before the flop; the room counts the big blind as a bet and allows three."""
    state = FixedLimitTexasHoldem.create_state(AUTOMATIONS, True, 0, (1, 2), 2, 4, (200,) * 3, 3)
    for hand in ("AcKc", "QcQd", "8c8d"):
        state.deal_hole(hand)
    for to in (4, 6, 8, 10):
        state.complete_bet_or_raise_to(to)
    assert not state.can_complete_bet_or_raise_to()
    table = Table("fl", [5000] * 3).plays(RaiseTo(200), RaiseTo(300), RaiseTo(400))
    assert table.offers()[0][1:] == (0, 0)


@pytest.mark.parametrize(
    ("game", "state"),
    [
        ("holdem", FixedLimitTexasHoldem(AUTOMATIONS, True, 0, (1, 2), 100, 200)),
        ("omaha8", FixedLimitOmahaHoldemHighLowSplitEightOrBetter(AUTOMATIONS, True, 0, (1, 2), 100, 200)),
        ("stud", FixedLimitSevenCardStud(AUTOMATIONS, True, 1, 1, 100, 200)),
        ("stud8", FixedLimitSevenCardStudHighLowSplitEightOrBetter(AUTOMATIONS, True, 1, 1, 100, 200)),
        ("razz", FixedLimitRazz(AUTOMATIONS, True, 1, 1, 100, 200)),
        ("27td", FixedLimitDeuceToSevenLowballTripleDraw(AUTOMATIONS, True, 0, (1, 2), 100, 200)),
        ("badugi", FixedLimitBadugi(AUTOMATIONS, True, 0, (1, 2), 100, 200)),
        ("27sd", NoLimitDeuceToSevenLowballSingleDraw(AUTOMATIONS, True, 0, (1, 2), 100)),
        ("shortdeck", NoLimitShortDeckHoldem(AUTOMATIONS, True, 0, (1, 2), 100)),
        ("omaha", PotLimitOmahaHoldem(AUTOMATIONS, True, 0, (1, 2), 100)),
    ],
)
def test_pokerkit_plays_its_own_definitions_of_the_games(game: str, state: Any) -> None:
    """The classes of PokerKit have the same streets and hand types, except that draws burn nothing (G13)."""
    types, rows = GAMES[game]
    assert tuple(state.hand_types) == types
    for row, street in zip(rows, state.streets, strict=True):
        assert tuple(card == "u" for card in row.deal) == tuple(street.hole_dealing_statuses)
        assert (row.board, row.draw, row.opening) == (street.board_dealing_count, street.draw_status, street.opening)
        assert row.burn == (street.card_burning_status and not row.draw)
        if type(state).__name__.startswith("FixedLimit"):
            assert street.min_completion_betting_or_raising_amount == (200 if row.big else 100)


@pytest.mark.parametrize("rule", sorted({waiver.rule for waiver in WAIVERS}))
def test_every_waiver_is_a_rule_with_a_test(rule: str) -> None:
    """Every waiver has a hand that demonstrates it."""
    assert any(name.startswith(f"test_waiver_{rule.lower()}_") for name in globals())
