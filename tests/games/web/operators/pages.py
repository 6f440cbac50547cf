"""How tests open and change tables on the operators' pages: they send what the page shows, with some fields changed."""

from typing import Any

from django.http import HttpResponse
from django.test import Client

from games.models import Table
from tests.browser_forms import shown_values

NEW = "/office/tables/new/"
FIELDS = {
    "name": "Brno",
    "game": "holdem",
    "structure": "nl",
    "small_blind": "25",
    "big_blind": "50",
    "ante": "",
    "preset": "online",
    "raise_cap": "4",
    "turn_seconds": "20",
    "bank_seconds": "30",
    "rake": "online",
    "seats": "6",
    "min_buy_in": "2 000",
    "max_buy_in": "12500,50",
    "bots": "4",
    "new_password": "",
    "sort_order": "1",
}
STUD = {
    **FIELDS,
    "game": "stud8",
    "structure": "fl",
    "small_blind": "",
    "big_blind": "20",
    "seats": "8",
    "min_buy_in": "",
}


def page_of(table: Table) -> str:
    """The address of a table's page."""
    return f"/office/tables/{table.pk}/"


def send(client: Client, page: str, confirmed: bool = True, **changed: Any) -> Any:
    """Sends the form of a page with these fields changed, and confirms it; Any: a client's answer has no type name."""
    data = shown_values(client.get(page), "once") | changed | ({"confirmed": "1"} if confirmed else {})
    return client.post(page, data)


def errors_of(answer: Any) -> dict[str, str]:
    """The errors of a refused form, by field."""
    assert answer.status_code == 422, answer.status_code
    return {field: " ".join(texts) for field, texts in answer.context["form"].errors.items()}


def text_of(answer: HttpResponse) -> str:
    """The HTML of a page."""
    return answer.content.decode()
