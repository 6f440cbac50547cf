"""M7: the page on which players set their own limits, take breaks and exclude themselves."""

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from cashier import protection
from cashier.engine.limits import LimitKind, Period
from cashier.models import Exclusion, PlayerLimit
from cashier.protection import LimitKey
from games.seating import reality_checks
from pokerroom.models import User
from tests.games.support.seats import assert_audit_clean, wallet
from tests.games.support.tables import GRANT, host_with, person
from tests.staff import staff
from tests.tournaments.support.priced_tournament import enter, opened

pytestmark = pytest.mark.django_db
DAILY_LOSS = LimitKey(LimitKind.LOSS, Period.DAY, "CZK")
PATH = "/play-limits/loss/day/czk/"


@pytest.fixture
def alice() -> User:
    return person("Alice")


@pytest.fixture
def page(alice: User) -> Client:
    client = Client()
    client.force_login(alice)
    return client


def values(user: User) -> tuple[int | None, int | None]:
    """The daily loss limit in force and the one asked for."""
    state = protection.limits_of(user.pk)[DAILY_LOSS]
    return state.value, state.pending.value if state.pending else None


def test_M7_a_limit_is_typed_in_any_common_form_and_holds_at_once(page: Client, alice: User) -> None:
    answer = page.post(PATH, {"amount": "1 000,50"}, follow=True)
    assert "from now on" in answer.content.decode()
    assert "1\u202f000.50" in answer.content.decode()
    assert values(alice) == (1_000_50, None)


def test_M7_limits_of_several_currencies_are_chosen_by_their_names(page: Client) -> None:
    shown = page.get("/play-limits/").content.decode()
    assert ">CZK, Czech koruna</a>" in shown
    assert ">play money</a>" in shown


@pytest.mark.parametrize("typed", ["", "-5", "lots", "1.005", "9" * 30])
def test_M7_what_is_no_amount_is_refused_at_the_field_and_kept(page: Client, typed: str) -> None:
    answer = page.post(PATH, {"amount": typed})
    assert answer.status_code == 422
    assert answer.context["form"].errors["amount"]
    assert not typed or f'value="{typed}"' in answer.content.decode()
    assert not PlayerLimit.objects.exists()


def test_M7_a_raise_waits_a_day_and_is_confirmed_or_taken_back(page: Client, alice: User) -> None:
    page.post(PATH, {"amount": "100"})
    for _ in range(2):
        page.post(PATH, {"none": "on"})
    assert (values(alice), PlayerLimit.objects.count()) == ((100_00, None), 2)
    html = page.get("/play-limits/?currency=CZK").content.decode()
    assert "Asked for: no limit" in html
    assert 'value="confirm"' not in html
    early = page.post(PATH, {"do": "confirm"}, follow=True)
    assert "too early" in early.content.decode()
    page.post(PATH, {"do": "keep"})
    assert "Asked for" not in page.get("/play-limits/?currency=CZK").content.decode()
    yesterday = timezone.now() - timedelta(hours=24)
    protection.ask(user_id=alice.pk, key=DAILY_LOSS, value=300_00, now=yesterday)
    assert 'value="confirm"' in page.get("/play-limits/?currency=CZK").content.decode()
    for _ in range(2):
        page.post(PATH, {"do": "confirm"})
    assert values(alice) == (300_00, None)


def test_M7_a_time_limit_is_hours_and_minutes(page: Client, alice: User) -> None:
    page.post("/play-limits/time/week/", {"hours": "2", "minutes": "30"})
    assert protection.limits_in_force(alice.pk, LimitKind.TIME) == {Period.WEEK: 150}
    assert "2 h 30 min" in page.get("/play-limits/").content.decode()
    assert page.post("/play-limits/time/week/", {"hours": "", "minutes": ""}).status_code == 422


@pytest.mark.parametrize("path", ["loss/day/", "time/day/czk/", "loss/year/czk/", "luck/day/czk/", "loss/day/xyz/"])
def test_M7_there_is_no_other_limit(page: Client, path: str) -> None:
    assert page.get(f"/play-limits/{path}").status_code == 404


def test_M7_a_bar_shows_what_is_used(page: Client, alice: User) -> None:
    host_with(alice, person("Bob"))
    protection.ask(user_id=alice.pk, key=DAILY_LOSS._replace(currency="PLAY"), value=4_000_00)
    html = page.get("/play-limits/?currency=PLAY").content.decode()
    assert '<progress max="1000" value="500"' in html


@pytest.mark.parametrize(("path", "length"), [("cool-off", "7"), ("self-exclusion", "6"), ("self-exclusion", "0")])
def test_M7_a_player_who_stays_away_gets_everything_back_and_keeps_the_pages(
    page: Client, alice: User, path: str, length: str
) -> None:
    host, tournament = host_with(alice, person("Bob")), opened()
    enter(tournament, alice)
    assert wallet(alice) == GRANT - 2_000_00 - 110_00
    page.post(f"/play-limits/{path}", {"length": length, "confirmation": " Stop "})
    host.read_inbox()
    tournament.answer_orders()
    assert (host.table.player_seat(alice.pk), wallet(alice)) == (None, GRANT)
    for open_page in ("/wallet/", "/wallet/statement.csv", "/hands/", "/play-limits/", "/"):
        assert page.get(open_page).status_code == 200, open_page
    assert "not to play until" in page.get("/play-limits/").content.decode() or length == "0"
    assert_audit_clean()


@pytest.mark.parametrize("typed", ["", "yes", "stopp"])
def test_M7_without_the_typed_word_nothing_begins(page: Client, typed: str) -> None:
    answer = page.post("/play-limits/self-exclusion", {"length": "0", "confirmation": typed})
    assert answer.status_code == 422
    assert not Exclusion.objects.exists()


def test_M7_a_length_that_is_not_offered_is_refused(page: Client) -> None:
    assert page.post("/play-limits/cool-off", {"length": "0", "confirmation": "stop"}).status_code == 422
    assert not Exclusion.objects.exists()


def test_M7_the_reality_check_is_chosen(page: Client, alice: User, bob: User) -> None:
    page.post("/play-limits/reality-check", {"minutes": "15"})
    assert reality_checks.minutes_of(alice.pk) == 15
    assert (reality_checks.own_choice(alice.pk), reality_checks.own_choice(bob.pk)) == (15, None)
    page.post("/play-limits/reality-check", {"minutes": "7"})
    assert reality_checks.minutes_of(alice.pk) == 15
    page.post("/play-limits/reality-check", {"minutes": ""})
    assert reality_checks.minutes_of(alice.pk) == 60


def test_M7_a_visitor_signs_in_first(client: Client) -> None:
    assert client.get("/play-limits/").status_code == 302
    assert client.post(PATH, {"amount": "1"}).status_code == 302


def test_M7_staff_see_that_play_is_limited_and_until_when_not_why(alice: User) -> None:
    bob, carol = person("Bob"), person("Carol")
    protection.ask(user_id=alice.pk, key=DAILY_LOSS, value=987_654_00)
    protection.cool_off(user_id=bob.pk, days=7)
    for value in (500, None):
        protection.ask(user_id=carol.pk, key=DAILY_LOSS, value=value, now=timezone.now() - timedelta(days=2))
    protection.confirm(user_id=carol.pk, key=DAILY_LOSS)
    cashier = staff("cashier")
    html = cashier.get("/office/limited/").content.decode()
    assert "Alice" in html
    assert "Plays with limits of their own" in html
    assert "Bob" in html
    assert "until " in html
    assert "for good" not in html
    assert "Carol" not in html
    # A figure so long stands in no hash and no nonce of the page by chance.
    assert not re.search(r"987\s?654", html)
    for secret in ("loss", "cool-off", "Cool-off"):
        assert secret not in html
    assert "Alice" not in cashier.get("/office/limited/?play=away").content.decode()
    assert staff("floorman").get("/office/limited/").status_code == 403
