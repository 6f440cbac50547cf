"""Fragments of a tournament's page: each has one id, one template and one context, for the page and the socket."""

import time

from django.template.loader import get_template
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import override

from games.web.api import squeeze_html
from tournaments.engine.views.types import TournamentView
from tournaments.web.pages import contexts, lists
from tournaments.web.pages.contexts import Viewer
from tournaments.web.pages.drawing import draw
from tournaments.web.pages.fragments_cache import cached


def all_fragments(
    view: TournamentView, viewer: Viewer, language: str, *, locked: bool = False
) -> dict[str, SafeString]:
    """Every fragment of the lobby by id: the public ones, those that mark the viewer, and the viewer's own."""
    player = viewer.player
    own = viewer.own.standing if viewer.own else None
    place = (own.place or own.now) if own else 0
    with override(language):
        return {
            **public_fragments(view, language, locked=locked),
            "t-standings": lists.standings(view, player, language),
            "t-prizes": draw("prizes", contexts.prizes(view, place), language),
            "t-tables": lists.tables(view, player, language, own_table=own.table if own and not own.out else 0),
            "t-deal": draw("deal", contexts.deal(view, player), language),
            "t-own": draw("own", contexts.own_panel(view, viewer, locked=locked), language),
        }


def public_fragments(view: TournamentView, language: str, *, locked: bool = False) -> dict[str, SafeString]:
    """The fragments that are the same for everybody, cached by version and language."""

    def build() -> dict[str, SafeString]:
        return {
            "t-head": render("head", contexts.head(view, locked=locked)),
            "t-clock": render("clock", contexts.clock(view)),
            "t-banner": render("banner", contexts.banner(view)),
            "t-structure": render("structure", contexts.structure(view)),
        }

    return cached(view, "locked" if locked else "open", language, build)


def time_fragment(version: int) -> SafeString:
    """The server's time in ms, by which the browser sets its clocks."""
    now = int(time.time() * 1000)
    return format_html('<i id="t-server-time" data-now="{}" data-version="{}" hidden></i>', now, version)


def render(fragment: str, context: dict[str, object]) -> SafeString:
    """The fragment's HTML without whitespace between its tags."""
    html = get_template(f"tournaments/fragments/{fragment}.html").render(context)
    return squeeze_html(html)
