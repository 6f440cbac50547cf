"""The dialogs of a seated player: automatic top-ups and moving to another table (K5, K8)."""

import pytest
from django.test import Client

from games.text.refusals import refusal_text
from tests.games.support.tables import SteppedHost, open_table, person, seat
from tests.games.web.conftest import HTMX

pytestmark = pytest.mark.django_db


def test_K5_the_dialog_begins_without_a_choice(petr_client: Client, petrs_table: SteppedHost) -> None:
    path = f"/table/{petrs_table.id}/refill/"
    for query, initial in (
        ("", {"target": "buy_in", "when": "", "rebuy": False}),
        ("?to=500000&below=500000&rebuy=0", {"target": "max", "when": "any", "rebuy": False}),
        ("?to=200000&below=1&rebuy=1", {"target": "buy_in", "when": "half", "rebuy": True}),
    ):
        form = petr_client.get(path + query, headers=HTMX).context["form"]
        assert (form.initial, form.is_bound) == (initial, False)


def test_K8_each_table_to_move_to_shows_its_taken_seats(petr_client: Client, petrs_table: SteppedHost) -> None:
    path = f"/table/{petrs_table.id}/move/"
    brno, olomouc = open_table("Brno"), open_table("Olomouc")
    seat(SteppedHost(brno.pk), person("Anna"), person("Bob"))
    answer = petr_client.get(path, headers=HTMX)
    assert answer.context["tables"] == [(brno, 2), (olomouc, 0)]
    assert "refused" not in answer.context
    answer = petr_client.post(path, {"to": "x"}, headers=HTMX)
    assert answer.context["refused"] == refusal_text("no_such_table")
    assert answer.context["tables"] == [(brno, 2), (olomouc, 0)]
