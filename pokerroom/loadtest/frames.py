"""What a simulated player reads from a pushed frame: the version of the view, and what the controls offer."""

import re
from typing import Final, NamedTuple

VERSION: Final = re.compile(rb'id="server-time"[^>]* data-version="(\d+)"')
CONTROLS: Final = re.compile(
    rb'id="controls" class="controls is-([\w-]+)"(?:[^>]*? data-hand="(\d+)"[^>]*? data-turn="(\d+)"'
    rb'(?:[^>]*? data-price="(\d+)")?)?'
)
RAISE_BOUNDS: Final = re.compile(rb'id="raise"[^>]* data-min="(\d+)" data-max="(\d+)"')
CONTROLS_AHEAD: Final = b'id="controls"'
ALERT: Final = b'id="alert"'
SESSION: Final = b'id="session"'
PICTURE: Final = b'id="seat-0"'
"""A frame with the first seat is a whole picture of the table if it is the first one with a version."""


class Turn(NamedTuple):
    """The player's turn: the numbers that its buttons carry, the price, and the bounds of a raise, if there is one."""

    hand: int
    number: int
    price: int
    least: int = 0
    most: int = 0


class Frame(NamedTuple):
    """One pushed frame: 0, "" and None where it says nothing."""

    version: int = 0
    state: str = ""
    turn: Turn | None = None
    is_alert: bool = False
    has_session: bool = False


def parse_frame(data: bytes) -> Frame:
    """Reads only what players need; most frames hold a version and nothing else of it."""
    # The version stands at the end, after the fragments, and is looked for from there.
    at = data.rfind(b'id="server-time"')
    found = VERSION.match(data, at) if at >= 0 else None
    version = int(found[1]) if found else 0
    state, turn = "", None
    if (at := data.find(CONTROLS_AHEAD)) >= 0 and (controls := CONTROLS.match(data, at)):
        state = controls[1].decode()
        if state == "turn" and controls[4] is not None:
            bounds = RAISE_BOUNDS.search(data, at)
            least, most = (int(bounds[1]), int(bounds[2])) if bounds else (0, 0)
            turn = Turn(int(controls[2]), int(controls[3]), int(controls[4]), least, most)
    return Frame(version, state, turn, ALERT in data, SESSION in data)
