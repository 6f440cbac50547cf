"""What the log of acts keeps of directors: commands, announcements and schedules, with old and new values (F3, F4)."""

import json
import re
from collections.abc import Iterable

from backoffice.api import Change, Subject, record
from games.engine.events.kinds import PauseReason
from games.messaging.codec import to_data
from tournaments.engine.setup.setup import Setup
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev

PAUSED_BY_ROOM, RESUMED_BY_ROOM = "tournament.paused_for_outage", "tournament.resumed_after_outage"
UNLOGGED = frozenset({"player", "why", "text", "setup"})
"""Fields of commands that the log keeps elsewhere: as the person concerned, the reason, and the changes."""


def log_command(
    tournament_id: int, command: cm.Command, *, by: int, why: str, own: bool, before: Setup, new_password: str | None
) -> None:
    """Logs a director's command as the last thing of its transaction; `before` is the announcement until now."""
    fields = command._asdict()
    if isinstance(command, cm.ChangeSetup):
        changes = setup_changes(before, command.setup)
        if new_password is not None:
            # Neither the password nor its hash is for a log that others read.
            changes.append(Change("password", "", "new" if new_password else ""))
    elif isinstance(command, cm.ChangeHouseRules):
        changes = setup_changes(before, command.applied_to(before))
    else:
        changes = [Change(name, "", _text(value)) for name, value in fields.items() if name not in UNLOGGED]
    record(
        by=by,
        act=act_of(type(command).__name__),
        subject=Subject("tournament", tournament_id),
        about=fields.get("player") or None,
        changes=changes,
        reason=why,
        own=own,
    )


def log_outages(tournament_id: int, events: Iterable[ev.Event]) -> None:
    """Logs that the room paused or resumed a tournament by itself, as the last thing of its transaction (T3)."""
    for event in events:
        if isinstance(event, ev.Paused | ev.Resumed) and event.why in tuple(PauseReason):
            act = PAUSED_BY_ROOM if isinstance(event, ev.Paused) else RESUMED_BY_ROOM
            record(by=None, act=act, subject=Subject("tournament", tournament_id))


def act_of(command: str) -> str:
    """The code of the act by the name of the command: `tournament.move_player`."""
    return "tournament." + re.sub(r"(?<!^)(?=[A-Z])", "_", command).lower()


def setup_changes(before: Setup | None, after: Setup) -> list[Change]:
    """The parts of an announcement that differ; those that make up a new one if there was none."""
    if before is None:
        return [Change(name, "", _text(getattr(after, name))) for name in ("name", "games", "starts_at", "price")]
    pairs = ((name, getattr(before, name), getattr(after, name)) for name in Setup._fields)
    return [Change(name, _text(old), _text(new)) for name, old, new in pairs if old != new]


def _text(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    if isinstance(value, str | int):
        return str(value)
    return "" if value is None else json.dumps(to_data(value), ensure_ascii=False)
