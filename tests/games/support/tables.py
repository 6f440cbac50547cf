"""Tables and players for tests, and a driver that plays a table through the store as a host does."""

import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from django.db import connection
from django.utils import timezone

from cashier import api as cashier
from games import api
from games.engine.cards import DECK
from games.engine.errors import IllegalAction
from games.engine.hand.actions import Action, Call, Check, Fold, RaiseTo
from games.engine.rules.rules import Clock, Rules
from games.engine.rules.stakes import Stakes, Structure
from games.engine.rules.variants import CATALOGUE
from games.engine.table import commands as cm
from games.engine.table.decide import Decision, decide
from games.engine.table.state import Table as Played
from games.models import Seat, Table
from games.store import table_log
from pokerroom.models import User

NL_10_20 = Rules(CATALOGUE["holdem"], Stakes(Structure.NO_LIMIT, 10_00, 20_00), clock=Clock(bank=0))
GRANT = 10_000_00
START_MS = 1_700_000_000_000


def open_table(name: str = "Prague", **settings: Any) -> Table:
    """A hold'em table 10/20 with buy-ins of 800 to 5,000."""
    settings = {"rules": NL_10_20, "currency": "PLAY", "min_buy_in": 800_00, "max_buy_in": 5_000_00, **settings}
    return api.open_table(name=name, **settings)


def person(name: str, *, bot: bool = False, grant: int = GRANT, auto_muck: bool = True) -> User:
    """A player with a wallet; unlike a new account's, their beaten hands are mucked without a question."""
    user = User.objects.create_user(username=name.lower(), display_name=name, is_bot=bot, auto_muck=auto_muck)
    cashier.open_wallet(user_id=user.pk, name=name, grant=grant, currency="PLAY")
    return user


@dataclass
class SteppedHost:
    """Runs one table as a host does, step by step, with a clock that the test moves."""

    id: int
    now: int = START_MS
    table: Played = field(init=False)
    number: int = field(init=False)

    def __post_init__(self) -> None:
        self.table, self.number = table_log.load(self.id)

    def decide(self, command: cm.Command, deck: tuple[int, ...] = DECK) -> Decision:
        """The engine's decision, not yet stored."""
        return decide(self.table, command, now=self.now, deck=deck)

    def do(self, command: cm.Command, *, order: int | None = None, deck: tuple[int, ...] = DECK) -> Decision:
        """Decides on a command, commits the decision and adopts the new state."""
        decision = self.decide(command, deck)
        if decision.events:
            table_log.commit(self.id, self.number + 1, decision, order=order, now=self.now)
            self.table, self.number = decision.table, self.number + 1
        elif order is not None:
            table_log.complete_order(order, number=self.number)
        return decision

    def come_to_the_present(self) -> None:
        """Sets the clock to the real time; seated players sat down an hour ago: a year is 8,784 rows."""
        present = timezone.now()
        self.now = int(present.timestamp() * 1000)
        Seat.objects.filter(table=self.id).update(seated_at=present - timedelta(hours=1))

    def read_inbox(self) -> None:
        """Applies or refuses every waiting order."""
        for order, command in table_log.pending_orders(self.id):
            try:
                self.do(command, order=order)
            except IllegalAction as refusal:
                table_log.refuse_order(order, refusal.code, refusal.detail, number=self.number)

    def until(self, *kinds: str) -> None:
        """Lets the clock run until the table waits for one of these."""
        while self.table.wait.kind not in kinds:
            due = self.table.next_tick_at()
            assert due is not None, f"the table waits for {self.table.wait.kind}"
            self.now = max(self.now, due)
            self.do(cm.Tick())

    def act(self, action: Action) -> Decision:
        """Lets the player to act take this action."""
        hand = self.table.hand
        assert hand is not None
        seat = hand.to_act
        player = self.table.seat(seat).player
        price = hand.legal().call
        return self.do(cm.Act(player, self.table.hand_number, self.table.turn, price, action))

    def play_hand(self, *, raise_to: int = 0) -> None:
        """Plays a whole hand: an optional first raise, then everybody calls and checks to the showdown."""
        self.until("turn")
        begun = self.table.hand_number
        if raise_to:
            self.act(RaiseTo(raise_to))
        while self.table.running and self.table.hand_number == begun:
            hand = self.table.hand
            if hand is not None and hand.to_act >= 0:
                self.act(Check() if hand.legal().can_check else Call())
            else:
                self.until("turn", "next_hand", "players")

    def fold_out(self) -> None:
        """Lets everybody fold to the last player."""
        self.until("turn")
        while self.table.running:
            self.act(Fold())


def seat(host: SteppedHost, *people: User, amount: int = 2_000_00) -> None:
    """Seats these players in this order."""
    for user in people:
        api.take_seat(user=user, table_id=host.id, seat=-1, amount=amount)
    host.read_inbox()


def host_with(*people: User) -> SteppedHost:
    """A table of nine where these players have just taken seats, in this order."""
    host = SteppedHost(open_table().pk)
    seat(host, *people)
    return host


def race_to_commit(hosts: int, host: SteppedHost) -> SteppedHost:
    """Lets several hosts of one table commit a fold at once; returns the table after the one that won."""
    rivals = [SteppedHost(host.id, now=host.now) for _ in range(hosts)]
    gate = threading.Barrier(hosts)

    def fold(rival: SteppedHost) -> bool:
        gate.wait()
        try:
            rival.act(Fold())
        except table_log.LostTable:
            return False
        finally:
            connection.close()
        return True

    with ThreadPoolExecutor(hosts) as pool:
        assert sum(pool.map(fold, rivals)) == 1
    return SteppedHost(host.id, now=host.now)
