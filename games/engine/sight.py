"""Who may see what, built from an allow-list: secrets are left out, not filtered out."""

from games.engine.betting import Legal
from games.engine.hand import Hand
from games.engine.hand_names import playing_cards
from games.engine.houserules import ShowPot
from games.engine.rules import Rules
from games.engine.stakes import Structure
from games.engine.story import hand_name, last_acts, log_lines
from games.engine.table_state import Seat, Table
from games.engine.views import Choices, OwnView, SeatPicture, TableView, Turn


def public_view(table: Table, *, table_id: int, version: int) -> TableView:
    """The table as everybody may see it (B17, H4): no hole card that was not shown is in it."""
    hand = table.hand
    acts = last_acts(table.story)
    seats = tuple(_picture(table, number, seat, acts) for number, seat in enumerate(table.seats))
    base = TableView(
        table=table_id,
        version=version,
        seats=seats,
        phase=_phase(table),
        next_at=table.wait.deadline if table.wait.kind == "next_hand" else 0,
        drawn=table.drawn,
        big_blind=table.rules.stakes.big_blind,
    )
    if hand is None:
        return base
    over = hand.changes is not None
    return base._replace(
        hand=hand.number,
        street=hand.rules.variant.streets[hand.street].name,
        board=hand.board,
        pots=() if over else tuple(pot.amount for pot in hand.pots),
        pot=hand.pot if shows_pot(hand.rules) and not over else 0,
        turn=_turn(table),
        log=log_lines(table.story, table.names, hand.rules.variant),
    )


def own_view(table: Table, player: int, *, table_id: int, version: int) -> OwnView | None:
    """What only this player sees, None for who has no seat."""
    number = table.player_seat(player)
    if number is None:
        return None
    seat, wait = table.seat(number), table.wait
    asked = wait.kind if wait.seat == number and wait.kind in ("show", "post") else ""
    view = OwnView(
        table=table_id,
        version=version,
        seat=number,
        player=player,
        asked_to_show=asked == "show",
        asked_to_post=asked == "post",
        deadline=wait.deadline if wait.seat == number else 0,
        bank=seat.bank,
        sitting_out=seat.sitting_out,
        sits_out_next=seat.sits_out_next,
        leaving=seat.leaving,
        stack=seat.stack,
        queued=seat.queued,
        auto_muck=seat.auto_muck,
        auto_post=seat.auto_post,
    )
    hand = table.hand
    if hand is None or not table.played(number):
        return view
    return _own_hand(view, hand, seat, table)


def shows_pot(rules: Rules) -> bool:
    """Whether the total of the pot is shown (B17)."""
    return rules.house.show_pot is ShowPot.ALWAYS or rules.stakes.structure is Structure.POT_LIMIT


def _own_hand(view: OwnView, hand: Hand, seat: Seat, table: Table) -> OwnView:
    number, variant = view.seat, hand.rules.variant
    hole = hand.hole[number]
    view = view._replace(
        hand=hand.number,
        cards=hole,
        best=playing_cards(variant.high, hole, hand.board) if len(hand.board) > 2 else (),
        name_of_hand=hand_name(variant, hole, hand.board),
        may_show=hand.may_show(number),
        stack=hand.stacks[number] if table.running else seat.stack,
    )
    if not table.running or number not in hand.live:
        return view
    if hand.to_act == number:
        return view._replace(choices=_choices(hand), turn=table.turn)
    if hand.to_act < 0 or not hand.stacks[number]:
        return view
    price = hand.price(number)
    dropped = (seat.ahead == "check" and price) or (seat.ahead == "call" and price != seat.ahead_amount)
    return view._replace(
        aheads=("fold", "call", "call_any") if price else ("check_fold", "check", "call_any"),
        ahead="" if dropped else seat.ahead,
        ahead_price=price,
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
        step=hand.rules.house.chip_unit,
        presets=_presets(hand, legal),
    )


def _presets(hand: Hand, legal: Legal) -> tuple[tuple[str, int], ...]:
    """Sizes of a bet or raise by the pot after the call (B4), where the pot is shown (B17)."""
    if legal.min_to == legal.max_to:
        return ()
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
        return {"deal": "dealing", "show": "showdown"}.get(table.wait.kind, "betting")
    if table.paused:
        return "paused"
    return "waiting" if table.wait.kind == "players" else "between"


def _turn(table: Table) -> Turn | None:
    kind, seat, deadline, began = table.wait
    if kind not in ("turn", "bank"):
        return None
    return Turn(seat, table.turn, deadline, deadline - began, kind == "bank")


def _picture(table: Table, number: int, seat: Seat | None, acts: dict[int, str]) -> SeatPicture:
    if seat is None:
        return SeatPicture(number, button=number == table.positions.button)
    hand = table.hand
    picture = SeatPicture(
        seat=number,
        state="sitting_out" if seat.sitting_out else "waiting",
        player=seat.player,
        name=seat.name,
        bot=seat.bot,
        stack=seat.stack,
        button=number == table.positions.button,
        there=not seat.lost_at,
        leaving=seat.leaving,
    )
    if hand is None or not table.played(number):
        return picture
    state = "in_hand"
    if number in hand.folded:
        state = "folded"
    elif table.running and not hand.stacks[number]:
        state = "all_in"
    if not table.running and seat.sitting_out:
        state = "sitting_out"
    hidden = number in hand.live and number not in hand.mucked
    shown = hand.open[number]
    return picture._replace(
        state=state,
        stack=hand.stacks[number] if table.running else seat.stack,
        bet=hand.betting.bets[number],
        down=(shown.count(-1) if shown else len(hand.hole[number])) if hidden else 0,
        shown=shown,
        name_of_hand=hand_name(hand.rules.variant, shown, hand.board) if shown and -1 not in shown else None,
        did=acts.get(number, ""),
        won=hand.won[number],
        blind="small" if number == table.positions.small else "big" if number == table.positions.big else "",
    )
