"""E-mail addresses of people who excluded themselves: no other account takes one before the end (M7).

Only a keyed hash is kept, which outlives the account.
"""

import re
import unicodedata
from datetime import datetime

from django.db.models import Q
from django.utils import timezone

from pokerroom.models import ExcludedEmail, User
from pokerroom.security.private_data import keyed_hash, keyed_hashes

PURPOSE = "excluded e-mail"
GMAIL = ("gmail.com", "googlemail.com")
"""Two names of one host of mailboxes."""
_ESCAPED = re.compile(r"\\(.)")


def keep(person: User, *, until: datetime | None) -> None:
    """Keeps the person's confirmed address until the end of their self-exclusion, None for good."""
    if person.email:
        hashed = keyed_hash(PURPOSE, _spellings(person.email)[0])
        ExcludedEmail.objects.create(person=person, email_hash=hashed, until=until)


def exclusion_of(address: str, *, but_for: User) -> ExcludedEmail | None:
    """The longest self-exclusion of somebody else's that holds this address now."""
    hashes = [one for spelling in _spellings(address) for one in keyed_hashes(PURPOSE, spelling)]
    holds = Q(until=None) | Q(until__gt=timezone.now())
    rows = ExcludedEmail.objects.filter(holds, email_hash__in=hashes).exclude(person=but_for)
    return max(rows, key=lambda row: (row.until is None, row.until and row.until.timestamp()), default=None)


def _spellings(address: str) -> list[str]:
    """The spelling that is kept of all that reach the same mailbox, then those that were kept before.

    Letters are in any case, without quotes and without a tag such as "+poker"; at Gmail dots make no difference.
    """
    name, _at, host = unicodedata.normalize("NFKC", address).strip().casefold().rpartition("@")
    if len(name) > 1 and name[0] == name[-1] == '"':
        name = _ESCAPED.sub(r"\1", name[1:-1])
    name, host = name.partition("+")[0], _readable(host)
    plain = f"{name}@{host}"
    return [f"{name.replace('.', '')}@{GMAIL[0]}", plain] if host in GMAIL else [plain]


def _readable(host: str) -> str:
    """A name of a host with the letters that its ASCII form stands for."""
    try:
        return host.encode().decode("idna")
    except UnicodeError:
        return host
