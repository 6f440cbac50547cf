"""E-mail addresses of people who excluded themselves: no other account takes one before the end (M7).

Only a keyed hash is kept, which outlives the account.
"""

import unicodedata
from datetime import datetime

from django.db.models import Q
from django.utils import timezone

from pokerroom.models import ExcludedEmail, User
from pokerroom.security.private_data import keyed_hash, keyed_hashes

PURPOSE = "excluded e-mail"


def keep(person: User, *, until: datetime | None) -> None:
    """Keeps the person's confirmed address until the end of their self-exclusion, None for good."""
    if person.email:
        hashed = keyed_hash(PURPOSE, _mailbox(person.email))
        ExcludedEmail.objects.create(person=person, email_hash=hashed, until=until)


def exclusion_of(address: str, *, but_for: User) -> ExcludedEmail | None:
    """The longest self-exclusion of somebody else's that holds this address now."""
    hashes = keyed_hashes(PURPOSE, _mailbox(address))
    holds = Q(until=None) | Q(until__gt=timezone.now())
    rows = ExcludedEmail.objects.filter(holds, email_hash__in=hashes).exclude(person=but_for)
    return max(rows, key=lambda row: (row.until is None, row.until and row.until.timestamp()), default=None)


def _mailbox(address: str) -> str:
    """One spelling for what reaches the same mailbox: letters in any case, without a tag such as "+poker"."""
    name, _at, host = unicodedata.normalize("NFKC", address).strip().casefold().rpartition("@")
    return f"{name.partition('+')[0]}@{host}"
