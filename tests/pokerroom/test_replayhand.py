"""Thousands of recorded hands from other rooms end with the same stacks here."""

import io
import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from games.engine.history.phh_reader import read_documents, read_history
from games.engine.history.phh_replay import Outcome, events_of, replay
from games.engine.history.phh_setup import set_up_hand
from games.engine.history.phh_writer import write_hand
from pokerroom.management.commands import replayhand as command
from tests.conftest import ROOT

DATA = ROOT.parent / "shared" / "data"
HANDS = ROOT / "tests/games/engine/history/hands"
PLURIBUS = DATA / "pluribus-5000.phhs"
WSOP = DATA / "wsop-2023-43-final-table.phhs"
HALVES = {177, 925, 2591, 4112}
"""Hands with a pot split into half chips: the room plays them in half chips, so no chip is odd (P4)."""

needs_data = pytest.mark.skipif(
    not DATA.is_dir(), reason="the recorded hands lie beside the project, in ../shared/data, and are not here"
)


def replayhand(*files: Path) -> tuple[int, list[dict[str, Any]]]:
    """Runs the command; returns its exit code and its rows."""
    out = io.StringIO()
    code = 0
    try:
        call_command("replayhand", *map(str, files), stdout=out)
    except SystemExit as end:
        code = int(end.code or 0)
    return code, [json.loads(line) for line in out.getvalue().splitlines()]


@needs_data
def test_5000_six_handed_no_limit_hands_end_with_the_same_stacks() -> None:
    """Only the four known hands end in half chips."""
    code, rows = replayhand(PLURIBUS)
    assert code == 0
    assert len(rows) == 5000
    assert [row["hand"] for row in rows if not row["ok"]] == []
    assert all(row["finishing_stacks"] == row["expected"] for row in rows)
    assert {row["hand"] for row in rows if any(stack % 1 for stack in row["finishing_stacks"])} == HALVES


@needs_data
def test_all_83_hands_of_a_mixed_final_table_end_with_the_same_stacks() -> None:
    """The table played nine games in no limit, pot limit and fixed limit."""
    code, rows = replayhand(WSOP)
    assert [(row["hand"], row["error"]) for row in rows if not row["ok"]] == []
    assert code == 0
    assert all(row["finishing_stacks"] == row["expected"] for row in rows)
    variants = ["NT", "FT", "PO", "FO/8", "F7S", "F7S/8", "FR", "N2L1D", "F2L3D"]
    counts = Counter(row["variant"] for row in rows)
    assert [counts.pop(variant) for variant in variants] == [11, 7, 7, 14, 13, 7, 10, 7, 7]
    assert not counts


@needs_data
@pytest.mark.parametrize(("file", "every"), [(PLURIBUS, 25), (WSOP, 1)])
def test_recorded_hands_written_again_read_back_as_the_same_events(file: Path, every: int) -> None:
    documents = read_documents(file.read_text(encoding="utf-8"), many=True)
    for name, document in list(documents.items())[::every]:
        events = events_of(document)
        text = write_hand(set_up_hand(read_history(document)).rules, events)
        (again,) = read_documents(text, many=False).values()
        assert events_of(again) == events, name


@needs_data
@pytest.mark.parametrize(
    ("name", "line", "other", "says"),
    [
        ("5", "p5 pb", "p5 f", "the bring-in is due"),
        ("5", "p5 pb", "p5 cc", "the bring-in is due"),
        ("5", "p5 pb", "p4 pb", "not p4's turn, p5 is to act"),
        ("5", "p4 cbr 200000", "p4 cbr 250000", "raise_too_big"),
        ("5", "p4 cbr 200000", "p4 pb", "no bring-in is due"),
        ("5", "d dh p4 6d", "d dh p3 6d", "no hole cards are dealt here"),
        ("5", "d dh p4 6d", "", "the cards of p4 before it are not listed"),
        ("5", "d dh p4 6d", "d dh p4 As", "a card is dealt twice"),
        ("54", "p1 sd QdJc", "p1 sd QdJd", "p1 has no Jd"),
        ("59", "p2 sd Kh??", "p2 sd Kh", "p2 draws 2 cards for 1"),
        ("54", "p1 sd QdJc", "p1 sd ????", "which cards are discarded is not recorded"),
        ("54", "d dh p1 As6s", "", "p1 sd As: p1 has no As"),
        ("83", "p1 sm 8c2h4cAdQdJd", "p1 sm 8c2h4cAdQdJh", "was dealt other cards"),
        ("83", "p1 sm 8c2h4cAdQdJdKh", "p1 sm", "shown or mucked twice"),
        ("83", "p2 cbr 750000", "p2 cbr 749999", "raise_too_small"),
        ("74", "p2 cbr 500000", "p1 cbr 500000", "not p1's turn, p2 is to act"),
    ],
)
def test_a_corrupted_hand_of_another_game_is_refused(name: str, line: str, other: str, says: str) -> None:
    """Each changed line is refused with its reason."""
    document = read_documents(WSOP.read_text(encoding="utf-8"), many=True)[name]
    assert isinstance(document, dict)
    place = document["actions"].index(line)
    document["actions"][place : place + 1] = [other] if other else []
    assert says in replay(document).error


def test_the_command_replays_hands_of_this_room(tmp_path: Path) -> None:
    """Each hand gives one row, in the order of the files."""
    files = sorted(HANDS.glob("*.phh"))
    many = tmp_path / "many.phhs"
    # Each hand is a table of its own, and a sub-table has to name its hand.
    texts = [f"[{number}]\n{file.read_text(encoding='utf-8')}" for number, file in enumerate(files, start=1)]
    many.write_text(
        "\n".join(text.replace("[_house]", f"[{number}._house]") for number, text in enumerate(texts, start=1)),
        encoding="utf-8",
    )
    code, rows = replayhand(*files, many)
    assert code == 0
    assert [row["file"] for row in rows] == [*map(str, files), *[str(many)] * len(files)]
    assert [row["hand"] for row in rows[len(files) :]] == list(range(1, len(files) + 1))
    fields = ["file", "hand", "variant", "players", "finishing_stacks", "expected", "ok", "error"]
    for row in rows:
        assert list(row) == fields
        assert row["ok"] is True
        assert row["error"] is None
        assert row["players"] == len(row["expected"])
        assert row["finishing_stacks"] == row["expected"]


def test_an_unreadable_file_gives_a_row_with_its_error(tmp_path: Path) -> None:
    """The files are missing, broken, of another kind, or of an unknown game; the good hand is played."""
    broken, other, stud = tmp_path / "broken.phh", tmp_path / "hand.txt", tmp_path / "stud.phh"
    broken.write_text("variant = ", encoding="utf-8")
    other.write_text("variant = 'NT'", encoding="utf-8")
    stud.write_text("variant = 'X9'\nhand = 'seven'\nstarting_stacks = [5, 5, 5]", encoding="utf-8")
    good = next(HANDS.glob("side_pots*.phh"))
    code, rows = replayhand(tmp_path / "none.phh", broken, other, stud, good)
    assert code == 1
    assert [row["ok"] for row in rows] == [False, False, False, False, True]
    assert "No such file" in rows[0]["error"]
    assert "TOML" in rows[1]["error"]
    assert rows[3]["error"] == "unsupported variant 'X9'"
    assert (rows[3]["hand"], rows[3]["players"], rows[3]["finishing_stacks"]) == ("seven", 3, None)


def test_a_hand_that_breaks_the_reader_gives_a_row_and_the_next_are_still_played(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    good = next(HANDS.glob("side_pots*.phh")).read_text(encoding="utf-8")
    played = iter([ZeroDivisionError("by a blind of nothing"), None])

    def break_first(document: object) -> Outcome:
        if fault := next(played):
            raise fault
        return replay(document)

    monkeypatch.setattr(command, "replay", break_first)
    many = tmp_path / "evening.phhs"
    many.write_text(
        "".join(f"[{number}]\n{good.replace('[_house]', f'[{number}._house]')}\n" for number in (1, 2)),
        encoding="utf-8",
    )
    code, rows = replayhand(many)
    assert code == 1
    assert [(row["hand"], row["ok"]) for row in rows] == [(1, False), (2, True)]
    assert rows[0]["error"] == "this hand cannot be read: ZeroDivisionError"
