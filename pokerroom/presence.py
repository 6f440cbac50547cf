"""Closes what a person has open: the sockets of one account, everywhere, at once."""

from games import wire


def close_sockets(user_id: int) -> None:
    """Tells every socket of this account to close (sign-out, new password, ban); never fails its caller."""
    wire.hint(wire.user_group(user_id), wire.gone(user=user_id))
