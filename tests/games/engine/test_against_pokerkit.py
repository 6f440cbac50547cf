"""Lock-step with an independent engine: the same random hands, everything compared before every action."""

from collections import Counter
from random import Random

import pytest

from games.engine.actions import Action, Call, Check, Fold, RaiseTo
from games.engine.cards import DECK, parse_cards
from games.engine.stakes import Structure
from tests.games.engine.pokerkit_oracle import BIG_BLIND, WAIVERS, Difference, Duel

HANDS = 2000
PARTS = 8


def stacks(dice: Random) -> list[int]:
    """Two to nine players; tiny, uneven and deep stacks side by side."""
    deep = dice.choice((False, True))
    shapes = [
        lambda: dice.randint(1, 2 * BIG_BLIND),
        lambda: dice.randint(BIG_BLIND, 15 * BIG_BLIND),
        lambda: 100 * BIG_BLIND,
        lambda: dice.randint(BIG_BLIND, 300 * BIG_BLIND),
    ]
    weights = (1, 2, 8, 4) if deep else (3, 6, 1, 1)
    return [dice.choices(shapes, weights)[0]() for _ in range(dice.randint(2, 9))]


def choice(duel: Duel, dice: Random) -> Action:
    """Any action that both engines allow; all-ins often enough to make side pots."""
    legal = duel.hand.legal()
    low, high = duel.both(legal)
    roll = dice.random()
    if low and roll < 0.3:
        return RaiseTo(dice.choice((low, low, dice.randint(low, high), dice.randint(low, min(high, 3 * low)), high)))
    if legal.call and roll > 0.8:
        return Fold()
    return Call() if legal.call else Check()


def fight(seed: int) -> Duel:
    """One random hand from its first post to its last chip, or to a waiver that ends the comparison."""
    dice = Random(seed)
    deck = list(DECK)
    dice.shuffle(deck)
    structure = list(Structure)[seed % 3]
    duel = Duel(structure, stacks(dice), deck, ante=dice.choice((0, 0, 0, 10, 25)))
    while not duel.over:
        duel.check()
        kind = duel.hand.waiting.kind
        if duel.over or kind == "done":
            break
        if kind == "act":
            duel.does(choice(duel, dice))
        elif kind == "show":
            duel.shows(dice)
        else:
            duel.goes_on()
    return duel


@pytest.mark.parametrize("part", range(PARTS))
def test_random_hands_have_no_unexplained_difference(part: int) -> None:
    """Actor, price, smallest and largest raise, pots and stacks agree, or a waiver says by which rule not."""
    used: Counter[str] = Counter()
    whole = 0
    seeds = range(part * HANDS // PARTS, (part + 1) * HANDS // PARTS)
    for seed in seeds:
        try:
            duel = fight(seed)
        except (Difference, ValueError) as trouble:
            pytest.fail(f"seed {seed}: {trouble!r}")
        used.update(set(duel.used))
        whole += not duel.over
    assert whole > 0.85 * len(seeds), used


class Table:
    """A hand for which a difference is known: both engines, played as told, then asked."""

    def __init__(self, structure: str, stacks: list[int], ante: int = 0, board: str = "2c7d9hJsKd") -> None:
        top = parse_cards("AcQdAsQsAdQhAhQc8c8d8h8s6c6d")[: 2 * len(stacks)]
        board_cards = parse_cards(board)
        rest = [card for card in DECK if card not in {*top, *board_cards}]
        flop, turn, river = board_cards[:3], board_cards[3], board_cards[4]
        deck = [*top, rest.pop(), *flop, rest.pop(), turn, rest.pop(), river, *rest]
        self.duel = Duel(Structure(structure), stacks, deck, ante=ante)

    def plays(self, *actions: Action) -> "Table":
        """One after another, in both, compared before each."""
        for action in actions:
            self.duel.check()
            self.duel.does(action)
        return self

    def ends(self) -> "Table":
        """To the last street and chip."""
        while self.duel.hand.waiting.kind != "done":
            kind = self.duel.hand.waiting.kind
            if kind == "act":
                self.duel.check()
                self.duel.does(Call() if self.duel.hand.legal().call else Check())
            elif kind == "show":
                self.duel.shows(Random(0))
            else:
                self.duel.goes_on()
        self.duel.check()
        return self

    def offers(self) -> tuple[tuple[int, int, int], tuple[int | None, int, int]]:
        """Call, smallest and largest raise: here, and there."""
        self.duel.used.clear()
        self.duel.check()
        legal, theirs = self.duel.hand.legal(), self.duel.oracle.checking_or_calling_amount
        return (legal.call, legal.min_to, legal.max_to), (theirs, *self.duel.their_range())


def test_waiver_b2_a_blind_that_owes_nothing_is_not_asked() -> None:
    """All others fold or are all-in for less: the oracle asks the big blind all the same."""
    table = Table("nl", [1000, 1000, 40]).plays(Call(), Fold())
    assert table.duel.hand.waiting.kind == "deal"
    assert table.duel.used == ["B2"]
    assert table.ends().duel.hand.stacks[0] == 950


def test_waiver_d5_a_short_big_blind_keeps_the_price() -> None:
    """A call costs 100 and the smallest raise is to 200, not 50 and 150."""
    ours, theirs = Table("nl", [1000, 30, 1000, 1000]).offers()
    assert (ours, theirs) == ((100, 200, 1000), (50, 150, 1000))


def test_waiver_d5_ends_the_comparison() -> None:
    """After another price the pots are others too."""
    table = Table("nl", [1000, 30, 1000, 1000])
    table.duel.check()
    assert table.duel.over
    assert set(table.duel.used) == {"D5"}


def test_waiver_b4_a_short_blind_counts_in_full() -> None:
    """V3: the first in may open to 350 also when the small blind has 20 of its 50."""
    ours, theirs = (table := Table("pl", [20, 1000, 1000, 1000])).offers()
    assert (ours, theirs) == ((100, 200, 350), (100, 200, 320))
    assert table.duel.used == ["B4"]


def test_waiver_b7_a_short_first_bet_reopens_nothing() -> None:
    """The first checks, an all-in of 30 follows: the oracle would let the first raise to 130."""
    table = Table("nl", [1000, 1000, 130]).plays(Call(), Call(), Check(), Check(), Check(), RaiseTo(30))
    ours, theirs = table.offers()
    assert (ours, theirs) == ((30, 0, 0), (30, 130, 900))
    assert table.duel.used == ["B7"]


def test_waiver_b7_a_short_first_raise_reopens_nothing() -> None:
    """A limper faces an all-in of 150 over the blind of 100: call or fold."""
    table = Table("nl", [1000, 1000, 1000, 150]).plays(Call(), RaiseTo(150), Fold(), Call())
    ours, theirs = table.offers()
    assert (ours, theirs) == ((50, 0, 0), (50, 250, 1000))
    assert table.duel.used == ["B7"]


def test_waiver_b7_limit_all_in_below_half_is_completed() -> None:
    """Bet 100, all-in 120: complete to 200; the oracle asks for 220."""
    table = Table("fl", [1000, 220, 1000]).plays(Call(), Call(), Check(), RaiseTo(100), RaiseTo(120))
    ours, theirs = table.offers()
    assert (ours, theirs) == ((120, 200, 200), (120, 220, 220))
    assert table.duel.used == ["B7"]


def test_waiver_b7_limit_all_in_from_half_is_a_bet() -> None:
    """Bet 100, all-in 150, called: the bettor may raise by one bet to 250; the oracle sees a short all-in."""
    table = Table("fl", [1000, 250, 1000]).plays(Call(), Call(), Check(), RaiseTo(100), RaiseTo(150), Call())
    ours, theirs = table.offers()
    assert (ours, theirs) == ((50, 250, 250), (50, 0, 0))
    assert table.duel.used == ["B7"]


def test_waiver_b5_one_may_raise_over_players_who_have_less() -> None:
    """What nobody can call goes back (B11); the oracle refuses the raise."""
    table = Table("nl", [1000, 250, 300]).plays(RaiseTo(300))
    ours, theirs = table.offers()
    assert (ours, theirs) == ((250, 500, 1000), (250, 0, 0))
    assert table.duel.used == ["B5"]


def test_waiver_p4_odd_chips_one_at_a_time() -> None:
    """Three play the board for 350: 117, 117 and 116, where the oracle gives 118, 116, 116."""
    table = Table("nl", [1000] * 4, board="6s7s8s9sTs").plays(Call(), Call(), Fold(), Check()).ends()
    assert table.duel.hand.stacks == [950, 1017, 1017, 1016]
    assert table.duel.oracle.stacks == [950, 1018, 1016, 1016]
    assert table.duel.used == ["P4"]


def test_waiver_p4_each_pot_is_split_on_its_own() -> None:
    """Two odd pots with the same two winners: each has its odd chip, where the oracle puts the pots together."""
    table = Table("nl", [1000, 1000, 1000, 100, 1000], ante=25)
    table.plays(Call(), Call(), Call(), Fold(), Check(), RaiseTo(100), Call(), Fold()).ends()
    assert [pot.amount for pot in table.duel.hand.pots] == [475, 275]
    assert table.duel.hand.stacks == [925, 1151, 1149, 0, 875]
    assert table.duel.oracle.stacks == [925, 1150, 1150, 0, 875]
    assert table.duel.used == ["P4"]


@pytest.mark.parametrize("rule", sorted({waiver.rule for waiver in WAIVERS}))
def test_every_waiver_is_a_rule_with_a_test(rule: str) -> None:
    """A waiver nobody can show is no waiver."""
    assert any(name.startswith(f"test_waiver_{rule.lower()}_") for name in globals())
