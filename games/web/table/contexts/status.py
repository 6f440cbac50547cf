"""The context of the status line: who won, whom the table waits for, or why no hand is being played."""

from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from games.engine.views.kinds import TablePhase
from games.engine.views.types import LogLine, TableView
from games.text.amounts import AmountFormat
from games.text.house_acts import order_text
from games.text.languages import in_language, per_language
from games.web.table.wording import Wording
from games.web.text.winners import Win, pot_name, win_html, wins


class Status(NamedTuple):
    """What the status line depends on: the phase, winners, the start of the next hand, draws, prompts and orders."""

    phase: TablePhase
    wins: tuple[Win, ...] = ()
    next_at: int = 0
    drawing: bool = False
    race: tuple[int, int] | None = None
    prompt: tuple[str, str] = ("", "")
    orders: tuple[LogLine, ...] = ()


def status_of(view: TableView) -> Status:
    """What of a view the status line depends on."""
    over = view.phase not in (TablePhase.BETTING, TablePhase.AGREEING, TablePhase.DEALING)
    until = view.prompt.deadline if view.prompt else view.next_hand_at if over else 0
    race = (view.chip_race.chip, view.chip_race.into) if view.chip_race and view.phase == TablePhase.RACE else None
    winners = wins(view) if over and not race else ()
    return Status(view.phase, winners, until, bool(view.button_draw), race, prompt_of(view), view.orders)


@per_language
def _prompts() -> dict[str, str]:
    return {"show": _("{name} may show or muck"), "post": _("{name} is asked to post a blind")}


def prompt_of(view: TableView) -> tuple[str, str]:
    """What the table waits for outside of a turn, and for whom; twice "" if there is no such player."""
    if view.prompt is None or view.prompt.seat < 0:
        return "", ""
    return view.prompt.kind, view.seats[view.prompt.seat].name


def prompt_text(prompt: tuple[str, str], language: str) -> str:
    """A sentence about the player whom the table waits for; empty if there is none."""
    kind, name = prompt
    return _prompts(language).get(kind, "{name}").format(name=name)


@per_language
def _reasons() -> dict[str, str]:
    return {
        TablePhase.WAITING: _("Waiting for players"),
        TablePhase.PAUSED: _("The table is paused"),
        TablePhase.CLOSED: _("This table is closed"),
        TablePhase.FROZEN: _("The table is stopped until the floor has checked it"),
        TablePhase.AGREEING: _("All-in: how many boards?"),
        TablePhase.TOGETHER: _("Hand-for-hand: waiting for the other tables"),
        TablePhase.REBUY: _("Waiting for a re-buy"),
        TablePhase.RACE: _("Chip race: chips of {amount} become chips of {into}"),
    }


@per_language
def _drawing() -> str:
    return _("High card for the button")


def _winners_and_orders(status: Status, amounts: AmountFormat) -> tuple[list[tuple[str, SafeString]], list[str]]:
    winners = [(pot_name(win), win_html(win, amounts)) for win in status.wins]
    return winners, [order_text(order, status.phase) for order in status.orders]


def status_context(status: Status, wording: Wording) -> dict[str, object]:
    """The status line in the middle of the table: who won, or why no hand is being played."""
    language, reason = wording.language, ""
    sentences: list[tuple[str, SafeString]] = []
    orders: list[str] = []
    if status.wins or status.orders:
        sentences, orders = in_language(language, _winners_and_orders, status, wording.amounts)
    if status.race:
        chip, into = map(wording.amount, status.race)
        reason = _reasons(language)[TablePhase.RACE].format(amount=chip, into=into)
    elif status.phase != TablePhase.RACE:
        reason = _reasons(language).get(status.phase, "")
    reason = prompt_text(status.prompt, language) or reason
    if status.drawing and not status.prompt[0]:
        reason = _drawing(language)
    if status.phase in (TablePhase.PAUSED, TablePhase.FROZEN):
        reason = "" if orders else reason
    elif sentences and status.phase != TablePhase.CLOSED:
        reason = ""
    return {"wins": sentences, "orders": orders, "reason": reason, "next_at": status.next_at}
