"""The reports of a tournament table to its director: plain data, public facts only (T9-T12)."""

from collections.abc import Iterator
from enum import StrEnum
from typing import Any, NamedTuple

from games.engine import events as ev
from games.engine.events.kinds import WaitKind
from games.engine.hand.hand import Hand
from games.engine.hand.showdown import strength
from games.engine.table.decide import Decision
from games.engine.table.state import Table
from games.engine.table.tournament_seat import tournament_of


class ReportKind(StrEnum):
    """What a report is about; `WAITING`: no hand runs and none begins by itself, `REFUSED`: an order failed."""

    HAND_FINISHED = "hand_finished"
    HAND_VOIDED = "hand_voided"
    SEATED = "seated"
    UNSEATED = "unseated"
    CHIPS_SET = "chips_set"
    RACED = "raced"
    AWAY = "away"
    BACK = "back"
    WAITING = "waiting"
    CLOSED = "closed"
    REFUSED = "refused"


class Report(NamedTuple):
    """One report; `data` is JSON-ready, players are user ids, amounts chips, times ms."""

    kind: ReportKind
    # `Any` because each kind of report has its own keys and types.
    data: dict[str, Any]


def build_reports(decision: Decision, now: int) -> tuple[Report, ...]:
    """The reports of a decision at `now` (ms), in order; none for a cash table."""
    after = decision.table
    if not tournament_of(after):
        return ()
    reports: list[Report] = []
    for event in decision.events:
        reports += _reports_of(event, decision, now)
    ended = any(isinstance(event, ev.HandEnded | ev.HandVoided) for event in decision.events)
    halted = any(isinstance(event, ev.Paused | ev.HandsHeld) for event in decision.events)
    waits = after.paused or (after.director_orders.held and after.director_orders.deal is None)
    if (ended or halted) and waits and not after.running:
        reports.append(Report(ReportKind.WAITING, {"hand": after.hand_number}))
    return tuple(reports)


def _reports_of(event: ev.TableEvent, decision: Decision, now: int) -> Iterator[Report]:
    after = decision.table
    match event:
        case ev.HandEnded():
            yield Report(ReportKind.HAND_FINISHED, _hand_finished(decision, now))
        case ev.HandVoided(number, reason):
            shown_until = _shown_until(after, now)
            yield Report(ReportKind.HAND_VOIDED, {"hand": number, "reason": reason, "shown_until": shown_until})
        case ev.SeatTaken():
            yield Report(ReportKind.SEATED, {"player": event.player, "seat": event.seat, "chips": event.chips})
        case ev.SeatLeft():
            yield Report(ReportKind.UNSEATED, {"player": event.player, "seat": event.seat, "chips": event.chips})
        case ev.ChipsSet(seat, before, now_has, reason):
            player = _players(decision)[seat]
            yield Report(ReportKind.CHIPS_SET, {"player": player, "before": before, "after": now_has, "reason": reason})
        case ev.ChipsAdded(seat, chips):
            yield Report(ReportKind.CHIPS_SET, _given(decision, seat, chips))
        case ev.ChipsRaced():
            rows = [[_players(decision)[seat], before, stack] for seat, _, _, before, stack in event.rows]
            yield Report(ReportKind.RACED, {"chip": event.chip, "into": event.into, "stacks": rows})
        case ev.SatOut(seat, reason) if after.seats[seat]:
            yield Report(ReportKind.AWAY, {"player": _players(decision)[seat], "reason": reason})
        case ev.SatIn(seat):
            yield Report(ReportKind.BACK, {"player": _players(decision)[seat]})
        case ev.Closed():
            yield Report(ReportKind.CLOSED, {"hand": after.hand_number})


def _players(decision: Decision) -> dict[int, int]:
    """The player in each seat, or who left it in this decision."""
    left = {event.seat: event.player for event in decision.events if isinstance(event, ev.SeatLeft)}
    return left | {number: seat.player for number, seat in enumerate(decision.table.seats) if seat}


def _given(decision: Decision, seat: int, chips: int) -> dict[str, object]:
    """Chips that joined a stack, in the terms of a stack that was set."""
    left = {event.seat: event.chips for event in decision.events if isinstance(event, ev.SeatLeft)}
    stack = left[seat] if seat in left else decision.table.seat(seat).stack
    return {"player": _players(decision)[seat], "before": stack - chips, "after": stack, "reason": "given"}


def _hand_finished(decision: Decision, now: int) -> dict[str, object]:
    after, hand = decision.table, decision.table.hand
    assert hand is not None
    players = _players(decision)
    return {
        "hand": hand.number,
        "started_at": hand.began_at,
        "ended_at": now,
        "shown_until": _shown_until(after, now),
        "seats": [[seat, players[seat]] for seat in sorted(hand.order)],
        "button": after.positions.button,
        "small_blind": after.positions.small,
        "big_blind": after.positions.big,
        "posts": [
            [players[event.seat], event.kind, event.amount]
            for event in after.public_events
            if isinstance(event, ev.Posted) and event.amount
        ],
        "stacks_before": [[players[seat], hand.start[seat]] for seat in sorted(hand.order)],
        "stacks_after": [[players[seat], hand.stacks[seat]] for seat in sorted(hand.order)],
        "busted": [_bust(after, hand, players, seat, now) for seat in sorted(hand.order) if not hand.stacks[seat]],
        "game": after.game_index,
        "variant": hand.rules.variant.code,
    }


def _shown_until(table: Table, now: int) -> int:
    """When the end of the hand has been shown and another may begin, ms."""
    return table.wait.deadline if table.wait.kind == WaitKind.NEXT_HAND else now


def _bust(table: Table, hand: Hand, players: dict[int, int], seat: int, now: int) -> dict[str, object]:
    """How a player busted (T10): the order and time of the all-in, the strength of a shown hand, and the winners."""
    shown = hand.shown[seat]
    known = shown and -1 not in shown and not hand.boards
    high = strength(hand.rules.variant, shown, hand.board).high if known else None
    sits = table.seats[seat]
    return {
        "player": players[seat],
        "stack_before": hand.start[seat],
        "all_in_order": list(table.all_ins).index(seat) + 1,
        "all_in_at": table.all_ins[seat] or now,
        "strength": high or 0,
        "by": [players[winner] for winner in _winners(table, seat)],
        "stays": sits is not None and sits.player == players[seat],
    }


def _winners(table: Table, seat: int) -> list[int]:
    """The players who won the last pot that the seat contested."""
    pots: tuple[tuple[int, tuple[int, ...]], ...] = ()
    for event in table.public_events:
        if isinstance(event, ev.BetsCollected):
            pots = event.pots
    contested = [number for number, (_, seats) in enumerate(pots) if seat in seats]
    won = {
        winner
        for event in table.public_events
        if isinstance(event, ev.PotWon) and contested and event.pot == contested[-1]
        for winner, _ in event.shares
    }
    return sorted(won)
