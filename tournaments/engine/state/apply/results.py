"""Busts, bounties, places, hand-for-hand and the end (T9, T10, T15)."""

from games.engine.errors import BrokenInvariant
from tournaments.engine.state import events as ev
from tournaments.engine.state.apply import Handlers
from tournaments.engine.state.entrant import Entrant
from tournaments.engine.state.reasons import HandForHandReason, own_words
from tournaments.engine.state.tournament_state import Elimination, Stage, TournamentState


def busted(t: TournamentState, event: ev.Busted) -> None:
    t.unranked_busts[event.player] = event


def bounty_won(t: TournamentState, event: ev.BountyWon) -> None:
    winner, victim = t.players[event.player], t.players[event.victim]
    t.change(event.player, bounties_won=winner.bounties_won + event.cash, bounty=winner.bounty + event.raised)
    t.change(event.victim, bounty=victim.bounty - event.cash - event.raised)
    _remember_bounty(t, victim, event.player, event.cash, event.raised)


def _remember_bounty(t: TournamentState, victim: Entrant, winner: int, cash: int, raised: int) -> None:
    """Keep what became of a bounty with the hand that busted the player, in case it is voided (F5)."""
    table = t.tables.get(victim.table)
    if table and any(result.player == victim.player for result in table.last_hand):
        row = (victim.player, winner, cash, raised)
        t.tables[table.number] = table._replace(last_bounties=(*table.last_bounties, row))


def player_out(t: TournamentState, event: ev.PlayerOut) -> None:
    entrant = t.players[event.player]
    if entrant.stack:
        raise BrokenInvariant("a player who is out has no chips")
    if entrant.bounty:
        _remember_bounty(t, entrant, 0, entrant.bounty, 0)
    if entrant.table:
        t.seat_player(entrant.table, entrant.seat, 0)
    t.unclaimed_bounties += entrant.bounty
    t.change(event.player, out=True, table=0, seat=-1, bounty=0)
    order = [out.player for out in t.eliminated]
    place = order.index(event.before) if event.before else len(order)
    t.eliminated.insert(place, Elimination(event.player, event.tied, event.at))
    t.unranked_busts.pop(event.player, None)
    t.waiting = [command for command in t.waiting if command.player != event.player]
    t.left -= 1


def place_given(t: TournamentState, event: ev.PlaceGiven) -> None:
    t.change(event.player, place=event.place, first=event.first, last=event.last)


def hand_for_hand_began(t: TournamentState, event: ev.HandForHandBegan) -> None:
    t.hand_for_hand = True
    t.manual_hand_for_hand, t.hand_for_hand_stopped = event.manual, False
    t.hand_for_hand_reason = own_words(event.why, HandForHandReason)


def hand_for_hand_ended(t: TournamentState, event: ev.HandForHandEnded) -> None:
    t.hand_for_hand, t.hand_for_hand_stopped = False, event.stopped
    t.hand_for_hand_reason = own_words(event.why, HandForHandReason)


def end_announced(t: TournamentState, event: ev.EndAnnounced) -> None:
    t.ending = event.why


def ended(t: TournamentState, event: ev.Ended) -> None:
    t.stage = Stage.ENDED


def cancelled(t: TournamentState, event: ev.Cancelled) -> None:
    t.stage = Stage.CANCELLED
    for player, entrant in t.players.items():
        if entrant.place:
            t.players[player] = entrant._replace(place=0, first=0, last=0)


HANDLERS: Handlers = {
    ev.Busted: busted,
    ev.BountyWon: bounty_won,
    ev.PlayerOut: player_out,
    ev.PlaceGiven: place_given,
    ev.HandForHandBegan: hand_for_hand_began,
    ev.HandForHandEnded: hand_for_hand_ended,
    ev.EndAnnounced: end_announced,
    ev.Ended: ended,
    ev.Cancelled: cancelled,
}
