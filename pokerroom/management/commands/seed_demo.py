"""Furnishes a room to look at: three tables, house bots, staff and four players, all for show."""

from typing import Any

from django.conf import settings
from django.contrib.auth.models import Group
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from cashier import api as cashier
from games import api as games
from games.engine.houserules import HouseRules
from games.engine.rake import online_rake
from games.engine.rules import Rules
from games.engine.stakes import Stakes, Structure
from games.engine.variants import CATALOGUE
from pokerroom.models import User

PASSWORD = "demo-room"  # noqa: S105 - known to everybody, only ever in a demo
PLAYERS = ("alice", "bob", "charlie", "dana")
BOTS = (
    *("Emil", "Vlasta", "Bohouš", "Zdena", "Lojza", "Květa", "Ferko", "Hedviga"),
    *("Matěj", "Terezka", "Ondrej", "Zuzka", "Vojta", "Milada", "Jožko", "Anička"),
)
# name, small blind, big blind, seats, bots
TABLES = (
    ("Prague", 10_00, 20_00, 9, 5),
    ("Brno", 25_00, 50_00, 6, 4),
    ("Bratislava", 1_00, 2_00, 9, 0),
)
FEWEST_BLINDS, MOST_BLINDS = 40, 250
WHOLE = 100
"""The smallest chip, minor units: nobody has to read cents at a play-money table."""


class Command(BaseCommand):
    """Makes what is missing and changes nothing that is there."""

    help = "Makes a demo room: tables, house bots and accounts whose password everybody knows."

    @transaction.atomic
    def handle(self, *args: Any, **options: Any) -> None:
        """Seeds the room once; a second run does nothing. Only in a demo: its passwords are no secret."""
        if not settings.DEMO:
            raise CommandError("This room is no demo: set DEMO=1 to have accounts whose password everybody knows.")
        for name in PLAYERS:
            _wallet(_account(name))
        _account("floorman", group="floorman")
        _account("operator", group="operator")
        for name in BOTS:
            _wallet(_bot(name))
        for place, (name, small, big, seats, bots) in enumerate(TABLES):
            _table(place, name, small, big, seats, bots)
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
    cashier.open_wallet(user_id=user.pk, name=user.display_name, grant=settings.PLAY_GRANT)


def _table(place: int, name: str, small: int, big: int, seats: int, bots: int) -> None:
    if games.name_taken(name=name):
        return
    house, rake = HouseRules(chip_unit=WHOLE), online_rake(big)._replace(unit=WHOLE)
    games.open_table(
        name=name,
        rules=Rules(CATALOGUE["holdem"], Stakes(Structure.NO_LIMIT, small, big), house, rake),
        seats=seats,
        min_buy_in=FEWEST_BLINDS * big,
        max_buy_in=MOST_BLINDS * big,
        bots=bots,
        sort_order=place,
    )
