"""How the events of seats change a table: players who come and go, their chips and what they choose."""

from games.engine import events as ev
from games.engine.events.kinds import BACK_ON_RECONNECT, LeaveReason, SitOutReason, StopPlan
from games.engine.rules.button import NOBODY, Positions
from games.engine.table.facts import FOR_PLAYERS, TableEventHandlers, TableFacts
from games.engine.table.seat import DAY, NO_CARRIED_BLINDS, DepartedPlayer, Seat


def _seat_taken(table: TableFacts, event: ev.SeatTaken) -> None:
    seat = table.seats[event.seat] = Seat(
        player=event.player,
        name=event.name,
        bot=event.bot,
        stack=event.chips,
        bank=table.rules.clock.bank,
        sat_at=event.at,
        auto_muck=event.auto_muck,
        auto_post=event.auto_post,
        posts_now=event.enter_now,
        penalty_since=event.at,
    )
    gone = table.departed.pop(event.player, None)
    if gone and event.at - gone.at < DAY:
        gone.sit_down_again(seat, event.seat, table.positions, len(table.seats))
        # What the last hand left behind is past once another one has begun.
        no_hand_since = gone.at == table.hand_began_at
        seat.penalty_counted, seat.had_big = gone.penalty_counted and no_hand_since, gone.had_big and no_hand_since
    if event.free:
        seat.newcomer, seat.enters_free = False, True
    if event.old_distance != NOBODY:
        seat.newcomer, seat.moved_here = False, True
        seat.old_distance = (
            event.old_distance if seat.old_distance == NOBODY else min(seat.old_distance, event.old_distance)
        )
    seat.skips_small = seat.skips_small or event.skips_small
    seat.owes_small = seat.owes_small or event.owes_small
    seat.owes_big = seat.owes_big or event.owes_big


def _chips_queued(table: TableFacts, event: ev.ChipsQueued) -> None:
    seat = table.seat(event.seat)
    seat.queued += event.chips
    seat.max_stack = event.most


def _chips_added(table: TableFacts, event: ev.ChipsAdded) -> None:
    seat = table.seat(event.seat)
    seat.stack += event.chips
    seat.queued = max(0, seat.queued - event.chips)


def _chips_returned(table: TableFacts, event: ev.ChipsReturned) -> None:
    seat = table.seat(event.seat)
    seat.queued -= event.chips
    seat.returned = event.chips


def _sit_out_asked(table: TableFacts, event: ev.SitOutAsked) -> None:
    seat = table.seat(event.seat)
    seat.sits_out_next = event.asked
    seat.timed_out = seat.timed_out and event.asked
    seat.back_on_reconnect = seat.back_on_reconnect and event.asked


def _timed_out(table: TableFacts, event: ev.TimedOut) -> None:
    seat = table.seat(event.seat)
    seat.sits_out_next = seat.timed_out = True
    seat.back_on_reconnect = seat.disconnected_at > 0
    table.public_events.append(event)


def _sat_out(table: TableFacts, event: ev.SatOut) -> None:
    seat = table.seat(event.seat)
    seat.away_since, seat.short = event.at, event.reason == SitOutReason.SHORT
    seat.sits_out_next = seat.timed_out = seat.blind_agreed = False
    seat.back_on_reconnect, seat.barred = event.reason in BACK_ON_RECONNECT, event.reason == SitOutReason.BARRED
    if seat.plan == StopPlan.SIT_OUT_AT_BLIND:
        seat.plan = StopPlan.NONE
    _tell(table, event)


def _sat_in(table: TableFacts, event: ev.SatIn) -> None:
    seat = table.seat(event.seat)
    seat.away_since = 0
    seat.short = seat.back_on_reconnect = seat.barred = False


def _leave_asked(table: TableFacts, event: ev.LeaveAsked) -> None:
    table.seat(event.seat).leaving = event.asked


def _removal_asked(table: TableFacts, event: ev.RemovalAsked) -> None:
    seat = table.seat(event.seat)
    seat.removed = True
    if event.finishes:
        seat.plan = StopPlan.HOUSE
    else:
        seat.leaving = True
    table.public_events.append(event)


def _tell(table: TableFacts, event: ev.SatOut | ev.SeatLeft) -> None:
    """Keep an event for the hand's log where the house decided it, which its name shows."""
    if event.name:
        table.public_events.append(event)


def _stop_plan_set(table: TableFacts, event: ev.StopPlanSet) -> None:
    table.seat(event.seat).plan = event.plan


def _refill_set(table: TableFacts, event: ev.RefillSet) -> None:
    seat = table.seat(event.seat)
    seat.refill_to, seat.refill_below, seat.rebuys = event.to, event.below, event.rebuy


def _table_move_set(table: TableFacts, event: ev.TableMoveSet) -> None:
    seat = table.seat(event.seat)
    seat.target_table, seat.target_table_name, seat.must_move = event.to, event.name, event.must
    if event.player:
        table.public_events.append(event)


def _moved_to_table(table: TableFacts, _: ev.MovedToTable) -> None:
    """Nothing changes: the `SeatLeft` that follows empties the seat."""


def _seat_left(table: TableFacts, event: ev.SeatLeft) -> None:
    _tell(table, event)
    # Whoever has to leave by order of the house owes nothing elsewhere.
    ordered = (table.closing and not table.last_orbit) or event.reason in (LeaveReason.CLOSED, LeaveReason.REMOVED)
    carried = NO_CARRIED_BLINDS if ordered else table.carried_blinds(event.seat)
    seat, table.seats[event.seat] = table.seat(event.seat), None
    # The next player in this seat has neither asked for the rabbit hunt nor agreed to it.
    table.rabbit = tuple(NOBODY if number == event.seat else number for number in table.rabbit)
    table.departed = {player: gone for player, gone in table.departed.items() if table.hand_began_at - gone.at < DAY}
    if table.full_rules.tournament is None and (not seat.newcomer or seat.protections or seat.penalised):
        table.departed[event.player] = DepartedPlayer.from_seat(seat, event.seat, table.hand_began_at, carried)
    if not any(table.seats):
        table.departed = {player: gone._replace(number=NOBODY) for player, gone in table.departed.items()}
        table.positions = Positions()
        table.wait = FOR_PLAYERS


def _auto_actions_set(table: TableFacts, event: ev.AutoActionsSet) -> None:
    seat = table.seat(event.seat)
    seat.auto_muck, seat.auto_post = event.auto_muck, event.auto_post


def _seat_change_asked(table: TableFacts, event: ev.SeatChangeAsked) -> None:
    table.seat(event.seat).wanted_seat = event.to


def _seat_changed(table: TableFacts, event: ev.SeatChanged) -> None:
    seat = table.seat(event.seat)
    seat.wanted_seat = NOBODY
    seat.awaits_deal = True
    if not seat.newcomer:
        seat.pay_for_change(event.seat, event.to, table.positions, len(table.seats))
    table.seats[event.seat], table.seats[event.to] = None, seat
    table.rabbit = tuple(event.to if number == event.seat else number for number in table.rabbit)
    table.public_events.append(event)


def _entry_set(table: TableFacts, event: ev.EntrySet) -> None:
    table.seat(event.seat).posts_now = event.now


def _straddle_set(table: TableFacts, event: ev.StraddleSet) -> None:
    table.seat(event.seat).straddles = event.on


def _blinds_missed(table: TableFacts, event: ev.BlindsMissed) -> None:
    seat = table.seat(event.seat)
    seat.owes_small, seat.owes_big = event.small, event.big


def _blind_agreed(table: TableFacts, event: ev.BlindAgreed) -> None:
    table.seat(event.seat).blind_agreed = True


def _bank_changed(table: TableFacts, event: ev.BankChanged) -> None:
    table.seat(event.seat).bank = event.left


def _pre_action_set(table: TableFacts, event: ev.PreActionSet) -> None:
    seat = table.seat(event.seat)
    seat.pre_action, seat.pre_action_price = event.kind, event.amount


def _disconnected(table: TableFacts, event: ev.Disconnected) -> None:
    table.seat(event.seat).disconnected_at = event.at


def _reconnected(table: TableFacts, event: ev.Reconnected) -> None:
    seat = table.seat(event.seat)
    seat.disconnected_at = 0
    if seat.back_on_reconnect:
        # A player who timed out while disconnected plays again from the next hand (B15).
        seat.sits_out_next = seat.timed_out = seat.back_on_reconnect = False


EVENT_HANDLERS: TableEventHandlers = {
    ev.SeatTaken: _seat_taken,
    ev.ChipsQueued: _chips_queued,
    ev.ChipsAdded: _chips_added,
    ev.ChipsReturned: _chips_returned,
    ev.SitOutAsked: _sit_out_asked,
    ev.TimedOut: _timed_out,
    ev.SatOut: _sat_out,
    ev.SatIn: _sat_in,
    ev.LeaveAsked: _leave_asked,
    ev.RemovalAsked: _removal_asked,
    ev.StopPlanSet: _stop_plan_set,
    ev.RefillSet: _refill_set,
    ev.TableMoveSet: _table_move_set,
    ev.MovedToTable: _moved_to_table,
    ev.SeatLeft: _seat_left,
    ev.AutoActionsSet: _auto_actions_set,
    ev.SeatChangeAsked: _seat_change_asked,
    ev.SeatChanged: _seat_changed,
    ev.EntrySet: _entry_set,
    ev.StraddleSet: _straddle_set,
    ev.BlindsMissed: _blinds_missed,
    ev.BlindAgreed: _blind_agreed,
    ev.BankChanged: _bank_changed,
    ev.PreActionSet: _pre_action_set,
    ev.Disconnected: _disconnected,
    ev.Reconnected: _reconnected,
}
