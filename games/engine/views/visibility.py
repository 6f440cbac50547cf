"""Builds the views of a table from an allow-list: a hidden card is never in them, so none has to be filtered out."""

from typing import NamedTuple

from games.engine.cards import Card
from games.engine.evaluation.names import HandName, named, playing_cards
from games.engine.evaluation.rankings import Ranking
from games.engine.events import PotWon
from games.engine.events.kinds import ON_THE_CLOCK, PotHalf, PreAction, WaitKind
from games.engine.hand.hand import Hand
from games.engine.rules.button import NOBODY, Positions
from games.engine.rules.house_rules import TopUp
from games.engine.rules.variant import Forced
from games.engine.table.entry import FREE, Price, price_offered
from games.engine.table.rabbit_hunt import rabbit_option, rabbit_shown
from games.engine.table.seat import Seat
from games.engine.table.seat_commands import has_blinds
from games.engine.table.state import Table
from games.engine.table.tournament_seat import room_plays, tournament_of
from games.engine.views.choices import build_choices, is_pot_shown
from games.engine.views.hand_log import HandLog
from games.engine.views.kinds import Blind, LastAction, LineCode, SeatState, TablePhase
from games.engine.views.types import Choices, LogLine, OwnView, Prompt, SeatSettings, SeatView, TableView, Turn

_FACING_A_BET = (PreAction.FOLD, PreAction.CALL, PreAction.CALL_ANY)
_PHASES = {
    WaitKind.DEAL: TablePhase.DEALING,
    WaitKind.AGREE: TablePhase.AGREEING,
    WaitKind.SHOW: TablePhase.SHOWDOWN,
}
_FREE_TO_CHECK = (PreAction.CHECK_FOLD, PreAction.CHECK, PreAction.CALL_ANY)
_FOLDS = (PreAction.FOLD, PreAction.CHECK_FOLD)


def public_view(table: Table, *, table_id: int, version: int, told: HandLog | None = None) -> TableView:
    """The table as everybody may see it (B17, H4), without any hole card that was not shown.

    `told` is the log of the same table's earlier views, which goes on from there.
    """
    hand, log = table.hand, told or HandLog()
    # The result keeps the label of its game although the rotation has moved on.
    rules = hand.rules if hand else table.rules
    now, then = table.rules.stakes.big_blind, rules.stakes.big_blind
    log.update(table.public_events, table.names, rules, _protections(table) if hand else {})
    seats = tuple(_seat_view(table, number, seat, log.last_actions) for number, seat in enumerate(table.seats))
    shows_pot = hand is not None and hand.changes is None and is_pot_shown(hand.rules)
    return TableView(
        table=table_id,
        version=version,
        seats=seats,
        phase=_phase(table),
        # After a void hand only its log line is left to show.
        hand=hand.number if hand else table.hand_number if log.lines else 0,
        street=hand.rules.variant.streets[hand.street].name if hand else "",
        board=hand.board if hand else (),
        boards=hand.boards if hand else (),
        pots=tuple(pot.amount for pot in hand.pots) if hand and shows_pot else (),
        pot=hand.pot if hand and shows_pot else 0,
        turn=_turn(table) if hand else None,
        next_hand_at=table.wait.deadline if table.wait.kind == WaitKind.NEXT_HAND else 0,
        button_draw=table.button_draw,
        log=log.lines,
        game=rules.variant.code if rules.mix else "",
        structure=str(rules.stakes.structure) if rules.mix else "",
        big_blind=now,
        hand_big_blind=then if then != now else 0,
        rabbit_cards=rabbit_shown(table) if hand and hand.changes is not None else (),
        prompt=_prompt(table),
        tournament=tournament_of(table),
        chip_race=table.director_orders.race,
        orders=_orders(table),
        changes=table.changes,
    )


def own_view(table: Table, player: int, *, table_id: int, version: int) -> OwnView | None:
    """What only this player sees; None if the player has no seat."""
    number = table.player_seat(player)
    if number is None:
        return None
    seat, wait, hand = table.seat(number), table.wait, table.hand
    asked = wait.kind if wait.seat == number and wait.kind in (WaitKind.SHOW, WaitKind.POST) else None
    price = _entry_price(table, number)
    dealt = table.hand_seat(number)
    played = hand if dealt != NOBODY else None
    cards = played.hole[dealt] if played else ()
    offer = _offer(table, number, seat)
    return OwnView(
        table=table_id,
        version=version,
        seat=number,
        player=player,
        hand=played.number if played else 0,
        cards=cards,
        name_of_hand=named(played.rules.variant.high, cards, played.board) if played else None,
        low_name=named(played.rules.variant.low, cards, played.board) if played and played.rules.variant.low else None,
        choices=offer.choices,
        draw_limit=offer.draw_limit,
        may_draw_four=offer.may_draw_four,
        turn=offer.turn,
        deadline=wait.deadline if wait.seat == number or offer.max_boards else 0,
        time_bank=seat.bank,
        pre_actions=offer.pre_actions,
        pre_action=offer.pre_action,
        pre_action_price=offer.pre_action_price,
        may_show=played.may_show(dealt) if played else False,
        asked_to_show=asked == WaitKind.SHOW,
        sitting_out=seat.sitting_out,
        sits_out_next=seat.sits_out_next,
        leaving=seat.leaving,
        asked_to_post=asked == WaitKind.POST,
        stack=played.stacks[number] if played and table.running else seat.stack,
        queued=seat.queued,
        auto_muck=seat.auto_muck,
        auto_post=seat.auto_post,
        max_boards=offer.max_boards,
        entry_price=sum(price) if price else -1,
        posts_now=seat.posts_now,
        straddles=seat.straddles,
        may_straddle=table.rules.house.straddle and table.rules.variant.forced is Forced.BLINDS,
        may_call_time=table.may_call_time(number),
        wanted_seat=seat.wanted_seat,
        free_seats=_free_seats(table, seat),
        rabbit_option=rabbit_option(table, number),
        rabbit_fee=table.rules.house.rabbit_fee,
        chips_returned=seat.returned,
        settings=_seat_settings(table, seat, price.dead if price else 0),
        tournament=tournament_of(table),
        room_plays=room_plays(table, number),
        penalty_hands=_penalty_hands(table, number, seat),
        penalty_until=seat.penalty_until,
        penalty_left=seat.penalty_left,
        barred=seat.barred,
    )


def with_pots(view: TableView, hand: Hand | None) -> TableView:
    """The view as a player sees it who has counted the pots, where the table does not tell them (B17)."""
    if view.pot or hand is None or hand.changes is not None:
        return view
    return view._replace(pots=tuple(pot.amount for pot in hand.pots), pot=hand.pot)


def _entry_price(table: Table, number: int) -> Price | None:
    """The price to enter the next hand (D6, D7); None if the seat has to wait until the button has passed."""
    seat = table.seat(number)
    if not (seat.newcomer or seat.awaits_deal or seat.owes):
        return FREE
    ready = table.ready()
    if number not in ready or len(ready) < 2:
        return FREE
    return price_offered(table, number)


def _free_seats(table: Table, seat: Seat) -> tuple[int, ...]:
    """The free seats the player may change to (D8); none in a tournament, where the director assigns seats (T6)."""
    if seat.leaving or table.full_rules.tournament is not None:
        return ()
    return tuple(free for free, taken in enumerate(table.seats) if taken is None)


def _seat_settings(table: Table, seat: Seat, dead: int) -> SeatSettings:
    """What the player has arranged; `dead` is the dead part of the price to enter, which a tournament has too."""
    if table.full_rules.tournament is not None:
        return SeatSettings(entry_price_dead=dead)
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
        may_add_chips=table.rules.house.top_up is not TopUp.NEVER,
        entry_price_dead=dead,
    )


def _protections(table: Table) -> dict[int, int]:
    return {number: seat.protections for number, seat in enumerate(table.seats) if seat and seat.protections}


class _Offer(NamedTuple):
    """What a seat can do in the running hand, or has chosen in advance; the fields of `OwnView` of these names."""

    choices: Choices | None = None
    draw_limit: int = -1
    may_draw_four: bool = False
    turn: int = 0
    max_boards: int = 0
    pre_actions: tuple[PreAction, ...] = ()
    pre_action: PreAction = PreAction.NONE
    pre_action_price: int = 0


_NOTHING = _Offer()


def _offer(table: Table, number: int, seat: Seat) -> _Offer:
    hand = table.hand
    if hand is None or not table.in_hand(number) or number not in hand.live or room_plays(table, number):
        return _NOTHING
    if hand.to_act == number:
        return _Offer(choices=build_choices(hand), turn=table.turn)
    if number in hand.to_agree:
        return _Offer(max_boards=hand.runs)
    if hand.to_draw[:1] == (number,):
        return _Offer(draw_limit=hand.street_now.draw, may_draw_four=hand.rules.variant.draw_four, turn=table.turn)
    if not hand.stacks[number]:
        return _NOTHING
    if hand.to_act < 0:
        # Between rounds nothing can be chosen, but what was chosen can be taken back.
        return _Offer(pre_actions=(seat.pre_action,), pre_action=seat.pre_action) if seat.pre_action else _NOTHING
    price = hand.price(number)
    chosen = seat.pre_action
    dropped = (chosen == PreAction.CHECK and price) or (chosen == PreAction.CALL and price != seat.pre_action_price)
    fold, *others = _FACING_A_BET if price else _FREE_TO_CHECK
    return _Offer(
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
    return seat.penalty + (seat.folds_penalty and table.running and table.played(number))


def _seat_view(table: Table, number: int, seat: Seat | None, last: dict[int, LastAction]) -> SeatView:
    if seat is None:
        return SeatView(number, button=number == table.positions.button)
    # A player who has changed seats since the hand keeps the cards in sight (H4, D8).
    dealt = table.hand_seat(number)
    hand = table.hand if dealt != NOBODY else None
    shown = hand.shown[dealt] if hand else ()
    hidden = hand is not None and dealt in hand.live and dealt not in hand.mucked
    return SeatView(
        seat=number,
        state=_seat_state(table, hand, dealt, seat),
        player=seat.player,
        name=seat.name,
        bot=seat.bot,
        stack=hand.stacks[dealt] if hand and table.running else seat.stack,
        bet=hand.betting.bets[dealt] if hand else 0,
        face_down=_face_down(hand, dealt) if hand and hidden else 0,
        face_up=hand.face_up[dealt] if hand and hidden else (),
        cards_drawn=hand.drew[dealt] if hand else -1,
        shown=shown,
        name_of_hand=_shown_name(hand, dealt, hand.rules.variant.high) if hand and shown else None,
        low_name=_shown_name(hand, dealt, hand.rules.variant.low) if hand and shown else None,
        last_action=last.get(dealt, LastAction.NONE) if hand else LastAction.NONE,
        won=hand.won[dealt] if hand else 0,
        button=number == table.positions.button,
        blind=_blind(hand, table.positions, number) if hand and dealt == number else Blind.NONE,
        connected=not seat.disconnected_at,
        leaving=seat.leaving,
        winning_cards=_winning_cards(table, hand, dealt) if hand and hand.won[dealt] else (),
        away=seat.sitting_out and table.full_rules.tournament is not None,
        penalty_hands=_penalty_hands(table, number, seat),
        penalty_until=seat.penalty_until,
        penalty_left=seat.penalty_left,
    )


def _seat_state(table: Table, hand: Hand | None, dealt: int, seat: Seat) -> SeatState:
    """The state of a seat whose player was dealt into this hand in seat `dealt`, if there is one."""
    if seat.sitting_out and not (hand and table.running):
        return SeatState.SITTING_OUT
    if hand is None:
        return SeatState.WAITING
    if dealt in hand.folded:
        return SeatState.FOLDED
    return SeatState.ALL_IN if table.running and not hand.stacks[dealt] else SeatState.IN_HAND


def _face_down(hand: Hand, number: int) -> int:
    shown = hand.shown[number]
    return shown.count(-1) if shown else len(hand.hole[number]) - len(hand.face_up[number])


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


def _blind(hand: Hand, positions: Positions, number: int) -> Blind:
    if hand.rules.variant.forced is not Forced.BLINDS:
        return Blind.NONE
    if number == positions.small:
        return Blind.SMALL
    return Blind.BIG if number == positions.big else Blind.NONE
