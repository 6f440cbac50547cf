"""Messages of tournaments that cross a process: hints only, everything is in the store."""

import logging
from typing import Any, TypeAlias

from asgiref.sync import async_to_sync
from channels.exceptions import ChannelFull
from channels.layers import get_channel_layer
from redis import RedisError

from games import api as games

LAYER_TROUBLE = (OSError, RedisError, ChannelFull)
"""What a send may raise when the layer is down or full: messages are hints, so senders live with it."""
SCHEDULE = "tournaments"
"""Where pages with lists of tournaments listen."""
Message: TypeAlias = dict[str, Any]
logger = logging.getLogger(__name__)


def group(tournament_id: int) -> str:
    """Where web processes listen to what everybody may know of a tournament."""
    return f"tournament.{tournament_id}"


def user_group(user_id: int) -> str:
    """Where web processes listen for what concerns one account's sockets."""
    return f"user.{user_id}"


def decided(*, tournament: int, version: int) -> Message:
    """To everybody who watches, at most once a second: there are decisions up to this one."""
    return {"type": "tournament", "tournament": tournament, "version": version}


def told(*, user: int, tournament: int, kind: str) -> Message:
    """To one account's sockets: there is something of a tournament to tell this player; kinds as in `Notice`."""
    return {"type": "user.tournament", "user": user, "tournament": tournament, "kind": kind}


def asked(*, tournament: int) -> Message:
    """To the director: somebody has asked something."""
    return {"type": "asked", "tournament": tournament}


def nudge(tournament_id: int) -> None:
    """Lets the director read what was asked; never fails its caller."""
    hint(games.director_group(tournament_id), asked(tournament=tournament_id))


def hint(address: str, message: Message) -> None:
    """A hint to a group; never fails its caller."""
    layer = get_channel_layer()
    if layer is None:
        return
    try:
        async_to_sync(layer.group_send)(address, message)
    except LAYER_TROUBLE:
        logger.warning("The channel layer didn't take a hint for %s.", address)
