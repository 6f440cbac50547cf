"""`manage.py` with short leases, a deck to order, and a place to die: FAILPOINT=<where>:<event>.

Where: before_commit, after_commit (nobody was shown), after_show, in_commit: a hand's chips are moved and the
transaction is still open, in_void: they are moved back in an open one, or in_report: a tournament's director is told
of it in the same open transaction. It dies at the first decision of its tables that has an event of that name. Of its
tournaments: before_decision, in_decision (all is written, the transaction is still open), after_decision (no table was
nudged).
"""

import os
import signal
import sys
from typing import Any

import django

django.setup()

from django.core.management import execute_from_command_line  # noqa: E402
from django.db import transaction  # noqa: E402

from games.engine.cards import DECK, parse_cards  # noqa: E402
from games.live import table  # noqa: E402
from games.live.hosting import leased_runner  # noqa: E402
from games.live.hosting.clock_and_shuffle import Shuffler  # noqa: E402
from games.live.hosting.outbox import Letter, Outbox  # noqa: E402
from games.messaging.messages import ViewUpdate  # noqa: E402
from games.money import escrow  # noqa: E402
from games.store import leases, table_log  # noqa: E402
from games.tournament_tables import reports  # noqa: E402
from tests.faults.room import QUICK  # noqa: E402
from tournaments.live import director  # noqa: E402
from tournaments.store import store as tournament_store  # noqa: E402
from tournaments.store import table_orders as tournament_tables  # noqa: E402

WHERE, _, EVENT = os.environ.get("FAILPOINT", "").partition(":")


def die() -> None:
    """As a machine does that loses its power."""
    os.kill(os.getpid(), signal.SIGKILL)


def shorten() -> None:
    """Leases that run out within a test's patience; who is to die keeps its own, however busy the machine."""
    lease = 20.0 if WHERE else 1.5
    leased_runner.LEASE_SECONDS, leased_runner.RENEW_EVERY_SECONDS = lease, 0.25
    table.SWEEP_SECONDS = director.SWEEP_SECONDS = 0.5
    tournament_tables.CLOCK, tournament_tables.PAUSE_MS = QUICK, 10


def order_deck(first: str) -> None:
    """Every deck begins with these cards."""
    cards = parse_cards(first)
    deck = cards + tuple(card for card in DECK if card not in cards)
    Shuffler.decks = lambda self, game: deck


def plant() -> None:
    """Puts the failpoint where it was asked for."""
    commit, settle, sent, keep = table_log.commit, escrow.settle_hand, Outbox._sent, reports.keep
    take_back = escrow.reverse_hand

    def committed(table_id: int, number: int, decision: Any, **how: Any) -> None:
        here = any(type(event).__name__ == EVENT for event in decision.events)
        if here and WHERE == "before_commit":
            die()
        commit(table_id, number, decision, **how)
        if here and WHERE == "after_commit":
            die()
        if here and WHERE == "after_show":
            shown.append(number)

    def settled(**what: Any) -> None:
        settle(**what)
        if WHERE == "in_commit":
            die()

    def taken_back(**what: Any) -> None:
        take_back(**what)
        if WHERE == "in_void":
            die()

    def reported(decision: Any, *what: Any) -> None:
        keep(decision, *what)
        if WHERE == "in_report" and any(type(event).__name__ == EVENT for event in decision.events):
            die()

    async def delivered(self: Outbox, letters: list[Letter]) -> bool:
        done = await sent(self, letters)
        views = [letter.message.version for letter in letters if isinstance(letter.message, ViewUpdate)]
        if shown and done and views and max(views) >= shown[0]:
            die()
        return done

    shown: list[int] = []
    table_log.commit, escrow.settle_hand, Outbox._sent, reports.keep = committed, settled, delivered, reported
    escrow.reverse_hand = taken_back


def plant_in_tournaments() -> None:
    """The failpoints of directors."""
    commit, keep_row = tournament_store.commit, tournament_store._keep_row

    def meant(decision: Any) -> bool:
        return any(type(event).__name__ == EVENT for event in decision.events)

    def committed(tournament: int, number: int, before: Any, decision: Any, **how: Any) -> Any:
        if WHERE == "before_decision" and meant(decision):
            die()
        told = commit(tournament, number, before, decision, **how)
        if WHERE == "after_decision" and meant(decision):
            die()
        return told

    def kept(row: Any, number: int, before: Any, decision: Any, cursor: Any) -> None:
        keep_row(row, number, before, decision, cursor)
        if WHERE == "in_decision" and meant(decision):
            die()

    tournament_store.commit, tournament_store._keep_row = committed, kept


def lie_down_on_signal() -> None:
    """SIGUSR1: at the next renewal of its leases the host freezes inside the transaction, holding the rows' locks."""
    renew, tired = leases.renew, list[int]()

    def renewed(*whose: Any) -> list[int]:
        with transaction.atomic():
            ids = renew(*whose)
            if tired:
                tired.clear()
                os.kill(os.getpid(), signal.SIGSTOP)
            return ids

    leases.renew = renewed
    signal.signal(signal.SIGUSR1, lambda number, frame: tired.append(number))


shorten()
lie_down_on_signal()
if os.environ.get("DECK"):
    order_deck(os.environ["DECK"])
if WHERE:
    plant()
    plant_in_tournaments()
execute_from_command_line(sys.argv)
