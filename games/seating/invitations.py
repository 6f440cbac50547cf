"""The door of a table with a password: who knows it comes in, and who was sent the link (K10)."""

from django.contrib.auth.hashers import check_password
from django.core.signing import Signer
from django.utils.crypto import constant_time_compare

from games.engine.errors import IllegalAction
from games.models import Table


def invitation_token(table: Table) -> str:
    """What stands in the link that lets people in; a new password makes the old links worthless."""
    return Signer(salt="games.invitation").signature(f"{table.pk}:{table.password}")


def needs_no_password(table: Table, invite: str) -> bool:
    """Whether nobody need know a password: there is none, or the link was the right one."""
    return not table.password or (bool(invite) and constant_time_compare(invite, invitation_token(table)))


def check_access(table: Table, *, password: str = "", invite: str = "") -> None:
    """Raises IllegalAction("wrong_password") for who neither knows the password nor was invited."""
    if not needs_no_password(table, invite) and not check_password(password, table.password):
        raise IllegalAction("wrong_password")
