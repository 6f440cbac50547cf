"""How tests act on the floor's pages: they send what the page shows, with a reason, and confirm it."""

from typing import Any

from django.test import Client

from tests.browser_forms import shown_values

WHY = "two aces"


def address(table: int, act: str, player: int = 0) -> str:
    """The page of an act at a table, or about a player there."""
    return f"/floor/{table}/player/{player}/{act}/" if player else f"/floor/{table}/act/{act}/"


def act(client: Client, page: str, *, confirmed: bool = True, **typed: Any) -> Any:
    """Fills the form of an act and sends it; Any: a client's answer has no type name."""
    data = {**shown_values(client.get(page), "once"), "reason": WHY, **typed}
    return client.post(page, data | ({"confirmed": "1"} if confirmed else {}))


def errors(answer: Any) -> str:
    """The sentences of a refused form."""
    assert answer.status_code == 422, answer.status_code
    return " ".join(text for texts in answer.context["form"].errors.values() for text in texts)


def effects(answer: Any) -> list[str]:
    """The sentences of a form that asks to be confirmed."""
    assert answer.status_code == 200, answer.status_code
    return [line for group in answer.context["groups"] for line in group.lines]
