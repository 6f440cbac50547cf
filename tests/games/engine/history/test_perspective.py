"""A hand rebuilt from one viewer's perspective plays like the true one and has no card that the viewer did not see."""

from collections.abc import Sequence
from random import Random

import pytest

from games.engine import events as ev
from games.engine.hand.hand import Hand
from games.engine.history.perspective import OwnCards, own_cards, viewer_events
from games.engine.history.phh_reader import read_documents
from games.engine.history.phh_replay import replay
from games.engine.history.phh_writer import write_hand
from games.engine.rules.variants import CATALOGUE
from tests.games.engine.support.builders import Deal
from tests.games.engine.support.dealt_hands import play
from tests.games.engine.support.recorded_hands import random_hand, three_draws


def public(events: Sequence[ev.TableEvent]) -> list[ev.TableEvent]:
    return [event for event in events if type(event) not in ev.SECRET]


def shown(events: Sequence[ev.TableEvent]) -> set[int]:
    """Returns every card shown at the table."""
    cards: set[int] = set()
    for event in events:
        match event:
            case ev.BoardDealt(found) | ev.Shown(_, found) | ev.Drew(kept=found):
                cards |= set(found)
            case ev.HandsTurnedUp(hands):
                cards |= {card for _, found in hands for card in found}
            case ev.UpDealt(found):
                cards |= {card for _, card in found}
    return cards - {-1}


def named(events: Sequence[ev.TableEvent]) -> set[int]:
    """Returns every card named in events, secret ones included."""
    found: set[int] = set(shown(events))
    for event in events:
        match event:
            case ev.DeckShuffled(deck):
                found |= set(deck)
            case ev.Exchanged(_, cards) | ev.StubShuffled(cards):
                found |= set(cards)
    return {card for card in found if card >= 0}


def known_cards(hand: Deal, own: OwnCards | None) -> set[int]:
    return shown(hand.events) | set(own.dealt if own else ())


@pytest.mark.parametrize("game", CATALOGUE)
def test_a_rebuilt_hand_plays_as_the_true_one(game: str) -> None:
    rng = Random(game)
    for _ in range(12):
        hand = random_hand(game, rng)
        rules = hand.hand.rules
        for seat in (None, *hand.hand.order):
            own = None if seat is None else own_cards(rules, hand.events, seat)
            truth, seen = Hand(rules), Hand(rules)
            coming = iter(hand.events)
            for event in viewer_events(rules, public(hand.events), own):
                seen.apply(event)
                if type(event) in ev.SECRET:
                    continue
                for step in coming:
                    truth.apply(step)
                    if type(step) is type(event) and step == event:
                        break
                assert (seen.stacks, seen.board, seen.boards, seen.shown, seen.to_act, seen.pots) == (
                    truth.stacks, truth.board, truth.boards, truth.shown, truth.to_act, truth.pots
                )  # fmt: skip
                assert list(map(len, seen.hole)) == list(map(len, truth.hole))
                if seat is not None:
                    assert seen.hole[seat] == truth.hole[seat]
                    assert seen.discarded[seat] == truth.discarded[seat]


@pytest.mark.parametrize("game", CATALOGUE)
def test_h4_a_perspective_holds_only_cards_shown_to_the_viewer(game: str) -> None:
    rng = Random(f"secrets of {game}")
    for _ in range(25):
        hand = random_hand(game, rng)
        rules = hand.hand.rules
        assert named(viewer_events(rules, hand.events)) <= shown(hand.events)
        for seat in hand.hand.order:
            own = own_cards(rules, hand.events, seat)
            assert named(viewer_events(rules, hand.events, own)) <= known_cards(hand, own)


def test_unseen_cards_of_the_deck_are_blanks_counted_down_from_minus_two() -> None:
    hand = play("holdem", [5_000, 5_000], "200 fold", hands=["2c7d", "AhKd"], structure="nl")
    own = own_cards(hand.hand.rules, hand.events, 1)
    began, shuffled, *_ = viewer_events(hand.hand.rules, hand.events, own)
    assert isinstance(began, ev.HandBegan)
    assert shuffled == ev.DeckShuffled((-2, own.dealt[0], -3, own.dealt[1]))


def read_back(hand: Deal, seat: int | None) -> str:
    """Replays the hand as written from a viewer's perspective; returns the error, empty if there is none."""
    rules = hand.hand.rules
    own = None if seat is None else own_cards(rules, hand.events, seat)
    seen = viewer_events(rules, hand.events, own)
    text = write_hand(rules, [event for event in seen if isinstance(event, ev.HandEvent)])
    (document,) = read_documents(text, many=False).values()
    return replay(document).error


@pytest.mark.parametrize("game", CATALOGUE)
def test_a_perspective_reads_back_as_a_history(game: str) -> None:
    rng = Random(f"histories of {game}")
    for _ in range(15):
        hand = random_hand(game, rng)
        assert [read_back(hand, seat) for seat in (None, *hand.hand.order)] == [""] * (len(hand.hand.order) + 1)


def nth(game: str, seed: str, number: int) -> Deal:
    """Returns a random hand that was once rebuilt wrongly."""
    rng = Random(f"{seed} {game}")
    return [random_hand(game, rng) for _ in range(number + 1)][-1]


@pytest.mark.parametrize(
    ("game", "number"), [("omaha8", 17), ("stud8", 22), ("27td", 142), ("27td", 203), ("badugi", 266)]
)
def test_h2_g13_unknown_cards_are_chosen_so_that_the_hand_can_be_played(game: str, number: int) -> None:
    """A mucked hand wins neither half (P5); a card dealt a second time had been discarded."""
    hand = nth(game, "b", number)
    assert [read_back(hand, seat) for seat in (None, *hand.hand.order)] == [""] * (len(hand.hand.order) + 1)


def test_h4_a_perspective_does_not_depend_on_hidden_cards() -> None:
    logs = [
        viewer_events(hand.hand.rules, hand.events)
        for hand in (
            play("holdem", [5_000, 5_000], "200 fold", hands=[bob, "AhKd"], structure="nl")
            for bob in ("2c7d", "AsAd", "9h9s")
        )
    ]
    assert logs[0] == logs[1] == logs[2]


def test_g13_discards_and_drawn_cards_are_known_to_their_player_only() -> None:
    hand = three_draws()
    own = own_cards(hand.hand.rules, hand.events, 0)
    assert [len(cards) for cards in own.discarded] == [2, 1]
    mine = viewer_events(hand.hand.rules, hand.events, own)
    exchanges = [event for event in mine if isinstance(event, ev.Exchanged)]
    assert [event.cards for event in exchanges if event.seat == 0] == list(own.discarded)
    assert all(card < 0 for event in exchanges if event.seat == 1 for card in event.cards)
    assert len([event for event in viewer_events(hand.hand.rules, hand.events) if isinstance(event, ev.Exchanged)]) == 3


def test_g13_an_ace_that_had_to_be_shown_stays_in_the_hand() -> None:
    hand = play("draw", [5_000, 5_000], "100 call / x1234 pat check check", hands=["As2c3d4h6s", "KsKdKh2d3h"])
    seen = Hand(hand.hand.rules)
    for event in viewer_events(hand.hand.rules, hand.events):
        seen.apply(event)
        if isinstance(event, ev.Drew) and event.drawn == 4:
            assert seen.face_up[event.seat] == event.kept
            assert event.kept[0] in seen.hole[event.seat]
            assert len(seen.hole[event.seat]) == 5
