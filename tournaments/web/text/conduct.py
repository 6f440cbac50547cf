"""Directors' decisions about the conduct of a player in words (T14)."""

from typing import NamedTuple

from django.utils.translation import gettext as _

from games.text.penalties import penalty_text
from tournaments.engine.state import commands as cm
from tournaments.web.text.act_names import COMMANDS
from tournaments.web.text.labels import chips, span


class _Length(NamedTuple):
    hands: int = 0
    rounds: int = 0
    minutes: int = 0


def conduct_text(command: cm.Command) -> str:
    """What was decided, such as "Player penalised: 2 rounds"."""
    name = str(COMMANDS[type(command).__name__])
    if not isinstance(command, cm.Penalise):
        return name
    parts = [penalty_text(_Length(hands=command.hands)), penalty_text(_Length(rounds=command.rounds))]
    if command.time:
        parts.append(span(command.time))
    if command.chips:
        parts.append(_("{chips} chips taken").format(chips=chips(command.chips)))
    return f"{name}: {', '.join(filter(None, parts))}"
