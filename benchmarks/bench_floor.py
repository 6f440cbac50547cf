"""What the floor's panel of thirty tables costs a web process, compared with one busy table that ten people watch.

Both get the messages of hosts as they arrive, packed, and end with the HTML for each socket; nothing is sent. What the
panel reads from its PostgreSQL, with a connection of its own as in the room, counts with the processor time of the web
process.
"""

import asyncio
import os
import sys
from pathlib import Path
from random import Random
from statistics import median
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tests.servers import Servers

TABLES, PANELS, WATCHERS = 30, 3, 10
HANDS, RUNS = 30, 5
SHARES = (1, 3)
"""In a second all tables change, or every third of them."""


def main() -> None:
    servers = Servers()
    try:
        os.environ.update(
            DATABASE_URL=servers.start_postgres(), REDIS_URL=f"{servers.start_redis()}/0", SECRET_KEY="b" * 60,
            HTTPS="0", TIME_ZONE="Europe/Prague", DJANGO_SETTINGS_MODULE="pokerroom.settings",
        )  # fmt: skip
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        measure()
    finally:
        servers.stop()


def measure() -> None:
    """Prints what a decision at the table, a second of the panel, and reading its facts take."""
    from games.engine.views.types import TableView
    from games.live.hosting.clock_and_shuffle import HostClock
    from games.live.hosting.floor_reports import FloorReports
    from games.messaging.messages import FloorSummaries, ViewUpdate, pack, unpack
    from games.operations.tables import open_table
    from games.web.floor.panel.board import READ_AT_LEAST_SECONDS
    from games.web.floor.panel.facts import read_facts
    from games.web.floor.panel.fragments import PanelFragments, PanelView
    from games.web.floor.panel.rows import build_rows
    from games.web.sockets.floor_tables import FloorTables
    from games.web.sockets.push_socket import in_thread
    from games.web.sockets.sent_fragments import SentFragments
    from games.web.sockets.shared_pushes import Shown
    from games.web.sockets.watched_tables import WatchedTable
    from games.web.table.wording import DEFAULT_PREFERENCES
    from tests.games.live.bots.bot_table import BIG, Moment, Room, bot, rules_of
    from tests.games.support.stepped_consumers import RecordingOutbox

    def played(seed: int) -> list[TableView]:
        """The public views of a table of six bots, one for each decision, others for each run."""
        views: list[TableView] = []

        def watch(moment: Moment) -> None:
            views.append(moment.view._replace(table=1, version=len(views)))

        players = range(1, 7)
        room = Room(rules_of(), dict.fromkeys(players, bot), Random(seed), watch)  # noqa: S311
        for _ in range(HANDS):
            room.stacks(dict.fromkeys(players, 100 * BIG))
            room.hand()
        return views

    def busy_table(views: list[TableView]) -> float:
        """The seconds that a decision at the table takes."""
        packed = [pack(ViewUpdate(1, view.version, "host", view, at=0)) for view in views]
        watched = WatchedTable(1)
        shown: list[Shown | None] = [None] * WATCHERS
        began = process_time()
        for one in packed:
            for message in unpack(one):
                assert isinstance(message, ViewUpdate)
                watched.update_view(message, now=0.0)
            assert watched.view is not None
            for socket in range(WATCHERS):
                pushes = watched.shared_pushes("en", DEFAULT_PREFERENCES, delayed=False)
                pushes.update(watched.view)
                push = pushes.since(shown[socket], server_time=0, now=0.0)
                shown[socket] = pushes.newest
                assert push is None or push.frame
        return (process_time() - began) / len(packed)

    def panel(views: list[TableView], share: int) -> float:
        """The seconds that a second of the panel takes in which every table, every second one … has changed."""
        outbox = RecordingOutbox()
        host = FloorReports(HostClock(), outbox)
        host.watch("page")
        packed = []
        for at in range(0, len(views) - TABLES, 7):
            for number, table in list(enumerate(facts.tables))[at % share :: share]:
                host.note(views[at + number]._replace(table=table.table), None)
            host.send_changed()
            packed.append([pack(sent.message) for sent in outbox.take()])
        tables, sockets = FloorTables(), [SentFragments() for _ in range(PANELS)]
        shown = PanelFragments(PanelView("en", may_answer=True))
        began = process_time()
        for second in packed:
            for message in (message for one in second for message in unpack(one)):
                assert isinstance(message, FloorSummaries)
                tables.receive(message.tables, now=0.0)
            html = shown.update(build_rows(facts, tables.newest, set()), facts.calls)
            for sent in sockets:
                "".join(sent.changed(html)).encode()
        return (process_time() - began) / len(packed)

    def reading() -> float:
        """The seconds that reading the facts takes."""
        began = process_time()
        asyncio.run(in_thread(read_facts))
        return process_time() - began

    for number in range(TABLES):
        open_table(name=f"Table {number}", rules=rules_of(), currency="PLAY")
    facts = read_facts()
    runs = [played(seed) for seed in range(RUNS)]
    decision = 1000 * median(map(busy_table, runs))
    seconds = [1000 * median(panel(run, share) for run in runs) for share in SHARES]
    read = 1000 * median(reading() for _ in range(RUNS))
    print(f"processor time of a web process in ms, median of {RUNS} runs")
    print(f"a decision at one table with {WATCHERS} watchers: {decision:.1f}")
    print(f"reading what the panel shows from the database, every {READ_AT_LEAST_SECONDS:.0f} s: {read:.1f}")
    for share, second in zip(SHARES, seconds, strict=True):
        changing = f"{TABLES // share} tables of {TABLES} change"
        print(f"a second of the panel in which {changing}, on {PANELS} pages: {second:.2f}")
        both = second + read / READ_AT_LEAST_SECONDS
        print(f"with its share of the reads that is {both:.2f} ms, or {both / decision:.1f} decisions a second")


if __name__ == "__main__":
    main()
