"""A room in which nearly every act of staff can be done: tables in every state, and something open of every kind."""

from collections.abc import Mapping, Sequence
from datetime import time, timedelta
from typing import NamedTuple
from uuid import uuid4

from django.contrib.auth.models import Group
from django.test import Client
from django.utils import timezone

from cashier.cage import drawers
from cashier.models import Cage, Drawer
from games.engine.opening_times import OpeningTimes
from games.engine.table import commands as cm
from games.models import Table
from games.models.access import Admission, SeparatedPlayers, WaitingEntry
from games.models.conduct import ChatBan
from games.models.watch_list import WatchFlag
from games.operations import floor
from games.operations.floor.penalties import Length
from games.operations.schedules import ScheduleWanted, make_schedule
from games.operations.table_templates import make_template
from games.operations.waiting_changes import WaitingChange
from games.tables.settings import TableSettings
from pokerroom.models import AddressBan, SecondFactor, User
from pokerroom.roles import STAFF_ROLES
from tests.games.operations.watch_list.flags import found
from tests.games.support.tables import NL_10_20, SteppedHost, open_table, person, seat
from tests.pokerroom.by_keyboard.cage_rows import waiting_in
from tests.pokerroom.hidden_cards.secret_room import SecretRoom, open_room

OWN_TABLE = ("pause", "close", "close_orbit", "close_at", "spread", "merge")
"""Acts of the floor that are done at a table of their own, as they would be in each other's way."""


class StaffRoom(NamedTuple):
    """A room: tables by the acts that need one in a state of its own, and players by the acts about such a one."""

    secret: SecretRoom
    tables: Mapping[str, int]
    players: Mapping[str, int]
    ids: Mapping[str, Sequence[object]]
    """Of what there is in the room, by the names that addresses give them."""
    acts: Sequence[str]
    """Pages of acts of which each needs something of its own."""

    def table_of(self, act: str) -> int:
        """The table for this act of the floor."""
        return self.tables.get(act, self.secret.cash.id)

    def player_of(self, act: str) -> int:
        """The player for this act of the floor."""
        return self.players.get(act, self.players[""])


def staff_room(cashier: int) -> StaffRoom:
    """Opens the room; `cashier` has a drawer."""
    secret = open_room()
    host, jana, now = secret.cash.host, User.objects.get(username="jana"), timezone.now()
    host.read_inbox()
    alice, bob, carol = (User.objects.get(username=name) for name in ("alice", "bob", "carol"))
    host.do(cm.SeatOut(carol.pk, True, "phone"))
    floor.penalise(by=jana.pk, table_id=host.id, player=bob.pk, length=Length(hands=3), why="x")
    host.read_inbox()
    eva = person("Eva")
    states = {name: SteppedHost(open_table(f"For {name}").pk) for name in ("resume", "thaw", "keep_open", "call")}
    states |= {name: SteppedHost(open_table(f"For {name}").pk) for name in ("not_close_at", *OWN_TABLE)}
    for name in ("close_orbit", "spread", "merge"):
        seat(states[name], person(f"Ida at {name}"), person(f"Jan at {name}"))
    floor.pause(by=jana.pk, table_id=states["resume"].id, why="x")
    states["resume"].read_inbox()
    Table.objects.filter(pk=states["thaw"].id).update(frozen=True)
    Table.objects.filter(pk=states["keep_open"].id).update(is_open=False)
    Table.objects.filter(pk=states["not_close_at"].id).update(closes_at=now + timedelta(hours=3))
    Table.objects.filter(pk=host.id).update(when_empty=WaitingChange(6, None, "x").to_data())
    WaitingEntry.objects.create(table_id=states["call"].id, player=eva)
    barred = [
        Admission.objects.create(table_id=table, player=eva, kind="barred", reason="x", by=jana)
        for table in (host.id, states["pause"].id)
    ]
    flag: WatchFlag = found(bob, eva)
    cages = [Cage.objects.create(name=name) for name in ("Desk", "Hall")]
    drawer: Drawer = drawers.open_drawer(
        token=uuid4(), cage_id=cages[0].pk, floats={"CZK": 50_000_00}, by=cashier, now=now
    )
    SecondFactor.create_for(carol)
    SecondFactor.objects.filter(user=carol).update(confirmed=True)
    settings = TableSettings(NL_10_20, "PLAY", 6, 800_00, 5_000_00)
    templates = [make_template(by=jana.pk, key=name, name=name, settings=settings) for name in ("One", "Two")]
    assert templates[0] is not None and templates[1] is not None
    evening = ScheduleWanted("Friday", templates[1], 1, OpeningTimes(frozenset({4}), time(18), time(2)))
    return StaffRoom(
        secret,
        {name: one.id for name, one in states.items()},
        {"": alice.pk, "lift_penalty": bob.pk, "sit_in": carol.pk, "lift_bar": eva.pk},
        {
            "pair": [SeparatedPlayers.objects.create(one=bob, other=eva, reason="x", by=jana).pk],
            "ban": [
                ChatBan.objects.create(player=eva, until=now + timedelta(days=9), reason="x", by=jana).pk,
                AddressBan.objects.create(address="192.0.2.7", reason="x", by=jana).pk,
            ],
            "admission": [barred[1].pk],
            "flag_id": [flag.pk],
            "cage_id": [cages[0].pk],
            "drawer_id": [drawer.pk],
            "template_id": [templates[0].pk],
            "schedule_id": [make_schedule(by=jana.pk, key="s", wanted=evening)],
        },
        [
            *waiting_in(*cages, player=alice.pk, other=jana.pk, now=now),
            f"/office/people/{carol.pk}/second-factor/",
        ],
    )


def with_every_role(name: str) -> tuple[Client, User]:
    """A browser of somebody whom the owner has given every role of staff."""
    user = User.objects.create_user(username=name.lower(), display_name=name, is_staff=True)
    user.groups.set(Group.objects.filter(name__in=STAFF_ROLES))
    client = Client()
    client.force_login(user)
    return client, user
