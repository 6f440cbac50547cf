"""Absences, penalties, requests of the director and deals (T13, T14, T17)."""

from tournaments.engine.state import events as ev
from tournaments.engine.state.apply import Handlers
from tournaments.engine.state.tournament_state import Deal, PenaltyTime, TournamentState


def marked_away(t: TournamentState, event: ev.MarkedAway) -> None:
    t.change(event.player, away=True)


def marked_back(t: TournamentState, event: ev.MarkedBack) -> None:
    t.change(event.player, away=False)


def deferred(t: TournamentState, event: ev.Deferred) -> None:
    t.waiting.append(event)


def undeferred(t: TournamentState, event: ev.Undeferred) -> None:
    same = [place for place, one in enumerate(t.waiting) if (one.kind, one.player) == (event.kind, event.player)]
    if event.nth < len(same):
        del t.waiting[same[event.nth]]


def table_break_requested(t: TournamentState, event: ev.TableBreakRequested) -> None:
    (t.breaking.add if event.requested else t.breaking.discard)(event.table)


def warned(t: TournamentState, event: ev.Warned) -> None:
    t.change(event.player, warnings=t.players[event.player].warnings + 1)


def penalised(t: TournamentState, event: ev.Penalised) -> None:
    t.change(event.player, penalty_hands=t.players[event.player].penalty_hands + event.hands)
    if event.time < 0:
        t.timed_penalties.pop(event.player, None)
    elif event.time:
        now = t.timed_penalties.get(event.player, PenaltyTime())
        longer = now._replace(ends=now.ends + event.time) if now.ends else now._replace(left=now.left + event.time)
        t.timed_penalties[event.player] = longer


def penalty_timed(t: TournamentState, event: ev.PenaltyTimed) -> None:
    if event.ends or event.left:
        t.timed_penalties[event.player] = PenaltyTime(event.ends, event.left)
    else:
        t.timed_penalties.pop(event.player, None)


def disqualified(t: TournamentState, event: ev.PlayerDisqualified) -> None:
    t.change(event.player, played_on=event.played_on, disqualified=True)


def deal_talk_opened(t: TournamentState, event: ev.DealTalkOpened) -> None:
    t.deal = Deal()


def deal_proposed(t: TournamentState, event: ev.DealProposed) -> None:
    t.deal = Deal(event.kind, event.shares, event.kept, until=event.until)


def deal_agreed(t: TournamentState, event: ev.DealAgreed) -> None:
    assert t.deal is not None
    t.deal = t.deal._replace(agreed=(*t.deal.agreed, event.player))


def deal_over(t: TournamentState, event: ev.DealRefused | ev.DealLapsed) -> None:
    t.deal = None


def deal_made(t: TournamentState, event: ev.DealMade) -> None:
    assert t.deal is not None
    t.deal = t.deal._replace(made=True)


HANDLERS: Handlers = {
    ev.MarkedAway: marked_away,
    ev.MarkedBack: marked_back,
    ev.Deferred: deferred,
    ev.Undeferred: undeferred,
    ev.TableBreakRequested: table_break_requested,
    ev.Warned: warned,
    ev.Penalised: penalised,
    ev.PenaltyTimed: penalty_timed,
    ev.PlayerDisqualified: disqualified,
    ev.DealTalkOpened: deal_talk_opened,
    ev.DealProposed: deal_proposed,
    ev.DealAgreed: deal_agreed,
    ev.DealRefused: deal_over,
    ev.DealLapsed: deal_over,
    ev.DealMade: deal_made,
}
