"""The winners of a hand as HTML, for the status line."""

from typing import NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext

from games.engine.evaluation.categories import HandName
from games.engine.views.kinds import LineCode
from games.engine.views.types import LogLine, TableView
from games.text.amounts import AmountFormat
from games.text.fill_html import fill_html
from games.text.hands import winning_hand_text
from games.text.log_lines import bold

MOST_WINNERS_BY_POT = 6
"""The most winners that the status line lists pot by pot; more are listed by player, and by pot only in the log."""


class Win(NamedTuple):
    """What one player won of a finished hand's pots, in minor units.

    `half` is "all", "high" or "low". `run` is the number of the board, 0 if there is only one. `pot` is 0 for the main
    pot and counts the side pots from 1; it is -1 where the pots are added up.
    """

    name: str
    amount: int
    hand: HandName | None
    half: str = "all"
    run: int = 0
    pot: int = -1


def wins(view: TableView) -> tuple[Win, ...]:
    """The winners of a hand, one for each player, half and board, in the order in which the pots were paid.

    If the pots went to different players, there is one for each pot, the main pot first.
    """
    seats = {seat.name: seat for seat in view.seats if seat.player}
    lines = [line for line in view.log if line.code == LineCode.WINS]
    by_pot = _shown_by_pot(lines)
    sums: dict[tuple[str, HandName | None, str, int, int], int] = {}
    for line in sorted(lines, key=lambda line: line.pot) if by_pot else lines:
        seat = seats.get(line.name)
        shown = seat and (seat.low_name if line.kind == "low" else seat.name_of_hand)
        key = line.name, line.name_of_hand or shown, line.kind or "all", line.run, line.pot if by_pot else -1
        sums[key] = sums.get(key, 0) + line.amount
    return tuple(Win(name, amount, hand, half, run, pot) for (name, hand, half, run, pot), amount in sums.items())


def _shown_by_pot(lines: list[LogLine]) -> bool:
    """Whether the pots have different winners, and few enough to list them pot by pot."""
    winners: dict[int, set[tuple[str, str, int]]] = {}
    for line in lines:
        winners.setdefault(line.pot, set()).add((line.name, line.kind, line.run))
    shown = sum(map(len, winners.values()))
    return shown <= MOST_WINNERS_BY_POT and any(names != winners[0] for names in winners.values() if 0 in winners)


def pot_name(win: Win) -> str:
    """The name of the pot that was won, empty if one player won them all."""
    if win.pot < 0:
        return ""
    return gettext("Side pot {number}").format(number=win.pot) if win.pot else gettext("Main pot")


def win_html(win: Win, amounts: AmountFormat) -> SafeString:
    """One winner in a sentence: "Petr wins 2 340 with a straight, ace high"."""
    if win.hand is None:
        texts = {
            "high": gettext("{name} wins the high half, {amount}"),
            "low": gettext("{name} wins the low half, {amount}"),
        }
        return fill_html(
            texts.get(win.half, gettext("{name} wins {amount}")), name=win.name, amount=bold(win.amount, amounts)
        )
    texts = {
        "high": gettext("{name} wins the high half, {amount}, with {hand}"),
        "low": gettext("{name} wins the low half, {amount}, with {hand}"),
    }
    usual = gettext("{name} wins {amount} with {hand}")
    if win.run:
        usual = gettext("Board {run}: {name} wins {amount} with {hand}")
        texts = {
            "high": gettext("Board {run}: {name} wins the high half, {amount}, with {hand}"),
            "low": gettext("Board {run}: {name} wins the low half, {amount}, with {hand}"),
        }
    hand = winning_hand_text(win.hand)
    return fill_html(
        texts.get(win.half, usual), name=win.name, amount=bold(win.amount, amounts), hand=hand, run=win.run
    )
