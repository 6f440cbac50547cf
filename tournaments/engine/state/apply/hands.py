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
        last_hand=(),
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
        results.append(HandResult(player, entrant.stack, chips, min(1, entrant.penalty_hands)))
        t.players[player] = entrant._replace(stack=chips, penalty_hands=max(0, entrant.penalty_hands - 1))
    t.tables[event.table] = table._replace(running=False, hands=table.hands + 1, last_hand=tuple(results))
    t.idle.add(event.table)


def hand_voided(t: TournamentState, event: ev.HandVoided) -> None:
    table = t.tables[event.table]
    for player, before, after, penalty_hands in table.last_hand:
        entrant = t.players[player]
        t.change(player, stack=entrant.stack + before - after, penalty_hands=entrant.penalty_hands + penalty_hands)
    newcomers, hands = (*table.newcomers_dealt, *table.newcomers), table.hands - bool(table.last_hand)
    t.tables[event.table] = table._replace(
        running=False, redeal=True, last_hand=(), hands=hands, positions=table.previous_positions, newcomers=newcomers
    )
    t.idle.add(event.table)


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
    t.tables[event.table] = t.tables[event.table]._replace(last_hand=())
    t.chips += event.change


HANDLERS: Handlers = {
    ev.HandReleased: hand_released,
    ev.HandPlayed: hand_played,
    ev.HandVoided: hand_voided,
    ev.GameChanged: game_changed,
    ev.ChipsAdded: chips_added,
    ev.ChipsOwed: chips_owed,
    ev.ChipsRemoved: chips_removed,
    ev.ChipsRaced: chips_raced,
}
