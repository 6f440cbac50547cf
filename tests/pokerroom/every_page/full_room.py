"""A demo room with something behind every page."""

from datetime import time, timedelta
from io import StringIO
from uuid import uuid4

from django.contrib.auth.tokens import default_token_generator
from django.core import signing
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from cashier.cage import corrections, transfers
from cashier.models import Cage, Receipt
from games.engine.opening_times import OpeningTimes
from games.engine.rules.rake_tariff import RakeTariff
from games.engine.rules.stakes import Structure
from games.models import Hand, Table
from games.models.access import Admission, SeparatedPlayers
from games.models.conduct import ChatBan, ChatLine, FloorCall, Report
from games.models.floor_decisions import FloorDecision
from games.models.shares import SharedHand
from games.operations import floor, rake_profiles
from games.operations.player_tables import open_player_table
from games.operations.schedules import ScheduleWanted, make_schedule
from games.operations.table_templates import make_template
from games.operations.waiting_changes import WaitingChange
from games.tables.settings import TableSettings
from pokerroom.accounts import email_address
from pokerroom.models import AddressBan, Ban, SecondFactor, User
from tests.games.operations.watch_list.flags import case_of, found
from tests.games.support.tables import NL_10_20, SteppedHost, open_table, person, seat
from tests.tournaments.web.support.page_tournament import PageTournament, soon
from tournaments import api as tournaments
from tournaments.engine.state import commands as tournament_cm

TYPED = "Lorem"
"""What people typed: no word of the room."""
TYPED_ADDRESS = "bob@example.com"
GUEST = "guest"


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
        self._add_account_links()
        self.coming, self.running = self._add_tournaments()

    def pk(self, name: str) -> int:
        """The id of a demo account."""
        return self.people[name].pk

    def client(self, viewer: str) -> Client:
        """A browser of this account, of a new guest, or of a visitor."""
        client = Client()
        if viewer == GUEST:
            client.post("/accounts/play-now/")
        elif viewer:
            client.force_login(self.people[viewer])
        return client

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
        host = SteppedHost(open_table("Waiting room").pk)
        Table.objects.filter(pk=host.id).update(when_empty=WaitingChange(6, None, TYPED).to_data())
        floor.pause(by=self.pk("floorman"), table_id=host.id, why=TYPED)
        host.read_inbox()
        self.paused = FloorDecision.objects.get(table=host.id)

    def _add_account_links(self) -> None:
        """Charlie has a second factor, Bob is about to take one into use and has links from e-mails."""
        bob, charlie = self.people["bob"], self.people["charlie"]
        self.own_table = open_player_table(
            user=self.people["alice"], name="Own", game="holdem", structure=Structure.NO_LIMIT, stakes=10_00, seats=6,
            min_buy_in=400_00, max_buy_in=1_000_00,
        )  # fmt: skip
        SecondFactor.create_for(charlie)
        SecondFactor.objects.filter(user=charlie).update(confirmed=True)
        self.new_factor = SecondFactor.create_for(bob)
        token = signing.dumps([bob.pk, bob.email_changes, TYPED_ADDRESS], salt=email_address.SALT)
        self.email_links = (
            f"/accounts/email/{token}/",
            "/accounts/email/old/",
            f"/accounts/new-password/{bob.pk}/{default_token_generator.make_token(bob)}/",
        )

    def _add_tournaments(self) -> tuple[PageTournament, PageTournament]:
        alice = self.people["alice"]
        coming = PageTournament(soon(name="Coming", seats=3, min_players=3))
        tournaments.enter(user=alice, tournament_id=coming.id, key="x")
        running = PageTournament(soon(name="Running", seats=3, min_players=3, late=None))
        for name in ("Ada", "Cyd", "Dan"):
            tournaments.enter(user=person(name), tournament_id=running.id, key="x")
        coming.catch_up()
        running.catch_up().carry_out(tournament_cm.Start())
        running.carry_out(tournament_cm.OpenDealTalk())
        return coming, running
