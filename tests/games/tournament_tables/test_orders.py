"""Tournament tables through the api: one table for each name, one order for each key, no buy-ins or top-ups."""

import threading
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connection
from django.utils import timezone
from pytest_django import Settings

from cashier import api as cashier
from games import api
from games.engine.errors import IllegalAction
from games.engine.events.kinds import SitOutReason
from games.engine.table import commands as cm
from games.engine.table.commands import tournament as tcm
from games.lobby import queries
from games.models import Order, Seat, Table
from games.store import table_log
from games.tournament_tables import orders
from tests.games.support.tables import GRANT, SteppedHost, person
from tests.games.support.tables import open_table as open_cash_table
from tests.games.support.tournament_tables import (
    TOURNAMENT,
    level_rules,
    open_tournament_table,
    reports,
    seat_entrants,
    send_order,
)

pytestmark = pytest.mark.django_db


def test_opening_a_name_twice_gives_one_table_and_another_tournaments_name_is_refused() -> None:
    first = open_tournament_table()
    assert open_tournament_table().id == first.id
    with pytest.raises(IllegalAction, match="name_taken"):
        open_tournament_table(id=8)
    with pytest.raises(IllegalAction, match="no_tournament"):
        api.open_tournament_table(tournament=8, name="other", rules=level_rules(), seats=6)
    assert [(row.table, row.seats, row.closed) for row in api.tables_of_tournament(tournament=TOURNAMENT)] == [
        (first.id, 6, False)
    ]


def test_K1_the_lobby_shows_no_tournament_table() -> None:
    open_tournament_table()
    cash = open_cash_table()
    assert [row.table for row in queries.lobby_rows()] == [cash.pk]


def test_T13_nobody_buys_in_or_tops_up_and_operators_cannot_change_the_table() -> None:
    host = open_tournament_table()
    (alice,) = seat_entrants(host, "Alice")
    rich = person("Rich")
    for refused in (
        lambda: api.take_seat(user=rich, table_id=host.id, seat=-1, amount=100),
        lambda: api.top_up(user=alice, table_id=host.id, amount=100),
        lambda: api.close_table(table_id=host.id),
        lambda: api.change_table(table_id=host.id, bots=2),
        lambda: api.seat_bot(table_id=host.id),
    ):
        person(f"Bot {Order.objects.count()}{refused.__code__.co_firstlineno}", bot=True)
        with pytest.raises(IllegalAction, match="tournament_table"):
            refused()
    assert cashier.balance(user_id=rich.pk, currency="PLAY") == GRANT


def test_a_cash_table_takes_no_orders_from_a_director() -> None:
    cash = open_cash_table()
    with pytest.raises(IllegalAction, match="no_tournament"):
        send_order(api.order_take_away(table_id=cash.pk, player=1, key="1"))
    with pytest.raises(IllegalAction, match="no_such_table"):
        send_order(api.order_pause(table_id=999_999, key="1"))


def test_K11_a_tournament_seat_counts_towards_a_players_tables(settings: Settings) -> None:
    settings.TABLES_PER_PLAYER = 1
    host = open_tournament_table()
    alice = person("Alice")
    send_order(api.order_seat(table_id=host.id, player=alice.pk, seat=0, chips=500, key="seat"))
    host.read_inbox()
    with pytest.raises(IllegalAction, match="too_many_tables"):
        api.take_seat(user=alice, table_id=open_cash_table().pk, seat=-1, amount=1_000_00)
    assert [seat.table for seat in api.seats_of(user_id=alice.pk)] == [host.id]


def test_T18_a_cash_player_can_be_seated_in_a_tournament(settings: Settings) -> None:
    settings.TABLES_PER_PLAYER = 1
    alice = person("Alice")
    cash = SteppedHost(open_cash_table().pk)
    api.take_seat(user=alice, table_id=cash.id, seat=-1, amount=1_000_00)
    cash.read_inbox()
    host = open_tournament_table()
    send_order(api.order_seat(table_id=host.id, player=alice.pk, seat=0, chips=500, key="seat"))
    host.read_inbox()
    assert Seat.objects.filter(player=alice.pk).count() == 2


def test_every_order_becomes_its_engine_command() -> None:
    host = open_tournament_table()
    alice, bob = (person(name, grant=0).pk for name in ("Alice", "Bob"))
    table = host.id
    send_order(api.order_seat(table_id=table, player=alice, seat=2, chips=1_500, away=SitOutReason.ABSENT, key="a"))
    send_order(api.order_take_away(table_id=table, player=alice, folds=True, key="b"))
    send_order(api.order_set_chips(table_id=table, player=alice, chips=10, why="penalty", was=5, key="c"))
    send_order(api.order_add_chips(table_id=table, player=alice, chips=10, key="d"))
    race = {"cards": [(alice, 3)], "won": [alice], "saved": [bob], "stacks": [(alice, 100), (bob, 200)]}
    send_order(api.order_race(table_id=table, chip=25, into=100, key="e", **race))
    send_order(api.order_hold(table_id=table, held=True, together=True, key="f"))
    send_order(
        api.order_deal(
            table_id=table, button=0, small=1, big=2, dealt=[0, 1, 2], button_draw=[(0, 5)], dead=[1], key="g"
        )
    )
    send_order(api.order_absent(table_id=table, player=alice, absent=True, barred=True, key="h"))
    send_order(api.order_penalty(table_id=table, player=alice, hands=3, key="i"))
    send_order(api.order_penalty_clock(table_id=table, player=alice, until=0, left=5_000, key="n"))
    send_order(api.order_rules(table_id=table, rules=level_rules(100, 200), key="j"))
    send_order(api.order_pause(table_id=table, key="k"))
    send_order(api.order_resume(table_id=table, why="lunch is over", key="l"))
    send_order(api.order_close(table_id=table, key="m"))
    assert [command for _, command in table_log.pending_orders(table)] == [
        tcm.SeatEntrant(alice, "Alice", False, 2, 1_500, SitOutReason.ABSENT, True),
        tcm.UnseatEntrant(alice, True),
        tcm.SetChips(alice, 10, "penalty", 5),
        tcm.GiveChips(alice, 10),
        tcm.RunChipRace(25, 100, ((alice, 3),), (alice,), (bob,), ((alice, 100), (bob, 200))),
        tcm.HoldHands(True, True),
        tcm.ReleaseHand(0, 1, 2, (0, 1, 2), ((0, 5),), (1,)),
        tcm.SetAbsent(alice, True, True),
        cm.Penalise(alice, 3),
        tcm.SetPenaltyClock(alice, 0, 5_000),
        cm.ChangeRules(level_rules(100, 200)),
        cm.Pause(),
        cm.Resume("lunch is over"),
        cm.Close(),
    ]


def test_a_key_sent_twice_is_one_order_and_refused_for_another_order() -> None:
    host = open_tournament_table()
    alice = person("Alice", grant=0)
    seat = {"table_id": host.id, "player": alice.pk, "seat": 0, "chips": 500}
    first = send_order(api.order_seat(**seat, key="x"))
    assert send_order(api.order_seat(**seat, key="x")) == first
    host.read_inbox()
    assert send_order(api.order_seat(**seat, key="x")) == first
    host.read_inbox()
    assert Seat.objects.count() == len(reports("seated")) == 1
    with pytest.raises(IllegalAction, match="key_used"):
        send_order(api.order_take_away(table_id=host.id, player=alice.pk, key="x"))
    other = open_tournament_table("T8 table 1", id=8)
    assert send_order(api.order_pause(table_id=other.id, key="x")) != first


def test_X1_orders_of_one_decision_keep_their_order_and_are_sent_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(orders, "ORDERS_A_STATEMENT", 3)
    host, other = open_tournament_table(), open_tournament_table("T7 table 2")
    people = [person(f"Player {number}", grant=0) for number in range(5)]
    wanted = [
        api.order_seat(table_id=host.id, player=user.pk, seat=seat, chips=500, key=f"seat {seat}")
        for seat, user in enumerate(people)
    ]
    wanted += [api.order_pause(table_id=other.id, key="pause"), api.order_resume(table_id=other.id, key="resume")]
    sent = api.send_orders(wanted)
    assert [order.key for order in Order.objects.filter(pk__in=sent).order_by("pk")] == [
        f"t{TOURNAMENT}:{order.key}" for order in wanted
    ]
    assert sent == sorted(sent)
    assert api.send_orders(wanted[2:]) == sent[2:]
    host.read_inbox()
    assert [(seat.name, seat.player_id) for seat in Seat.objects.order_by("seat")] == [
        (user.display_name, user.pk) for user in people
    ]
    assert api.send_orders([]) == []


@pytest.mark.parametrize("wrong", ["cash", "nowhere", "closed", "key"])
def test_X1_if_one_order_is_refused_none_is_sent(wrong: str) -> None:
    host, closed = open_tournament_table(), open_tournament_table("T7 table 2")
    send_order(api.order_pause(table_id=host.id, key="taken"))
    Table.objects.filter(pk=closed.id).update(is_open=False, closed_at=timezone.now())
    tables = {"cash": open_cash_table().pk, "nowhere": 999_999, "closed": closed.id, "key": host.id}
    refused = api.order_resume(table_id=tables[wrong], key="taken")
    with pytest.raises(IllegalAction):
        api.send_orders([api.order_pause(table_id=host.id, key="one"), refused])
    assert [order.key for order in Order.objects.all()] == [f"t{TOURNAMENT}:taken"]


@pytest.mark.django_db(transaction=True)
def test_X1_a_key_sent_by_several_threads_at_once_is_one_order() -> None:
    host = open_tournament_table()
    alice = person("Alice", grant=0)
    gate = threading.Barrier(4)

    def sends(_: int) -> int:
        gate.wait()
        try:
            return send_order(api.order_seat(table_id=host.id, player=alice.pk, seat=0, chips=500, key="x"))
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        assert len(set(pool.map(sends, range(4)))) == 1
    assert Order.objects.count() == 1


def test_a_refused_order_is_reported_once() -> None:
    host = open_tournament_table()
    alice, _ = seat_entrants(host, "Alice", "Bob")
    order = send_order(api.order_seat(table_id=host.id, player=alice.pk, seat=4, chips=500, key="again"))
    host.read_inbox()
    host.read_inbox()
    (line,) = reports("refused")
    assert line.data == {
        "order": order,
        "key": f"t{TOURNAMENT}:again",
        "kind": "seat_entrant",
        "player": alice.pk,
        "code": "already_seated",
    }
    assert not table_log.refuse_order(order, "late")
    assert len(reports("refused")) == 1
