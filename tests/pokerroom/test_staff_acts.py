"""F3: every act of staff, done through its own entry point, leaves exactly one row in the log; a refused one none."""

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Any, NamedTuple
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from backoffice import api as office
from backoffice.models import RoomSetting, StaffAct
from games import moderation
from games.engine.errors import IllegalAction
from games.models import Table
from games.models.access import Admission, LobbyNews, SeparatedPlayers, WaitingEntry
from games.models.conduct import ChatBan, FloorCall, Report
from games.models.floor_decisions import FloorDecision
from games.operations import floor, merge_tables
from games.operations.floor import mutes, reports, seats
from games.operations.spread_table import spread_table
from pokerroom.models import Ban, User
from tests.games.support.restrictions import bar, keep_apart
from tests.games.support.tables import SteppedHost, open_table, person, seat
from tests.games.web.operators.pages import send
from tests.tournaments.support.tournaments import announcement
from tournaments import api as tournaments
from tournaments.engine.state import commands as cm
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db
WHY = "a reason of its own"


@dataclass
class World:
    """A room: Xavier of the staff, two players at a table, another table, a tournament that Yvette entered."""

    client: Client
    staff: User
    xenia: User
    yvette: User
    host: SteppedHost
    other: int
    tournament: int

    def post(self, path: str, **form: Any) -> None:
        """Sends a form of the admin; raises IllegalAction if it is shown again."""
        if self.client.post(f"/admin/{path}", form).status_code != 302:
            raise IllegalAction("form")

    def confirm(self, page: str, **form: Any) -> None:
        """Confirms an act of the back office; raises IllegalAction if its form is shown again."""
        typed = {**form, "once": str(uuid4()), "confirmed": "1"}
        if self.client.post(page, typed).status_code != 302:
            raise IllegalAction("form")

    def send(self, page: str, **changed: str) -> None:
        """Sends a form of the operators' pages with fields changed; raises IllegalAction if it is shown again."""
        if send(self.client, f"/office/tables/{page}", **changed).status_code != 302:
            raise IllegalAction("form")

    def direct(self, command: cm.Command, why: str) -> None:
        tournaments.direct(user=self.staff, tournament_id=self.tournament, command=command, why=why)


@pytest.fixture
def world() -> World:
    """The room, with a table where a hand runs."""
    staff = User.objects.create_superuser("xavier", password="x", display_name="Xavier Hruška")
    client = Client()
    client.force_login(staff)
    xenia, yvette = person("Xenia Velká"), person("Yvette Malá")
    host = SteppedHost(open_table().pk)
    seat(host, xenia, yvette)
    host.until("turn")
    tournament = tournaments.announce(setup=announcement())
    return World(client, staff, xenia, yvette, host, open_table("Brno").pk, tournament)


def call_of(world: World) -> FloorCall:
    moderation.call_floor(player=world.xenia.pk, table_id=world.host.id, reason="Look")
    return FloorCall.objects.latest("pk")


def judge(world: World, why: str) -> None:
    moderation.report(by=world.xenia.pk, about=world.yvette.pk, table_id=world.host.id, description="rude")
    reports.judge_report(report_id=Report.objects.latest("pk").pk, by=world.staff.pk, judgement=why)


def muted(world: World, why: str) -> None:
    until = timezone.now() + timedelta(hours=1)
    mutes.mute(by=world.staff.pk, player=world.yvette.pk, until=until, why=why, key=f"k{why}")


def lift_mute(world: World, why: str) -> None:
    until = timezone.now() + timedelta(hours=1)
    row = ChatBan.objects.create(player=world.yvette, by=world.staff, until=until, reason="loud")
    mutes.lift_mute(by=world.staff.pk, ban_id=row.pk, why=why)


def open_one(world: World, why: str) -> None:
    world.send("new/", name="Zlín" if why else "")


def thaw_table(world: World, why: str) -> None:
    Table.objects.filter(pk=world.other).update(frozen=True)
    floor.thaw(by=world.staff.pk, table_id=world.other, why=why)


def limits(world: World, why: str) -> None:
    form = {
        "allowed": "on",
        "games": ["holdem"],
        "currency": "PLAY",
        "min_stakes": "1",
        "max_stakes": "100",
        "min_buy_in_blinds": 20,
        "max_buy_in_blinds": 500,
        "max_per_player": 3,
        "max_in_room": 50,
        "close_after_minutes": 30,
    }
    world.post("games/playertablelimits/add/", **form | ({} if why else {"max_stakes": "0"}))


def news(world: World, why: str, *, pk: int = 0) -> None:
    form = {"in_en": why, "starts_at_0": "2026-01-01", "starts_at_1": "12:00"}
    world.post(f"games/lobbynews/{f'{pk}/change' if pk else 'add'}/", **form)


def change_news(world: World, why: str) -> None:
    row = LobbyNews.objects.create(texts={"en": "Old", "cs": "", "sk": ""})
    news(world, why, pk=row.pk)


def delete_news(world: World, why: str) -> None:
    row = LobbyNews.objects.create(texts={"en": "Old"})
    world.post(f"games/lobbynews/{row.pk}/delete/", **{"post": "yes"} if why else {})


def ban(world: World, why: str, page: str = "ban") -> None:
    world.confirm(f"/office/people/{world.yvette.pk}/{page}/", reason=why)


def lift_ban(world: World, why: str) -> None:
    Ban.objects.create(person=world.yvette, kind="banned", reason="x", by=world.staff)
    User.objects.filter(pk=world.yvette.pk).update(is_active=False)
    ban(world, why, "lift-ban")


def rename(world: World, why: str) -> None:
    form = {"username": "somebody", "display_name": "Zdeněk" if why else "", "is_staff": "on"}
    world.post(f"pokerroom/user/{world.yvette.pk}/change/", **form)


def add_account(world: World, why: str) -> None:
    typed = "a long pass phrase" if why else "short"
    form = {"username": "newcomer", "display_name": "Newcomer", "usable_password": "true"}
    world.post("pokerroom/user/add/", **form, password1=typed, password2=typed)


def set_password(world: World, why: str) -> None:
    typed = "a long pass phrase" if why else "short"
    form = {"usable_password": "true", "password1": typed, "password2": typed, "set-password": ""}
    world.post(f"pokerroom/user/{world.yvette.pk}/password/", **form)


def freeze_and_thaw(world: World, why: str) -> None:
    Tournament.objects.filter(pk=world.tournament).update(frozen=True)
    tournaments.thaw(user=world.staff, tournament_id=world.tournament, why=why)


def schedule(world: World, why: str) -> int:
    return tournaments.schedule(setup=announcement(), every="again" if why else "hour", by=world.staff)


def switch(world: World, why: str) -> None:
    row = tournaments.schedule(setup=announcement(), every="again")
    tournaments.switch_schedule(user=world.staff, schedule_id=row, on=False, why=why)


def change_table(world: World, why: str) -> None:
    world.send(f"{world.other}/", max_buy_in="9000", reason=why)


def restrict(page: str) -> Callable[[World, str], None]:
    """Imposes a restriction on Xenia."""

    def do(world: World, why: str) -> None:
        typed = {"other": world.yvette.username} if page == "apart" else {"table": world.other}
        world.confirm(f"/floor/people/{world.xenia.pk}/{page}/", reason=why, **typed)

    return do


def end(row: Callable[[World], Admission | SeparatedPlayers], page: str) -> Callable[[World, str], None]:
    """Ends a restriction that `row` imposes on Xenia."""

    def do(world: World, why: str) -> None:
        there = Admission.objects.first() or SeparatedPlayers.objects.first() or row(world)
        world.confirm(f"/floor/{page}/{there.pk}/end/", reason=why)

    return do


def change_setup(world: World, why: str) -> None:
    tournaments.change(user=world.staff, tournament_id=world.tournament, setup=announcement(seats=5), why=why)


def about(act: Callable[..., object]) -> Callable[[World, str], object]:
    """An act of the floor about Xenia at her table."""
    return lambda world, why: act(by=world.staff.pk, table_id=world.host.id, player=world.xenia.pk, why=why)


def close_at(world: World, why: str) -> None:
    floor.close_at(by=world.staff.pk, table_id=world.host.id, at=timezone.now() + timedelta(hours=1), why=why)


def keep_open(world: World, why: str) -> None:
    Table.objects.filter(pk=world.host.id).update(is_open=False)
    floor.keep_open(by=world.staff.pk, table_id=world.host.id, why=why)


def move(world: World, why: str) -> None:
    floor.move(by=world.staff.pk, table_id=world.host.id, player=world.xenia.pk, to=world.other, why=why)


def call_waiting(world: World, why: str) -> None:
    entry, _ = WaitingEntry.objects.get_or_create(table_id=world.other, player=world.yvette)
    floor.call_waiting(by=world.staff.pk, table_id=world.other, entry=entry.pk, why=why)


def call_off(kind: str, act: Callable[..., object]) -> Callable[[World, str], object]:
    """Calls off what was decided about a player before, by somebody whose act is not counted here."""

    def do(world: World, why: str) -> None:
        table, player = (world.host.id, world.xenia) if kind == "unseat" else (world.other, world.yvette)
        values = {"table_id": table, "player": player, "kind": kind, "hand": 1, "reason": "earlier", "by": world.staff}
        decision, _ = FloorDecision.objects.get_or_create(**values)
        if kind == "seat":
            until = timezone.now() + timedelta(minutes=1)
            WaitingEntry.objects.update_or_create(
                table_id=table, player=player, defaults={"called_to_id": table, "call_until": until}
            )
        act(by=world.staff.pk, decision=decision, why=why)

    return do


def lift_bar(world: World, why: str) -> None:
    if not Admission.objects.exists():
        bar(world.xenia, world.host.id)
    about(floor.lift_bar)(world, why)


class Expected(NamedTuple):
    """What the log keeps: subject, the person concerned (an attribute of the world), what changed, the reason."""

    subject: str
    about: str = ""
    what: tuple[str, ...] = ()
    reason: str = WHY


class Case(NamedTuple):
    """An act: how it is done with a reason (without one it is refused), and what the log keeps."""

    do: Callable[[World, str], object]
    kept: Expected


TABLE, TOURNAMENT = "table", "tournament"
CASES = {
    "table.void_hand": Case(
        lambda w, why: floor.void_hand(by=w.staff.pk, table_id=w.host.id, hand=1, why=why), Expected("hand")
    ),
    "table.pause": Case(lambda w, why: floor.pause(by=w.staff.pk, table_id=w.host.id, why=why), Expected(TABLE)),
    "table.resume": Case(lambda w, why: floor.resume(by=w.staff.pk, table_id=w.host.id, why=why), Expected(TABLE)),
    "table.close": Case(lambda w, why: floor.close(by=w.staff.pk, table_id=w.host.id, why=why), Expected(TABLE)),
    "table.thaw": Case(thaw_table, Expected(TABLE)),
    "table.announce": Case(lambda w, why: floor.announce(by=w.staff.pk, table_id=w.host.id, text=why), Expected(TABLE)),
    "table.change": Case(change_table, Expected(TABLE, what=("max_buy_in",))),
    "table.open": Case(
        open_one,
        Expected(TABLE, what=("name", "game", "stakes", "currency", "seats", "min_buy_in", "max_buy_in"), reason=""),
    ),
    "table.close_at": Case(close_at, Expected(TABLE, what=("closes_at",))),
    "table.keep_open": Case(keep_open, Expected(TABLE)),
    "table.spread": Case(
        lambda w, why: spread_table(table_id=w.host.id, by=w.staff.pk, why=why), Expected(TABLE, what=("into",))
    ),
    "table.warn": Case(about(floor.warn), Expected(TABLE, "xenia")),
    "table.penalise": Case(about(partial(floor.penalise, length=floor.Length(hands=2))), Expected(TABLE, "xenia")),
    "table.lift_penalty": Case(about(floor.lift_penalty), Expected(TABLE, "xenia")),
    "table.sit_out": Case(about(floor.sit_out), Expected(TABLE, "xenia")),
    "table.sit_in": Case(about(floor.sit_in), Expected(TABLE, "xenia")),
    "table.unseat": Case(about(floor.unseat), Expected(TABLE, "xenia")),
    "table.move": Case(move, Expected(TABLE, "xenia")),
    "table.stay": Case(call_off("unseat", seats.call_off_unseat), Expected(TABLE, "xenia")),
    "table.call_off": Case(call_off("seat", seats.call_off_seat), Expected(TABLE, "yvette")),
    "table.seat": Case(call_waiting, Expected(TABLE, "yvette")),
    "table.bar": Case(about(partial(floor.bar, until=None)), Expected(TABLE, "xenia")),
    "table.lift_bar": Case(lift_bar, Expected(TABLE, "xenia")),
    "table.merge": Case(
        lambda w, why: merge_tables.merge_tables(table_id=w.host.id, into=w.other, by=w.staff.pk, reason=why),
        Expected(TABLE, what=("into",)),
    ),
    "call.taken": Case(
        lambda w, why: floor.take_call(call_id=call_of(w).pk if why else 0, by=w.staff.pk),
        Expected(TABLE, "xenia", reason=""),
    ),
    "call.answered": Case(
        lambda w, why: floor.answer_call(call_id=call_of(w).pk, by=w.staff.pk, answer=why), Expected(TABLE, "xenia")
    ),
    "report.judged": Case(judge, Expected("report", "yvette")),
    "chat_ban.imposed": Case(muted, Expected("person", "yvette", ("until",))),
    "chat_ban.ended": Case(lift_mute, Expected("person", "yvette")),
    "apart.imposed": Case(restrict("apart"), Expected("person", "xenia")),
    "apart.ended": Case(end(lambda w: keep_apart(w.xenia, w.yvette), "pairs"), Expected("person", "xenia")),
    "invitation.imposed": Case(restrict("invite"), Expected(TABLE, "xenia")),
    "invitation.ended": Case(
        end(lambda w: bar(w.xenia, w.other, kind="invited"), "admissions"), Expected(TABLE, "xenia")
    ),
    "own_tables.added": Case(limits, Expected("own_tables", what=("games", "max_per_player"), reason="")),
    "news.added": Case(news, Expected("news", what=("in_en", "starts_at"), reason="")),
    "news.changed": Case(change_news, Expected("news", what=("in_en", "starts_at"), reason="")),
    "news.deleted": Case(delete_news, Expected("news", what=("text",), reason="")),
    "people.banned": Case(ban, Expected("person", "yvette")),
    "people.ban_lifted": Case(lift_ban, Expected("person", "yvette")),
    "people.changed": Case(rename, Expected("person", "yvette", ("username", "display_name", "is_staff"), "")),
    "people.added": Case(add_account, Expected("person", "newcomer", reason="")),
    "people.password_set": Case(set_password, Expected("person", "yvette", reason="")),
    "tournament.change_setup": Case(change_setup, Expected(TOURNAMENT, what=("seats",))),
    "tournament.cancel": Case(lambda w, why: w.direct(cm.Cancel(why), why), Expected(TOURNAMENT, what=("forward",))),
    "tournament.thaw": Case(freeze_and_thaw, Expected(TOURNAMENT)),
    "schedule.added": Case(
        schedule, Expected("schedule", what=("name", "games", "starts_at", "price", "every"), reason="")
    ),
    "schedule.switched": Case(switch, Expected("schedule", what=("is_on",))),
}


@pytest.mark.parametrize("code", CASES)
def test_F3_an_act_of_staff_is_in_the_log_once_and_a_refused_one_is_not(world: World, code: str) -> None:
    case, kept = CASES[code], CASES[code].kept
    with pytest.raises(IllegalAction):
        case.do(world, "")
    assert not StaffAct.objects.exists()
    case.do(world, WHY)
    (row,) = StaffAct.objects.all()
    assert (row.act, row.by, row.reason, row.own) == (code, world.staff, kept.reason, False)
    assert row.subject_kind == kept.subject
    assert row.subject_id
    concerned = {"": None, "newcomer": User.objects.filter(username="newcomer").first()}
    assert row.about == (concerned[kept.about] if kept.about in concerned else getattr(world, kept.about))
    assert {what for what, _before, _after in row.changes} >= set(kept.what)
    assert not list(office.faults())
    assert office.act_name(code) != code, "the act has a name"
    assert office.subject_label(row.subject_kind) != "", "its subject too"
    page = world.client.get(f"/office/log/{row.number}/")
    assert page.status_code == 200
    stored = json.dumps([row.act, row.subject_id, row.changes], ensure_ascii=False)
    names = User.objects.values_list("display_name", flat=True)
    assert not [name for name in names if name in stored], "no act holds a person's name"


@pytest.mark.parametrize(
    "code", ["table.pause", "table.merge", "call.answered", "invitation.imposed", "tournament.cancel"]
)
def test_F8_an_act_about_their_own_game_is_marked_where_the_owner_allows_it(world: World, code: str) -> None:
    RoomSetting.objects.create(pk="own_acts", value=True)
    world.staff.pk = world.xenia.pk  # She plays at the table.
    world.client.force_login(User.objects.get(pk=world.xenia.pk))
    User.objects.filter(pk=world.xenia.pk).update(is_superuser=True, is_staff=True)
    if code == "tournament.cancel":
        tournaments.enter(user=world.xenia, tournament_id=world.tournament)
    CASES[code].do(world, WHY)
    (row,) = StaffAct.objects.all()
    assert row.own


def test_F3_a_second_answer_to_a_call_is_no_act(world: World) -> None:
    call = call_of(world)
    for answer in ("First", "Second"):
        with suppress(IllegalAction):
            floor.answer_call(call_id=call.pk, by=world.staff.pk, answer=answer)
    assert StaffAct.objects.get().reason == "First"


def test_F3_an_act_whose_transaction_fails_is_not_in_the_log(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """The log is written in the transaction of the act: both are there or neither."""

    def fails(acts: object) -> None:
        raise RuntimeError

    monkeypatch.setattr("games.operations.floor.decisions.log_all", fails)
    with pytest.raises(RuntimeError):
        floor.close(by=world.staff.pk, table_id=world.host.id, why=WHY)
    assert Table.objects.get(pk=world.host.id).is_open
