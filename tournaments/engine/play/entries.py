"""T2, T3, T12: registration, the start, late entries, re-entries, re-buys, add-ons and the close of entries."""

from games.engine.errors import IllegalAction
from tournaments.engine.play.cancel import call_off
from tournaments.engine.play.join_stacks import add_bought
from tournaments.engine.play.levels import begin_level
from tournaments.engine.seating.break_tables import tables_to_break
from tournaments.engine.seating.draw import seat_as_set, seat_by_draw, seat_late
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev
from tournaments.engine.state.decider import Decider
from tournaments.engine.state.entrant import Entrant
from tournaments.engine.state.reasons import CancelReason, SeatReason
from tournaments.engine.state.tournament_state import Stage, TournamentState


def enter(d: Decider, command: cm.Enter) -> None:
    """Register, or in a running tournament enter late or again."""
    t, setup = d.t, d.t.setup
    entrant = t.players.get(command.player)
    if entrant and not entrant.out:
        raise IllegalAction("already_entered")
    if t.stage is Stage.OPEN:
        if setup.max_players and len(t.players) >= setup.max_players:
            raise IllegalAction("tournament_full")
        d.emit(ev.Entered(command.player, command.name, command.ticket, at=d.now))
        _begin_when_full(d)
        return
    if not t.late_open or t.ending:
        raise IllegalAction("entries_closed")
    if t.below_one_table:
        raise IllegalAction("too_few_left")
    if setup.max_players and t.left >= setup.max_players:
        raise IllegalAction("tournament_full")
    if entrant and (entrant.disqualified or not setup.late or entrant.entries >= setup.late.entries):
        raise IllegalAction("no_more_entries")
    d.emit(ev.Entered(command.player, command.name, command.ticket, at=d.now))
    seat_late(d, command.player, why=SeatReason.AGAIN if entrant else SeatReason.LATE, avoid=tables_to_break(t))


def unregister(d: Decider, command: cm.Unregister) -> None:
    """Take the entry back before the start, with a full refund (T2)."""
    d.check_not_started()
    entrant = d.entrant(command.player)
    d.emit(ev.RefundDue(entrant.player, entrant.paid, entrant.tickets))
    d.emit(ev.Unregistered(entrant.player))


def start(d: Decider, command: cm.Start) -> None:
    """Start the tournament now for the director."""
    d.check_not_started()
    if len(d.t.players) < 2:
        raise IllegalAction("too_few_players")
    begin(d, command.seats, ignore_minimum=True)


def change_setup(d: Decider, command: cm.ChangeSetup) -> None:
    """Replace the announcement before the start; prices once somebody has paid them, and the currency, are kept.

    A sit-and-go that is full by it starts.
    """
    d.check_not_started()
    command.setup.check()
    if command.setup.currency != d.t.setup.currency:
        raise IllegalAction("currency_kept")
    if d.t.players and command.setup.price != d.t.setup.price:
        raise IllegalAction("price_paid")
    if command.setup.max_players and len(d.t.players) > command.setup.max_players:
        raise IllegalAction("tournament_full")
    d.emit(ev.SetupChanged(command.setup, d.t.setup, command.why))
    _begin_when_full(d)


def _begin_when_full(d: Decider) -> None:
    """Start a sit-and-go in which every seat is taken (T1)."""
    if not d.t.setup.starts_at and len(d.t.players) == d.t.setup.max_players:
        begin(d)


def begin(d: Decider, seats: tuple[tuple[int, int, int], ...] = (), *, ignore_minimum: bool = False) -> None:
    """Start with equal stacks in drawn or given seats; with too few players cancel the tournament (T2, T3)."""
    if len(d.t.players) < d.t.setup.players_to_start and not ignore_minimum:
        call_off(d, CancelReason.TOO_FEW)
        return
    d.emit(ev.Started(d.now))
    if seats:
        seat_as_set(d, seats)
    else:
        seat_by_draw(d)
    if d.t.setup.shootout:
        d.emit(ev.RoundBegan(1))
    begin_level(d, 1)


def can_rebuy(t: TournamentState, entrant: Entrant) -> bool:
    """Whether the announcement allows this player a re-buy now; an offer holds until its own deadline (T12)."""
    rebuy = t.setup.rebuy
    if not rebuy or t.entries_closed or entrant.out or entrant.disqualified or entrant.pending_chips:
        return False
    if entrant.rebuy_pending:
        return True
    if t.ending or t.level > rebuy.until:
        return False
    return entrant.stack <= rebuy.below and (not rebuy.most or entrant.rebuys < rebuy.most)


def offer_rebuy(d: Decider, player: int) -> None:
    """Offer the re-buy to a player without chips, where the announcement allows one and it is not offered yet (T12)."""
    rebuy = d.t.setup.rebuy
    if rebuy and player not in d.t.rebuy_pending and can_rebuy(d.t, d.t.players[player]):
        d.emit(ev.RebuyOffered(player, d.now + rebuy.wait))


def rebuy(d: Decider, command: cm.TakeRebuy) -> None:
    """Buy chips; they join the stack at once or when the running hand is over."""
    d.check_running()
    entrant, rebuy = d.entrant(command.player), d.t.setup.rebuy
    if not rebuy or not can_rebuy(d.t, entrant):
        raise IllegalAction("no_rebuy")
    d.emit(ev.Rebought(entrant.player, rebuy.chips))
    add_bought(d, entrant.table)


def decline(d: Decider, command: cm.DeclineRebuy) -> None:
    """Turn down the re-buy."""
    if command.player in d.t.rebuy_pending:
        d.emit(ev.RebuyDeclined(command.player))


def add_on(d: Decider, command: cm.TakeAddOn) -> None:
    """Buy the add-on, once, in its level or the break after it."""
    d.check_running()
    entrant, addon = d.entrant(command.player), d.t.setup.addon
    if not addon or d.t.entries_closed or d.t.ending or d.t.level != addon.at or entrant.added_on:
        raise IllegalAction("no_add_on")
    if not entrant.stack and entrant.player not in d.t.rebuy_pending:
        raise IllegalAction("no_chips")
    d.emit(ev.AddedOn(entrant.player, addon.chips))
    add_bought(d, entrant.table)


def expire_rebuys(d: Decider) -> None:
    """Decline the re-buys of players who have not answered in time (T12)."""
    for player in sorted(d.t.rebuy_pending):
        if d.t.players[player].rebuy_pending <= d.now:
            d.emit(ev.RebuyDeclined(player))


def close_entries(d: Decider, *, over: bool = False) -> None:
    """Make the field, pool and prizes final once no chips can be bought or the tournament is over (T16)."""
    t = d.t
    can_buy = t.level <= t.setup.open_until or t.rebuy_pending
    if t.entries_closed or (can_buy and t.left > 1 and not over):
        return
    for player in sorted(t.rebuy_pending):
        d.emit(ev.RebuyDeclined(player))
    payouts = t.setup.payouts
    pool = payouts.pool(t.pool)
    prizes = payouts.prizes(pool, entries=t.entries, players=len(t.players))
    d.emit(ev.EntriesClosed(t.pool, pool - t.pool, prizes=prizes.amounts, tickets=prizes.tickets))
