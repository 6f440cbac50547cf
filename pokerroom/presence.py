"""Closes what a person has open: the sockets of one account, everywhere, at once."""

import logging

from asgiref.sync import async_to_sync
from channels.layers import get_channel_layer

from pokerroom.layers import LAYER_TROUBLE

logger = logging.getLogger(__name__)


def group_of(user_id: int) -> str:
    """The group every socket of this account joins."""
    return f"user.{user_id}"


def close_sockets(user_id: int) -> None:
    """Tells every socket of this account to close (sign-out, new password, ban); never fails its caller."""
    layer = get_channel_layer()
    if layer is None:
        return
    try:
        async_to_sync(layer.group_send)(group_of(user_id), {"type": "user.gone", "user": user_id})
    except LAYER_TROUBLE:
        logger.warning("The channel layer didn't take the news that user %s is gone.", user_id)
