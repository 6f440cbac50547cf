"""The public interface of tournaments; arguments are keyword-only, amounts minor units, refusals IllegalAction(code).

A request becomes an order to the tournament's director, once per key, and its price is held at once. A request that the
rules refuse now raises IllegalAction; otherwise the director's answer is stored with the order.
"""

import secrets
import time
from datetime import datetime
from typing import NamedTuple

from django.contrib.auth.hashers import check_password, make_password
from django.contrib.auth.models import AbstractUser
from django.db import transaction
from django.utils import timezone

from backoffice.api import Change, Subject, record
from games.api import check_approved
from games.engine.errors import IllegalAction
from games.messaging.codec import to_data
from tournaments.engine.finish.icm import MOST_PLAYERS
from tournaments.engine.play.cancel import refunds
from tournaments.engine.setup.setup import Setup
from tournaments.engine.state import commands as cm
from tournaments.engine.state.reasons import DealKind
from tournaments.engine.state.tournament import Tournament as EngineTournament
from tournaments.engine.state.tournament_state import Stage
from tournaments.engine.tournament import Decision, decide
from tournaments.lifecycle import announce as announcements
from tournaments.lifecycle import freeze, schedules
from tournaments.lifecycle.freeze import FreezeKind, FreezeReason
from tournaments.lifecycle.schedules import ScheduleInfo
from tournaments.models import Schedule, Tournament, TournamentOrder
from tournaments.store import inbox
from tournaments.store.conduct import ConductRow, conduct_of
from tournaments.store.current_view import CurrentView, current_view
from tournaments.store.impartiality import is_entered, is_refused_in
from tournaments.store.inbox import Player, clean_reason
from tournaments.store.messages import SCHEDULE, player_group, tournament_group
from tournaments.store.queries import (
    DecisionRow,
    EntryRow,
    EntryState,
    NoticeRow,
    OrderRow,
    TournamentRow,
    decisions,
    delete_read_notices,
    entered_by,
    is_locked,
    my_entries,
    orders_of,
    orders_of_each,
    recent_notices_of_each,
    state_of,
    take_notices,
    ticket_holders,
    tickets_of,
    tournament_rows,
)
from tournaments.store.staff_acts import setup_changes

__all__ = [
    "SCHEDULE",
    "ConductRow",
    "CurrentView",
    "DecisionRow",
    "EntryRow",
    "EntryState",
    "FreezeKind",
    "FreezeReason",
    "NoticeRow",
    "OrderRow",
    "Player",
    "Refund",
    "ScheduleInfo",
    "TournamentRow",
    "add_on",
    "agree_deal",
    "all_schedules",
    "announce",
    "answer_to",
    "change",
    "clean_reason",
    "come_back",
    "conduct_of",
    "current_view",
    "decisions",
    "decline_rebuy",
    "delete_read_notices",
    "direct",
    "enter",
    "entered_by",
    "freeze_reason",
    "is_entered",
    "is_locked",
    "is_refused_in",
    "is_scheduled",
    "leave",
    "my_entries",
    "orders_of",
    "orders_of_each",
    "player_group",
    "preview",
    "preview_cancel",
    "propose_deal",
    "rebuy",
    "recent_notices_of_each",
    "refuse_deal",
    "schedule",
    "state_of",
    "stay_away",
    "switch_schedule",
    "take_notices",
    "thaw",
    "ticket_holders",
    "tickets_of",
    "tournament_group",
    "tournament_rows",
    "unregister",
    "was_directed",
]


def announce(*, setup: Setup, password: str = "", by: AbstractUser | None = None, bots: int = 0) -> int:
    """Announce a tournament and open its registration (T1); its id. `bots` house bots will register."""
    setup.check_times(_now())
    hashed = make_password(password) if password else ""
    with transaction.atomic():
        row = announcements.announce(setup=setup, password=hashed, by=_id(by), bots=bots)
        if by is not None:
            subject = Subject("tournament", row.pk)
            record(by=by.pk, act="tournament.announced", subject=subject, changes=setup_changes(None, setup))
    return row.pk


def schedule(
    *,
    setup: Setup,
    every: str,
    next_at: int = 0,
    ahead: int = 24 * 60,
    password: str = "",
    by: AbstractUser | None = None,
    bots: int = 0,
) -> int:
    """Announce the same tournament repeatedly, `ahead` minutes before each start; the schedule's id.

    `every` is a `Schedule.Every`. The first start is at `next_at` ms, 0 for "again", which is for sit-and-gos; an
    announced end is as long after each start as after the first.
    """
    kind, first = Schedule.Every(every), setup._replace(starts_at=next_at)
    if kind is Schedule.Every.AGAIN and (next_at or setup.ends_at):
        raise IllegalAction("again_has_times")
    if kind is not Schedule.Every.AGAIN and not next_at:
        raise IllegalAction("no_start")
    first.check()
    hashed = make_password(password) if password else ""
    with transaction.atomic():
        row = Schedule.objects.create(
            setup=to_data(first),
            currency=setup.currency,
            password=hashed,
            bots=bots,
            every=kind,
            next_at=datetime.fromtimestamp(next_at / 1000, timezone.get_current_timezone()) if next_at else None,
            ahead=ahead,
            created_by_id=_id(by),
        )
        if by is not None:
            changes = [*setup_changes(None, first), Change("every", "", kind.value)]
            record(by=by.pk, act="schedule.added", subject=Subject("schedule", row.pk), changes=changes)
    return row.pk


def all_schedules() -> list[ScheduleInfo]:
    """All schedules, those switched on first (T1)."""
    return schedules.all_schedules()


def switch_schedule(*, user: AbstractUser, schedule_id: int, on: bool, why: str) -> None:
    """Switch a schedule on or off; the reason is kept (F3)."""
    if not clean_reason(why):
        raise IllegalAction("why_needed")
    schedules.switch(schedule_id, on=on, user_id=user.pk, why=clean_reason(why))


def is_scheduled(*, name: str) -> bool:
    """Whether a schedule announces tournaments of this name."""
    return any(row.announced.name == name for row in Schedule.objects.filter(is_on=True))


def change(*, user: AbstractUser, tournament_id: int, setup: Setup, why: str, password: str | None = None) -> int:
    """Replace the announcement before the start; prices stay once somebody has paid them. The order's id.

    `password` "" removes the password and None keeps it; a refused order changes nothing. An announcement that stays as
    it is needs no reason and no order (F3): the answer is 0.
    """
    setup = announcements.in_zone_of_room(setup)
    if password is None and state_of(tournament_id)[0].setup == setup:
        return 0
    hashed = make_password(password) if password else password
    command = cm.ChangeSetup(setup, clean_reason(why))
    return inbox.direct(tournament_id, command, user_id=user.pk, why=why, now=_now(), password=hashed)


def enter(
    *,
    user: Player,
    tournament_id: int,
    password: str = "",
    ticket: bool = False,
    price: int | None = None,
    key: str = "",
) -> int:
    """Register, enter late or enter again (T2, T12): the price is held, or a `ticket` pays. The order's id.

    Here and below `price` is what the player was shown, None if they were shown none: no other price is taken.
    """
    hashed = Tournament.objects.filter(pk=tournament_id).values_list("password", flat=True).first()
    if hashed and not check_password(password, hashed):
        raise IllegalAction("wrong_password")
    state, _ = state_of(tournament_id)
    check_approved(user.pk, state.setup.table_house)
    return _submit(user, tournament_id, cm.Enter(user.pk, user.display_name, ticket), key, price)


def unregister(*, user: Player, tournament_id: int, key: str = "") -> int:
    """Unregister with a full refund before the start (T2). The order's id."""
    return _submit(user, tournament_id, cm.Unregister(user.pk), key)


def rebuy(*, user: Player, tournament_id: int, price: int | None = None, key: str = "") -> int:
    """Re-buy; the price is held (T12). The order's id."""
    return _submit(user, tournament_id, cm.TakeRebuy(user.pk), key, price)


def decline_rebuy(*, user: Player, tournament_id: int, key: str = "") -> int:
    """Turn down a re-buy. The order's id."""
    return _submit(user, tournament_id, cm.DeclineRebuy(user.pk), key)


def add_on(*, user: Player, tournament_id: int, price: int | None = None, key: str = "") -> int:
    """Take the add-on; the price is held (T12). The order's id."""
    return _submit(user, tournament_id, cm.TakeAddOn(user.pk), key, price)


def leave(*, user: Player, tournament_id: int, key: str = "") -> int:
    """Leave; as announced the room plays the stack on, or it is given up (T13). The order's id."""
    return _submit(user, tournament_id, cm.Leave(user.pk), key)


def come_back(*, user: Player, tournament_id: int, key: str = "") -> int:
    """Take over again from the room (T3, T13). The order's id."""
    return _submit(user, tournament_id, cm.ComeBack(user.pk), key)


def stay_away(*, user: Player) -> None:
    """Take the user out of all tournaments: refunded before the start (T2), after it as a player who leaves (T13)."""
    for entry in my_entries(user.pk):
        for command in (cm.Unregister(user.pk), cm.Leave(user.pk)):
            try:
                _submit(user, entry.tournament, command, "")
            except IllegalAction:
                # Not before the start, or not after it, or over meanwhile.
                continue
            break


def agree_deal(*, user: Player, tournament_id: int, terms: str = "", key: str = "") -> int:
    """Agree to the proposed deal, with the terms that the player was shown, "" for none (T17). The order's id."""
    return _submit(user, tournament_id, cm.AgreeDeal(user.pk, terms), key)


def refuse_deal(*, user: Player, tournament_id: int, key: str = "") -> int:
    """Refuse a deal, and play continues (T17). The order's id."""
    return _submit(user, tournament_id, cm.RefuseDeal(user.pk), key)


def propose_deal(
    *,
    user: Player,
    tournament_id: int,
    kind: str,
    shares: tuple[tuple[int, int], ...] = (),
    kept: int = 0,
    key: str = "",
) -> int:
    """Propose shares during deal talk, as a player still in (T17). The order's id."""
    state, _ = state_of(tournament_id)
    entrant = state.players.get(user.pk)
    if entrant is None or entrant.out:
        raise IllegalAction("not_in_tournament")
    if kind not in {*DealKind}:
        raise IllegalAction("bad_deal", most=MOST_PLAYERS)
    return _submit(user, tournament_id, cm.ProposeDeal(DealKind(kind), kept, shares), key)


def direct(*, user: AbstractUser, tournament_id: int, command: cm.Command, why: str, once: str = "") -> int:
    """Give a command of the director with a reason, which is kept (F4). The order's id, the same for the same `once`.

    A frozen tournament accepts only its cancellation, which thaws it (X2).
    """
    with transaction.atomic():
        if isinstance(command, cm.Cancel):
            # It locks the tournament, which comes before the orders and the log.
            freeze.thaw(tournament_id)
        return inbox.direct(tournament_id, command, user_id=user.pk, why=why, now=_now(), once=once)


def was_directed(*, user: AbstractUser, tournament_id: int, once: str) -> bool:
    """Whether this director has given the command of the token `once` already (F4)."""
    return inbox.was_directed(tournament_id, user_id=user.pk, once=once)


def preview(*, tournament_id: int, command: cm.Command) -> tuple[EngineTournament, Decision]:
    """The tournament now and what this command of a director would do to it; nothing is ordered (F4).

    Raises IllegalAction if the rules refuse it. Seats and cards that would be drawn are drawn anew by the command.
    """
    state, _ = state_of(tournament_id)
    return state, decide(state, command, now=_now(), random_bytes=secrets.token_bytes(32))


def answer_to(*, order_id: int) -> OrderRow | None:
    """The state of an order, None if there is none."""
    fields = ("pk", "kind", "applied_at", "refused", "refused_detail")
    row = TournamentOrder.objects.filter(pk=order_id).values_list(*fields).first()
    return OrderRow(row[0], row[1], row[2] is not None, *row[3:]) if row else None


class Refund(NamedTuple):
    """What a player would get back: minor units, the worth of the `tickets` included."""

    player: int
    name: str
    amount: int
    tickets: int


def preview_cancel(*, tournament_id: int, forward: bool = False) -> list[Refund]:
    """The refunds of a cancellation now, largest first (T15)."""
    state, _ = state_of(tournament_id)
    if state.stage not in (Stage.OPEN, Stage.RUNNING):
        raise IllegalAction("already_over")
    if forward and (state.stage is Stage.OPEN or not state.entries_closed):
        raise IllegalAction("entries_open")
    rows = []
    for refund in refunds(state, forward=forward):
        worth = refund.tickets * state.setup.price.total
        rows.append(Refund(refund.player, state.players[refund.player].name, refund.amount + worth, worth))
    return sorted(rows, key=lambda row: (-row.amount, row.name))


def thaw(*, user: AbstractUser, tournament_id: int, why: str) -> None:
    """Thaw a frozen tournament for an operator; tables retry the orders they refused, and the reason is kept (F3)."""
    if not clean_reason(why):
        raise IllegalAction("why_needed")
    freeze.thaw(tournament_id, by=user.pk, why=clean_reason(why))


def freeze_reason(*, tournament_id: int) -> FreezeReason | None:
    """Why the tournament is frozen, None if it is not."""
    return freeze.reason_of(tournament_id)


def _submit(user: Player, tournament_id: int, command: cm.Command, key: str, price: int | None = None) -> int:
    return inbox.submit(tournament_id, command, user_id=user.pk, key=key, now=_now(), price=price)


def _id(user: AbstractUser | None) -> int | None:
    return user.pk if user is not None else None


def _now() -> int:
    return time.time_ns() // 1_000_000
