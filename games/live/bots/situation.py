"""What a bot takes into account before it decides: prices, positions and what the others have done."""

from collections.abc import Iterator
from typing import NamedTuple

from games.engine.rules.rules import Rules
from games.engine.rules.stakes import Structure
from games.engine.rules.variant import Forced
from games.engine.views.kinds import Blind
from games.engine.views.types import Choices, LogLine, OwnView, SeatView, TableView
from games.live.bots.bluffs import best_door
from games.live.bots.known_cards import KnownCards, Opponent

LIVE = ("in_hand", "all_in")
YET_TO_ACT = ("", "post", "draw", "pat")
BIG_BET = 0.9
SHOWN_BY = {"call": 0.5, "bet": 0.8, "raise": 1.5}
# Before the flop a call shows no strength and a raise little; without a board they show more.
SHOWN_FIRST = {"raise": 0.5}
SHOWN_FIRST_WITHOUT_BOARD = {"call": 0.5, "bet": 0.8, "raise": 1.0}
MOST_SHOWN = 4


class Situation(NamedTuple):
    """The situation of the seat to act; amounts in minor units.

    `pot` is what the bot can win now, `price` the share of the pot after its call that the call costs. `all_in` is
    its bet with its whole stack, `depth` what can be lost to any opponent, in big blinds. `opponents` is the
    strength that each opponent has shown, 1 (none) to 4, strongest first. `behind` have not acted in this round,
    `raises` counts its bets and raises without the blinds. `led`: the bot made the last bet of the round before.
    `last`: it acts last in every round to come, in stud in this one. `pat`: it kept all its cards in the last draw.
    `best_door`: its door card is the best. `street` counts from 0, `to_come` are the board cards or streets still to
    come, `cards` are the cards the bot knows.
    """

    choices: Choices
    cards: KnownCards
    street: int
    to_come: int
    fixed: bool
    big_blind: int
    small_blind: int
    pot: int
    price: float
    high: int
    all_in: int
    depth: float
    dealt: int
    opponents: tuple[float, ...]
    behind: int
    callers: int
    raises: int
    blind: Blind
    led: bool
    last: bool
    pat: bool
    best_door: bool


def read_situation(view: TableView, own: OwnView, choices: Choices, rules: Rules) -> Situation:
    """The situation of the seat to act, from its views."""
    me, variant = view.seats[own.seat], rules.variant
    opponents = [seat for seat in view.seats if seat.state in LIVE and seat.seat != own.seat]
    cards = known_cards(view, own, rules)
    # The bot cannot win bets beyond what it can match.
    pot = view.pot or sum(view.pots) + sum(seat.bet for seat in view.seats)
    pot -= sum(max(0, seat.bet - me.bet - choices.call) for seat in view.seats)
    big_blind, all_in = rules.stakes.big_blind, me.bet + own.stack
    now, before = _rounds(view.log)
    return Situation(
        choices=choices,
        cards=cards,
        street=cards.street,
        to_come=max(0, variant.board_cards - len(view.board)) or len(variant.streets) - 1 - cards.street,
        fixed=rules.stakes.structure is Structure.FIXED_LIMIT,
        big_blind=big_blind,
        small_blind=rules.stakes.small_blind,
        pot=pot,
        price=choices.call / max(1, pot + choices.call),
        high=max(seat.bet for seat in view.seats),
        all_in=all_in,
        depth=min(all_in, max((seat.bet + seat.stack for seat in opponents), default=all_in)) / big_blind,
        dealt=len(opponents) + 1 + sum(seat.state == "folded" for seat in view.seats),
        opponents=tuple(opponent.strength_shown for opponent in cards.opponents),
        behind=_behind(opponents),
        callers=sum(line.code == "call" for line in now),
        raises=sum(line.code in ("bet", "raise") for line in now),
        blind=me.blind,
        led=next((line.name for line in reversed(before) if line.code in ("bet", "raise")), "") == me.name,
        last=not _behind(opponents) if variant.forced is Forced.BRING_IN else _is_last(view, own.seat),
        pat=me.cards_drawn == 0,
        best_door=best_door(variant, me.face_up, [seat.face_up for seat in opponents]),
    )


def known_cards(view: TableView, own: OwnView, rules: Rules) -> KnownCards:
    """The cards that the seat knows."""
    variant = rules.variant
    opponents = [
        Opponent(_strength_shown(view, seat, apart=not variant.board_cards), seat.face_up, seat.cards_drawn)
        for seat in view.seats
        if seat.state in LIVE and seat.seat != own.seat
    ]
    # Seats that folded or mucked have no face-up cards any more; the log still has them.
    seen = {card for line in view.log if line.code in ("up", "shows") for card in line.cards if card >= 0}
    return KnownCards(
        variant=variant,
        street=[street.name for street in variant.streets].index(view.street),
        hole=own.cards,
        board=view.board,
        seen=frozenset(seen.difference(own.cards)),
        opponents=tuple(sorted(opponents, key=lambda opponent: opponent.strength_shown, reverse=True)) or (Opponent(),),
    )


def _behind(opponents: list[SeatView]) -> int:
    return sum(seat.state == "in_hand" and seat.last_action in YET_TO_ACT for seat in opponents)


def _rounds(log: tuple[LogLine, ...]) -> tuple[list[LogLine], list[LogLine]]:
    """The lines of the running round and of the one before it."""
    now: list[LogLine] = []
    before: list[LogLine] = []
    for line in log:
        if line.code == "street":
            now, before = [], now
        now.append(line)
    return now, before


def _strength_shown(view: TableView, seat: SeatView, *, apart: bool) -> int:
    """How much strength an opponent has shown by calls, bets and raises, less of it on the first street."""
    shown, first = 0.0, SHOWN_FIRST_WITHOUT_BOARD if apart else SHOWN_FIRST
    for later, line in _with_streets(view.log):
        if line.name == seat.name:
            shown += (SHOWN_BY if later else first).get(line.code, 0)
    if view.pots and seat.bet >= BIG_BET * sum(view.pots):
        shown += 0.7
    return min(MOST_SHOWN, 1 + int(shown + 0.5))


def _with_streets(log: tuple[LogLine, ...]) -> Iterator[tuple[bool, LogLine]]:
    """The lines, each with whether it is later than the first street."""
    streets = 0
    for line in log:
        streets += line.code == "street"
        yield streets > 1, line


def _is_last(view: TableView, me: int) -> bool:
    """Whether no seat that can still bet is between this one and the button, the button included."""
    button = next((seat.seat for seat in view.seats if seat.button), 0)
    count = len(view.seats)
    after = [seat.seat for seat in view.seats if seat.state == "in_hand" and seat.seat != me]
    place = (me - button - 1) % count
    return all((seat - button - 1) % count < place for seat in after)
