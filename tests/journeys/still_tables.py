"""The table's page with an example scene, served to a browser without a server or a database.

The templates, style sheets and scripts are the room's own, under its content security policy.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from unittest import mock

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AnonymousUser
from django.contrib.staticfiles import finders
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.test import RequestFactory
from playwright.sync_api import Page, Route, WebSocketRoute

from cashier import currencies
from cashier.api import ShownWallet
from games.engine.rules.rules import Rules
from games.engine.rules.stakes import Stakes, Structure
from games.engine.rules.variants import CATALOGUE
from games.lobby.queries import SeatName
from games.messaging.notices import PlayerNotice
from games.models import Table
from games.moderation import FloorCallState, PlayerNote, ViewerModeration
from games.seating.return_rule import RequiredReturn
from games.web.forms import ChipsForm
from games.web.html.compiled_page import compiled_page
from games.web.lobby import own_parts
from games.web.lobby.notices import notice_text
from games.web.settings.preferences import preferences_context
from games.web.table import fragments
from games.web.table.player_notes import note_fragments, players_of
from games.web.table.players import PlayerNoteForm
from games.web.table.seat_forms import RefillChoice, RefillForm
from games.web.table.wording import ViewerPreferences
from games.web.text.rules import game_short, rules_sections
from tests.games.engine.support.rakes import online_rake
from tests.games.support.amounts import MONEY
from tests.games.web.scenes.floor import FLOOR_SCENES
from tests.games.web.scenes.games import GAME_SCENES
from tests.games.web.scenes.seats import SEAT_SCENES
from tests.games.web.scenes.tables import BB, Scene, now
from tests.games.web.scenes.tables import SCENES as CASH_SCENES
from tests.games.web.scenes.tournaments import TOURNAMENT_SCENES

HOST = "http://room.test"
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; "
    "connect-src 'self' ws://room.test; form-action 'self'; base-uri 'none'"
)
SCENES = CASH_SCENES | GAME_SCENES | FLOOR_SCENES | SEAT_SCENES | TOURNAMENT_SCENES
NOTICE = PlayerNotice(1, "refill_short", {"table": "Prague"})
OWN_NOTES = ViewerModeration(
    {
        1: PlayerNote("Bluffs the river when checked to twice.", "orange"),
        4: PlayerNote("", "red"),
        7: PlayerNote("", "violet"),
        9: PlayerNote("Plays every ace."),
    },
    (
        FloorCallState(1, "Seat 3 has been stalling for an hour", "", False),
        FloorCallState(2, "", "Warned; tell me if it goes on.", True),
    ),
)
RULES = Rules(CATALOGUE["holdem"], Stakes(Structure.NO_LIMIT, BB // 2, BB), rake=online_rake(BB))


def render_page(scene: Scene, tile: bool) -> str:
    """Renders the table's page as the view does."""
    seats = scene.view.seats
    user = get_user_model()(pk=5, username="petr", display_name="Petr") if scene.own else AnonymousUser()
    request = RequestFactory().get("/table/1/")
    request.user = user
    taken = [SeatName(seat.seat, seat.player, seat.name, seat.bot) for seat in seats if seat.player]
    context = {
        "table": Table(
            pk=1, name="Prague", currency="PLAY", seats=len(seats), tournament=scene.view.tournament or None
        ),
        "name": "Prague 10/20",
        "about": "Table Prague",
        "game": game_short(RULES, MONEY),
        "game_code": "holdem",
        "seats": len(seats),
        "fragments": fragments.placeholder_fragments(
            len(seats), taken, "en", ViewerPreferences(bool(scene.own)), scene.view.tournament
        ),
        "rules": rules_sections(RULES, min_buy_in=40 * BB, max_buy_in=250 * BB, currency="PLAY"),
        "chat": [
            {"id": 1, "name": "Lucia V.", "text": "Hezky večer všem!"},
            {"id": 2, "name": "Host 17", "text": "Kdo vede?", "watching": True},
        ],
        **preferences_context(AnonymousUser()),
        "socket": "/ws/table/1/",
        "now": now(),
        "tile": tile,
        "big_blind": BB,
        "user": user,
        "wallet": ShownWallet(1842000, "PLAY") if scene.own else None,
        "notices": [notice_text(NOTICE)] if scene.own and scene.own.sitting_out else [],
    }
    with without_rows():
        return compiled_page(request, "games/table.html", context).content.decode()


@contextmanager
def without_rows() -> Iterator[None]:
    """Pages show an empty strip of the viewer's tables and no session: there is no database to read them from."""
    currencies.keep_standard()
    strip = '<section id="my-tables" class="my-tables is-empty" data-now="0"></section>'
    session = '<section id="session" class="session is-empty"></section>'
    with (
        mock.patch.object(own_parts, "my_strip_fragment", return_value=strip),
        mock.patch.object(own_parts, "session_fragment", return_value=session),
    ):
        yield


def render_buy_in(scene: Scene) -> str:
    """Renders the dialog for sitting down: the buy-in, or the sign-in for visitors."""
    prague = Table(pk=1, name="Prague", currency="PLAY", min_buy_in=40 * BB, max_buy_in=250 * BB)
    presets = [("Min", 40 * BB), ("100 BB", 100 * BB), ("Max", 250 * BB)]
    form = ChipsForm(currency="PLAY")
    form.suggest(100 * BB)
    context = {
        "table": prague, "form": form,
        "least": 40 * BB, "most": 250 * BB, "step": BB,
        "presets": presets, "wallet": 1842000, "path": "/", "title": "Sit down", "submit_label": "Sit down", "seat": 3,
    }  # fmt: skip
    request = _visitor_request("/table/1/sit/3/")
    return compiled_page(request, "games/dialogs/chips.html", context).content.decode()


def render_return(scene: Scene) -> str:
    """Renders the dialog for a player who returns soon after leaving (K7)."""
    back = RequiredReturn(7340_00, datetime.now(UTC) + timedelta(minutes=83), "Prague")
    form = ChipsForm(currency="PLAY")
    form.suggest(back.amount)
    context = {
        "table": _table("Prague"), "form": form, "wallet": 1842000, "path": "/", "title": "Sit down",
        "required_return": back, "takes_blinds_over": True, "submit_label": "Sit down",
    }  # fmt: skip
    return compiled_page(_visitor_request("/"), "games/dialogs/chips.html", context).content.decode()


def render_refill(scene: Scene) -> str:
    """Renders the dialog for automatic top-ups."""
    form = RefillForm(None, table=_table("Prague"), buy_in=100 * BB, current=RefillChoice(250 * BB, 125 * BB, True))
    return _render_dialog("refill", form=form, path="/")


def render_move(scene: Scene) -> str:
    """Renders the dialog with the tables to move to."""
    return _render_dialog("move", tables=[(_table("Brno"), 7), (_table("Karlovy Vary"), 3)])


def _table(name: str) -> Table:
    return Table(pk=2, name=name, min_buy_in=40 * BB, max_buy_in=250 * BB, rules_data=RULES.to_data())


def _render_dialog(name: str, **context: object) -> str:
    request = _visitor_request("/")
    return render_to_string(f"games/dialogs/{name}.html", {"table": _table("Prague"), **context}, request=request)


def _visitor_request(path: str) -> HttpRequest:
    request = RequestFactory().get(path)
    request.user = AnonymousUser()
    return request


DIALOG_OF_PATH = {
    "/sit/1/": render_return,
    "/sit/": render_buy_in,
    "/top-up/": render_buy_in,
    "/refill/": render_refill,
    "/move/": render_move,
}


def render_player_dialog() -> str:
    """Renders the dialog that opens when a player's plate is pressed."""
    request = RequestFactory().get("/table/1/player/0/")
    request.user = get_user_model()(pk=5, username="petr", display_name="Petr")
    note = OWN_NOTES.notes[1]
    context = {
        "person": request.user, "name": "Markéta", "form": PlayerNoteForm(initial=note._asdict(), label_suffix=""),
        "user": request.user,
    }  # fmt: skip
    return render_to_string("games/dialogs/player.html", context, request=request)


def first_frame(scene: Scene, *, notes: bool = True, language: str = "en") -> str:
    """Returns the first frame the socket sends."""
    view = scene.view
    parts = {
        **fragments.public_fragments(view, language),
        **fragments.own_fragments(scene.own, view, language, ViewerPreferences(bool(scene.own))),
    }
    if scene.own and notes:
        parts |= note_fragments(OWN_NOTES, players_of(view), language)
    return "".join(parts.values()) + fragments.log_fragment(view, language) + fragments.time_fragment(now())


def serve(page: Page, scene: Scene, more: str = "", *, notes: bool = True, language: str = "en") -> None:
    """Answers the page's requests; its socket sends the scene, in the language, and `more`."""

    def answer(route: Route) -> None:
        path = route.request.url.removeprefix(HOST).partition("?")[0]
        found = finders.find(path.removeprefix("/static/")) if path.startswith("/static/") else None
        if found:
            route.fulfill(path=str(found))
        elif "/player/" in path:
            route.fulfill(body=render_player_dialog(), content_type="text/html; charset=utf-8")
        elif dialog := next((make for part, make in DIALOG_OF_PATH.items() if part in path), None):
            route.fulfill(body=dialog(scene), content_type="text/html; charset=utf-8")
        elif path == "/table/1/":
            policy = {"Content-Security-Policy": POLICY}
            route.fulfill(
                body=render_page(scene, "?tile" in route.request.url),
                content_type="text/html; charset=utf-8",
                headers=policy,
            )
        else:
            route.fulfill(status=404, body="")

    def send_scene(socket: WebSocketRoute) -> None:
        socket.send(first_frame(scene, notes=notes, language=language) + more)

    page.route("**/*", answer)
    page.route_web_socket("**/ws/**", send_scene)
