"""Admin pages for waiting lists, bans, the limits of players' tables, and the news."""

from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks

from games.messaging import messages
from games.models import Table
from games.models.access import Admission, LobbyNews, PlayerTableLimits, SeparatedPlayers
from games.models.conduct import ChatBan
from games.seating import waiting_list
from pokerroom.models import User
from tests.games.support.restrictions import bar, floor, keep_apart, lift
from tests.games.support.tables import open_table, person
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


def restrictions(alice: User, bob: User, table: Table) -> dict[str, SeparatedPlayers | Admission | ChatBan]:
    """One restriction of each kind, by its page."""
    until = timezone.now() + timedelta(hours=1)
    return {
        "separatedplayers": keep_apart(alice, bob),
        "admission": bar(alice, table),
        "chatban": ChatBan.objects.create(player=alice, until=until, reason="loud", by=floor()),
    }


@pytest.mark.parametrize("page", ["separatedplayers", "admission", "chatban"])
def test_F3_restrictions_are_read_here_and_imposed_and_ended_elsewhere(page: str) -> None:
    row = restrictions(person("Alice"), person("Bob"), open_table())[page]
    client, url = staff("operator"), f"/admin/games/{page}/"
    assert "Alice" in client.get(url).content.decode()
    assert client.get(f"{url}add/").status_code == 403
    assert client.post(f"{url}{row.pk}/change/", {"end_reason": "sorry"}).status_code == 403
    assert client.post(f"{url}{row.pk}/delete/", {"post": "yes"}).status_code == 403
    row.refresh_from_db()
    assert row.ended_at is None


@pytest.mark.parametrize("page", ["separatedplayers", "admission"])
def test_F3_the_history_of_restrictions_is_filtered_by_state_and_by_player(page: str) -> None:
    alice, bob, table = person("Alice"), person("Bob"), open_table()
    client, url = staff("floorman"), f"/admin/games/{page}/"
    row = restrictions(alice, bob, table)[page]
    assert isinstance(row, SeparatedPlayers | Admission)
    lift(row)
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
