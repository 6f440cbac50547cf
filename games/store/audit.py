"""Checks that the escrow matches the chips at every table (M2, M3, X1)."""

from collections import Counter
from collections.abc import Iterator

from django.utils.translation import gettext as _

from games.engine import events as ev
from games.engine.table.facts import TableSnapshot
from games.engine.table.state import Table as Played
from games.messaging import codec
from games.messaging.codec import Record
from games.models import Decision, Order, Seat, Table
from games.money import escrow
from games.store.card_sealing import public_events
from games.tournament_tables import orders

TABLES_AT_ONCE, DECISIONS_AT_ONCE = 50, 500
"""How many rows the audit has in memory."""


def check_escrow_against_tables() -> Iterator[tuple[str, str]]:
    """Yields a code and a text for every difference: a missing decision, other seats, or another sum in escrow.

    Each player's escrow must equal stack, queued chips and waiting orders. While a hand runs the stack is the one at
    its start, since the escrow changes when it ends. Consistent only within a transaction of the caller.
    """
    for table in Table.objects.order_by("pk").iterator(chunk_size=TABLES_AT_ONCE):
        yield from _check(table)


def chips_on(table: Table) -> Counter[int]:
    """Each player's chips at the table by its log: the stack before a running hand, and queued chips."""
    played = _ChipCount.at_snapshot(table)
    for _number, events in _decisions_since_snapshot(table):
        played.fold_all(events)
    return played.chips


def chips_of_tournament(*, tournament: int) -> dict[int, int]:
    """Each player's chips at the tournament's tables once orders are done: stacks before a running hand, and queued.

    Players without chips are left out, and so are players between two tables.
    """
    tables = Table.objects.filter(tournament=tournament, closed_at=None).order_by("pk")
    chips: Counter[int] = Counter()
    for table in tables:
        chips.update(orders.expected_chips(table.pk, chips_on(table)))
    return {player: held for player, held in chips.items() if held}


def _check(table: Table) -> Iterator[tuple[str, str]]:
    number, played = table.snapshot_number, _ChipCount.at_snapshot(table)
    for found, events in _decisions_since_snapshot(table):
        if found != number + 1:
            yield (
                "log_gap",
                _("table %(table)s: decision %(number)s is missing") % {"table": table.pk, "number": number + 1},
            )
        number = found
        played.fold_all(events)
    chips = played.chips
    if played.seats != dict(Seat.objects.filter(table=table).values_list("seat", "player")):
        yield (
            "seats_differ",
            _("table %(table)s: its log and its list of seats name different players") % {"table": table.pk},
        )
    if table.tournament is not None:
        # Tournament chips are not money; the tournament accounts for them.
        chips = Counter()
    waiting = Order.objects.unanswered().filter(table=table, amount__gt=0)
    for player, amount in waiting.values_list("player", "amount"):
        chips[player] += amount
    held = Counter(escrow.held_at(table.pk))
    for player in sorted(chips.keys() | held.keys()):
        if chips[player] != held[player]:
            text = _("table %(table)s, player %(player)s: %(amount)s at the table, %(due)s in escrow") % {
                "table": table.pk,
                "player": player,
                "amount": chips[player],
                "due": held[player],
            }
            yield "escrow_differs", text


def _decisions_since_snapshot(table: Table) -> Iterator[tuple[int, list[Record | None]]]:
    rows = Decision.objects.filter(table=table, number__gt=table.snapshot_number).order_by("number")
    return rows.values_list("number", "events").iterator(chunk_size=DECISIONS_AT_ONCE)


class _ChipCount:
    """The chips of each player, counted from the events independently of the engine that is being checked."""

    def __init__(self, played: Played) -> None:
        taken = {number: seat for number, seat in enumerate(played.seats) if seat}
        self.seats = {number: seat.player for number, seat in taken.items()}
        self.queued = Counter({number: seat.queued for number, seat in taken.items()})
        self.chips = Counter({seat.player: seat.stack + seat.queued for seat in taken.values()})

    @classmethod
    def at_snapshot(cls, table: Table) -> "_ChipCount":
        """The chips in the snapshot that the table is loaded from."""
        return cls(Played.restore(codec.state_from_data(TableSnapshot, table.snapshot)))

    def fold_all(self, events: list[Record | None]) -> None:
        """Counts the stored public events of one decision."""
        for event in public_events([events]):
            self.fold(event)

    def fold(self, event: ev.TableEvent) -> None:
        match event:
            case ev.SeatTaken():
                self.seats[event.seat] = event.player
                self.chips[event.player] += event.chips
            case ev.ChipsQueued():
                self.queued[event.seat] += event.chips
                self.chips[self.seats[event.seat]] += event.chips
            case ev.ChipsAdded():
                # Queued chips were counted when they were bought.
                waited = min(event.chips, self.queued[event.seat])
                self.queued[event.seat] -= waited
                self.chips[self.seats[event.seat]] += event.chips - waited
            case ev.ChipsReturned():
                self.queued[event.seat] -= event.chips
                self.chips[self.seats[event.seat]] -= event.chips
            case ev.HandEnded():
                for seat, change in event.changes:
                    self.chips[self.seats[seat]] += change
            case ev.HandVoided():
                for seat, chips in event.undone:
                    self.chips[self.seats[seat]] += chips
            case ev.ChipsSet(seat, before, after):
                self.chips[self.seats[seat]] += after - before
            case ev.ChipsRaced():
                for seat, _, _, before, after in event.rows:
                    self.chips[self.seats[seat]] += after - before
            case ev.RabbitShown():
                self.chips[self.seats[event.seat]] -= event.fee
            case ev.SeatChanged():
                self.seats[event.to] = self.seats.pop(event.seat)
                self.queued[event.to] = self.queued.pop(event.seat, 0)
            case ev.SeatLeft():
                self.queued.pop(event.seat, None)
                self.chips[self.seats.pop(event.seat)] -= event.chips
