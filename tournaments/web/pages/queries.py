"""Reads and orders for the pages of tournaments."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeAlias

from django.contrib.auth.models import AbstractUser
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import override

from games.engine.errors import IllegalAction
from games.web.api import Visitor
from tournaments import api
from tournaments.engine.setup.setup import Setup
from tournaments.engine.views.types import OwnTournamentView, TournamentView
from tournaments.web.pages import fragments, log
from tournaments.web.pages.contexts import OrderStatus, Viewer
from tournaments.web.pages.fragments_cache import cached
from tournaments.web.pages.many_viewers import for_each_viewer
from tournaments.web.text.refusals import refusal_text

MOST_ORDERS = 3
"""So many of a viewer's latest orders are shown."""


class ListedTournament(NamedTuple):
    """A tournament in the list; `pool` in minor units, `entered` if the viewer is or was in it, `is_in` if still in.

    `place` is the viewer's, 0 without one.
    """

    id: int
    setup: Setup
    stage: str
    entrants: int
    left: int
    pool: int
    late_open: bool
    locked: bool
    entered: bool
    is_in: bool = False
    place: int = 0


def exists(tournament_id: int) -> bool:
    """Whether the tournament exists."""
    try:
        api.state_of(tournament_id)
    except IllegalAction:
        return False
    return True


def listed(player: int, stages: tuple[str, ...], *, most: int, only_entered: bool = False) -> list[ListedTournament]:
    """The tournaments at these stages, all or the player's own, the latest announced first."""
    return [
        ListedTournament(
            row.id,
            row.setup,
            row.stage,
            row.entrants,
            row.left,
            row.setup.payouts.pool(row.pool),
            row.late_open,
            row.locked,
            row.entered,
            row.is_in,
            row.place,
        )
        for row in api.tournament_rows(user_id=player, stages=stages, most=most, only_entered=only_entered)
    ]


def view_for(tournament_id: int, user: Visitor | None) -> tuple[TournamentView, Viewer]:
    """The tournament and its viewer, with the options of a signed-in one; raises IllegalAction if it does not exist."""
    current, player = api.current_view(tournament_id), id_of(user)
    return current.view, _Options.of(current, {player} - {0}).viewer(player)


def id_of(user: Visitor | None) -> int:
    """The id of a signed-in user, 0 for anybody else."""
    return user.pk if user is not None and user.is_authenticated else 0


class _Options(NamedTuple):
    """What players have to do with a tournament, and can do in it, read for all of them together."""

    current: api.CurrentView
    own: Mapping[int, OwnTournamentView]
    orders: Mapping[int, Sequence[api.OrderRow]]
    ticket_holders: frozenset[int]

    @classmethod
    def of(cls, current: api.CurrentView, players: Collection[int]) -> "_Options":
        """Those of these players."""
        own = {player: current.of_player(player) for player in players}
        orders = api.orders_of_each(current.view.tournament, own, limit=MOST_ORDERS)
        setup, entering = current.view.setup, [player for player, theirs in own.items() if theirs.can_enter]
        return cls(current, own, orders, api.ticket_holders(entering, worth=setup.price.total, currency=setup.currency))

    def viewer(self, player: int) -> Viewer:
        """One of the players as a viewer, in the language that is active; 0 is an anonymous one."""
        viewer = viewer_of(self.current.view, player, self.own.get(player), self.orders.get(player, ()))
        return viewer._replace(ticket=player in self.ticket_holders)


def viewer_of(
    view: TournamentView, player: int, own: OwnTournamentView | None, orders: Sequence[api.OrderRow]
) -> Viewer:
    """The viewer of a tournament with the latest `orders`, newest first; 0 is an anonymous one."""
    if not player:
        return Viewer()
    last = orders[0].order if orders else 0
    return Viewer(player, own, order_statuses(orders, view.setup.currency), key=f"{view.version}.{last}")


class LobbyViewer(NamedTuple):
    """Who looks at the lobby of a tournament: `player` is 0 for an anonymous viewer."""

    tournament: int
    player: int
    language: str


DrawnLobby: TypeAlias = tuple[LobbyViewer, dict[str, SafeString]]


def lobby_of(tournament_id: int, user: Visitor | None, language: str) -> tuple[TournamentView, dict[str, SafeString]]:
    """The tournament and every fragment of its lobby by id; raises IllegalAction if it does not exist."""
    current = api.current_view(tournament_id)
    [(_viewer, html)] = _drawn(current, [LobbyViewer(tournament_id, id_of(user), language)])
    return current.view, html


def lobbies_of_each(viewers: Sequence[LobbyViewer]) -> list[dict[str, SafeString]]:
    """The lobby of each viewer, its fragments by id; what those of one tournament need is read together."""
    return for_each_viewer(viewers, _lobbies)


def _lobbies(tournament_id: int, viewers: Sequence[LobbyViewer]) -> Iterator[DrawnLobby]:
    return _drawn(api.current_view(tournament_id), viewers)


def _drawn(current: api.CurrentView, viewers: Sequence[LobbyViewer]) -> Iterator[DrawnLobby]:
    view, tournament_id = current.view, current.view.tournament
    locked = api.is_locked(tournament_id)
    options = _Options.of(current, {viewer.player for viewer in viewers} - {0})
    for viewer in viewers:
        with override(viewer.language):
            html = fragments.all_fragments(view, options.viewer(viewer.player), viewer.language, locked=locked)
        yield viewer, html | cached(view, "news", viewer.language, lambda: _news(tournament_id, view))


def _news(tournament_id: int, view: TournamentView) -> dict[str, SafeString]:
    return {"t-news": fragments.render("news", {"lines": log.news(tournament_id, view)})}


def director_order_statuses(tournament_id: int, currency: str) -> tuple[OrderStatus, ...]:
    """The director's latest orders: the pending ones, and the newest if it was refused."""
    return order_statuses(api.orders_of(tournament_id, limit=5), currency)


def order_statuses(orders: Sequence[api.OrderRow], currency: str) -> tuple[OrderStatus, ...]:
    """The pending orders, and the newest if it was refused."""
    pending = [
        OrderStatus(_("On its way to the director…"), "waits")
        for order in orders
        if not order.applied and not order.refused
    ]
    newest = [order for order in orders[:1] if order.refused]
    texts = [refusal_text(order.refused, order.refused_detail or {}, currency=currency) for order in newest]
    refused = [OrderStatus(text, "wrong") for text in texts]
    return (*refused, *pending)


def announce(user: AbstractUser, setup: Setup, *, every: str, ahead: int, password: str, bots: int) -> int:
    """Announce a tournament, or with `every` schedule it; the tournament's id, 0 for a schedule.

    A schedule announces `ahead` minutes before each start.
    """
    if not every:
        return api.announce(setup=setup, password=password, by=user, bots=bots)
    api.schedule(setup=setup, every=every, next_at=setup.starts_at, ahead=ahead, password=password, by=user, bots=bots)
    return 0
