"""A demo room with something behind every page, and what each page shows there."""

import re
from collections import Counter
from collections.abc import Iterator
from datetime import time, timedelta
from html import unescape
from io import StringIO
from typing import Any, NamedTuple
from uuid import uuid4

from django.core.management import call_command
from django.test import Client
from django.urls import Resolver404, URLPattern, URLResolver, get_resolver, resolve
from django.utils import timezone

from cashier.cage import corrections, transfers
from cashier.models import Cage, Receipt
from games.engine.opening_times import OpeningTimes
from games.engine.rules.rake_tariff import RakeTariff
from games.models import Hand, Table
from games.models.access import Admission, SeparatedPlayers
from games.models.conduct import ChatBan, ChatLine, FloorCall, Report
from games.models.shares import SharedHand
from games.operations import rake_profiles
from games.operations.schedules import ScheduleWanted, make_schedule
from games.operations.table_templates import make_template
from games.operations.waiting_changes import WaitingChange
from games.tables.settings import TableSettings
from pokerroom.models import AddressBan, Ban, User
from pokerroom.page_language import HEADER
from tests.games.operations.watch_list.flags import case_of, found
from tests.games.support.tables import NL_10_20, SteppedHost, open_table, person, seat
from tests.tournaments.web.support.page_tournament import PageTournament, soon
from tournaments import api as tournaments
from tournaments.engine.state import commands as tournament_cm

VIEWERS = ("", "alice", "floorman", "director", "owner")
"""Who looks: a visitor, a player, and each role that sees pages of its own."""
TYPED = "Lorem"
"""What people typed: no word of the room."""
OK, FOUND = 200, 302
SAMPLES = 2
"""How many pages of one kind a viewer opens, if not told otherwise."""
LINK = re.compile(r'\b(?:href|hx-get|data-href|src)="(/[^"#]*)"')


class ShownPage(NamedTuple):
    """What a viewer, "" for a visitor, got at a path: a page or a part of one. `route` is the pattern behind it."""

    viewer: str
    path: str
    route: str
    html: str

    @property
    def is_whole(self) -> bool:
        """Whether it is a page, not a part that scripts put into one."""
        return "<html" in self.html


class FullRoom:
    """The seeded room with rows of every kind added."""

    def __init__(self) -> None:
        call_command("seed_demo", month=True, stdout=StringIO())
        self.people = {user.username: user for user in User.objects.filter(is_bot=False)}
        self.eva = person("Eva")
        self.table = self._play()
        self._add_cage()
        self._add_floor()
        self._add_office()
        self.coming, self.running = self._add_tournaments()

    def pk(self, name: str) -> int:
        """The id of a demo account."""
        return self.people[name].pk

    def client(self, viewer: str) -> Client:
        """A browser of this account, or of a visitor."""
        client = Client()
        if viewer:
            client.force_login(self.people[viewer])
        return client

    def unlinked(self, viewer: str) -> list[str]:
        """Where the viewer begins: the lobby, and what scripts open or only a row far down a list leads to."""
        table, eva, bob = self.table.id, self.eva.pk, self.pk("bob")
        person_pages = [f"/office/people/{eva}/", f"/office/people/{eva}/lift-ban/"]
        at_table = [
            *("sit/", "sit/5/", "wait/", "player/0/", "player/1/", "floor/", "top-up/", "move/", "last-hands/"),
            *(f"people/{bob}/", f"people/{bob}/report/", f"chat/{ChatLine.objects.latest('pk').pk}/"),
        ]
        return [
            *("/", "/tournaments/", "/session/", "/wallet-amount/"),
            *(f"/table/{table}/{part}" for part in at_table),
            *(f"/tournaments/{self.coming.id}/{part}" for part in ("", "players/")),
            *(person_pages if viewer not in ("", "alice") else ()),
        ]

    def _play(self) -> SteppedHost:
        host = SteppedHost(Table.objects.get(name="Bratislava").pk)
        seat(host, self.people["alice"], self.people["bob"], self.people["charlie"], amount=200_00)
        for raise_to in (0, 6_00):
            host.play_hand(raise_to=raise_to)
        host.until("turn")
        alice = self.people["alice"]
        hand = Hand.objects.filter(table=host.id).latest("number")
        SharedHand.objects.create(hand=hand, player=alice, token="shared")
        ChatLine.objects.create(table_id=host.id, player=self.people["bob"], name="Bob", text=TYPED)
        return host

    def _add_cage(self) -> None:
        cashier, now = self.pk("cashier"), timezone.now()
        main = Cage.objects.get(name="Main desk")
        hall = Cage.objects.create(name="Hall")
        transfers.send(
            token=uuid4(), source=main.pk, target=hall.pk, currency="CZK", amount=100_00, reason=TYPED, by=cashier,
            now=now,
        )  # fmt: skip
        receipt = Receipt.objects.filter(kind="deposit").latest("pk")
        assert receipt.person_id
        corrections.ask(
            token=uuid4(), receipt_id=receipt.pk, person=receipt.person_id, amount=1_00, reason=TYPED, by=cashier,
            now=now,
        )  # fmt: skip

    def _add_floor(self) -> None:
        alice, bob, floorman = (self.people[name] for name in ("alice", "bob", "floorman"))
        table, until = self.table.id, timezone.now() + timedelta(days=9)
        Report.objects.create(table_id=table, by=alice, about=bob, description=TYPED, hand=1)
        FloorCall.objects.create(table_id=table, player=alice, reason=TYPED, hand=1)
        SeparatedPlayers.objects.create(one=bob, other=self.eva, reason=TYPED, by=floorman)
        Admission.objects.create(table_id=table, player=self.eva, kind="barred", reason=TYPED, by=floorman)
        ChatBan.objects.create(player=self.eva, until=until, reason=TYPED, by=floorman)
        Ban.objects.create(person=self.eva, kind="banned", reason=TYPED, by=floorman)
        AddressBan.objects.create(address="192.0.2.77", reason=TYPED, by=floorman)
        found(bob, self.eva)
        case_of(found(alice, bob), floorman)
        self.people["floorman"].refresh_from_db()

    def _add_office(self) -> None:
        operator, now = self.pk("operator"), timezone.now()
        profile = rake_profiles.make_profile(
            by=operator, name="Friday", currency="PLAY", tariff=RakeTariff(50, 50, 50), reason=TYPED
        )
        rake_profiles.make_version(
            by=operator, profile_id=profile.pk, tariff=RakeTariff(40, 40, 40), valid_from=now + timedelta(days=3),
            reason=TYPED,
        )  # fmt: skip
        settings = TableSettings(NL_10_20, "PLAY", 6, 800_00, 5_000_00)
        template = make_template(by=operator, key="t", name="Evening game", settings=settings)
        assert template is not None
        times = OpeningTimes(frozenset({4}), time(18), time(2))
        make_schedule(by=operator, key="s", wanted=ScheduleWanted("Evening", template, 2, times))
        table = open_table("Waiting room")
        table.when_empty = WaitingChange(6, None, TYPED).to_data()
        table.save(update_fields=["when_empty"])

    def _add_tournaments(self) -> tuple[PageTournament, PageTournament]:
        alice = self.people["alice"]
        coming = PageTournament(soon(name="Coming", seats=3, min_players=3))
        tournaments.enter(user=alice, tournament_id=coming.id, key="x")
        running = PageTournament(soon(name="Running", seats=3, min_players=3, late=None))
        for name in ("Ada", "Cyd", "Dan"):
            tournaments.enter(user=person(name), tournament_id=running.id, key="x")
        coming.catch_up()
        running.catch_up().carry_out(tournament_cm.Start())
        return coming, running


def shown_pages(room: FullRoom, *, language: str = "en", samples: int = SAMPLES) -> list[ShownPage]:
    """What each viewer sees who follows every link, `samples` pages of each kind."""
    return [page for viewer in VIEWERS for page in _seen_by(room, viewer, language, samples)]


def _seen_by(room: FullRoom, viewer: str, language: str, samples: int) -> Iterator[ShownPage]:
    client = room.client(viewer)
    todo, opened = room.unlinked(viewer), Counter[str]()
    known = set(todo)
    while todo:
        path = todo.pop(0)
        route = _route(path)
        if not route or opened[route] >= samples:
            continue
        opened[route] += 1
        answer: Any = client.get(path, headers={HEADER: language})
        links = [answer["Location"]] if answer.status_code == FOUND else []
        if answer.status_code == OK and not answer.streaming and "html" in answer["Content-Type"]:
            html = answer.content.decode()
            yield ShownPage(viewer, path, route, html)
            links = [unescape(link) for link in LINK.findall(html)]
        todo += [link for link in dict.fromkeys(links) if link not in known]
        known.update(links)


def _route(path: str) -> str:
    """The pattern behind a path of the room, "" for files and Django's admin."""
    try:
        route: str = resolve(path.partition("?")[0]).route
    except Resolver404:
        return ""
    return "" if route.startswith(("admin/", "static", "^")) else route or "/"


def patterns(resolver: URLResolver | None = None, before: str = "") -> Iterator[str]:
    """Every route of the room outside Django's admin."""
    for one in (resolver or get_resolver()).url_patterns:
        path = before + str(one.pattern)
        if isinstance(one, URLResolver):
            if path != "admin/":
                yield from patterns(one, path)
        elif isinstance(one, URLPattern) and not path.startswith(("^", "static")):
            yield path
