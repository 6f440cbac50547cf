"""Reads for the pages: the state, lists of tournaments, a player's entries and tickets, decisions and notices."""

from collections import OrderedDict, defaultdict
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime, timedelta
from threading import Lock
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Count, Exists, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce
from django.utils import timezone

from backoffice.compiled_query import CompiledQuery, Given, one_of_each
from games.engine.errors import IllegalAction
from tournaments.engine.setup.setup import Setup
from tournaments.engine.state import events as ev
from tournaments.engine.state.tournament import Tournament as EngineTournament
from tournaments.models import Entry, Notice, Ticket, Tournament, TournamentDecision, TournamentOrder
from tournaments.store import store
from tournaments.store.codec import event_from_data
from tournaments.store.projections import NoticeDetail

CACHE_SIZE = 32
"""The number of tournaments whose state a process caches."""
_cache: OrderedDict[tuple[int, datetime], tuple[int, int, EngineTournament]] = OrderedDict()
"""By tournament: the number of the last decision, how many of its players have no account any more, and the state."""
_lock = Lock()


def is_locked(tournament_id: int) -> bool:
    """Whether registration takes a password."""
    return _LOCKED.first(pk=tournament_id) is not None


_LOCKED = CompiledQuery(
    lambda: Tournament.objects.filter(pk=Given("pk")).exclude(password="").order_by().values_list("pk", flat=True)
)


class TournamentRow(NamedTuple):
    """A tournament in a list; `pool` in minor units, `locked` by a password.

    `entered` if the user is or was in it, `is_in` if still in, and the user's `place`, 0 without one.
    """

    id: int
    setup: Setup
    currency: str
    stage: str
    starts_at: datetime | None
    entrants: int
    left: int
    pool: int
    late_open: bool
    locked: bool
    frozen: bool
    entered: bool
    is_in: bool
    place: int


class EntryRow(NamedTuple):
    """A tournament the user is or was in; `prize` in minor units."""

    tournament: int
    name: str
    stage: str
    currency: str
    is_in: bool
    place: int
    prize: int


class DecisionRow(NamedTuple):
    """A decision: the command, who gave it and why, and its events (F4)."""

    number: int
    at: datetime
    command: str
    by: str
    why: str
    events: tuple[ev.Event, ...]


class NoticeRow(NamedTuple):
    """A notice not shown yet; kinds and detail as in `projections.notices_of`."""

    tournament: int
    name: str
    kind: str
    detail: NoticeDetail
    currency: str


class OrderRow(NamedTuple):
    """An order and its state: `refused` is a code, with its detail; pending while neither applied nor refused."""

    order: int
    command: str
    applied: bool
    refused: str
    refused_detail: Mapping[str, int | str] | None


class CurrentState(NamedTuple):
    """The state of a tournament after its decision `number`; `frozen` if it waits for an operator."""

    state: EngineTournament
    number: int
    frozen: bool


def state_of(tournament_id: int) -> tuple[EngineTournament, int]:
    """The tournament, which must not be changed, and its version; raises IllegalAction if there is none."""
    state, number, _ = current_state(tournament_id)
    return state, number


def current_state(tournament_id: int) -> CurrentState:
    """The tournament, which must not be changed; the same object until something has changed in it.

    Only decisions newer than a cached state are read. A player whose account is deleted has the name that the account
    has now, not the one of the log.
    """
    row = _CURRENT.first(pk=tournament_id)
    if row is None:
        raise IllegalAction("no_such_tournament")
    number, created_at, gone, frozen = row
    key = tournament_id, created_at
    with _lock:
        cached = _cache.get(key)
    if cached is None or not 0 <= number - cached[0] <= store.snapshot_every(cached[2]):
        found = store.load(tournament_id)
        cached = found.number, 0, found.state
    elif cached[0] < number:
        cached = number, cached[1], store.fold(tournament_id, cached[2].copy(), cached[0], number)
    if cached[1] != gone:
        cached = cached[0], gone, _without_names(tournament_id, cached[2].copy())
    with _lock:
        _cache[key] = cached
        _cache.move_to_end(key)
        while len(_cache) > CACHE_SIZE:
            _cache.popitem(last=False)
    return CurrentState(cached[2], cached[0], frozen)


def _deleted_entrants() -> QuerySet[Entry, Any]:
    """How many entrants of the tournament of the outer query have no account any more; no row for none."""
    entries = Entry.objects.filter(tournament=OuterRef("pk"), player__deleted_at__isnull=False)
    return entries.order_by().values("tournament").annotate(count=Count("pk")).values("count")


_CURRENT = CompiledQuery(
    lambda: (
        Tournament.objects.filter(pk=Given("pk"))
        .order_by()
        .annotate(gone=Coalesce(Subquery(_deleted_entrants()), 0))
        .values_list("number", "created_at", "gone", "frozen")
    )
)


def _without_names(tournament_id: int, state: EngineTournament) -> EngineTournament:
    """The state, which is changed, with the names of deleted accounts as they are now."""
    entries = Entry.objects.filter(tournament=tournament_id, player__deleted_at__isnull=False)
    for player, name in entries.values_list("player", "player__display_name"):
        if player in state.players:
            state.players[player] = state.players[player]._replace(name=name)
    return state


def tournament_rows(
    *, user_id: int = 0, stages: Iterable[str] = ("open", "running"), most: int = 200, only_entered: bool = False
) -> list[TournamentRow]:
    """Tournaments at these stages, or with `only_entered` those the user is or was in, the latest announced first."""
    entries = Entry.objects.filter(tournament=OuterRef("pk"), player=user_id)
    rows = Tournament.objects.filter(stage__in=list(stages)).defer("snapshot")
    rows = rows.annotate(
        entered=Exists(entries), is_in=Exists(entries.filter(is_in=True)), place=Subquery(entries.values("place")[:1])
    )
    if only_entered:
        rows = rows.filter(entered=True)
    return [
        TournamentRow(
            row.pk,
            row.announced,
            row.currency,
            row.stage,
            row.starts_at,
            row.entrants,
            row.left,
            row.pool,
            row.late_open,
            bool(row.password),
            row.frozen,
            row.entered,
            row.is_in,
            row.place or 0,
        )
        for row in rows[:most]
    ]


class EntryState(NamedTuple):
    """What a player has to do with a tournament: whether still in it, and the place, 0 without one."""

    is_in: bool
    place: int


def entered_by(players: Collection[int], tournaments: Collection[int]) -> dict[int, dict[int, EntryState]]:
    """By player and tournament, which of these tournaments each of these players is or was in."""
    found: dict[int, dict[int, EntryState]] = {}
    rows = Entry.objects.filter(player__in=players, tournament__in=tournaments) if players and tournaments else ()
    for entry in rows:
        found.setdefault(entry.player_id, {})[entry.tournament_id] = EntryState(entry.is_in, entry.place or 0)
    return found


def my_entries(user_id: int, *, running: bool = True, limit: int = 100) -> list[EntryRow]:
    """The tournaments the user is in, or without `running` all the user ever entered, newest first."""
    rows = Entry.objects.filter(player=user_id).order_by("-pk")
    if running:
        rows = rows.filter(tournament__stage__in=store.LIVE)
    fields = ("tournament", "tournament__name", "tournament__stage", "tournament__currency", "is_in", "place", "prize")
    return [EntryRow(*row) for row in rows.values_list(*fields)[:limit]]


def ticket_holders(users: Collection[int], *, worth: int, currency: str) -> frozenset[int]:
    """Those of these users who have an unused ticket of this worth, in minor units, which pays an entry (T1)."""
    unused = Ticket.objects.filter(player__in=users, currency=currency, amount=worth, used_for=None)
    return frozenset(unused.values_list("player", flat=True)) if users and worth else frozenset()


def tickets_of(user_id: int) -> list[tuple[int, str, int]]:
    """The user's unused tickets as (value in minor units, currency, count), the most valuable first (T1)."""
    worth = Ticket.objects.filter(player=user_id, used_for=None).values("currency", "amount")
    rows = worth.annotate(count=Count("pk")).order_by("currency", "-amount")
    return [(row["amount"], row["currency"], row["count"]) for row in rows]


def unused_tickets(user_id: int, row: Tournament) -> QuerySet[Ticket]:
    """The user's tickets that pay one entry in this tournament, the oldest first."""
    worth = row.announced.price.total
    found = Ticket.objects.filter(player=user_id, currency=row.currency, amount=worth, used_for=None)
    return found.order_by("pk") if worth else found.none()


def decisions(
    tournament_id: int, *, before: int | None = None, limit: int = 50, by_staff: bool = False
) -> list[DecisionRow]:
    """The decisions, newest first; with `by_staff` only the director's (F4)."""
    rows = TournamentDecision.objects.filter(tournament=tournament_id).order_by("-number")
    if before is not None:
        rows = rows.filter(number__lt=before)
    if by_staff:
        rows = rows.exclude(by=None)
    fields = ("number", "created_at", "command", "by__display_name", "why", "events")
    return [
        DecisionRow(number, at, command, by or "", why, tuple(event_from_data(event) for event in events))
        for number, at, command, by, why, events in rows.values_list(*fields)[:limit]
    ]


def orders_of(tournament_id: int, *, user_id: int = 0, limit: int = 20) -> list[OrderRow]:
    """The latest orders, newest first: of staff, or of this user."""
    rows = TournamentOrder.objects.filter(tournament=tournament_id).order_by("-pk")
    rows = rows.filter(player=user_id) if user_id else rows.exclude(by=None)
    return [_order_row(*order) for order in rows.values_list(*_ORDER_FIELDS)[:limit]]


def orders_of_each(tournament_id: int, players: Collection[int], *, limit: int) -> Mapping[int, list[OrderRow]]:
    """The latest orders of each of these players, newest first."""
    found = defaultdict[int, list[OrderRow]](list)
    for player, *order in _ORDERS.all_of("player", players, tournament=tournament_id):
        if len(found[player]) < limit:
            found[player].append(_order_row(*order))
    return found


_ORDER_FIELDS = "pk", "kind", "applied_at", "refused", "refused_detail"
_ORDERS = CompiledQuery(
    lambda: (
        TournamentOrder.objects.filter(one_of_each("player"), tournament=Given("tournament"))
        .order_by("-pk")
        .values_list("player", *_ORDER_FIELDS)
    )
)


def _order_row(
    order: int, kind: str, applied_at: datetime | None, refused: str, detail: Mapping[str, int | str] | None
) -> OrderRow:
    return OrderRow(order, kind, applied_at is not None, refused, detail)


def take_notices(user_id: int, tournament_id: int | None = None) -> list[NoticeRow]:
    """The notices of one or all tournaments not yet shown, oldest first; they count as shown from now on."""
    if _UNSHOWN.first(player=user_id) is None:
        return []
    unshown = Notice.objects.filter(player=user_id, shown_at=None)
    if tournament_id is not None:
        unshown = unshown.filter(tournament=tournament_id)
    # A page reads them, and the state of a large tournament is long.
    rows = unshown.select_related("tournament").defer("tournament__snapshot").order_by("pk")
    with transaction.atomic():
        found = list(rows.select_for_update(of=("self",)))
        Notice.objects.filter(pk__in=[row.pk for row in found]).update(shown_at=timezone.now())
    return [_notice_row(row) for row in found]


def delete_read_notices(before: datetime) -> int:
    """Deletes the notices that were shown before a moment, and how many there were."""
    return Notice.objects.filter(shown_at__lt=before).delete()[0]


_UNSHOWN = CompiledQuery(
    lambda: Notice.objects.filter(player=Given("player"), shown_at=None).values_list("pk", flat=True)[:1]
)


def recent_notices_of_each(
    tournament_id: int, players: Collection[int], *, kinds: Collection[str], seconds: int
) -> Mapping[int, list[tuple[int, NoticeRow]]]:
    """Each player's notices of these kinds from the last seconds with their ids, oldest first.

    They count as shown from now on.
    """
    since, found, unshown = timezone.now() - timedelta(seconds=seconds), defaultdict[int, list[Any]](list), []
    for pk, player, shown_at, *notice in _RECENT.all_of("player", players, tournament=tournament_id, since=since):
        row = NoticeRow(*notice)
        if row.kind in kinds:
            found[player].append((pk, row))
            unshown += [pk] if shown_at is None else []
    if unshown:
        Notice.objects.filter(pk__in=unshown, shown_at=None).update(shown_at=timezone.now())
    return found


_RECENT = CompiledQuery(
    lambda: (
        Notice.objects.filter(one_of_each("player"), tournament=Given("tournament"), created_at__gte=Given("since"))
        .order_by("pk")
        .values_list(
            "pk", "player", "shown_at", "tournament", "tournament__name", "kind", "detail", "tournament__currency"
        )
    )
)


def is_live(stage: str) -> bool:
    """Whether a tournament at this stage is still open or running."""
    return stage in store.LIVE


def _notice_row(row: Notice) -> NoticeRow:
    return NoticeRow(row.tournament_id, row.tournament.name, row.kind, row.detail, row.tournament.currency)
