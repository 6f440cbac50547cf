"""Closes what a person has open: the sockets of one account, everywhere, at once."""

from games.messaging import messages


def close_sockets(user_id: int) -> None:
    """Tells every socket of this account to close (sign-out, new password, ban); never fails its caller."""
    messages.notify_close_sockets(user_id)
