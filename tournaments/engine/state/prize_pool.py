"""T10, T16, T17: the prize of each place, with shared places and deals."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from tournaments.engine.state.entrant import Entrant
from tournaments.engine.state.tournament_state import TournamentState


class Won(NamedTuple):
    """A player's place and the whole prize in minor units; a `ticket` of that value, or 0, is part of it."""

    player: int
    place: int
    amount: int
    ticket: int


def prizes_by_place(t: TournamentState) -> list[Won]:
    """The prizes of everybody with a place, best first; players who share places share their prizes (T10)."""
    return list(_rows(t))


def prize_at(t: TournamentState, place: int, first: int, last: int) -> int:
    """The prize of a place among those shared from `first` to `last`; indivisible units go to the best of them."""
    amounts, unit = t.prizes.amounts, t.setup.payouts.unit
    total, count = sum(amounts[first - 1 : last]), last - first + 1
    each = total // count // unit * unit
    return each + (total - each * count if place == first else 0)


def agreed_shares(t: TournamentState) -> Mapping[int, int]:
    """The share of each player of the deal that is made, without what is left to play for; empty without one (T17)."""
    return dict(t.deal.shares) if t.deal and t.deal.made else {}


def prize_of(t: TournamentState, player: int, place: int, first: int, last: int) -> int:
    """The prize of a player in a place, or among those who share it: by the deal, if there is one (T10, T17)."""
    shares = agreed_shares(t)
    if t.deal and player in shares:
        return shares[player] + (t.deal.kept if place == 1 else 0)
    return prize_at(t, place, first, last)


def ticket_of(t: TournamentState, entrant: Entrant) -> int:
    """The worth of the ticket in the prize of a player's place, 0 without one: who shares a place has money (T1)."""
    has_ticket = 0 < entrant.last <= t.prizes.tickets and entrant.player not in agreed_shares(t)
    return t.setup.payouts.ticket if has_ticket else 0


def _rows(t: TournamentState) -> Iterator[Won]:
    placed = sorted((entrant for entrant in t.players.values() if entrant.place), key=lambda entrant: entrant.place)
    for entrant in placed:
        player, place = entrant.player, entrant.place
        amount = prize_of(t, player, place, entrant.first, entrant.last)
        yield Won(player, place, amount, ticket_of(t, entrant))
