"""Hands and the chips that join or leave stacks (T10, T11, F5)."""

from games.engine.errors import BrokenInvariant
from games.engine.rules.button import Positions
from tournaments.engine.state import events as ev
from tournaments.engine.state.apply import Handlers
from tournaments.engine.state.table import HandResult
from tournaments.engine.state.tournament_state import TournamentState


def hand_released(t: TournamentState, event: ev.HandReleased) -> None:
    table = t.tables[event.table]
    dealt = {table.seats[seat] for seat in event.dealt}
    t.idle.discard(event.table)
    t.tables[event.table] = table._replace(
        hand=event.hand,
        running=True,
        hand_for_hand=event.hand_for_hand,
        redeal=False,
        void_requested="",
        void_refused=False,
        last_hand=(),
        last_bounties=(),
        positions=Positions(event.button, event.small, event.big),
        previous_positions=table.positions,
        newcomers_dealt=tuple(player for player in table.newcomers if player in dealt),
        dealt=event.dealt,
        newcomers=tuple(player for player in table.newcomers if player not in dealt),
    )


def hand_played(t: TournamentState, event: ev.HandPlayed) -> None:
    table = t.tables[event.table]
    if sum(t.players[player].stack for player, _ in event.stacks) != sum(chips for _, chips in event.stacks):
        raise BrokenInvariant("a hand ends with the chips it began with (P6)")
    results = []
    for player, chips in event.stacks:
        entrant = t.players[player]
        counted = min(1, entrant.penalty_hands)
        results.append(HandResult(player, entrant.stack, chips, counted, entrant.seat, entrant.bought))
        t.players[player] = entrant._replace(stack=chips, penalty_hands=max(0, entrant.penalty_hands - 1))
    t.tables[event.table] = table._replace(
        running=False, hands=table.hands + 1, last_hand=tuple(results), shown_until=event.shown_until
    )
    t.idle.add(event.table)


def void_requested(t: TournamentState, event: ev.VoidRequested) -> None:
    t.tables[event.table] = t.tables[event.table]._replace(void_requested=event.why, void_refused=False)


def void_refused(t: TournamentState, event: ev.VoidRefused) -> None:
    t.tables[event.table] = t.tables[event.table]._replace(void_requested="", void_refused=True)


def hand_voided(t: TournamentState, event: ev.HandVoided) -> None:
    table = t.tables[event.table]
    for result in table.last_hand:
        entrant = t.players[result.player]
        stack = entrant.stack + result.before - result.after
        t.change(result.player, stack=stack, penalty_hands=entrant.penalty_hands + result.penalty_hands)
    newcomers, hands = (*table.newcomers_dealt, *table.newcomers), table.hands - bool(table.last_hand)
    t.tables[event.table] = table._replace(
        running=False,
        redeal=True,
        void_requested="",
        last_hand=(),
        last_bounties=(),
        hands=hands,
        positions=table.previous_positions,
        newcomers=newcomers,
        shown_until=event.shown_until,
    )
    t.idle.add(event.table)


def bust_undone(t: TournamentState, event: ev.BustUndone) -> None:
    t.unranked_busts.pop(event.player, None)
    t.rebuy_pending.discard(event.player)
    t.change(event.player, rebuy_pending=0)
    if not t.players[event.player].out:
        return
    _sit_again(t, event)
    for winner, cash, raised in event.bounties:
        t.change(event.player, bounty=t.players[event.player].bounty + cash + raised)
        if winner:
            entrant = t.players[winner]
            t.change(winner, bounties_won=entrant.bounties_won - cash, bounty=entrant.bounty - raised)
        else:
            t.unclaimed_bounties -= cash
    out = [elimination.player for elimination in t.eliminated].index(event.player)
    for elimination in t.eliminated[out + 1 :]:
        # Players who went out later finished one place lower than it seemed; the places are given anew.
        t.change(elimination.player, place=0, first=0, last=0)
    t.take_back_elimination(event.player)
    t.left += 1


def _sit_again(t: TournamentState, event: ev.BustUndone) -> None:
    """Put the player back into the seat, as a newcomer only if the hand was the first at this table."""
    newcomers = t.tables[event.table].newcomers
    t.seat_player(event.table, event.seat, event.player)
    t.tables[event.table] = t.tables[event.table]._replace(newcomers=newcomers)
    t.change(event.player, out=False, table=event.table, seat=event.seat, place=0, first=0, last=0)


def game_changed(t: TournamentState, event: ev.GameChanged) -> None:
    t.tables[event.table] = t.tables[event.table]._replace(game=event.turn, hands=0)


def chips_added(t: TournamentState, event: ev.ChipsAdded) -> None:
    entrant = t.players[event.player]
    t.change(event.player, stack=entrant.stack + event.chips, pending_chips=entrant.pending_chips - event.chips)
    t.chips += event.chips


def chips_owed(t: TournamentState, event: ev.ChipsOwed) -> None:
    t.change(event.player, pending_chips=t.players[event.player].pending_chips + event.chips)


def chips_removed(t: TournamentState, event: ev.ChipsRemoved) -> None:
    t.change(event.player, stack=t.players[event.player].stack - event.chips)
    t.chips -= event.chips


def chips_raced(t: TournamentState, event: ev.ChipsRaced) -> None:
    before = sum(t.players[player].stack for player, _ in event.stacks)
    if before + event.change != sum(chips for _, chips in event.stacks):
        raise BrokenInvariant("a chip race reports the chips it added (T11)")
    for player, chips in event.stacks:
        t.change(player, stack=chips)
    t.tables[event.table] = t.tables[event.table]._replace(
        last_hand=(), last_bounties=(), shown_until=event.shown_until
    )
    t.chips += event.change
    t.raced_into = max(t.raced_into, event.into)


HANDLERS: Handlers = {
    ev.HandReleased: hand_released,
    ev.HandPlayed: hand_played,
    ev.VoidRequested: void_requested,
    ev.VoidRefused: void_refused,
    ev.HandVoided: hand_voided,
    ev.BustUndone: bust_undone,
    ev.GameChanged: game_changed,
    ev.ChipsAdded: chips_added,
    ev.ChipsOwed: chips_owed,
    ev.ChipsRemoved: chips_removed,
    ev.ChipsRaced: chips_raced,
}
