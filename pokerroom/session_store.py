"""Django's sessions in the database, read with SQL that is compiled once: every request reads one."""

from collections.abc import Collection

from django.contrib.sessions.backends.db import SessionStore as DatabaseSessions
from django.contrib.sessions.models import Session
from django.utils import timezone

from backoffice.compiled_query import CompiledQuery, Given, each, one_of_each

_SESSION = CompiledQuery(lambda: Session.objects.filter(session_key=Given("key"), expire_date__gt=Given("now")))
_SESSIONS = CompiledQuery(lambda: Session.objects.filter(one_of_each("session_key"), expire_date__gt=Given("now")))


class SessionStore(DatabaseSessions):
    """A session; its name is part of the signature of what is stored, so it is the same as Django's."""

    def _get_session_from_db(self) -> Session | None:
        found = _SESSION.first(key=self.session_key, now=timezone.now())
        if found is None:
            self._session_key = None
        return found


def sessions_of(keys: Collection[str]) -> dict[str, SessionStore]:
    """The sessions with up to `EACH` keys, by key, read together; those that have ended or never were are left out."""
    if not keys:
        return {}
    found = {}
    for row in _SESSIONS.all(now=timezone.now(), **each("session_key", keys)):
        found[row.session_key] = store = SessionStore(row.session_key)
        # What `load` of Django would leave there.
        store._session_cache = store.decode(row.session_data)  # type: ignore[attr-defined]  # The stubs leave it out.
    return found
