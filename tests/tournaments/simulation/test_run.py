"""`manage.py simulatetournament` plays tournaments to the end and prints their totals."""

import io
import json
from typing import TypedDict, cast

import pytest
from django.core.management import CommandError, call_command


class Result(TypedDict):
    """The documented output of the command."""

    players: int
    seconds: float
    hands: int
    moves: int
    max_moves_per_player: int
    prizes_paid: int
    invariants_kept: bool


def simulate(*arguments: str) -> Result:
    """The command's output as data."""
    out = io.StringIO()
    call_command("simulatetournament", *arguments, "--json", stdout=out)
    return cast(Result, json.loads(out.getvalue()))


@pytest.mark.parametrize("hands", [[], ["--quick"]])
def test_a_tournament_is_played_to_its_end(hands: list[str]) -> None:
    """All documented fields are there; every entry of 10.00 is paid out."""
    result = simulate("--players", "60", "--table-size", "6", "--seed", "4", *hands)
    assert list(result) == list(Result.__annotations__)
    assert (result["players"], result["prizes_paid"], result["invariants_kept"]) == (60, 60_000, True)


def test_the_same_seed_plays_the_same_tournament() -> None:
    first, second = (simulate("--players", "30", "--seed", "9", "--game", "omaha") for _ in range(2))
    assert {**first, "seconds": 0} == {**second, "seconds": 0}


def test_several_runs_are_added_up() -> None:
    result = simulate("--players", "12", "--seed", "1", "--runs", "3", "--quick")
    assert (result["players"], result["prizes_paid"]) == (36, 36_000)


@pytest.mark.parametrize("wrong", [["--players", "1"], ["--game", "snap"], ["--table-size", "11"]])
def test_an_impossible_tournament_is_reported(wrong: list[str]) -> None:
    with pytest.raises(CommandError):
        simulate(*wrong)
