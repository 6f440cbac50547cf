"""URLs of the tournament app for a tournament table's page; that app registers them when Django starts."""

from collections.abc import Callable
from typing import NamedTuple, TypeAlias

from games.web.security.requests import Visitor

UrlOf: TypeAlias = Callable[[int], str]


class _TournamentUrls(NamedTuple):
    action: UrlOf
    own_seat: UrlOf
    directing: UrlOf
    may_direct: Callable[[Visitor], bool]


_urls: _TournamentUrls | None = None


def register_tournament_urls(
    *, action: UrlOf, own_seat: UrlOf, directing: UrlOf, may_direct: Callable[[Visitor], bool]
) -> None:
    """Registers the functions that return a tournament's URLs by its id.

    Players post their decisions to `action`; `own_seat` leads to their seat, or shows everybody else the tournament.
    `directing` is the page of its director, for whoever `may_direct`.
    """
    global _urls
    _urls = _TournamentUrls(action, own_seat, directing, may_direct)


def action_url_of(tournament: int | None) -> str:
    """The URL to which players of this tournament post their decisions; "" for a cash table."""
    return _urls.action(tournament) if tournament and _urls else ""


def own_seat_url_of(tournament: int | None) -> str:
    """The URL from which players of this tournament get to their seat; "" for a cash table."""
    return _urls.own_seat(tournament) if tournament and _urls else ""


def directing_url_of(tournament: int | None) -> str:
    """The page of the director of this tournament; "" for a cash table."""
    return _urls.directing(tournament) if tournament and _urls else ""


def may_direct(user: Visitor) -> bool:
    """Whether this person may open the pages of directors."""
    return _urls is not None and _urls.may_direct(user)
