"""Absences, penalties, requests of the director and deals (T13, T14, T17)."""

from collections.abc import Callable
from typing import Any

from tournaments.engine.state import events as ev
from tournaments.engine.state.tournament_state import Deal, TournamentState


def away(t: TournamentState, event: ev.MarkedAway) -> None:
    t.change(event.player, away=True)


def back(t: TournamentState, event: ev.MarkedBack) -> None:
    t.change(event.player, away=False)


def deferred(t: TournamentState, event: ev.Deferred) -> None:
    t.waiting.append(event)


def undeferred(t: TournamentState, event: ev.Undeferred) -> None:
    t.waiting = [wait for wait in t.waiting if (wait.kind, wait.player) != (event.kind, event.player)]


def break_asked(t: TournamentState, event: ev.TableBreakRequested) -> None:
    (t.breaking.add if event.asked else t.breaking.discard)(event.table)


def warned(t: TournamentState, event: ev.Warned) -> None:
    t.change(event.player, warnings=t.players[event.player].warnings + 1)


def penalised(t: TournamentState, event: ev.Penalised) -> None:
    t.change(event.player, penalty_hands=t.players[event.player].penalty_hands + event.hands)


def disqualified(t: TournamentState, event: ev.PlayerDisqualified) -> None:
    t.change(event.player, played_on=event.played_on, disqualified=True)


def deal_talked(t: TournamentState, event: ev.DealTalkOpened) -> None:
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


# Any: every function takes the event it is listed for.
HANDLERS: dict[type, Callable[[TournamentState, Any], None]] = {
    ev.MarkedAway: away,
    ev.MarkedBack: back,
    ev.Deferred: deferred,
    ev.Undeferred: undeferred,
    ev.TableBreakRequested: break_asked,
    ev.Warned: warned,
    ev.Penalised: penalised,
    ev.PlayerDisqualified: disqualified,
    ev.DealTalkOpened: deal_talked,
    ev.DealProposed: deal_proposed,
    ev.DealAgreed: deal_agreed,
    ev.DealRefused: deal_over,
    ev.DealLapsed: deal_over,
    ev.DealMade: deal_made,
}
