"""The views and orders of tournaments as the pages need them."""

from datetime import timedelta
from typing import Any, NamedTuple

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import override

from games.engine.errors import IllegalAction
from tournaments import api
from tournaments.engine.setup.setup import Setup
from tournaments.engine.views.types import TournamentView
from tournaments.web.pages import fragments, log
from tournaments.web.pages.contexts import OrderStatus, Viewer
from tournaments.web.text.refusals import refusal_text

ANNOUNCED_AHEAD = int(timedelta(days=1).total_seconds()) // 60
"""Tournaments of a schedule are announced this many minutes before their start."""


class ListedTournament(NamedTuple):
    """A tournament in the list; `pool` in minor units, `mine` if the viewer is or was in it."""

    id: int
    setup: Setup
    stage: str
    entrants: int
    left: int
    pool: int
    late_open: bool
    locked: bool
    mine: bool


def exists(tournament_id: int) -> bool:
    """Whether the tournament exists."""
    try:
        api.state_of(tournament_id)
    except IllegalAction:
        return False
    return True


def listed(player: int, stages: tuple[str, ...], *, most: int, only_mine: bool = False) -> list[ListedTournament]:
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
            row.mine,
        )
        for row in api.tournament_rows(user_id=player, stages=stages, most=most, only_mine=only_mine)
    ]


def view_for(tournament_id: int, user: Any) -> tuple[TournamentView, Viewer]:
    """The tournament and the viewer's options; raises IllegalAction if it does not exist."""
    player = user.pk if user is not None and user.is_authenticated else 0
    view, own, _version = api.view_of(tournament_id=tournament_id, player=player)
    if not player:
        return view, Viewer()
    asks = api.orders_of(tournament_id, user_id=player, limit=3)
    last = asks[0].order if asks else 0
    return view, Viewer(
        player,
        own,
        order_statuses(asks),
        ticket=bool(own and own.can_enter and api.tickets_for(player, tournament_id)),
        key=f"{view.version}.{last}",
    )


def lobby_fragments(tournament_id: int, user: Any, language: str) -> dict[str, SafeString]:
    """Every fragment of the lobby by id."""
    with override(language):
        view, viewer = view_for(tournament_id, user)
        html = fragments.all_fragments(view, viewer, language, locked=api.is_locked(tournament_id))
        return html | fragments.cached(view, "news", language, lambda: _news(tournament_id, view))


def _news(tournament_id: int, view: TournamentView) -> dict[str, SafeString]:
    return {"t-news": fragments.render("news", {"lines": log.news(tournament_id, view)})}


def waiting_orders(tournament_id: int) -> tuple[OrderStatus, ...]:
    """The director's latest orders: the pending ones, and the newest if it was refused."""
    return order_statuses(api.orders_of(tournament_id, limit=5))


def order_statuses(asks: list[api.OrderRow]) -> tuple[OrderStatus, ...]:
    """The pending orders, and the newest if it was refused."""
    waits = [
        OrderStatus(_("On its way to the director…"), "waits")
        for submit in asks
        if not submit.applied and not submit.refused
    ]
    refused = [OrderStatus(refusal_text(submit.refused), "wrong") for submit in asks[:1] if submit.refused]
    return (*refused, *waits)


def announce(user: Any, setup: Setup, data: dict[str, Any]) -> int:
    """Announce a tournament, or schedule it; the tournament's id, 0 for a schedule."""
    every, password, bots = data["schedule"], data["password"], data["bots"] or 0
    if not every:
        return api.announce(setup=setup, password=password, by=user, bots=bots)
    api.schedule(
        setup=setup, every=every, next_at=setup.starts_at, ahead=ANNOUNCED_AHEAD, password=password, by=user, bots=bots
    )
    return 0
