"""Who may see what: views are built from an allow-list, so a secret is never in them and need not be filtered out."""

from games.engine.cards import Card
from games.engine.evaluation.names import HandName, named, playing_cards
from games.engine.evaluation.rankings import Ranking
from games.engine.events import PotWon
from games.engine.events.kinds import ON_THE_CLOCK, PotHalf, PreAction, WaitKind
from games.engine.hand.betting import Legal
from games.engine.hand.hand import Hand
from games.engine.rules.house_rules import ShowPot, TopUp
from games.engine.rules.rules import Rules
from games.engine.rules.stakes import Structure
from games.engine.rules.variant import Forced
from games.engine.table.entry import FREE, Price, entry_price, positions_with
from games.engine.table.rabbit_hunt import rabbit_option, rabbit_shown
from games.engine.table.seat import Seat
from games.engine.table.seat_commands import has_blinds
from games.engine.table.state import Table
from games.engine.table.tournament_seat import room_plays, tournament_of
from games.engine.views.hand_log import last_acts, log_lines
from games.engine.views.kinds import LastAct, SeatState
from games.engine.views.types import Choices, OwnView, Prompt, SeatSettings, SeatView, TableView, Turn

_FACING_A_BET = (PreAction.FOLD, PreAction.CALL, PreAction.CALL_ANY)
_PHASES = {WaitKind.DEAL: "dealing", WaitKind.AGREE: "agreeing", WaitKind.SHOW: "showdown"}
_FREE_TO_CHECK = (PreAction.CHECK_FOLD, PreAction.CHECK, PreAction.CALL_ANY)


def public_view(table: Table, *, table_id: int, version: int) -> TableView:
    """The table as everybody may see it (B17, H4), without any hole card that was not shown."""
    hand = table.hand
    acts = last_acts(table.public_events)
    seats = tuple(_picture(table, number, seat, acts) for number, seat in enumerate(table.seats))
    base = TableView(
        table=table_id,
        version=version,
        seats=seats,
        phase=_phase(table),
        next_at=table.wait.deadline if table.wait.kind == WaitKind.NEXT_HAND else 0,
        button_draw=table.button_draw,
        game=table.rules.variant.code if table.full_rules.mix else "",
        structure=str(table.rules.stakes.structure) if table.full_rules.mix else "",
        big_blind=table.rules.stakes.big_blind,
        tournament=tournament_of(table),
        race=table.director_orders.race,
        prompt=_answer(table),
    )
    if hand is None:
        # After a void hand only its log line is left to show.
        lines = log_lines(table.public_events, table.names, table.rules.variant)
        return base._replace(hand=table.hand_number, log=lines) if lines else base
    over = hand.changes is not None
    return base._replace(
        hand=hand.number,
        street=hand.rules.variant.streets[hand.street].name,
        board=hand.board,
        boards=hand.boards,
        pots=() if over else tuple(pot.amount for pot in hand.pots),
        pot=hand.pot if shows_pot(hand.rules) and not over else 0,
        turn=_turn(table),
        rabbit=rabbit_shown(table),
        log=log_lines(table.public_events, table.names, hand.rules.variant, _protections(table)),
    )


def own_view(table: Table, player: int, *, table_id: int, version: int) -> OwnView | None:
    """What only this player sees, None without a seat."""
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
        bank=seat.bank,
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
        settings=_life(table, seat)._replace(entry_dead=price.dead if price else 0),
        may_call_time=table.may_call_time(number),
        wanted_seat=seat.wanted_seat,
        moves=_moves(table, seat),
        rabbit=rabbit_option(table, number),
        rabbit_fee=table.rules.house.rabbit_fee,
        returned=seat.returned,
        tournament=tournament_of(table),
        room_plays=room_plays(table, number),
        penalty=seat.penalty,
        barred=seat.barred,
    )
    hand = table.hand
    if hand is None or not table.played(number):
        return view
    return _own_hand(view, hand, seat, table)


def _entry_price(table: Table, number: int) -> Price | None:
    """What it would cost the seat to enter the next hand (D6, D7); None if it has to wait for the button to pass."""
    seat, ready = table.seat(number), table.ready()
    if not (seat.newcomer or seat.awaits_deal or seat.owes) or number not in ready or len(ready) < 2:
        return FREE
    return entry_price(table, number, positions_with(table, ready))


def _moves(table: Table, seat: Seat) -> tuple[int, ...]:
    """The free seats the player may change to; none in a tournament, where the director assigns seats (T6)."""
    if seat.leaving or table.full_rules.tournament is not None:
        return ()
    return tuple(free for free, taken in enumerate(table.seats) if taken is None)


def _life(table: Table, seat: Seat) -> SeatSettings:
    house = table.rules.house
    if table.full_rules.tournament is not None:
        return SeatSettings()
    return SeatSettings(
        until=table.stands_up_at(seat),
        broke=seat.sitting_out and not seat.stack + seat.queued,
        plan=seat.plan,
        blind_plans=has_blinds(table.full_rules),
        target_table=seat.target_table,
        target_table_name=seat.target_table_name,
        must_move=seat.must_move,
        refill_to=seat.refill_to,
        refill_below=seat.refill_below,
        rebuys=seat.rebuys,
        top_up=house.top_up is not TopUp.NEVER,
    )


def _protections(table: Table) -> dict[int, int]:
    return {number: seat.protections for number, seat in enumerate(table.seats) if seat and seat.protections}


def shows_pot(rules: Rules) -> bool:
    """Whether the total of the pot is shown (B17)."""
    return rules.house.show_pot is ShowPot.ALWAYS or rules.stakes.structure is Structure.POT_LIMIT


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
        return view._replace(choices=_choices(hand), turn=table.turn)
    if number in hand.to_agree:
        return view._replace(asked_to_run=hand.runs, deadline=table.wait.deadline)
    if hand.to_draw[:1] == (number,):
        return view._replace(may_draw=hand.street_now.draw, draw_four=variant.draw_four, turn=table.turn)
    if hand.to_act < 0 or not hand.stacks[number]:
        return view
    price = hand.price(number)
    chosen = seat.pre_action
    dropped = (chosen == PreAction.CHECK and price) or (chosen == PreAction.CALL and price != seat.pre_action_price)
    return view._replace(
        pre_actions=_FACING_A_BET if price else _FREE_TO_CHECK,
        pre_action=PreAction.NONE if dropped else chosen,
        pre_action_price=price,
    )


def _choices(hand: Hand) -> Choices:
    legal = hand.legal()
    return Choices(
        call=legal.call,
        call_is_all_in=legal.call == hand.stacks[legal.seat],
        can_check=legal.can_check,
        min_to=legal.min_to,
        max_to=legal.max_to,
        bet=legal.first_bet,
        step=legal.step,
        presets=_presets(hand, legal),
        bring_in=legal.bring_in,
        completes=_completes(hand, legal),
    )


def _completes(hand: Hand, legal: Legal) -> bool:
    """Whether the smallest raise completes the bring-in to the lower limit (G14)."""
    fixed = hand.rules.stakes.structure is Structure.FIXED_LIMIT
    return fixed and (legal.bring_in or hand.betting.only_brought_in)


def _presets(hand: Hand, legal: Legal) -> tuple[tuple[str, int], ...]:
    """Preset bet sizes: minimum, parts of the pot after the call where the pot is shown, and maximum (B4, B17)."""
    if legal.min_to == legal.max_to:
        return ()
    if hand.rules.stakes.structure is Structure.FIXED_LIMIT:
        return (("min", legal.min_to), ("max", legal.max_to))
    sizes = [("min", legal.min_to)]
    if shows_pot(hand.rules):
        unit = hand.rules.house.chip_unit
        after_call = hand.pot + legal.call
        for name, quarters in (("half", 2), ("three_quarters", 3), ("pot", 4)):
            to = (hand.betting.high + after_call * quarters // 4) // unit * unit
            sizes.append((name, max(legal.min_to, min(legal.max_to, to))))
    sizes.append(("max", legal.max_to))
    return tuple(sizes)


def _phase(table: Table) -> str:
    if table.closed:
        return "closed"
    if table.running:
        return _PHASES.get(table.wait.kind, "betting")
    if table.director_orders.race:
        return "race"
    if table.paused:
        return "paused"
    if table.awaits_director and any(seat and not seat.stack for seat in table.seats):
        return "rebuy"
    if table.awaits_director and table.director_orders.together and table.wait.kind == WaitKind.NEXT_HAND:
        return "together"
    return "waiting" if table.wait.kind == WaitKind.PLAYERS else "between"


def _turn(table: Table) -> Turn | None:
    kind, seat, deadline, began = table.wait
    if kind not in ON_THE_CLOCK:
        return None
    return Turn(seat, table.turn, deadline, deadline - began, kind == WaitKind.BANK, kind == WaitKind.CALLED)


def _answer(table: Table) -> Prompt | None:
    kind, seat, deadline, _ = table.wait
    return Prompt(kind, seat, deadline) if kind in (WaitKind.SHOW, WaitKind.POST, WaitKind.AGREE) else None


def _picture(table: Table, number: int, seat: Seat | None, acts: dict[int, LastAct]) -> SeatView:
    if seat is None:
        return SeatView(number, button=number == table.positions.button)
    hand = table.hand
    picture = SeatView(
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
    )
    if hand is None or not table.played(number):
        return picture
    state = SeatState.IN_HAND
    if number in hand.folded:
        state = SeatState.FOLDED
    elif table.running and not hand.stacks[number]:
        state = SeatState.ALL_IN
    if not table.running and seat.sitting_out:
        state = SeatState.SITTING_OUT
    hidden = number in hand.live and number not in hand.mucked
    shown = hand.open[number]
    return picture._replace(
        state=state,
        stack=hand.stacks[number] if table.running else seat.stack,
        bet=hand.betting.bets[number],
        down=(shown.count(-1) if shown else len(hand.hole[number]) - len(hand.up[number])) if hidden else 0,
        shown=shown,
        up=hand.up[number] if hidden else (),
        drew=hand.drew[number],
        name_of_hand=_tabled(hand, number, hand.rules.variant.high),
        low_name=_tabled(hand, number, hand.rules.variant.low),
        did=acts.get(number, LastAct.NONE),
        won=hand.won[number],
        blind=_blind(table, number),
        plays=_winning(table, hand, number) if hand.won[number] else (),
    )


def _tabled(hand: Hand, number: int, ranking: Ranking | None) -> HandName | None:
    """The name of a fully shown hand; none with several boards, where it has several."""
    shown = hand.open[number]
    return named(ranking, shown, hand.board) if ranking and shown and -1 not in shown and not hand.boards else None


def _winning(table: Table, hand: Hand, number: int) -> tuple[Card, ...]:
    """The shown cards that won at showdown, for high, low or both; none with several boards."""
    variant, shown = hand.rules.variant, hand.open[number]
    if not shown or -1 in shown or hand.boards or hand.changes is None:
        return ()
    paid = (event for event in table.public_events if isinstance(event, PotWon))
    halves = {event.half for event in paid if any(seat == number for seat, _ in event.shares)}
    high = playing_cards(variant.high, shown, hand.board) if halves - {PotHalf.LOW} else ()
    low = playing_cards(variant.low, shown, hand.board) if variant.low and PotHalf.LOW in halves else ()
    return tuple(dict.fromkeys((*high, *low)))


def _blind(table: Table, number: int) -> str:
    if table.rules.variant.forced is not Forced.BLINDS:
        return ""
    return "small" if number == table.positions.small else "big" if number == table.positions.big else ""
