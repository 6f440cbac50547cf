"""F3: every setting of an announcement that a director changes is told with its old and new value."""

import re
from dataclasses import replace
from typing import Any

import pytest
from django.conf import settings
from django.utils.translation import override

from games.engine.rules.house_rule import Preset
from games.engine.rules.stakes import AnteKind
from tests.tournaments.web.support.scenes import KNOCK_OUT
from tournaments.engine.setup.house_rules import EqualBust, HouseRules
from tournaments.engine.setup.payouts import Payouts, Row
from tournaments.engine.setup.setup import Game, LateRegistration, Price, Setup
from tournaments.engine.setup.structure import MINUTE, Break, Hourly, Race, Structure
from tournaments.engine.state import events as ev
from tournaments.store.staff_acts import setup_changes
from tournaments.web.pages.announcement_changes import change_lines, told_change

PLAN = KNOCK_OUT.structure
REBUY, ADDON, PAYOUTS = KNOCK_OUT.rebuy, KNOCK_OUT.addon, KNOCK_OUT.payouts
assert REBUY is not None
assert ADDON is not None
LEVEL = PLAN.levels[2]
OTHERS: dict[str, list[Any]] = {
    "name": ["Monday"],
    "games": [(Game("omaha"),), (Game("holdem"), Game("omaha"))],
    "seats": [6],
    "final_seats": [5],
    "min_players": [7],
    "max_players": [123],
    "starts_at": [0, KNOCK_OUT.starts_at + MINUTE],
    "ends_at": [KNOCK_OUT.starts_at + 240 * MINUTE],
    "price": [Price(81_00, 10_00, 20_00), Price(80_00, 11_00, 20_00), Price(80_00, 10_00, 21_00)],
    "late": [None, LateRegistration(7, 2), LateRegistration(6, 3)],
    "rebuy": [
        None,
        *(REBUY._replace(**{name: value + 1_000}) for name, value in REBUY._asdict().items() if name != "price"),
        REBUY._replace(price=Price(90_00, 5_00)),
    ],
    "addon": [None, ADDON._replace(chips=1), ADDON._replace(at=7), ADDON._replace(price=Price(90_00, 5_00))],
    "progressive": [True],
    "payouts": [
        Payouts((Row(10, (600_000, 400_000)),), guaranteed=PAYOUTS.guaranteed, unit=PAYOUTS.unit),
        PAYOUTS._replace(guaranteed=1_00),
        PAYOUTS._replace(unit=50),
        PAYOUTS._replace(ticket=100_00),
        PAYOUTS._replace(fixed=(300_00, 200_00)),
        PAYOUTS._replace(extras=("Cup",)),
    ],
    "shootout": [True],
    "house": [HouseRules(equal_bust=EqualBust.ORDER)],
    "deal_time": [0, 90_000],
    "preset": [Preset.SHOWDOWN],
    "table_house": [replace(KNOCK_OUT.table_house, call_time=False), replace(KNOCK_OUT.table_house, raise_cap=2)],
    "clock": [KNOCK_OUT.clock._replace(turn=20_000), KNOCK_OUT.clock._replace(bank=20_000)],
}
STRUCTURES: dict[str, list[Any]] = {
    "stack": [PLAN.stack * 2],
    "levels": [
        PLAN.levels[:-1],
        *(
            (*PLAN.levels[:2], other, *PLAN.levels[3:])
            for other in (
                LEVEL._replace(small_blind=LEVEL.small_blind - 25),
                LEVEL._replace(big_blind=LEVEL.big_blind + 25),
                LEVEL._replace(ante=LEVEL.ante + 25),
                LEVEL._replace(length=LEVEL.length + MINUTE),
            )
        ),
    ],
    "breaks": [(), (Break(3, 7 * MINUTE),)],
    "hourly": [Hourly(55, 5 * MINUTE)],
    "ante_kind": [next(kind for kind in AnteKind if kind is not PLAN.ante_kind)],
    "chips": [(25, 100)],
    "races": [(Race(3, 100),)],
    "round_cost": [PLAN.round_cost + MINUTE],
}


def changed(**values: object) -> list[str]:
    """The lines about these changes of the announcement."""
    return [line.text for line in change_lines(ev.SetupChanged(KNOCK_OUT._replace(**values), KNOCK_OUT))]


@pytest.mark.parametrize("field", OTHERS)
def test_F3_every_setting_is_told_when_it_changes(field: str) -> None:
    for value in OTHERS[field]:
        assert changed(**{field: value}), value


@pytest.mark.parametrize("field", STRUCTURES)
def test_F3_every_part_of_the_structure_is_told_when_it_changes(field: str) -> None:
    for value in STRUCTURES[field]:
        assert changed(structure=PLAN._replace(**{field: value})), value


def test_F3_the_settings_are_complete() -> None:
    # A tournament keeps its currency.
    assert {*OTHERS, "structure", "every", "currency"} == {*Setup._fields}
    assert set(STRUCTURES) == {*Structure._fields}


def test_F3_the_pace_of_a_rotation_is_told() -> None:
    mixed = KNOCK_OUT._replace(games=(Game("holdem"), Game("omaha")))
    for every in (-1, 8):
        assert change_lines(ev.SetupChanged(mixed._replace(every=every), mixed))


def test_F3_an_announcement_that_stays_has_no_line() -> None:
    assert changed() == []


def test_F3_only_what_changed_is_told_in_the_language_of_the_reader() -> None:
    told = {}
    for language, _name in settings.LANGUAGES:
        with override(language):
            told[language] = changed(name="Monday", late=None)
    assert told["en"] == [
        "Name of the tournament: Friday Knock-out → Monday",
        "Late registration: Until the end of level 6. Players who are out may enter again: 2 entries each in all. → –",
    ]
    assert all(len(lines) == 2 for lines in told.values())
    assert len({lines[0] for lines in told.values()}) == 3


RAW = re.compile(r"[\[\]{}]")


@pytest.mark.parametrize("part", [*OTHERS, "structure"])
def test_F3_the_log_of_acts_tells_each_changed_part_in_words(part: str) -> None:
    others = OTHERS.get(part) or [PLAN._replace(**{name: values[0]}) for name, values in STRUCTURES.items()]
    for value in others:
        after = KNOCK_OUT._replace(**{part: value})
        ((what, old, new),) = [change for change in setup_changes(KNOCK_OUT, after) if change.what == part]
        told = told_change(after, what, old, new)
        if told is None:
            assert not RAW.search(old + new), "it is readable as it is"
            continue
        assert told[0] != told[1]
        assert not RAW.search("".join(told))


def test_F3_the_log_of_acts_tells_the_game_and_the_price_of_a_new_announcement() -> None:
    told = {change.what: told_change(KNOCK_OUT, *change) for change in setup_changes(None, KNOCK_OUT)}
    assert told["games"] is not None
    assert not RAW.search(told["games"][1])
    assert told["price"] is not None
    assert "is the bounty on your head" in told["price"][1]
