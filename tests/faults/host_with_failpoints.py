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
from collections.abc import Callable
from typing import ParamSpec, TypeVar

import django

django.setup()

from django.core.management import execute_from_command_line
from django.db import transaction

from games.engine.cards import DECK, parse_cards
from games.engine.table.decide import Decision
from games.live import table
from games.live.hosting import leased_runner
from games.live.hosting.clock_and_shuffle import Shuffler
from games.live.hosting.outbox import Letter, Outbox
from games.live.table import TableConsumer
from games.messaging.messages import ViewUpdate
from games.money import escrow
from games.store import leases
from games.store.leases import LeasedRows
from games.tournament_tables import reports
from tournaments.engine.setup import table_rules
from tournaments.live import director
from tournaments.store import store as tournament_store

P = ParamSpec("P")
R = TypeVar("R")
WHERE, _, EVENT = os.environ.get("FAILPOINT", "").partition(":")


def die() -> None:
    """Kills this process at once, like a power failure."""
    os.kill(os.getpid(), signal.SIGKILL)


def shorten_leases() -> None:
    """Makes leases expire quickly. A host with a failpoint gets longer ones, so that it dies only at its failpoint."""
    lease = 20.0 if WHERE else 1.5
    leased_runner.LEASE_SECONDS, leased_runner.RENEW_EVERY_SECONDS = lease, 0.25
    table.SWEEP_SECONDS = director.SWEEP_SECONDS = 0.5
    table_rules.PAUSE_MS = 10


def order_deck(first: str) -> None:
    """Makes every deck begin with these cards."""
    cards = parse_cards(first)
    deck = cards + tuple(card for card in DECK if card not in cards)
    Shuffler.decks = lambda self, game: deck  # type: ignore[method-assign]  # a failpoint


def contains_event(*values: object) -> bool:
    """Whether a decision among the values contains the failpoint's event."""
    return any(type(event).__name__ == EVENT for value in values for event in getattr(value, "events", ()))


def with_failpoints(work: Callable[P, R], *, before: str = "-", after: str = "-") -> Callable[P, R]:
    """Returns `work` with a failpoint before and after it, for decisions that contain the failpoint's event."""

    def wrapped(*args: P.args, **kwargs: P.kwargs) -> R:
        here = contains_event(*args, *kwargs.values())
        if here and before == WHERE:
            die()
        result = work(*args, **kwargs)
        if here and after == WHERE:
            die()
        return result

    return wrapped


def dying_after(work: Callable[P, R], place: str) -> Callable[P, R]:
    """Returns `work` with a failpoint after it, whatever its arguments."""

    def wrapped(*args: P.args, **kwargs: P.kwargs) -> R:
        result = work(*args, **kwargs)
        if place == WHERE:
            die()
        return result

    return wrapped


def install_table_failpoints() -> None:
    """Installs the failpoints of tables."""
    commit, send = TableConsumer._commit, Outbox._sent
    shown: list[int] = []

    async def committed(self: TableConsumer, decision: Decision, order: int | None, now: int) -> None:
        here = contains_event(decision)
        if here and WHERE == "before_commit":
            die()
        await commit(self, decision, order, now)
        if here and WHERE == "after_commit":
            die()
        if here and WHERE == "after_show":
            shown.append(self.number + 1)

    async def sent(self: Outbox, letters: list[Letter]) -> bool:
        done = await send(self, letters)
        views = [letter.message.version for letter in letters if isinstance(letter.message, ViewUpdate)]
        if shown and done and views and max(views) >= shown[0]:
            die()
        return done

    TableConsumer._commit = committed  # type: ignore[method-assign]  # a failpoint
    Outbox._sent = sent  # type: ignore[method-assign]  # a failpoint
    escrow.settle_hand = dying_after(escrow.settle_hand, "in_commit")
    escrow.reverse_hand = dying_after(escrow.reverse_hand, "in_void")
    reports.write_reports = with_failpoints(reports.write_reports, after="in_report")


def install_tournament_failpoints() -> None:
    """Installs the failpoints of tournament directors."""
    tournament_store.commit = with_failpoints(tournament_store.commit, before="before_decision", after="after_decision")
    tournament_store._update_row = with_failpoints(tournament_store._update_row, after="in_decision")


def freeze_on_signal() -> None:
    """On SIGUSR1 the host stops inside the transaction of its next lease renewal and keeps the row locks."""
    renew, freeze_requested = leases.renew, list[int]()

    def renewed(rows: LeasedRows, owner: str, now: int, seconds: float) -> list[int]:
        with transaction.atomic():
            ids = renew(rows, owner, now, seconds)
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
