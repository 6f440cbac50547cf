"""M7: own limits and times away of players in tournaments."""

import pytest

from backoffice.room_settings import store
from cashier import api as cashier
from cashier import protection
from cashier.engine.limits import LimitKind, Period
from cashier.protection import EMAIL_FOR_MONEY, LimitKey
from games.engine.table import commands as table_cm
from pokerroom.models import User
from tests.games.support.seats import assert_refused
from tests.games.support.tables import GRANT, SteppedHost, person
from tests.tournaments.support.directed_tournament import DirectedTournament
from tests.tournaments.support.priced_tournament import enter, opened
from tests.tournaments.support.setup_fields import SetupFields
from tournaments import api
from tournaments.engine.setup.payouts import Payouts
from tournaments.engine.setup.setup import AddOn, Price, Rebuy

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice() -> User:
    return person("Alice")


def started(alice: User) -> DirectedTournament:
    tournament = opened()
    enter(tournament, alice, *(person(name) for name in ("Bob", "Charlie", "Dana")))
    assert api.my_entries(alice.pk)[0].stage == "running"
    return tournament


def test_M7_an_entry_above_the_loss_limit_is_refused(alice: User) -> None:
    protection.ask(user_id=alice.pk, key=LimitKey(LimitKind.LOSS, Period.DAY, "PLAY"), value=200_00)
    first, second = opened(), opened(name="Night")
    enter(first, alice)
    detail = assert_refused("play_limit", api.enter, user=alice, tournament_id=second.id)
    assert "90" in str(detail["sentence"])
    assert cashier.balance(user_id=alice.pk, currency="PLAY") == GRANT - 110_00


@pytest.mark.parametrize(
    ("left", "allowed"), [(39_99, ()), (40_00, ("add_on",)), (54_99, ("add_on",)), (55_00, ("rebuy", "add_on"))]
)
def test_M7_rebuys_and_add_ons_above_the_loss_limit_are_refused(left: int, allowed: tuple[str, ...]) -> None:
    players = [person(name) for name in ("Alice", "Bob", "Charlie", "Dana")]
    tournament = opened(rebuy=Rebuy(Price(50_00, 5_00), 500, 1), addon=AddOn(Price(40_00), 1_000, 1))
    enter(tournament, *players)
    winner, loser = players[:2]
    tournament.play_hand(winner.pk, (loser.pk,))
    for user, act in ((winner, "add_on"), (loser, "rebuy")):
        protection.ask(user_id=user.pk, key=LimitKey(LimitKind.LOSS, Period.DAY, "PLAY"), value=110_00 + left)
        before = cashier.balance(user_id=user.pk, currency="PLAY")
        if act in allowed:
            getattr(api, act)(user=user, tournament_id=tournament.id, key="more")
            assert cashier.balance(user_id=user.pk, currency="PLAY") < before
        else:
            assert_refused("play_limit", getattr(api, act), user=user, tournament_id=tournament.id, key="more")
            assert cashier.balance(user_id=user.pk, currency="PLAY") == before
    assert tournament.answer_orders() == []


def test_M7_a_used_up_time_limit_refuses_entries(alice: User) -> None:
    protection.ask(user_id=alice.pk, key=LimitKey(LimitKind.TIME, Period.WEEK), value=0)
    assert_refused("play_limit", api.enter, user=alice, tournament_id=opened().id)


def test_M7_a_player_who_goes_away_before_the_start_is_paid_back_and_cannot_enter(alice: User) -> None:
    tournament = opened()
    enter(tournament, alice)
    protection.cool_off(user_id=alice.pk, days=1)
    api.stay_away(user=alice)
    assert tournament.answer_orders() == []
    assert cashier.balance(user_id=alice.pk, currency="PLAY") == GRANT
    assert_refused("play_limit", api.enter, user=alice, tournament_id=tournament.id)


def test_M7_an_entry_that_waits_while_its_player_goes_away_is_paid_back(alice: User) -> None:
    tournament = opened()
    api.enter(user=alice, tournament_id=tournament.id)
    protection.self_exclude(user_id=alice.pk, months=0)
    api.stay_away(user=alice)
    assert tournament.answer_orders() == ["away_by_choice"]
    assert cashier.balance(user_id=alice.pk, currency="PLAY") == GRANT


def test_M7_a_free_entry_for_money_needs_a_confirmed_address_as_a_deposit_does(alice: User) -> None:
    free: SetupFields = {"price": Price(), "payouts": Payouts(guaranteed=100_00)}
    for_money, for_play = opened(currency="CZK", **free), opened(name="Play", **free)
    store(EMAIL_FOR_MONEY.key, True)
    detail = assert_refused("play_limit", api.enter, user=alice, tournament_id=for_money.id)
    assert "Confirm an e-mail address" in str(detail["sentence"])
    assert api.my_entries(alice.pk) == []
    assert enter(for_play, alice) == []
    bot = person("Robot", bot=True)
    User.objects.filter(pk=alice.pk).update(email="alice@example.com")
    assert enter(for_money, alice, bot) == []
    assert len(for_money.state.players) == 2


def test_M7_in_a_running_tournament_the_room_plays_on_and_the_player_cannot_come_back(alice: User) -> None:
    tournament = started(alice)
    protection.self_exclude(user_id=alice.pk, months=6)
    api.stay_away(user=alice)
    assert tournament.answer_orders() == []
    assert tournament.state.players[alice.pk].away
    assert_refused("play_limit", api.come_back, user=alice, tournament_id=tournament.id)


def test_M7_a_player_who_goes_away_without_having_come_to_the_table_does_not_play_by_opening_it(alice: User) -> None:
    tournament = started(alice)
    host = SteppedHost(tournament.tables.table_ids[1])
    host.read_inbox()
    protection.self_exclude(user_id=alice.pk, months=6)
    api.stay_away(user=alice)
    tournament.answer_orders()
    host.read_inbox()
    host.do(table_cm.SetConnected(alice.pk, True))
    assert host.table.seat(host.table.player_seat(alice.pk)).sitting_out
    tournament.read_reports()
    assert tournament.state.players[alice.pk].away
