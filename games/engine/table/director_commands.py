"""Orders of a tournament's director to a table: seats, chips, chip races, released hands, absences (T3-T14)."""

from games.engine import events as ev
from games.engine.errors import IllegalAction
from games.engine.events import tournament as tev
from games.engine.events.kinds import ON_THE_CLOCK, SitOutReason
from games.engine.rules.button import NOBODY
from games.engine.rules.variant import Forced
from games.engine.table.commands import tournament as tcm
from games.engine.table.dealer import CommandHandlers, Dealer
from games.engine.table.house_commands import free_seat
from games.engine.table.tournament_seat import restart_turn, turn_time


def seat_entrant(dealer: Dealer, command: tcm.SeatEntrant) -> None:
    number = free_seat(dealer, command.player, command.seat, command.chips)
    dealer.emit(
        ev.SeatTaken(
            number, command.player, command.name, command.bot, command.chips, command.auto_muck, True, dealer.now
        )
    )
    if command.away and not command.bot:
        if command.away == SitOutReason.ABSENT:
            dealer.emit(ev.Disconnected(number, dealer.now))
        dealer.emit(ev.SatOut(number, command.away, dealer.now))
    dealer.start_when_ready()


def unseat_entrant(dealer: Dealer, command: tcm.UnseatEntrant) -> None:
    number, seat = dealer.seated(command.player)
    if not dealer.table.in_hand(number):
        dealer.emit(ev.SeatLeft(number, seat.player, seat.stack + seat.queued))
    elif command.folds and not seat.leaving:
        dealer.emit(ev.LeaveAsked(number))
        dealer.continue_hand(turn_open=True)
    elif not seat.unseat_asked:
        dealer.emit(tev.UnseatAsked(number, seat.name))


def set_chips(dealer: Dealer, command: tcm.SetChips) -> None:
    number, seat = dealer.seated(command.player)
    if command.chips < 0:
        raise IllegalAction("no_chips")
    _check_between_hands(dealer, number)
    if command.was not in (-1, seat.stack):
        raise IllegalAction("chips_differ")
    if command.chips != seat.stack:
        dealer.emit(tev.ChipsSet(number, seat.stack, command.chips, command.reason, seat.name))
        dealer.start_when_ready()


def give_chips(dealer: Dealer, command: tcm.GiveChips) -> None:
    number, _ = dealer.seated(command.player)
    if command.chips <= 0:
        raise IllegalAction("no_chips")
    if dealer.table.in_hand(number):
        dealer.emit(ev.ChipsQueued(number, command.chips))
    else:
        dealer.emit(ev.ChipsAdded(number, command.chips))
        dealer.start_when_ready()


def run_chip_race(dealer: Dealer, command: tcm.RunChipRace) -> None:
    table = dealer.table
    after = dict(command.stacks)
    seats = {player: dealer.seated(player)[0] for player in (*after, *(player for player, _ in command.cards))}
    for number in seats.values():
        _check_between_hands(dealer, number)
    if min(after.values(), default=0) < 0 or command.into <= command.chip or set(seats) != set(after):
        raise IllegalAction("bad_race")
    rows = []
    for player, number in sorted(seats.items(), key=lambda row: row[1]):
        seat = table.seat(number)
        cards = tuple(card for owner, card in command.cards if owner == player)
        rows.append((number, seat.name, cards, seat.stack, after[player]))
    won = tuple(seats[player] for player in command.won)
    saved = tuple(seats[player] for player in command.saved)
    dealer.emit(tev.ChipsRaced(command.chip, command.into, tuple(rows), won, saved))
    dealer.start_when_ready()


def hold_hands(dealer: Dealer, command: tcm.HoldHands) -> None:
    directed = dealer.table.director_orders
    if (directed.held, directed.together) != (command.held, command.together):
        dealer.emit(tev.HandsHeld(command.held, command.together, command.reason))
        dealer.start_when_ready()


def release_hand(dealer: Dealer, command: tcm.ReleaseHand) -> None:
    table = dealer.table
    if not table.director_orders.held:
        raise IllegalAction("not_held")
    if table.director_orders.deal is not None:
        raise IllegalAction("hand_released")
    if command.dealt:
        places = (command.button, *command.dealt, *command.dead)
        if len(set(command.dealt)) < 2 or not all(0 <= place < len(table.seats) for place in places):
            raise IllegalAction("cannot_deal")
        # Without blinds, as in a rotation that begins with stud, small and big are NOBODY.
        if not all(NOBODY <= place < len(table.seats) for place in (command.small, command.big)):
            raise IllegalAction("cannot_deal")
        if table.rules.variant.forced is Forced.BLINDS and command.big not in command.dealt:
            raise IllegalAction("cannot_deal")
        if tuple(sorted(command.dealt)) != command.dealt or not set(command.dealt) <= set(table.ready()):
            raise IllegalAction("cannot_deal")
    dealer.emit(
        tev.HandReleased(
            button=command.button,
            small=command.small,
            big=command.big,
            dealt=command.dealt,
            button_draw=command.button_draw,
            dead=command.dead,
        )
    )
    dealer.start_when_ready()


def set_absent(dealer: Dealer, command: tcm.SetAbsent) -> None:
    number, seat = dealer.seated(command.player)
    reason = SitOutReason.BARRED if command.barred else SitOutReason.DIRECTOR
    # A player who would be back with the connection stays away from now on, too.
    present = not seat.sitting_out or seat.back_on_reconnect
    if command.absent and (present or (command.barred and not seat.barred)):
        dealer.emit(ev.SatOut(number, reason, dealer.now, seat.name))
        if dealer.table.wait.seat == number and dealer.table.wait.kind in ON_THE_CLOCK:
            # On the player's own turn the room takes over at once.
            dealer.stop_bank(number)
            table = dealer.table
            dealer.emit(ev.TurnBegan(table.turn, number, dealer.now + turn_time(table, number), dealer.now))
    elif not command.absent and seat.sitting_out:
        dealer.emit(ev.SatIn(number))
        dealer.emit_each(restart_turn(dealer.table, number, dealer.now))


def set_penalty_clock(dealer: Dealer, command: tcm.SetPenaltyClock) -> None:
    number, seat = dealer.seated(command.player)
    if min(command.until, command.left) < 0 or (command.until and command.left):
        raise IllegalAction("bad_message")
    if (seat.penalty_until, seat.penalty_left) != (command.until, command.left):
        dealer.emit(tev.PenaltyClockSet(number, command.until, command.left))


def _check_between_hands(dealer: Dealer, number: int) -> None:
    if dealer.table.in_hand(number):
        raise IllegalAction("hand_running")


COMMAND_HANDLERS: CommandHandlers = {
    tcm.SeatEntrant: seat_entrant,
    tcm.UnseatEntrant: unseat_entrant,
    tcm.SetChips: set_chips,
    tcm.GiveChips: give_chips,
    tcm.RunChipRace: run_chip_race,
    tcm.HoldHands: hold_hands,
    tcm.ReleaseHand: release_hand,
    tcm.SetAbsent: set_absent,
    tcm.SetPenaltyClock: set_penalty_clock,
}
