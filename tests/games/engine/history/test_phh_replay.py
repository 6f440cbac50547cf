"""Replaying is strict: any deviation from the rules is reported with its line."""

import tomllib
from collections.abc import Callable
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from games.engine.history.phh_replay import replay

HANDS = sorted((Path(__file__).parent / "hands").glob("*.phh"))
Change = Callable[[dict[str, Any]], Any]


def hand(name: str) -> dict[str, Any]:
    """Returns one of the recorded hands, to be changed."""
    text = (Path(__file__).parent / "hands" / f"{name}.phh").read_text(encoding="utf-8")
    return tomllib.loads(text, parse_float=Decimal)


@pytest.mark.parametrize("path", HANDS, ids=lambda path: path.stem)
def test_recorded_hands_end_with_their_stacks(path: Path) -> None:
    """Each result was worked out by hand from the rules that the file names."""
    outcome = replay(hand(path.stem))
    assert outcome.error == ""
    assert outcome.finishing == outcome.expected
    assert outcome.expected is not None


def test_there_are_a_dozen_recorded_hands() -> None:
    """The folder has at least a dozen hands."""
    assert len(HANDS) >= 12


def swapped(first: int, second: int) -> Change:
    """Returns a change that swaps two actions."""

    def change(document: dict[str, Any]) -> None:
        actions = document["actions"]
        actions[first], actions[second] = actions[second], actions[first]

    return change


def line(place: int, *texts: str) -> Change:
    """Returns a change that replaces an action by other texts, or by none."""

    def change(document: dict[str, Any]) -> None:
        document["actions"][place : place + 1 or None] = texts

    return change


# The hand: p2 opens to 300, the board is Kd7c2s 9h 3c, p1 shows KsQs, p2 wins with AhAd.
HEADS_UP = "heads_up_button_is_small_blind"


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (swapped(2, 3), "p1 cc: not p1's turn, p2 is to act"),
        (line(2, "p2 cbr 199"), "p2 cbr 199: raise_too_small min=200 max=8000"),
        (line(2, "p2 cbr 8001"), "p2 cbr 8001: raise_too_big"),
        (line(2, "p2 cbr 300.5"), "other finishing stacks"),
        (line(2), "p1 cc: not p1's turn"),
        (line(3, "p1 cc", "p1 cc"), "p1 cc: the board before it is not listed"),
        (line(4), "p1 cc: the board before it is not listed"),
        (line(4, "d db Kd7c"), "d db Kd7c: not the board cards of this moment"),
        (line(4, "d db Kd7c2s9h"), "the board has 6 cards"),
        (line(4, "d db Kd7cAh"), "a card is dealt twice"),
        (line(5, "d dh p1 2h2d", "p1 cc"), "p1 is dealt 4 cards"),
        (line(1, "d dh p2 ????", "d dh p3 5c5d"), "no such player: p3"),
        (line(0), "p1 is dealt 0 cards"),
        (line(-1), "p2 neither shows nor mucks"),
        (line(-1, "p2 sm"), "p2 mucks a hand that wins"),
        (line(-1, "p2 sm AhAd", "p2 sm"), "p2 sm: shown or mucked twice"),
        (line(-2), "p1 neither shows nor mucks"),
        (line(-2, "p1 sm KsQd"), "p1 shows KsQd, but was dealt other cards"),
        (line(-2, "p1 sm Ks"), "p1 shows Ks, but was dealt other cards"),
        (line(-2, "p1 sm KsQs", "p1 f"), "p1 f: not p1's turn, next is: done"),
        (lambda document: document["actions"].__setitem__(slice(-3, None), []), "the hand is not over"),
        (lambda document: document["actions"].append("d db 4c"), "the board has 6 cards"),
        (lambda document: document.update(finishing_stacks=[9301, 8699]), "other finishing stacks"),
        (lambda document: document.update(min_bet=50), "the smallest bet is not the big blind"),
        (lambda document: document.update(antes=[0, -1]), "antes"),
        (lambda document: document.update(antes=[7, 0]), "antes"),
        (lambda document: document.update(_house={"raise_cap": 9}), "_house: raise_cap_out_of_range"),
        (lambda document: document.update(_house={"colour": "red"}), "_house"),
        (lambda document: document.update(variant="F7X"), "unsupported variant 'F7X'"),
        (lambda document: document.pop("variant"), "variant: missing"),
    ],
)
def test_a_changed_hand_is_refused(change: Change, says: str) -> None:
    """Each error is reported with its reason, and nothing is repaired."""
    document = hand(HEADS_UP)
    change(document)
    outcome = replay(document)
    assert says in outcome.error


def test_hands_may_be_shown_in_any_order() -> None:
    """Sources differ in when hands are shown; only the cards are compared."""
    for change in (swapped(-1, -2), line(-1, "p2 sm -"), line(-2, "p1 sm QsKs"), line(-2, "p1 sm")):
        document = hand(HEADS_UP)
        change(document)
        assert replay(document).error == ""


def test_the_board_of_a_run_out_has_to_be_listed() -> None:
    """H5: an all-in is dealt to the river, and the file has to list the board."""
    document = hand("uncalled_part_comes_back")
    last = document["actions"].pop()
    assert "the hand is not over" in replay(document).error
    document["actions"].append("d db 8d7c")
    assert "the board has 6 cards" in replay(document).error
    document["actions"][-1] = last
    assert replay(document).error == ""


def test_a_folded_hand_neither_shows_nor_mucks() -> None:
    """H4: a folded hand that is shown or mucked is refused."""
    document = hand("short_all_in_reopens_for_nobody_who_acted")
    document["actions"].append("p1 sm 8c3d")
    assert replay(document).error == "p1 shows or mucks a folded hand"


def test_v2_the_limper_may_not_raise() -> None:
    """B7: a raise in place of the call in the file is refused."""
    document = hand("short_all_in_reopens_for_nobody_who_acted")
    place = document["actions"].index("p3 cc", 5)
    document["actions"][place] = "p3 cbr 11500"
    assert "p3 cbr 11500: no_raise_allowed" in replay(document).error


def test_v2_the_big_blind_may_raise() -> None:
    """A raise to 11,500 is accepted, a smaller one is not."""
    document = hand("short_all_in_reopens_for_nobody_who_acted")
    place = document["actions"].index("p2 cc")
    document["actions"][place] = "p2 cbr 11499"
    assert "raise_too_small min=11500" in replay(document).error


def test_v1_the_smallest_raise_after_all_ins() -> None:
    """After all-ins that add up, the smallest raise is on top of the last: to 1,100."""
    document = hand("short_all_ins_add_up")
    place = document["actions"].index("p1 cbr 1100")
    document["actions"][place] = "p1 cbr 1099"
    assert "raise_too_small min=1100" in replay(document).error


def test_b3_the_cap_counts_the_big_blind() -> None:
    """Four bets before the flop, of which the big blind is the first."""
    document = hand("limit_cap_and_heads_up")
    place = document["actions"].index("p1 cc")
    document["actions"][place] = "p1 cbr 50"
    assert "no_raise_allowed" in replay(document).error


def test_v3_a_pot_limit_opening_raise() -> None:
    """The first player in may raise to 700, and no more."""
    document = hand("pot_limit_counts_a_short_blind_in_full")
    place = document["actions"].index("p3 cbr 700")
    document["actions"][place] = "p3 cbr 701"
    assert "raise_too_big min=400 max=700" in replay(document).error


def test_an_unknown_hand_that_cannot_have_lost_is_refused() -> None:
    """Unknown cards are chosen so that the file can be true; if none fit, the file is refused."""
    document = hand("unseen_hands")
    assert replay(document).error == ""
    place = document["actions"].index("d db Jd")
    document["actions"][2] = "d dh p3 2c2d"
    document["actions"][place:] = ["d db 9h", "p2 cc", "p3 cc", "p2 sm", "p3 sm -"]
    document["actions"][place - 3] = "d db 9c"
    document["actions"] = [text.replace("3s4h9d", "9s8h9d") for text in document["actions"]]
    assert replay(document).error == "p2 mucks a hand that wins"


@pytest.mark.parametrize(("times", "error"), [(2, "which is not 2 boards"), (3, "which is not 3 boards")])
def test_H6_more_runouts_than_boards_are_an_error_of_the_hand(times: int, error: str) -> None:
    document = hand(HEADS_UP)
    document["_runouts"] = [f"p1 {times}", f"p2 {times}"]
    assert error in replay(document).error


def test_G16_more_cards_than_a_deck_holds_are_an_error_of_the_hand() -> None:
    """Eight players of stud cannot all have a seventh card of their own."""
    actions = [f"d dh p{player} ??????????????" for player in range(1, 9)]
    document = {
        "variant": "F7S",
        "antes": [1] * 8,
        "bring_in": 1,
        "small_bet": 2,
        "big_bet": 4,
        "starting_stacks": [100] * 8,
        "actions": actions,
    }
    assert replay(document).error == "more cards are dealt than the deck holds"


@pytest.mark.parametrize(("bring_in", "is_read"), [(1, True), (2, True), (3, False)])
def test_G14_a_bring_in_is_at_most_the_smallest_bet(bring_in: int, *, is_read: bool) -> None:
    document = {
        "variant": "F7S",
        "antes": [1, 1],
        "bring_in": bring_in,
        "small_bet": 2,
        "big_bet": 4,
        "starting_stacks": [100, 100],
        "actions": ["d dh p1 AhAs2c", "d dh p2 KhKs3c", "p1 pb", "p2 f"],
    }
    assert replay(document).error == ("" if is_read else "bring_in: in stud alone, and not above the smallest bet")


@pytest.mark.parametrize("players", [2, 3, 6])
def test_short_deck_with_a_blind_on_the_button_alone_is_read(players: int) -> None:
    """The first to the button's left opens before the flop too; all fold to the button, who wins the antes.

    The format turns the blinds of two players round.
    """
    blinds = [0] * (players - 1) + [3_000]
    document = {
        "variant": "NS",
        "antes": [3_000] * players,
        "blinds_or_straddles": blinds[::-1] if players == 2 else blinds,
        "min_bet": 3_000,
        "starting_stacks": [100_000] * players,
        "actions": [f"d dh p{player} ????" for player in range(1, players + 1)]
        + [f"p{player} f" for player in range(1, players)],
    }
    outcome = replay(document)
    assert outcome.error == ""
    assert [*map(int, outcome.finishing or ())] == [*[97_000] * (players - 1), 100_000 + 3_000 * (players - 1)]
