"""Django's sessions in the database, read and written with SQL that is compiled once: every request reads one."""

from collections.abc import Collection

from django.contrib.sessions.backends.base import VALID_KEY_CHARS, CreateError, UpdateError
from django.contrib.sessions.backends.db import SessionStore as DatabaseSessions
from django.contrib.sessions.models import Session
from django.utils import timezone
from django.utils.crypto import get_random_string

from backoffice.compiled_query import CompiledQuery, Given, one_of_each
from backoffice.compiled_writes import insert, update

_SESSION = CompiledQuery(lambda: Session.objects.filter(session_key=Given("key"), expire_date__gt=Given("now")))
_SESSIONS = CompiledQuery(lambda: Session.objects.filter(one_of_each("session_key"), expire_date__gt=Given("now")))
KEY_LENGTH = 32


class SessionStore(DatabaseSessions):
    """A session; its name is part of the signature of what is stored, so it is the same as Django's.

    One that begins with a sign-in gets its row when it is first saved, and is written again only if it has changed.
    """

    _has_row = True
    _saved: bytes | None = None

    def create(self) -> None:
        """Writes the session under a new key."""
        self._begin()
        self.save(must_create=True)

    def cycle_key(self) -> None:
        """Gives the session a new key and takes the old one away."""
        _ = self._session  # type: ignore[attr-defined]  # Not in the stubs; a key that no row has is dropped as it is read.
        if self.session_key is None:
            self._begin()
        else:
            super().cycle_key()

    def save(self, must_create: bool = False) -> None:
        """Writes the session; raises UpdateError if it has been deleted, and CreateError if its key is another's."""
        if self.session_key is None:
            return self.create()
        data = self._get_session(no_load=must_create)  # type: ignore[attr-defined]  # Not in the stubs.
        held, is_new = self.serializer().dumps(data), must_create or not self._has_row
        if held == self._saved and not is_new:
            return None
        row = self.create_model_instance(data)
        if is_new and not insert(row):
            raise CreateError
        if not is_new and not update(row, "session_data", "expire_date"):
            raise UpdateError
        self._has_row, self._saved = True, held
        return None

    def _begin(self) -> None:
        # Of so many keys none is met twice; to ask for it would take longer than to write it.
        self._session_key = get_random_string(KEY_LENGTH, VALID_KEY_CHARS)
        self._has_row, self._saved, self.modified = False, None, True

    def _get_session_from_db(self) -> Session | None:
        found = _SESSION.first(key=self.session_key, now=timezone.now())
        if found is None:
            self._session_key = None
        return found


def sessions_of(keys: Collection[str]) -> dict[str, SessionStore]:
    """The sessions with these keys, by key, read together; those that have ended or never were are left out."""
    found = {}
    for row in _SESSIONS.all_of("session_key", keys, now=timezone.now()):
        found[row.session_key] = store = SessionStore(row.session_key)
        # What `load` of Django would leave there.
        store._session_cache = store.decode(row.session_data)  # type: ignore[attr-defined]  # The stubs leave it out.
    return found
