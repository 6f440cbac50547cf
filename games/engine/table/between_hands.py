"""What happens to the seats between hands: chips join stacks, players leave, sit out and change seats (D8, K5, K6)."""

from collections.abc import Iterable, Sequence

from games.engine import events as ev
from games.engine.cards import Card
from games.engine.errors import IllegalAction
from games.engine.events.kinds import LEAVES_AFTER_HAND, LeaveReason, SitOutReason, WaitKind
from games.engine.rules.house_rules import TopUp
from games.engine.table import tournament_seat
from games.engine.table.last_orbit import is_orbit_over
from games.engine.table.seat import Seat, distance_from_big_blind
from games.engine.table.state import Table


class BetweenHands:
    """Carries out a command on a copy of the table and collects the events, as far as no hand is played."""

    def __init__(self, table: Table, now: int, deck: Sequence[Card] | None) -> None:
        self.table = table
        self.now = now
        self.deck = deck
        self.events: list[ev.TableEvent] = []

    def emit(self, event: ev.TableEvent) -> None:
        """Apply an event to the table and keep it."""
        self.table.apply(event)
        self.events.append(event)

    def emit_each(self, events: Iterable[ev.TableEvent]) -> None:
        """Emit events one by one; each is applied before the next is computed."""
        for event in events:
            self.emit(event)

    def wait(self, kind: WaitKind, seat: int, milliseconds: int) -> None:
        self.emit(ev.WaitBegan(kind, seat, self.now + milliseconds, self.now))

    def seated(self, player: int) -> tuple[int, Seat]:
        number = self.table.player_seat(player)
        if number is None:
            raise IllegalAction("not_seated")
        return number, self.table.seat(number)

    def close_post_prompt(self, number: int) -> None:
        """Deal at once if this seat was the one asked to post."""
        if (self.table.wait.kind, self.table.wait.seat) == (WaitKind.POST, number):
            self.wait(WaitKind.NEXT_HAND, -1, 0)

    def stand_up(self, number: int, reason: LeaveReason) -> None:
        """Let the player leave with all chips; a deal that waited for the player continues (K6).

        Chips that wait for the end of the hand were never in play, so they are returned and not left with (K5, K7).
        """
        seat = self.table.seat(number)
        reason = LeaveReason.REMOVED if seat.removed else reason
        name = seat.name if reason in (LeaveReason.IDLE, LeaveReason.BROKE) else ""
        if seat.queued:
            self.emit(ev.ChipsReturned(number, seat.queued))
        self.emit(ev.SeatLeft(number, seat.player, seat.stack, reason, name))
        self.close_post_prompt(number)

    def count_penalties(self) -> None:
        """Count the hand that has ended for the seats that sit out a penalty of hands (T14)."""
        for number, seat in enumerate(self.table.seats):
            if seat and seat.penalty and not self.table.played(number):
                self.emit(ev.PenaltyServed(number, seat.penalty - 1, self.now, seat.name))

    def end_penalties_in_time(self) -> None:
        """End the penalties whose time is over; their players are dealt in again (T14). A director ends others.

        While too few are left for a hand, time counts for the hands of a penalty.
        """
        if self.table.full_rules.tournament is not None:
            return
        for number, seat in enumerate(self.table.seats):
            if seat and 0 < seat.penalty_until <= self.now:
                self.emit(ev.PenaltyServed(number, 0, self.now, seat.name))
                self.start_when_ready()
            elif seat and 0 < self.table.undealt_hand_passes_at(seat) <= self.now:
                self.emit(ev.PenaltyServed(number, seat.penalty - 1, self.now, seat.name, undealt=True))
                self.start_when_ready()

    def schedule_next_hand(self, *, quick: bool = False) -> None:
        """Close the table, or schedule its next hand, soon if `quick` because no cards are on show."""
        table = self.table
        if table.closing and (not table.last_orbit or is_orbit_over(table)):
            self.stand_everybody_up()
        elif len(table.ready()) >= 2:
            clock = table.rules.clock
            self.wait(WaitKind.NEXT_HAND, -1, clock.after_fold if quick else clock.after_showdown)

    def settle_seats(self) -> None:
        """Between hands: queued chips join stacks, and players leave, sit out or change seats as they asked."""
        table = self.table
        if table.full_rules.tournament:
            self.emit_each(tournament_seat.after_hand(table, self.now))
            return
        for number, seat in enumerate(table.seats):
            if seat is None:
                continue
            goes = seat.leaving or seat.plan in LEAVES_AFTER_HAND
            if seat.queued and not goes:
                self.add_queued(number)
            if goes:
                self.stand_up(number, LeaveReason.ASKED)
            elif not seat.stack and table.rules.house.top_up is TopUp.NEVER:
                self.stand_up(number, LeaveReason.BROKE)
            elif not seat.sitting_out and (seat.sits_out_next or not seat.stack):
                reason = SitOutReason.TIMEOUT if seat.timed_out else SitOutReason.ASKED
                self.emit(ev.SatOut(number, reason if seat.stack else SitOutReason.BROKE, self.now))
        for number, seat in enumerate(table.seats):
            if seat and seat.wanted_seat >= 0:
                self.change_seat(number, seat.wanted_seat)

    def sit_out_short_stacks(self) -> None:
        """Between hands: players whose stack is below the smallest that is dealt in sit out until it is not (D5)."""
        table, least = self.table, self.table.rules.least_stack
        if table.running or table.closed:
            return
        for number, seat in enumerate(table.seats):
            if seat and seat.short and seat.stack >= least:
                self.emit(ev.SatIn(number))
                self.start_when_ready()
            elif seat and 0 < seat.stack < least and not seat.sitting_out:
                self.emit(ev.SatOut(number, SitOutReason.SHORT, self.now))

    def check_may_sit_in(self, seat: Seat) -> None:
        """Refuse the return of a player whose stack is not dealt in (D5, D11)."""
        if not seat.stack:
            raise IllegalAction("no_chips")
        if seat.stack < self.table.rules.least_stack:
            raise IllegalAction("short_stack", min=self.table.rules.least_stack)

    def add_queued(self, number: int) -> None:
        """Add chips bought during the hand to the stack; chips above the allowed maximum are returned (K5)."""
        seat = self.table.seat(number)
        fits = min(seat.queued, max(0, seat.max_stack - seat.stack)) if seat.max_stack else seat.queued
        over = seat.queued - fits
        if fits:
            self.emit(ev.ChipsAdded(number, fits))
        if over:
            self.emit(ev.ChipsReturned(number, over))

    def delay_next_hand(self, milliseconds: int) -> None:
        """Let the next hand wait at least this long, so that players can answer or look."""
        wait = self.table.wait
        if wait.kind == WaitKind.NEXT_HAND and wait.deadline < self.now + milliseconds:
            self.wait(WaitKind.NEXT_HAND, -1, milliseconds)

    def change_seat(self, number: int, to: int) -> None:
        """Move to a free seat; a seat further from the big blind owes the blinds skipped by the move (D8)."""
        table = self.table
        if table.seats[to] is not None:
            self.emit(ev.SeatChangeAsked(number, -1))
            return
        positions, seats = table.positions, len(table.seats)
        further = positions.big >= 0 and distance_from_big_blind(to, positions, seats) > distance_from_big_blind(
            number, positions, seats
        )
        self.emit(ev.SeatChanged(number, to, further, table.seat(number).name))

    def start_when_ready(self) -> None:
        """Schedule a hand if the table was waiting for players and two are ready.

        The pause lets more players sit down; a tournament's hand waits for its release instead (T9).
        """
        table = self.table
        if table.wait.kind == WaitKind.PLAYERS and not table.running and not table.paused and len(table.ready()) >= 2:
            self.wait(WaitKind.NEXT_HAND, -1, 0 if table.director_orders.held else table.rules.clock.after_fold)

    def close_without_players(self) -> None:
        """Close a table in its last orbit at which no hand can begin any more."""
        table = self.table
        if table.last_orbit and table.wait.kind == WaitKind.PLAYERS and not (table.running or table.closed):
            self.stand_everybody_up()

    def stand_everybody_up(self) -> None:
        """Stand all players up with their chips, and close the table."""
        for number, seat in enumerate(self.table.seats):
            if seat:
                self.stand_up(number, LeaveReason.CLOSED)
        self.emit(ev.Closed())
