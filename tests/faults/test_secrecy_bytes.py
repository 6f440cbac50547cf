"""Nothing sent to a viewer depends on cards hidden from them: changing those cards does not change a byte (H1)."""

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
"""The places of the burn cards and the board in the deck."""
BURNT = {BOARD[0], BOARD[4], BOARD[6]}
REVEALS = (ev.Shown, ev.HandsTurnedUp)
START = 1_700_000_000_000


def seated() -> Table:
    """Returns a table with four players, the button drawn and no hand dealt yet."""
    table = Table(Rules(CATALOGUE["holdem"], Stakes(Structure.NO_LIMIT, 100, 200)), 6)
    for player in PLAYERS:
        sit = cm.TakeSeat(player, f"Player {player}", False, -1, 100_00, auto_muck=bool(player % 2))
        table = decide(table, sit, now=START).table
    while table.positions.button < 0:
        table = decide(table, cm.Tick(), now=table.next_tick_at() or START, deck=DECK).table
    return table


def random_action(table: Table, rng: Random) -> Action:
    """Returns a random legal action that does not depend on cards."""
    assert table.hand
    legal, chance = table.hand.legal(), rng.random()
    if legal.call and chance < 0.2:
        return Fold()
    if legal.max_to and chance > 0.7:
        return RaiseTo(legal.min_to if chance < 0.97 else legal.max_to)
    return Call() if legal.call else Check()


def sent_until_reveal(table: Table, deck: list[int], seed: int, viewer: int) -> Iterator[str]:
    """Yields what a viewer is sent after each decision, until a hand is shown or the hand is over."""
    rng, now, version = Random(seed), START, 0
    while True:
        hand = table.hand
        if hand is not None and table.running and hand.to_act >= 0:
            player = table.seat(hand.to_act).player
            act = cm.Act(player, table.hand_number, table.turn, hand.legal().call, random_action(table, rng))
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
    """Returns the views that a viewer's process receives and the HTML made from them."""
    view = public_view(table, table_id=1, version=version)
    own = own_view(table, viewer, table_id=1, version=version)
    html = {**fragments.public_fragments(view, "en"), **fragments.own_fragments(own, view, "en")}
    log = fragments.log_fragment(view, "en")
    return f"{msgspec.json.encode([view, own])!r} {json.dumps([html, log])}"


def with_others_changed(deck: list[int], own: set[int], rng: Random) -> list[int]:
    """Returns the deck with all cards shuffled that this viewer never sees."""
    kept = own | (set(BOARD) - BURNT)
    others = [place for place in range(len(deck)) if place not in kept]
    cards = [deck[place] for place in others]
    rng.shuffle(cards)
    changed = list(deck)
    for place, card in zip(others, cards, strict=True):
        changed[place] = card
    return changed


@pytest.mark.parametrize("seed", range(60))
def test_h1_hidden_cards_do_not_change_what_is_sent(seed: int) -> None:
    rng = Random(seed)
    table = seated()
    deck = rng.sample(DECK, len(DECK))
    dealt = decide(table, cm.Tick(), now=table.next_tick_at() or START, deck=deck).table
    assert dealt.hand
    order = list(dealt.hand.order)
    viewer = rng.choice([*PLAYERS, 0])
    place = order.index(dealt.player_seat(viewer)) if viewer else -1
    own = {place, place + len(order)} if viewer else set()
    changed = with_others_changed(deck, own, rng)
    one = list(sent_until_reveal(table, deck, seed, viewer))
    other = list(sent_until_reveal(table, changed, seed, viewer))
    assert len(one) > 1
    assert one == other
