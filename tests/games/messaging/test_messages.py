"""Messages between processes: views arrive unchanged, and sending never fails its caller."""

from enum import Enum
from typing import Any, get_args, get_origin, get_type_hints

import msgpack
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pytest_django import Settings

from games.engine.views.types import OwnView, TableView
from games.messaging import messages
from games.messaging.messages import Ask, Message, OwnViewUpdate, ReadInbox, ViewUpdate, pack, unpack


def values(kind: Any) -> st.SearchStrategy[Any]:  # types are walked at run time
    """Small values of this type."""
    args = get_args(kind)
    if kind is int:
        return st.integers(-(2**53), 2**53)
    if kind is str:
        return st.text(max_size=6)
    if get_origin(kind) is tuple:
        parts = [values(part) for part in args if part is not Ellipsis]
        return st.lists(parts[0], max_size=3).map(tuple) if Ellipsis in args else st.tuples(*parts)
    if type(None) in args:
        return st.none() | values(args[0])
    if hints := get_type_hints(kind) if not issubclass(kind, bool | Enum) else None:
        return st.builds(kind, **{name: values(hint) for name, hint in hints.items()})
    return st.sampled_from(list(kind)) if issubclass(kind, Enum) else st.booleans()


few_examples = settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


def over_redis(*sent: Message) -> tuple[Message, ...]:
    """These messages as a receiver behind Redis gets them."""
    return unpack(msgpack.unpackb(msgpack.packb(pack(*sent))))


@few_examples
@given(view=values(TableView))
def test_any_public_view_arrives_as_it_was_sent(view: TableView) -> None:
    message = ViewUpdate(1, 2, "h", view, 3)
    assert over_redis(message) == (message,)
    assert repr(over_redis(message)) == repr((message,))


@few_examples
@given(view=values(OwnView))
def test_any_own_view_arrives_as_it_was_sent(view: OwnView) -> None:
    message = OwnViewUpdate(1, 7, 2, view)
    assert over_redis(message) == (message,)
    assert repr(over_redis(message)) == repr((message,))


def test_a_player_without_a_seat_has_no_own_view() -> None:
    message = OwnViewUpdate(1, 7, 2, None)
    assert over_redis(message) == (message,)


def test_messages_sent_together_arrive_in_order() -> None:
    both = Ask(1, 7, {"do": "act", "places": ["0", 2]}, id="5", reply="channel"), ReadInbox(1)
    assert over_redis(*both) == both


@pytest.mark.parametrize("packed", [{}, {"type": "healthz"}, {"body": b""}, {"body": b"\x91\x91\xa4Gone"}])
def test_a_message_of_an_unknown_kind_is_ignored(packed: dict[str, object]) -> None:
    assert unpack(packed) == ()


def test_a_channel_layer_that_is_down_never_fails_the_sender(settings: Settings) -> None:
    settings.CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "pokerroom.layers.redis_layer.RedisLayer",
            "CONFIG": {"hosts": [{"address": "redis://127.0.0.1:1", "socket_connect_timeout": 0.2}]},
        }
    }
    messages.notify_host_and_lobby(1)
    settings.CHANNEL_LAYERS = {}
    messages.notify_host_and_lobby(1)
