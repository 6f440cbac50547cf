"""Hands in the Open Hand History format: what is written where, and sums and cards of any hand."""

import json
from collections import Counter
from random import Random
from typing import Any

import pytest

from games.engine.cards import parse_cards
from games.engine.events import UncalledReturned
from games.engine.history.ohh_writer import GAMES, About, can_write, write_ohh
from games.engine.history.perspective import own_cards, viewer_events
from games.engine.rules.variants import CATALOGUE
from tests.games.engine.history.test_perspective import known_cards
from tests.games.engine.support.builders import Deal
from tests.games.engine.support.recorded_hands import HANDS, NAMES, random_hand, side_pots, twice, walk


def document(hand: Deal, me: int = -1) -> dict[str, Any]:
    """The hand as its viewer gets it."""
    rules = hand.hand.rules
    own = own_cards(rules, hand.events, me) if me >= 0 else None
    about = About("Pokerroom", 1042, "Prague", 6, "2026-11-20T17:00:00Z", "XPM", 2, me)
    found: dict[str, Any] = json.loads(write_ohh(rules, NAMES, viewer_events(rules, hand.events, own), about))
    assert list(found) == ["ohh"]
    return dict(found["ohh"])


def actions(one: dict[str, Any], street: str) -> list[tuple[str, str]]:
    """The actions of a street as (player, action with its amount and cards)."""
    names = {player["id"]: player["name"] for player in one["players"]}
    return [
        (
            names[act["player_id"]],
            " ".join([act["action"], *(str(act[key]) for key in ("amount",) if key in act), *act.get("cards", ())]),
        )
        for found in one["rounds"]
        if found["street"] == street
        for act in found["actions"]
    ]


def test_side_pots_and_all_kinds_of_forced_bets_are_recorded() -> None:
    one = document(side_pots(), 1)
    assert actions(one, "Preflop") == [
        *((name, "Post Ante 0.1") for name in NAMES.values()),
        ("Alice", "Post SB 0.5"), ("Bob", "Post BB 1.0"), ("Carol", "Straddle 2.0"),
        ("Dan", "Post Dead 0.5"), ("Dan", "Post Extra Blind 1.0"), ("Eva", "Post Dead 0.5"),
        ("Bob", "Dealt Cards Ah Kd"),
        ("Dan", "Fold"), ("Eva", "Raise 6.0"), ("Fred", "Fold"), ("Alice", "Fold"), ("Bob", "Call 5.0"),
        ("Carol", "Raise 27.9"), ("Eva", "Call 23.9"), ("Bob", "Call 23.9"),
    ]  # fmt: skip
    assert actions(one, "Flop") == [("Bob", "Bet 20.0"), ("Eva", "Call 20.0")]
    assert [found["street"] for found in one["rounds"]] == ["Preflop", "Flop", "Turn", "River", "Showdown"]
    assert [found["cards"] for found in one["rounds"]][1:] == [["Ac", "5d", "5h"], ["9c"], ["2h"], []]
    (carol_is_all_in,) = [act for act in one["rounds"][0]["actions"] if act.get("is_allin")]
    assert carol_is_all_in["player_id"] == 2
    assert (one["hero_player_id"], one["flags"], one["dealer_seat"]) == (1, [], 6)
    assert (one["small_blind_amount"], one["big_blind_amount"], one["ante_amount"]) == (0.5, 1, 0.1)
    assert one["bet_limit"] == {"bet_type": "NL", "bet_cap": 0}


def test_a_hand_that_somebody_watched_has_no_hero_and_only_cards_that_were_shown() -> None:
    one = document(walk())
    assert (one["hero_player_id"], one["flags"]) == (None, ["Observed"])
    with_cards = [act["action"] for found in one["rounds"] for act in found["actions"] if "cards" in act]
    assert with_cards == ["Shows Cards"]
    assert [act.split()[:2] for _name, act in actions(document(walk(), 0), "Preflop")].count(["Dealt", "Cards"]) == 1


def test_only_hands_with_a_place_in_the_format_can_be_written() -> None:
    for name, (hand, _me) in HANDS.items():
        one = hand()
        assert can_write(one.hand.rules, one.events) is (name in ("side-pots", "walk"))
    assert not can_write(twice().hand.rules, twice().events), "the format does not say where a second board stands"


@pytest.mark.parametrize("game", CATALOGUE)
def test_chips_put_in_are_the_pots_and_the_stacks_add_up(game: str) -> None:
    rng = Random(f"ohh of {game}")
    for _ in range(40):
        hand = random_hand(game, rng)
        if not can_write(hand.hand.rules, hand.events):
            continue
        one = document(hand, rng.choice(hand.hand.order))
        in_pots = sum(cents(pot["amount"]) for pot in one["pots"])
        put_in: Counter[int] = Counter()
        for found in one["rounds"]:
            assert [act["action_number"] for act in found["actions"]] == list(range(len(found["actions"])))
            for act in found["actions"]:
                put_in[act["player_id"]] += cents(act.get("amount", 0))
        wins: Counter[int] = Counter()
        for pot in one["pots"]:
            paid = {win["player_id"]: cents(win["win_amount"]) for win in pot["player_wins"]}
            assert cents(pot["amount"]) == sum(paid.values()) + cents(pot["rake"])
            wins.update(paid)
        assert [wins[seat] for seat in hand.hand.order] == [hand.hand.won[seat] for seat in hand.hand.order]
        assert sum(cents(pot["rake"]) for pot in one["pots"]) == hand.hand.rake
        back = uncalled(hand)
        assert sum(put_in.values()) - sum(back.values()) == in_pots
        for player in one["players"]:
            seat = player["id"]
            left = cents(player["starting_stack"]) - put_in[seat] + back[seat] + wins[seat]
            assert left == hand.hand.stacks[seat]


@pytest.mark.parametrize("game", GAMES)
def test_h4_the_document_holds_only_cards_the_viewer_saw(game: str) -> None:
    rng = Random(f"hidden cards of {game}")
    for _ in range(25):
        hand = random_hand(game, rng)
        if not can_write(hand.hand.rules, hand.events):
            continue
        for me in (-1, *hand.hand.order):
            own = own_cards(hand.hand.rules, hand.events, me) if me >= 0 else None
            one = document(hand, me)
            named = {
                card
                for found in one["rounds"]
                for cards in (found["cards"], *(act.get("cards", ()) for act in found["actions"]))
                for card in cards
            }
            assert set(parse_cards("".join(sorted(named)))) <= known_cards(hand, own)


def cents(amount: float) -> int:
    """An amount in minor units, and no part of one more."""
    minor = round(amount * 100)
    assert minor / 100 == amount
    return minor


def uncalled(hand: Deal) -> Counter[int]:
    """What came back to each seat because nobody called it; the format leaves it out of the pots."""
    return Counter({event.seat: event.amount for event in hand.events if isinstance(event, UncalledReturned)})
