"""Plays random hands: on the real hand engine with a fast policy, or by a quick model."""

from random import Random
from typing import NamedTuple

from games.engine.cards import Card
from games.engine.hand.actions import Action, Call, Check, Discard, Fold, Muck, RaiseTo, RunIt
from games.engine.hand.betting import Legal
from games.engine.hand.hand import Hand, HandPlan
from games.engine.hand.queries import HandWait
from games.engine.rules.button import Positions, deal_order
from games.engine.rules.rules import Rules
from games.engine.rules.stakes import AnteKind
from games.engine.rules.tournament import Tournament as TableTournament
from games.engine.rules.variant import Variant
from games.engine.table.next_hand import forced_bets
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev
from tournaments.engine.state.tournament import Tournament

SHORT = 15
"""With fewer big blinds than this, players push or fold."""


class Player(NamedTuple):
    """A seat dealt in, its player and the stack."""

    seat: int
    player: int
    stack: int


class HandOutcome(NamedTuple):
    """The result of a hand as a table reports it: stacks as (player, chips), and the busts."""

    stacks: tuple[tuple[int, int], ...]
    busts: tuple[cm.Bust, ...]


def rules_of(t: Tournament, released: ev.HandReleased) -> Rules:
    """The rules of the released hand."""
    return t.setup.table_rules(TableTournament(1), level=released.level, turn=released.game)


def dealt_players(t: Tournament, released: ev.HandReleased) -> list[Player]:
    """The players dealt in."""
    table = t.tables[released.table]
    return [Player(seat, table.seats[seat], t.players[table.seats[seat]].stack) for seat in released.dealt]


def real_hand(t: Tournament, released: ev.HandReleased, rng: Random) -> HandOutcome:
    """Play the hand on the real engine: most players fold, short stacks push."""
    rules, players = rules_of(t, released), {row.seat: row for row in dealt_players(t, released)}
    order = deal_order(released.button, released.dealt)
    positions = Positions(released.button, released.small, released.big)
    stacks = tuple(players[seat].stack for seat in order)
    hand = Hand(rules)
    plan = HandPlan(released.hand, released.button, order, stacks, forced_bets(rules, order, positions))
    hand.begin(plan, _decks(rules.variant, rng))
    idle, pushed = {*released.absent, *released.dead}, []
    while (waiting := hand.waiting).kind is not HandWait.DONE:
        match waiting.kind:
            case HandWait.ACT:
                seat = hand.to_act
                legal = hand.legal()
                hand.act(
                    seat,
                    _absent_action(legal) if seat in idle else _random_action(legal, hand.stacks[seat], rules, rng),
                )
                if not hand.stacks[seat]:
                    pushed.append(seat)
            case HandWait.DRAW:
                cards = len(hand.hole[waiting.seat])
                hand.act(waiting.seat, Discard(tuple(range(min(cards, hand.street_now.draw, rng.randint(0, 3))))))
            case HandWait.AGREE:
                hand.act(hand.to_agree[0], RunIt(1))
            case HandWait.SHOW:
                hand.act(waiting.seat, Muck())
            case _:
                hand.continue_run_out()
    after = {seat: hand.stacks[seat] for seat in order}
    return _outcome(players, after, pushed)


def quick_hand(t: Tournament, released: ev.HandReleased, rng: Random) -> HandOutcome:
    """Post blinds and antes and let two players contest them, short stacks for everything they have."""
    rules, players = rules_of(t, released), {row.seat: row for row in dealt_players(t, released)}
    after = {seat: row.stack for seat, row in players.items()}
    order = deal_order(released.button, released.dealt)
    pot, live = 0, dict.fromkeys(after, 0)
    for seat, kind, due in forced_bets(rules, order, Positions(released.button, released.small, released.big)):
        amount = min(due, after[seat])
        after[seat] -= amount
        pot += amount
        live[seat] += amount if kind != "ante" or rules.stakes.ante_kind is AnteKind.BIG_BLIND else 0
    rivals = rng.sample(list(order), 2)
    unit, big = released.unit, rules.stakes.big_blind
    shortest = min(after[seat] for seat in rivals)
    push = rng.random() < SHORT * big / (shortest + big) / 4
    bet = shortest if push else min(shortest, rng.randint(1, 6) * big // unit * unit)
    for seat in rivals:
        after[seat] -= bet
    winner = rivals[rng.randint(0, 1)]
    _award(after, players, winner, pot + 2 * bet)
    return _outcome(players, after, [])


def _award(after: dict[int, int], players: dict[int, Player], winner: int, pot: int) -> None:
    """Give the winner the pot, but from each player no more than the winner had (B12)."""
    after[winner] += pot
    most = players[winner].stack
    for seat, row in players.items():
        lost = row.stack - after[seat]
        if seat != winner and lost > most:
            after[seat] += lost - most
            after[winner] -= lost - most


def _outcome(players: dict[int, Player], after: dict[int, int], pushed: list[int]) -> HandOutcome:
    best = max(after, key=lambda seat: after[seat] - players[seat].stack)
    busts = tuple(
        cm.Bust(players[seat].player, pushed.index(seat) if seat in pushed else 0, 0, (players[best].player,))
        for seat, chips in after.items()
        if not chips
    )
    return HandOutcome(tuple((players[seat].player, chips) for seat, chips in after.items()), busts)


def _absent_action(legal: Legal) -> Action:
    """The room's action for an absent player: pay the bring-in, check, else fold (T3)."""
    if legal.can_check:
        return Check()
    return Call() if legal.bring_in else Fold()


def _random_action(legal: Legal, stack: int, rules: Rules, rng: Random) -> Action:
    roll = rng.random()
    if legal.max_to and stack < SHORT * rules.stakes.big_blind and roll < 0.15:
        return RaiseTo(legal.max_to)
    if legal.call and not legal.bring_in:
        return Call() if roll > 0.75 else Fold()
    if roll < 0.1 and legal.max_to:
        return RaiseTo(legal.min_to)
    if legal.call:
        return Call()
    return Check() if legal.can_check else Fold()


def _decks(variant: Variant, rng: Random) -> list[Card]:
    return [card for _ in range(variant.shuffles) for card in rng.sample(variant.deck, len(variant.deck))]
