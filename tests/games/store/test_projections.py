"""Projections of seat changes (D8) and of the fee for a rabbit hunt (H7)."""

import pytest

from cashier import api as cashier
from cashier.web.text import movement_text
from games.engine.events import RabbitShown
from games.engine.hand.actions import Fold
from games.engine.rules.house_rules import HouseRules
from games.engine.table import commands as cm
from games.models import Seat
from tests.games.support.seats import assert_audit_clean
from tests.games.support.tables import NL_10_20, START_MS, SteppedHost, open_table, person, seat

pytestmark = pytest.mark.django_db
FEE = 7_00


def three_players(**house: object) -> tuple[SteppedHost, list[int]]:
    """A table with these house rules and three seated players; their ids."""
    host = SteppedHost(open_table(rules=NL_10_20._replace(house=HouseRules(**house))).pk)
    people = [person(name) for name in ("Alice", "Bob", "Charlie")]
    seat(host, *people)
    return host, [user.pk for user in people]


def hunt_rabbit(host: SteppedHost, players: list[int]) -> RabbitShown:
    """Folds one hand; all players ask for the rest of the board, the first of them pays."""
    host.until("turn")
    while host.table.running:
        host.act(Fold())
    for player in players:
        for event in host.do(cm.AskRabbit(player, host.table.hand_number)).events:
            if isinstance(event, RabbitShown):
                return event
    raise AssertionError("nothing was shown")


def test_H7_the_fee_moves_from_the_seat_to_the_house() -> None:
    host, players = three_players(rabbit_hunt=True, rabbit_fee=FEE)
    wallets = [cashier.balance(user_id=player, currency="PLAY") for player in players]
    event = hunt_rabbit(host, players)
    asker = host.table.seat(event.seat).player
    assert event.fee == FEE
    held = cashier.escrow(table_id=host.id)
    assert held == host.table.chips()
    assert sum(held.values()) == 3 * 2_000_00 - FEE
    assert held[asker] in (2_000_00 - FEE, 1_990_00 - FEE, 1_980_00 - FEE, 2_010_00 - FEE)
    assert [cashier.balance(user_id=player, currency="PLAY") for player in players] == wallets
    assert_audit_clean()
    row = cashier.statement(user_id=asker, causes=("hand", "rabbit")).rows[0]
    assert (row.kind, row.amount, row.label) == ("rabbit", -FEE, "Prague")
    assert movement_text(row) == "Cards that would have come, shown at Prague"


def test_H7_without_a_fee_nothing_is_booked() -> None:
    host, players = three_players(rabbit_hunt=True)
    assert hunt_rabbit(host, players).fee == 0
    assert sum(cashier.escrow(table_id=host.id).values()) == 3 * 2_000_00
    assert_audit_clean()


def test_H7_the_fee_is_paid_once_even_if_the_host_restarts() -> None:
    host, players = three_players(rabbit_hunt=True, rabbit_fee=FEE)
    hunt_rabbit(host, players)
    again = SteppedHost(host.id)
    assert again.table.chips() == host.table.chips() == cashier.escrow(table_id=host.id)
    for _ in range(2):
        again.now = max(again.now, host.now)
        again.fold_out()
    assert_audit_clean()
    assert SteppedHost(host.id).table.chips() == cashier.escrow(table_id=host.id)


def test_D8_a_seat_change_moves_the_seat_and_no_money() -> None:
    host, players = three_players()
    number = host.table.player_seat(players[0])
    assert number is not None
    host.do(cm.ChangeSeat(players[0], 7))
    assert Seat.objects.get(table=host.id, player=players[0]).seat == 7
    assert sum(cashier.escrow(table_id=host.id).values()) == 3 * 2_000_00
    assert_audit_clean()
    # Hands are settled with the right players, and the old seat is free.
    host.play_hand()
    seat(host, person("Dana"))
    host.fold_out()
    assert host.now > START_MS
    assert_audit_clean()
    host.do(cm.Leave(players[0]))
    assert not Seat.objects.filter(table=host.id, player=players[0]).exists()
    assert_audit_clean()


def test_D8_a_seat_change_asked_for_in_a_hand_happens_at_its_end() -> None:
    host, players = three_players()
    host.until("turn")
    host.do(cm.ChangeSeat(players[1], 8))
    host.fold_out()
    assert Seat.objects.get(table=host.id, player=players[1]).seat == 8
    assert_audit_clean()
