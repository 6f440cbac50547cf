"""Admin pages for waiting lists, bans, the limits of players' tables, and the news."""

from datetime import datetime, timedelta

import pytest
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import override
from pytest_django import DjangoCaptureOnCommitCallbacks

from games.engine.errors import IllegalAction
from games.messaging import messages
from games.models import Table
from games.models.access import Admission, LobbyNews, PlayerTableLimits, SeparatedPlayers
from games.models.conduct import ChatBan
from games.seating import waiting_list
from games.seating.bans import barred_players, barred_tables
from games.store import table_log
from games.web.lobby.notices import take_notices
from pokerroom.models import User
from tests.games.support.restrictions import bar, floor, keep_apart
from tests.games.support.tables import SteppedHost, open_table, person, seat
from tests.games.support.waiting_lists import full_table, kind_of
from tests.games.web.operators.pages import page_of, send
from tests.staff import staff

pytestmark = pytest.mark.django_db


def test_the_floorman_reads_the_waiting_lists_and_changes_nothing_there() -> None:
    host = full_table()
    waiting_list.join(user_id=person("Alice").pk, table_id=host.id)
    waiting_list.join_kind(user_id=person("Bob").pk, kind=kind_of(host))
    floorman = staff("floorman")
    html = floorman.get("/admin/games/waitingentry/").content.decode()
    assert "Alice" in html
    assert "Hold&#x27;em NL 10/20" in html
    assert floorman.get("/admin/games/waitingentry/add/").status_code == 403


def test_K12_the_floorman_keeps_players_apart_and_bars_them_from_tables() -> None:
    alice, bob, table = person("Alice"), person("Bob"), open_table()
    floorman = staff("floorman")
    answer = floorman.post("/admin/games/separatedplayers/add/", {"one": alice.pk, "other": bob.pk, "reason": "family"})
    assert answer.status_code == 302
    assert SeparatedPlayers.objects.get().reason == "family"
    form = {"table": table.pk, "player": alice.pk, "kind": "barred", "reason": "asked to"}
    assert floorman.post("/admin/games/admission/add/", form).status_code == 302
    assert Admission.objects.get().kind == "barred"
    invited = {"table": table.pk, "player": bob.pk, "kind": "invited", "reason": "a regular"}
    assert floorman.post("/admin/games/admission/add/", invited).status_code == 302
    pair = {"one": alice.pk, "other": alice.pk, "reason": "herself"}
    assert "errorlist" in floorman.post("/admin/games/separatedplayers/add/", pair).content.decode()
    assert floorman.get("/admin/games/lobbynews/add/").status_code == 403


def test_F3_barring_and_keeping_apart_take_a_reason() -> None:
    alice, bob, table = person("Alice"), person("Bob"), open_table()
    floorman = staff("floorman")
    for page, form in (
        ("separatedplayers", {"one": alice.pk, "other": bob.pk}),
        ("admission", {"table": table.pk, "player": alice.pk, "kind": "barred"}),
        ("admission", {"table": table.pk, "player": alice.pk, "kind": "invited"}),
    ):
        assert "Give a reason" in floorman.post(f"/admin/games/{page}/add/", form).content.decode()
    assert not SeparatedPlayers.objects.exists()
    assert not Admission.objects.exists()


def restrictions(alice: User, bob: User, table: Table) -> dict[str, SeparatedPlayers | Admission | ChatBan]:
    """One restriction of each kind, by its page."""
    until = timezone.now() + timedelta(hours=1)
    return {
        "separatedplayers": keep_apart(alice, bob),
        "admission": bar(alice, table),
        "chatban": ChatBan.objects.create(player=alice, until=until, reason="loud", by=floor()),
    }


@pytest.mark.parametrize("page", ["separatedplayers", "admission"])
def test_F3_a_restriction_is_ended_for_a_reason_and_stays_readable(page: str) -> None:
    row = restrictions(person("Alice"), person("Bob"), open_table())[page]
    before, client, url = row.reason, staff("floorman"), f"/admin/games/{page}/{row.pk}/"
    assert client.post(url + "delete/", {"post": "yes"}).status_code == 403
    assert "Give a reason" in client.post(url + "change/", {"end_reason": ""}).content.decode()
    assert client.post(url + "change/", {"end_reason": "served", "reason": "other"}).status_code == 302
    assert client.post(url + "change/", {"end_reason": "again"}).status_code == 403
    row.refresh_from_db()
    assert (row.reason, row.end_reason) == (before, "served")
    assert row.ended_by is not None
    assert row.ended_by.display_name == "Floorman"
    html = client.get(f"/admin/games/{page}/").content.decode()
    assert "served" in html
    assert "Floorman" in html


@pytest.mark.parametrize("page", ["separatedplayers", "admission"])
def test_F3_the_history_of_restrictions_is_filtered_by_state_and_by_player(page: str) -> None:
    alice, bob, table = person("Alice"), person("Bob"), open_table()
    client, url = staff("floorman"), f"/admin/games/{page}/"
    row = restrictions(alice, bob, table)[page]
    assert client.post(f"{url}{row.pk}/change/", {"end_reason": "served"}).status_code == 302
    restrictions(person("Charlie"), person("Dana"), table)

    def listed(query: str) -> set[str]:
        html = client.get(f"{url}?{query}").content.decode().partition('id="result_list"')[2]
        return {name for name in ("Alice", "Charlie") if name in html}

    assert listed("") == {"Alice", "Charlie"}
    assert listed("state=ended") == {"Alice"}
    assert listed("state=in_force") == {"Charlie"}
    assert listed(f"concerns={alice.pk}") == {"Alice"}
    assert listed(f"concerns={alice.pk}&state=in_force") == set()
    for wrong in ("concerns=x", "concerns=999999", "state=x"):
        assert listed(wrong) == {"Alice", "Charlie"}


def test_F6_a_chat_ban_whose_time_is_over_is_no_longer_in_force() -> None:
    now = timezone.now()
    times = {"created_at": now - timedelta(hours=2), "until": now - timedelta(hours=1)}
    ChatBan.objects.create(player=person("Alice"), reason="loud", by=floor(), **times)
    client = staff("floorman")
    assert "loud" in client.get("/admin/games/chatban/?state=ended").content.decode()
    assert "loud" not in client.get("/admin/games/chatban/?state=in_force").content.decode()


def test_F3_the_pages_of_a_player_and_a_table_lead_to_their_restrictions() -> None:
    alice, bob, table = person("Alice"), person("Bob"), open_table()
    restrictions(alice, bob, table)
    client = staff("floorman")
    html = client.get(f"/admin/pokerroom/user/{bob.pk}/change/").content.decode()
    for page in ("separatedplayers", "admission", "chatban"):
        assert f'href="/admin/games/{page}/?concerns={bob.pk}"' in html
    link = f"/admin/games/admission/?table__id__exact={table.pk}"
    for role in ("operator", "auditor"):
        reader = staff(role)
        assert f'href="{link}">' in reader.get(f"/office/tables/{table.pk}/").content.decode()
        assert "loud" in reader.get(link).content.decode()
    director = staff("tournament director")
    assert link not in director.get(f"/office/tables/{table.pk}/").content.decode()


def test_K12_a_restriction_that_has_ended_no_longer_holds_and_may_be_imposed_again() -> None:
    alice, bob, table = person("Alice"), person("Bob"), open_table()
    client, host = staff("floorman"), SteppedHost(table.pk)
    seat(host, alice)
    assert barred_players(table.pk, [bob.pk, alice.pk]) == set()
    for page, row in restrictions(alice, bob, table).items():
        path, form = f"/admin/games/{page}/{row.pk}/change/", {"end_reason": "served"}
        if page == "chatban":
            path, form = f"/floor/mutes/{row.pk}/lift/", {"reason": "served", "confirmed": "1"}
        assert client.post(path, form).status_code == 302
    assert barred_players(table.pk, [bob.pk, alice.pk]) == set()
    assert barred_tables(bob.pk) == barred_tables(alice.pk) == set()
    assert table_log.add_chat_line(table.pk, alice.pk, "hi").text == "hi"
    restrictions(alice, bob, table)
    assert barred_players(table.pk, [bob.pk, alice.pk]) == {alice.pk, bob.pk}
    with pytest.raises(IllegalAction, match="muted"):
        table_log.add_chat_line(table.pk, alice.pk, "hi")


def test_K12_a_player_barred_where_they_sit_is_told_what_becomes_of_the_seat() -> None:
    host, alice, bob = SteppedHost(open_table("Prague").pk), person("Alice"), person("Bob")
    seat(host, alice)
    client = staff("floorman")
    for player in (alice, bob):
        form = {"table": host.id, "player": player.pk, "kind": "barred", "reason": "loud"}
        assert client.post("/admin/games/admission/add/", form).status_code == 302
    with override("cs"):
        (notice,) = take_notices(alice.pk, host.id)
    assert notice.text.startswith("Herna vám zakázala stůl Prague: na svém místě můžete hrát dál")
    assert "loud" not in notice.text
    assert take_notices(bob.pk) == [], "who does not sit there loses nothing"
    carl = person("Carl")
    seat(host, carl)
    form = {"table": host.id, "player": carl.pk, "kind": "invited", "reason": "a regular"}
    assert client.post("/admin/games/admission/add/", form).status_code == 302
    assert take_notices(carl.pk) == [], "who is invited is not barred"
    host.read_inbox()
    assert host.table.player_seat(alice.pk) is not None


def bar_form(table: Table, player: User, until: datetime, kind: str = "barred") -> dict[str, object]:
    """The form of a bar with an end."""
    at = timezone.localtime(until)
    return {
        "table": table.pk, "player": player.pk, "kind": kind, "reason": "loud",
        "until_0": at.strftime("%Y-%m-%d"), "until_1": at.strftime("%H:%M:%S"),
    }  # fmt: skip


def test_K12_a_bar_with_an_end_ends_by_itself_and_may_be_imposed_again(monkeypatch: pytest.MonkeyPatch) -> None:
    alice, table, client = person("Alice"), open_table(), staff("floorman")
    until = timezone.now().replace(microsecond=0) + timedelta(hours=1)
    url = "/admin/games/admission/"
    assert client.post(f"{url}add/", bar_form(table, alice, until)).status_code == 302
    assert Admission.objects.get().until == until
    again = client.post(f"{url}add/", bar_form(table, alice, until + timedelta(hours=1))).content.decode()
    assert "This player is barred from this table or invited to it already." in again
    monkeypatch.setattr(timezone, "now", lambda: until - timedelta(microseconds=1))
    assert (barred_players(table.pk, [alice.pk]), barred_tables(alice.pk)) == ({alice.pk}, {table.pk})
    assert "loud" in client.get(f"{url}?state=in_force").content.decode()
    monkeypatch.setattr(timezone, "now", lambda: until)
    assert (barred_players(table.pk, [alice.pk]), barred_tables(alice.pk)) == (set(), set())
    assert "loud" in client.get(f"{url}?state=ended").content.decode()
    assert client.post(f"{url}add/", bar_form(table, alice, until + timedelta(hours=1))).status_code == 302
    assert barred_players(table.pk, [alice.pk]) == {alice.pk}


def test_K12_an_end_that_cannot_be_is_refused() -> None:
    alice, table, client, now = person("Alice"), open_table(), staff("floorman"), timezone.now()
    for until, kind, message in (
        (now - timedelta(hours=1), "barred", "The end must be after the beginning."),
        (now + timedelta(hours=1), "invited", "An invitation has no end"),
    ):
        html = client.post("/admin/games/admission/add/", bar_form(table, alice, until, kind)).content.decode()
        assert message in html
    assert not Admission.objects.exists()


def test_K12_a_player_barred_for_a_time_is_told_until_when() -> None:
    host, alice = SteppedHost(open_table("Prague").pk), person("Alice")
    seat(host, alice)
    until = timezone.now().replace(microsecond=0) + timedelta(days=2)
    form = bar_form(Table.objects.get(pk=host.id), alice, until)
    assert staff("floorman").post("/admin/games/admission/add/", form).status_code == 302
    with override("cs"):
        (notice,) = take_notices(alice.pk, host.id)
        at = date_format(timezone.localtime(until), "SHORT_DATETIME_FORMAT")
    assert notice.text.startswith(f"Herna vám zakázala stůl Prague do {at}: na svém místě můžete hrát dál")


def test_K10_the_operator_changes_the_limits_of_players_tables() -> None:
    operator = staff("operator")
    form = {
        "allowed": "on", "games": ["holdem", "razz"], "currency": "PLAY",
        "min_stakes": "2", "max_stakes": "50", "min_buy_in_blinds": "30",
        "max_buy_in_blinds": "300", "max_per_player": "3", "max_in_room": "20", "close_after_minutes": "10",
    }  # fmt: skip
    answer = operator.post("/admin/games/playertablelimits/add/", form)
    assert answer.status_code == 302, answer.content.decode()
    limits = PlayerTableLimits.current()
    assert (limits.games, limits.min_stakes, limits.max_stakes) == (["holdem", "razz"], 2_00, 50_00)
    assert operator.get("/admin/games/playertablelimits/add/").status_code == 403
    wrong = operator.post(f"/admin/games/playertablelimits/{limits.pk}/change/", {**form, "min_stakes": "60"})
    assert "errorlist" in wrong.content.decode()


def test_K1_news_is_written_in_every_language_and_refreshes_the_lobby(
    monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks
) -> None:
    notified: list[str] = []
    monkeypatch.setattr(messages, "notify", notified.append)
    operator = staff("operator")
    dates = {"starts_at_0": "2026-11-20", "starts_at_1": "18:00", "ends_at_0": "", "ends_at_1": ""}
    with django_capture_on_commit_callbacks(execute=True):
        answer = operator.post(
            "/admin/games/lobbynews/add/", {"in_en": "League tonight", "in_cs": "Dnes liga", **dates}
        )
    assert answer.status_code == 302, answer.content.decode()
    assert LobbyNews.objects.get().texts == {"en": "League tonight", "cs": "Dnes liga", "sk": ""}
    assert notified == ["lobby"]
    page = operator.get(f"/admin/games/lobbynews/{LobbyNews.objects.get().pk}/change/").content.decode()
    assert 'value="Dnes liga"' in page
    assert "errorlist" in operator.post("/admin/games/lobbynews/add/", {"in_en": "", **dates}).content.decode()


def test_K14_the_operator_closes_a_table_to_watchers() -> None:
    table = open_table()
    operator = staff("operator")
    answer = send(operator, page_of(table), closed_to_watchers="on", reason="a private game")
    assert answer.status_code == 302
    assert Table.objects.get().closed_to_watchers
