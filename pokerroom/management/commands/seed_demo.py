"""Fills a demo room: tables of every family of games, house bots, staff and four players."""

from argparse import ArgumentParser
from typing import NamedTuple

from django.conf import settings
from django.contrib.auth.models import Group
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from django.utils import timezone

from cashier import api as cashier
from cashier.cage.demo import seed_cage
from games import api as games
from games.engine.rules.house_rule import Preset
from games.engine.rules.house_rules import HouseRules
from games.engine.rules.mixed_games import MIXES, rotation
from games.engine.rules.rake_presets import with_preset_rake
from games.engine.rules.rules import Rules
from games.engine.rules.stakes import Structure
from games.engine.rules.variants import CATALOGUE
from pokerroom.demo.month import is_there, play_month
from pokerroom.models import User
from pokerroom.roles import STAFF_ROLES
from tournaments import api as tournaments
from tournaments.engine.setup.setup import Price, Setup
from tournaments.engine.setup.templates import TEMPLATES

PASSWORD = "demo-room"  # noqa: S105 - public, and used only in a demo
PLAYERS = ("alice", "bob", "charlie", "dana")
STAFF = {role.rpartition(" ")[2]: role for role in STAFF_ROLES}
"""The role of each account of staff, which is named by it."""
BOTS = (
    *("Emil", "Vlasta", "Bohouš", "Zdena", "Lojza", "Květa", "Ferko", "Hedviga"),
    *("Matěj", "Terezka", "Ondrej", "Zuzka", "Vojta", "Milada", "Jožko", "Anička"),
    *("Radek", "Božka", "Igor", "Jarmila", "Tonda", "Alžběta", "Miro", "Ludmila"),
    *("Slávek", "Drahuš", "Kamil", "Darina", "Prokop", "Růža", "Štefan", "Vilma"),
    *("Ctirad", "Libuše", "Gustav", "Oľga", "Hynek", "Sabina", "Rasťo", "Irma"),
)


class DemoTable(NamedTuple):
    """A table of the demo; `lower` is its big blind or lower limit, minor units."""

    name: str
    game: str
    structure: str
    lower: int
    seats: int
    bots: int


TABLES = (
    DemoTable("Prague", "holdem", "nl", 20_00, 9, 5),
    DemoTable("Brno", "holdem", "nl", 50_00, 6, 4),
    DemoTable("Bratislava", "holdem", "nl", 2_00, 9, 0),
    DemoTable("Olomouc", "omaha", "pl", 10_00, 6, 3),
    DemoTable("Plzeň", "omaha8", "fl", 20_00, 6, 3),
    DemoTable("Košice", "stud", "fl", 20_00, 8, 4),
    DemoTable("Žilina", "razz", "fl", 20_00, 8, 3),
    DemoTable("Nitra", "stud8", "fl", 30_00, 8, 3),
    DemoTable("Liberec", "draw", "pl", 20_00, 6, 3),
    DemoTable("Ostrava", "27td", "fl", 20_00, 6, 3),
    DemoTable("Trnava", "badugi", "fl", 20_00, 6, 3),
    DemoTable("Poprad", "horse", "fl", 20_00, 6, 3),
)
SIT_AND_GO = Setup("Six for the road", TEMPLATES["turbo"], seats=6, max_players=6, price=Price(100_00, 10_00))
"""Always open; house bots take all seats but one."""
FEWEST_BLINDS, MOST_BLINDS = 40, 250
WHOLE = 100
"""The smallest chip, in minor units; play-money tables show no cents."""


class Command(BaseCommand):
    """Creates what is missing and changes nothing that exists."""

    help = "Fill a demo room: tables, house bots, and accounts with a public password."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Whether the room gets a history."""
        parser.add_argument("--month", action="store_true", help="play and book a month of history, once")

    @transaction.atomic
    def handle(self, *args: object, **options: object) -> None:
        """Seeds the room once; a second run does nothing. Refused outside a demo, because the passwords are public."""
        if not settings.DEMO:
            raise CommandError("This room is not a demo: set DEMO=1 to create accounts with a public password.")
        players = [_account(name) for name in PLAYERS]
        for player in players:
            _wallet(player)
        staff = {name: _account(name, group=group).pk for name, group in STAFF.items()}
        cashier_id = staff["cashier"]
        for name in BOTS:
            _wallet(_bot(name))
        for place, table in enumerate(TABLES):
            _open(place, table)
        if not tournaments.is_scheduled(name=SIT_AND_GO.name):
            tournaments.schedule(setup=SIT_AND_GO, every="again", bots=SIT_AND_GO.max_players - 1)
        now, with_month = timezone.now(), bool(options.get("month")) and not is_there()
        if with_month:
            # Before the cage's last hour, as entries in the books are in the order of their dates.
            play_month(players=players, cashier=cashier_id, now=now)
        more = {"days": 0} if with_month else {}
        seed_cage(cashier=cashier_id, players=[player.pk for player in players], now=now, **more)
        self.stdout.write("The demo room has its tables and its demo accounts.")


def _account(name: str, *, group: str = "") -> User:
    user, new = User.objects.get_or_create(
        username=name,
        defaults={"display_name": name.capitalize(), "is_staff": bool(group)},
    )
    if new:
        user.set_password(PASSWORD)
        user.save(update_fields=["password"])
        user.groups.add(*Group.objects.filter(name=group))
    return user


def _bot(name: str) -> User:
    user, new = User.objects.get_or_create(
        username=f"bot-{name.lower()}", defaults={"display_name": name, "is_bot": True}
    )
    if new:
        user.set_unusable_password()
        user.save(update_fields=["password"])
    return user


def _wallet(user: User) -> None:
    cashier.open_wallet(user_id=user.pk, name=user.display_name, currency=cashier.PLAY, grant=settings.PLAY_GRANT)


def _open(place: int, table: DemoTable) -> None:
    if games.name_taken(name=table.name):
        return
    big = table.lower
    if table.game in MIXES:
        rules = rotation(table.game, big)
    else:
        variant = CATALOGUE[table.game]
        rules = Rules(variant, games.usual_stakes(variant, Structure(table.structure), big, unit=WHOLE))
    house = HouseRules(chip_unit=WHOLE)
    games.open_table(
        name=table.name,
        rules=with_preset_rake(rules._replace(house=house), Preset.ONLINE),
        currency=cashier.PLAY,
        seats=table.seats,
        min_buy_in=FEWEST_BLINDS * big,
        max_buy_in=MOST_BLINDS * big,
        bots=table.bots,
        sort_order=place,
    )
