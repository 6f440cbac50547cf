"""Access to tables with a password: by the password or by an invitation link (K10)."""

from django.contrib.auth.hashers import check_password
from django.core.signing import Signer
from django.utils.crypto import constant_time_compare

from games.engine.errors import IllegalAction
from games.models import Table


def invitation_token(table: Table) -> str:
    """The token of the table's invitation link; a new password invalidates it."""
    return Signer(salt="games.invitation").signature(f"{table.pk}:{table.password}")


def is_invited(table: Table, invite: str) -> bool:
    """Whether this is the token of the invitation to the table, which has a password and is open."""
    return bool(table.password) and table.closed_at is None and constant_time_compare(invite, invitation_token(table))


def needs_no_password(table: Table, *, player: int, invite: str) -> bool:
    """Whether a player enters without the password: there is none, it is the player's table, or they are invited."""
    if not table.password or (player and table.opened_by_id == player):
        return True
    return is_invited(table, invite)


def check_access(table: Table, *, player: int, password: str = "", invite: str = "") -> None:
    """Raises IllegalAction("wrong_password") if this player needs the password and it is not right."""
    if not needs_no_password(table, player=player, invite=invite) and not check_password(password, table.password):
        raise IllegalAction("wrong_password")
