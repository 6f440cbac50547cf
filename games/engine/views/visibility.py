"""Builds the views of a table from an allow-list: a hidden card is never in them, so none has to be filtered out."""

from games.engine.cards import Card
from games.engine.evaluation.names import HandName, named, playing_cards
from games.engine.evaluation.rankings import Ranking
from games.engine.events import PotWon
from games.engine.events.kinds import ON_THE_CLOCK, PotHalf, PreAction, WaitKind
from games.engine.hand.hand import Hand
from games.engine.rules.house_rules import TopUp
from games.engine.rules.variant import Forced
from games.engine.table.entry import FREE, Price, entry_price, positions_with
from games.engine.table.rabbit_hunt import rabbit_option, rabbit_shown
from games.engine.table.seat import Seat
from games.engine.table.seat_commands import has_blinds
from games.engine.table.state import Table
from games.engine.table.tournament_seat import room_plays, tournament_of
from games.engine.views.choices import build_choices, is_pot_shown
from games.engine.views.hand_log import last_actions, log_lines
from games.engine.views.kinds import Blind, LastAction, LineCode, SeatState, TablePhase
from games.engine.views.types import LogLine, OwnView, Prompt, SeatSettings, SeatView, TableView, Turn

_FACING_A_BET = (PreAction.FOLD, PreAction.CALL, PreAction.CALL_ANY)
_PHASES = {
    WaitKind.DEAL: TablePhase.DEALING,
    WaitKind.AGREE: TablePhase.AGREEING,
    WaitKind.SHOW: TablePhase.SHOWDOWN,
}
_FREE_TO_CHECK = (PreAction.CHECK_FOLD, PreAction.CHECK, PreAction.CALL_ANY)
_FOLDS = (PreAction.FOLD, PreAction.CHECK_FOLD)


def public_view(table: Table, *, table_id: int, version: int) -> TableView:
    """The table as everybody may see it (B17, H4), without any hole card that was not shown."""
    hand = table.hand
    last = last_actions(table.public_events)
    seats = tuple(_seat_view(table, number, seat, last) for number, seat in enumerate(table.seats))
    # The result keeps the label of its game although the rotation has moved on.
    rules = hand.rules if hand else table.rules
    base = TableView(
        table=table_id,
        version=version,
        seats=seats,
        phase=_phase(table),
        next_hand_at=table.wait.deadline if table.wait.kind == WaitKind.NEXT_HAND else 0,
        button_draw=table.button_draw,
        game=rules.variant.code if rules.mix else "",
        structure=str(rules.stakes.structure) if rules.mix else "",
        big_blind=table.rules.stakes.big_blind,
        tournament=tournament_of(table),
        chip_race=table.director_orders.race,
        prompt=_prompt(table),
        orders=_orders(table),
        changes=table.changes,
    )
    if hand is None:
        # After a void hand only its log line is left to show.
        lines = log_lines(table.public_events, table.names, table.rules)
        return base._replace(hand=table.hand_number, log=lines) if lines else base
    shows_pot = hand.changes is None and is_pot_shown(hand.rules)
    return base._replace(
        hand=hand.number,
        street=hand.rules.variant.streets[hand.street].name,
        board=hand.board,
        boards=hand.boards,
        pots=tuple(pot.amount for pot in hand.pots) if shows_pot else (),
        pot=hand.pot if shows_pot else 0,
        turn=_turn(table),
        rabbit_cards=rabbit_shown(table),
        log=log_lines(table.public_events, table.names, hand.rules, _protections(table)),
    )


def own_view(table: Table, player: int, *, table_id: int, version: int) -> OwnView | None:
    """What only this player sees; None if the player has no seat."""
    number = table.player_seat(player)
    if number is None:
        return None
    seat, wait = table.seat(number), table.wait
    asked = wait.kind if wait.seat == number and wait.kind in (WaitKind.SHOW, WaitKind.POST) else None
    price = _entry_price(table, number)
    view = OwnView(
        table=table_id,
        version=version,
        seat=number,
        player=player,
        asked_to_show=asked == WaitKind.SHOW,
        asked_to_post=asked == WaitKind.POST,
        deadline=wait.deadline if wait.seat == number else 0,
        time_bank=seat.bank,
        sitting_out=seat.sitting_out,
        sits_out_next=seat.sits_out_next,
        leaving=seat.leaving,
        stack=seat.stack,
        queued=seat.queued,
        auto_muck=seat.auto_muck,
        auto_post=seat.auto_post,
        straddles=seat.straddles,
        may_straddle=table.rules.house.straddle and table.rules.variant.forced is Forced.BLINDS,
        posts_now=seat.posts_now,
        entry_price=sum(price) if price else -1,
        settings=_seat_settings(table, seat)._replace(entry_price_dead=price.dead if price else 0),
        may_call_time=table.may_call_time(number),
        wanted_seat=seat.wanted_seat,
        free_seats=_free_seats(table, seat),
        rabbit_option=rabbit_option(table, number),
        rabbit_fee=table.rules.house.rabbit_fee,
        chips_returned=seat.returned,
        tournament=tournament_of(table),
        room_plays=room_plays(table, number),
        penalty_hands=_penalty_hands(table, number, seat),
        penalty_until=seat.penalty_until,
        penalty_left=seat.penalty_left,
        barred=seat.barred,
    )
    hand = table.hand
    if hand is None or not table.played(number):
        return view
    return _own_hand(view, hand, seat, table)


def with_pots(view: TableView, hand: Hand | None) -> TableView:
    """The view as a player sees it who has counted the pots, where the table does not tell them (B17)."""
    if view.pot or hand is None or hand.changes is not None:
        return view
    return view._replace(pots=tuple(pot.amount for pot in hand.pots), pot=hand.pot)


def _entry_price(table: Table, number: int) -> Price | None:
    """The price to enter the next hand (D6, D7); None if the seat has to wait until the button has passed."""
    seat, ready = table.seat(number), table.ready()
    if not (seat.newcomer or seat.awaits_deal or seat.owes) or number not in ready or len(ready) < 2:
        return FREE
    return entry_price(table, number, positions_with(table, ready))


def _free_seats(table: Table, seat: Seat) -> tuple[int, ...]:
    """The free seats the player may change to (D8); none in a tournament, where the director assigns seats (T6)."""
    if seat.leaving or table.full_rules.tournament is not None:
        return ()
    return tuple(free for free, taken in enumerate(table.seats) if taken is None)


def _seat_settings(table: Table, seat: Seat) -> SeatSettings:
    house = table.rules.house
    if table.full_rules.tournament is not None:
        return SeatSettings()
    return SeatSettings(
        seat_held_until=table.stands_up_at(seat),
        out_of_chips=seat.sitting_out and not seat.stack + seat.queued,
        stop_plan=seat.plan,
        has_blinds=has_blinds(table.full_rules),
        target_table=seat.target_table,
        target_table_name=seat.target_table_name,
        must_move=seat.must_move,
        refill_to=seat.refill_to,
        refill_below=seat.refill_below,
        auto_rebuy=seat.rebuys,
        may_add_chips=house.top_up is not TopUp.NEVER,
    )


def _protections(table: Table) -> dict[int, int]:
    return {number: seat.protections for number, seat in enumerate(table.seats) if seat and seat.protections}


def _own_hand(view: OwnView, hand: Hand, seat: Seat, table: Table) -> OwnView:
    number, variant = view.seat, hand.rules.variant
    hole = hand.hole[number]
    view = view._replace(
        hand=hand.number,
        cards=hole,
        name_of_hand=named(variant.high, hole, hand.board),
        low_name=named(variant.low, hole, hand.board) if variant.low else None,
        may_show=hand.may_show(number),
        stack=hand.stacks[number] if table.running else seat.stack,
    )
    if not table.running or number not in hand.live or view.room_plays:
        return view
    if hand.to_act == number:
        return view._replace(choices=build_choices(hand), turn=table.turn)
    if number in hand.to_agree:
        return view._replace(max_boards=hand.runs, deadline=table.wait.deadline)
    if hand.to_draw[:1] == (number,):
        return view._replace(draw_limit=hand.street_now.draw, may_draw_four=variant.draw_four, turn=table.turn)
    if not hand.stacks[number]:
        return view
    if hand.to_act < 0:
        # Between rounds nothing can be chosen, but what was chosen can be taken back.
        return view._replace(pre_actions=(seat.pre_action,), pre_action=seat.pre_action) if seat.pre_action else view
    price = hand.price(number)
    chosen = seat.pre_action
    dropped = (chosen == PreAction.CHECK and price) or (chosen == PreAction.CALL and price != seat.pre_action_price)
    fold, *others = _FACING_A_BET if price else _FREE_TO_CHECK
    return view._replace(
        # A fold chosen at another price stays in its place, so that it can be taken back.
        pre_actions=(chosen if chosen in _FOLDS else fold, *others),
        pre_action=PreAction.NONE if dropped else chosen,
        pre_action_price=price,
    )


def _phase(table: Table) -> TablePhase:
    if table.closed:
        return TablePhase.CLOSED
    if table.running:
        return _PHASES.get(table.wait.kind, TablePhase.BETTING)
    if table.director_orders.race:
        return TablePhase.RACE
    if table.paused:
        return TablePhase.PAUSED
    if table.awaits_director and any(seat and not seat.stack for seat in table.seats):
        return TablePhase.REBUY
    if table.awaits_director and table.director_orders.together and table.wait.kind == WaitKind.NEXT_HAND:
        return TablePhase.TOGETHER
    return TablePhase.WAITING if table.wait.kind == WaitKind.PLAYERS else TablePhase.BETWEEN


def _orders(table: Table) -> tuple[LogLine, ...]:
    """The house's orders that are in force (F1)."""
    pause = LogLine(LineCode.PAUSED, other=table.pause_reason)
    closing = LogLine(LineCode.CLOSING, other=table.closing_reason, amount=int(table.last_orbit))
    return (pause,) * table.paused + (closing,) * (table.closing and not table.closed)


def _turn(table: Table) -> Turn | None:
    kind, seat, deadline, began = table.wait
    if kind not in ON_THE_CLOCK:
        return None
    return Turn(seat, table.turn, deadline, deadline - began, kind == WaitKind.BANK, kind == WaitKind.CALLED)


def _prompt(table: Table) -> Prompt | None:
    kind, seat, deadline, _ = table.wait
    return Prompt(kind, seat, deadline) if kind in (WaitKind.SHOW, WaitKind.POST, WaitKind.AGREE) else None


def _penalty_hands(table: Table, number: int, seat: Seat) -> int:
    """The hands of a penalty still to come, with the running one that is folded for it (T14)."""
    return seat.penalty + (table.running and table.played(number) and seat.folds_penalty)


def _seat_view(table: Table, number: int, seat: Seat | None, last: dict[int, LastAction]) -> SeatView:
    if seat is None:
        return SeatView(number, button=number == table.positions.button)
    hand = table.hand
    view = SeatView(
        seat=number,
        state=SeatState.SITTING_OUT if seat.sitting_out else SeatState.WAITING,
        player=seat.player,
        name=seat.name,
        bot=seat.bot,
        stack=seat.stack,
        button=number == table.positions.button,
        connected=not seat.disconnected_at,
        leaving=seat.leaving,
        away=seat.sitting_out and table.full_rules.tournament is not None,
        penalty_hands=_penalty_hands(table, number, seat),
        penalty_until=seat.penalty_until,
        penalty_left=seat.penalty_left,
    )
    if hand is None or not table.played(number):
        return view
    state = SeatState.IN_HAND
    if number in hand.folded:
        state = SeatState.FOLDED
    elif table.running and not hand.stacks[number]:
        state = SeatState.ALL_IN
    if not table.running and seat.sitting_out:
        state = SeatState.SITTING_OUT
    hidden = number in hand.live and number not in hand.mucked
    shown = hand.shown[number]
    return view._replace(
        state=state,
        stack=hand.stacks[number] if table.running else seat.stack,
        bet=hand.betting.bets[number],
        face_down=(shown.count(-1) if shown else len(hand.hole[number]) - len(hand.face_up[number])) if hidden else 0,
        shown=shown,
        face_up=hand.face_up[number] if hidden else (),
        cards_drawn=hand.drew[number],
        name_of_hand=_shown_name(hand, number, hand.rules.variant.high),
        low_name=_shown_name(hand, number, hand.rules.variant.low),
        last_action=last.get(number, LastAction.NONE),
        won=hand.won[number],
        blind=_blind(table, number),
        winning_cards=_winning_cards(table, hand, number) if hand.won[number] else (),
    )


def _shown_name(hand: Hand, number: int, ranking: Ranking | None) -> HandName | None:
    """The name of a fully shown hand; none with several boards, where the hand has a name on each."""
    shown = hand.shown[number]
    return named(ranking, shown, hand.board) if ranking and shown and -1 not in shown and not hand.boards else None


def _winning_cards(table: Table, hand: Hand, number: int) -> tuple[Card, ...]:
    """The shown cards that won at showdown, for high, low or both; none with several boards."""
    variant, shown = hand.rules.variant, hand.shown[number]
    if not shown or -1 in shown or hand.boards or hand.changes is None:
        return ()
    paid = (event for event in table.public_events if isinstance(event, PotWon))
    halves = {event.half for event in paid if any(seat == number for seat, _ in event.shares)}
    high = playing_cards(variant.high, shown, hand.board) if halves - {PotHalf.LOW} else ()
    low = playing_cards(variant.low, shown, hand.board) if variant.low and PotHalf.LOW in halves else ()
    return tuple(dict.fromkeys((*high, *low)))


def _blind(table: Table, number: int) -> Blind:
    if table.rules.variant.forced is not Forced.BLINDS:
        return Blind.NONE
    if number == table.positions.small:
        return Blind.SMALL
    return Blind.BIG if number == table.positions.big else Blind.NONE
