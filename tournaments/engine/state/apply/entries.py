"""Entries, re-buys, add-ons and their prices (T2, T12)."""

from tournaments.engine.setup.payouts import Prizes
from tournaments.engine.setup.setup import Price
from tournaments.engine.state import events as ev
from tournaments.engine.state.apply import Handlers
from tournaments.engine.state.entrant import Entrant
from tournaments.engine.state.tournament_state import Stage, TournamentState


def setup_changed(t: TournamentState, event: ev.SetupChanged) -> None:
    t.setup = event.setup


def entered(t: TournamentState, event: ev.Entered) -> None:
    entrant, price = t.players.get(event.player), t.setup.price
    if entrant:
        t.take_back_elimination(event.player)
        entrant = entrant._replace(entries=entrant.entries + 1, out=False, away=False)
    else:
        entrant = Entrant(event.player, event.name)
    cash = 0 if event.ticket else price.total
    t.players[event.player] = entrant._replace(
        paid=entrant.paid + cash,
        fees=entrant.fees + (0 if event.ticket else price.fee),
        tickets=entrant.tickets + event.ticket,
        bounty=entrant.bounty + price.bounty,
    )
    t.entries += 1
    _add_price(t, price)
    if t.stage is Stage.RUNNING:
        t.left += 1
        t.most_players = max(t.most_players, t.left)


def _add_price(t: TournamentState, price: Price, sign: int = 1) -> None:
    t.pool += sign * price.pool
    t.fees += sign * price.fee
    t.bounties += sign * price.bounty


def unregistered(t: TournamentState, event: ev.Unregistered) -> None:
    del t.players[event.player]
    t.entries -= 1
    _add_price(t, t.setup.price, -1)


def _buy_chips(t: TournamentState, player: int, price: Price, chips: int) -> None:
    entrant = t.players[player]
    t.change(
        player,
        paid=entrant.paid + price.total,
        fees=entrant.fees + price.fee,
        bounty=entrant.bounty + price.bounty,
        pending_chips=entrant.pending_chips + chips,
    )
    _add_price(t, price)
    _end_rebuy_offer(t, player)


def rebought(t: TournamentState, event: ev.Rebought) -> None:
    assert t.setup.rebuy is not None
    _buy_chips(t, event.player, t.setup.rebuy.price, event.chips)
    t.change(event.player, rebuys=t.players[event.player].rebuys + 1)
    t.unranked_busts.pop(event.player, None)


def added_on(t: TournamentState, event: ev.AddedOn) -> None:
    assert t.setup.addon is not None
    _buy_chips(t, event.player, t.setup.addon.price, event.chips)
    t.change(event.player, added_on=True)
    t.unranked_busts.pop(event.player, None)


def rebuy_offered(t: TournamentState, event: ev.RebuyOffered) -> None:
    t.change(event.player, rebuy_pending=event.until)
    t.rebuy_pending.add(event.player)


def rebuy_declined(t: TournamentState, event: ev.RebuyDeclined) -> None:
    _end_rebuy_offer(t, event.player)


def _end_rebuy_offer(t: TournamentState, player: int) -> None:
    t.change(player, rebuy_pending=0)
    t.rebuy_pending.discard(player)


def entries_closed(t: TournamentState, event: ev.EntriesClosed) -> None:
    t.entries_closed = True
    t.overlay = event.overlay
    t.prizes = Prizes(event.prizes, event.tickets)


HANDLERS: Handlers = {
    ev.SetupChanged: setup_changed,
    ev.Entered: entered,
    ev.Unregistered: unregistered,
    ev.Rebought: rebought,
    ev.AddedOn: added_on,
    ev.RebuyOffered: rebuy_offered,
    ev.RebuyDeclined: rebuy_declined,
    ev.EntriesClosed: entries_closed,
}
