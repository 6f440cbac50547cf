"""F4: a director gives every command with the keyboard alone, from the announcement to the deal."""

from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import NamedTuple

from pytest_django.live_server_helper import LiveServer

from backoffice.models import StaffAct
from pokerroom.models import User
from tests.games.support.tables import person
from tests.pokerroom.by_keyboard.director_keys import DirectorKeys, Step
from tests.pokerroom.by_keyboard.keys import SHOW, keyboard
from tests.pokerroom.by_keyboard.staff_room import with_every_role
from tests.tournaments.web.support.page_tournament import PageTournament, soon
from tournaments import api
from tournaments.engine.setup.setup import LateRegistration
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev
from tournaments.engine.state.reasons import DealKind
from tournaments.engine.state.tournament_state import NO_BREAK, Stage
from tournaments.lifecycle.freeze import FreezeKind, FreezeReason, freeze
from tournaments.models import Schedule, Tournament
from tournaments.web.director.commands import COMMANDS

NAMES = ("Adam", "Beata", "Cyril", "Dana", "Emil")
"""Players whom a list finds by the key of their first letter."""
RENAMED = {"name": "Night"}
TAKEN_BACK = "Taken back"
"""The reason that a line of what waits sends itself."""


class Entered(NamedTuple):
    """A tournament that can start, and the id of each player by name."""

    tournament: PageTournament
    ids: dict[str, int]


def entered(name: str, *names: str, seats: int = 6, late: LateRegistration | None = None) -> Entered:
    """A tournament of four levels in which these people play, who are made if need be."""
    setup = soon(name=name, seats=seats, min_players=3, late=late)
    structure = setup.structure._replace(levels=setup.structure.levels[:4], races=(), breaks=())
    tournament, ids = PageTournament(setup._replace(structure=structure)), {}
    for one in names:
        user = User.objects.filter(display_name=one).first() or person(one)
        api.enter(user=user, tournament_id=tournament.id, key="in")
        ids[one] = user.pk
    return Entered(tournament.catch_up(), ids)


def has(t: PageTournament, event: type, **fields: object) -> bool:
    """Whether something like that has happened."""
    events = [one for one in t.events() if isinstance(one, event)]
    return any(all(getattr(one, name) == value for name, value in fields.items()) for one in events)


def with_hands(ids: dict[str, int]) -> list[Step]:
    """From the start to the acts that wait for the end of a hand, and to those on players between hands."""
    adam, beata = ids["Adam"], ids["Beata"]
    seats = "\n".join(f"{player} {1 + number // 3} {1 + number % 3}" for number, player in enumerate(ids.values()))
    to_2 = {"player": "A", "to": "2"}
    return [
        Step(
            "start",
            lambda t: [t.state.players[one].table for one in ids.values()] == [1, 1, 1, 2, 2],
            {"seats": seats},
            "main details button[name=do][value=start]",
        ),
        Step("hand_on", lambda t: t.state.hand_for_hand),
        Step("hand_off", lambda t: not t.state.hand_for_hand),
        Step("move", lambda t: [one.player for one in t.state.waiting] == [adam], to_2),
        Step("undo_player", lambda t: not t.state.waiting, {}, "button[form=d-undo-player]", TAKEN_BACK),
        Step("break_table", lambda t: t.state.breaking == {2}, {"table": "2"}),
        Step("undo_table", lambda t: not t.state.breaking, {}, "button[form=d-undo-table]", TAKEN_BACK),
        Step("void", lambda t: has(t, ev.VoidRequested, table=1), {"table": "1"}),
        Step("break", lambda t: t.state.current_break.length == 420_000, {"minutes": "7"}),
        Step("break_over", lambda t: t.state.current_break == NO_BREAK, {}, "button[form=d-undo-rest]"),
        Step("pause", lambda t: t.state.paused),
        Step("move", lambda t: t.state.players[adam].table == 2, to_2, plays=True),
        Step("penalise", lambda t: t.state.players[beata].penalty_hands == 2, {"player": "B", "hands": "2"}),
        Step("lift", lambda t: t.state.players[beata].penalty_hands == 0, {}, "button[form=d-undo-lift]"),
        Step("disqualify", lambda t: t.state.players[ids["Emil"]].disqualified, {"player": "E"}),
        Step("resume", lambda t: not t.state.paused),
    ]


def entries_close() -> list[Step]:
    """Messages, and the end of entries, which comes with the next level."""
    return [
        Step("warn", lambda t: [one.warnings for one in t.state.players.values()].count(1) == 1, {"player": "A"}),
        Step("tell", lambda t: has(t, ev.TablesTold, table=0)),
        Step(
            "tell",
            lambda t: [type(one) for one in t.events()].count(ev.TablesTold) == 2,
            {},
            "button[form=d-undo-told]",
        ),
        Step("next", lambda t: t.state.level == 2 and t.state.entries_closed),
        Step("end", lambda t: bool(t.state.ending)),
        Step("keep_on", lambda t: not t.state.ending, {}, "button[form=d-undo-end]", TAKEN_BACK),
        Step("previous", lambda t: t.state.level == 1),
    ]


def own_figures(t: PageTournament) -> Step:
    """All that is left to win for the first of those who are left."""
    first, *others = [one.player for one in t.state.still_in()]
    amount = sum(t.state.prizes.amounts[: 1 + len(others)])
    typed = {f"share_{first}": f"{amount / 100:.2f}", **{f"share_{one}": "0" for one in others}}
    return Step(
        "deal:own",
        lambda t: t.state.deal is not None and dict(t.state.deal.shares)[first] == amount,
        typed,
        SHOW,
    )


def deal_talk() -> list[Step]:
    """The talk about a deal, between hands, which has been opened."""

    def is_proposed(kind: DealKind, t: PageTournament) -> bool:
        return t.state.deal is not None and t.state.deal.kind is kind

    return [
        Step("deal:no", lambda t: t.state.deal is None),
        Step("talk", lambda t: t.state.deal is not None),
        Step("deal:icm", partial(is_proposed, DealKind.ICM), plays=True),
        Step("deal:chips", partial(is_proposed, DealKind.CHIPS)),
    ]


def agree(t: PageTournament) -> None:
    """Everybody who is left agrees to the deal."""
    for player in [one.player for one in t.state.still_in()]:
        t.carry_out(cm.AgreeDeal(player))


def is_cancelled(t: PageTournament) -> bool:
    """Whether it has been cancelled."""
    return t.state.stage is Stage.CANCELLED


def test_F4_a_director_gives_every_command_by_keyboard(live_server: LiveServer) -> None:
    client, _user = with_every_role("Olga")
    evening, matinee = entered("Evening", *NAMES, late=LateRegistration(1)), entered("Matinee", *NAMES)
    t, drawn, empty = evening.tournament, matinee.tournament, entered("Afternoon").tournament
    with keyboard(live_server, client) as keys, ThreadPoolExecutor(1) as apart:
        director = DirectorKeys(keys, apart)
        for step in (*with_hands(evening.ids), *entries_close()):
            director.press(t, step)
        director.apart(lambda: t.carry_out(cm.OpenDealTalk()))
        for step in deal_talk():
            director.press(t, step)
        director.press(t, own_figures(t), page="direct/deal/")
        director.apart(partial(agree, t))
        director.press(t, Step("deal:yes", lambda t: t.state.stage is Stage.ENDED))
        director.press(
            empty, Step("change", lambda t: t.state.setup.name == "Night", RENAMED, "[name=save]"), page="change/"
        )
        director.press(empty, Step("cancel", is_cancelled), page="direct/cancel/")
        director.press(drawn, Step("start", lambda t: len(t.state.tables) == 1))
        director.apart(lambda: freeze(drawn.id, FreezeReason(FreezeKind.STATE)))
        director.press(drawn, Step("thaw", lambda t: not Tournament.objects.get(pk=t.id).frozen))
        director.press(drawn, Step("forward", is_cancelled), page="direct/cancel/?forward")
    assert "\n".join(keys.faults) == ""
    assert {page.rpartition("/direct/")[2] for page in director.links} >= {"cancel/", "rules/", "deal/"}
    assert {*director.pressed} - {"change", "deal:own", "thaw"} == COMMANDS.keys()


def test_T1_a_director_announces_tournaments_and_stops_schedules_by_keyboard(live_server: LiveServer) -> None:
    client, _user = with_every_role("Olga")
    with keyboard(live_server, client) as keys, ThreadPoolExecutor(1) as apart:
        director = DirectorKeys(keys, apart)
        for name, schedule in (("Once", ""), ("Again and again", "a")):
            keys.open("/tournaments/announce/")
            keys.tab_to("[name=save]", partial(keys.fill, typed={"name": name, "schedule": schedule}))
            keys.press_enter()
        assert director.apart(lambda: Tournament.objects.get().name) == "Once"
        for do, is_on in (("off", False), ("on", True)):
            keys.open("/tournaments/schedules/")
            keys.tab_to("main details summary")
            keys.page.keyboard.press("Enter")
            keys.tab_to(f"button[name=do][value={do}]", partial(keys.fill, typed={"why": f"By keys: {do}"}))
            keys.press_enter()
            schedule_now, act = director.apart(lambda: (Schedule.objects.get(), StaffAct.objects.first()))
            assert (schedule_now.is_on, act and act.reason) == (is_on, f"By keys: {do}")
    assert "\n".join(keys.faults) == ""
