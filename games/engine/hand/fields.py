"""The data fields of a hand's state, without behaviour."""

from typing import Final, Self

from games.engine.cards import Card
from games.engine.hand.betting import Betting, Legal
from games.engine.hand.opener import around
from games.engine.hand.pots import Pot
from games.engine.hand.showdown import Strength
from games.engine.hand.stub import Stub
from games.engine.rules.rules import Rules

FIELDS: Final = (
    "protected_chips",
    "due_on_raise",
    "began_at",
    "betting",
    "board",
    "boards",
    "bring_due",
    "button",
    "changes",
    "clockwise",
    "collected",
    "dead",
    "deck",
    "drew",
    "due",
    "folded",
    "hole",
    "house",
    "last_blind",
    "last_street",
    "legal_now",
    "live",
    "mucked",
    "number",
    "shown",
    "opening_seat",
    "order",
    "paid",
    "pots",
    "rake",
    "rivals",
    "rules",
    "run_from",
    "runs",
    "stacks",
    "stakes",
    "start",
    "street",
    "street_now",
    "streets",
    "strengths",
    "stub",
    "paid_out",
    "discarded",
    "to_act",
    "to_agree",
    "to_draw",
    "to_show",
    "face_up",
    "variant",
    "won",
)


class HandFields:
    """The fields of one hand; lists are indexed by table seat, amounts are minor units."""

    __slots__ = FIELDS

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.variant, self.stakes, self.house = rules.variant, rules.stakes, rules.house
        self.streets = self.variant.streets
        self.street_now = self.streets[0]
        self.number = self.began_at = 0
        self.button = self.street = self.to_act = -1
        self.order: tuple[int, ...] = ()
        self.live: tuple[int, ...] = ()
        self.clockwise = around(())
        self.deck: tuple[Card, ...] = ()
        self.stub = Stub()
        self.paid_out = self.dead = self.rake = 0
        self.board: tuple[Card, ...] = ()
        self.boards: tuple[tuple[Card, ...], ...] = ()
        self.runs = 1
        self.run_from = (-1, 0)
        # `due` are the seats still to act in this round, in turn; those of `due_on_raise` act again after a raise.
        self.due: tuple[int, ...] = ()
        self.due_on_raise: tuple[int, ...] = ()
        self.to_agree: tuple[int, ...] = ()
        self.pots: tuple[Pot, ...] = ()
        self.to_draw: tuple[int, ...] = ()
        self.to_show: tuple[int, ...] = ()
        self.changes: tuple[tuple[int, int], ...] | None = None
        self.collected = self.bring_due = self.last_street = self.rivals = False
        self.last_blind = self.opening_seat = -1
        # A cache of the legal actions, worked out once per turn; it is not part of the state.
        self.legal_now: Legal | None = None
        # A cache of the hand strengths at the showdown.
        self.strengths: dict[int, Strength] | None = None

    def _size(self, seats: int) -> None:
        self.betting = Betting(self.rules, seats)
        self.start, self.stacks = [0] * seats, [0] * seats
        self.paid = [0] * seats
        self.protected_chips = [0] * seats
        self.won = [0] * seats
        self.hole: list[tuple[Card, ...]] = [()] * seats
        self.face_up: list[tuple[Card, ...]] = [()] * seats
        self.shown: list[tuple[Card, ...]] = [()] * seats
        self.discarded: list[tuple[Card, ...]] = [()] * seats
        self.drew = [-1] * seats
        self.folded: list[int] = []
        self.mucked: list[int] = []

    def copy(self) -> Self:
        """An independent copy."""
        # Every decision makes two; each field by itself, as a loop over their names takes five times as long.
        clone = object.__new__(type(self))
        clone.rules, clone.variant, clone.stakes, clone.house = self.rules, self.variant, self.stakes, self.house
        clone.streets, clone.street_now, clone.street = self.streets, self.street_now, self.street
        clone.number, clone.began_at, clone.button = self.number, self.began_at, self.button
        clone.order, clone.live, clone.clockwise = self.order, self.live, self.clockwise
        clone.deck, clone.paid_out, clone.dead, clone.rake = self.deck, self.paid_out, self.dead, self.rake
        clone.board, clone.boards, clone.runs, clone.run_from = self.board, self.boards, self.runs, self.run_from
        clone.due, clone.due_on_raise, clone.to_act = self.due, self.due_on_raise, self.to_act
        clone.to_agree, clone.to_draw, clone.to_show = self.to_agree, self.to_draw, self.to_show
        clone.pots, clone.changes, clone.collected = self.pots, self.changes, self.collected
        clone.bring_due, clone.last_street, clone.rivals = self.bring_due, self.last_street, self.rivals
        clone.last_blind, clone.opening_seat = self.last_blind, self.opening_seat
        clone.legal_now, clone.strengths = self.legal_now, self.strengths
        clone.betting, clone.stub = self.betting.copy(), self.stub.copy()
        clone.stacks, clone.start = self.stacks[:], self.start[:]
        clone.paid, clone.won = self.paid[:], self.won[:]
        clone.hole, clone.shown, clone.face_up = self.hole[:], self.shown[:], self.face_up[:]
        clone.discarded, clone.drew, clone.protected_chips = self.discarded[:], self.drew[:], self.protected_chips[:]
        clone.folded, clone.mucked = self.folded[:], self.mucked[:]
        return clone
