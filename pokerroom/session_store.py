"""Django's sessions in the database, read with SQL that is compiled once: every request reads one."""

from django.contrib.sessions.backends.db import SessionStore as DatabaseSessions
from django.contrib.sessions.models import Session
from django.utils import timezone

from backoffice.compiled_query import CompiledQuery, Given

_SESSION = CompiledQuery(lambda: Session.objects.filter(session_key=Given("key"), expire_date__gt=Given("now")))


class SessionStore(DatabaseSessions):
    """A session; its name is part of the signature of what is stored, so it is the same as Django's."""

    def _get_session_from_db(self) -> Session | None:
        found = _SESSION.first(key=self.session_key, now=timezone.now())
        if found is None:
            self._session_key = None
        return found
