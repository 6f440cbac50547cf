"""The money of tournaments in the ledger: held at once, refunded to the unit, paid once (M5, T2, T12, T15, T16)."""

from typing import Any

import pytest
from django.db import transaction

from cashier import api as cashier
from games.engine.errors import IllegalAction
from pokerroom.models import User
from tests.games.support.tables import person
from tests.tournaments.support.director import Desk
from tests.tournaments.support.tournaments import announcement
from tournaments import api
from tournaments.engine.setup.payouts import Payouts, Row
from tournaments.engine.setup.setup import AddOn, LateRegistration, Price, Rebuy, Setup
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev
from tournaments.models import Entry, Ticket, Tournament, TournamentOrder
from tournaments.store import store

pytestmark = pytest.mark.django_db
GRANT = 10_000_00
NAMES = ("Alice", "Bob", "Charlie", "Dana")


@pytest.fixture
def people() -> list[User]:
    return [person(name) for name in NAMES]


def opened(**changes: Any) -> Desk:
    setup: Setup = announcement(**{"max_players": 4, **changes})
    return Desk(api.announce(setup=setup))


def enter(desk: Desk, *people: User, ticket: bool = False) -> list[str]:
    for user in people:
        api.enter(user=user, tournament_id=desk.id, ticket=ticket, key=f"in.{desk.number}.{ticket}")
    return desk.read()


def wallets(people: list[User]) -> list[int]:
    """Each player's balance change."""
    return [cashier.balance(user_id=user.pk) - GRANT for user in people]


def pool(desk: Desk) -> tuple[int, int]:
    return cashier.pool_money(tournament_id=desk.id)


def test_T2_M5_the_price_is_held_at_once_and_the_fee_goes_to_the_room(people: list[User]) -> None:
    desk = opened()
    api.enter(user=people[0], tournament_id=desk.id, key="1")
    assert wallets(people)[0] == -110_00 and pool(desk) == (110_00, 0), "held while the director has yet to answer"
    assert not desk.wrong()
    assert desk.read() == [] and pool(desk) == (100_00, 10_00)
    assert desk.state.players[people[0].pk].name == "Alice" and not desk.wrong()
    row = Tournament.objects.get(pk=desk.id)
    assert (row.entrants, row.left, row.pool, row.number) == (1, 1, 100_00, 1)


def test_T2_the_same_key_pays_once_and_nobody_enters_twice(people: list[User]) -> None:
    desk, alice = opened(), people[0]
    first = api.enter(user=alice, tournament_id=desk.id, key="1")
    assert api.enter(user=alice, tournament_id=desk.id, key="1") == first
    with pytest.raises(IllegalAction, match="asked_already"):
        api.enter(user=alice, tournament_id=desk.id, key="2")
    desk.read()
    with pytest.raises(IllegalAction, match="already_entered"):
        api.enter(user=alice, tournament_id=desk.id, key="3")
    assert wallets(people)[0] == -110_00 and TournamentOrder.objects.count() == 1


def test_T2_a_player_who_cannot_pay_is_refused_without_a_trace() -> None:
    desk, poor = opened(), person("Eve", grant=100_00)
    with pytest.raises(IllegalAction, match="not_enough_money") as refused:
        api.enter(user=poor, tournament_id=desk.id)
    assert refused.value.detail == {"missing": 10_00}
    assert not TournamentOrder.objects.exists() and pool(desk) == (0, 0)


def test_T2_a_refused_order_is_refunded(people: list[User]) -> None:
    """Two players order the last place."""
    desk = opened()
    enter(desk, *people[:3])
    late = person("Eve")
    for user in (people[3], late):
        api.enter(user=user, tournament_id=desk.id, key="last")
    assert desk.read() == ["entries_closed"]
    assert cashier.balance(user_id=late.pk) == GRANT and wallets(people) == [-110_00] * 4
    assert not store.refuse(TournamentOrder.objects.get(player=late).pk, "again"), "once"
    assert not desk.wrong()


def test_X1_an_order_refused_meanwhile_is_not_carried_out(people: list[User]) -> None:
    """A director that lost its lease refuses what the next one is about to accept."""
    desk = opened()
    order = api.enter(user=people[0], tournament_id=desk.id)
    [asked] = store.pending(desk.id)
    assert store.refuse(order, "price_changed")
    with pytest.raises(store.OrderGone):
        desk.do(asked.command, order=order)
    assert wallets(people)[0] == 0 and pool(desk) == (0, 0)
    assert not desk.events() and not Entry.objects.exists() and not desk.wrong()


def test_M5_a_paid_order_without_effect_is_refunded(people: list[User]) -> None:
    desk = opened()
    store.done(api.enter(user=people[0], tournament_id=desk.id))
    assert wallets(people)[0] == 0 and pool(desk) == (0, 0) and not desk.wrong()
    assert TournamentOrder.objects.get().refused == "no_effect"


def test_T2_unregistering_gives_everything_back(people: list[User]) -> None:
    desk = opened()
    enter(desk, *people[:2])
    api.unregister(user=people[0], tournament_id=desk.id, key="out")
    assert desk.read() == []
    assert wallets(people) == [0, -110_00, 0, 0] and pool(desk) == (100_00, 10_00)
    assert list(Entry.objects.values_list("player", flat=True)) == [people[1].pk]
    enter(desk, people[0])
    assert wallets(people)[0] == -110_00 and not desk.wrong()


def test_T16_prizes_are_paid_once_when_it_is_over(people: list[User]) -> None:
    desk = opened()
    enter(desk, *people)
    alice, bob, charlie, dana = (user.pk for user in people)
    desk.hand(alice, (dana,))
    assert wallets(people) == [-110_00] * 4
    desk.hand(alice, (charlie,))
    desk.hand(alice, (bob,))
    assert desk.state.stage == "ended"
    assert wallets(people) == [260_00 - 110_00, 140_00 - 110_00, -110_00, -110_00]
    assert pool(desk) == (0, 40_00) and not desk.wrong()
    assert dict(Entry.objects.values_list("place", "prize")) == {1: 260_00, 2: 140_00, 3: 0, 4: 0}
    assert not Entry.objects.filter(is_in=True).exists()


def test_T1_T16_the_house_adds_the_overlay_and_bounties_are_paid(people: list[User]) -> None:
    desk = opened(price=Price(100_00, 10_00, 20_00), payouts=Payouts(guaranteed=1_000_00))
    enter(desk, *people)
    alice, bob, charlie, dana = (user.pk for user in people)
    desk.hand(bob, (charlie, dana))
    assert pool(desk)[0] == 1_000_00 + 80_00 and not desk.wrong(), "the overlay is there once the field is final"
    desk.hand(alice, (bob,))
    assert wallets(people) == [650_00 + 40_00 - 130_00, 350_00 + 40_00 - 130_00, -130_00, -130_00]
    assert pool(desk) == (0, 40_00) and not desk.wrong()


def test_T12_rebuys_and_add_ons_are_paid_and_counted(people: list[User]) -> None:
    more = {"rebuy": Rebuy(Price(50_00, 5_00), 500, 1), "addon": AddOn(Price(40_00), 1_000, 1)}
    desk = opened(**more)
    enter(desk, *people)
    alice, bob = people[:2]
    desk.hand(alice.pk, (bob.pk,))
    assert bob.pk in desk.state.rebuy_pending
    api.rebuy(user=bob, tournament_id=desk.id, key="again")
    with pytest.raises(IllegalAction, match="asked_already"):
        api.rebuy(user=bob, tournament_id=desk.id, key="twice")
    api.add_on(user=alice, tournament_id=desk.id, key="more")
    assert desk.read() == []
    assert wallets(people)[:2] == [-150_00, -165_00] and pool(desk) == (400_00 + 50_00 + 40_00, 45_00)
    assert desk.state.players[bob.pk].stack == 500 and not desk.wrong()


def test_T15_cancelling_refunds_everybody(people: list[User]) -> None:
    desk = opened(rebuy=Rebuy(Price(50_00, 5_00), 500, 1), payouts=Payouts(guaranteed=2_000_00))
    enter(desk, *people)
    alice, bob, charlie, dana = people
    desk.hand(alice.pk, (bob.pk, charlie.pk))
    api.rebuy(user=bob, tournament_id=desk.id)
    api.decline_rebuy(user=charlie, tournament_id=desk.id)
    desk.read()
    rows = api.preview_cancel(tournament_id=desk.id)
    assert rows == [(bob.pk, "Bob", 165_00)] + [(one.pk, one.display_name, 110_00) for one in (alice, charlie, dana)]
    desk.do(cm.Cancel("a fault"))
    assert wallets(people) == [0] * 4 and pool(desk) == (0, 0) and not desk.wrong()


def test_T15_a_forward_pool_goes_to_the_players_left_and_the_overlay_to_the_house(people: list[User]) -> None:
    desk = opened(payouts=Payouts(rows=(Row(9, (1_000_000,)),), guaranteed=1_000_00))
    enter(desk, *people)
    desk.do(cm.NextLevel())
    desk.hand(people[0].pk, (people[3].pk,))
    assert desk.state.entries_closed and pool(desk)[0] == 1_000_00
    with transaction.atomic():
        house = cashier.accounts_report()
    desk.do(cm.Cancel("a fault", forward=True))
    after = cashier.accounts_report()
    assert sum(wallets(people)) == -10_00, "only the fee of who was out stays with the room"
    assert wallets(people)[3] == -110_00
    change = {line.kind: line.total for line in after}["house"] - {line.kind: line.total for line in house}["house"]
    assert change == 600_00, "the house takes back what it had added"
    assert pool(desk) == (0, 10_00) and not desk.wrong()


def test_T2_too_few_players_at_the_start_get_everything_back(people: list[User]) -> None:
    desk = opened(starts_at=0)
    desk = Desk(api.announce(setup=announcement(starts_at=4_000_000_000_000, min_players=3, max_players=0)))
    enter(desk, *people[:2])
    desk.now = 4_000_000_000_000
    desk.do(cm.Tick())
    assert desk.state.stage == "cancelled" and wallets(people) == [0] * 4 and not desk.wrong()
    with pytest.raises(IllegalAction, match="already_over"):
        api.enter(user=people[2], tournament_id=desk.id)


def test_T1_tickets_are_won_used_and_returned_at_their_value(people: list[User]) -> None:
    satellite = opened(payouts=Payouts(ticket=110_00))
    enter(satellite, *people)
    alice, dana = people[0], people[3]
    satellite.hand(alice.pk, (dana.pk,))
    assert satellite.state.stage == "ended", "three tickets, three players"
    assert Ticket.objects.filter(player=alice.pk, amount=110_00).count() == 1
    assert cashier.ticket_money() == 330_00 and not satellite.wrong()
    main = opened(name="Main")
    assert api.tickets_for(alice.pk, main.id) == 1 and api.tickets_for(dana.pk, main.id) == 0
    with pytest.raises(IllegalAction, match="no_ticket"):
        api.enter(user=dana, tournament_id=main.id, ticket=True)
    before = wallets(people)[0]
    api.enter(user=alice, tournament_id=main.id, ticket=True, key="1")
    assert not main.wrong()
    assert main.read() == [] and wallets(people)[0] == before
    assert pool(main) == (100_00, 10_00) and cashier.ticket_money() == 220_00
    api.unregister(user=alice, tournament_id=main.id)
    main.read()
    assert api.tickets_for(alice.pk, main.id) == 1 and cashier.ticket_money() == 330_00 and pool(main) == (0, 0)
    assert not main.wrong()


def test_a_freeroll_costs_nothing_and_the_house_pays(people: list[User]) -> None:
    desk = opened(price=Price(), payouts=Payouts(guaranteed=100_00))
    enter(desk, *people)
    desk.hand(people[0].pk, tuple(user.pk for user in people[1:]))
    assert wallets(people)[0] > 0 and sum(wallets(people)) == 100_00 and not desk.wrong()


def test_X1_a_decision_and_its_money_stand_or_fall_together(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    desk = opened()
    enter(desk, *people[:3])
    api.enter(user=people[3], tournament_id=desk.id)
    (asked,) = store.pending(desk.id)

    def dies(*_: Any, **__: Any) -> None:
        raise RuntimeError("killed")

    with monkeypatch.context() as patch:
        patch.setattr(store, "_keep_row", dies)
        with pytest.raises(RuntimeError), transaction.atomic():
            desk.do(asked.command, order=asked.order)
    again = Desk(desk.id)
    assert again.number == 3 and again.state.stage == "open" and not again.wrong()
    assert again.read() == [] and again.state.stage == "running" and not again.wrong()


def test_M5_a_second_director_writes_nothing(people: list[User]) -> None:
    one = opened()
    other = Desk(one.id)
    enter(one, people[0])
    api.enter(user=people[1], tournament_id=one.id)
    (asked,) = store.pending(one.id)
    with pytest.raises(store.LostTournament), transaction.atomic():
        other.do(asked.command, order=asked.order)
    assert not one.wrong()


def test_X1_a_director_of_an_old_state_marks_no_report_as_read(people: list[User]) -> None:
    one = opened()
    enter(one, people[0])
    rows = Tournament.objects.filter(pk=one.id).values_list("number", "cursor")
    with pytest.raises(store.LostTournament):
        store.read_up_to(one.id, 7, number=0)
    assert not store.is_last(one.id, 0) and store.is_last(one.id, 1)
    assert rows.get() == (1, 0)
    for cursor in (7, 3):
        store.read_up_to(one.id, cursor, number=1)
    assert rows.get() == (1, 7)


def test_re_entries_pay_again(people: list[User]) -> None:
    desk = opened(late=LateRegistration(until=2, entries=2), max_players=3)
    enter(desk, *people[:3])
    alice, bob = people[:2]
    desk.hand(alice.pk, (bob.pk,))
    assert enter(desk, bob) == [] and wallets(people)[1] == -220_00
    assert desk.state.players[bob.pk].entries == 2 and not desk.wrong()
    assert [event.why for event in desk.events() if isinstance(event, ev.Seated)][-1] == "again"


def test_the_statement_names_the_tournament(people: list[User]) -> None:
    from cashier.web.text import movement_text

    desk = opened()
    enter(desk, people[0])
    api.unregister(user=people[0], tournament_id=desk.id)
    desk.read()
    rows = cashier.statement(user_id=people[0].pk).rows
    assert [movement_text(row) for row in rows[:2]] == ["Paid back: Evening", "Entry: Evening"]
