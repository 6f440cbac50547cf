"""URLs of the tournament app for a tournament table's page; that app registers them when Django starts."""

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

UrlOf: TypeAlias = Callable[[int], str]


class _TournamentUrls(NamedTuple):
    action: UrlOf
    own_seat: UrlOf


_urls: _TournamentUrls | None = None


def register_tournament_urls(*, action: UrlOf, own_seat: UrlOf) -> None:
    """Registers the functions that return a tournament's URLs by its id.

    Players post their decisions to `action`; `own_seat` leads to their seat, or shows everybody else the tournament.
    """
    global _urls
    _urls = _TournamentUrls(action, own_seat)


def action_url_of(tournament: int | None) -> str:
    """The URL to which players of this tournament post their decisions; "" for a cash table."""
    return _urls.action(tournament) if tournament and _urls else ""


def own_seat_url_of(tournament: int | None) -> str:
    """The URL from which players of this tournament get to their seat; "" for a cash table."""
    return _urls.own_seat(tournament) if tournament and _urls else ""
