"""Sessions are Django's own rows, read with SQL that is compiled once."""

from datetime import timedelta

import pytest
from django.contrib.sessions.backends.db import SessionStore as DatabaseSessions
from django.contrib.sessions.models import Session
from django.utils import timezone

from pokerroom.session_store import SessionStore

pytestmark = pytest.mark.django_db


def test_a_session_that_django_has_written_is_read() -> None:
    written = DatabaseSessions()
    written["name"] = "Eva"
    written.create()
    read = SessionStore(written.session_key)
    assert (read["name"], read.session_key) == ("Eva", written.session_key)


def test_a_change_shows_in_the_next_request() -> None:
    session = SessionStore()
    session["name"] = "Eva"
    session.create()
    assert SessionStore(session.session_key)["name"] == "Eva"
    session["name"] = "Jan"
    session.save()
    assert SessionStore(session.session_key)["name"] == "Jan"
    session.delete()
    assert "name" not in SessionStore(session.session_key)


def test_a_session_that_has_ended_is_nobodys() -> None:
    session = SessionStore()
    session["name"] = "Eva"
    session.create()
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    read = SessionStore(session.session_key)
    assert "name" not in read
    assert read.session_key is None
