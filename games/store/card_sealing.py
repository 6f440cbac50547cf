"""Hidden cards in the database: the secret events of a decision are encrypted with the room's keys (Fernet)."""

import functools
import json
from collections.abc import Iterable

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings

from games.engine import events as ev
from games.engine.events import SECRET, TableEvent
from games.messaging.codec import Record, event_from_data, event_to_data
from games.models import Decision


class BrokenSeal(Exception):
    """None of the room's keys opens the sealed part of a decision, or it belongs to another decision."""


def seal(table_id: int, number: int, events: tuple[TableEvent, ...]) -> tuple[list[Record | None], bytes | None]:
    """The public events, with null for each secret one, and the secret ones encrypted, None if there are none."""
    public = [None if type(event) in SECRET else event_to_data(event) for event in events]
    secret = {place: event_to_data(event) for place, event in enumerate(events) if type(event) in SECRET}
    if not secret:
        return public, None
    # Table and number are sealed as well, so that a sealed part copied to another row does not open there.
    body = json.dumps([table_id, number, list(secret.items())], separators=(",", ":"))
    return public, _keys(tuple(settings.CARD_SEAL_KEYS)).encrypt(body.encode())


def public_events(decisions: Iterable[list[Record | None]]) -> list[ev.TableEvent]:
    """The events of stored decisions in order; each secret event is stored as null among them and left out."""
    return [event_from_data(data) for events in decisions for data in events if data is not None]


def unseal(
    table_id: int, number: int, public: list[Record | None], sealed: bytes | memoryview | None
) -> tuple[TableEvent, ...]:
    """All events of a decision, secret ones included; raises `BrokenSeal`."""
    events = list(public)
    if sealed is not None:
        try:
            body = json.loads(_keys(tuple(settings.CARD_SEAL_KEYS)).decrypt(bytes(sealed)))
        except InvalidToken:
            raise BrokenSeal(f"decision {table_id}/{number}") from None
        if body[:2] != [table_id, number]:
            raise BrokenSeal(f"decision {table_id}/{number}")
        for place, data in body[2]:
            events[place] = data
    if None in events:
        raise BrokenSeal(f"decision {table_id}/{number}")
    return tuple(event_from_data(data) for data in events if data is not None)


def check_keys() -> None:
    """Raises `BrokenSeal` if the room's keys do not open the newest hidden cards."""
    sealed = Decision.objects.exclude(sealed=None).order_by("-pk")
    newest = sealed.values_list("table_id", "number", "events", "sealed").first()
    if newest:
        unseal(*newest)


@functools.lru_cache(maxsize=4)
def _keys(keys: tuple[str, ...]) -> MultiFernet:
    """The first key encrypts and every key decrypts, so that keys can be rotated while tables run."""
    return MultiFernet([Fernet(key) for key in keys])
