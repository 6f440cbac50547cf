"""Commands about staying and leaving: plans to stop, automatic top-ups, table moves (K5, K6, K8, D11, D12)."""

from collections.abc import Iterator
from typing import NamedTuple

from games.engine import events as ev
from games.engine.errors import IllegalAction
from games.engine.events.kinds import LEAVES_AFTER_HAND, LeaveReason, StopPlan
from games.engine.hand.actions import Fold
from games.engine.rules.button import NOBODY
from games.engine.rules.house_rules import TopUp
from games.engine.rules.rules import Rules
from games.engine.rules.variant import Forced
from games.engine.table import commands as cm
from games.engine.table import player_commands
from games.engine.table.dealer import Dealer
from games.engine.table.facts import TableFacts
from games.engine.table.seat import CarriedBlinds

PLANS = frozenset(StopPlan) - {StopPlan.NONE, StopPlan.HOUSE}


class Refill(NamedTuple):
    """An automatic top-up that is due now: the player's stack is filled up to `to`, minor units (K5)."""

    player: int
    to: int


def set_stop_plan(dealer: Dealer, command: cm.SetStopPlan) -> None:
    number, seat = dealer.seated(command.player)
    if seat.plan == StopPlan.HOUSE:
        raise IllegalAction("leaving")
    if not command.plan:
        _cancel_stop(dealer, number)
        return
    if command.plan not in PLANS:
        raise IllegalAction("bad_message")
    if seat.leaving:
        raise IllegalAction("leaving")
    if command.plan != StopPlan.LEAVE and not has_blinds(dealer.table.full_rules):
        raise IllegalAction("no_blinds_to_wait_for")
    if command.plan == StopPlan.LEAVE and not dealer.table.in_hand(number):
        dealer.stand_up(number, LeaveReason.ASKED)
    elif command.plan != seat.plan and not (command.plan == StopPlan.SIT_OUT_AT_BLIND and seat.sitting_out):
        dealer.emit(ev.StopPlanSet(number, command.plan))


def _cancel_stop(dealer: Dealer, number: int) -> None:
    seat = dealer.table.seat(number)
    if seat.removed:
        raise IllegalAction("leaving")
    if seat.leaving:
        dealer.emit(ev.LeaveAsked(number, False))
    if seat.plan:
        dealer.emit(ev.StopPlanSet(number, StopPlan.NONE))
    if seat.must_move and not dealer.events:
        raise IllegalAction("must_move")
    if seat.target_table and not seat.must_move:
        dealer.emit(ev.TableMoveSet(number, 0, ""))


def fold_and_sit_out(dealer: Dealer, command: cm.FoldAndSitOut) -> None:
    """Ask for the sit-out first, because the fold may end the hand."""
    number, seat = dealer.seated(command.player)
    if not seat.sits_out_next:
        dealer.emit(ev.SitOutAsked(number, True))
    player_commands.act(dealer, cm.Act(command.player, command.hand, command.turn, command.price, Fold()))


def set_refill(dealer: Dealer, command: cm.SetRefill) -> None:
    number, seat = dealer.seated(command.player)
    top_up = dealer.table.rules.house.top_up
    if top_up is TopUp.NEVER and (command.below or command.rebuy):
        raise IllegalAction("no_top_up")
    if top_up is TopUp.WHEN_BROKE and command.below:
        raise IllegalAction("top_up_when_broke")
    _, to, below, rebuy = command
    if (seat.refill_to, seat.refill_below, seat.rebuys) != (to, below, rebuy):
        dealer.emit(ev.RefillSet(number, to, below, rebuy))


def set_table_move(dealer: Dealer, command: cm.SetTableMove) -> None:
    number, seat = dealer.seated(command.player)
    if command.table and seat.leaving:
        raise IllegalAction("leaving")
    if command.table and not seat.stack:
        raise IllegalAction("no_chips")
    if seat.must_move and not command.must:
        raise IllegalAction("must_move")
    must = command.must and command.table > 0
    if (command.table, must) != (seat.target_table, seat.must_move):
        dealer.emit(ev.TableMoveSet(number, command.table, command.name, must, seat.name if must else ""))


def move_to_table(dealer: Dealer, command: cm.MoveToTable) -> None:
    """Send the player on to the other table with all debts (D7, K8); during the player's hand nothing happens yet.

    A move that the house orders needs no post there. One that the player asked for is a seat change: the distance from
    the big blind goes along (D8).
    """
    number, seat = dealer.seated(command.player)
    if not seat.target_table or dealer.table.in_hand(number):
        return
    if not seat.stack:
        raise IllegalAction("no_chips")
    # A player who never played here, or has yet to pay for a seat change, still has to post at the new table.
    free = seat.must_move and not seat.newcomer and seat.old_distance == NOBODY and not seat.skips_small
    carried = dealer.table.carried_blinds(number)
    if free:
        carried = CarriedBlinds(carried.owes_small, carried.owes_big)
    dealer.emit(
        ev.MovedToTable(
            seat=number,
            to=seat.target_table,
            auto_muck=seat.auto_muck,
            auto_post=seat.auto_post,
            enter_now=seat.posts_now,
            free=free,
            **carried._asdict(),
        )
    )
    dealer.stand_up(number, LeaveReason.MOVED)


def has_blinds(config: Rules) -> bool:
    """Whether any game of this table has blinds."""
    if not config.mix:
        return config.variant.forced is Forced.BLINDS
    return any(game.variant.forced is Forced.BLINDS for game in config.mix)


def moves_due(table: TableFacts) -> list[int]:
    """The players whose move to another table can be carried out now (K8)."""
    return [
        seat.player
        for number, seat in enumerate(table.seats)
        if seat and seat.target_table and not table.in_hand(number)
    ]


def next_to_move(table: TableFacts) -> list[int]:
    """The players of a must-move table in the order they move to the main game: longest seated first (K8).

    House bots stay. Players who sit out, have no chips or are about to leave are passed over and keep their place.
    """
    able = [
        (seat.sat_at, number, seat.player)
        for number, seat in enumerate(table.seats)
        if seat and seat.stack and not (seat.bot or seat.sitting_out or seat.sits_out_next)
        if not (seat.leaving or seat.plan in LEAVES_AFTER_HAND or seat.must_move)
    ]
    return [player for _, _, player in sorted(able)]


def refills_due(table: TableFacts) -> Iterator[Refill]:
    """The automatic top-ups and re-buys that are due now (K5): none for players in a hand or about to leave."""
    top_up = table.rules.house.top_up
    for number, seat in enumerate(table.seats):
        if seat is None or top_up is TopUp.NEVER or table.in_hand(number):
            continue
        if seat.leaving or seat.plan in LEAVES_AFTER_HAND or seat.target_table or table.closing:
            continue
        chips = seat.stack + seat.queued
        plays = not seat.sitting_out or seat.short
        low = 0 < chips < seat.refill_below and plays and top_up is TopUp.BETWEEN_HANDS
        if low or (not chips and seat.rebuys):
            yield Refill(seat.player, seat.refill_to)
