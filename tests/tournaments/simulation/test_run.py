"""`manage.py simulatetournament` plays to the end and prints its totals."""

import io
import json
from typing import Any

import pytest
from django.core.management import CommandError, call_command


def simulate(*arguments: str) -> Any:
    """The command's output as data."""
    out = io.StringIO()
    call_command("simulatetournament", *arguments, "--json", stdout=out)
    return json.loads(out.getvalue())


@pytest.mark.parametrize("hands", [[], ["--quick"]])
def test_a_tournament_is_played_to_its_end(hands: list[str]) -> None:
    """All documented fields are there; every entry of 10.00 is paid out."""
    result = simulate("--players", "60", "--table-size", "6", "--seed", "4", *hands)
    fields = ("players", "seconds", "hands", "moves", "max_moves_per_player", "prizes_paid", "invariants_kept")
    assert tuple(result) == fields
    assert (result["players"], result["prizes_paid"], result["invariants_kept"]) == (60, 60_000, True)


def test_the_same_seed_plays_the_same_tournament() -> None:
    first, again = (simulate("--players", "30", "--seed", "9", "--game", "omaha") for _ in range(2))
    assert {**first, "seconds": 0} == {**again, "seconds": 0}


def test_several_runs_are_added_up() -> None:
    result = simulate("--players", "12", "--seed", "1", "--runs", "3", "--quick")
    assert (result["players"], result["prizes_paid"]) == (36, 36_000)


@pytest.mark.parametrize("wrong", [["--players", "1"], ["--game", "snap"], ["--table-size", "11"]])
def test_an_impossible_tournament_is_reported(wrong: list[str]) -> None:
    with pytest.raises(CommandError):
        simulate(*wrong)
