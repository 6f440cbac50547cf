"""Bounties: the winner of a player's last chips wins the bounty, half of it in cash if it is progressive."""

from tournaments.engine.state import events as ev
from tournaments.engine.state.decider import Decider


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


def pay_bounties(d: Decider, best: int) -> None:
    """Pay everybody's won bounties and remaining own bounty at the end; `best` also gets those nobody won."""
    for entrant in list(d.t.players.values()):
        amount = entrant.bounties_won + entrant.bounty + (d.t.unclaimed_bounties if entrant.player == best else 0)
        if amount:
            d.emit(ev.BountyDue(entrant.player, amount))
