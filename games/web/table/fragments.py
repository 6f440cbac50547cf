"""Renders views as HTML fragments, each with one id, template and context; all viewers share the public fragments.

Every fragment is one element with its id, so that the socket can push it unchanged: `static/js/swap.js` replaces the
element with the same id. Lines of the log and the chat are wrapped in a list that names the element to append to.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import NamedTuple

from django.conf import settings
from django.utils.html import format_html
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import override

from games.engine.cards import Card
from games.engine.views.kinds import LineCode, SeatState, TablePhase
from games.engine.views.types import LogLine, OwnView, SeatView, TableView, Turn
from games.lobby.queries import SeatName
from games.messaging.chat import ChatEntry
from games.text import refusals
from games.text.amounts import AmountFormat
from games.text.fill_html import escaped
from games.text.languages import in_language
from games.text.log_lines import is_heading, log_line_html
from games.web.lobby.notices import take_notices
from games.web.table.contexts.board import BoardView, board_context, board_view, pots_context, winning_cards
from games.web.table.contexts.controls import ControlsState, controls_context, controls_key, controls_surroundings
from games.web.table.contexts.drawn_cards import DrawnCards, drawn_cards
from games.web.table.contexts.my_hand import MyHand, my_hand_context, my_hand_of, own_seat
from games.web.table.contexts.my_seat import (
    my_seat_context,
    my_seat_key,
    my_seat_of,
    seat_buttons_context,
    seat_buttons_of,
)
from games.web.table.contexts.pre_actions import PreActions, pre_actions_context, pre_actions_of
from games.web.table.contexts.seat import seat_context
from games.web.table.contexts.seat_exits import SeatExits, seat_exits_of
from games.web.table.contexts.status import Status, status_context, status_of
from games.web.table.drawing import draw
from games.web.table.wording import DEFAULT_PREFERENCES, ViewerPreferences, Wording, own_wording_of, wording_of

__all__ = [
    "PageFragments",
    "RenderedFragments",
    "alert_fragment",
    "chat_fragment",
    "log_fragment",
    "log_fragments",
    "my_hand_fragment",
    "notices_fragment",
    "own_fragments",
    "placeholder_fragments",
    "public_fragments",
    "time_fragment",
]

CACHED_FRAGMENTS = 256
"""The size of each cache; they are needed while a view is drawn for viewers who share a language and a look.

Later hardly any of its fragments comes again, so that more would only take memory.
"""


WITH_OWN_CARDS = ("my-hand", "controls")
"""The fragments that show a player's own cards, and what they make with the board."""


class RenderedFragments:
    """One viewer's fragments by id, and the values each was rendered from; `key` is all that they depend on.

    `html` is another dictionary as soon as a fragment has changed.
    """

    def __init__(self) -> None:
        self.key: object = None
        self.html: dict[str, str] = {}
        self.inputs: dict[str, object] = {}

    def fragment(self, name: str, value: object, drawing: Callable[..., str], *args: object) -> str:
        """The fragment that `drawing` makes of `args`, drawn again if `value`, all it depends on, has changed."""
        if name not in self.inputs or self.inputs[name] != value:
            # It counts as drawn only now: a fault must not leave the fragment before it in its place.
            self.html = {**self.html, name: drawing(*args)}
            self.inputs[name] = value
        return self.html[name]


NOT_ARRIVED = TableView(table=0, version=0, seats=(), phase=TablePhase.NONE)
"""The view of a page to which the socket has not yet sent its table."""


def public_fragments(
    view: TableView,
    language: str,
    prefs: ViewerPreferences = DEFAULT_PREFERENCES,
    cache: RenderedFragments | None = None,
) -> dict[str, str]:
    """The fragments everybody sees, by id; unchanged ones come from a cache.

    `cache` holds those last rendered of this table in this wording, and is updated: most seats are as they were.
    """
    cache = RenderedFragments() if cache is None else cache
    wording = wording_of(view, language, prefs)
    drawn = drawn_cards(view)
    html: dict[str, str] = {}
    for seat in view.seats:
        turn = view.turn if view.turn and view.turn.seat == seat.seat else None
        shown = seat, turn, drawn.get(seat.seat), wording, view.tournament > 0
        name = f"seat-{seat.seat}"
        html[name] = cache.fragment(name, shown, _seat, *shown)
    middle = board_view(view), winning_cards(view), language
    html["board"] = cache.fragment("board", middle, _board, *middle)
    pots = view.pots, view.pot, wording
    html["pots"] = cache.fragment("pots", pots, _pots, *pots)
    status = status_of(view), wording
    html["status"] = cache.fragment("status", status, _status, *status)
    return html


def log_fragments(
    view: TableView,
    language: str,
    prefs: ViewerPreferences = DEFAULT_PREFERENCES,
    *,
    since: int = 0,
) -> list[str]:
    """The lines of the hand's log after the first `since`, each ready to be appended to `#log`."""
    wording = wording_of(view, language, prefs)
    return [f'<ol data-append-to="log">{_line(line, wording)}</ol>' for line in view.log[since:]]


def log_fragment(view: TableView, language: str, prefs: ViewerPreferences = DEFAULT_PREFERENCES) -> str:
    """The whole log of the hand, for a socket that has sent none of it."""
    wording = wording_of(view, language, prefs)
    return f'<ol id="log" class="log" data-hand="{view.hand}">{"".join(_line(line, wording) for line in view.log)}</ol>'


def own_fragments(
    own: OwnView | None,
    view: TableView,
    language: str,
    prefs: ViewerPreferences = DEFAULT_PREFERENCES,
    cache: RenderedFragments | None = None,
) -> dict[str, str]:
    """The fragments of one viewer, by id; `own` is None for watchers.

    `cache` holds the fragments last rendered for the viewer and is updated: most actions change few of them, and
    rendering is expensive.
    """
    cache = RenderedFragments() if cache is None else cache
    wording = own_wording_of(view, language, prefs)
    if own:
        seat = own_seat(own, view)
        around: object = controls_surroundings(own, seat, view), seat, view.street
    else:
        around = controls_key(own, view)
    # All that the fragments depend on: most views change nothing for most viewers, and this tells so quickly.
    key = own, around, view.tournament, wording
    if cache.key == key:
        return cache.html
    hand, exits = my_hand_of(own, view), seat_exits_of(own)
    cache.fragment("my-hand", (hand, language), my_hand_fragment, hand, language)
    cache.fragment("controls", (controls_key(own, view), wording), _controls, own, view, prefs, wording)
    cache.fragment("my-seat", (my_seat_key(own), wording), _my_seat, my_seat_of(own), view.tournament, wording)
    cache.fragment("seat-exits", (exits, language), _seat_exits, exits, language)
    cache.key = key
    return cache.html


def my_hand_fragment(hand: MyHand | None, language: str) -> str:
    """The viewer's own hole cards."""
    return draw("my_hand", my_hand_context(hand, language), language)


def _controls(own: OwnView | None, view: TableView, prefs: ViewerPreferences, wording: Wording) -> str:
    context = controls_context(own, view, prefs.signed_in, wording)
    state = context["state"]
    assert isinstance(state, ControlsState)
    if state is ControlsState.PRE_ACTIONS:
        # Only a player with a seat has pre-actions.
        assert own is not None
        context["pre_actions"] = _pre_actions(pre_actions_of(own), wording)
    context["actions"] = draw(state.template, context, wording.language, wording.amount)
    return draw("controls", context, wording.language)


def _my_seat(own: OwnView | None, tournament: int, wording: Wording) -> str:
    context = my_seat_context(own, wording.language, tournament)
    if own:
        context["seat_buttons"] = _seat_buttons(seat_buttons_of(own), wording)
    return draw("my_seat", context, wording.language, wording.amount)


def alert_fragment(
    code: str, detail: Mapping[str, int | str], language: str, *, amounts: AmountFormat, chat: str = ""
) -> str:
    """A sentence shown briefly above the controls, by its refusal code; a refused line of `chat` goes back with it."""
    with override(language):
        return format_html(
            '<p id="alert" class="overlay-note" role="alert"{}>{}</p>',
            format_html(' data-chat="{}"', chat) if chat else "",
            refusals.refusal_text(code, detail, amount=amounts.text),
        )


def notices_fragment(player: int, table_id: int, language: str) -> str:
    """The player's unread notices about this table and the room, to be appended to the list; "" without any."""
    with override(language):
        notices = take_notices(player, table_id)
    html = draw("notices", {"notices": notices}, language) if notices else ""
    return html and f'<ul data-append-to="notices">{html}</ul>'


def time_fragment(now: int, version: int = 0) -> str:
    """The server's time in ms, by which the browser sets its clocks; in a measured room with the view's version.

    The version counts all decisions, of which some are hidden, such as an action chosen in advance (B10).
    """
    shown = f' data-version="{version}"' if settings.FRAME_VERSIONS else ""
    return f'<i id="server-time" data-now="{now}"{shown} hidden></i>'


def chat_fragment(line: ChatEntry, language: str = "en") -> str:
    """One chat line, ready to be appended to `#chat`."""
    return f'<ol data-append-to="chat">{draw("chat_line", {"line": line}, language)}</ol>'


class PageFragments(NamedTuple):
    """The fragments that a table's page is made of, as HTML."""

    seats: list[str]
    board: str
    pots: str
    status: str
    my_hand: str
    my_seat: str
    seat_exits: str
    controls: str


def placeholder_fragments(
    seats: int,
    taken: Iterable[SeatName],
    language: str,
    prefs: ViewerPreferences,
    tournament: int = 0,
    *,
    frozen: bool = False,
) -> PageFragments:
    """The fragments of the page until the socket sends the table: only who sits where, as the rest may be outdated.

    A `frozen` table has no host that sends anything, so the page says that it is stopped.
    """
    seated = {one.seat: SeatView(one.seat, SeatState.IN_HAND, one.player, one.name, one.bot) for one in taken}
    view = NOT_ARRIVED._replace(
        seats=tuple(seated.get(seat, SeatView(seat)) for seat in range(seats)),
        phase=TablePhase.FROZEN if frozen else TablePhase.NONE,
        tournament=tournament,
    )
    html = public_fragments(view, language, prefs) | own_fragments(None, view, language, prefs)
    return PageFragments(
        seats=[html[f"seat-{seat}"] for seat in range(seats)],
        board=html["board"],
        pots=html["pots"],
        status=html["status"],
        my_hand=html["my-hand"],
        my_seat=html["my-seat"],
        seat_exits=html["seat-exits"],
        controls=html["controls"],
    )


@lru_cache(CACHED_FRAGMENTS)
def _seat(
    seat: SeatView, turn: Turn | None, drawn: DrawnCards | None, wording: Wording, tournament: bool
) -> SafeString:
    return draw("seat", seat_context(seat, turn, drawn, wording, tournament), wording.language)


@lru_cache(CACHED_FRAGMENTS)
def _board(middle: BoardView, winning: frozenset[Card], language: str) -> SafeString:
    return draw("board", board_context(middle, winning, language), language)


@lru_cache(CACHED_FRAGMENTS)
def _pots(pots: tuple[int, ...], pot: int, wording: Wording) -> SafeString:
    return draw("pots", pots_context(pots, pot), wording.language, wording.amount)


@lru_cache(CACHED_FRAGMENTS)
def _status(status: Status, wording: Wording) -> SafeString:
    return draw("status", status_context(status, wording), wording.language)


@lru_cache(CACHED_FRAGMENTS)
def _pre_actions(pre_actions: PreActions, wording: Wording) -> SafeString:
    context = pre_actions_context(pre_actions, wording.language)
    return draw("controls/pre_action_buttons", context, wording.language, wording.amount)


@lru_cache(CACHED_FRAGMENTS)
def _seat_buttons(own: OwnView, wording: Wording) -> SafeString:
    return draw("my_seat/buttons", seat_buttons_context(own), wording.language, wording.amount)


@lru_cache(CACHED_FRAGMENTS)
def _seat_exits(exits: SeatExits | None, language: str) -> SafeString:
    return draw("seat_exits", {"exits": exits}, language)


@lru_cache(CACHED_FRAGMENTS)
def _line(line: LogLine, wording: Wording) -> SafeString:
    html = in_language(wording.language, log_line_html, line, wording.amounts)
    css = f' class="{escaped(line.code)}"' if is_heading(line) or line.code == LineCode.UP else ""
    return mark_safe(f"<li{css}>{html}</li>")  # noqa: S308 - both are escaped
