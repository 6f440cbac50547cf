"""Bounties: whoever knocks a player out wins the bounty on that player, half of it in cash if it is progressive."""

from tournaments.engine.state import events as ev
from tournaments.engine.state.decider import Decider


def knock_out(d: Decider, bust: ev.Busted) -> None:
    """Share the bounty among the winners of the chips, odd units to the first; if progressive, half raises their own
    bounties.
    """
    head = d.t.players[bust.player].bounty
    if not head or not bust.by:
        return
    on_head = head // 2 if d.t.setup.progressive else 0
    count = len(bust.by)
    for place, winner in enumerate(bust.by):
        cash, raised = (part // count + (part % count if not place else 0) for part in (head - on_head, on_head))
        d.emit(ev.BountyWon(winner, bust.player, cash, raised))


def pay_bounties(d: Decider, best: int) -> None:
    """At the end pay everybody's won bounties and remaining own bounty; `best` gets those nobody won."""
    for entrant in list(d.t.players.values()):
        amount = entrant.bounties_won + entrant.bounty + (d.t.unclaimed_bounties if entrant.player == best else 0)
        if amount:
            d.emit(ev.BountyDue(entrant.player, amount))
