"""Access to tables with a password: by the password or by an invitation link (K10)."""

from django.contrib.auth.hashers import check_password
from django.core.signing import Signer
from django.utils.crypto import constant_time_compare

from games.engine.errors import IllegalAction
from games.models import Table


def invitation_token(table: Table) -> str:
    """The token of the table's invitation link; a new password invalidates it."""
    return Signer(salt="games.invitation").signature(f"{table.pk}:{table.password}")


def needs_no_password(table: Table, invite: str) -> bool:
    """Whether the table can be entered without the password: it has none, or the invitation is valid."""
    return not table.password or (bool(invite) and constant_time_compare(invite, invitation_token(table)))


def check_access(table: Table, *, password: str = "", invite: str = "") -> None:
    """Raises IllegalAction("wrong_password") unless the password is right or the invitation valid."""
    if not needs_no_password(table, invite) and not check_password(password, table.password):
        raise IllegalAction("wrong_password")
