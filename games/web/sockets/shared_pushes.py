"""What a table shows to everybody, as messages that all its sockets with one language and look share.

Only public views come in here, so nothing that only one seat may see can get into a message for several.
"""

from collections.abc import Callable
from functools import cached_property
from typing import NamedTuple

from games.engine.views.types import TableView
from games.web.sockets.frames import frame_of
from games.web.table import fragments
from games.web.table.player_notes import players_of
from games.web.table.wording import ViewerPreferences

CLOCK_HOLDS_SECONDS = 0.05
"""A message tells the server's time, so it is sent only so long after it was made."""


class Shown(NamedTuple):
    """The state of the table that a socket shows: its number, and the hand and length of the log it has."""

    number: int
    hand: int
    lines: int


class SharedPush:
    """HTML for several sockets, and its frames, each made when the first socket needs it."""

    def __init__(self, html: str, made_at: float) -> None:
        self.html = html
        self.made_at = made_at

    @cached_property
    def frame(self) -> bytes:
        """The whole message."""
        return frame_of(self.html)

    @cached_property
    def first_frame(self) -> bytes:
        """The first part of a message, for a socket that has something of its own to add."""
        return frame_of(self.html, last=False)


class SharedPushes:
    """The public fragments and the log in one language and look, and the messages that bring sockets up to date."""

    def __init__(self, language: str, preferences: ViewerPreferences) -> None:
        self._wording = language, preferences
        self._view: TableView | None = None
        self._html: dict[str, str] = {}
        self._changed: dict[str, int] = {}
        """By fragment, the number of the state that changed it."""
        self._pushes: dict[int, SharedPush] = {}
        """By the state that a socket shows."""
        self._drawn = fragments.RenderedFragments()
        self._rendered: dict[ViewerPreferences, fragments.RenderedFragments] = {}
        self._watching: dict[ViewerPreferences, dict[str, str]] = {}
        """What watchers without a seat are shown of this view."""
        self.newest = Shown(0, -1, 0)
        self.players: tuple[int, ...] = ()
        """Who sits in each seat, 0 for nobody."""

    def update(self, view: TableView) -> None:
        """The table now looks like this; all sockets give the same view, or a newer one."""
        if view is self._view:
            return
        number = self.newest.number + 1
        html = fragments.public_fragments(view, *self._wording, self._drawn)
        self._view, self._pushes, self._watching, self.players = view, {}, {}, players_of(view)
        changed = {name for name, text in html.items() if self._html.get(name) != text}
        shown = self.newest
        if not changed and (shown.hand, shown.lines) == (view.hand, len(view.log)):
            return
        self._html = html
        self._changed |= dict.fromkeys(changed, number)
        self.newest = Shown(number, view.hand, len(view.log))

    def since(self, shown: Shown | None, *, server_time: Callable[[], int], now: float) -> SharedPush | None:
        """What a socket that shows this state lacks, None for nothing; `shown` is None for one that shows nothing yet.

        `server_time` gives the ms that are part of the message; `now` is the event loop's time in seconds.
        """
        if shown is not None and shown.number == self.newest.number:
            return None
        number = shown.number if shown else 0
        push = self._pushes.get(number)
        if push is None or now - push.made_at > CLOCK_HOLDS_SECONDS:
            push = self._pushes[number] = SharedPush(self._missing(shown, server_time()), now)
        return push

    def watching(self, preferences: ViewerPreferences) -> dict[str, str]:
        """What viewers with these preferences who have no seat are shown instead of their cards and buttons, by id."""
        if preferences not in self._watching:
            assert self._view is not None
            rendered = self._rendered.setdefault(preferences, fragments.RenderedFragments())
            language = self._wording[0]
            self._watching[preferences] = fragments.own_fragments(None, self._view, language, preferences, rendered)
        return self._watching[preferences]

    def _missing(self, shown: Shown | None, server_time: int) -> str:
        view = self._view
        assert view is not None
        number = shown.number if shown else 0
        html = [text for name, text in self._html.items() if self._changed[name] > number]
        if shown is None or shown.hand != view.hand or shown.lines > len(view.log):
            html.append(fragments.log_fragment(view, *self._wording))
        else:
            html += fragments.log_fragments(view, *self._wording, since=shown.lines)
        return "".join([*html, fragments.time_fragment(server_time, view.version)])
