"""Sample pages of tournaments: the template and the context of each, by name."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import TypeAlias

from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from games.engine.errors import IllegalAction
from games.text.games import FAMILIES
from tests.tournaments.web.support.current_views import ME, current_views, now
from tests.tournaments.web.support.scenes import KNOCK_OUT, SCENES, SIT_AND_GO, SUNDAY
from tournaments.engine.state import commands as cm
from tournaments.lifecycle.freeze import FreezeKind, FreezeReason
from tournaments.web.announce.forms import AnnouncementForm
from tournaments.web.announce.structure_form import TEMPLATE_NAMES, StructureForm
from tournaments.web.announce.views import FIRST, GROUPS, STRUCTURE_FIELDS
from tournaments.web.director import panel
from tournaments.web.pages import contexts, fragments, lists, screen
from tournaments.web.pages.announcement_lines import facts
from tournaments.web.pages.contexts import Viewer
from tournaments.web.pages.drawing import draw
from tournaments.web.pages.queries import ListedTournament
from tournaments.web.pages.table_bar import bar_context
from tournaments.web.pages.tournament_list import STATES, Filters, listed_fragment, row_html, ticket_texts
from tournaments.web.text import labels
from tournaments.web.text.house_rules import rule_rows

Page: TypeAlias = tuple[str, dict[str, object]]


def lobby(name: str, player: int = ME) -> Page:
    """The lobby of a scene."""
    view, own = current_views(SCENES[name](), player)
    viewer = Viewer(player, own, key="k")
    html = fragments.all_fragments(view, viewer, "en") | {"t-news": fragments.render("news", {"lines": []})}
    return "tournaments/lobby.html", {
        "tournament": 7,
        "name": view.setup.name,
        "fragments": {key.removeprefix("t-"): fragment for key, fragment in html.items()}
        | {"server_time": fragments.time_fragment(1)},
        "facts": facts(view.setup),
        "rule_rows": rule_rows(view.setup),
        "socket": "/ws/tournament/7/",
        "can_view_directing": True,
        "now": now(),
    }


def schedule() -> Page:
    """The tournament list."""
    minute = 60_000
    listed = [
        ListedTournament(
            1, SUNDAY._replace(starts_at=now() + 47 * minute), "open", 23, 0, 2_500_00, False, False, True
        ),
        ListedTournament(
            2, KNOCK_OUT._replace(starts_at=now() + 30 * 60 * minute), "open", 4, 0, 320_00, False, False, False
        ),
        ListedTournament(3, SIT_AND_GO, "open", 4, 0, 80_00, False, False, False),
        ListedTournament(
            4,
            SIT_AND_GO._replace(name="Heads-up Hyper", seats=2, max_players=2),
            "open",
            1,
            0,
            20_00,
            False,
            True,
            False,
        ),
        ListedTournament(
            5,
            SUNDAY._replace(name="Early Bird", starts_at=now() - 40 * minute),
            "running",
            61,
            48,
            6_100_00,
            True,
            False,
            False,
        ),
        ListedTournament(
            6,
            SUNDAY._replace(name="Main Event Satellite with a Long Name", starts_at=now() - 99 * minute),
            "running",
            112,
            18,
            11_200_00,
            False,
            False,
            True,
        ),
    ]
    return "tournaments/list.html", {
        "rows": SafeString("".join(row_html(one, str(get_language()), now()) for one in listed)),
        "listed": listed_fragment(listed),
        "seen": "",
        "summary": "6 tournaments",
        "filters": Filters(),
        "states": STATES.items(),
        "kinds": labels.KINDS.items(),
        "families": FAMILIES,
        "tickets": ticket_texts([(110_00, "PLAY", 2)]),
        "can_view_directing": True,
        "can_direct": True,
        "now": now(),
    }


def schedules() -> Page:
    """The schedules."""
    sunday = datetime(2026, 11, 22, 19, tzinfo=UTC)
    common: dict[str, object] = {"game": "No-limit hold'em", "price": "20 + 2", "by": "Dana", "is_on": True}
    rows = [
        {
            **common,
            "id": 1,
            "name": "Sunday Evening",
            "every": "every week",
            "next_at": sunday,
        },
        {**common, "id": 2, "name": "Turbo Six", "every": "as soon as the last one has started", "next_at": None},
        {**common, "id": 3, "name": "Early Bird", "every": "every day", "next_at": None, "is_on": False},
    ]
    return "tournaments/schedules.html", {"rows": rows, "can_act": True}


def directing(name: str, *, frozen: bool = False) -> Page:
    """The director's page of a scene; `frozen` with a frozen tournament and table (X2)."""
    simulated = SCENES[name]()
    entrant = next((entrant for entrant in simulated.t.players.values() if entrant.table), None)
    if entrant and len(simulated.t.tables) > 1:
        other = next(number for number in simulated.t.tables if number != entrant.table)
        try:
            simulated.do(cm.Penalise(entrant.player, 3, 0, "Talking about a hand"))
            simulated.do(cm.MovePlayer(entrant.player, other, -1, "family"))
        except IllegalAction as refusal:
            print(refusal)
    view, _ = current_views(simulated)
    freeze_text = ""
    if frozen:
        freeze_text = panel.freeze_text(FreezeReason(FreezeKind.ORDER, 2, "deal_hand", "cannot_deal"))
        tables = (view.tables[0]._replace(frozen=True), *view.tables[1:])
        view = view._replace(frozen=True, tables=tables)
    html = {
        **fragments.public_fragments(view, "en"),
        "t-deal": draw("deal", contexts.deal(view, 0), "en"),
        "t-tables": lists.tables(view, 0, "en"),
        "t-people": draw("people", panel.people(view), "en"),
        "t-waiting": fragments.render("waiting", panel.waiting(view) | {"freeze_text": freeze_text}),
        **panel.controls(view, "en"),
        "t-reports": fragments.render("reports", {"reports": [], "newest": 0}),
        "t-audit": fragments.render("audit", {"rows": []}),
        "t-server-time": fragments.time_fragment(1),
    }
    return "tournaments/direct.html", {
        "tournament": 7,
        "view": view,
        "fragments": {key.removeprefix("t-").replace("-", "_"): fragment for key, fragment in html.items()},
        "calls": render_to_string("games/floor/calls.html", {"calls": [], "newest_call": 0}),
        "players": [row for row in view.standings if not row.out],
        "can_act": True,
        "socket": "/ws/",
        "now": now(),
    }


def players() -> Page:
    """The list of players after a search."""
    view, _ = current_views(SCENES["middle"]())
    matches = contexts.players_named(view, "a")
    return "tournaments/players.html", {
        "tournament": 7,
        "name": view.setup.name,
        "wanted": "a",
        "count": len(matches),
        "first": 1,
        "last": len(matches),
        "before": None,
        "after": 200,
        "standings": lists.chosen_standings(view, ME, matches, "en"),
    }


def announce() -> Page:
    """The form of a new announcement."""
    form, plan = AnnouncementForm(now=FIRST), StructureForm(now=FIRST.structure)
    computed = plan.compute(FIRST.structure)
    return "tournaments/announce.html", {
        "form": form,
        "plan": plan,
        "groups": {name: [form[field] for field in fields if field in form.fields] for name, fields in GROUPS},
        "plan_fields": [plan[field] for field in STRUCTURE_FIELDS],
        "computed": computed,
        "lines": computed.levels,
        "templates": TEMPLATE_NAMES.items(),
    }


def big_screen(name: str) -> Page:
    """The big screen of a scene."""
    view, _ = current_views(SCENES[name]())
    return "tournaments/screen.html", {
        "name": view.setup.name,
        "screen": fragments.render("screen", screen.context_of(view)),
        "server_time": fragments.time_fragment(1),
        "with_leader": True,
        "socket": "/ws/tournament/7/screen/",
        "now": now(),
    }


PAGES: dict[str, Callable[[], Page]] = {
    "schedule": schedule,
    **{name: (lambda name=name: lobby(name)) for name in SCENES},
    "visitor": lambda: lobby("middle", 99),
    "directing": lambda: directing("middle"),
    "directing-open": lambda: directing("registering"),
    "directing-frozen": lambda: directing("middle", frozen=True),
    "screen": lambda: big_screen("middle"),
    "screen-bubble": lambda: big_screen("bubble"),
    "screen-over": lambda: big_screen("over"),
    "players": players,
    "schedules": schedules,
    "announce": announce,
}


def _bar(name: str, player: int, table_id: int, move_reason: str = "") -> dict[str, object]:
    view, own = current_views(SCENES[name](), player)
    return bar_context(view, Viewer(player, own, key="k"), table_id or own.table_id, move_reason)


BARS: dict[str, Callable[[], dict[str, object]]] = {
    "bar-playing": lambda: _bar("early", ME, 0),
    "bar-moved": lambda: _bar("early", ME, 199, "The tables were out of balance, and you were due for the big blind."),
    "bar-out": lambda: _bar("middle", ME, 101),
    "bar-bubble": lambda: _bar("bubble", 99, 101),
}
