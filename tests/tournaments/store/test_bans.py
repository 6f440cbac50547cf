"""F8: whoever is banned enters no tournament, and buys nothing more in one."""

import pytest

from cashier import api as cashier
from pokerroom.models import User
from tests.games.support.seats import assert_refused
from tests.games.support.tables import GRANT, person
from tests.tournaments.support.priced_tournament import enter, opened
from tournaments import api
from tournaments.engine.setup.setup import AddOn, Price

pytestmark = pytest.mark.django_db


@pytest.fixture
def alice() -> User:
    return person("Alice")


def ban(player: User) -> None:
    User.objects.filter(pk=player.pk).update(is_active=False)


def test_F8_an_entry_that_waited_for_its_locks_while_the_ban_committed_is_refused(alice: User) -> None:
    tournament = opened()
    ban(alice)
    assert_refused("banned", api.enter, user=alice, tournament_id=tournament.id)
    assert cashier.balance(user_id=alice.pk, currency="PLAY") == GRANT


def test_F8_an_entry_that_waits_for_the_director_while_its_player_is_banned_is_paid_back(alice: User) -> None:
    tournament = opened()
    api.enter(user=alice, tournament_id=tournament.id)
    assert cashier.balance(user_id=alice.pk, currency="PLAY") < GRANT
    ban(alice)
    assert tournament.answer_orders() == ["banned"]
    assert cashier.balance(user_id=alice.pk, currency="PLAY") == GRANT
    assert not api.my_entries(alice.pk)


def test_F8_somebody_who_is_banned_takes_no_add_on(alice: User) -> None:
    tournament = opened(addon=AddOn(Price(40_00), 1_000, 1))
    enter(tournament, alice, *(person(name) for name in ("Bob", "Charlie", "Dana")))
    ban(alice)
    before = cashier.balance(user_id=alice.pk, currency="PLAY")
    assert_refused("banned", api.add_on, user=alice, tournament_id=tournament.id, key="more")
    assert cashier.balance(user_id=alice.pk, currency="PLAY") == before
