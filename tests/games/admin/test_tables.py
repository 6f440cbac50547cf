"""Admin pages of tables are read only, and no page shows a hidden card."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.admin import of_table
from games.engine.cards import DECK, card_text
from games.engine.table import commands as cm
from games.models import Decision, Hand, Order, Table
from games.models.conduct import ChatLine
from pokerroom.models import User
from pokerroom.roles import DIRECTOR
from tests.games.support.tables import SteppedHost, open_table, person, seat
from tests.staff import with_role

pytestmark = pytest.mark.django_db


def test_no_admin_page_shows_hidden_cards_or_changes_the_log(client: Client) -> None:
    superuser = User.objects.create_superuser(username="root", display_name="Root")
    client.force_login(superuser)
    host = SteppedHost(open_table().pk)
    alice = person("Alice")
    seat(host, alice, person("Bob"))
    deck = DECK[17:] + DECK[:17]
    while not host.table.running:
        host.now = host.table.next_tick_at() or host.now
        host.do(cm.Tick(), deck=deck)
    host.fold_out()
    ChatLine.objects.create(table_id=host.id, player=alice, name="Alice", text="hello")
    hole = [card for cards in host.table.hand.hole for card in cards]
    assert hole
    secret = [card_text(card) for card in hole] + [", ".join(map(str, deck[:4])), "gAAAA"]
    for model in (Table, Decision, Order, Hand, ChatLine):
        name = model._meta.model_name
        pages = [f"/admin/games/{name}/"]
        pages += [reverse(f"admin:games_{name}_change", args=[row.pk]) for row in model.objects.all()]
        for url in pages:
            response = client.get(url)
            assert response.status_code == 200, url
            text = response.content.decode()
            assert "DeckShuffled" not in text
            assert not [word for word in secret if f">{word}<" in text or (len(word) > 2 and word in text)], url
        row = model.objects.first()
        assert row is not None
        assert client.get(f"/admin/games/{name}/add/").status_code == 403
        for act in ("change", "delete"):
            assert client.post(reverse(f"admin:games_{name}_{act}", args=[row.pk]), {"post": "yes"}).status_code == 403


def offered(client: Client, query: str = "") -> list[str]:
    """The tables that the log's filter offers."""
    page = client.get(f"/admin/games/decision/{query}").content.decode()
    return re.findall(r'<a href="\?table=\d+"[^>]*>\s*([^<]+?)\s*</a>', page)


def test_the_filter_by_table_stays_short_and_closed_tables_are_found_through_their_own_page(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    client.force_login(User.objects.create_superuser(username="root", display_name="Root"))
    prague, closed = open_table(), open_table("Closed")
    host = SteppedHost(closed.pk)
    seat(host, person("Alice"))
    Table.objects.filter(pk=closed.pk).update(closed_at=timezone.now(), is_open=False)
    assert offered(client) == ["Prague"]
    assert offered(client, f"?table={closed.pk}") == ["Closed", "Prague"]
    monkeypatch.setattr(of_table, "MOST_OFFERED", 1)
    brno = open_table("Brno", sort_order=1)
    assert offered(client) == []
    assert offered(client, f"?table={brno.pk}") == ["Brno"]
    page = client.get(f"/admin/games/table/{closed.pk}/change/").content.decode()
    decisions = reverse("admin:games_decision_changelist")
    assert f'href="{decisions}?table={closed.pk}"' in page
    rows = {
        table.pk: client.get(f"{decisions}?table={table.pk}").context["cl"].result_count for table in (closed, prague)
    }
    assert rows == {closed.pk: Decision.objects.filter(table=closed).count(), prague.pk: 0}
    assert rows[closed.pk]
    for hostile in ("x", "9" * 40, "٣"):
        assert client.get(f"{decisions}?table={hostile}").context["cl"].result_count == 0


def test_whoever_may_not_read_the_lists_of_a_table_is_led_to_none(client: Client) -> None:
    client.force_login(with_role(person("Director"), DIRECTOR))
    page = client.get(f"/admin/games/table/{open_table().pk}/change/")
    assert page.status_code == 200
    assert "?table=" not in page.content.decode()


def test_players_cannot_open_the_admin(client: Client, alice: User) -> None:
    client.force_login(alice)
    assert client.get("/admin/games/table/").status_code == 302


def test_no_filter_tells_the_hash_of_a_tables_password(client: Client) -> None:
    table = open_table("Private")
    Table.objects.filter(pk=table.pk).update(password="argon2$secret")
    client.force_login(with_role(person("Director"), DIRECTOR))
    hidden = ("password__regex=^argon", "password__startswith=a", "snapshot__isnull=False")
    lists = {
        query: client.get(f"/admin/games/table/?{query}").content.decode() for query in (*hidden, "is_open__exact=1")
    }
    assert [query for query, page in lists.items() if "Private" in page] == ["is_open__exact=1"]
