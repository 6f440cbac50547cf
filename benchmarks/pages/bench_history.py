"""How long pages of the history take over two million hands, and how large a hand is, on a PostgreSQL of its own.

Some hands are played at tables as in the room; the history is made of copies of what they left: log, hands, parts of
players. `python -m benchmarks.pages.bench_history 20000` makes another number of hands.
"""

# ruff: noqa: S608 - only numbers of this file are put into the statements

import os
import sys
from collections.abc import Callable
from datetime import datetime, timedelta
from random import Random
from statistics import median
from time import perf_counter, process_time
from typing import NamedTuple

from tests.servers import Servers

HANDS, TABLES, PLAYERS, SEATED = 2_000_000, 100, 3000, 6
LOGGED = 500_000
"""Only so many of the newest hands have a log here; older ones would take 8 KB each, or are archived elsewhere."""
PLAYED_AT, PLAYED = 3, 12
"""How many tables play, and how many hands each; these hands are copied."""
A_SITTING, A_DAY = 200, 720
"""Hands: a sitting, and a day of a table, one a minute."""
AT_ONCE = 100
RUNS = 9
SEALED_AGAIN = 150
ARCHIVED = 2000

AT = f"""%(since)s::timestamptz + (h / {A_DAY}) * interval '1 day' + (h %% {A_DAY}) * interval '1 minute'"""
SEATED_AT = AT.replace("h ", f"(h / {A_SITTING} * {A_SITTING}) ")
PLAYER = f"%(player)s + (t * 37 + (h / {A_SITTING}) * 11 + p.seat * 101) %% {PLAYERS}"
COPIES = f"""generate_series(%(first)s, %(last)s) h CROSS JOIN generate_series(1, {TABLES}) t
    JOIN played_hand k ON k.copied = (h + t) %% %(played)s"""
HAND_ID = f"1000000 + h * {TABLES} + t"
PREPARE = (
    """CREATE UNLOGGED TABLE played_hand AS SELECT row_number() OVER (ORDER BY id) - 1 AS copied, h.*
    FROM games_hand h WHERE h.players = 6 AND NOT h.void""",
    """CREATE UNLOGGED TABLE played_part AS SELECT k.copied, p.*, u.display_name FROM games_handplayer p
    JOIN played_hand k ON k.id = p.hand_id JOIN pokerroom_user u ON u.id = p.player_id""",
    """CREATE UNLOGGED TABLE played_decision AS SELECT k.copied, d.*, k.began_at,
    row_number() OVER (PARTITION BY k.copied ORDER BY d.number) AS place
    FROM games_decision d JOIN played_hand k ON k.table_id = d.table_id AND k.number = d.hand""",
)
FILL_LOG = (
    f"""INSERT INTO games_decision (table_id, number, hand, created_at, events, sealed)
    SELECT %(table)s + t, h * %(most)s + d.place, h, {AT} + (d.created_at - d.began_at), d.events, d.sealed
    FROM {COPIES} JOIN played_decision d USING (copied)""",
)
FILL = (
    f"""INSERT INTO games_hand (id, table_id, number, began_at, ended_at, pot, rake, bots_rake, players,
        second_street_players, board, results, game, structure, small_blind, big_blind, rules_data, void)
    SELECT {HAND_ID}, %(table)s + t, h, {AT}, {AT} + interval '40 seconds', k.pot, k.rake, 0, k.players,
        k.second_street_players, k.board, (SELECT jsonb_agg(jsonb_build_array(p.seat, {PLAYER}, p.display_name, p.net)
        ORDER BY p.seat) FROM played_part p WHERE p.copied = k.copied), k.game, k.structure, k.small_blind,
        k.big_blind, k.rules_data, false
    FROM {COPIES}""",
    f"""INSERT INTO games_handplayer (hand_id, player_id, seated_at, seat, net, invested, rake, entered, raised,
        bets_and_raises, calls, saw_second_street, showdown, won_showdown)
    SELECT {HAND_ID}, {PLAYER}, {SEATED_AT}, p.seat, p.net, p.invested, p.rake, p.entered, p.raised, p.bets_and_raises,
        p.calls, p.saw_second_street, p.showdown, p.won_showdown
    FROM {COPIES} JOIN played_part p USING (copied)""",
)
SUM_UP = """INSERT INTO games_hourlyresult (player_id, table_id, seated_at, hour, game, structure, small_blind,
        big_blind, first_hand_player, last_hand_at, hands, net, rake, entered, raised, bets_and_raises, calls,
        saw_second_street, showdown, won_showdown)
    SELECT p.player_id, h.table_id, p.seated_at, date_trunc('hour', h.ended_at), h.game, h.structure, h.small_blind,
        h.big_blind, min(p.id), max(h.ended_at), count(*), sum(p.net), sum(p.rake), sum(p.entered::int),
        sum(p.raised::int), sum(p.bets_and_raises), sum(p.calls), sum(p.saw_second_street::int), sum(p.showdown::int),
        sum(p.won_showdown::int)
    FROM games_handplayer p JOIN games_hand h ON h.id = p.hand_id WHERE h.id > 1000000
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8"""

GROWING = "games_decision", "games_hand", "games_handplayer", "games_hourlyresult"
INDEXES = """SELECT indexrelid::regclass::text, pg_get_indexdef(indexrelid) FROM pg_index
    WHERE indrelid::regclass::text = ANY(%s) AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid)"""
NEWEST = """SELECT player_id, table_id, h.number FROM games_handplayer p JOIN games_hand h ON h.id = p.hand_id
    ORDER BY p.hand_id DESC, p.seat LIMIT 1"""


class Filled(NamedTuple):
    """What the pages are asked for: a player with the newest of her hands, and a table that has played by itself."""

    player: int
    table: int
    hand: int
    played: int


def play(rng: Random) -> int:
    """Plays the hands that are copied, at tables of six people; returns the last table."""
    from games.engine.hand.actions import Muck
    from games.simulation import random_action
    from tests.games.support.tables import SteppedHost, open_table, person, seat

    host = None
    for at in range(PLAYED_AT):
        host = SteppedHost(open_table(f"Played {at}").pk)
        seat(host, *(person(f"Person {at} {number}") for number in range(SEATED)))
        host.until("turn")
        while host.table.hand_number <= PLAYED:
            hand = host.table.hand
            if hand is not None and hand.to_act >= 0 and host.table.running:
                action = random_action(hand.legal(), rng)
                host.act(action if host.table.wait.kind == "turn" else Muck())
            elif host.table.wait.kind == "players":
                break
            host.until("turn", "players")
    assert host is not None
    return host.id


def fill(hands: int) -> Filled:
    """Copies what was played until there are so many hands."""
    from django.db import connection
    from django.utils import timezone

    from games import api as games
    from games.engine.rules.rules import Rules
    from games.engine.rules.stakes import Stakes, Structure
    from games.engine.rules.variants import CATALOGUE
    from pokerroom.models import User

    played = play(Random(7))  # noqa: S311
    rules = Rules(CATALOGUE["holdem"], Stakes(Structure.NO_LIMIT, 100, 200))
    tables = [games.open_table(name=f"Table {number}", rules=rules, currency="PLAY").pk for number in range(TABLES)]
    people = [User(username=f"p{number}", display_name=f"P{number}") for number in range(PLAYERS)]
    players = [user.pk for user in User.objects.bulk_create(people)]
    each = hands // TABLES
    since = timezone.now() - timedelta(days=each // A_DAY + 1)
    ids: dict[str, int | datetime] = {"table": tables[0] - 1, "player": players[0], "since": since}
    with connection.cursor() as cursor:
        for statement in PREPARE:
            cursor.execute(statement)
        cursor.execute("SELECT count(*), (SELECT max(place) FROM played_decision) FROM played_hand")
        ids["played"], ids["most"] = cursor.fetchone()
        # The hands are copies, so the books could not prove them.
        cursor.execute("SET session_replication_role = replica")
        cursor.execute("SET maintenance_work_mem = '512MB'")
        # An index that is made at the end takes a tenth of the time of one that grows row by row.
        cursor.execute(INDEXES, [list(GROWING)])
        indexes = dict(cursor.fetchall())
        for name in indexes:
            cursor.execute(f"DROP INDEX {name}")
        for first in range(1, each + 1, AT_ONCE):
            logged = first > each - max(LOGGED // TABLES, AT_ONCE)
            for statement in (*(FILL_LOG if logged else ()), *FILL):
                cursor.execute(statement, ids | {"first": first, "last": min(first + AT_ONCE - 1, each)})
        cursor.execute(SUM_UP)
        for definition in indexes.values():
            cursor.execute(definition)
        cursor.execute("SET session_replication_role = DEFAULT")
        cursor.execute("VACUUM ANALYZE")
        cursor.execute(NEWEST)
        player, table, number = cursor.fetchone()
    seal_again(player)
    return Filled(player, table, number, played)


def seal_again(player: int) -> None:
    """Seals the cards of the player's newest hands for the decisions that they are copied to."""
    from games.models import Decision, HandPlayer
    from games.store.card_sealing import seal, unseal
    from tests.ledger_triggers import without_triggers

    parts = HandPlayer.objects.filter(player=player).select_related("hand").order_by("-hand_id")[:SEALED_AGAIN]
    with without_triggers():
        for part in parts:
            rows = Decision.objects.filter(table=part.hand.table_id, hand=part.hand.number).exclude(sealed=None)
            for row in rows:
                origin = Decision.objects.filter(sealed=row.sealed, table__name__startswith="Played").get()
                events = unseal(origin.table_id, origin.number, origin.events, origin.sealed)
                row.sealed = seal(row.table_id, row.number, events)[1]
                row.save(update_fields=["sealed"])


def pages(filled: Filled) -> dict[str, Callable[[], object]]:
    """What is measured, by name."""
    from django.test import Client
    from django.urls import reverse

    from games.store import table_log
    from pokerroom.models import User

    client = Client()
    client.force_login(User.objects.get(pk=filled.player))

    def page(name: str, *of: int, query: str = "") -> Callable[[], object]:
        def get() -> None:
            answer = client.get(reverse(f"games:{name}", args=of) + query)
            assert answer.status_code == 200, (name, answer.status_code)

        return get

    return {
        "lobby": page("lobby"),
        "my hands": page("my_hands"),
        "my hands that were won": page("my_hands", query="?result=won"),
        "sittings": page("sittings"),
        "results": page("results"),
        "replay of a hand": page("hand", filled.table, filled.hand),
        "a table is loaded": lambda: table_log.load(filled.played),
    }


def measure(filled: Filled) -> None:
    """Prints the times of the pages."""
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    print(f"{'ms, median of ' + str(RUNS) + ' runs':48}{'all':>6}{'processor':>11}{'queries':>9}{'in them':>9}")
    for name, page in pages(filled).items():
        page()
        times = []
        for _ in range(RUNS):
            with CaptureQueriesContext(connection) as queries:
                began, used = perf_counter(), process_time()
                page()
                times.append((perf_counter() - began, process_time() - used, sum(float(q["time"]) for q in queries)))
        whole, used, asked = (1000 * median(column) for column in zip(*times, strict=True))
        print(f"{name:48}{whole:6.0f}{used:11.0f}{len(queries):9}{asked:9.0f}", flush=True)


def sizes(hands: int) -> None:
    """Prints how many bytes a hand takes on disk, with its indexes, and what of it the archive takes."""
    from django.db import connection

    from games.models import Hand, Table
    from games.store import archive

    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*), count(DISTINCT (table_id, hand)) FROM games_decision")
        decisions, logged = cursor.fetchone()
        total = 0.0
        for table in GROWING:
            cursor.execute("SELECT pg_total_relation_size(%s), pg_indexes_size(%s)", [table, table])
            size, indexes = cursor.fetchone()
            of = logged if table == "games_decision" else hands
            total += size / of
            print(f"{table:24}{size / of:8.0f} bytes a hand, {indexes / of:.0f} of them indexes")
        print(f"{'together':24}{total:8.0f} bytes a hand, {decisions / logged:.1f} decisions")
    Table.objects.filter(name__startswith="Table").update(snapshot_number=2**40)
    oldest = Hand.objects.filter(pk__gte=1_000_000 + (hands - logged)).order_by("pk")
    before = oldest.values_list("ended_at", flat=True)[min(ARCHIVED, logged // 2)]
    began, used = perf_counter(), process_time()
    count = sum(moved.hands for moved in archive.archive(before))
    spent, ours = perf_counter() - began, process_time() - used
    print(f"{count} hands archived in {spent:.0f} s, {1000 * ours / count:.1f} ms of our processor time each")
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE games_archivedhand")
        cursor.execute("SELECT pg_total_relation_size('games_archivedhand')")
        print(f"{'games_archivedhand':24}{cursor.fetchone()[0] / count:8.0f} bytes a hand, instead of its decisions")


def main(hands: int) -> None:
    servers = Servers()
    try:
        os.environ.update(
            DATABASE_URL=servers.start_postgres(), REDIS_URL=f"{servers.start_redis()}/0", SECRET_KEY="bench" * 10,
            HTTPS="0", TIME_ZONE="Europe/Prague", DJANGO_SETTINGS_MODULE="pokerroom.settings", ALLOWED_HOSTS="*",
            STATIC_MANIFEST="0",
        )  # fmt: skip
        import django

        django.setup()
        from django.core.management import call_command

        call_command("migrate", verbosity=0)
        began = perf_counter()
        filled = fill(hands)
        print(f"{hands:,} hands in {perf_counter() - began:.0f} s", flush=True)
        measure(filled)
        sizes(hands)
    finally:
        servers.stop()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else HANDS)
