"""Sentences about the events of a tournament, for the lobby, the director and moved players."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.engine.cards import card_text
from games.engine.events.kinds import PauseReason
from games.web.api import money_text
from tournaments.engine.state import events as ev
from tournaments.engine.state.reasons import (
    CancelReason,
    CloseReason,
    EndReason,
    HandForHandReason,
    MoveReason,
    own_words,
)
from tournaments.web.text.labels import chips, reasoned, span

Names = Mapping[int, str]

UNNAMED_ENDS = (EndReason.TIME, "director")
"""The values of an announced end that are no director's words."""


class Line(NamedTuple):
    """A sentence and its cards, as (player or seat, card)."""

    text: str
    cards: tuple[tuple[str, str], ...] = ()


def lines_of(events: Iterable[ev.Event], names: Names, currency: str) -> list[Line]:
    """The sentences of a decision's events in order; internal events have none. Money is of this currency."""
    lines = []
    for event in events:
        build_line, about_money = _LINES.get(type(event)), _ABOUT_MONEY.get(type(event))
        line = build_line(event, names) if build_line else about_money(event, names, currency) if about_money else None
        if line:
            lines.append(line)
    return lines


def move_reason(event: ev.Moved) -> str:
    """Why a player was moved, addressed to that player (T6, T7)."""
    if event.why is MoveReason.BALANCE:
        if event.due < 0:
            return _("The tables were out of balance.")
        if not event.due:
            return _("The tables were out of balance, and you were due for the big blind at table {table}.").format(
                table=event.from_table
            )
        return ngettext(
            "The tables were out of balance, and you were {count} seat from the big blind at table {table}.",
            "The tables were out of balance, and you were {count} seats from the big blind at table {table}.",
            event.due,
        ).format(count=event.due, table=event.from_table)
    reasons = {
        MoveReason.BREAK: _("Table {table} was broken up.").format(table=event.from_table),
        MoveReason.FINAL: _("The final table is set; all seats were drawn again."),
        MoveReason.ROUND: _("The next round begins."),
    }
    if event.why in reasons:
        return reasons[event.why]
    return _("The director moved you: {why}").format(why=event.note) if event.note else _("The director moved you.")


def cancelled_text(text: str, why: str) -> str:
    """The sentence `text` about a cancelled tournament with the reason after it (F3, T15)."""
    if why == CancelReason.TOO_FEW:
        return _("{what} Too few players had registered.").format(what=text)
    return reasoned(text, why)


def _name(names: Names, player: int) -> str:
    return names.get(player, f"#{player}")


def _moved(event: ev.Moved, names: Names) -> Line:
    text = {
        MoveReason.BALANCE: _("{name} moves from table {old} to table {new}, seat {seat}, for balance."),
        MoveReason.BREAK: _("{name} moves from table {old}, which is broken up, to table {new}, seat {seat}."),
        MoveReason.FINAL: _("{name} draws seat {seat} at the final table."),
        MoveReason.ROUND: _("{name} has seat {seat} at table {new} in the next round."),
    }.get(event.why, _("{name} is moved by the director from table {old} to table {new}, seat {seat}."))
    return Line(
        text.format(name=_name(names, event.player), old=event.from_table, new=event.table, seat=event.seat + 1)
    )


def _level_began(event: ev.LevelBegan, names: Names) -> Line:
    return Line(reasoned(_("Level {level} begins.").format(level=event.level), event.why))


def _button_drawn(event: ev.ButtonDrawn, names: Names) -> Line:
    cards = tuple((_("seat {seat}").format(seat=seat + 1), card_text(card)) for seat, card in event.cards)
    text = _("Table {table}: the highest card has the button, seat {seat}.")
    if not cards:
        text = _("Table {table}: the first player has the button, seat {seat}.")
    return Line(text.format(table=event.table, seat=event.button + 1), cards)


def _raced(event: ev.ChipsRaced, names: Names) -> Line:
    cards = tuple((_name(names, player), card_text(card)) for player, card in event.cards)
    won = ", ".join(_name(names, player) for player in (*event.won, *event.saved)) or "–"
    text = _("Chip race at table {table}: chips of {chip} are exchanged for {into}. An extra chip: {names}.")
    return Line(text.format(table=event.table, chip=chips(event.chip), into=chips(event.into), names=won), cards)


def _voided(event: ev.HandVoided, names: Names) -> Line:
    text = _("The hand at table {table} is void: all chips go back, and it is dealt again.")
    return Line(text.format(table=event.table))


def void_refused(table: int) -> str:
    """Why an order to void a hand came to nothing (F5)."""
    return _("Table {table}: no hand is void. The last one was over and the next had not begun.").format(table=table)


def _bust_undone(event: ev.BustUndone, names: Names) -> Line:
    text = _("{name} is back in seat {seat} at table {table} with {chips}: the hand that knocked them out is void.")
    name = _name(names, event.player)
    return Line(text.format(name=name, seat=event.seat + 1, table=event.table, chips=chips(event.chips)))


def _entries_closed(event: ev.EntriesClosed, names: Names, currency: str) -> Line:
    pool = event.collected + event.overlay
    return Line(
        ngettext(
            "Field and prizes are final: {amount} for {count} place.",
            "Field and prizes are final: {amount} for {count} places.",
            len(event.prizes),
        ).format(amount=money_text(pool, currency), count=len(event.prizes))
    )


def _place_given(event: ev.PlaceGiven, names: Names) -> Line:
    name = _name(names, event.player)
    if event.place == 1:
        return Line(_("{name} wins the tournament.").format(name=name))
    if event.last > event.first:
        text = _("{name} shares places {first} to {last}.")
        return Line(text.format(name=name, first=event.first, last=event.last))
    return Line(_("{name} finishes in place {place}.").format(name=name, place=event.place))


def _table_closed(event: ev.TableClosed, names: Names) -> Line | None:
    return Line(_("Table {table} is closed.").format(table=event.table)) if event.why is CloseReason.BROKEN else None


def _bounty(event: ev.BountyWon, names: Names, currency: str) -> Line:
    text = _("{name} wins a bounty of {amount} for {victim}.")
    amount = money_text(event.cash, currency)
    return Line(text.format(name=_name(names, event.player), victim=_name(names, event.victim), amount=amount))


def _penalised(event: ev.Penalised, names: Names) -> Line:
    if event.is_lifted:
        return Line(_("{name}: the penalty is lifted. {why}").format(name=_name(names, event.player), why=event.why))
    if not event.hands and not event.time:
        return Line(_("{name}: penalty. {why}").format(name=_name(names, event.player), why=event.why))
    texts = []
    if event.hands:
        text = ngettext(
            "{name}: penalty of {count} hand. {why}", "{name}: penalty of {count} hands. {why}", event.hands
        )
        texts.append(text.format(name=_name(names, event.player), count=event.hands, why=event.why))
    if event.time:
        text = _("{name}: penalty of {time}. {why}")
        texts.append(text.format(name=_name(names, event.player), time=span(event.time), why=event.why))
    return Line(" ".join(texts))


def _chips_removed(event: ev.ChipsRemoved, names: Names) -> Line:
    text = _("{chips} chips of {name} are out of play.")
    return Line(text.format(chips=chips(event.chips), name=_name(names, event.player)))


def _break_began(event: ev.BreakBegan, names: Names) -> Line:
    return Line(reasoned(_("Break of {length}.").format(length=span(event.until - event.at)), event.why))


def _break_ended(event: ev.BreakEnded, names: Names) -> Line:
    return Line(reasoned(_("The break is over."), event.why))


def _hand_for_hand_began(event: ev.HandForHandBegan, names: Names) -> Line:
    return Line(reasoned(_("Hand-for-hand begins."), own_words(event.why, HandForHandReason)))


def _hand_for_hand_ended(event: ev.HandForHandEnded, names: Names) -> Line:
    return Line(reasoned(_("Hand-for-hand is over."), own_words(event.why, HandForHandReason)))


def _deal_lapsed(event: ev.DealLapsed, names: Names) -> Line:
    if not event.out:
        return Line(_("Not everybody agreed in time: there is no deal, and play continues."))
    text = _("{name} is out: the proposed deal has lapsed, and play continues.")
    return Line(text.format(name=_name(names, event.out)))


def _deal_made(event: ev.DealMade, names: Names) -> Line:
    return Line(_("The players made a deal; the director confirmed it."))


def _rebought(event: ev.Rebought, names: Names) -> Line:
    return Line(_("{name} re-buys.").format(name=_name(names, event.player)))


def _added(event: ev.AddedOn, names: Names) -> Line:
    return Line(_("{name} takes the add-on.").format(name=_name(names, event.player)))


def _warned(event: ev.Warned, names: Names) -> Line:
    return Line(_("{name} is warned. {why}").format(name=_name(names, event.player), why=event.why))


def _disqualified(event: ev.PlayerDisqualified, names: Names) -> Line:
    return Line(_("{name} is disqualified. {why}").format(name=_name(names, event.player), why=event.why))


def _tables_told(event: ev.TablesTold, names: Names) -> Line:
    if event.table:
        return Line(_("The director to table {table}: {text}").format(table=event.table, text=event.text))
    return Line(_("The director to all tables: {text}").format(text=event.text))


def _end_announced(event: ev.EndAnnounced, names: Names) -> Line:
    if not event.why:
        return Line(_("The end is taken back: play continues."))
    text = _("The end is announced: the current hands are played out, then the chips are counted.")
    return Line(reasoned(text, "" if event.why in UNNAMED_ENDS else event.why))


def _setup_changed(event: ev.SetupChanged, names: Names) -> Line:
    return Line(reasoned(_("The announcement was changed."), event.why))


def _round_began(event: ev.RoundBegan, names: Names) -> Line:
    return Line(_("Round {number} begins.").format(number=event.number))


def _paused(event: ev.Paused, names: Names) -> Line:
    if event.why == PauseReason.LOST:
        return Line(_("The room paused the tournament: many players have lost their connection."))
    return Line(reasoned(_("The director paused the tournament."), event.why))


def _resumed(event: ev.Resumed, names: Names) -> Line:
    if event.why == PauseReason.BACK:
        return Line(_("The room ended the pause, as most players are back: play continues."))
    if event.why == PauseReason.LONG:
        return Line(_("The room ended the pause after the longest time that it waits: play continues."))
    return Line(reasoned(_("Play continues."), event.why))


def _fixed(text: Callable[[], str]) -> Callable[[object, Names], Line]:
    return lambda event, names: Line(text())


# Any: every function takes the event it is listed for.
_ABOUT_MONEY: dict[type, Callable[[Any, Names, str], Line]] = {
    ev.EntriesClosed: _entries_closed,
    ev.BountyWon: _bounty,
}
_LINES: dict[type, Callable[[Any, Names], Line | None]] = {
    ev.SetupChanged: _setup_changed,
    ev.Started: _fixed(lambda: _("The tournament begins. Seats were drawn.")),
    ev.LevelBegan: _level_began,
    ev.BreakBegan: _break_began,
    ev.BreakEnded: _break_ended,
    ev.Paused: _paused,
    ev.Resumed: _resumed,
    ev.ConnectionsBack: _fixed(lambda: _("Most players are back: play goes on soon.")),
    ev.Moved: _moved,
    ev.TableClosed: _table_closed,
    ev.ButtonDrawn: _button_drawn,
    ev.ChipsRaced: _raced,
    ev.VoidRefused: lambda event, names: Line(void_refused(event.table)),
    ev.HandVoided: _voided,
    ev.BustUndone: _bust_undone,
    ev.FinalTableMade: _fixed(lambda: _("The final table is set.")),
    ev.RoundBegan: _round_began,
    ev.HandForHandBegan: _hand_for_hand_began,
    ev.HandForHandEnded: _hand_for_hand_ended,
    ev.Rebought: _rebought,
    ev.AddedOn: _added,
    ev.PlaceGiven: _place_given,
    ev.TablesTold: _tables_told,
    ev.Warned: _warned,
    ev.Penalised: _penalised,
    ev.ChipsRemoved: _chips_removed,
    ev.PlayerDisqualified: _disqualified,
    ev.DealTalkOpened: _fixed(lambda: _("The players are discussing a deal.")),
    ev.DealRefused: _fixed(lambda: _("No deal: play continues.")),
    ev.DealLapsed: _deal_lapsed,
    ev.DealMade: _deal_made,
    ev.EndAnnounced: _end_announced,
    ev.Ended: _fixed(lambda: _("The tournament is over.")),
    ev.Cancelled: lambda event, names: Line(cancelled_text(_("The tournament is cancelled."), event.why)),
}
