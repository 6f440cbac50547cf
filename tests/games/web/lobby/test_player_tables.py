"""The pages of tables that players open for themselves (K10): the form, and the page of the open table."""

from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Table
from games.models.access import PlayerTableLimits
from games.text.refusals import refusal_text
from games.web.lobby import player_tables
from pokerroom.models import User
from tests.games.support.tables import SteppedHost, open_table, person, seat

pytestmark = pytest.mark.django_db
FORM = {
    "name": "Kamarádi", "game": "omaha8", "structure": "fl", "stakes": "4", "seats": "6", "least": "40", "most": "200",
    "password": "sesame",
}  # fmt: skip


@pytest.fixture
def browser_of() -> Callable[[User], Client]:
    """A browser in which a player has signed in."""

    def signed_in(user: User) -> Client:
        client = Client()
        client.force_login(user)
        return client

    return signed_in


def test_K10_the_form_opens_the_table_and_shows_the_link_for_friends(browser_of: Callable[[User], Client]) -> None:
    alice, bob = person("Alice"), person("Bob")
    browser = browser_of(alice)
    assert "Open a table of your own" in browser.get("/own-table/").content.decode()
    answer = browser.post("/own-table/", FORM)
    table = Table.objects.get(name="Kamarádi")
    assert answer.headers["Location"] == f"/own-table/{table.pk}/"
    assert (table.min_buy_in, table.max_buy_in, table.seats) == (160_00, 800_00, 6)
    html = browser.get(f"/own-table/{table.pk}/").content.decode()
    link = html.split(f"http://testserver/table/{table.pk}/invite/")[1].split("/")[0]
    friend = browser_of(bob)
    assert friend.get(f"/table/{table.pk}/invite/{link}/").headers["Location"] == f"/table/{table.pk}/?sit"
    sent = friend.post(f"/table/{table.pk}/sit/", {"amount": "400", "key": "k"}, headers={"HX-Request": "true"})
    assert 'hx-get="/orders/' in sent.content.decode()
    assert friend.get(f"/own-table/{table.pk}/").status_code == 404
    assert friend.post(f"/own-table/{table.pk}/").status_code == 404
    assert "yours" in browser.get("/").content.decode()
    assert browser.post(f"/own-table/{table.pk}/").headers["Location"] == "/"
    assert not Table.objects.get(pk=table.pk).is_open


def test_K10_a_wrong_form_shows_errors_and_opens_nothing(browser_of: Callable[[User], Client]) -> None:
    browser = browser_of(person("Alice"))
    open_table()
    for change, text in (
        ({"name": "Prague"}, "There is already a table with this name."),
        ({"name": ""}, "This field is required."),
        ({"stakes": "much"}, "This is not an amount."),
        ({"stakes": "5000"}, "Stakes must be from 1 to 100."),
        ({"most": "9999"}, "Buy-ins must be from 80 to 2\u202f000."),
        ({"seats": "99"}, "Select a valid choice."),
    ):
        assert text in browser.post("/own-table/", {**FORM, **change}).content.decode(), change
    assert Table.objects.count() == 1
    assert Client().get("/own-table/").status_code == 302


def test_K10_the_form_lists_the_open_tables_of_the_player_and_says_what_is_allowed(
    browser_of: Callable[[User], Client],
) -> None:
    alice, bob = person("Alice"), person("Bob")
    browser = browser_of(alice)
    for number in (2, 1):
        browser.post("/own-table/", {**FORM, "name": f"Own {number}"})
    browser_of(bob).post("/own-table/", {**FORM, "name": "Bobs"})
    page = browser.get("/own-table/")
    assert [table.name for table in page.context["running"]] == ["Own 2", "Own 1"]
    assert (page.context["off"], page.context["form"].is_bound) == (False, False)
    fields = page.context["form"].fields
    assert (fields["least"].help_text, fields["most"].help_text) == ("At least 20.", "At most 500.")
    assert fields["game"].choices[:2] == [("holdem", "Hold'em"), ("omaha", "Omaha")]
    Table.objects.filter(name="Own 2").update(closed_at=timezone.now(), is_open=False)
    PlayerTableLimits.objects.create(allowed=False)
    page = browser.get("/own-table/")
    assert [table.name for table in page.context["running"]] == ["Own 1"]
    assert page.context["off"] is True


def test_K10_stakes_name_their_currency_unless_they_are_play_money(browser_of: Callable[[User], Client]) -> None:
    browser = browser_of(person("Alice"))
    limits = PlayerTableLimits.objects.create()

    def label() -> str:
        return str(browser.get("/own-table/").context["form"]["stakes"].label)

    assert label() == "Big blind or lower limit"
    PlayerTableLimits.objects.filter(pk=limits.pk).update(currency="EUR")
    assert label() == "Big blind or lower limit in €"


def test_K10_the_page_of_an_own_table_shows_its_game_stakes_and_taken_seats(
    browser_of: Callable[[User], Client],
) -> None:
    alice = person("Alice")
    browser = browser_of(alice)
    browser.post("/own-table/", {**FORM, "password": "", "closed_to_watchers": "on"})
    table = Table.objects.get(name="Kamarádi")
    seat(SteppedHost(open_table().pk), person("Jan"))
    seat(SteppedHost(table.pk), alice, person("Bob"), amount=200_00)
    page = browser.get(f"/own-table/{table.pk}/")
    context = {name: page.context[name] for name in ("game", "stakes", "taken", "link", "close_after")}
    assert context == {
        "game": "Fixed-limit Omaha hi-lo",
        "stakes": "4/8",
        "taken": 2,
        "link": f"http://testserver/table/{table.pk}/",
        "close_after": 30,
    }
    assert table.closed_to_watchers
    closed = browser.post(f"/own-table/{table.pk}/", follow=True).content.decode()
    assert "Kamarádi closes now, or when the current hand is over." in closed
    Table.objects.filter(pk=table.pk).update(closed_at=timezone.now(), is_open=False)
    assert browser.get(f"/own-table/{table.pk}/").status_code == 404


def test_K10_opening_tables_is_rate_limited_and_visitors_are_asked_to_sign_in(
    browser_of: Callable[[User], Client], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(player_tables, "MOST_TABLES", 1)
    PlayerTableLimits.objects.create(max_per_player=5)
    browser = browser_of(person("Alice"))
    assert browser.post("/own-table/", {**FORM, "name": "Brno"}).status_code == 302
    assert refusal_text("slow_down") in browser.post("/own-table/", {**FORM, "name": "Cheb"}).content.decode()
    assert list(Table.objects.values_list("name", flat=True)) == ["Brno"]
    assert Client().get("/own-table/").headers["Location"] == "/accounts/sign-in/?next=/own-table/"
