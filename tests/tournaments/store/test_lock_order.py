"""M2: all paths of money lock rows in one order, so that no two of them deadlock (docs/architecture.md, Money)."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import count

import pytest
from django.utils import timezone
from pytest_django import Settings

from cashier import api as cashier
from cashier.audit import run_audit
from games import api
from games.engine.errors import IllegalAction
from games.engine.table import commands as table_cm
from games.engine.table.seat_commands import moves_due
from games.models import Table
from games.operations import floor
from games.seating import sit_down, stay
from games.store import leases, table_log
from pokerroom import bans
from pokerroom.models import Ban, User
from tests.games.engine.support.rakes import ETHP_RAKE
from tests.games.support.concurrency import refusal_code, run_concurrently
from tests.games.support.tables import NL_10_20, SteppedHost, open_table, person, seat
from tests.lock_watch import LockWatch, Row
from tests.tournaments.support.directed_tournament import DirectedTournament
from tests.tournaments.support.tournaments import announcement
from tournaments import api as tournaments
from tournaments.engine.setup.payouts import Payouts
from tournaments.engine.setup.payouts import Row as PaidPlaces
from tournaments.engine.setup.setup import AddOn, Price, Rebuy
from tournaments.engine.state import commands as cm

pytestmark = pytest.mark.django_db(transaction=True)

ORDER = (
    "tournaments_tournament",
    "games_table",
    "pokerroom_user",
    "games_waitingentry",
    "games_order",
    "tournaments_tournamentorder",
    "tournaments_ticket",
    "cashier_account",
    "backoffice_loghead",
)
"""The order of locks; rows of one table are locked by id, accounts by code."""

People = tuple[User, ...]
names = count(1)
HOUSE = replace(NL_10_20.house, rabbit_hunt=True, rabbit_fee=5_00, tables_per_player=24)
RULES = NL_10_20._replace(rake=ETHP_RAKE, house=HOUSE)


def cash_table(*people: User, **fields: int) -> SteppedHost:
    """A raked table with these players."""
    host = SteppedHost(open_table(f"Table {next(names)}", rules=RULES, **fields).pk)
    seat(host, *people)
    return host


def closing(people: People) -> None:
    """Buy-ins, a hand with rake, and a closing table that cashes everybody out in one decision."""
    host = cash_table(*people)
    host.until("turn")
    api.close_table(table_id=host.id, by=None)
    host.read_inbox()
    host.fold_out()
    assert cashier.escrow(table_id=host.id) == {}


def leaving(people: People) -> None:
    """A player wins, leaves, and gets chips above the largest buy-in back when they come in."""
    host = cash_table(*people, max_buy_in=2_100_00)
    host.until("turn")
    for user in people:
        api.top_up(user=user, table_id=host.id, amount=100_00)
    host.read_inbox()
    host.play_hand(raise_to=400_00)
    for user in people:
        host.do(table_cm.Leave(user.pk))


def voided(people: People) -> None:
    """The floor voids a hand after a rabbit hunt, when a player has left."""
    host = cash_table(*people)
    host.fold_out()
    for user in people:
        try:
            host.do(table_cm.AskRabbit(user.pk, 1))
        except IllegalAction:
            continue
        break
    host.do(table_cm.Leave(people[0].pk))
    floor.void_hand(by=person(f"Floor {next(names)}").pk, table_id=host.id, hand=1, why="a flashed card")
    host.read_inbox()


def moving(people: People) -> None:
    """A player moves to another table and is refused there; the other one's seat order is refused too."""
    first, second = people
    target, host = cash_table(), cash_table(first)
    api.move_player(player=first.pk, table_id=host.id, to=target.id)
    host.read_inbox()
    for player in moves_due(host.table):
        host.do(table_cm.MoveToTable(player))
    sit_down.take_seat(user=second, table_id=target.id, seat=-1, amount=2_000_00)
    for order, _ in table_log.pending_orders(target.id):
        table_log.refuse_order(order, "no_effect")


def merging(people: People) -> None:
    """Two tables are merged, while a host renews and gives back its leases of all tables."""
    source, target = cash_table(*people), cash_table()
    owner, now = f"host {target.id}", leases.database_now()
    leases.lease(leases.OPEN_TABLES, owner, now, 60, 100)
    api.merge_tables(
        table_id=source.id, into=target.id, reason="two short tables", by=person(f"Floor {next(names)}").pk
    )
    source.read_inbox()
    for player in moves_due(source.table):
        source.do(table_cm.MoveToTable(player))
    source.read_inbox()
    leases.renew(leases.OPEN_TABLES, owner, now, 60)
    leases.release(Table.objects.all(), owner)
    target.read_inbox()
    for user in people:
        target.do(table_cm.Leave(user.pk))


def topping_up(people: People) -> None:
    """Automatic top-ups, and house bots that sit down with money from the house."""
    host = cash_table(*people)
    for user in people:
        stay.refill(player=user.pk, table_id=host.id, to=2_500_00, hand=1)
    assert refusal_code(lambda: sit_down.seat_bot(table_id=host.id)) in ("ok", "no_free_bot")
    host.read_inbox()
    api.close_table(table_id=host.id, by=None)
    host.read_inbox()


def banning(people: People) -> None:
    """A player, who has no part in the other paths, is banned while sitting at two tables; the ban is lifted."""
    cheat, chief = person(f"Cheat {next(names)}", grant=10**9), User.objects.create_superuser(f"chief {next(names)}")
    hosts = [cash_table(cheat, people[0]), cash_table(cheat, people[1])]
    bans.decide(person_id=cheat.pk, kind=Ban.Kind.BANNED, reason="cheating", by=chief)
    for host in hosts:
        host.read_inbox()
    bans.decide(person_id=cheat.pk, kind=Ban.Kind.LIFTED, reason="a mistake", by=chief)


def cashier_acts(people: People) -> None:
    """Refills, a grant and its correction, a wallet of a newcomer."""
    for user in people:
        cashier.refill(user_id=user.pk, now=timezone.now())
        key = f"grant {next(names)}"
        cashier.grant(user_id=user.pk, amount=5_00, reason="a prize", by=None, key=key, currency="PLAY")
        cashier.reverse(key=f"back {key}", entry_key=key, reason="the wrong player", by=None)
    person(f"Newcomer {next(names)}")


def directed(people: People, **fields: object) -> DirectedTournament:
    """A tournament in which these players have registered."""
    setup = announcement(max_players=len(people), payouts=Payouts(guaranteed=1_000_00))._replace(**fields)
    tournament = DirectedTournament(tournaments.announce(setup=setup))
    register(tournament, people)
    return tournament


def register(tournament: DirectedTournament, people: People, *, ticket: bool = False) -> None:
    """Registers players, each by an order that the director answers."""
    for user in people:
        key = f"in.{next(names)}"
        tournaments.enter(user=user, tournament_id=tournament.id, ticket=ticket, key=key)
    tournament.answer_orders()


def prizes_and_bounties(people: People) -> None:
    """A tournament with an overlay, bounties, a re-buy and an add-on is played to its end."""
    first, second = people
    tournament = directed(
        people,
        price=Price(100_00, 10_00, 20_00),
        rebuy=Rebuy(Price(50_00, 5_00), 500, 1),
        addon=AddOn(Price(40_00), 1_000, 1),
        payouts=Payouts(rows=(PaidPlaces(9, (700_000, 300_000)),), guaranteed=1_000_00),
    )
    tournament.play_hand(first.pk, (second.pk,))
    tournaments.rebuy(user=second, tournament_id=tournament.id, key="again")
    tournaments.add_on(user=first, tournament_id=tournament.id, key="more")
    tournament.answer_orders()
    tournament.play_hand(first.pk, (second.pk,))
    tournaments.decline_rebuy(user=second, tournament_id=tournament.id)
    tournament.answer_orders()


def two_prizes(people: People) -> None:
    """Two prizes and nothing else are paid at once, to either player first."""
    for winner, loser in (people, people[::-1]):
        tournament = directed(people, payouts=Payouts(rows=(PaidPlaces(9, (700_000, 300_000)),)))
        tournament.play_hand(winner.pk, (loser.pk,))


def tickets(people: People) -> None:
    """Tickets are won in a satellite with an overlay, used, taken back, and paid back by a cancellation."""
    directed(people, payouts=Payouts(ticket=110_00, guaranteed=1_000_00)).do(cm.Tick())
    main = directed((), max_players=4)
    register(main, people[:1], ticket=True)
    tournaments.unregister(user=people[0], tournament_id=main.id)
    main.answer_orders()
    register(main, people[:1], ticket=True)
    register(main, people[1:])
    main.do(cm.Cancel("a fault"))


def refunds(people: People) -> None:
    """A player unregisters, an order is refused, and the cancelled tournament refunds everybody."""
    tournament = directed(people[:1], max_players=4)
    register(tournament, people[1:])
    tournaments.unregister(user=people[0], tournament_id=tournament.id, key="out")
    tournament.answer_orders()
    register(tournament, people[:1])
    tournament.do(cm.Cancel("a fault"))


PATHS: dict[str, Callable[[People], None]] = {
    path.__name__: path
    for path in (
        closing,
        leaving,
        voided,
        moving,
        merging,
        topping_up,
        banning,
        cashier_acts,
        prizes_and_bounties,
        two_prizes,
        tickets,
        refunds,
    )
}


@pytest.fixture
def people(settings: Settings) -> People:
    """Two rich players, and house bots without money.

    Refills are granted at any time, and players may sit at any number of tables.
    """
    settings.CASHIER_REFILL_BELOW, settings.CASHIER_REFILL_SECONDS, settings.TABLES_PER_PLAYER = 10**12, 0, 10**6
    for number in range(3):
        person(f"Robot {number}", bot=True, grant=0)
    return person("Alice", grant=10**9), person("Bob", grant=10**9)


@pytest.fixture
def watch(pg_url: str) -> Iterator[LockWatch]:
    """The locks of this connection."""
    watch = LockWatch(pg_url)
    yield watch
    watch.close()


def place(row: Row) -> tuple[int, Row] | None:
    """The row's place in the order of locks; None if a lock of another table protects it."""
    return (ORDER.index(row.table), row) if row.table in ORDER else None


def test_M2_every_path_of_money_locks_rows_in_the_one_order(people: People, watch: LockWatch) -> None:
    for name, path in PATHS.items():
        with watch.recording(name):
            path(people)
    assert {row.table for step in watch.steps for row in step.new} >= {*ORDER[:3], *ORDER[-2:]}
    wrong = set()
    for step in watch.steps:
        held = max((where for row in step.held if (where := place(row))), default=None)
        for row in step.new:
            if (where := place(row)) and held and where < held:
                wrong.add(f"{step.path}: {row.table} {row.key} after {held[1].table} {held[1].key}")
    assert not wrong, "\n".join(sorted(wrong))


def test_M2_all_paths_of_money_at_once_find_no_deadlock(people: People) -> None:
    """A deadlock is an error of the database in one of the threads."""
    paths = [*PATHS.values(), closing, refunds]
    run_concurrently(len(paths), lambda number: paths[number](people[:: 1 - 2 * (number % 2)]))
    assert run_audit().breaches == ()
