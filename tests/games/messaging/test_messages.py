"""The wire: views survive it, hints never fail their sender."""

import json
from enum import Enum
from typing import Any, get_args, get_origin, get_type_hints

import msgpack
import pytest
from django.core.serializers.json import DjangoJSONEncoder
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from games.engine.views.types import OwnView, SeatView, TableView
from games.messaging import messages
from games.messaging.codec import codec


def values(kind: Any) -> st.SearchStrategy[Any]:
    """Any value of this type, small and quick to make."""
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


few = settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])


def over_the_wire(data: Any) -> Any:
    """What comes out at the other end of Redis, checked to be the same as JSON would make it."""
    out = msgpack.unpackb(msgpack.packb(data))
    assert out == json.loads(json.dumps(data, cls=DjangoJSONEncoder))
    return out


@few
@given(view=values(TableView))
def test_any_public_view_survives_the_wire(view: TableView) -> None:
    message = over_the_wire(messages.view(table=1, version=2, host="h", view=view, at=3))
    back = messages.view_from_data(message["view"])
    assert back == view
    assert repr(back) == repr(view)


@few
@given(view=values(OwnView))
def test_any_own_view_survives_the_wire(view: OwnView) -> None:
    message = over_the_wire(messages.own(table=1, player=7, version=2, view=view))
    back = messages.own_from_data(message["view"])
    assert back == view
    assert repr(back) == repr(view)


def test_somebody_without_a_seat_has_no_own_view() -> None:
    assert messages.own(table=1, player=7, version=2, view=None)["view"] is None


def test_what_is_as_usual_costs_nothing() -> None:
    view = TableView(1, 2, tuple(SeatView(seat) for seat in range(9)))
    assert messages.view_to_data(view) == [1, 2, [[seat] for seat in range(9)]]


def test_a_type_that_cannot_be_carried_is_refused_at_once() -> None:
    with pytest.raises(TypeError):
        codec(dict[str, int])


def test_a_hint_never_fails_its_sender(settings: Any) -> None:
    settings.CHANNEL_LAYERS = {
        "default": {
            "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
            "CONFIG": {"hosts": [{"address": "redis://127.0.0.1:1", "socket_connect_timeout": 0.2}]},
        }
    }
    messages.nudge(1)
    settings.CHANNEL_LAYERS = {}
    messages.nudge(1)
