"""The acts of the floor at a whole table (F1, F5)."""

from collections.abc import Mapping, Sequence
from typing import Final

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext, pgettext_lazy

from games.engine.errors import IllegalAction
from games.models import Table
from games.operations import floor
from games.operations.merge_tables import merge_tables, plan_merge, tables_to_merge_into
from games.operations.spread_table import Move, SpreadPlan, plan_spread, spread_table
from games.seating import reserved_seats
from games.seating.waiting_calls import active_entries
from games.text.moments import moment_text
from games.web.floor.acts.act import FloorAct, Subject
from games.web.floor.acts.changing import ChangeForm, change, change_effects
from games.web.floor.acts.forms import ActForm, MomentForm, MoveForm, WaitingForm
from games.web.floor.acts.voiding import void_effects


def _why(form: ActForm) -> str:
    return str(form.cleaned_data["reason"])


def _pausing(at: Subject, form: ActForm) -> Sequence[str]:
    return [_("No new hand begins after the running one."), _("Nobody's chips change, and everybody keeps their seat.")]


def _resuming(at: Subject, form: ActForm) -> Sequence[str]:
    return [_("Hands begin again as soon as two players are ready.")]


def _cash_outs(at: Subject) -> list[str]:
    return [_("{name}: {chips} to the wallet").format(name=one.name, chips=one.chips) for one in at.stacks().values()]


def _closing(at: Subject, form: ActForm) -> Sequence[str]:
    return _closing_with(at, [_("The table closes after the running hand, which changes these amounts.")])


def _closing_after_orbit(at: Subject, form: ActForm) -> Sequence[str]:
    lines = [
        _("The last orbit begins with the next hand: everybody who plays on has each blind once more."),
        _("Then the table closes, sooner if fewer than two can play. The hands until then change these amounts."),
    ]
    if at.table.is_paused:
        lines.append(_("The table is paused: its last orbit begins once it is resumed."))
    return _closing_with(at, lines)


def _closing_with(at: Subject, lines: list[str]) -> Sequence[str]:
    """These lines, with who loses the place in the list and who gets which chips."""
    waiting = active_entries().filter(table=at.table).count()
    if waiting:
        text = ngettext(
            "%(count)s waiting player loses the place in the list.",
            "%(count)s waiting players lose their places in the list.",
            waiting,
        )
        lines.append(text % {"count": waiting})
    return [*lines, *_cash_outs(at)]


def _closing_now(at: Subject, form: ActForm) -> Sequence[str]:
    hand = floor.current_hand(at.table.pk)
    lines = [_("The table closes at once.")]
    if hand.state is floor.CurrentHandState.RUNNING:
        lines = [_("Hand #{number} is void, and the table closes at once.").format(number=hand.number)]
    return [*lines, *_cash_outs(at)]


def _closing_at(at: Subject, form: MomentForm) -> Sequence[str]:
    moment = moment_text(form.cleaned_data["at"])
    return [
        _("The table closes at {moment}, after the hand that is then running.").format(moment=moment),
        _("Whoever sits there is told now, and again ten minutes before."),
    ]


def _spreading(at: Subject, form: ActForm) -> Sequence[str]:
    return spread_lines(at, plan_spread(source=at.table, targets=tables_to_merge_into(table=at.table)))


def spread_lines(at: Subject, plan: SpreadPlan) -> list[str]:
    """Who of a table that closes goes where, and with how many chips."""
    chips = at.stacks()
    lines = [
        _("{name} moves to {table} after the hand ({chips} at its start)").format(
            name=who.name, table=to.name, chips=chips[who.player].chips
        )
        for who, to in plan.moving
    ]
    lines += [_("{name} stays, as they may not move").format(name=one.name) for one in plan.staying]
    if plan.waiting_to is not None and active_entries().filter(table=at.table).exists():
        lines.append(_("The waiting list goes behind that of {table}").format(table=plan.waiting_to.name))
    return [*lines, _("The table takes no new players and closes once it is empty.")]


def _merging(at: Subject, form: MoveForm) -> Sequence[str]:
    target = Table.objects.defer("snapshot", "next_snapshot").get(pk=form.cleaned_data["to"])
    plan = plan_merge(source=at.table, target=target)
    moving = tuple(Move(who, target) for who in plan.moving)
    lines = spread_lines(at, SpreadPlan(moving, plan.staying, 0, target))
    return [*lines, _("The house bots leave.")] if plan.bots else lines


def _can_merge(table: Table) -> bool:
    """Whether its players can be moved away: also those of a table that closes for it and who could not move yet."""
    runs = table.closed_at is None and not table.frozen
    return runs and (table.is_open or reserved_seats.merges_of(table.pk).exists())


def _not_closing_at(at: Subject, form: ActForm) -> Sequence[str]:
    return [_("The table does not close by itself any more.")]


def _keeping_open(at: Subject, form: ActForm) -> Sequence[str]:
    return [
        _("The table stays open, and new players may sit down."),
        _("Whoever waited for it lost their place when the closing was decided, and has to join the list again."),
    ]


def _thawing(at: Subject, form: ActForm) -> Sequence[str]:
    return [_("A host takes the table over again, and its game goes on.")]


def _announcing(at: Subject, form: ActForm) -> Sequence[str]:
    return [_("Everybody at the table reads: {text}").format(text=_why(form))]


def _calling(at: Subject, form: WaitingForm) -> Sequence[str]:
    return [_("The player is called to a free seat now, which is kept as long as for any call.")]


def _void(by: int, at: Subject, form: ActForm) -> object:
    hand = floor.current_hand(at.table.pk)
    if hand.state in (floor.CurrentHandState.NONE, floor.CurrentHandState.VOID):
        raise IllegalAction("void_already" if hand.number else "hand_over")
    return floor.void_hand(by=by, table_id=at.table.pk, hand=hand.number, why=_why(form))


TABLE_ACTS: Final[Mapping[str, FloorAct]] = {
    "pause": FloorAct(
        gettext_lazy("Pause after this hand"),
        _pausing,
        lambda by, at, form: floor.pause(by=by, table_id=at.table.pk, why=_why(form)),
        is_offered=lambda table: table.closed_at is None and not table.is_paused,
    ),
    "resume": FloorAct(
        pgettext_lazy("table", "Resume"),
        _resuming,
        lambda by, at, form: floor.resume(by=by, table_id=at.table.pk, why=_why(form)),
        is_offered=lambda table: table.closed_at is None and table.is_paused,
    ),
    "thaw": FloorAct(
        gettext_lazy("Let the table continue"),
        _thawing,
        lambda by, at, form: floor.thaw(by=by, table_id=at.table.pk, why=_why(form)),
        is_offered=lambda table: table.closed_at is None and table.frozen,
    ),
    "announce": FloorAct(
        gettext_lazy("Announce to the table"),
        _announcing,
        lambda by, at, form: floor.announce(by=by, table_id=at.table.pk, text=_why(form)),
    ),
    "call": FloorAct(
        gettext_lazy("Call a waiting player"),
        _calling,
        lambda by, at, form: floor.call_waiting(
            by=by, table_id=at.table.pk, entry=form.cleaned_data["entry"], why=_why(form)
        ),
        WaitingForm,
        is_offered=lambda table: table.is_open,
    ),
    "change": FloorAct(gettext_lazy("Change stakes, buy-ins and house rules"), change_effects, change, ChangeForm),
    "void": FloorAct(gettext_lazy("Void the hand"), void_effects, _void, is_danger=True),
    "close": FloorAct(
        gettext_lazy("Close after this hand"),
        _closing,
        lambda by, at, form: floor.close(by=by, table_id=at.table.pk, why=_why(form)),
        is_danger=True,
        is_offered=lambda table: table.is_open,
    ),
    "close_orbit": FloorAct(
        gettext_lazy("Close after this orbit"),
        _closing_after_orbit,
        lambda by, at, form: floor.close_after_orbit(by=by, table_id=at.table.pk, why=_why(form)),
        is_danger=True,
        is_offered=lambda table: table.is_open,
    ),
    "close_now": FloorAct(
        gettext_lazy("Close now"),
        _closing_now,
        lambda by, at, form: floor.close_now(by=by, table_id=at.table.pk, why=_why(form)),
        is_danger=True,
    ),
    "spread": FloorAct(
        gettext_lazy("Close and spread the players"),
        _spreading,
        lambda by, at, form: spread_table(by=by, table_id=at.table.pk, why=_why(form)),
        is_danger=True,
        is_offered=lambda table: table.is_open and not table.frozen,
    ),
    "merge": FloorAct(
        gettext_lazy("Merge into another table"),
        _merging,
        lambda by, at, form: merge_tables(by=by, table_id=at.table.pk, into=form.cleaned_data["to"], reason=_why(form)),
        MoveForm,
        is_danger=True,
        is_offered=_can_merge,
    ),
    "close_at": FloorAct(
        gettext_lazy("Close at a time"),
        _closing_at,
        lambda by, at, form: floor.close_at(by=by, table_id=at.table.pk, at=form.cleaned_data["at"], why=_why(form)),
        MomentForm,
        is_offered=lambda table: table.is_open,
    ),
    "not_close_at": FloorAct(
        gettext_lazy("Take the closing time away"),
        _not_closing_at,
        lambda by, at, form: floor.close_at(by=by, table_id=at.table.pk, at=None, why=_why(form)),
        is_offered=lambda table: table.is_open and table.closes_at is not None,
    ),
    "keep_open": FloorAct(
        gettext_lazy("Call the closing off"),
        _keeping_open,
        lambda by, at, form: floor.keep_open(by=by, table_id=at.table.pk, why=_why(form)),
        is_offered=lambda table: table.closed_at is None and not table.is_open,
    ),
}
