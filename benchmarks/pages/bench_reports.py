"""How long each report takes over two million hands of a month, on a PostgreSQL of its own."""

# ruff: noqa: S608 - only numbers of this file are put into the statements

import os
from collections.abc import Callable
from datetime import datetime, time, timedelta
from statistics import median
from time import perf_counter

from tests.servers import Servers

TABLES, DAYS, HOURS, HANDS = 100, 30, 12, 56
PLAYERS, SEATED = 3000, 6
RUNS = 7

# A table's hour h of the month has its hands h * 56 + 1 to h * 56 + 56. Hands are numbered by time, across the tables.
HOUR = f"%(since)s::timestamptz + (h / {HOURS}) * interval '1 day' + (11 + h %% {HOURS}) * interval '1 hour'"
PLAYER = f"%(player)s + (t * 37 + (h / 3) * 11 + s * 101) %% {PLAYERS}"
EVERY_HOUR = f"generate_series(1, {TABLES}) t, generate_series(0, {DAYS * HOURS - 1}) h"
GAME = "'holdem', 'nl', 100 * (1 + t %% 5), 200 * (1 + t %% 5)"
FIRST = f"(h * {HANDS}) * {TABLES} + t"
FILL = (
    f"""INSERT INTO games_hand (id, table_id, number, began_at, ended_at, pot, rake, bots_rake, players,
        second_street_players, board, results, game, structure, small_blind, big_blind, rules_data, void)
    SELECT (h * {HANDS} + n - 1) * {TABLES} + t, %(table)s + t, h * {HANDS} + n, {HOUR} + n * interval '1 minute',
        {HOUR} + n * interval '1 minute', 5000, 100, 0, 6, 3, '[]', '[]', {GAME}, '{{}}', false
    FROM {EVERY_HOUR}, generate_series(1, {HANDS}) n ORDER BY h, n, t""",
    f"""INSERT INTO games_handplayer (id, hand_id, player_id, seated_at, seat, net, invested, rake, entered, raised,
        bets_and_raises, calls, saw_second_street, showdown, won_showdown)
    SELECT (h * {HANDS} + n - 1) * {TABLES} + t, (h * {HANDS} + n - 1) * {TABLES} + t, {PLAYER}, {HOUR}, 0, 0, 0, 100,
        false, false, 0, 0, false, false, false
    FROM {EVERY_HOUR}, generate_series(0, 0) s, generate_series(1, {HANDS}) n ORDER BY h, n, t""",
    f"""INSERT INTO games_hourlytable (table_id, currency, hour, game, structure, small_blind, big_blind, hands,
        pots, rake, first_hand, last_hand)
    SELECT %(table)s + t, 'CZK', {HOUR}, {GAME}, {HANDS}, {HANDS} * 5000, {HANDS} * 100, h * {HANDS} + 1,
        h * {HANDS} + {HANDS} FROM {EVERY_HOUR} ORDER BY h, t""",
    f"""INSERT INTO games_hourlyresult (player_id, table_id, seated_at, hour, game, structure, small_blind, big_blind,
        first_hand_player, last_hand_at, hands, net, rake, entered, raised, bets_and_raises, calls, saw_second_street,
        showdown, won_showdown)
    SELECT {PLAYER}, %(table)s + t, {HOUR}, {HOUR}, {GAME}, {FIRST}, {HOUR}, {HANDS}, 0, {HANDS} * 100 / {SEATED},
        0, 0, 0, 0, 0, 0, 0 FROM {EVERY_HOUR}, generate_series(0, {SEATED - 1}) s ORDER BY h, t""",
    f"""INSERT INTO games_hourlyseats (table_id, currency, hour, seats, player_seconds, bot_seconds)
    SELECT %(table)s + t, 'CZK', {HOUR}, 9, {SEATED} * 3600, 0 FROM {EVERY_HOUR} ORDER BY h, t""",
    f"""INSERT INTO games_stay (table_id, currency, player_id, bot, seated_at, left_at, seconds)
    SELECT %(table)s + t, 'CZK', {PLAYER}, false, {HOUR}, {HOUR} + interval '3 hours', 10800 + t
    FROM {EVERY_HOUR}, generate_series(0, {SEATED - 1}) s WHERE h %% 3 = 0 ORDER BY h, t""",
    f"""INSERT INTO games_playedday (player_id, table_id, day, hands)
    SELECT DISTINCT {PLAYER}, %(table)s + t, ({HOUR})::date, {HANDS}
    FROM {EVERY_HOUR}, generate_series(0, {SEATED - 1}) s""",
    f"""INSERT INTO cashier_account (id, code, kind, currency, name, owner_id, balance)
    SELECT 1000000 + p, 'wallet:' || (%(player)s + p) || ':CZK', 'wallet', 'CZK', '', %(player)s + p, 0
    FROM generate_series(0, {PLAYERS - 1}) p""",
    f"""INSERT INTO cashier_entry (id, key, cause_kind, cause_ref, label, reason, at)
    SELECT {FIRST} + (n - 1) * {TABLES}, 'h' || ({FIRST} + (n - 1) * {TABLES}), 'hand', t || ':' || n, '', '',
        {HOUR} + n * interval '1 minute' FROM {EVERY_HOUR}, generate_series(1, {HANDS}) n ORDER BY h, n, t""",
    """INSERT INTO cashier_leg (entry_id, account_id, amount, balance_after)
    SELECT id, 2000000 + id %% 100, 100, 0 FROM cashier_entry""",
    f"""INSERT INTO cashier_entry (id, key, cause_kind, cause_ref, label, reason, at)
    SELECT 10000000 + h * 200 + n, 'm' || (h * 200 + n),
        (ARRAY['deposit', 'buy_in', 'leave', 'payout', 'prize', 'entry', 'grant', 'fee'])[1 + n %% 8], n %% 40, '', '',
        {HOUR} + n * interval '10 seconds'
    FROM generate_series(0, {DAYS * HOURS - 1}) h, generate_series(1, 200) n""",
    f"""INSERT INTO cashier_leg (entry_id, account_id, amount, balance_after)
    SELECT id, 1000000 + id %% {PLAYERS}, 100, 0 FROM cashier_entry WHERE id > 10000000 AND cause_kind <> 'fee'""",
    """INSERT INTO cashier_account (id, code, kind, currency, name, balance) VALUES
    (1900000, 'cage:1:CZK', 'cage', 'CZK', '', 0), (1900001, 'fee:CZK', 'fee', 'CZK', '', 0)""",
    """INSERT INTO cashier_leg (entry_id, account_id, amount, balance_after)
    SELECT id, CASE cause_kind WHEN 'fee' THEN 1900001 ELSE 1900000 END, 100, 0
    FROM cashier_entry WHERE cause_kind IN ('fee', 'deposit', 'payout')""",
    # One deposit of five is taken back: those with an even id that ends in 0.
    """INSERT INTO cashier_entry (id, key, cause_kind, cause_ref, label, reason, at, reverses_id)
    SELECT 20000000 + id, 'r' || id, 'reversal', id, '', 'wrong', at, id
    FROM cashier_entry WHERE cause_kind = 'deposit' AND id %% 10 = 0""",
    """INSERT INTO cashier_leg (entry_id, account_id, amount, balance_after)
    SELECT e.id, l.account_id, -l.amount, 0 FROM cashier_entry e JOIN cashier_leg l ON l.entry_id = e.reverses_id""",
)


def fill(since: datetime) -> tuple[int, int]:
    """Fills the tables with a month of sums, hands and entries; the ids before the first table and player."""
    from django.db import connection

    from games import api as games
    from games.engine.rules.rules import Rules
    from games.engine.rules.stakes import Stakes, Structure
    from games.engine.rules.variants import CATALOGUE
    from pokerroom.models import User

    rules = Rules(CATALOGUE["holdem"], Stakes(Structure.NO_LIMIT, 100, 200))
    tables = [games.open_table(name=f"Table {number}", rules=rules, currency="CZK").pk for number in range(TABLES)]
    people = [User(username=f"p{number}", display_name=f"P{number}", date_joined=since) for number in range(PLAYERS)]
    players = [user.pk for user in User.objects.bulk_create(people)]
    ids: dict[str, int | datetime] = {"table": tables[0] - 1, "player": players[0], "since": since}
    with connection.cursor() as cursor:
        # The figures are made up, so the books could not prove them.
        cursor.execute("SET session_replication_role = replica")
        for statement in FILL:
            cursor.execute(statement, ids)
        cursor.execute("SET session_replication_role = DEFAULT")
        cursor.execute("ANALYZE")
    return tables[0], players[0]


def pages(table: int, player: int, day: str) -> dict[str, Callable[[], object]]:
    """Each report, from the address to what its template shows."""
    from django.test import RequestFactory

    from pokerroom.reports import views
    from pokerroom.reports.ask import read_ask
    from pokerroom.reports.today import today_context

    last = (datetime.fromisoformat(day) + timedelta(days=DAYS - 1)).date()
    month, one = f"from={day}&to={last}", f"from={day}&to={day}"

    def report(report: views.Report, query: str) -> Callable[[], object]:
        request = RequestFactory().get(f"/?currency=CZK&{query}")
        return lambda: report.context(read_ask(request, report.names))

    return {
        "today": lambda: today_context(RequestFactory().get("/?currency=CZK")),
        **{f"rake of a month by {by}": report(views.RAKE, f"{month}&by={by}")
           for by in ("day", "clock", "table", "game", "stakes", "player")},
        "rake of a day by hour": report(views.RAKE, f"{one}&by=clock"),
        "hands of a table on a day": report(views.RAKE, f"{one}&by=hands&table={table}"),
        "hands of a player in a month": report(views.RAKE, f"{month}&by=hands&player={player}"),
        **{f"play of a month by {by}": report(views.PLAY, f"{month}&by={by}") for by in ("day", "clock", "table")},
        **{f"players of a month, {by}": report(views.PLAYERS, f"{month}&by={by}")
           for by in ("day", "active", "returning")},
        **{f"money of a month by {by}": report(views.MONEY, f"{month}&by={by}")
           for by in ("day", "cause", "owner", "entries")},
        "money of a player in a month": report(views.MONEY, f"{month}&by=day&player={player}"),
        "drawers of a month by day": report(views.DRAWERS, f"{month}&by=day"),
        **{f"tournaments of a month by {by}": report(views.TOURNAMENTS, f"{month}&by={by}") for by in ("day", "ref")},
        **{f"chips given in a month by {by}": report(views.GIVEN, f"{month}&by={by}") for by in ("day", "owner")},
    }  # fmt: skip


def main() -> None:
    servers = Servers()
    try:
        os.environ.update(
            DATABASE_URL=servers.start_postgres(), REDIS_URL=f"{servers.start_redis()}/0", SECRET_KEY="bench" * 10,
            HTTPS="0", TIME_ZONE="Europe/Prague", DJANGO_SETTINGS_MODULE="pokerroom.settings",
        )  # fmt: skip
        import django

        django.setup()
        from django.core.management import call_command
        from django.utils import timezone

        call_command("migrate", verbosity=0)
        first = timezone.localdate() - timedelta(days=DAYS - 1)
        began = perf_counter()
        table, player = fill(timezone.make_aware(datetime.combine(first, time.min)))
        print(f"{TABLES * DAYS * HOURS * HANDS:,} hands in {perf_counter() - began:.0f} s; ms, median of {RUNS} runs")
        for name, page in pages(table, player, str(first)).items():
            times = []
            for _ in range(RUNS):
                began = perf_counter()
                page()
                times.append(perf_counter() - began)
            print(f"{name:40}{1000 * median(times):>8.0f}", flush=True)
    finally:
        servers.stop()


if __name__ == "__main__":
    main()
