"""Bounties on heads: who knocks a player out is paid for it, in part on their own head if progressive."""

from tournaments.engine.state import events as ev
from tournaments.engine.state.decider import Decider


def knock_out(d: Decider, bust: ev.Busted) -> None:
    """The head goes to who won the chips, in equal parts, odd units to the first; progressive: half of it in cash."""
    head = d.t.players[bust.player].bounty
    if not head or not bust.by:
        return
    on_head = head // 2 if d.t.setup.progressive else 0
    count = len(bust.by)
    for place, winner in enumerate(bust.by):
        cash, raised = (part // count + (part % count if not place else 0) for part in (head - on_head, on_head))
        d.emit(ev.BountyWon(winner, bust.player, cash, raised))


def pay_bounties(d: Decider, best: int) -> None:
    """At the end everybody gets what they won and, if still in, their own head; `best` gets heads nobody won."""
    for entrant in list(d.t.players.values()):
        amount = entrant.bounties_won + entrant.bounty + (d.t.unclaimed_bounties if entrant.player == best else 0)
        if amount:
            d.emit(ev.BountyDue(entrant.player, amount))
