"""What the house does at a table in words, for the hand's log and the status line (F1, F3)."""

from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from typing import Final

from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext, ngettext

from games.engine.events.kinds import Announcement, LeaveReason, PauseReason, SitOutReason
from games.engine.views.kinds import LineCode, PenaltyKind, TablePhase
from games.engine.views.types import LogLine
from games.text.amounts import AmountFormat
from games.text.changes import change_text
from games.text.moments import time_text

LineText = Callable[[LogLine, AmountFormat], SafeString]


def order_text(line: LogLine, phase: TablePhase) -> str:
    """An order of the house that is in force, for the status line."""
    pauses = gettext("The table pauses after this hand")
    orbit = gettext("Last orbit: the table closes after it")
    texts = {
        LineCode.PAUSED: gettext("The table is paused") if phase == TablePhase.PAUSED else pauses,
        LineCode.CLOSING: orbit if line.amount else gettext("The table closes after this hand"),
        LineCode.FROZEN: gettext("The table is stopped until the floor has checked it"),
    }
    text = texts[line.code]
    if line.other == PauseReason.LOST:
        return gettext("{what}: {why}").format(what=text, why=gettext("many players have lost their connection"))
    return gettext("{what}: {why}").format(what=text, why=line.other) if line.other else text


def _with_reason(line: LogLine, text: str) -> SafeString:
    if not line.other:
        return format_html("{}", text)
    return format_html(gettext("{what} Reason: {why}"), what=text, why=line.other)


def _paused(line: LogLine, amounts: AmountFormat) -> SafeString:
    if line.other == PauseReason.LOST:
        text = gettext(
            "Many players have lost their connection: no new hand begins before most of them are back, for a few "
            "minutes at most."
        )
        return format_html("{}", text)
    return _with_reason(line, gettext("The table is paused: no new hand begins."))


def _resumed(line: LogLine, amounts: AmountFormat) -> SafeString:
    if line.other == PauseReason.BACK:
        return format_html("{}", gettext("Most players are back: the game goes on."))
    if line.other == PauseReason.LONG:
        return format_html("{}", gettext("The longest pause for lost connections is over: the game goes on."))
    return _with_reason(line, gettext("The pause is over: the game goes on."))


def _closing(line: LogLine, amounts: AmountFormat) -> SafeString:
    after_hand = gettext("The table closes after this hand, and everybody leaves with their chips.")
    after_orbit = gettext("The last orbit begins with the next hand: after it the table closes.")
    return _with_reason(line, after_orbit if line.amount else after_hand)


def _closed(line: LogLine, amounts: AmountFormat) -> SafeString:
    return format_html("{}", gettext("This table is closed"))


def _frozen(line: LogLine, amounts: AmountFormat) -> SafeString:
    return format_html("{}", gettext("The table is stopped until the floor has checked it"))


def _rules(line: LogLine, amounts: AmountFormat) -> SafeString:
    return _with_reason(line, gettext("The table changes from the next hand on."))


def _change(line: LogLine, amounts: AmountFormat) -> SafeString:
    return format_html("{}", change_text(line.kind, line.before, line.after, amounts))


def _announced(line: LogLine, amounts: AmountFormat) -> SafeString:
    if line.kind == Announcement.SAYS:
        return format_html(gettext("The floor: {why}"), why=line.other)
    if line.kind == Announcement.CLOSES_SOON:
        at = time_text(datetime.fromtimestamp(int(line.name) / 1000, UTC))
        text = gettext("This table closes at {time}: after the hand then running, everybody leaves with their chips.")
        return format_html(text, time=at)
    texts = {
        Announcement.THAWED: gettext("The floor has checked the table: the game goes on."),
        Announcement.MERGES: gettext("This table is merged into {name}: everybody moves there after the hand."),
        Announcement.RECEIVES: gettext("{name} is merged into this table: its players move here."),
        Announcement.MERGES_NOT: gettext("This table stays open: nobody has to move to {name} any more."),
        Announcement.RECEIVES_NOT: gettext("{name} stays open: its players do not move here."),
        Announcement.UNLINKED: gettext("{name} has closed: nobody has to move there any more."),
        Announcement.OWNER_CLOSES: gettext("{name}, who opened this table, closes it."),
        Announcement.SEATS_FROZEN: gettext("No new players are seated for now; whoever sits here plays on."),
        Announcement.SEATS_GIVEN: gettext("New players are seated again."),
        Announcement.CLOSING_TIME: gettext("It is closing time at this table."),
    }
    return _with_reason(line, texts[Announcement(line.kind)].format(name=line.name))


def _removed(line: LogLine, amounts: AmountFormat) -> SafeString:
    return _with_reason(line, gettext("The house takes the seat from {name}.").format(name=line.name))


def _keeps_seat(line: LogLine, amounts: AmountFormat) -> SafeString:
    return _with_reason(line, gettext("{name} keeps the seat after all.").format(name=line.name))


def _seat_lost(line: LogLine, amounts: AmountFormat) -> SafeString:
    texts = {LeaveReason.IDLE: gettext("{name} sat out too long and loses the seat")}
    usual = gettext("{name} bought no chips in time and loses the seat")
    return format_html(texts.get(LeaveReason(line.kind), usual), name=line.name)


def _seat_out(line: LogLine, amounts: AmountFormat) -> SafeString:
    text = gettext("The director marks {name} as away: the room plays for the seat")
    if line.kind == SitOutReason.BARRED:
        text = gettext("The director disqualifies {name}: the room plays the stack until it is gone")
    return format_html(text, name=line.name)


def _must_move(line: LogLine, amounts: AmountFormat) -> SafeString:
    return format_html(gettext("{name} moves to {table} after this hand"), name=line.name, table=line.other)


def _unseated(line: LogLine, amounts: AmountFormat) -> SafeString:
    return format_html(gettext("The director takes {name} off this table after the hand"), name=line.name)


def _stack_set(line: LogLine, amounts: AmountFormat) -> SafeString:
    text = gettext("The director corrects the stack of {name} from {before} to {after}.")
    before, after = amounts.text(line.amount), amounts.text(line.to)
    return _with_reason(line, text.format(name=line.name, before=before, after=after))


def _penalty(line: LogLine, amounts: AmountFormat) -> SafeString:
    text = {
        PenaltyKind.OVER: gettext("The penalty of {name} is over."),
        PenaltyKind.FOLDED: ngettext(
            "Penalty: the next {count} hand of {name} is folded.",
            "Penalty: the next {count} hands of {name} are folded.",
            line.amount,
        ),
        PenaltyKind.HANDS: ngettext(
            "Penalty: {name} sits out the next {count} hand.",
            "Penalty: {name} sits out the next {count} hands.",
            line.amount,
        ),
        PenaltyKind.MINUTES: ngettext(
            "Penalty: {name} sits out for {count} minute.",
            "Penalty: {name} sits out for {count} minutes.",
            line.amount,
        ),
    }[PenaltyKind(line.kind)]
    return _with_reason(line, text.format(name=line.name, count=line.amount))


def _warned(line: LogLine, amounts: AmountFormat) -> SafeString:
    return _with_reason(line, gettext("The floor warns {name}.").format(name=line.name))


def _sits_out(line: LogLine, amounts: AmountFormat) -> SafeString:
    out = gettext("The floor has {name} sit out from the next hand on.")
    text = out if line.amount else gettext("The floor has {name} play again from the next hand on.")
    return _with_reason(line, text.format(name=line.name))


def _kept_open(line: LogLine, amounts: AmountFormat) -> SafeString:
    return _with_reason(line, gettext("The table does not close after all: the game goes on."))


def _together(line: LogLine, amounts: AmountFormat) -> SafeString:
    begins = gettext("Hand-for-hand: all tables play each hand at the same time.")
    return _with_reason(line, begins if line.amount else gettext("Hand-for-hand is over."))


HOUSE_LINES: Final[Mapping[str, LineText]] = {
    LineCode.PAUSED: _paused,
    LineCode.RESUMED: _resumed,
    LineCode.CLOSING: _closing,
    LineCode.CLOSED: _closed,
    LineCode.FROZEN: _frozen,
    LineCode.RULES: _rules,
    LineCode.CHANGE: _change,
    LineCode.ANNOUNCED: _announced,
    LineCode.REMOVED: _removed,
    LineCode.KEEPS_SEAT: _keeps_seat,
    LineCode.SEAT_LOST: _seat_lost,
    LineCode.SEAT_OUT: _seat_out,
    LineCode.MUST_MOVE: _must_move,
    LineCode.UNSEATED: _unseated,
    LineCode.STACK_SET: _stack_set,
    LineCode.PENALTY: _penalty,
    LineCode.WARNED: _warned,
    LineCode.SITS_OUT: _sits_out,
    LineCode.KEPT_OPEN: _kept_open,
    LineCode.TOGETHER: _together,
}
