"""A month of a small club: regulars who pay in at the desk, play three tables at night, and are paid out."""

from collections.abc import Sequence
from datetime import datetime, time, timedelta
from random import Random
from typing import NamedTuple
from uuid import UUID

from django.contrib.auth.models import Group
from django.utils import timezone

from backoffice.api import Refused
from cashier import api as cashier
from cashier.cage import desk, drawers
from cashier.cage.demo import open_cages
from games import api as games
from games.engine.errors import IllegalAction
from games.engine.rules.house_rule import Preset
from games.engine.rules.rake_presets import with_preset_rake
from games.engine.rules.rules import Rules
from games.engine.rules.stakes import Structure
from games.engine.rules.variants import CATALOGUE
from pokerroom.demo.borrowed_clock import Clock, borrowed_clock
from pokerroom.demo.played_table import PlayedTable
from pokerroom.demo.played_tournament import PlayedTournament
from pokerroom.models import User
from tournaments.engine.setup.payouts import Payouts
from tournaments.engine.setup.setup import Price, Setup
from tournaments.engine.setup.structure import Structure as Levels
from tournaments.engine.setup.structure import usual_races
from tournaments.engine.setup.templates import CHIPS, ladder

DAYS = 30
REGULARS = ("Vávra", "Horák", "Marta", "Pavol", "Ilona", "Štěpán", "Dušan", "Renata", "Oto", "Lenka")
MONEY = ("CZK", "EUR")
FLOAT = {"CZK": 50_000_00, "EUR": 2_000_00}


class ClubTable(NamedTuple):
    """A table of the club; `big` is its big blind in minor units."""

    name: str
    game: str
    structure: str
    big: int
    currency: str


TABLES = (
    ClubTable("Karlštejn", "holdem", "nl", 20_00, "CZK"),
    ClubTable("Vyšehrad", "omaha", "pl", 10_00, "CZK"),
    ClubTable("Devín", "holdem", "nl", 2_00, "EUR"),
)
LEVELS = ladder(3)
SIT_AND_GO = Setup(
    "Club sit-and-go", Levels(300, LEVELS, chips=CHIPS, races=usual_races(LEVELS, CHIPS)), seats=4, max_players=4,
    price=Price(250_00, 25_00), payouts=Payouts(guaranteed=1_200_00), currency="CZK",
)  # fmt: skip
EVENINGS_BETWEEN = 10
"""Every tenth evening, the second one first, begins with a sit-and-go, to whose guarantee the club adds a little."""


class Club:
    """The people, desk and tables of the club, at a clock that is set from evening to evening."""

    def __init__(self, clock: Clock, rng: Random, players: Sequence[User], cashier_id: int) -> None:
        self.clock, self.rng, self.cashier, self.players = clock, rng, cashier_id, players
        self.cage = open_cages()
        self.tables = [(one, PlayedTable(_open(one), clock, rng)) for one in TABLES]

    def evening(self, *, rounds: int, closes: bool, has_tournament: bool = False) -> None:
        """One evening: the drawer is opened, people pay in and play, some are paid out, the drawer is counted."""
        rng, now = self.rng, self.clock.moment
        drawer = drawers.open_drawer(token=self._token(), cage_id=self.cage, floats=FLOAT, by=self.cashier, now=now)
        tonight = rng.sample(self.players, rng.randint(6, 9))
        if has_tournament:
            self._tournament(tonight[: SIT_AND_GO.max_players])
        seated = [self._seat(one, table, tonight[place::3]) for place, (one, table) in enumerate(self.tables)]
        for _round in range(rounds):
            for _one, table in self.tables:
                table.play_hand()
            self.clock.moment += timedelta(minutes=rng.randint(12, 40))
        if not closes:
            return
        for (_one, table), people in zip(self.tables, seated, strict=True):
            table.stand_up([user.pk for user in people])
        self._pay_out(tonight)
        counted = drawers.book(self.cage)
        explanation = ""
        if rng.random() < 0.15 and counted.get("CZK"):
            counted["CZK"] -= 100_00
            explanation = "A note of a hundred is missing"
        drawers.close_drawer(
            drawer_id=drawer.pk, counted=counted, explanation=explanation, by=self.cashier, now=self.clock.moment
        )

    def _seat(self, one: ClubTable, table: PlayedTable, people: Sequence[User]) -> list[User]:
        seated = []
        for user in people:
            amount = one.big * self.rng.choice((60, 100, 150))
            if cashier.balance(user_id=user.pk, currency=one.currency) < amount:
                self._pay_in(user, one.currency, amount * 3)
            try:
                table.sit_down(user, amount)
            except IllegalAction:
                # Whoever returns soon brings what they left with (K7), and whoever lacks it does not play tonight.
                continue
            seated.append(user)
            self.clock.moment += timedelta(minutes=1)
        return seated

    def _tournament(self, people: Sequence[User]) -> None:
        for user in people:
            if cashier.balance(user_id=user.pk, currency=SIT_AND_GO.currency) < SIT_AND_GO.price.total:
                self._pay_in(user, SIT_AND_GO.currency, 2 * SIT_AND_GO.price.total)
        PlayedTournament(SIT_AND_GO, people, self.clock, self.rng).play()

    def _pay_in(self, user: User, currency: str, amount: int) -> None:
        desk.deposit(
            token=self._token(), cage_id=self.cage, person=user.pk, currency=currency, amount=amount,
            reason="Cash at the desk", by=self.cashier, now=self.clock.moment,
        )  # fmt: skip

    def _pay_out(self, people: Sequence[User]) -> None:
        for user in people:
            for currency in MONEY:
                held = cashier.balance(user_id=user.pk, currency=currency)
                if self.rng.random() < 0.5 or held < FLOAT[currency] // 20:
                    continue
                try:
                    desk.payout(
                        token=self._token(), cage_id=self.cage, person=user.pk, currency=currency,
                        amount=held // 2 // 100 * 100, reason="Cash at the desk", by=self.cashier,
                        now=self.clock.moment,
                    )  # fmt: skip
                except Refused:
                    # The drawer is too empty, or it is above what one member of staff may pay.
                    continue

    def _token(self) -> UUID:
        return UUID(int=self.rng.getrandbits(128))


def is_there() -> bool:
    """Whether the room has its month already."""
    return games.name_taken(name=TABLES[0].name)


def play_month(*, players: Sequence[User], cashier: int, now: datetime, days: int = DAYS, rounds: int = 5) -> None:
    """Plays the last `days` days, today included as far as it has come; each evening `rounds` hands a table."""
    rng = Random(2026)  # noqa: S311 - every demo room has the same month
    today = timezone.localdate(now)
    first = timezone.make_aware(datetime.combine(today - timedelta(days=days), time(16)))
    with borrowed_clock(first) as clock:
        everybody = [*players, *_regulars(rng, first, days)]
        club = Club(clock, rng, everybody, cashier)
        for back in range(days, 0, -1):
            clock.moment = timezone.make_aware(datetime.combine(today - timedelta(days=back), time(19, 30)))
            has_tournament = (days - back) % EVENINGS_BETWEEN == 1
            club.evening(rounds=rounds + rng.randint(-2, 2), closes=True, has_tournament=has_tournament)
        start = max(now - timedelta(hours=4), timezone.make_aware(datetime.combine(today, time(0, 1))))
        if clock.moment < start:
            clock.moment = start
            club.evening(rounds=min(rounds, int((now - start).total_seconds() // 3600)), closes=False)


def _regulars(rng: Random, first: datetime, days: int) -> list[User]:
    """The people of the club; some opened their account during the month."""
    made = []
    for name in REGULARS:
        joined = first + timedelta(days=rng.choice((-20, -5, 0, 0, 0)), hours=rng.randint(0, 20))
        user = User.objects.create_user(username=f"club-{name.lower()}", display_name=name, date_joined=joined)
        user.groups.add(*Group.objects.filter(name="player"))
        made.append(user)
    return made


def _open(table: ClubTable) -> int:
    variant = CATALOGUE[table.game]
    rules = Rules(variant, games.usual_stakes(variant, Structure(table.structure), table.big))
    opened = games.open_table(
        name=table.name,
        rules=with_preset_rake(rules, Preset.ONLINE),
        seats=9,
        min_buy_in=40 * table.big,
        max_buy_in=250 * table.big,
        currency=table.currency,
        sort_order=100,
    )
    return opened.pk
