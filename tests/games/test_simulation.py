"""Random play for benchmarks, and the output and errors of `manage.py simulate`."""

import io
import json
from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.engine.hand.actions import Call, Check, Fold, RaiseTo
from games.engine.hand.betting import Legal
from games.engine.rules.variants import CATALOGUE
from games.simulation import Shoe, measured_rules, play, random_action, random_discard


def simulate(*arguments: str) -> Any:
    """Runs the command; returns its output as data."""
    out = io.StringIO()
    call_command("simulate", *arguments, stdout=out)
    return json.loads(out.getvalue())


@pytest.mark.parametrize("structure", ["nl", "pl", "fl"])
@pytest.mark.parametrize("players", [2, 6, 10])
def test_every_structure_and_table_size_is_played(structure: str, players: int) -> None:
    """The output has all its fields, and no chip is lost."""
    result = simulate("--structure", structure, "--players", str(players), "--hands", "40", "--seed", "5", "--json")
    assert list(result) == [
        *("game", "structure", "players", "hands", "seconds", "hands_per_second", "chips_conserved"),
    ]
    assert (result["game"], result["structure"], result["players"]) == ("holdem", structure, players)
    assert result["hands"] == 40
    assert result["chips_conserved"] is True
    assert result["hands_per_second"] > 0


@pytest.mark.parametrize("game", CATALOGUE)
def test_every_game_is_played_in_every_structure(game: str) -> None:
    """Two players and a full table lose no chip; the same seed plays the same hands."""
    variant = CATALOGUE[game]
    for structure in variant.structures:
        rules = measured_rules(game=game, structure=structure)
        for players in (2, variant.max_players):
            first, again = (play(rules=rules, hands=12, players=players, rng=Random(3)) for _ in range(2))
            assert first == again
            assert first.conserved
            assert first.actions > 12


@pytest.mark.parametrize("game", ["stud", "draw", "27td", "horsefeathers"])
def test_games_are_chosen_by_code(game: str) -> None:
    """Every game of the catalogue is played by its code."""
    if game in CATALOGUE:
        result = simulate("--game", game, "--structure", "fl", "--hands", "5", "--seed", "2", "--json")
        assert (result["game"], result["chips_conserved"]) == (game, True)
    else:
        with pytest.raises(CommandError, match="does not deal"):
            simulate("--game", game)


def test_json_is_one_line() -> None:
    """Without --json the same data is printed for reading."""
    for extra, lines in (("--json", 1), ("", 9)):
        out = io.StringIO()
        call_command("simulate", "--hands", "5", *filter(None, [extra]), stdout=out)
        assert len(out.getvalue().splitlines()) == lines


def test_the_seed_decides_the_hands() -> None:
    """The same seed plays the same hands, another seed plays others."""
    rules = measured_rules(game="holdem", structure="nl")
    first, again, other = (play(rules=rules, hands=60, players=6, rng=Random(seed)) for seed in (1, 1, 2))
    assert first == again
    assert first.actions != other.actions


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--game", "canasta"], "does not deal 'canasta'"),
        (["--players", "1"], "2 to 10 players"),
        (["--players", "11"], "2 to 10 players"),
        (["--hands", "0"], "must be 1 or more"),
        (["--structure", "xl"], "invalid choice"),
    ],
)
def test_invalid_arguments_give_a_clear_error(arguments: list[str], message: str) -> None:
    """The command exits with a message, not with a traceback."""
    with pytest.raises(CommandError, match=message):
        call_command("simulate", *arguments)


def test_random_actions_have_their_frequencies() -> None:
    """Facing a bet, a quarter of actions fold, half call and a quarter raise, mostly the smallest raise."""
    rng = Random(7)
    facing, free = Legal(0, 100, 200, 9900, False), Legal(0, 0, 100, 9900, True)
    acts = [random_action(facing, rng) for _ in range(4000)]
    counts = Counter(type(act) for act in acts)
    assert counts[Fold] == pytest.approx(1000, abs=120)
    assert counts[Call] == pytest.approx(2000, abs=120)
    amounts = [act.amount for act in acts if isinstance(act, RaiseTo)]
    assert amounts.count(200) == pytest.approx(0.75 * len(amounts), rel=0.1)
    assert min(amounts) == 200
    assert max(amounts) <= 9900
    counts = Counter(type(random_action(free, rng)) for _ in range(4000))
    assert set(counts) == {Check, RaiseTo}
    assert counts[Check] == pytest.approx(3000, abs=120)
    assert random_action(replace(facing, min_to=0, max_to=0), Random(11)) in (Fold(), Call())


def test_forced_actions_are_always_legal() -> None:
    """The bring-in is never folded; where checking is not allowed, players bet or fold; bets have legal sizes."""
    rng = Random(8)
    bring_in = Legal(0, 50, 100, 100, True, bring_in=True)
    counts = Counter(type(random_action(bring_in, rng)) for _ in range(4000))
    assert set(counts) == {Call, RaiseTo}
    assert counts[Call] == pytest.approx(3000, abs=120)
    must_open = Legal(0, 0, 100, 9900, True, must_open=True)
    counts = Counter(type(random_action(must_open, rng)) for _ in range(4000))
    assert set(counts) == {Fold, RaiseTo}
    open_pair = Legal(0, 0, 100, 200, True, step=100)
    amounts = {act.amount for act in (random_action(open_pair, rng) for _ in range(4000)) if isinstance(act, RaiseTo)}
    assert amounts == {100, 200}


def test_random_discards() -> None:
    """Discards have none to three cards, equally often, at any places, and never more than the draw allows."""
    rng = Random(9)
    discards = [random_discard(5, 5, rng).places for _ in range(2000)]
    counts = Counter(map(len, discards))
    assert set(counts) == {0, 1, 2, 3}
    assert min(counts.values()) > 400
    assert {place for places in discards for place in places} == set(range(5))
    assert all(len(set(places)) == len(places) for places in discards)
    assert max(len(random_discard(4, 1, rng).places) for _ in range(200)) == 1


def test_any_card_may_come_first_and_a_deck_stays_whole() -> None:
    """Shuffling only the top is fair; spare decks are added only for hands that one deck may not be enough for."""
    holdem, triple_draw = CATALOGUE["holdem"], CATALOGUE["27td"]
    shoe = Shoe(holdem, 2, Random(4))
    decks = [shoe.shuffled() for _ in range(5200)]
    assert all(sorted(deck) == list(holdem.deck) for deck in decks)
    for place in (0, 11):
        seen = Counter(deck[place] for deck in decks)
        assert len(seen) == 52
        assert 60 < min(seen.values()) <= max(seen.values()) < 150
    assert len(Shoe(triple_draw, 2, Random(4)).shuffled()) == 52
    assert len(Shoe(triple_draw, 6, Random(4)).shuffled()) == 52 * triple_draw.shuffles
