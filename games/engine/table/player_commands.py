"""Commands that players give at the table: act, choose a pre-action, show cards, sit out, leave, and so on."""

from games.engine import events as ev
from games.engine.errors import IllegalAction
from games.engine.events.kinds import LeaveReason, PreAction, SitOutReason, WaitKind
from games.engine.hand.actions import Muck, RunIt, Show
from games.engine.table import commands as cm
from games.engine.table.dealer import Dealer
from games.engine.table.rabbit_hunt import rabbit_board
from games.engine.table.tournament_seat import check_acts, check_may_return, reconnect, restart_turn

PRE_ACTIONS = frozenset(PreAction) - {PreAction.NONE}


def act(dealer: Dealer, command: cm.Act) -> None:
    number, _ = dealer.seated(command.player)
    hand = dealer.check_hand(command.hand)
    if isinstance(command.action, Show | Muck | RunIt):
        dealer.show_or_muck(number, command.action)
        return
    if not dealer.table.running or command.turn != dealer.table.turn:
        raise IllegalAction("stale_turn")
    if hand.waiting.seat != number:
        raise IllegalAction("not_your_turn")
    check_acts(dealer.table, number)
    if command.price != hand.price_due:
        raise IllegalAction("price_changed", call=hand.price_due)
    dealer.act(number, command.action)


def set_pre_action(dealer: Dealer, command: cm.SetPreAction) -> None:
    number, seat = dealer.seated(command.player)
    hand = dealer.check_hand(command.hand)
    if command.kind == seat.pre_action and command.amount == seat.pre_action_price:
        return
    if not command.kind:
        if seat.pre_action:
            dealer.emit(ev.PreActionSet(number, PreAction.NONE, 0))
        return
    if not dealer.table.running or number not in hand.live or not hand.stacks[number]:
        raise IllegalAction("hand_over")
    check_acts(dealer.table, number)
    if hand.to_act == number:
        raise IllegalAction("your_turn_now")
    if command.kind not in PRE_ACTIONS:
        raise IllegalAction("bad_message")
    price = hand.price(number)
    if command.kind == PreAction.CHECK and price:
        raise IllegalAction("cannot_check", call=price)
    if command.kind == PreAction.CALL and price != command.amount:
        raise IllegalAction("price_changed", call=price)
    dealer.emit(ev.PreActionSet(number, command.kind, price))


def show_cards(dealer: Dealer, command: cm.ShowCards) -> None:
    number, _ = dealer.seated(command.player)
    if dealer.check_hand(command.hand).changes is None:
        raise IllegalAction("cannot_show")
    dealer.show_or_muck(number, Show(command.places))


def sit_out(dealer: Dealer, command: cm.SitOut) -> None:
    number, seat = dealer.seated(command.player)
    if seat.sitting_out or seat.sits_out_next:
        return
    if dealer.table.in_hand(number):
        dealer.emit(ev.SitOutAsked(number, True))
    else:
        dealer.emit(ev.SatOut(number, SitOutReason.ASKED, dealer.now))
        dealer.close_post_prompt(number)


def sit_in(dealer: Dealer, command: cm.SitIn) -> None:
    number, seat = dealer.seated(command.player)
    if seat.sits_out_next:
        dealer.emit(ev.SitOutAsked(number, False))
    if not seat.sitting_out:
        return
    dealer.check_may_sit_in(seat)
    check_may_return(dealer.table, number)
    dealer.emit(ev.SatIn(number))
    dealer.emit_each(restart_turn(dealer.table, number, dealer.now))
    dealer.start_when_ready()


def leave(dealer: Dealer, command: cm.Leave) -> None:
    number, seat = dealer.seated(command.player)
    if not dealer.table.in_hand(number):
        dealer.stand_up(number, LeaveReason.ASKED)
    elif not seat.leaving:
        dealer.emit(ev.LeaveAsked(number))
        dealer.continue_hand(turn_open=True)


def set_auto_actions(dealer: Dealer, command: cm.SetAutoActions) -> None:
    number, seat = dealer.seated(command.player)
    if (seat.auto_muck, seat.auto_post) != (command.auto_muck, command.auto_post):
        dealer.emit(ev.AutoActionsSet(number, command.auto_muck, command.auto_post))
        if command.auto_post:
            dealer.close_post_prompt(number)


def post_blind(dealer: Dealer, command: cm.PostBlind) -> None:
    number, _ = dealer.seated(command.player)
    if (dealer.table.wait.kind, dealer.table.wait.seat) != (WaitKind.POST, number):
        raise IllegalAction("no_blind_due")
    if command.agree:
        dealer.emit(ev.BlindAgreed(number))
    else:
        dealer.emit(ev.SatOut(number, SitOutReason.DECLINED, dealer.now))
    dealer.close_post_prompt(number)


def call_time(dealer: Dealer, command: cm.CallTime) -> None:
    """Call time on the player whose time bank runs: the bank ends and a countdown begins (B14)."""
    number, _ = dealer.seated(command.player)
    table, wait = dealer.table, dealer.table.wait
    if wait.kind == WaitKind.CALLED and number != wait.seat:
        return
    if not table.may_call_time(number):
        raise IllegalAction("cannot_call_time")
    dealer.stop_bank(wait.seat)
    dealer.emit(ev.TimeCalled(number, wait.seat, dealer.now + table.rules.clock.call_time, dealer.now))


def change_seat(dealer: Dealer, command: cm.ChangeSeat) -> None:
    number, seat = dealer.seated(command.player)
    if command.seat == seat.wanted_seat or command.seat == number:
        return
    if command.seat >= len(dealer.table.seats):
        raise IllegalAction("no_such_seat")
    if command.seat >= 0 and dealer.table.seats[command.seat] is not None:
        raise IllegalAction("seat_taken")
    if command.seat < 0 or dealer.table.in_hand(number):
        dealer.emit(ev.SeatChangeAsked(number, max(-1, command.seat)))
    else:
        dealer.change_seat(number, command.seat)
        dealer.close_post_prompt(number)


def ask_rabbit(dealer: Dealer, command: cm.AskRabbit) -> None:
    """The first player to ask pays; once all who put chips into the pot agree, the cards are shown (H7)."""
    number, seat = dealer.seated(command.player)
    dealer.check_hand(command.hand)
    table = dealer.table
    fee, asked = table.rules.house.rabbit_fee, table.rabbit
    if not rabbit_board(table) or seat.dealt_seat < 0:
        raise IllegalAction("no_rabbit")
    if not asked and seat.stack <= fee:
        raise IllegalAction("no_chips")
    if number not in asked:
        dealer.emit(ev.RabbitAgreed(number) if asked else ev.RabbitAsked(number, fee))
    if not asked:
        dealer.delay_next_hand(table.rules.clock.show)
    dealer.show_rabbit_if_agreed()


def enter_now(dealer: Dealer, command: cm.EnterNow) -> None:
    number, seat = dealer.seated(command.player)
    if seat.posts_now != command.now:
        dealer.emit(ev.EntrySet(number, command.now))


def set_straddle(dealer: Dealer, command: cm.SetStraddle) -> None:
    number, seat = dealer.seated(command.player)
    if seat.straddles != command.on:
        if command.on and not dealer.table.rules.house.straddle:
            raise IllegalAction("no_straddle")
        dealer.emit(ev.StraddleSet(number, command.on))


def set_connected(dealer: Dealer, command: cm.SetConnected) -> None:
    number, seat = dealer.seated(command.player)
    if command.connected and seat.disconnected_at:
        dealer.emit_each(reconnect(dealer.table, number, dealer.now))
    elif not command.connected and not seat.disconnected_at:
        dealer.emit(ev.Disconnected(number, dealer.now))
