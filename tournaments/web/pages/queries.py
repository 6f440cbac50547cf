"""Reads and orders for the pages of tournaments."""

from collections.abc import Sequence
from datetime import timedelta
from typing import NamedTuple

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
from tournaments.web.text.refusals import refusal_text

ANNOUNCED_AHEAD = int(timedelta(days=1).total_seconds()) // 60
"""A schedule announces its tournaments this many minutes before their start."""
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
    player = user.pk if user is not None and user.is_authenticated else 0
    view, own, _version = api.view_of(tournament_id=tournament_id, player=player)
    if not player:
        return view, Viewer()
    orders = api.orders_of(tournament_id, user_id=player, limit=MOST_ORDERS)
    ticket = bool(own and own.can_enter and api.tickets_for(player, tournament_id))
    return view, viewer_of(view, player, own, orders)._replace(ticket=ticket)


def viewer_of(
    view: TournamentView, player: int, own: OwnTournamentView | None, orders: Sequence[api.OrderRow]
) -> Viewer:
    """The viewer of a tournament with the latest `orders`, newest first; 0 is an anonymous one."""
    if not player:
        return Viewer()
    last = orders[0].order if orders else 0
    return Viewer(player, own, order_statuses(orders, view.setup.currency), key=f"{view.version}.{last}")


def lobby_fragments(tournament_id: int, user: Visitor | None, language: str) -> dict[str, SafeString]:
    """Every fragment of the lobby by id."""
    with override(language):
        view, viewer = view_for(tournament_id, user)
        html = fragments.all_fragments(view, viewer, language, locked=api.is_locked(tournament_id))
        return html | cached(view, "news", language, lambda: _news(tournament_id, view))


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


def announce(user: AbstractUser, setup: Setup, *, every: str, password: str, bots: int) -> int:
    """Announce a tournament, or with `every` schedule it; the tournament's id, 0 for a schedule."""
    if not every:
        return api.announce(setup=setup, password=password, by=user, bots=bots)
    api.schedule(
        setup=setup, every=every, next_at=setup.starts_at, ahead=ANNOUNCED_AHEAD, password=password, by=user, bots=bots
    )
    return 0
