"""Where somebody is signed in now, and signing out elsewhere; open pages of an ended session close at once."""

from collections.abc import Iterable
from datetime import datetime
from functools import partial
from importlib import import_module
from typing import NamedTuple

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.db import transaction
from django.utils.crypto import constant_time_compare

from games.messaging import messages
from pokerroom.models import SignIn, User

SessionStore = import_module(settings.SESSION_ENGINE).SessionStore


class OpenSession(NamedTuple):
    """A session in which somebody is signed in; `number` names it on the page, as its key is a secret."""

    number: int
    device: str
    address: str
    seen_at: datetime
    is_this: bool


def open_sessions(person: User, *, key: str) -> list[OpenSession]:
    """The person's valid sessions, the one with this `key` first, then the one seen last."""
    found: dict[str, OpenSession] = {}
    for row in SignIn.objects.filter(person=person).exclude(session_key="").order_by("-seen_at"):
        if row.session_key not in found and _stands(row.session_key, person):
            found[row.session_key] = OpenSession(row.pk, row.device, row.address, row.seen_at, row.session_key == key)
    return sorted(found.values(), key=lambda one: not one.is_this)


def end_session(person: User, number: int) -> bool:
    """Signs the person out in one session; returns whether it stood."""
    keys = SignIn.objects.filter(person=person, pk=number).exclude(session_key="").values_list("session_key", flat=True)
    return _end(person, list(keys)) > 0


def end_others(person: User, *, key: str) -> int:
    """Signs the person out everywhere except in the session with this key; returns in how many sessions."""
    rows = SignIn.objects.filter(person=person).exclude(session_key__in=["", key])
    return _end(person, set(rows.values_list("session_key", flat=True)))


def note_end(key: str) -> None:
    """Notes that a session has ended by signing out."""
    SignIn.objects.filter(session_key=key).exclude(session_key="").update(session_key="")


def _end(person: User, keys: Iterable[str]) -> int:
    stood = [key for key in keys if _stands(key, person)]
    for key in keys:
        SessionStore(key).delete()
        note_end(key)
    if stood:
        transaction.on_commit(partial(messages.notify_access_changed, person.pk))
    return len(stood)


def _stands(key: str, person: User) -> bool:
    data = SessionStore(key).load()
    known = str(data.get(HASH_SESSION_KEY, ""))
    return data.get(SESSION_KEY) == str(person.pk) and constant_time_compare(known, person.get_session_auth_hash())
