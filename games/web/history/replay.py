"""The replay of a finished hand: for every step, the fragments of the table that changed, rendered as at the table."""

from typing import NamedTuple

from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.engine.history.replay_steps import ReplayStep, replay_steps
from games.engine.views.types import LogLine
from games.history.hands import VisibleHand
from games.text.amounts import AmountFormat
from games.text.games import with_currency
from games.text.log_lines import is_heading, log_line_html, street_name
from games.web.security.numbers import parse_number
from games.web.table import fragments
from games.web.table.contexts.my_hand import my_hand_of
from games.web.table.wording import ViewerPreferences, amounts_of, viewer_preferences
from games.web.text.rules import game_short

STEP_DIGITS = 4


class ReplayLine(NamedTuple):
    """One line of the hand's log as HTML, and the step that ends with it."""

    html: SafeString
    code: str
    heading: bool
    step: int


class Frame(NamedTuple):
    """The pieces of the table that a step changes as HTML, and its log lines as text."""

    number: int
    html: str
    text: str


def replay_context(hand: VisibleHand, request: HttpRequest) -> dict[str, object]:
    """The context of the hand's page, at the step given in the URL."""
    steps = replay_steps(
        hand.rules, hand.players, hand.events, seats=hand.seats, table_id=hand.line.table, own=hand.own
    )
    return steps_context(hand, steps, request)


def steps_context(hand: VisibleHand, steps: list[ReplayStep], request: HttpRequest) -> dict[str, object]:
    """The context of these steps of a hand, at the step given in the URL."""
    amounts = AmountFormat.of_currency(hand.currency)
    prefs = viewer_preferences(request.user, digits=amounts.digits)
    drawn = [_fragments(step, prefs) for step in steps]
    now = min(parse_number(request.GET.get("step", ""), digits=STEP_DIGITS) or 0, len(steps) - 1)
    lines = _lines(steps, prefs)
    return {
        "hand": hand,
        "amounts": amounts,
        "game": with_currency(game_short(hand.rules, amounts), hand.currency),
        "lines": lines,
        "frames": _frames(drawn, lines),
        "now": now,
        "last": len(steps) - 1,
        "before": max(now - 1, 0),
        "after": min(now + 1, len(steps) - 1),
        "fragments": {name.replace("-", "_"): html for name, html in drawn[now].items()},
        "seats": [html for name, html in drawn[now].items() if name.startswith("seat-")],
        "of": max(hand.seats, 2),
        "jumps": _jumps(steps),
        "rows": [(hand.players[seat], won) for seat, _, _, won in hand.line.results],
        "pot": hand.line.pot,
    }


def _fragments(step: ReplayStep, prefs: ViewerPreferences) -> dict[str, str]:
    """The fragments of the table after a step, by id, without empty seats."""
    view, language = step.view, str(get_language())
    seated = {f"seat-{seat.seat}" for seat in view.seats if seat.player}
    drawn = fragments.public_fragments(view, language, prefs)
    html = {name: fragment for name, fragment in drawn.items() if name in seated or not name.startswith("seat-")}
    html["my-hand"] = fragments.my_hand_fragment(my_hand_of(step.own, view), language)
    html["replay-hand"] = render_to_string("games/history/replay_hand.html", {"own": step.own, "rabbit": step.rabbit})
    return html


def _lines(steps: list[ReplayStep], prefs: ViewerPreferences) -> list[ReplayLine]:
    lines: list[ReplayLine] = []
    for number, step in enumerate(steps):
        amounts = amounts_of(step.view, prefs)
        lines += [_line(line, number, amounts) for line in step.view.log[len(lines) : step.lines]]
    return lines


def _line(line: LogLine, step: int, amounts: AmountFormat) -> ReplayLine:
    return ReplayLine(log_line_html(line, amounts), line.code, is_heading(line), step)


def _frames(drawn: list[dict[str, str]], lines: list[ReplayLine]) -> list[Frame]:
    """The whole table for the first step, then only the pieces that each step changes."""
    frames, before = [], dict[str, str]()
    for number, now in enumerate(drawn):
        changed = "".join(html for name, html in now.items() if before.get(name) != html)
        frames.append(Frame(number, changed, " ".join(str(line.html) for line in lines if line.step == number)))
        before = now
    return frames


def _jumps(steps: list[ReplayStep]) -> list[tuple[str, int]]:
    """The steps where each street and each board begins, and the end."""
    jumps: list[tuple[str, int]] = []
    at: tuple[str, int] | None = None
    for number, step in enumerate(steps):
        boards = len(step.view.boards)
        if at != (step.street, boards):
            name = street_name(step.street)
            jumps.append(
                (_("{street}, board {number}").format(street=name, number=boards + 1) if boards else name, number)
            )
            at = (step.street, boards)
    return [*jumps, (_("End"), len(steps) - 1)]
