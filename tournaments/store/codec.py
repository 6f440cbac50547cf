"""Converts states, events and commands of tournaments to JSON-ready data for the database and back."""

from collections.abc import Mapping

from games.messaging.codec import (
    by_name,
    from_data,
    record_from_data,
    record_to_data,
    state_from_data,
    state_to_data,
    to_data,
)
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev
from tournaments.engine.state.tournament import Tournament

_EVENTS: Mapping[str, type[ev.Event]] = by_name(ev.Event)
_COMMANDS: Mapping[str, type[cm.Command]] = by_name(cm.Command)


def snapshot(state: Tournament) -> dict[str, object]:
    """The whole state as data."""
    return state_to_data(state)


def restore(data: Mapping[str, object]) -> Tournament:
    """The state that `snapshot` wrote."""
    return state_from_data(Tournament, data)


def event_to_data(event: ev.Event) -> list[object]:
    """An event as the name of its class, then its fields."""
    return record_to_data(event)


def event_from_data(data: list[object]) -> ev.Event:
    """The event that `event_to_data` wrote; raises KeyError for an unknown one."""
    return record_from_data(_EVENTS, data)


def command_to_data(command: cm.Command) -> list[object]:
    """The fields of a command; the name of its class is stored in a column of its own."""
    fields: list[object] = to_data(command)
    return fields


def command_from_data(kind: str, data: list[object]) -> cm.Command:
    """The command of the class `kind` that `command_to_data` wrote; raises KeyError for an unknown one."""
    return from_data(_COMMANDS[kind], data)
