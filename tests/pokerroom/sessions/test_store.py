"""Sessions are Django's own rows, read with SQL that is compiled once."""

from datetime import timedelta

import pytest
from django.contrib.sessions.backends.base import CreateError, UpdateError
from django.contrib.sessions.backends.db import SessionStore as DatabaseSessions
from django.contrib.sessions.models import Session
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from pokerroom.sessions.store import SessionStore

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


def test_a_session_that_begins_with_a_sign_in_is_written_once_with_what_it_holds() -> None:
    session = SessionStore()
    session["name"] = "Eva"
    session.cycle_key()
    key = session.session_key
    assert not Session.objects.exists()
    session["name"] = "Jan"
    with CaptureQueriesContext(connection) as queries:
        session.save()
        session.save()
    assert len(queries) == 1
    assert (session.session_key, SessionStore(key)["name"]) == (key, "Jan")


def test_a_new_key_takes_the_old_one_away() -> None:
    session = SessionStore()
    session["name"] = "Eva"
    session.create()
    old = session.session_key
    session.cycle_key()
    assert session.session_key not in (None, old)
    assert SessionStore(session.session_key)["name"] == "Eva"
    assert "name" not in SessionStore(old)


def test_a_key_that_no_session_has_is_not_taken_over() -> None:
    session = SessionStore("chosenbysomebodyelse0123456789ab")
    session.cycle_key()
    session["name"] = "Eva"
    session.save()
    assert session.session_key != "chosenbysomebodyelse0123456789ab"
    assert SessionStore(session.session_key)["name"] == "Eva"


def test_a_session_that_was_deleted_meanwhile_does_not_come_back() -> None:
    session = SessionStore()
    session.create()
    known = SessionStore(session.session_key)
    known["name"] = "Eva"
    session.delete()
    with pytest.raises(UpdateError):
        known.save()
    assert not Session.objects.exists()


def test_a_key_of_another_session_is_refused() -> None:
    session = SessionStore()
    session["name"] = "Eva"
    session.create()
    with pytest.raises(CreateError):
        SessionStore(session.session_key).save(must_create=True)
    assert SessionStore(session.session_key)["name"] == "Eva"
