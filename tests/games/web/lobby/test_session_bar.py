"""M7: the session in the bar of every page: time played, result, reality checks, time that is nearly up."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from cashier import protection
from cashier.engine.limits import LimitKind, Period
from cashier.models import Entry
from cashier.protection import LimitKey
from games.engine.events.kinds import StopPlan
from games.models.play_time import RealityCheck, Sitting
from games.money.escrow import signed_money_text
from games.seating import reality_checks
from games.seating.play_time import BREAK
from games.web.lobby.session_bar import Result, session_context, session_fragment
from pokerroom.models import User
from tests.games.support.tables import SteppedHost, host_with, person

pytestmark = pytest.mark.django_db
FRAGMENT = {"X-Fragment": "1"}


@pytest.fixture
def alice() -> User:
    return person("Alice")


@pytest.fixture
def host(alice: User) -> SteppedHost:
    """A table where Alice has sat for 61 minutes."""
    host = host_with(alice, person("Bob"))
    Sitting.objects.update(began_at=timezone.now() - timedelta(minutes=61))
    return host


@pytest.fixture
def client_of_alice(alice: User) -> Client:
    client = Client()
    client.force_login(alice)
    return client


def test_M7_a_player_who_sits_at_no_table_has_no_session(alice: User) -> None:
    assert session_context(alice) == {}
    assert "is-empty" in session_fragment(alice, "en")


@pytest.mark.usefixtures("host")
def test_M7_the_bar_of_every_page_shows_time_and_result_in_the_readers_language(client_of_alice: Client) -> None:
    html = client_of_alice.get("/wallet/").content.decode()
    assert "You have played 1 h 01 min." in html
    assert 'value="go_on:0"' in html
    alice = User.objects.get(username="alice")
    assert "Hrajete 1\u00a0h 01\u00a0min." in session_fragment(alice, "cs")


def test_M7_the_result_counts_the_buy_in_of_a_seat_that_is_taken_later(alice: User) -> None:
    host_with(alice, person("Bob"))
    bought_in = Entry.objects.filter(cause_kind="buy_in").earliest("pk").at
    Sitting.objects.update(began_at=bought_in + timedelta(seconds=1))
    assert session_context(alice)["results"] == [Result(signed_money_text(0, "PLAY"), False)]
    # What the session before brought is over.
    Sitting.objects.update(began_at=bought_in + BREAK)
    assert session_context(alice)["results"] == [Result(signed_money_text(2_000_00, "PLAY"), True)]


@pytest.mark.usefixtures("host")
def test_M7_going_on_ends_the_check_until_the_next_one(client_of_alice: Client, alice: User) -> None:
    html = client_of_alice.post("/waiting/", {"do": "go_on:0"}, headers=FRAGMENT).content.decode()
    assert 'id="my-tables"' in html
    assert "session-check" not in html
    RealityCheck.objects.update(seen_at=timezone.now() - timedelta(minutes=60))
    assert "session-check" in client_of_alice.get("/session/").content.decode()
    reality_checks.choose(alice.pk, 0)
    assert "session-check" not in client_of_alice.get("/session/").content.decode()


def test_M7_stopping_ends_the_seat_after_the_hand(client_of_alice: Client, alice: User, host: SteppedHost) -> None:
    host.until("turn")
    client_of_alice.post("/waiting/", {"do": "stop:0"}, headers=FRAGMENT)
    host.read_inbox()
    number = host.table.player_seat(alice.pk)
    assert number is not None
    assert host.table.seat(number).plan == StopPlan.LEAVE
    host.play_hand()
    assert host.table.player_seat(alice.pk) is None


@pytest.mark.usefixtures("host")
@pytest.mark.parametrize(("limit", "says", "urgent"), [(90, False, False), (75, True, False), (65, True, True)])
def test_M7_the_bar_says_when_a_time_limit_is_nearly_used_up(alice: User, limit: int, says: bool, urgent: bool) -> None:
    protection.ask(user_id=alice.pk, key=LimitKey(LimitKind.TIME, Period.MONTH), value=limit)
    context = session_context(alice)
    assert ("warning" in context, context.get("is_urgent", False)) == (says, urgent)


def test_M7_the_session_of_a_visitor_is_not_told(client: Client) -> None:
    assert client.get("/session/").status_code == 302
