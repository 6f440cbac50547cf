"""Hands of any game played with random legal actions at a stored table, and the cards that everybody saw."""

from random import Random

from games.engine import events as ev
from games.engine.hand.actions import Action, RunIt
from games.engine.table import commands as cm
from games.models import Decision
from games.simulation import random_action, random_discard
from games.store.card_sealing import unseal
from tests.games.support.tables import SteppedHost


def play_at_random(host: SteppedHost, rng: Random, hands: int) -> None:
    """Plays this many more hands with a random source."""
    last = host.table.hand_number + hands
    while host.table.running or host.table.hand_number < last:
        wait = host.table.wait
        if wait.kind in ("turn", "bank", "agree"):
            act_at_random(host, rng)
            continue
        assert wait.kind != "players", "too few are left to play"
        due = host.table.next_tick_at()
        assert due is not None
        host.now = max(host.now, due)
        game = host.table.rules.variant
        host.do(
            cm.Tick(), deck=tuple(card for _ in range(game.shuffles) for card in rng.sample(game.deck, len(game.deck)))
        )


def act_at_random(host: SteppedHost, rng: Random) -> None:
    """Lets the player to act take a random legal action."""
    hand, price = host.table.hand, 0
    assert hand is not None
    action: Action
    if hand.to_agree:
        seat, action = hand.to_agree[0], RunIt(2)
    elif hand.to_draw and hand.to_act < 0:
        seat = hand.to_draw[0]
        action = random_discard(len(hand.hole[seat]), hand.street_now.draw, rng)
    else:
        seat, legal = hand.to_act, hand.legal()
        action, price = random_action(legal, rng), legal.call
    player = host.table.seat(seat).player
    host.do(cm.Act(player, host.table.hand_number, host.table.turn, price, action))


def all_events_of_hand(table: int, number: int) -> list[ev.TableEvent]:
    """All events of a hand, including the sealed ones."""
    rows = Decision.objects.filter(table=table, hand=number).order_by("number")
    return [
        event
        for at, events, sealed in rows.values_list("number", "events", "sealed")
        for event in unseal(table, at, events, sealed)
    ]


def shown_cards(events: list[ev.TableEvent]) -> set[int]:
    """Every card that the whole table saw."""
    cards: set[int] = set()
    for event in events:
        match event:
            case ev.BoardDealt(found) | ev.Shown(_, found) | ev.Drew(kept=found) | ev.RabbitShown(cards=found):
                cards |= set(found)
            case ev.HandsTurnedUp(hands):
                cards |= {card for _, found in hands for card in found}
            case ev.UpDealt(found):
                cards |= {card for _, card in found}
    return cards - {-1}
