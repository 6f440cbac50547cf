"""The tournament pages with made-up contexts: template and context by name."""

import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

from games.text.games import FAMILIES
from tests.tournaments.web.support.scenes import KNOCK_OUT, SCENES, SIT_AND_GO, SUNDAY
from tournaments.engine.state import commands as cm
from tournaments.engine.state.tournament_state import LevelClock
from tournaments.engine.views.build import own_view, public_view
from tournaments.engine.views.types import OwnTournamentView, TournamentView
from tournaments.lifecycle.freeze import FreezeReason
from tournaments.simulation.run import SimulatedTournament
from tournaments.web.announce.forms import AnnouncementForm
from tournaments.web.announce.structure_form import TEMPLATE_NAMES, StructureForm
from tournaments.web.announce.views import FIRST, GROUPS, STRUCTURE_FIELDS
from tournaments.web.director import panel
from tournaments.web.pages import contexts, fragments
from tournaments.web.pages.announcement_lines import facts
from tournaments.web.pages.contexts import Viewer
from tournaments.web.pages.queries import ListedTournament
from tournaments.web.pages.table_bar import bar_context
from tournaments.web.pages.tournament_list import STATES, Filters, _row, ticket_text
from tournaments.web.text import labels
from tournaments.web.text.event_text import lines_of

ME = 5
Page = tuple[str, dict[str, Any]]


def now() -> int:
    """The moment of the picture, ms."""
    return int(time.time() * 1000)


def looked_at(one: SimulatedTournament, player: int = ME) -> tuple[TournamentView, OwnTournamentView]:
    """The views with their clocks moved to the present."""
    table_ids = {number: 100 + number for number in one.t.tables}
    t = one.t.copy()
    ahead = now() - one.now
    t.clock = LevelClock(t.clock.level, t.clock.ends and t.clock.ends + ahead, t.clock.left)
    t.current_break = t.current_break._replace(until=t.current_break.until and t.current_break.until + ahead)
    t.setup = t.setup._replace(starts_at=t.setup.starts_at and t.setup.starts_at + ahead)
    view = public_view(t, tournament_id=7, version=now(), table_ids=table_ids)
    return view, own_view(t, player, table_ids=table_ids)


def lobby(name: str, player: int = ME) -> Page:
    """The lobby of a scene."""
    one = SCENES[name]()
    view, own = looked_at(one, player)
    names = {row.player: row.name for row in view.standings}
    lines = [
        {"at": datetime.fromtimestamp(now() / 1000, UTC), **line._asdict()}
        for line in reversed(lines_of(one.rule_checker.events if hasattr(one.rule_checker, "events") else [], names))
    ]
    viewer = Viewer(player, own, key="k")
    html = fragments.all_fragments(view, viewer, "en") | {"t-news": fragments.render("news", {"lines": lines[:30]})}
    return "tournaments/lobby.html", {
        "tournament": 7,
        "name": view.setup.name,
        "fragments": {key.removeprefix("t-"): fragment for key, fragment in html.items()}
        | {"now": fragments.time_fragment(1)},
        "facts": facts(view.setup),
        "socket": "/ws/tournament/7/",
        "can_direct": True,
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
        "rows": [_row(one, now()) for one in listed],
        "summary": "6 tournaments",
        "filters": Filters(),
        "states": STATES.items(),
        "kinds": labels.KINDS.items(),
        "families": FAMILIES,
        "tickets": ticket_text([(110_00, 2)]),
        "can_view_directing": True,
        "can_direct": True,
        "now": now(),
    }


def schedules() -> Page:
    """The schedules."""
    sunday = datetime(2026, 11, 22, 19, tzinfo=UTC)
    some = {"game": "No-limit hold'em", "price": "20 + 2", "by": "Dana", "is_on": True}
    rows = [
        {
            **some,
            "id": 1,
            "name": "Sunday Evening",
            "every": "every week",
            "next_at": sunday,
        },
        {**some, "id": 2, "name": "Turbo Six", "every": "as soon as the last one has started", "next_at": None},
        {**some, "id": 3, "name": "Early Bird", "every": "every day", "next_at": None, "is_on": False},
    ]
    return "tournaments/schedules.html", {"rows": rows, "acts": True}


def directing(name: str) -> Page:
    """The director's page."""
    one = SCENES[name]()
    entrant = next((one for one in one.t.players.values() if one.table), None)
    if entrant and len(one.t.tables) > 1:
        other = next(number for number in one.t.tables if number != entrant.table)
        try:
            one.do(cm.Penalise(entrant.player, 3, 0, "Talking about a hand"))
            one.do(cm.MovePlayer(entrant.player, other, -1, "family"))
        except Exception as refusal:
            print(refusal)
    view, _ = looked_at(one)
    html = {
        **fragments.public_fragments(view, "en"),
        "t-deal": fragments.render("deal", contexts.deal(view, 0)),
        "t-tables": fragments.render("tables", contexts.tables(view, 0)),
        "t-people": fragments.render("people", panel.people(view)),
        "t-waiting": fragments.render("waiting", panel.waiting(view)),
        "t-audit": fragments.render("audit", {"rows": []}),
        "t-now": fragments.time_fragment(1),
    }
    return "tournaments/direct.html", {
        "tournament": 7,
        "view": view,
        "fragments": {key.removeprefix("t-").replace("-", "_"): fragment for key, fragment in html.items()},
        "players": [row for row in view.standings if not row.out],
        "tables": view.tables,
        "acts": True,
        "socket": "/ws/",
        "now": now(),
    }


def frozen() -> Page:
    """The director's page of a frozen tournament with a frozen table (X2)."""
    template, context = directing("middle")
    view = context["view"]
    tables = (view.tables[0]._replace(frozen=True), *view.tables[1:])
    view = view._replace(frozen=True, tables=tables)
    stop = panel.freeze_text(FreezeReason("order", 2, "deal_hand", "cannot_deal"))
    context["fragments"]["banner"] = fragments.render("banner", contexts.banner(view))
    context["fragments"]["waiting"] = fragments.render("waiting", panel.waiting(view) | {"frozen": stop})
    return template, context | {"view": view}


def players() -> Page:
    """All players, with a search."""
    view, _ = looked_at(SCENES["middle"]())
    seen = contexts.found(view, ME, "a")
    return "tournaments/players.html", {
        "tournament": 7,
        "name": view.setup.name,
        "wanted": "a",
        "count": seen["count"],
        "first": 1,
        "last": len(seen["rows"]),
        "before": None,
        "after": 200,
        "standings": fragments.render("standings", seen),
    }


def announce() -> Page:
    """The form of a new announcement."""
    form, plan = AnnouncementForm(now=FIRST), StructureForm(now=FIRST.structure)
    computed = plan.computed(FIRST.structure)
    return "tournaments/announce.html", {
        "form": form,
        "plan": plan,
        "groups": {name: [form[field] for field in fields if field in form.fields] for name, fields in GROUPS},
        "plan_fields": [plan[field] for field in STRUCTURE_FIELDS],
        "computed": computed,
        "lines": computed["levels"],
        "templates": TEMPLATE_NAMES.items(),
    }


PAGES: dict[str, Callable[[], Page]] = {
    "schedule": schedule,
    **{name: (lambda name=name: lobby(name)) for name in SCENES},
    "stranger": lambda: lobby("middle", 99),
    "directing": lambda: directing("middle"),
    "directing-open": lambda: directing("registering"),
    "directing-frozen": frozen,
    "players": players,
    "schedules": schedules,
    "announce": announce,
}


def _bar(name: str, player: int, here: int, moved: str = "") -> dict[str, Any]:
    view, own = looked_at(SCENES[name](), player)
    return bar_context(view, Viewer(player, own, key="k"), here or own.table_id, moved)


BARS: dict[str, Callable[[], dict[str, Any]]] = {
    "bar-playing": lambda: _bar("early", ME, 0),
    "bar-moved": lambda: _bar("early", ME, 199, "The tables were out of balance, and you were due for the big blind."),
    "bar-out": lambda: _bar("middle", ME, 101),
    "bar-bubble": lambda: _bar("bubble", 99, 101),
}
