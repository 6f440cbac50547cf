"""T19: builds the public view of a tournament and each player's own view."""

from collections.abc import Collection, Mapping, Sequence
from itertools import groupby

from games.engine.errors import IllegalAction
from tournaments.engine.finish import deals
from tournaments.engine.finish.bounties import bounties_of
from tournaments.engine.play.entries import can_rebuy
from tournaments.engine.setup.house_rules import LeaveTournament
from tournaments.engine.setup.payouts import Prizes
from tournaments.engine.state import commands as cm
from tournaments.engine.state.entrant import Entrant
from tournaments.engine.state.prize_pool import prize_of, ticket_of
from tournaments.engine.state.reasons import DealKind
from tournaments.engine.state.table import Table
from tournaments.engine.state.tournament_state import PenaltyTime, Stage, TournamentState
from tournaments.engine.views.standings import next_break, next_jump, place_now, ranked_entrants
from tournaments.engine.views.types import (
    ClockView,
    DealShare,
    DealView,
    OwnTournamentView,
    PrizeLine,
    SeatView,
    Standing,
    TableView,
    TournamentView,
    Waiting,
)

NO_TABLES: Mapping[int, int] = {}


def public_view(
    t: TournamentState,
    *,
    tournament_id: int,
    version: int,
    table_ids: Mapping[int, int] = NO_TABLES,
    frozen: bool = False,
    frozen_tables: Collection[int] = (),
) -> TournamentView:
    """The public view of the tournament; `table_ids` are the ids of its tables in the card room, by number.

    `frozen` is set when the tournament waits for an operator, `frozen_tables` are its tables that do.
    """
    stacks = [entrant.stack for entrant in t.still_in() if entrant.stack]
    jump, prizes, deal = next_jump(t), prizes_now(t), t.deal
    people = list(t.players.values())
    return TournamentView(
        tournament=tournament_id,
        version=version,
        setup=t.setup,
        stage=t.stage,
        started_at=t.started_at,
        clock=clock_of(t),
        paused=t.paused,
        pause_reason=t.pause_reason,
        outage_until=t.outage.until if t.outage else 0,
        outage_ending=t.outage is not None and t.outage.ending,
        ending=bool(t.ending),
        late_open=t.takes_entries,
        hand_for_hand=t.hand_for_hand,
        manual_hand_for_hand=t.manual_hand_for_hand,
        hand_for_hand_reason=t.hand_for_hand_reason,
        bubble=t.entries_closed and t.stage is Stage.RUNNING and bool(t.places_paid) and t.left == t.places_paid + 1,
        final_table=t.final_table,
        round=t.round,
        players=len(people),
        entries=t.entries,
        rebuys=sum(entrant.rebuys for entrant in people),
        addons=sum(entrant.added_on for entrant in people),
        left=t.left if t.stage is not Stage.OPEN else len(people),
        paid=len(prizes.amounts),
        chips=t.chips,
        average=sum(stacks) // len(stacks) if stacks else 0,
        largest=max(stacks, default=0),
        smallest=min(stacks, default=0),
        pool=t.setup.payouts.pool(t.pool),
        collected=t.pool,
        overlay=t.setup.payouts.pool(t.pool) - t.pool,
        bounties=t.bounties,
        prizes=prize_lines(t, prizes),
        prizes_final=t.entries_closed,
        sure=jump.sure,
        jump_places=jump.places,
        jump=jump.prize,
        tables=tuple(
            _table(t, table, table_ids.get(number, 0))._replace(frozen=number in frozen_tables)
            for number, table in sorted(t.tables.items())
        ),
        frozen=frozen,
        standings=standings(t),
        deal=None if deal is None else _deal(t),
        waiting=tuple(
            Waiting(
                command.kind, command.player, t.players[command.player].name, command.table, command.chips, command.why
            )
            for command in t.waiting
        ),
    )


def own_view(
    t: TournamentState,
    player: int,
    *,
    table_ids: Mapping[int, int] = NO_TABLES,
    standing: Standing | None = None,
) -> OwnTournamentView:
    """A player's own view; for somebody who has not entered it only shows whether they may.

    `standing` is the player's in the public view of the same state, if that is at hand.
    """
    entrant = t.players.get(player)
    opening, running = t.stage is Stage.OPEN, t.stage is Stage.RUNNING
    base = OwnTournamentView(player, can_enter=can_enter(t, player), again=entrant is not None and entrant.out)
    if entrant is None:
        return base
    playing, deal, setup = running and not entrant.out, t.deal, t.setup
    talking = playing and deal is not None and not deal.made
    proposed = dict(deal.shares) if deal else {}
    surrender = setup.house.leave is LeaveTournament.SURRENDER
    return base._replace(
        in_it=not entrant.out and (opening or running),
        standing=standing or _standing(t, entrant, place_now(t, player)),
        table_id=table_ids.get(entrant.table, 0),
        can_unregister=opening,
        can_rebuy=playing and can_rebuy(t, entrant),
        rebuy_until=entrant.rebuy_pending,
        can_add_on=playing and _can_add_on(t, entrant),
        can_leave=playing and not entrant.played_on and (surrender or not entrant.away),
        can_come_back=playing and entrant.away and not entrant.played_on,
        deal_share=proposed.get(player, 0),
        can_agree=talking and bool(proposed) and player not in (deal.agreed if deal else ()),
        can_refuse=talking,
    )


def can_enter(t: TournamentState, player: int) -> bool:
    """Whether this player could register, enter late or enter again now (T2, T12)."""
    entrant, setup = t.players.get(player), t.setup
    if t.stage is Stage.OPEN:
        return entrant is None and (not setup.max_players or len(t.players) < setup.max_players)
    full = setup.max_players and t.left >= setup.max_players
    if not t.takes_entries or full or setup.late is None:
        return False
    return entrant is None or (entrant.out and not entrant.disqualified and entrant.entries < setup.late.entries)


def clock_of(t: TournamentState) -> ClockView:
    """Level and breaks, as moments while the clock runs and as durations while it is stopped (T4, T5)."""
    structure, clock = t.setup.structure, t.clock
    # For a running clock the duration from moment 0 is the moment itself.
    break_at = next_break(t, 0) if clock.ends else 0
    return ClockView(
        level=clock.level,
        now=structure.level(clock.level) if clock.level else None,
        next=structure.level(clock.level + 1) if clock.level < len(structure.levels) else None,
        unit=structure.unit(max(1, clock.level)),
        ends=clock.ends,
        left=clock.left,
        break_at=break_at,
        break_in=0 if clock.ends or not clock.level else next_break(t, t.hourly_at),
        break_until=t.current_break.until,
        break_coming=0 if t.current_break.until else t.current_break.length,
        level_reason=clock.why,
        break_reason=t.current_break.why,
    )


def prizes_now(t: TournamentState) -> Prizes:
    """The final prizes, or those that would be paid if nobody entered any more."""
    if t.entries_closed:
        return t.prizes
    payouts = t.setup.payouts
    players = len(t.players)
    return payouts.prizes(payouts.pool(t.pool), entries=max(1, t.entries), players=players) if players else Prizes(())


def prize_lines(t: TournamentState, prizes: Prizes) -> tuple[PrizeLine, ...]:
    """The prizes by place; equal ones share a line."""
    extras, ticket = t.setup.payouts.extras, t.setup.payouts.ticket
    paid = max(len(prizes.amounts), len(extras))
    each = [
        (
            (prizes.amounts[place] if place < len(prizes.amounts) else 0) - (ticket if place < prizes.tickets else 0),
            ticket if place < prizes.tickets else 0,
            extras[place] if place < len(extras) else "",
        )
        for place in range(paid)
    ]
    lines, first = [], 1
    for prize, group in groupby(each):
        count = len(list(group))
        lines.append(PrizeLine(first, first + count - 1, *prize))
        first += count
    return tuple(lines)


def standings(t: TournamentState) -> tuple[Standing, ...]:
    """Everybody, best first; equal stacks share their current place."""
    rows: list[Standing] = []
    for number, entrant in enumerate(ranked_entrants(t), 1):
        tied = rows and not entrant.out and rows[-1].chips == entrant.stack
        rows.append(_standing(t, entrant, rows[-1].now if tied else number))
    return tuple(rows)


def _standing(t: TournamentState, entrant: Entrant, now: int) -> Standing:
    timed = t.timed_penalties.get(entrant.player, PenaltyTime())
    return Standing(
        player=entrant.player,
        name=entrant.name,
        chips=entrant.stack,
        table=entrant.table,
        seat=entrant.seat,
        now=0 if entrant.out or t.stage in (Stage.OPEN, Stage.CANCELLED) else now,
        out=entrant.out,
        place=entrant.place,
        first=entrant.first,
        last=entrant.last,
        prize=_prize(t, entrant),
        ticket=ticket_of(t, entrant),
        bounty=entrant.bounty,
        bounties=bounties_of(t, entrant),
        entries=entrant.entries,
        rebuys=entrant.rebuys,
        away=entrant.away or entrant.played_on,
        penalty_hands=entrant.penalty_hands,
        penalty_ends=timed.ends,
        penalty_left=timed.left,
        warnings=entrant.warnings,
        waits=entrant.rebuy_pending,
        moves=entrant.moves,
    )


def _prize(t: TournamentState, entrant: Entrant) -> int:
    """The prize of the player's place once it is known (T10, T17)."""
    if not entrant.place or not t.entries_closed:
        return 0
    return prize_of(t, entrant.player, entrant.place, entrant.first, entrant.last)


def _table(t: TournamentState, table: Table, table_id: int) -> TableView:
    seats = tuple(
        SeatView(seat, player, t.players[player].name, t.players[player].stack) if player else SeatView(seat)
        for seat, player in enumerate(table.seats)
    )
    return TableView(
        table.number,
        table_id,
        seats,
        table.hand,
        table.running,
        table.hand_for_hand,
        breaking=table.number in t.breaking,
        void_refused=table.running and table.void_refused,
    )


def _can_add_on(t: TournamentState, entrant: Entrant) -> bool:
    addon = t.setup.addon
    if not addon or t.entries_closed or t.ending or t.level != addon.at or entrant.added_on:
        return False
    return entrant.stack > 0 or entrant.player in t.rebuy_pending


def _deal(t: TournamentState) -> DealView:
    """The deal talk with the proposal, and the shares by chip-chop and by the independent chip model."""
    deal = t.deal
    assert deal is not None
    left = len(t.still_in())
    prizes = [*t.prizes.amounts[:left], *(0,) * (left - len(t.prizes.amounts))]
    return DealView(
        kind=deal.kind,
        shares=_shares(t, deal.shares, deal.agreed),
        kept=deal.kept,
        to_share=sum(prizes),
        by_chips=_offer(t, DealKind.CHIPS),
        by_icm=_offer(t, DealKind.ICM),
        all_agreed=deal.all_agreed,
        made=deal.made,
        until=deal.lapses_at,
        terms=deal.terms,
    )


def _offer(t: TournamentState, kind: DealKind) -> tuple[DealShare, ...]:
    try:
        return _shares(t, deals.shares(t, cm.ProposeDeal(kind)), ()) if t.stage is Stage.RUNNING else ()
    except IllegalAction:
        return ()


def _shares(t: TournamentState, shares: Sequence[tuple[int, int]], agreed: Sequence[int]) -> tuple[DealShare, ...]:
    return tuple(
        DealShare(player, t.players[player].name, t.players[player].stack, amount, player in agreed)
        for player, amount in shares
    )
