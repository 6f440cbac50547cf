"""Runs `manage.py` with short leases and, on request, a fixed deck (DECK) and a failpoint (FAILPOINT=<where>:<event>).

The process kills itself at the first decision that contains an event of that name. Failpoints of tables:
before_commit; after_commit (no screen is updated yet); after_show (screens are updated); in_commit (a hand's chips are
moved and the transaction is still open); in_void (the chips are moved back and the transaction is still open);
in_report (the report to the tournament's director is written and the transaction is still open). Failpoints of
tournaments: before_decision; in_decision (everything is written and the transaction is still open); after_decision
(no table is notified yet).
"""

import os
import signal
import sys
from typing import Any

import django

django.setup()

from django.core.management import execute_from_command_line
from django.db import transaction

from games.engine.cards import DECK, parse_cards
from games.live import table
from games.live.hosting import leased_runner
from games.live.hosting.clock_and_shuffle import Shuffler
from games.live.hosting.outbox import Letter, Outbox
from games.messaging.messages import ViewUpdate
from games.money import escrow
from games.store import leases, table_log
from games.tournament_tables import reports
from tests.faults.room import QUICK
from tournaments.live import director
from tournaments.store import store as tournament_store
from tournaments.store import table_orders as tournament_tables

WHERE, _, EVENT = os.environ.get("FAILPOINT", "").partition(":")


def die() -> None:
    """Kills this process at once, like a power failure."""
    os.kill(os.getpid(), signal.SIGKILL)


def shorten_leases() -> None:
    """Makes leases expire quickly. A host with a failpoint gets longer ones, so that it dies only at its failpoint."""
    lease = 20.0 if WHERE else 1.5
    leased_runner.LEASE_SECONDS, leased_runner.RENEW_EVERY_SECONDS = lease, 0.25
    table.SWEEP_SECONDS = director.SWEEP_SECONDS = 0.5
    tournament_tables.CLOCK, tournament_tables.PAUSE_MS = QUICK, 10


def order_deck(first: str) -> None:
    """Makes every deck begin with these cards."""
    cards = parse_cards(first)
    deck = cards + tuple(card for card in DECK if card not in cards)
    Shuffler.decks = lambda self, game: deck


def install_table_failpoints() -> None:
    """Installs the failpoints of tables."""
    commit, settle, sent, keep = table_log.commit, escrow.settle_hand, Outbox._sent, reports.write_reports
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
    table_log.commit, escrow.settle_hand, Outbox._sent, reports.write_reports = committed, settled, delivered, reported
    escrow.reverse_hand = taken_back


def install_tournament_failpoints() -> None:
    """Installs the failpoints of tournament directors."""
    commit, keep_row = tournament_store.commit, tournament_store._keep_row

    def is_failpoint(decision: Any) -> bool:
        return any(type(event).__name__ == EVENT for event in decision.events)

    def committed(tournament: int, number: int, before: Any, decision: Any, **how: Any) -> Any:
        if WHERE == "before_decision" and is_failpoint(decision):
            die()
        committed_row = commit(tournament, number, before, decision, **how)
        if WHERE == "after_decision" and is_failpoint(decision):
            die()
        return committed_row

    def kept(row: Any, number: int, before: Any, decision: Any, cursor: Any) -> None:
        keep_row(row, number, before, decision, cursor)
        if WHERE == "in_decision" and is_failpoint(decision):
            die()

    tournament_store.commit, tournament_store._keep_row = committed, kept


def freeze_on_signal() -> None:
    """On SIGUSR1 the host stops inside the transaction of its next lease renewal and keeps the row locks."""
    renew, freeze_requested = leases.renew, list[int]()

    def renewed(*whose: Any) -> list[int]:
        with transaction.atomic():
            ids = renew(*whose)
            if freeze_requested:
                freeze_requested.clear()
                os.kill(os.getpid(), signal.SIGSTOP)
            return ids

    leases.renew = renewed
    signal.signal(signal.SIGUSR1, lambda number, frame: freeze_requested.append(number))


shorten_leases()
freeze_on_signal()
if os.environ.get("DECK"):
    order_deck(os.environ["DECK"])
if WHERE:
    install_table_failpoints()
    install_tournament_failpoints()
execute_from_command_line(sys.argv)
