"""Tournaments in the database: loading, committing decisions, and pending orders."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import NamedTuple

from django.db import IntegrityError, transaction
from django.db.models import QuerySet
from django.db.models.functions import Greatest
from django.utils import timezone

from backoffice.compiled_query import CompiledQuery
from games.api import banned_players, players_away
from games.engine.errors import BrokenInvariant
from games.messaging.codec import to_data
from tournaments.engine.state import commands as cm
from tournaments.engine.state.tournament import Tournament as EngineTournament
from tournaments.engine.state.tournament_state import Stage, TournamentState
from tournaments.engine.tournament import Decision
from tournaments.models import Ticket, Tournament, TournamentDecision, TournamentOrder
from tournaments.store import fees
from tournaments.store.codec import command_from_data, event_from_data, event_to_data, restore, snapshot
from tournaments.store.projections import notices_of, save_notices, update_entries
from tournaments.store.staff_acts import log_outages
from tournaments.store.table_orders import TableOrders

SNAPSHOT_EVERY, PLAYERS_A_DECISION = 25, 40
"""After this many decisions, and one more for so many players, the state is stored again.

Later decisions are replayed when it is loaded; each takes far less time than a player of a large tournament to store.
"""
LIVE = (Stage.OPEN.value, Stage.RUNNING.value)
_LEFT_OVER = CompiledQuery(
    lambda: _open_orders().exclude(tournament__stage__in=LIVE).values_list("pk", "tournament__number")
)


def rows_to_lease() -> QuerySet[Tournament]:
    """Tournaments that are open or running, and not frozen."""
    return Tournament.objects.filter(stage__in=LIVE, frozen=False)


class LostTournament(Exception):
    """Another director has already written a decision with this number."""


class OrderGone(Exception):
    """The order is already applied or refused."""


class PendingOrder(NamedTuple):
    """A pending order: its id, the command, the worth of the money or ticket held, and who of the staff gave it.

    `kept_out` is the refusal of a player who has been banned or has chosen not to play since (F8, M7), "" otherwise.
    """

    order: int
    command: cm.Command
    amount: int
    by: int | None
    why: str
    kept_out: str = ""


class Loaded(NamedTuple):
    """A tournament from the database: the state after decision `number`, and the last table report read."""

    state: EngineTournament
    number: int
    cursor: int


def load(tournament_id: int) -> Loaded:
    """Load a tournament by its decisions; raises BrokenInvariant for an impossible log."""
    columns = Tournament.objects.values_list("snapshot", "snapshot_number", "number", "cursor")
    data, at, number, cursor = columns.get(pk=tournament_id)
    state = restore(data)
    return Loaded(fold(tournament_id, state, at, number), number, cursor)


def fold(tournament_id: int, state: EngineTournament, at: int, number: int) -> EngineTournament:
    """Apply the decisions after `at` up to `number` to `state`, which is changed."""
    rows = TournamentDecision.objects.filter(tournament=tournament_id, number__gt=at, number__lte=number)
    found = rows.order_by("number").values_list("number", "events")
    for expected, (written, events) in enumerate(found, at + 1):
        if written != expected:
            raise BrokenInvariant("no decision is missing (X1)")
        for event in events:
            state.apply(event_from_data(event))
    return state


def commit(
    tournament_id: int,
    number: int,
    before: EngineTournament,
    decision: Decision,
    *,
    command: cm.Command,
    now: int,
    tables: TableOrders,
    order: int | None = None,
    cursor: int | None = None,
    by: int | None = None,
    why: str = "",
) -> list[tuple[int, str]]:
    """Write a decision with its money, table orders, entries and notices in one transaction (X1).

    `order` is the order it carries out, `cursor` the report it answers. Returns the notices as (player, kind). Raises
    LostTournament when the number is taken and OrderGone when the order is already closed; then nothing is written.
    """
    events, after = decision.events, decision.after
    with transaction.atomic():
        row = _insert(
            TournamentDecision(
                tournament_id=tournament_id,
                number=number,
                created_at=datetime.fromtimestamp(now / 1000, UTC),
                command=type(command).__name__,
                events=[event_to_data(event) for event in events],
                by_id=by,
                why=why,
            )
        )
        if order is not None and not _open_orders().filter(pk=order).update(applied_at=timezone.now()):
            raise OrderGone
        notices = notices_of(before, after, events)
        update_entries(row, events)
        save_notices(row, notices)
        tables.send(before, events, number=number)
        fees.settle_tickets(row, events)
        fees.settle(row, number, before, events, to_end=isinstance(command, cm.Cancel) and command.forward)
        _update_row(row, number, before, decision, cursor)
        if order is not None and isinstance(command, cm.ChangeSetup):
            _update_password(row, order)
        log_outages(row.pk, events)
    return [(notice.player, notice.kind) for notice in notices]


def _insert(decision: TournamentDecision) -> Tournament:
    """Insert the decision and lock the tournament's row; raises LostTournament if the number is taken."""
    try:
        with transaction.atomic():
            decision.save(force_insert=True)
    except IntegrityError:
        raise LostTournament from None
    rows = Tournament.objects.select_for_update(no_key=True).defer("snapshot")
    return rows.get(pk=decision.tournament_id)


def _update_row(row: Tournament, number: int, before: EngineTournament, decision: Decision, cursor: int | None) -> None:
    after = decision.after
    changes: dict[str, object] = {
        "number": number,
        "entrants": after.entries,
        "left": after.left if after.stage is not Stage.OPEN else len(after.players),
        "pool": after.setup.payouts.pool(after.pool),
        "stage": after.stage.value,
        "late_open": after.takes_entries,
    }
    if cursor is not None:
        changes["cursor"] = cursor
    if after.setup != before.setup:
        changes |= columns_of(after)
    over = after.stage.value not in LIVE
    if over:
        changes["ended_at"] = timezone.now()
    if over or number - row.snapshot_number >= snapshot_every(after):
        changes |= {"snapshot": snapshot(after), "snapshot_number": number}
    Tournament.objects.filter(pk=row.pk).update(**changes)


def snapshot_every(state: TournamentState) -> int:
    """After how many decisions the state is stored again."""
    return SNAPSHOT_EVERY + len(state.players) // PLAYERS_A_DECISION


def _update_password(row: Tournament, order: int) -> None:
    """Set the password that came with a new announcement, if any."""
    hashed = TournamentOrder.objects.values_list("password", flat=True).get(pk=order)
    if hashed is not None:
        Tournament.objects.filter(pk=row.pk).update(password=hashed)


def columns_of(state: EngineTournament) -> dict[str, object]:
    """The columns with copies of the announcement."""
    setup = state.setup
    starts = datetime.fromtimestamp(setup.starts_at / 1000, UTC) if setup.starts_at else None
    return {"setup": to_data(setup), "name": setup.name, "starts_at": starts}


def read_up_to(tournament_id: int, cursor: int, *, number: int) -> None:
    """Mark reports that need no decision as read; raises LostTournament unless `number` is the last decision."""
    if not Tournament.objects.filter(pk=tournament_id, number=number).update(cursor=Greatest("cursor", cursor)):
        raise LostTournament(f"tournament {tournament_id} has moved on from decision {number}")


def is_last(tournament_id: int, number: int) -> bool:
    """Whether this is the last decision; a director that lost its lease may have an old state."""
    return Tournament.objects.filter(pk=tournament_id, number=number).exists()


def pending_orders(tournament_id: int) -> list[PendingOrder]:
    """The pending orders, oldest first."""
    rows = list(_open_orders().filter(tournament=tournament_id).select_related("ticket").order_by("pk"))
    players = {row.player_id for row in rows if row.player_id}
    kept_out = dict.fromkeys(players_away(players), "away_by_choice") if players else {}
    kept_out |= dict.fromkeys(banned_players(players), "banned") if players else {}
    return [
        PendingOrder(
            row.pk,
            command_from_data(row.kind, row.payload),
            row.ticket.amount if row.ticket else row.amount,
            row.by_id,
            row.why,
            kept_out.get(row.player_id or 0, ""),
        )
        for row in rows
    ]


def close_without_effect(order_id: int, *, number: int) -> None:
    """Close an order that changed nothing; a paid one is refused, so that its price is refunded.

    `number` and LostTournament are as in `refuse`.
    """
    with transaction.atomic():
        closed = _open_orders().filter(pk=order_id, amount=0, ticket=None).update(applied_at=timezone.now())
        if not closed:
            refuse(order_id, "no_effect", number=number)
        elif not TournamentOrder.objects.filter(pk=order_id, tournament__number=number).exists():
            raise LostTournament(f"order {order_id} is answered by a later decision than {number}")


def refuse(order_id: int, code: str, detail: Mapping[str, int | str] | None = None, *, number: int) -> bool:
    """Refuse an order and refund the money and ticket held for it; False if it was already closed.

    `detail` holds the amounts and names of the refusal's sentence. `number` is the last decision that the director
    knows: raises LostTournament if it is not the last one, as a later state may allow the order; nothing is written.
    """
    with transaction.atomic():
        refused = {"refused": code[:40], "refused_detail": dict(detail) if detail else None}
        if not _open_orders().filter(pk=order_id).update(**refused):
            return False
        order = TournamentOrder.objects.select_related("tournament").defer("tournament__snapshot").get(pk=order_id)
        if order.tournament.number != number:
            raise LostTournament(f"tournament {order.tournament_id} has moved on from decision {number}")
        if order.ticket_id:
            Ticket.objects.filter(pk=order.ticket_id).update(used_for=None)
        fees.give_back(order.tournament, key=order.key, user_id=order.player_id or 0, amount=order.amount)
    return True


def refuse_left_over() -> None:
    """Refuse the orders of tournaments that are over: they were given while the last decision was written (X1)."""
    for order, number in _LEFT_OVER.all():
        refuse(order, "already_over", number=number)


def _open_orders() -> QuerySet[TournamentOrder]:
    return TournamentOrder.objects.filter(applied_at=None, refused="")
