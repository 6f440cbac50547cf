"""Checks that run during the soak, and checks of the totals at its end."""

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path

from django.db import connection
from django.db.models import Count, Max, Sum

from cashier.engine.accounts import Kind
from cashier.models import Account, Leg
from games.models import Decision, Hand, HandPlayer, Order, Seat, Table
from games.models.results import HourlyResult
from games.seating import waiting_calls
from games.store import leases, table_log
from tests.faults.room import FOREVER, ROOT
from tests.soak.tally import Tally

OVERDUE_SECONDS = 25.0
"""On a quiet machine another host takes over a dead host's tables within ten seconds."""

HANDLESS_AFTER_SECONDS = 180.0
"""A hand of stud with eight slow players takes long."""

BAD_WORDS = re.compile(r"^Traceback|Internal Server Error| (?:ERROR|CRITICAL) |starts afresh|is frozen", re.MULTILINE)
DEADLOCK = re.compile(r"deadlock detected")


class Watch:
    """Checks all tables periodically: none is frozen or late, and hands are dealt where two players are ready."""

    def __init__(self, tables: list[int], tally: Tally) -> None:
        self.tables, self.tally = tables, tally
        self.hands, self.idle = dict.fromkeys(tables, -1), dict.fromkeys(tables, -1)
        self.dealt = dict.fromkeys(tables, time.monotonic())

    def check(self) -> None:
        """Reports each table that is frozen or makes no progress."""
        now = time.monotonic()
        for name in Table.objects.filter(frozen=True).values_list("name", flat=True):
            self.tally.trouble(f"{name} is frozen")
        finished = dict(Table.objects.values_list("pk", "hands"))
        for table in self.tables:
            played, number = table_log.load(table)
            ready, late = len(played.ready()), (leases.database_now() - (played.next_tick_at() or FOREVER)) / 1000
            if ready < 2 or finished[table] != self.hands[table]:
                self.dealt[table], self.hands[table] = now, finished[table]
            idle, self.idle[table] = self.idle[table], number if ready > 1 and played.next_tick_at() is None else -1
            if late > OVERDUE_SECONDS:
                self.tally.trouble(f"table {table} is {late} s behind its clock at {number}: {played.wait}")
            elif idle == number:
                self.tally.trouble(f"table {table} with {ready} ready waits for nothing at {number}: {played.wait}")
            elif now - self.dealt[table] > HANDLESS_AFTER_SECONDS:
                self.tally.trouble(f"table {table} with {ready} ready finished no hand for {HANDLESS_AFTER_SECONDS} s")


def audit(tally: Tally) -> None:
    """Runs `manage.py audit` as an operator does, while play continues (M2, M3)."""
    command = [sys.executable, str(ROOT / "manage.py"), "audit", "--json"]
    done = subprocess.run(command, env=dict(os.environ), capture_output=True, text=True, check=False, cwd=ROOT)
    tally.count("audits")
    if done.returncode:
        breaches: list[object] = json.loads(done.stdout)["breaches"] if done.stdout.startswith("{") else [done.stderr]
        for breach in breaches:
            tally.trouble(f"audit: {breach}")


class Logs:
    """Reads the logs of the room's processes, each part once."""

    def __init__(self, folder: Path, postgres: Path) -> None:
        self.folder, self.postgres = folder, postgres
        self.read: dict[Path, int] = {}

    def check(self, tally: Tally) -> None:
        """Reports log entries that a healthy room never writes."""
        for path in (*sorted(self.folder.glob("*.log")), self.postgres):
            text = path.read_bytes()[self.read.get(path, 0) :].decode(errors="replace")
            whole = text.rfind("\n") + 1
            self.read[path] = self.read.get(path, 0) + len(text[:whole].encode())
            bad = DEADLOCK if path == self.postgres else BAD_WORDS
            reported_to = 0
            for found in bad.finditer(text[:whole]):
                # One fault writes many lines; report it once.
                if found.start() >= reported_to:
                    reported_to = found.start() + 1500
                    tally.trouble(f"{path.name}: {text[max(0, found.start() - 60) : reported_to]}")


def nobody_is_left() -> bool:
    """Whether every seat and waiting list is empty and every order has been answered."""
    waits = waiting_calls.active_entries().exists() or Order.objects.filter(applied_at=None, refused="").exists()
    return not Seat.objects.exists() and not waits


def check_money(put_in: int, tally: Tally) -> dict[str, int]:
    """Checks that wallets, rake and fees equal what was put in once all have left (M2); returns minor units."""
    held = dict(Account.objects.order_by("kind").values_list("kind").annotate(Sum("balance")))
    wallets, rake, house = (held.get(kind, 0) for kind in (Kind.WALLET, Kind.RAKE, Kind.HOUSE))
    fees = Leg.objects.filter(account__kind=Kind.HOUSE, entry__cause_kind="rabbit").aggregate(sum=Sum("amount"))["sum"]
    hand_rake = Hand.objects.filter(void=False).aggregate(sum=Sum("rake"))["sum"] or 0
    if held.get(Kind.SEAT, 0):
        tally.trouble(f"{held[Kind.SEAT]} is still at the tables")
    if wallets + rake + (fees or 0) != put_in or house != (fees or 0) - put_in:
        tally.trouble(f"{put_in} was put in; wallets hold {wallets}, rake {rake}, fees {fees}, house {house}")
    if rake != hand_rake:
        tally.trouble(f"the hands add up to {hand_rake} rake, the ledger holds {rake}")
    return {"put_in": put_in, "wallets": wallets, "rake": rake, "fees": fees or 0}


def results_add_up(tally: Tally) -> None:
    """Checks that every player's hourly results add up to their hands: number of hands and winnings."""
    hands = HandPlayer.objects.order_by().values_list("player").annotate(Count("id"), Sum("net"))
    hours = HourlyResult.objects.order_by().values_list("player").annotate(Sum("hands"), sum=Sum("net"))
    for player, *sums in set(hands) ^ set(hours):
        tally.trouble(f"results of player {player} do not match the sum of their hands: {sums}")


def logs_have_no_gap(tally: Tally) -> None:
    """Checks that every table's decisions are numbered from 1 without a gap and were written in that order (X1)."""
    rows = Decision.objects.order_by("table").values_list("table").annotate(Count("id"), Max("number"))
    for table, count, last in rows:
        if count != last:
            tally.trouble(f"table {table} has {count} decisions, the last is number {last}")
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT DISTINCT table_id FROM (SELECT table_id, number, lag(number) OVER (PARTITION BY table_id ORDER BY "
            "id) AS before FROM games_decision) AS log WHERE number <= before"
        )
        for (table,) in cursor.fetchall():
            tally.trouble(f"table {table} wrote its decisions out of order")


def pace(tables: list[int], seconds: float) -> dict[str, float]:
    """Returns the number of hands of all tables, and the hands a minute of the slowest and the fastest table."""
    hands = dict(Table.objects.filter(pk__in=tables).values_list("pk", "hands"))
    rates = sorted(round(count * 60 / seconds, 1) for count in hands.values())
    return {"hands": sum(hands.values()), "slowest_table": rates[0], "quickest_table": rates[-1]}
