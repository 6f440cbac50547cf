"""House bots act legally, sensibly and quickly, and never know a hidden card."""

import ast
import inspect
import statistics
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from random import Random

import pytest

from games.engine.cards import DECK, RANKS, parse_cards
from games.engine.hand.actions import Action, Call, Check, Fold, Muck, RaiseTo, RunIt
from games.engine.rules.house_rules import SHOWDOWN, AutoMuck, HouseRules
from games.engine.rules.rake import RakeTerms
from games.engine.rules.rules import Rules
from games.engine.rules.stakes import AnteKind, Stakes, Structure
from games.engine.rules.variants import CATALOGUE
from games.engine.rules.variants.holdem import HOLDEM
from games.engine.views.types import OwnView, TableView
from games.live.bots import decide
from games.live.bots.betting import style_of
from games.live.bots.decide import agrees_to_post, choose, is_asked
from games.live.bots.hand_strength import Outlook
from games.live.bots.hand_strength import outlook as look
from games.live.bots.known_cards import KnownCards, Opponent
from games.live.bots.situation import read_situation
from games.live.bots.starting_hands import chart_shares, starting_hand
from tests.games.live.bots.bot_table import BIG, Decider, Moment, Room, bot, rules_of

STRUCTURES = ("nl", "pl", "fl")


def bots_only(players: int) -> dict[int, Decider]:
    return dict.fromkeys(range(1, players + 1), bot)


def random_stack(rng: Random) -> int:
    """Draws a stack from less than a blind to very deep."""
    return rng.choice((rng.randint(1, 2 * BIG), rng.randint(2 * BIG, 20 * BIG), rng.randint(20 * BIG, 300 * BIG)))


def played(rules: Rules, players: int, hands: int, *, seed: int, fresh: bool = False) -> list[Moment]:
    """Every decision of bots over some hands, with random stacks or `fresh` ones."""
    rng, moments = Random(seed), list[Moment]()
    room = Room(rules, bots_only(players), rng, moments.append)
    room.hand()
    for _ in range(hands):
        stacks = {player: 100 * BIG if fresh else random_stack(rng) for player in room.deciders}
        room.stacks(stacks)
        ended = room.hand()
        assert sum(change for _, change in ended.changes) + ended.rake == 0
        assert sum(room.table.chips().values()) + ended.rake == sum(stacks.values())
    return moments


@pytest.fixture(scope="module")
def full_table() -> list[Moment]:
    return played(rules_of(), 6, 110, seed=11, fresh=True)


def assert_legal(moment: Moment) -> None:
    choices, action = moment.own.choices, moment.action
    if choices is None:
        assert isinstance(action, Muck if moment.own.asked_to_show else RunIt)
        return
    assert isinstance(action, Check) == (choices.can_check and not isinstance(action, RaiseTo)), "a free check is taken"
    if isinstance(action, RaiseTo):
        assert 0 < choices.min_to <= action.amount <= choices.max_to
        assert action.amount % choices.step == 0 or action.amount == choices.max_to


@pytest.mark.parametrize("structure", STRUCTURES)
@pytest.mark.parametrize("players", [2, 3, 6, 9])
def test_bots_are_legal_and_hands_finish_in_every_structure(structure: str, players: int) -> None:
    moments = played(rules_of(structure), players, 40, seed=players)
    assert len(moments) > 80
    for moment in moments:
        assert_legal(moment)
    assert {Fold, Call, RaiseTo} <= {type(moment.action) for moment in moments}


@pytest.mark.parametrize("structure", STRUCTURES)
@pytest.mark.parametrize(
    "house",
    [HouseRules(chip_unit=25), HouseRules(auto_muck=AutoMuck.SYSTEM), SHOWDOWN],
    ids=["chips of 25", "system muck", "showdown"],
)
def test_bots_are_legal_under_other_house_rules_antes_and_rake(structure: str, house: HouseRules) -> None:
    unit = house.chip_unit
    stakes = Stakes(Structure(structure), 2 * unit, 4 * unit, unit, AnteKind.BIG_BLIND)
    rules = Rules(CATALOGUE["holdem"], stakes, house, RakeTerms("five in a hundred", 50))
    rng, moments = Random(3), list[Moment]()
    room = Room(rules, bots_only(5), rng, moments.append)
    for _ in range(40):
        room.stacks({player: rng.randint(1, 300) * unit for player in room.deciders})
        room.hand()
    for moment in moments:
        assert_legal(moment)


def again(moment: Moment, cards: str, rng: Random, rules: Rules | None = None) -> Action:
    """Returns what the bot of that moment does with other hole cards."""
    own = moment.own._replace(cards=parse_cards(cards))
    return choose(moment.view, own, rules or rules_of(), rng).action


def raises(moment: Moment) -> int:
    return sum(line.code in ("bet", "raise") for line in moment.view.log)


def before_flop(moments: Iterable[Moment]) -> list[Moment]:
    return [moment for moment in moments if moment.view.street == "pre-flop"]


@pytest.mark.parametrize("structure", STRUCTURES)
def test_aces_never_fold_before_the_flop(structure: str) -> None:
    spots = before_flop(played(rules_of(structure), 6, 60, seed=2))
    assert sum(raises(situation) == 1 for situation in spots) > 50
    acts = [type(again(situation, "AsAh", Random(1), rules_of(structure))) for situation in spots]
    assert Fold not in acts
    assert acts.count(RaiseTo) > len(acts) / 2


def first_to_act(moments: Iterable[Moment]) -> list[Moment]:
    return [moment for moment in before_flop(moments) if moment.own.turn == 1]


def test_the_worst_hand_folds_under_the_gun(full_table: list[Moment]) -> None:
    spots = first_to_act(full_table)
    assert len(spots) > 80
    assert {type(again(situation, "7s2h", Random(1))) for situation in spots} == {Fold}


def test_the_button_opens_more_hands_than_the_first_seat(full_table: list[Moment]) -> None:
    opened = [situation for situation in before_flop(full_table) if not raises(situation)]
    button = [
        situation
        for situation in opened
        if situation.view.seats[situation.own.seat].button and situation.view.pot == 3 * BIG // 2
    ]
    share = [_raised(spots, "Qs9h") for spots in (first_to_act(full_table), button)]
    assert share[0] == 0
    assert share[1] > 0.5


def _raised(spots: list[Moment], cards: str) -> float:
    return statistics.mean(isinstance(again(situation, cards, Random(1)), RaiseTo) for situation in spots)


def test_a_short_stack_pushes_or_folds() -> None:
    rng, moments = Random(4), list[Moment]()
    room = Room(rules_of(), bots_only(6), rng, moments.append)
    room.hand()
    for _ in range(60):
        room.stacks(dict.fromkeys(room.deciders, 8 * BIG))
        room.hand()
    spots = [situation for situation in first_to_act(moments) if situation.own.stack == 8 * BIG]
    assert spots
    for situation in spots:
        assert again(situation, "KsKh", rng) == RaiseTo(8 * BIG)
        assert again(situation, "8s3h", rng) == Fold()


# After the flop, in one situation against one opponent


def facing(bet: int, pot: int, *, moment: Moment, board: str) -> tuple[TableView, OwnView]:
    """Returns a heads-up turn facing an opponent's `bet` into `pot`, with 100 big blinds behind."""
    view, own = moment.view, moment.own
    assert own.choices
    opponent = next(seat.seat for seat in view.seats if seat.seat != own.seat)
    seats = tuple(
        seat._replace(
            state="in_hand" if seat.seat in (own.seat, opponent) else "folded",
            bet=bet if seat.seat == opponent else 0,
            stack=100 * BIG,
            last_action="bet" if bet and seat.seat == opponent else "",
        )
        for seat in view.seats
    )
    choices = own.choices._replace(
        call=bet, can_check=not bet, min_to=max(BIG, 2 * bet), max_to=100 * BIG, is_first_bet=not bet
    )
    cards = parse_cards(board)
    view = view._replace(street="turn", board=cards, pots=(pot,), pot=pot + bet, seats=seats, log=())
    return view, own._replace(choices=choices, stack=100 * BIG)


def acts(cards: str, bet: int, full_table: list[Moment], *, board: str, pot: int = 10 * BIG) -> Counter[type]:
    """Returns how often each action follows, over bots of every style."""
    view, own = facing(bet, pot, moment=full_table[0], board=board)
    own = own._replace(cards=parse_cards(cards))
    return Counter(
        type(choose(view, own._replace(player=player), rules_of(), Random(player)).action) for player in range(100)
    )


def test_bots_never_fold_the_nuts_and_mostly_raise(full_table: list[Moment]) -> None:
    done = acts("AsAh", 10 * BIG, full_table, board="AdAc7h2s")
    assert done[Fold] == 0
    assert done[RaiseTo] > 50


def test_a_strong_hand_bets_for_value(full_table: list[Moment]) -> None:
    assert acts("KsKh", 0, full_table, board="Kd7c2h3s")[RaiseTo] > 70


def test_a_flush_draw_calls_a_small_bet_and_folds_to_a_big_one(full_table: list[Moment]) -> None:
    board = "Kd7d2h3s"
    assert acts("Jd8d", 2 * BIG, full_table, board=board)[Fold] < 10
    assert acts("Jd8d", 30 * BIG, full_table, board=board)[Fold] > 90


def test_a_hand_without_value_folds_to_a_bet(full_table: list[Moment]) -> None:
    assert acts("5s4c", 8 * BIG, full_table, board="KdQcTh9s")[Fold] > 90


def test_a_pair_bets_less_on_a_dangerous_board(full_table: list[Moment]) -> None:
    dry = acts("AsKh", 0, full_table, board="Kd7c2h3s")[RaiseTo]
    scary = acts("AsKh", 0, full_table, board="KdTdJd9d")[RaiseTo]
    assert scary < dry / 2


def test_bets_are_half_the_pot_to_the_pot(full_table: list[Moment]) -> None:
    view, own = facing(0, 10 * BIG, moment=full_table[0], board="Kd7c2h3s")
    own = own._replace(cards=parse_cards("KsKh"))
    for player in range(60):
        action = choose(view, own._replace(player=player), rules_of(), Random(player)).action
        assert isinstance(action, Check | RaiseTo)
        assert isinstance(action, Check) or 5 * BIG <= action.amount <= 10 * BIG


def test_a_bet_that_cannot_be_matched_in_full_is_not_counted_as_winnings(full_table: list[Moment]) -> None:
    view, own = facing(50 * BIG, 4 * BIG, moment=full_table[0], board="Kd7c2h3s")
    seats = tuple(seat._replace(stack=2 * BIG) if seat.seat == own.seat else seat for seat in view.seats)
    assert own.choices
    choices = own.choices._replace(call=2 * BIG, call_is_all_in=True, min_to=0, max_to=0)
    situation = read_situation(view._replace(seats=seats), own._replace(stack=2 * BIG), choices, rules_of())
    assert situation.pot == 6 * BIG
    assert situation.price == 0.25


def test_the_pot_is_counted_from_the_chips_where_its_total_is_hidden_b17(full_table: list[Moment]) -> None:
    view, own = facing(5 * BIG, 10 * BIG, moment=full_table[0], board="Kd7c2h3s")
    assert own.choices
    hidden = view._replace(pot=0)
    assert (
        read_situation(hidden, own, own.choices, rules_of()).pot
        == read_situation(view, own, own.choices, rules_of()).pot
        == 15 * BIG
    )


# Hand strength


def outlook(cards: str, board: str, strength_shown: tuple[float, ...], rng: Random) -> Outlook:
    shown = parse_cards(board)
    opponents = tuple(Opponent(strength) for strength in strength_shown)
    return look(KnownCards(HOLDEM, max(0, len(shown) - 2), parse_cards(cards), shown, opponents=opponents), rng)


def test_the_chart_holds_every_starting_hand_once() -> None:
    every = {starting_hand(first, second) for first in range(52) for second in range(52) if first != second}
    assert set(chart_shares(DECK)) == every
    assert len(every) == 169
    assert max(chart_shares(DECK).values()) == 1
    assert min(chart_shares(DECK), key=chart_shares(DECK).__getitem__) == "AA"
    assert all(
        chart_shares(DECK)[high + RANKS[0] + "s"] < chart_shares(DECK)[high + RANKS[0] + "o"] for high in RANKS[1:]
    )


def test_the_outlook_of_certain_and_hopeless_hands() -> None:
    rng = Random(1)
    assert outlook("AsKs", "QsJsTs", (4, 4), rng) == pytest.approx((1, 1))
    assert outlook("2c3d", "AsKsQsJsTs", (1,), rng) == pytest.approx((0.5, 0.5))


def test_a_draw_wins_more_often_than_it_is_ahead() -> None:
    seen = [outlook("9h8h", "7h6hKs", (2,), Random(seed)) for seed in range(30)]
    assert statistics.mean(each.wins for each in seen) > statistics.mean(each.ahead for each in seen) + 0.15


def test_an_opponent_who_showed_strength_is_taken_to_hold_more() -> None:
    def wins(strength_shown: float) -> float:
        return statistics.mean(outlook("Ks9s", "Kd7c2h", (strength_shown,), Random(seed)).wins for seed in range(30))

    assert wins(1) > wins(2) > wins(4)


def test_the_outlook_is_near_the_exact_equity() -> None:
    # Aces win 85.2 of 100 showdowns against one unknown hand.
    wins = statistics.mean(outlook("AsAh", "", (1,), Random(seed)).wins for seed in range(60))
    assert wins == pytest.approx(0.852, abs=0.02)


# Style, time, and what a bot may know


def test_a_bot_always_has_the_same_style_and_others_differ() -> None:
    assert [style_of(player) for player in range(50)] == [style_of(player) for player in range(50)]
    assert len({style_of(player) for player in range(50)}) > 45
    assert all(0.7 < style_of(player).loose < 1.4 and 0 <= style_of(player).aggression <= 1 for player in range(500))


def test_a_loose_bot_plays_more_and_an_aggressive_one_raises_more(full_table: list[Moment]) -> None:
    by_loose = sorted(range(200), key=lambda player: style_of(player).loose)
    by_bold = sorted(range(200), key=lambda player: style_of(player).aggression)
    early = before_flop(full_table)[::8]
    late = [situation for situation in full_table if situation.view.board][::6]

    def count(players: list[int], spots: list[Moment], kind: type) -> int:
        rng = Random(1)
        owns = [(situation.view, situation.own._replace(player=player)) for player in players for situation in spots]
        return sum(isinstance(choose(view, own, rules_of(), rng).action, kind) for view, own in owns)

    assert count(by_loose[-10:], early, Fold) < 0.9 * count(by_loose[:10], early, Fold)
    assert count(by_bold[-8:], late, RaiseTo) > 1.3 * count(by_bold[:8], late, RaiseTo)


def test_the_same_random_source_gives_the_same_choice(full_table: list[Moment]) -> None:
    for moment in full_table[::5]:
        first, second = (choose(moment.view, moment.own, rules_of(), Random(9)) for _ in range(2))
        assert first == second


def test_bots_take_as_long_as_people(full_table: list[Moment]) -> None:
    rng = Random(1)
    times = [choose(moment.view, moment.own, rules_of(), rng).think_ms for moment in full_table]
    assert min(times) >= 700
    assert max(times) <= 2500
    assert statistics.stdev(times) > 200


def test_a_beaten_hand_is_mucked_when_asked_h2() -> None:
    view = TableView(table=1, version=1, seats=())
    own = OwnView(table=1, version=1, seat=0, player=1)
    asked = own._replace(asked_to_show=True)
    assert is_asked(asked)
    assert choose(view, asked, rules_of(), Random(1)).action == Muck()
    assert is_asked(own._replace(asked_to_post=True))
    assert is_asked(own._replace(max_boards=1))
    assert is_asked(own._replace(draw_limit=0)), "its draw, in which it can only stand pat"
    assert agrees_to_post(own._replace(asked_to_post=True))
    assert not agrees_to_post(own._replace(asked_to_post=True, leaving=True))
    assert not is_asked(own)
    with pytest.raises(ValueError, match="nothing is asked"):
        choose(view, own, rules_of(), Random(1))


def test_a_bot_gets_views_and_rules_only() -> None:
    parameters = inspect.signature(choose).parameters.values()
    assert [each.annotation for each in parameters] == [TableView, OwnView, Rules, Random]


def test_the_bots_modules_cannot_reach_a_hidden_card() -> None:
    allowed = (
        "games.engine.cards",
        "games.engine.evaluation.",
        "games.engine.hand.actions",
        "games.engine.rules.",
        "games.engine.views.kinds",
        "games.engine.views.types",
        "games.live.bots.",
    )
    files = [file for file in Path(decide.__file__).parent.glob("*.py") if file.name != "runner.py"]
    assert len(files) >= 4
    for file in files:
        for node in ast.walk(ast.parse(file.read_text())):
            if isinstance(node, ast.ImportFrom | ast.Import):
                names = [node.module or ""] if isinstance(node, ast.ImportFrom) else [each.name for each in node.names]
                for name in names:
                    assert not name.startswith("games.") or name.startswith(allowed), f"{file.name} imports {name}"
