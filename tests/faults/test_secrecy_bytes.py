"""Nothing sent depends on cards the viewer may not know: other hidden cards, the same bytes."""

import json
from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from games.engine import events as ev
from games.engine.cards import DECK
from games.engine.hand.actions import Action, Call, Check, Fold, RaiseTo
from games.engine.rules.rules import Rules
from games.engine.rules.stakes import Stakes, Structure
from games.engine.rules.variants import CATALOGUE
from games.engine.table import commands as cm
from games.engine.table.decide import Decision, decide
from games.engine.table.state import Table
from games.engine.views.visibility import own_view, public_view
from games.web.table import fragments

PLAYERS = (11, 12, 13, 14)
BOARD = range(2 * len(PLAYERS), 2 * len(PLAYERS) + 8)
"""Where burnt cards and the board lie in the deck."""
BURNT = {BOARD[0], BOARD[4], BOARD[6]}
REVEALS = (ev.Shown, ev.HandsTurnedUp)
START = 1_700_000_000_000


def seated() -> Table:
    """Four players before the first hand, the button drawn."""
    table = Table(Rules(CATALOGUE["holdem"], Stakes(Structure.NO_LIMIT, 100, 200)), 6)
    for player in PLAYERS:
        sit = cm.TakeSeat(player, f"Player {player}", False, -1, 100_00, auto_muck=bool(player % 2))
        table = decide(table, sit, now=START).table
    while table.positions.button < 0:
        table = decide(table, cm.Tick(), now=table.next_tick_at() or START, deck=DECK).table
    return table


def any_act(table: Table, dice: Random) -> Action:
    """By chance and by what is legal, never by cards."""
    assert table.hand
    legal, chance = table.hand.legal(), dice.random()
    if legal.call and chance < 0.2:
        return Fold()
    if legal.max_to and chance > 0.7:
        return RaiseTo(legal.min_to if chance < 0.97 else legal.max_to)
    return Call() if legal.call else Check()


def told(table: Table, deck: list[int], seed: int, viewer: int) -> Iterator[str]:
    """What a viewer is sent, decision by decision, until a hand is shown or the hand is over."""
    dice, now, version = Random(seed), START, 0
    while True:
        hand = table.hand
        if hand is not None and table.running and hand.to_act >= 0:
            player = table.seat(hand.to_act).player
            act = cm.Act(player, table.hand_number, table.turn, hand.legal().call, any_act(table, dice))
            done: Decision = decide(table, act, now=now)
        elif hand is not None and not table.running:
            return
        else:
            now = max(now, table.next_tick_at() or now)
            done = decide(table, cm.Tick(), now=now, deck=deck)
        if any(isinstance(event, REVEALS) for event in done.events):
            return
        table, version = done.table, version + 1
        yield sent(table, viewer, version)


def sent(table: Table, viewer: int, version: int) -> str:
    """Everything about a table that a viewer's process is told, and what their screen is made of."""
    view = public_view(table, table_id=1, version=version)
    own = own_view(table, viewer, table_id=1, version=version)
    html = {**fragments.public_pieces(view, "en"), **fragments.own_pieces(own, view, "en")}
    log = fragments.log_piece(view, "en")
    return f"{msgspec.json.encode([view, own])!r} {json.dumps([html, log])}"


def with_others_changed(deck: list[int], mine: set[int], dice: Random) -> list[int]:
    """The deck with every card in another place that this viewer never sees."""
    kept = mine | (set(BOARD) - BURNT)
    others = [place for place in range(len(deck)) if place not in kept]
    cards = [deck[place] for place in others]
    dice.shuffle(cards)
    changed = list(deck)
    for place, card in zip(others, cards, strict=True):
        changed[place] = card
    return changed


@pytest.mark.parametrize("seed", range(60))
def test_h1_the_same_bytes_whatever_the_hidden_cards_are(seed: int) -> None:
    dice = Random(seed)
    table = seated()
    deck = dice.sample(DECK, len(DECK))
    dealt = decide(table, cm.Tick(), now=table.next_tick_at() or START, deck=deck).table
    assert dealt.hand
    order = list(dealt.hand.order)
    viewer = dice.choice([*PLAYERS, 0])
    place = order.index(dealt.player_seat(viewer)) if viewer else -1
    mine = {place, place + len(order)} if viewer else set()
    changed = with_others_changed(deck, mine, dice)
    one = list(told(table, deck, seed, viewer))
    other = list(told(table, changed, seed, viewer))
    assert len(one) > 1
    assert one == other
