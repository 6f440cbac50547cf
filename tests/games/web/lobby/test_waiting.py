"""The views of the lobby and the waiting lists: saved filters, seat me, the strip, dialogs, closed tables."""

import re

import pytest
from django.test import Client

from games import api
from games.engine.table import commands as cm
from games.lobby.my_tables import MyWait
from games.models import Order, Seat, Table
from games.models.access import LobbyNews, WaitingEntry
from games.seating import waiting_calls, waiting_list
from games.seating.invitations import invitation_token
from games.text.refusals import refusal_text
from games.web.lobby import waiting
from games.web.lobby.my_strip import my_strip_fragment
from games.web.lobby.waiting import ANY_GAME, LAST_KIND_KEY, best_game_url
from games.web.security import rate_limits
from games.web.security.invitations import PASSWORD_TRIES
from pokerroom.models import User
from tests.games.support.lobby import lobby_fragments
from tests.games.support.restrictions import bar
from tests.games.support.tables import NL_10_20, START_MS, SteppedHost, open_table, person, seat
from tests.games.support.waiting_lists import full_table, kind_of, leave
from tests.games.web.conftest import HTMX

pytestmark = pytest.mark.django_db
FRAGMENT = {"X-Fragment": "1"}


def press(petr_client: Client, do: str) -> str:
    """Presses a button of the strip and returns the new strip."""
    return petr_client.post("/waiting/", {"do": do}, headers=FRAGMENT).content.decode()


def test_k1_filters_are_saved_with_the_session_until_they_are_changed(petr_client: Client) -> None:
    open_table()
    petr_client.get("/?f=1&game=stud&band=high&people=on&sort=-pot")
    html = petr_client.get("/").content.decode()
    assert len(re.findall(r"<input[^>]* checked", html)) == 3
    heading = '<th class="n" aria-sort="descending"><button form="filters" name="sort" value="pot">'
    assert heading in re.sub(r">\s+<", "><", html)
    petr_client.head("/?f=1")
    assert not re.findall(r"<input[^>]* checked", petr_client.get("/").content.decode())


def test_k1_rows_are_sorted_by_a_column(petr_client: Client) -> None:
    names = ("Brno", "Aš", "Cheb")
    for name, pot in zip(names, (300_00, 100_00, 200_00), strict=True):
        Table.objects.filter(pk=open_table(name).pk).update(average_pot=pot, hands=1)
    for query, wanted in (
        ("sort=name", ["Aš", "Brno", "Cheb"]),
        ("sort=-pot", ["Brno", "Cheb", "Aš"]),
        ("sort=pot", ["Aš", "Cheb", "Brno"]),
        ("sort=nonsense", ["Aš", "Brno", "Cheb"]),
    ):
        html = petr_client.get(f"/?{query}").content.decode()
        assert re.findall(r'<tr id="table-\d+".*?<b>(\w+)</b>', html, re.S) == wanted


def test_k1_current_room_news_is_shown_in_the_viewers_language() -> None:
    LobbyNews.objects.create(texts={"en": "League tonight", "cs": "Dnes liga"})
    LobbyNews.objects.create(texts={"en": "Only English", "cs": ""})
    LobbyNews.objects.create(texts={"en": "Over"}, starts_at="2020-01-01T00:00Z", ends_at="2020-01-02T00:00Z")
    LobbyNews.objects.create(texts={"en": "To come"}, starts_at="2999-01-01T00:00Z")
    news = lobby_fragments("cs", 0)["room-news"]
    assert "Dnes liga" in news
    assert "Only English" in news
    assert "Over" not in news
    assert "To come" not in news


def test_k1_a_full_table_offers_its_list_and_shows_the_viewers_place(petr_client: Client, petr: User) -> None:
    host = full_table()
    row = lobby_fragments("en", petr.pk)[f"table-{host.id}"]
    assert f'form="my-tables-form" name="do" value="join:{host.id}"' in row
    assert "Place 1 of 1" not in row
    assert "</a> <b>1 of 1</b>" in press(petr_client, f"join:{host.id}")
    row = lobby_fragments("en", petr.pk)[f"table-{host.id}"]
    assert "Place 1 of 1" in row
    assert "<b>1</b>" in row
    leave(host)
    waiting_calls.serve(host.id, START_MS)
    assert "Take the seat" in lobby_fragments("en", petr.pk)[f"table-{host.id}"]
    other = lobby_fragments("en", person("Walkin").pk)[f"table-{host.id}"]
    assert "Join the list" in other
    assert "Sit down" not in other


def test_k9_the_strip_shows_places_calls_misses_and_the_end_of_waiting(petr_client: Client, petr: User) -> None:
    host = full_table()
    assert "is-empty" in my_strip_fragment(petr, "en")
    entry = waiting_list.join(user_id=petr.pk, table_id=host.id)
    leave(host)
    waiting_calls.serve(host.id, START_MS)
    html = petr_client.get("/wallet/").content.decode()
    assert "Your seat at Prague is ready." in html
    assert f'data-until="{START_MS + 60_000}"' in html
    assert f'href="/table/{host.id}/?sit"' in html
    assert "one call missed" in press(petr_client, f"pass:{entry}")
    waiting_calls.serve(host.id, START_MS)
    assert "off the list for Prague" in press(petr_client, f"pass:{entry}")
    assert "is-empty" in press(petr_client, f"seen:{entry}")
    waiting_list.join_kind(user_id=petr.pk, kind=kind_of(host))
    assert "No-limit hold&#39;em 10/20" in my_strip_fragment(petr, "en")


def test_F1_the_strip_marks_a_paused_table_and_shows_its_new_stakes(petr: User) -> None:
    host = SteppedHost(open_table("Prague").pk)
    seat(host, petr)
    assert "paused" not in my_strip_fragment(petr, "en")
    host.do(cm.Pause("Fire"))
    rules = host.table.full_rules
    host.do(cm.ChangeRules(rules._replace(stakes=rules.stakes._replace(small_blind=50_00, big_blind=100_00))))
    html = my_strip_fragment(petr, "en")
    assert "<b>Prague</b> NL 50/100" in html
    assert ">paused</span>" in html
    host.do(cm.Resume(""))
    assert "paused" not in my_strip_fragment(petr, "en")


def test_k9_the_strip_refuses_unknown_buttons_and_other_players_entries(petr_client: Client, petr: User) -> None:
    host = full_table()
    press(petr_client, f"join:{host.id}")
    entry = WaitingEntry.objects.get()
    assert 'aria-pressed="true"' in press(petr_client, f"away:{entry.pk}")
    assert 'aria-pressed="false"' in press(petr_client, f"back:{entry.pk}")
    for nonsense in ("", "join", "join:", "join:x", "close:1", "join:" + "9" * 40):
        assert 'role="alert"' in press(petr_client, nonsense)
    other = Client()
    other.force_login(person("Other"))
    press(other, f"leave:{entry.pk}")
    entry.refresh_from_db()
    assert entry.ended == ""
    assert (
        petr_client.post("/waiting/", {"do": f"leave:{entry.pk}", "next": "/wallet/"}).headers["Location"] == "/wallet/"
    )
    assert petr_client.post("/waiting/", {"do": "x:1", "next": "//evil.example/"}).headers["Location"] == "/"
    assert Client().post("/waiting/", {"do": f"join:{host.id}"}).status_code == 302
    assert petr_client.get("/waiting/").status_code == 405
    assert not waiting_calls.active_entries().exists()


def test_k9_asking_for_a_seat_at_a_full_table_opens_the_waiting_list(petr_client: Client, petr: User) -> None:
    host = full_table()
    for path in ("sit/", "sit/1/", "wait/"):
        assert "Waiting list of Prague" in petr_client.get(f"/table/{host.id}/{path}", headers=HTMX).content.decode()
    html = petr_client.post(f"/table/{host.id}/wait/", headers=HTMX).content.decode()
    assert "You are in place 1 of 1." in html
    assert f'hx-get="/table/{host.id}/wait/"' in petr_client.get(f"/table/{host.id}/?wait").content.decode()
    assert petr_client.get(f"/table/{host.id}/wait/").headers["Location"] == f"/table/{host.id}/?wait"
    leave(host)
    waiting_calls.serve(host.id, START_MS)
    assert "A seat is kept for you." in petr_client.get(f"/table/{host.id}/wait/", headers=HTMX).content.decode()
    assert "Sit down" in petr_client.get(f"/table/{host.id}/sit/", headers=HTMX).content.decode()
    walkin = Client()
    walkin.force_login(person("Walkin"))
    assert "Waiting list of Prague" in walkin.get(f"/table/{host.id}/sit/0/", headers=HTMX).content.decode()
    sent = walkin.post(f"/table/{host.id}/sit/0/", {"amount": "2000", "key": "k"}, headers=HTMX).content.decode()
    assert "The free seat is kept for somebody from the waiting list." in sent
    assert not Order.objects.filter(applied_at=None).exists()


def test_seat_me_opens_the_buy_in_or_joins_the_list(petr_client: Client, petr: User) -> None:
    full = full_table()
    code = kind_of(full).code
    answer = petr_client.post("/seat-me/", {"kind": code})
    assert answer.headers["Location"] == "/"
    assert WaitingEntry.objects.get(player=petr).kind == code
    assert "you are on the waiting list" in petr_client.get("/").content.decode()
    quiet = open_table("Quiet")
    waiting_list.leave(user_id=petr.pk, entry_id=WaitingEntry.objects.get().pk)
    assert petr_client.post("/seat-me/", {"kind": code}).headers["Location"] == f"/table/{quiet.pk}/?sit"
    assert f'value="{code}" selected' in petr_client.get("/").content.decode()
    for nonsense in ("", "x", "a:b:c:d:e:f", "holdem:nl:1:2:0", "holdem:nl:-1:2:0:PLAY"):
        assert petr_client.post("/seat-me/", {"kind": nonsense}).headers["Location"] == "/"
    assert (
        "There is no such table."
        in petr_client.get(
            petr_client.post("/seat-me/", {"kind": "holdem:nl:7:9:0:PLAY"}).headers["Location"]
        ).content.decode()
    )


def test_k12_seat_me_finds_no_seat_at_a_table_that_bars_the_player(petr_client: Client, petr: User) -> None:
    table = open_table()
    bar(petr, table)
    assert petr_client.post("/seat-me/", {"kind": kind_of(SteppedHost(table.pk)).code}).headers["Location"] == "/"
    form = {"amount": "2000", "key": "k"}
    html = petr_client.post(f"/table/{table.pk}/sit/0/", form, headers=HTMX).content.decode()
    assert "You can&#39;t sit at this table. Please choose another." in html
    assert "barred" not in html


def test_k10_the_password_is_asked_for_once_and_a_link_replaces_it(petr_client: Client, petr: User) -> None:
    host = SteppedHost(open_table(seats=2, password="sesame").pk)
    for name in ("A", "B"):
        api.take_seat(user=person(name * 3), table_id=host.id, seat=-1, amount=1_000_00, password="sesame")
    host.read_inbox()
    path = f"/table/{host.id}/wait/"
    assert 'type="password"' in petr_client.get(path, headers=HTMX).content.decode()
    wrong = petr_client.post(path, {"password": "nope"}, headers=HTMX).content.decode()
    assert "That is not this table&#x27;s password." in wrong
    assert "place 1 of 1" in petr_client.post(path, {"password": "sesame"}, headers=HTMX).content.decode()
    host.do(cm.Leave(Seat.objects.get(table=host.id, seat=0).player_id))
    waiting_calls.serve(host.id, START_MS)
    assert 'type="password"' not in petr_client.get(f"/table/{host.id}/sit/", headers=HTMX).content.decode()
    row = Table.objects.get(pk=host.id)
    friend = Client()
    friend.force_login(person("Friend"))
    bad = friend.get(f"/table/{host.id}/invite/{'x' * 43}/", follow=True)
    assert bad.status_code == 200
    api.change_table(table_id=host.id, bots=0)
    assert "wrong" in friend.post(path, {}, headers=HTMX).content.decode()
    friend.get(f"/table/{host.id}/invite/{invitation_token(row)}/")
    assert "place 2 of 2" in friend.post(path, {}, headers=HTMX).content.decode()


def test_k10_who_waits_already_is_asked_for_a_new_password_all_the_same(petr_client: Client, petr: User) -> None:
    host = full_table()
    waiting_list.join(user_id=petr.pk, table_id=host.id)
    api.change_table(table_id=host.id, password="sesame")
    path = f"/table/{host.id}/wait/"
    for guess in ({}, {"password": "nope"}):
        assert "That is not this table&#x27;s password." in petr_client.post(path, guess, headers=HTMX).content.decode()
    leave(host)
    waiting_calls.serve(host.id, START_MS)
    form = {"amount": "2000", "key": "k"}
    refused = petr_client.post(f"/table/{host.id}/sit/", form, headers=HTMX).content.decode()
    assert 'type="password"' in refused
    assert not Order.objects.filter(player=petr, table=host.id).exists()
    petr_client.post(path, {"password": "sesame"}, headers=HTMX)
    petr_client.post(f"/table/{host.id}/sit/", form, headers=HTMX)
    assert Order.objects.filter(player=petr, table=host.id).exists()


def test_k10_guessing_the_password_is_rate_limited(petr_client: Client) -> None:
    table = open_table(password="sesame")
    for path in (f"/table/{table.pk}/sit/", f"/table/{table.pk}/wait/"):
        for _ in range(10):
            petr_client.post(path, {"amount": "2000", "key": "k", "password": "guess"}, headers=HTMX)
    html = petr_client.post(
        f"/table/{table.pk}/sit/", {"amount": "2000", "key": "k", "password": "sesame"}, headers=HTMX
    )
    assert "Slow down a little." in html.content.decode()
    assert not Order.objects.exists()


def test_k14_a_table_closed_to_watchers_shows_no_game(petr_client: Client, petr: User) -> None:
    host = SteppedHost(open_table(closed_to_watchers=True).pk)
    seat(host, person("Alice"), person("Bob"))
    host.play_hand()
    for browser in (petr_client, Client()):
        html = browser.get(f"/table/{host.id}/").content.decode()
        assert "closed to watchers" in html
        assert 'data-socket="/ws/table/' not in html
        assert "Alice" not in html
        assert browser.get(f"/table/{host.id}/hands/").status_code == 404
        assert browser.get(f"/table/{host.id}/hands/1/").status_code == 404
    alice = Client()
    alice.force_login(User.objects.get(display_name="Alice"))
    assert 'id="table-surface"' in alice.get(f"/table/{host.id}/").content.decode()
    assert alice.get(f"/table/{host.id}/hands/1/").status_code == 200
    host.do(cm.Leave(User.objects.get(display_name="Alice").pk))
    assert alice.get(f"/table/{host.id}/hands/1/").status_code == 200
    assert alice.get(f"/table/{host.id}/hands/").status_code == 404


def test_my_tables_are_one_click_away_from_every_page(petr_client: Client, petr: User) -> None:
    host = SteppedHost(open_table(rules=NL_10_20).pk)
    seat(host, petr)
    for page in ("/", "/wallet/", "/accounts/settings/", "/rules/", f"/table/{host.id}/hands/"):
        assert f'class="my-tables-table" href="/table/{host.id}/"' in petr_client.get(page).content.decode()
    assert 'id="my-tables"' not in Client().get("/").content.decode()


def test_k9_buttons_and_seat_me_are_rate_limited(
    petr_client: Client, petr: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(waiting, "MOST_PRESSES", 1)
    monkeypatch.setattr(waiting, "MOST_SEARCHES", 1)
    host = full_table()
    press(petr_client, f"join:{host.id}")
    entry = WaitingEntry.objects.get(player=petr)
    assert "Slow down a little." in press(petr_client, f"leave:{entry.pk}")
    entry.refresh_from_db()
    assert entry.ended == ""
    open_table("Brno")
    code = kind_of(host).code
    assert petr_client.post("/seat-me/", {"kind": code}).headers["Location"].endswith("?sit")
    assert "Slow down a little." in petr_client.post("/seat-me/", {"kind": code}, follow=True).content.decode()


def test_k10_guesses_of_a_lists_password_are_counted_even_when_orders_are_not_too_many(petr_client: Client) -> None:
    path = f"/table/{open_table(password='sesame').pk}/wait/"
    answers = [
        petr_client.post(path, {"password": "guess"}, headers=HTMX).context["notice"] for _ in range(PASSWORD_TRIES + 1)
    ]
    assert answers == [refusal_text("wrong_password")] * PASSWORD_TRIES + [refusal_text("too_many_guesses")]


def test_k9_joining_a_list_counts_as_an_order(petr_client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate_limits, "MOST_CHIP_ORDERS", 0)
    answer = petr_client.post(f"/table/{full_table().id}/wait/", headers=HTMX)
    assert answer.context["notice"] == refusal_text("slow_down")
    assert not WaitingEntry.objects.exists()


def test_k9_the_dialog_of_a_list_counts_who_waits_there_and_finds_the_player_there(
    petr_client: Client, petr: User
) -> None:
    host, other = full_table(), full_table("Brno")
    waiting_list.join(user_id=petr.pk, table_id=other.id)
    for number in range(2):
        waiting_list.join(user_id=person(f"Waiter{number}").pk, table_id=host.id)

    def dialog(client: Client = petr_client) -> dict[str, object]:
        context = client.get(f"/table/{host.id}/wait/", headers=HTMX).context
        return {name: context[name] for name in ("my_wait", "feeder", "waiting", "asks_password", "notice")}

    assert dialog() == {"my_wait": None, "feeder": None, "waiting": 2, "asks_password": False, "notice": ""}
    entry = waiting_list.join(user_id=petr.pk, table_id=host.id)
    mine = dialog()["my_wait"]
    assert isinstance(mine, MyWait)
    assert (mine.entry, mine.place, mine.of) == (entry, 3, 3)
    WaitingEntry.objects.filter(pk=entry).update(ended="missed")
    assert dialog()["my_wait"] is None
    visitor = Client().get(f"/table/{host.id}/wait/", headers=HTMX)
    assert f'value="/table/{host.id}/?sit"' in visitor.content.decode()


def test_k9_seat_me_for_any_game_says_when_there_is_no_seat(petr_client: Client, petr: User) -> None:
    answer = petr_client.post("/seat-me/", {"kind": ANY_GAME}, follow=True)
    assert "No table has a seat for you now." in answer.content.decode()
    quiet = open_table("Quiet")
    assert best_game_url(petr.pk) == f"/table/{quiet.pk}/?sit"
    assert petr_client.post("/seat-me/", {"kind": ANY_GAME}).headers["Location"] == f"/table/{quiet.pk}/?sit"
    assert petr_client.session[LAST_KIND_KEY] == ANY_GAME
    assert Client().post("/seat-me/", {"kind": ANY_GAME}).headers["Location"] == "/"
    code = kind_of(SteppedHost(quiet.pk)).code
    petr_client.post("/seat-me/", {"kind": code})
    assert petr_client.session[LAST_KIND_KEY] == code


def test_k9_a_button_without_script_tells_its_refusal_on_the_page(petr_client: Client) -> None:
    answer = petr_client.post("/waiting/", {"do": "join:0", "next": "/wallet/"}, follow=True)
    assert answer.redirect_chain == [("/wallet/", 302)]
    assert refusal_text("no_such_table") in answer.content.decode()
    assert "join:0" not in Client().post("/waiting/", {"do": "join:0"}, headers=FRAGMENT).headers["Location"]
