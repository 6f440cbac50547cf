"""Admin pages of tables are read only, and no page shows a hidden card."""

import pytest
from django.test import Client
from django.urls import reverse

from games.engine.cards import DECK, card_text
from games.engine.table import commands as cm
from games.models import Decision, Hand, Order, Table
from games.models.conduct import ChatLine
from pokerroom.models import User
from tests.games.support.tables import SteppedHost, open_table, person, seat

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


def test_players_cannot_open_the_admin(client: Client, alice: User) -> None:
    client.force_login(alice)
    assert client.get("/admin/games/table/").status_code == 302
