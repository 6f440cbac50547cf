"""A form of the admin changes nothing that it does not show: saved untouched, every stored field stays (K5, K7)."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.db.models import Model
from django.test import Client
from django.urls import reverse
from django.utils import timezone, translation

from games.engine.errors import IllegalAction
from games.engine.rules.house_rule import Preset
from games.engine.rules.house_rules import HOUSE_RULES, ONLINE, PRESETS, Disconnect, HouseRules
from games.engine.rules.mixed_games import rotation
from games.engine.rules.rake import RakeTerms
from games.engine.rules.rules import Clock, Game, Rules
from games.engine.rules.stakes import AnteKind, Stakes, Structure
from games.engine.rules.variants import CATALOGUE
from games.models import Order, Table
from games.models.access import LobbyNews, PlayerTableLimits
from pokerroom.models import User
from tests.browser_forms import shown_values
from tests.games.engine.support.rakes import ETHP_RAKE, preset_rake
from tests.games.support.tables import open_table, person

pytestmark = pytest.mark.django_db

CLOCK = Clock(*(value * 2 + 345 for value in Clock()))
"""Every time differs from the usual one and is no whole number of seconds."""
CUSTOM_RAKE = RakeTerms("own", 35, 40_00, ((2, 5_00), (4, 15_00)), 1_00, False, 20_00, True)


def other_value(rule: str) -> Any:
    """A value of the rule that no preset has, if there is one; a number is, where possible, not even offered."""
    declared = HOUSE_RULES[rule]
    used = {getattr(house, rule) for house in PRESETS.values()}
    numbers = (17, 5, 2) if type(getattr(ONLINE, rule)) is int else ()
    for value in (*numbers, *declared.choices):
        if value not in used and _is_within_bounds(rule, value):
            return value
    return declared.choices[-1]


def _is_within_bounds(rule: str, value: object) -> bool:
    try:
        HouseRules(**{rule: value})
    except IllegalAction:
        return False
    return True


EVERY_RULE = HouseRules(**{rule: other_value(rule) for rule in HOUSE_RULES})
PLAYABLE = replace(EVERY_RULE, rabbit_hunt=True, rabbit_fee=3_00, chip_unit=50, disconnect=Disconnect.ALL_IN_PROTECTION)
HOLDEM = Rules(
    CATALOGUE["holdem"],
    Stakes(Structure.POT_LIMIT, 7_00, 20_00, 3_00, AnteKind.BIG_BLIND),
    PLAYABLE,
    CUSTOM_RAKE,
    CLOCK,
)
STUD_STAKES = Stakes(Structure.FIXED_LIMIT, 0, 20_00, 5_50, bring_in=12_50)
HORSE = rotation("horse", 20_00, every=7)
OWN_ROTATION = (Game(CATALOGUE["holdem"], HOLDEM.stakes), Game(CATALOGUE["stud"], STUD_STAKES))
TABLES = {
    "hold'em with every rule changed": HOLDEM,
    "a game in which many of them have no effect": HOLDEM._replace(variant=CATALOGUE["stud"], stakes=STUD_STAKES),
    "a rotation": HORSE._replace(house=PLAYABLE, rake=ETHP_RAKE.in_whole_chips(50), clock=CLOCK),
    "a rotation of its own": HOLDEM._replace(mix=OWN_ROTATION, every=3),
    "a rake that the preset chooses": HOLDEM._replace(
        house=PRESETS[Preset.SHOWDOWN],
        stakes=Stakes(Structure.NO_LIMIT, 25_00, 50_00),
        rake=preset_rake(Preset.SHOWDOWN, CATALOGUE["holdem"], Stakes(Structure.NO_LIMIT, 25_00, 50_00), chip=5_00),
    ),
    "no rake under a preset with rake": Rules(CATALOGUE["omaha"], HOLDEM.stakes, PRESETS[Preset.ETHP]),
}


@pytest.fixture(params=["operator", "floorman"])
def staff(request: pytest.FixtureRequest, client: Client) -> Client:
    """A browser in which somebody of the staff has signed in."""
    return signed_in(client, request.param)


def signed_in(client: Client, role: str) -> Client:
    user = User.objects.create_user(username=role, display_name=role.title(), is_staff=True)
    user.groups.add(Group.objects.get(name=role))
    client.force_login(user)
    return client


def stored(row: Model) -> dict[str, Any]:
    """Every column of the row."""
    return dict(type(row)._default_manager.filter(pk=row.pk).values().get())


def page_of(row: Model) -> str:
    return reverse(f"admin:{row._meta.app_label}_{row._meta.model_name}_change", args=[row.pk])


def save_untouched(client: Client, row: Model, field: str, **changes: str) -> None:
    """Opens the row's page and saves what it shows, with these fields changed."""
    sent = shown_values(client.get(page_of(row)), field) | changes
    response = client.post(page_of(row), sent)
    assert response.status_code == 302, response.context["adminform"].form.errors


def table_with(rules: Rules) -> Table:
    """A table of which every column that an operator may set has an unusual value."""
    main = open_table("Main", rules=rules, seats=5)
    return open_table(
        "Feeder", rules=rules, seats=6, min_buy_in=800_50, max_buy_in=5_000_50, bots=3, sort_order=-7,
        closed_to_watchers=True, watch_delay=45, password="sesame", feeds=main, opened_by=person("Owner").pk,
    )  # fmt: skip


@pytest.mark.parametrize("language", ["en", "cs", "sk"])
@pytest.mark.parametrize("rules", TABLES.values(), ids=TABLES)
def test_a_table_saved_untouched_keeps_every_field(client: Client, rules: Rules, language: str) -> None:
    operator, table = signed_in(client, "operator"), table_with(rules)
    before = stored(table)
    with translation.override(language):
        operator.cookies["django_language"] = language
        save_untouched(operator, table, "big_blind")
    assert stored(table) == before
    assert not Order.objects.exists(), "no change of rules is ordered"


@pytest.mark.parametrize("rules", TABLES.values(), ids=TABLES)
def test_renaming_a_table_changes_its_name_alone(client: Client, rules: Rules) -> None:
    operator, table = signed_in(client, "operator"), table_with(rules)
    before = stored(table)
    save_untouched(operator, table, "big_blind", name="Renamed", reason="a better name")
    assert stored(table) == {**before, "name": "Renamed", "name_key": "renamed"}
    order = Order.objects.get()
    assert order.payload["changes"] == [["name", before["name"], "Renamed"]], "the players are told"
    assert Rules.from_data(order.payload["rules"]) == table.rules


def test_every_rule_of_the_unusual_table_differs_from_the_online_preset_or_from_another() -> None:
    same = [rule for rule in HOUSE_RULES if all(getattr(PLAYABLE, rule) == getattr(p, rule) for p in PRESETS.values())]
    assert not same


LimitsAndNews = Callable[[], Model]


def own_table_limits() -> PlayerTableLimits:
    return PlayerTableLimits.objects.create(
        allowed=False, games=["omaha", "stud"], min_stakes=3_33, max_stakes=77_77, min_buy_in_blinds=11,
        max_buy_in_blinds=222, max_per_player=5, max_in_room=6, close_after_minutes=7, takes_rake=False,
    )  # fmt: skip


def news() -> LobbyNews:
    at = timezone.now().replace(microsecond=0)
    return LobbyNews.objects.create(
        texts={"en": "Tonight", "cs": "Dnes večer", "sk": "Dnes večer", "pl": "Dziś wieczorem"},
        starts_at=at,
        ends_at=at + timedelta(days=2),
    )


@pytest.mark.parametrize("language", ["en", "cs", "sk"])
@pytest.mark.parametrize(
    ("role", "field", "build"),
    [("operator", "max_stakes", own_table_limits), ("operator", "in_cs", news)],
)
def test_the_other_forms_saved_untouched_keep_every_field(
    client: Client, role: str, field: str, build: LimitsAndNews, language: str
) -> None:
    staff, row = signed_in(client, role), build()
    before = stored(row)
    staff.cookies["django_language"] = language
    save_untouched(staff, row, field)
    assert stored(row) == before
