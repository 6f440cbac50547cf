"""What a viewer sees never depends on cards hidden from them: with other hidden cards every byte is the same.

A hand is played; then it is played again with the cards that the viewer cannot know exchanged
among themselves, and the same asks at the same times. Nothing the viewer gets may differ: public events, the public
view, their own view.
"""

from random import Random
from typing import Any, NamedTuple

import pytest

from games.engine import events as ev
from games.engine.cards import Card
from games.engine.hand.queries import HandWait
from games.engine.rules.rules import Rules
from games.engine.rules.stakes import Stakes, Structure
from games.engine.rules.variant import Forced
from games.engine.rules.variants import CATALOGUE
from games.engine.table import commands as cm
from games.engine.table.decide import decide
from games.engine.table.state import Table
from games.engine.views.visibility import own_view, public_view
from games.messaging.codec import event_to_data
from tests.games.engine.support.builders import rules
from tests.games.engine.support.random_tables import random_turn, shuffled_decks

WATCHER = -1


class Step(NamedTuple):
    """A command, its time, and the deck it deals from."""

    now: int
    command: cm.Command
    deck: tuple[Card, ...] | None


class Played(NamedTuple):
    """The table after some steps, and all their events."""

    table: Table
    events: tuple[ev.TableEvent, ...]


def rules_of(game: str, rng: Random, **house: Any) -> Rules:
    """Returns the game in a random structure, with house rules that show all-in hands or not."""
    variant = CATALOGUE[game]
    structure = rng.choice(list(Structure))
    stakes = Stakes(structure, 10, 20)
    if variant.forced is not Forced.BLINDS:
        stakes = Stakes(structure, 0, 30, 5, bring_in=15 if variant.forced is Forced.BRING_IN else 0)
    chosen = {"first_button": "first_player", "all_in_show": rng.random() < 0.5, "run_it": rng.choice((1, 2))}
    return rules(**{**chosen, **house})._replace(variant=variant, stakes=stakes)


def random_hand_steps(playing: Rules, rng: Random) -> list[Step]:
    """Returns the steps of a random hand, from sitting down to its end."""
    players = rng.randint(2, playing.variant.max_players)
    table, now = Table(playing, players), 1_000
    steps: list[Step] = []

    def send(command: cm.Command, deck: tuple[Card, ...] | None = None) -> None:
        nonlocal table
        steps.append(Step(now, command, deck))
        table = decide(table, command, now=now, deck=deck).table

    for player in range(players):
        send(cm.TakeSeat(player, f"p{player}", False, player, rng.choice((60, 200, 2_000)), auto_muck=False))
    while not (table.hand and table.hand.changes is not None):
        hand = table.hand
        if hand is None or hand.waiting.kind in (HandWait.DEAL, HandWait.DONE):
            due = table.next_tick_at()
            assert due is not None
            now = max(now, due)
            send(cm.Tick(), shuffled_decks(playing.variant, rng) if table.needs_deck(now) else None)
            continue
        seat, action = random_turn(hand, rng)
        send(cm.Act(table.seat(seat).player, hand.number, table.turn, hand.price_due, action))
        waits = table.hand and table.hand.to_act >= 0
        if waits and table.hand and rng.random() < 0.2:
            other = rng.choice([seat for seat in table.hand.live if seat != table.hand.to_act])
            if table.hand.stacks[other]:
                send(cm.SetPreAction(other, table.hand.number, "call_any", 0))
    return steps


def play(playing: Rules, seats: int, steps: list[Step]) -> Played:
    """Returns the table after these steps."""
    table = Table(playing, seats)
    events: list[ev.TableEvent] = []
    for now, command, deck in steps:
        decision = decide(table, command, now=now, deck=deck)
        table = decision.table
        events += decision.events
    return Played(table, tuple(events))


def known_to(viewer: int, played: Played) -> set[Card]:
    """Returns the cards shown to everybody so far, and those the viewer holds or held."""
    known: set[Card] = set()
    hand = played.table.hand
    for event in played.events:
        match event:
            case ev.UpDealt(cards):
                known |= {card for _, card in cards}
            case ev.BoardDealt(cards) | ev.Shown(_, cards) | ev.Drew(kept=cards) | ev.RabbitShown(_, _, cards):
                known |= set(cards)
            case ev.HandsTurnedUp(hands):
                known |= {card for _, cards in hands for card in cards}
            case ev.Exchanged(seat, cards) if seat == viewer:
                known |= set(cards)
    if hand and viewer in hand.order:
        known |= set(hand.hole[viewer])
    return known - {-1}


def hidden_cards_exchanged(played: Played, viewer: int, rng: Random) -> dict[Card, Card]:
    """Maps every card the viewer cannot know to another such card."""
    deck = played.table.rules.variant.deck
    known = known_to(viewer, played)
    hidden = [card for card in deck if card not in known]
    others = rng.sample(hidden, len(hidden))
    return {card: card for card in deck} | dict(zip(hidden, others, strict=True))


def seen_by(viewer: int, played: Played) -> str:
    """Returns everything that reaches the viewer, as text."""
    public = [event_to_data(event) for event in played.events if type(event) not in ev.SECRET]
    own = own_view(played.table, viewer, table_id=1, version=1) if viewer != WATCHER else None
    return repr([public, public_view(played.table, table_id=1, version=1), own])


def is_decided(played: Played) -> bool:
    """Whether the showdown has begun with hands nobody has seen, which may now decide who wins."""
    hand = played.table.hand
    began = any(isinstance(event, ev.ShowdownBegan) for event in played.events)
    return began and not (hand and all(hand.shown[seat] for seat in hand.live))


def check_hand(playing: Rules, rng: Random) -> int:
    """Compares the views at random moments of one hand; returns the number of comparisons."""
    steps = random_hand_steps(playing, rng)
    seats = sum(isinstance(step.command, cm.TakeSeat) for step in steps)
    made = 0
    for end in sorted(rng.sample(range(seats + 1, len(steps) + 1), min(5, len(steps) - seats))):
        played = play(playing, seats, steps[:end])
        if played.table.hand is None or is_decided(played):
            continue
        for viewer in (WATCHER, *rng.sample(range(seats), 2)):
            other = hidden_cards_exchanged(played, viewer, rng)
            changed_steps = [
                step._replace(deck=tuple(other[card] for card in step.deck) if step.deck else None)
                for step in steps[:end]
            ]
            again = play(playing, seats, changed_steps)
            assert seen_by(viewer, again) == seen_by(viewer, played)
            made += 1
    return made


@pytest.mark.parametrize("game", list(CATALOGUE))
def test_B17_H4_views_do_not_depend_on_hidden_cards(game: str) -> None:
    made = 0
    for seed in range(8):
        rng = Random(f"{game} {seed}")
        made += check_hand(rules_of(game, rng), rng)
    assert made > 30


@pytest.mark.parametrize("game", list(CATALOGUE))
def test_H2_a_mucked_hand_is_hidden_for_good(game: str) -> None:
    """Nothing shown after the hand depends on a mucked or folded card that was never shown."""
    for seed in range(8):
        rng = Random(f"{game} {seed}")
        playing = rules_of(game, rng, all_in_show=False)
        steps = random_hand_steps(playing, rng)
        seats = sum(isinstance(step.command, cm.TakeSeat) for step in steps)
        played = play(playing, seats, steps)
        hand = played.table.hand
        assert hand is not None
        known = known_to(WATCHER, played)
        hidden = {card for seat in (*hand.mucked, *hand.folded) for card in hand.hole[seat]} - known
        view = public_view(played.table, table_id=1, version=1)
        seen = {card for picture in view.seats for card in (*picture.shown, *picture.face_up, *picture.winning_cards)}
        seen |= {card for line in view.log for card in line.cards} | set(view.board)
        assert hidden.isdisjoint(seen)


def test_B10_only_its_player_sees_a_pre_action() -> None:
    playing = rules(first_button="first_player")
    table = Table(playing, 3)
    for player in range(3):
        table = decide(table, cm.TakeSeat(player, f"p{player}", False, player, 2_000), now=1).table
    while not table.running:
        table = decide(table, cm.Tick(), now=10_000_000, deck=playing.variant.deck).table
    assert table.hand is not None
    other = next(seat for seat in table.hand.live if seat != table.hand.to_act)
    after = decide(table, cm.SetPreAction(other, table.hand.number, "fold", 0), now=10_000_000).table
    for viewer in range(3):
        same = own_view(table, viewer, table_id=1, version=1) == own_view(after, viewer, table_id=1, version=1)
        assert same == (viewer != other)
    assert public_view(table, table_id=1, version=1) == public_view(after, table_id=1, version=1)
    assert ev.PreActionSet in ev.SECRET
