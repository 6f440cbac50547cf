"""T15, T16: a tournament ends with one player left, a satellite's tickets won, a deal, by time or by the director."""

from games.engine.errors import IllegalAction
from tournaments.engine.finish.bounties import pay_bounties
from tournaments.engine.finish.places import by_chips, give_places
from tournaments.engine.play.entries import close_entries, offer_rebuy
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev
from tournaments.engine.state.decider import Decider
from tournaments.engine.state.prize_pool import prizes_by_place
from tournaments.engine.state.random_source import RandomSource
from tournaments.engine.state.reasons import EndReason
from tournaments.engine.state.tournament import Tournament
from tournaments.engine.state.tournament_state import Stage


def why_over(d: Decider) -> str:
    """The reason why the tournament is over now, "" if it is not."""
    t = d.t
    if t.left <= 1:
        return EndReason.WON
    if t.entries_closed and t.left <= t.prizes.tickets and not t.unranked_busts:
        return EndReason.SATELLITE
    if t.deal and t.deal.made and not t.deal.kept:
        return EndReason.DEAL
    return t.ending if t.all_idle and not t.unranked_busts else ""


def finish(d: Decider) -> None:
    """End the tournament once it is over."""
    why = why_over(d)
    if why:
        _end(d, why)


def paid_if_ended(t: Tournament) -> tuple[ev.PrizeDue | ev.BountyDue, ...]:
    """What everybody would be paid if the tournament ended now, by the chips after the last finished hands (T15)."""
    d = Decider(t.copy(), 0, RandomSource(bytes(32)))
    _end(d, EndReason.TIME)
    return tuple(event for event in d.events if isinstance(event, ev.PrizeDue | ev.BountyDue))


def _end(d: Decider, why: str) -> None:
    """Give all places, to the players left by chips, then pay prizes and bounties."""
    close_entries(d, over=True)
    give_places(d)
    for place, player in enumerate(by_chips(d), 1):
        d.emit(ev.PlaceGiven(player, place, place, place))
    extras = d.t.setup.payouts.extras
    prizes = prizes_by_place(d.t)
    d.emit(ev.Ended(why, d.now))
    for player, place, amount, ticket in prizes:
        extra = extras[place - 1] if place <= len(extras) else ""
        if ticket:
            d.emit(ev.PrizeDue(player, place, ticket, True, extra))
        if amount > ticket or (extra and not ticket):
            d.emit(ev.PrizeDue(player, place, amount - ticket, False, "" if ticket else extra))
    pay_bounties(d)


def end_now(d: Decider, command: cm.EndNow) -> None:
    """Announce the director's end: no new hands begin, running ones are played out (T15)."""
    d.check_running()
    if not d.t.ending:
        d.emit(ev.EndAnnounced(command.why or "director"))


def take_back_end(d: Decider, command: cm.TakeBackEnd) -> None:
    """Take back the director's end while hands still run; an announced end cannot be taken back (F4).

    Who has bust meanwhile is offered the re-buy now (T12).
    """
    d.check_running()
    if not d.t.ending or d.t.ending == EndReason.TIME:
        raise IllegalAction("no_end")
    d.emit(ev.EndAnnounced(""))
    for player in d.t.unranked_busts:
        offer_rebuy(d, player)


def end_by_time(d: Decider) -> None:
    """Announce the end at the announced time (T15)."""
    ends_at = d.t.setup.ends_at
    if d.t.stage is Stage.RUNNING and ends_at and ends_at <= d.now and not d.t.ending:
        d.emit(ev.EndAnnounced(EndReason.TIME))
