"""A table of the demo that plays hands at chosen times, by the engine and the store that every table uses."""

from collections.abc import Iterable
from datetime import timedelta
from random import Random

from games import api as games
from games.engine.cards import DECK
from games.engine.errors import IllegalAction
from games.engine.hand.actions import Action, Call, Check, Fold, RaiseTo
from games.engine.hand.hand import Hand
from games.engine.table import commands as cm
from games.engine.table.decide import decide
from games.store import table_log
from pokerroom.demo.borrowed_clock import Clock
from pokerroom.models import User

THINKING = timedelta(seconds=3)
FOLDS, RAISES = 0.4, 0.9


class PlayedTable:
    """One table; the clock moves on as its players think."""

    def __init__(self, table_id: int, clock: Clock, rng: Random) -> None:
        self.id, self.clock, self.rng = table_id, clock, rng
        self.table, self.number = table_log.load(table_id)

    def sit_down(self, user: User, amount: int) -> None:
        """Seats a player with this buy-in, minor units."""
        games.take_seat(user=user, table_id=self.id, seat=-1, amount=amount)
        self.answer_orders()

    def answer_orders(self) -> None:
        """Carries out the orders in the table's inbox, or refuses them."""
        for order, command in table_log.pending_orders(self.id):
            try:
                self._do(command, order=order)
            except IllegalAction as refusal:
                table_log.refuse_order(order, refusal.code, refusal.detail)

    def stand_up(self, players: Iterable[int]) -> None:
        """These players leave with what they have; those without chips have left already."""
        for player in players:
            if self.table.player_seat(player) is not None:
                self._do(cm.Leave(player))

    def play_hand(self) -> None:
        """One hand, if enough have chips; it takes as long as a hand takes."""
        if not self._wait_for("turn"):
            return
        begun = self.table.hand_number
        while self.table.running and self.table.hand_number == begun:
            hand = self.table.hand
            if hand is not None and hand.to_act >= 0:
                self.clock.moment += THINKING
                self._act(hand)
            elif not self._wait_for("turn", "next_hand", "players"):
                return

    def _wait_for(self, *kinds: str) -> bool:
        """Lets the clock run until the table waits for one of these; False if it waits for people."""
        while self.table.wait.kind not in kinds:
            due = self.table.next_tick_at()
            if due is None:
                return False
            self.clock.moment += timedelta(milliseconds=max(0, due - self.clock.ms()))
            self._do(cm.Tick())
        return True

    def choose(self, hand: Hand) -> Action:
        """What the player to act does."""
        legal, draw = hand.legal(), self.rng.random()
        if draw > RAISES and legal.min_to:
            return RaiseTo(min(legal.max_to, legal.min_to * self.rng.choice((1, 2, 3)) // legal.step * legal.step))
        return Check() if legal.can_check else Fold() if draw < FOLDS else Call()

    def _act(self, hand: Hand) -> None:
        player, call = self.table.seat(hand.to_act).player, hand.legal().call
        self._do(cm.Act(player, self.table.hand_number, self.table.turn, call, self.choose(hand)))

    def _do(self, command: cm.Command, *, order: int | None = None) -> None:
        deck = list(DECK)
        self.rng.shuffle(deck)
        now = self.clock.ms()
        decision = decide(self.table, command, now=now, deck=tuple(deck))
        if decision.events:
            table_log.commit(self.id, self.number + 1, decision, order=order, now=now)
            self.table, self.number = decision.table, self.number + 1
        elif order is not None:
            table_log.complete_order(order)
