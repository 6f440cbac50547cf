"""The money of tournaments in the ledger: prices are held, refunds exact, prizes paid once (M5, T2, T12, T15, T16)."""

import pytest
from django.db import transaction

from cashier import api as cashier
from games.engine.errors import IllegalAction
from pokerroom.models import User
from tests.games.support.tables import person
from tests.tournaments.support.directed_tournament import DirectedTournament
from tests.tournaments.support.priced_tournament import enter, opened
from tests.tournaments.support.tournaments import announcement
from tournaments import api
from tournaments.engine.setup.payouts import Payouts, Row
from tournaments.engine.setup.setup import AddOn, LateRegistration, Price, Rebuy
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev
from tournaments.models import Entry, Ticket, Tournament, TournamentOrder
from tournaments.store import store

pytestmark = pytest.mark.django_db
GRANT = 10_000_00


def wallet_changes(players: list[User]) -> list[int]:
    """The change of each player's balance since the grant."""
    return [cashier.balance(user_id=user.pk, currency="PLAY") - GRANT for user in players]


def pool(tournament: DirectedTournament) -> tuple[int, int]:
    """The ledger's balances of prize pool and fees."""
    return cashier.pool_money(tournament_id=tournament.id)


def test_T2_M5_the_price_is_held_at_once_and_the_fee_goes_to_the_room(players: list[User]) -> None:
    tournament = opened()
    api.enter(user=players[0], tournament_id=tournament.id, key="1")
    assert wallet_changes(players)[0] == -110_00 and pool(tournament) == (110_00, 0), (
        "held while the director has yet to answer"
    )
    assert not tournament.audit_findings()
    assert tournament.answer_orders() == [] and pool(tournament) == (100_00, 10_00)
    assert tournament.state.players[players[0].pk].name == "Alice" and not tournament.audit_findings()
    row = Tournament.objects.get(pk=tournament.id)
    assert (row.entrants, row.left, row.pool, row.number) == (1, 1, 100_00, 1)


def test_T2_the_same_key_pays_once_and_nobody_enters_twice(players: list[User]) -> None:
    tournament, alice = opened(), players[0]
    first = api.enter(user=alice, tournament_id=tournament.id, key="1")
    assert api.enter(user=alice, tournament_id=tournament.id, key="1") == first
    with pytest.raises(IllegalAction, match="already_ordered"):
        api.enter(user=alice, tournament_id=tournament.id, key="2")
    tournament.answer_orders()
    with pytest.raises(IllegalAction, match="already_entered"):
        api.enter(user=alice, tournament_id=tournament.id, key="3")
    assert wallet_changes(players)[0] == -110_00 and TournamentOrder.objects.count() == 1


def test_T2_a_refused_player_without_money_leaves_no_order() -> None:
    tournament, poor = opened(), person("Eve", grant=100_00)
    with pytest.raises(IllegalAction, match="not_enough_money") as refused:
        api.enter(user=poor, tournament_id=tournament.id)
    assert refused.value.detail == {"missing": 10_00}
    assert not TournamentOrder.objects.exists() and pool(tournament) == (0, 0)


def test_T2_a_refused_order_is_refunded(players: list[User]) -> None:
    """Two players want the last place."""
    tournament = opened()
    enter(tournament, *players[:3])
    late = person("Eve")
    for user in (players[3], late):
        api.enter(user=user, tournament_id=tournament.id, key="last")
    assert tournament.answer_orders() == ["entries_closed"]
    assert cashier.balance(user_id=late.pk, currency="PLAY") == GRANT and wallet_changes(players) == [-110_00] * 4
    assert not store.refuse(TournamentOrder.objects.get(player=late).pk, "again", number=3), (
        "an order is refused only once"
    )
    assert not tournament.audit_findings()


def test_X1_an_order_refused_meanwhile_is_not_carried_out(players: list[User]) -> None:
    """A director that lost its lease refuses what the next one is about to accept."""
    tournament = opened()
    order = api.enter(user=players[0], tournament_id=tournament.id)
    (pending,) = store.pending_orders(tournament.id)
    assert store.refuse(order, "price_changed", number=0)
    with pytest.raises(store.OrderGone):
        tournament.do(pending.command, order=order)
    assert wallet_changes(players)[0] == 0 and pool(tournament) == (0, 0)
    assert not tournament.events() and not Entry.objects.exists() and not tournament.audit_findings()


def test_M5_a_paid_order_without_effect_is_refunded(players: list[User]) -> None:
    tournament = opened()
    store.close_without_effect(api.enter(user=players[0], tournament_id=tournament.id), number=0)
    assert wallet_changes(players)[0] == 0 and pool(tournament) == (0, 0) and not tournament.audit_findings()
    assert TournamentOrder.objects.get().refused == "no_effect"


def test_T2_unregistering_refunds_the_whole_price(players: list[User]) -> None:
    tournament = opened()
    enter(tournament, *players[:2])
    api.unregister(user=players[0], tournament_id=tournament.id, key="out")
    assert tournament.answer_orders() == []
    assert wallet_changes(players) == [0, -110_00, 0, 0] and pool(tournament) == (100_00, 10_00)
    assert list(Entry.objects.values_list("player", flat=True)) == [players[1].pk]
    enter(tournament, players[0])
    assert wallet_changes(players)[0] == -110_00 and not tournament.audit_findings()


def test_T16_prizes_are_paid_once_at_the_end(players: list[User]) -> None:
    tournament = opened()
    enter(tournament, *players)
    alice, bob, charlie, dana = (user.pk for user in players)
    tournament.play_hand(alice, (dana,))
    assert wallet_changes(players) == [-110_00] * 4
    tournament.play_hand(alice, (charlie,))
    tournament.play_hand(alice, (bob,))
    assert tournament.state.stage == "ended"
    assert wallet_changes(players) == [260_00 - 110_00, 140_00 - 110_00, -110_00, -110_00]
    assert pool(tournament) == (0, 40_00) and not tournament.audit_findings()
    assert dict(Entry.objects.values_list("place", "prize")) == {1: 260_00, 2: 140_00, 3: 0, 4: 0}
    assert not Entry.objects.filter(is_in=True).exists()


def test_T1_T16_the_house_adds_the_overlay_and_bounties_are_paid(players: list[User]) -> None:
    tournament = opened(price=Price(100_00, 10_00, 20_00), payouts=Payouts(guaranteed=1_000_00))
    enter(tournament, *players)
    alice, bob, charlie, dana = (user.pk for user in players)
    tournament.play_hand(bob, (charlie, dana))
    assert pool(tournament)[0] == 1_000_00 + 80_00 and not tournament.audit_findings(), (
        "the house adds the overlay once the field is final"
    )
    tournament.play_hand(alice, (bob,))
    assert wallet_changes(players) == [650_00 + 40_00 - 130_00, 350_00 + 40_00 - 130_00, -130_00, -130_00]
    assert pool(tournament) == (0, 40_00) and not tournament.audit_findings()


def test_T12_rebuys_and_add_ons_are_paid_and_counted(players: list[User]) -> None:
    tournament = opened(rebuy=Rebuy(Price(50_00, 5_00), 500, 1), addon=AddOn(Price(40_00), 1_000, 1))
    enter(tournament, *players)
    alice, bob = players[:2]
    tournament.play_hand(alice.pk, (bob.pk,))
    assert bob.pk in tournament.state.rebuy_pending
    for buy, shown in ((api.rebuy, 50_00), (api.add_on, 55_00)):
        with pytest.raises(IllegalAction, match="price_changed"):
            buy(user=bob, tournament_id=tournament.id, price=shown, key="at another price")
    api.rebuy(user=bob, tournament_id=tournament.id, price=55_00, key="again")
    with pytest.raises(IllegalAction, match="already_ordered"):
        api.rebuy(user=bob, tournament_id=tournament.id, key="twice")
    api.add_on(user=alice, tournament_id=tournament.id, price=40_00, key="more")
    assert tournament.answer_orders() == []
    assert wallet_changes(players)[:2] == [-150_00, -165_00] and pool(tournament) == (400_00 + 50_00 + 40_00, 45_00)
    assert tournament.state.players[bob.pk].stack == 500 and not tournament.audit_findings()


def test_T15_cancelling_refunds_everybody(players: list[User]) -> None:
    tournament = opened(rebuy=Rebuy(Price(50_00, 5_00), 500, 1), payouts=Payouts(guaranteed=2_000_00))
    enter(tournament, *players)
    alice, bob, charlie, dana = players
    tournament.play_hand(alice.pk, (bob.pk, charlie.pk))
    api.rebuy(user=bob, tournament_id=tournament.id)
    api.decline_rebuy(user=charlie, tournament_id=tournament.id)
    tournament.answer_orders()
    rows = api.preview_cancel(tournament_id=tournament.id)
    assert [row[:3] for row in rows] == [(bob.pk, "Bob", 165_00)] + [
        (user.pk, user.display_name, 110_00) for user in (alice, charlie, dana)
    ]
    tournament.do(cm.Cancel("a fault"))
    assert wallet_changes(players) == [0] * 4 and pool(tournament) == (0, 0) and not tournament.audit_findings()


def test_T15_nobody_has_a_place_in_a_cancelled_tournament(players: list[User]) -> None:
    tournament = opened()
    enter(tournament, *players)
    tournament.do(cm.NextLevel())
    tournament.play_hand(players[0].pk, (players[3].pk,))
    assert Entry.objects.get(place=4).player == players[3]
    tournament.do(cm.Cancel("a fault"))
    assert not Entry.objects.exclude(place=0).exists()


def test_T15_a_pool_paid_forward_goes_to_the_players_left_and_the_overlay_to_the_house(players: list[User]) -> None:
    tournament = opened(payouts=Payouts(rows=(Row(9, (1_000_000,)),), guaranteed=1_000_00))
    enter(tournament, *players)
    tournament.do(cm.NextLevel())
    tournament.play_hand(players[0].pk, (players[3].pk,))
    assert tournament.state.entries_closed and pool(tournament)[0] == 1_000_00
    with transaction.atomic():
        house = cashier.accounts_report()
    tournament.do(cm.Cancel("a fault", forward=True))
    after = cashier.accounts_report()
    assert sum(wallet_changes(players)) == -10_00, "only the fee of the player already out is kept"
    assert wallet_changes(players)[3] == -110_00
    change = {line.kind: line.total for line in after}["house"] - {line.kind: line.total for line in house}["house"]
    assert change == 600_00, "the house takes back the part of the overlay that nobody won"
    assert pool(tournament) == (0, 10_00) and not tournament.audit_findings()


def test_T15_a_pool_paid_forward_gives_back_the_fee_of_a_ticket_as_well(players: list[User]) -> None:
    """Everybody still has the starting stack: each gets 100 and the fee of 10."""
    satellite = opened(payouts=Payouts(ticket=110_00))
    enter(satellite, *players)
    satellite.play_hand(players[0].pk, (players[3].pk,))
    main = opened()
    enter(main, players[0], ticket=True)
    enter(main, *players[1:])
    tickets = {refund.player: refund.tickets for refund in api.preview_cancel(tournament_id=main.id)}
    assert tickets == {user.pk: 110_00 if user == players[0] else 0 for user in players}, "in full it is the ticket"
    before = wallet_changes(players)
    main.do(cm.Cancel("a fault", forward=True))
    assert [after - back for after, back in zip(wallet_changes(players), before, strict=True)] == [110_00] * 4
    assert pool(main) == (0, 0) and not main.audit_findings()


def test_T2_with_too_few_players_at_the_start_everybody_is_refunded(players: list[User]) -> None:
    tournament = DirectedTournament(
        api.announce(setup=announcement(starts_at=4_000_000_000_000, min_players=3, max_players=0))
    )
    enter(tournament, *players[:2])
    tournament.now = 4_000_000_000_000
    tournament.do(cm.Tick())
    assert (
        tournament.state.stage == "cancelled" and wallet_changes(players) == [0] * 4 and not tournament.audit_findings()
    )
    with pytest.raises(IllegalAction, match="already_over"):
        api.enter(user=players[2], tournament_id=tournament.id)


def test_T1_tickets_are_won_used_and_returned_at_their_value(players: list[User]) -> None:
    satellite = opened(payouts=Payouts(ticket=110_00))
    enter(satellite, *players)
    alice, dana = players[0], players[3]
    satellite.play_hand(alice.pk, (dana.pk,))
    assert satellite.state.stage == "ended", "three tickets for the last three players"
    assert Ticket.objects.filter(player=alice.pk, amount=110_00).count() == 1
    assert cashier.ticket_money(currency="PLAY") == 330_00 and not satellite.audit_findings()
    main = opened(name="Main")

    def holders() -> frozenset[int]:
        return api.ticket_holders([alice.pk, dana.pk], worth=110_00, currency="PLAY")

    assert holders() == {alice.pk}
    assert not api.ticket_holders([alice.pk], worth=109_00, currency="PLAY")
    with pytest.raises(IllegalAction, match="no_ticket"):
        api.enter(user=dana, tournament_id=main.id, ticket=True)
    before = wallet_changes(players)[0]
    api.enter(user=alice, tournament_id=main.id, ticket=True, key="1")
    assert not main.audit_findings()
    assert main.answer_orders() == [] and wallet_changes(players)[0] == before
    assert pool(main) == (100_00, 10_00) and cashier.ticket_money(currency="PLAY") == 220_00
    api.unregister(user=alice, tournament_id=main.id)
    main.answer_orders()
    assert holders() == {alice.pk} and cashier.ticket_money(currency="PLAY") == 330_00 and pool(main) == (0, 0)
    assert not main.audit_findings()


def test_T1_the_rest_of_a_satellite_goes_to_first_place_besides_the_ticket(players: list[User]) -> None:
    satellite = opened(payouts=Payouts(ticket=110_00, guaranteed=500_00))
    enter(satellite, *players)
    assert satellite.state.stage == "ended"
    assert Ticket.objects.filter(amount=110_00).count() == len(players)
    first = next(place.player_id for place in Entry.objects.filter(tournament=satellite.id, place=1))
    paid = 500_00 - 110_00 * len(players)
    before = -110_00
    assert wallet_changes([user for user in players if user.pk == first]) == [before + paid]
    assert Entry.objects.get(tournament=satellite.id, place=1).prize == 110_00 + paid
    assert not satellite.audit_findings()


@pytest.mark.parametrize("dearer", [True, False])
def test_T1_T2_a_ticket_that_waits_with_a_changed_price_is_refused_and_returned(
    players: list[User], *, dearer: bool
) -> None:
    """The director's new announcement is read first, then the entry, which the ticket no longer pays."""
    satellite = opened(payouts=Payouts(ticket=110_00))
    enter(satellite, *players)
    satellite.play_hand(players[0].pk, (players[3].pk,))
    main = opened(name="Main")
    setup = main.state.setup
    price = Price(pool=200_00, fee=20_00) if dearer else Price(pool=50_00, fee=5_00)
    director = person("Dana the director")
    api.change(user=director, tournament_id=main.id, setup=setup._replace(price=price), why="dearer")
    api.enter(user=players[0], tournament_id=main.id, ticket=True, key="1")
    assert main.answer_orders() == ["price_changed"]
    assert not main.state.players
    assert pool(main) == (0, 0)
    assert cashier.ticket_money(currency="PLAY") == 330_00
    assert Ticket.objects.get(player=players[0], amount=110_00).used_for is None
    assert not main.audit_findings()


def test_T1_a_satellite_with_a_ticket_for_everybody_ends_as_it_starts(players: list[User]) -> None:
    satellite = opened(payouts=Payouts(ticket=110_00, guaranteed=1_000_00))
    assert enter(satellite, *players) == []
    assert satellite.state.stage == "ended"
    assert Ticket.objects.filter(amount=110_00).count() == 4
    assert not satellite.audit_findings()


def test_T1_a_freeroll_costs_nothing_and_the_house_pays_the_prizes(players: list[User]) -> None:
    tournament = opened(price=Price(), payouts=Payouts(guaranteed=100_00))
    enter(tournament, *players)
    tournament.play_hand(players[0].pk, tuple(user.pk for user in players[1:]))
    assert wallet_changes(players)[0] > 0 and sum(wallet_changes(players)) == 100_00 and not tournament.audit_findings()


def test_T12_a_re_entry_pays_the_price_again(players: list[User]) -> None:
    tournament = opened(late=LateRegistration(until=2, entries=2), max_players=3)
    enter(tournament, *players[:3])
    alice, bob = players[:2]
    tournament.play_hand(alice.pk, (bob.pk,))
    assert enter(tournament, bob) == [] and wallet_changes(players)[1] == -220_00
    assert tournament.state.players[bob.pk].entries == 2 and not tournament.audit_findings()
    assert [event.why for event in tournament.events() if isinstance(event, ev.Seated)][-1] == "again"


def test_M5_the_wallets_statement_names_the_tournament(players: list[User]) -> None:
    from cashier.web.text import movement_text

    tournament = opened()
    enter(tournament, players[0])
    api.unregister(user=players[0], tournament_id=tournament.id)
    tournament.answer_orders()
    rows = cashier.statement(user_id=players[0].pk, currency="PLAY").rows
    assert [movement_text(row) for row in rows[:2]] == ["Paid back: Evening", "Entry: Evening"]
