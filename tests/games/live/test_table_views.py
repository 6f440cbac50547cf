"""What a table sends to whom: public views to everybody who watches, own views to their players alone, answers."""

from typing import NamedTuple

import pytest

from games.engine.hand.actions import Call, Check
from games.engine.views.kinds import LineCode
from games.engine.views.visibility import own_view, public_view
from games.live.table_views import TableViews
from games.live.watchers import ALL_REPORTED_MS, SILENT_AFTER_MS
from games.messaging.messages import NO_VERSION, Answer, Ask, Message, OwnViewUpdate, ViewUpdate, Watch, views_group
from tests.games.support.stepped_consumers import (
    START_MS,
    RecordingOutbox,
    Sent,
    SteppedClock,
    stepped_context,
)
from tests.games.web.scenes.games import Play

TABLE = 7
UNSEATED = 9


class Desk(NamedTuple):
    """The views of one table, the hand that is played at it, and what was sent."""

    views: TableViews
    play: Play
    clock: SteppedClock
    box: RecordingOutbox

    def publish(self, version: int, *, frozen: bool = False) -> list[Sent]:
        public = public_view(self.play.table, table_id=TABLE, version=version)
        self.views.publish(self.views.build(self.play.table, version, public), frozen=frozen)
        return self.box.take()

    def watch(self, player: int, reply: str, *, known: int = NO_VERSION) -> list[Sent]:
        self.views.watch(Watch(TABLE, player, reply, known))
        return self.box.take()

    def own(self, player: int, version: int) -> OwnViewUpdate:
        view = own_view(self.play.table, player, table_id=TABLE, version=version)
        return OwnViewUpdate(TABLE, player, version, view)

    def public(self, version: int) -> ViewUpdate:
        view = public_view(self.play.table, table_id=TABLE, version=version)
        return ViewUpdate(TABLE, version, "here", view, self.clock.now())


@pytest.fixture
def desk() -> Desk:
    """A hand of two players, published as version 1."""
    clock, box = SteppedClock(), RecordingOutbox()
    context = stepped_context(clock)._replace(outbox=box)
    made = Desk(TableViews(TABLE, context), Play("holdem", "nl", 2), clock, box)
    assert made.publish(1) == [(views_group(TABLE), made.public(1), True)]
    return made


def test_whoever_begins_to_watch_gets_the_complete_views(desk: Desk) -> None:
    own, public = ("own", TABLE, 1), ("view", TABLE)
    assert desk.watch(1, "web") == [("web", desk.own(1, 1), own), ("web", desk.public(1), public)]
    assert desk.watch(0, "web") == [("web", desk.public(1), public)]
    assert desk.watch(UNSEATED, "web") == [
        ("web", OwnViewUpdate(TABLE, UNSEATED, 1, None), ("own", TABLE, UNSEATED)),
        ("web", desk.public(1), public),
    ]


def test_a_process_that_has_the_newest_public_view_is_sent_the_own_view_alone(desk: Desk) -> None:
    own = ("web", desk.own(1, 1), ("own", TABLE, 1))
    assert desk.watch(1, "web", known=1) == [own]
    assert desk.watch(1, "web", known=0) == [own, ("web", desk.public(1), ("view", TABLE))]
    assert desk.watch(0, "web", known=1) == []


def test_an_own_view_that_is_asked_for_again_is_the_one_sent_before_until_it_changes(desk: Desk) -> None:
    def watched() -> OwnViewUpdate:
        [sent] = desk.watch(1, "web", known=desk.views.version)
        assert isinstance(sent.message, OwnViewUpdate)
        return sent.message

    assert watched() == desk.own(1, 1)
    desk.publish(2)
    again = watched()
    assert (again.version, again.view) == (2, desk.own(1, 1).view), "a process finds it unchanged"
    desk.play.act(Call())
    desk.publish(3)
    assert watched() == desk.own(1, 3)
    desk.clock.time += SILENT_AFTER_MS + 1
    desk.views.forget_silent(desk.clock.now())
    desk.play.act(Check())
    desk.publish(4)
    assert watched() == desk.own(1, 4), "nobody has watched meanwhile"


def test_own_views_go_out_when_they_changed_and_only_to_their_player(desk: Desk) -> None:
    for player, reply in ((1, "web"), (1, "other"), (2, "web"), (UNSEATED, "web"), (0, "web")):
        desk.watch(player, reply)
    desk.clock.time = START_MS + ALL_REPORTED_MS
    public = [(reply, desk.public(2), ("view", TABLE)) for reply in ("web", "other")]
    assert desk.publish(2) == public
    desk.play.act(Call())
    sent = desk.publish(3)
    assert sent[-2:] == [(reply, desk.public(3), ("view", TABLE)) for reply in ("web", "other")]
    assert sorted((one.address, one.message.player) for one in sent if isinstance(one.message, OwnViewUpdate)) == [
        ("other", 1),
        ("web", 1),
        ("web", 2),
    ]
    assert desk.own(1, 3) in [one.message for one in sent]


def test_a_new_host_sends_to_the_group_until_all_processes_had_time_to_report(desk: Desk) -> None:
    desk.watch(1, "web")
    desk.clock.time = START_MS + ALL_REPORTED_MS - 1
    assert desk.publish(2) == [(views_group(TABLE), desk.public(2), True)]
    desk.clock.time += 1
    assert desk.publish(3) == [("web", desk.public(3), ("view", TABLE))]


def test_a_player_whose_own_view_was_forgotten_gets_it_again(desk: Desk) -> None:
    desk.watch(1, "web")
    desk.clock.time += SILENT_AFTER_MS
    desk.views.forget_silent(desk.clock.now())
    assert desk.views.watchers.players() == [1]
    desk.clock.time += 1
    desk.views.forget_silent(desk.clock.now())
    assert desk.views.watchers.players() == []
    desk.views.watchers.report(1, "web", desk.clock.now())
    assert desk.publish(2)[0] == ("web", desk.own(1, 2), ("own", TABLE, 1))


def test_asks_are_answered_only_to_a_process_that_waits(desk: Desk) -> None:
    def answered(ask: Ask, **more: object) -> list[tuple[str, Message]]:
        desk.views.answer(ask, **more)
        return [(sent.address, sent.message) for sent in desk.box.take()]

    ask = Ask(TABLE, 1, {}, "a1", "web")
    assert answered(ask) == [("web", Answer(TABLE, 1, "a1", ok=True))]
    refusal = Answer(TABLE, 1, "a1", ok=False, code="too_small", detail={"least": 5})
    assert answered(ask, code="too_small", detail={"least": 5}) == [("web", refusal)]
    assert answered(Ask(TABLE, 1, {})) == []


def test_seats_are_found_by_player(desk: Desk) -> None:
    assert desk.views.seat_of(2) == desk.views.public.seats[1]
    assert desk.views.seat_of(UNSEATED) is None


def test_c1_watchers_of_a_frozen_table_see_that_it_is_stopped(desk: Desk) -> None:
    [sent] = desk.publish(2, frozen=True)
    assert isinstance(sent.message, ViewUpdate)
    shown, before = sent.message.view, desk.views.public
    assert (shown.phase, shown.turn) == ("frozen", None)
    assert [line.code for line in shown.orders] == [LineCode.FROZEN]
    assert shown.log == (*before.log, *shown.orders)
    [watched] = desk.watch(0, "web")
    assert isinstance(watched.message, ViewUpdate)
    assert watched.message.view == shown
