"""Random play for measuring: what it plays, what `manage.py simulate` prints and refuses."""

import io
import json
from collections import Counter
from random import Random
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from games.engine.actions import Call, Check, Fold, RaiseTo
from games.engine.betting import Legal
from games.simulation import measured_rules, play, random_action


def simulate(*arguments: str) -> Any:
    """What the command prints, as data."""
    out = io.StringIO()
    call_command("simulate", *arguments, stdout=out)
    return json.loads(out.getvalue())


@pytest.mark.parametrize("structure", ["nl", "pl", "fl"])
@pytest.mark.parametrize("players", [2, 6, 10])
def test_every_structure_and_size(structure: str, players: int) -> None:
    """The contract's fields, and no chip lost."""
    result = simulate("--structure", structure, "--players", str(players), "--hands", "40", "--seed", "5", "--json")
    assert list(result) == [
        *("game", "structure", "players", "hands", "seconds", "hands_per_second", "chips_conserved"),
    ]
    assert (result["game"], result["structure"], result["players"]) == ("holdem", structure, players)
    assert result["hands"] == 40
    assert result["chips_conserved"] is True
    assert result["hands_per_second"] > 0


def test_json_is_one_line() -> None:
    """Without it the same data is laid out for reading."""
    for extra, lines in (("--json", 1), ("", 9)):
        out = io.StringIO()
        call_command("simulate", "--hands", "5", *filter(None, [extra]), stdout=out)
        assert len(out.getvalue().splitlines()) == lines


def test_a_seed_names_the_hands() -> None:
    """The same seed plays the same hands, another one others."""
    rules = measured_rules(game="holdem", structure="nl")
    first, again, other = (play(rules=rules, hands=60, players=6, dice=Random(seed)) for seed in (1, 1, 2))
    assert first == again
    assert first.actions != other.actions


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--game", "canasta"], "does not deal 'canasta'"),
        (["--players", "1"], "2 to 10 players"),
        (["--players", "11"], "2 to 10 players"),
        (["--hands", "0"], "one hand"),
        (["--structure", "xl"], "invalid choice"),
    ],
)
def test_what_cannot_be_played_is_a_clear_error(arguments: list[str], says: str) -> None:
    """Exit with words, not with a trace."""
    with pytest.raises(CommandError, match=says):
        call_command("simulate", *arguments)


def test_the_policy() -> None:
    """A quarter folds when there is something to call, a half calls, a quarter raises, mostly the smallest."""
    dice = Random(7)
    facing, free = Legal(0, 100, 200, 9900, False), Legal(0, 0, 100, 9900, True)
    acts = [random_action(facing, dice) for _ in range(4000)]
    counts = Counter(type(act) for act in acts)
    assert counts[Fold] == pytest.approx(1000, abs=120)
    assert counts[Call] == pytest.approx(2000, abs=120)
    amounts = [act.amount for act in acts if isinstance(act, RaiseTo)]
    assert amounts.count(200) == pytest.approx(0.75 * len(amounts), rel=0.1)
    assert min(amounts) == 200
    assert max(amounts) <= 9900
    counts = Counter(type(random_action(free, dice)) for _ in range(4000))
    assert set(counts) == {Check, RaiseTo}
    assert counts[Check] == pytest.approx(3000, abs=120)
    assert random_action(facing._replace(min_to=0, max_to=0), Random(11)) in (Fold(), Call())
