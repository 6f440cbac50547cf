"""Bounties: the winner of a player's last chips wins the bounty, half of it in cash if it is progressive."""

from tournaments.engine.state import events as ev
from tournaments.engine.state.decider import Decider
from tournaments.engine.state.entrant import Entrant
from tournaments.engine.state.tournament_state import Stage, TournamentState


def knock_out(d: Decider, bust: ev.Busted) -> None:
    """Share the bounty among the winners of the chips, odd units to the first.

    Half of a progressive bounty raises the winners' own bounties.
    """
    bounty = d.t.players[bust.player].bounty
    if not bounty or not bust.by:
        return
    raise_part = bounty // 2 if d.t.setup.progressive else 0
    count = len(bust.by)
    for index, winner in enumerate(bust.by):
        cash, raised = (
            part // count + (part % count if not index else 0) for part in (bounty - raise_part, raise_part)
        )
        d.emit(ev.BountyWon(winner, bust.player, cash, raised))


def pay_bounties(d: Decider) -> None:
    """Pay the bounties once the tournament has ended."""
    for entrant in list(d.t.players.values()):
        if amount := bounties_of(d.t, entrant):
            d.emit(ev.BountyDue(entrant.player, amount))


def bounties_of(t: TournamentState, entrant: Entrant) -> int:
    """The bounties that a player has: those won and at the end the own one, to the winner also those nobody won.

    A cancelled tournament has none, only refunds (T15).
    """
    if t.stage is Stage.CANCELLED:
        return 0
    if t.stage is not Stage.ENDED:
        return entrant.bounties_won
    return entrant.bounties_won + entrant.bounty + (t.unclaimed_bounties if entrant.place == 1 else 0)
