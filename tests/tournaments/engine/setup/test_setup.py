"""T1: an announcement that cannot be played is refused with the reason, and every ready-made structure can be."""

from typing import Unpack

import pytest

from games.engine.errors import IllegalAction
from games.engine.rules.mixed_games import MIXES
from games.engine.rules.stakes import AnteKind
from games.engine.rules.stakes import Structure as Betting
from games.engine.rules.variants import CATALOGUE
from tests.tournaments.engine.tournament_driver import NOON, STRUCTURE, TEN, setup
from tests.tournaments.support.setup_fields import SetupFields
from tournaments.engine.setup.payouts import Payouts, Row
from tournaments.engine.setup.setup import TABLE_CLOCK, AddOn, Game, LateRegistration, Price, Rebuy, Setup
from tournaments.engine.setup.structure import HOUR, Break, Level, Race, Structure
from tournaments.engine.setup.templates import TEMPLATES, structure_for

LEVEL = Level(50, 100, 0, TEN)
STUD = (Game("stud", Betting.FIXED_LIMIT),)


def test_T2_a_price_is_that_of_prize_pool_fee_and_bounty_together() -> None:
    assert Price(10_000, 1_000, 5_000).total == 16_000


def refused(**changes: Unpack[SetupFields]) -> tuple[str, dict[str, int | str]]:
    """The code and the detail with which the announcement is refused."""
    with pytest.raises(IllegalAction) as refusal:
        setup(**changes)
    return refusal.value.code, refusal.value.detail


def plan(*levels: Level, stack: int = 1_000, chips: tuple[int, ...] = (), races: tuple[Race, ...] = ()) -> Structure:
    """A structure of these levels."""
    return STRUCTURE._replace(stack=stack, levels=levels, chips=chips, races=races)


@pytest.mark.parametrize(
    ("structure", "code", "level"),
    [
        (plan(LEVEL, LEVEL._replace(small_blind=25, big_blind=50)), "blinds_fall", 2),
        (plan(LEVEL, LEVEL._replace(small_blind=25)), "blinds_fall", 2),
        (plan(LEVEL, LEVEL._replace(length=24 * HOUR + 1)), "bad_length", 2),
        (plan(LEVEL._replace(length=999_999_999 * 60_000)), "bad_length", 1),
        (plan(LEVEL._replace(length=0)), "bad_length", 1),
        (plan(LEVEL._replace(length=-1)), "bad_length", 1),
        (plan(LEVEL._replace(big_blind=0, small_blind=0)), "bad_level", 1),
        (plan(LEVEL._replace(small_blind=0)), "bad_level", 1),
        (plan(LEVEL._replace(small_blind=101)), "bad_level", 1),
        (plan(LEVEL._replace(small_blind=-1)), "bad_level", 1),
        (plan(LEVEL._replace(ante=101)), "bad_ante", 1),
        (plan(LEVEL._replace(ante=-1)), "bad_ante", 1),
        (plan(LEVEL._replace(bring_in=100)), "bad_bring_in", 1),
        (plan(LEVEL._replace(ante=7), chips=(25,)), "chip_too_large", 1),
        (plan(LEVEL)._replace(breaks=(Break(1, 25 * HOUR),)), "break_too_long", 1),
        (plan(LEVEL)._replace(breaks=(Break(1, 0),)), "break_too_long", 1),
    ],
)
def test_T4_a_level_that_cannot_be_played_is_named(structure: Structure, code: str, level: int) -> None:
    assert refused(structure=structure) == (code, {"level": level})


@pytest.mark.parametrize(
    "structure",
    [
        plan(LEVEL._replace(length=24 * HOUR)),
        plan(LEVEL._replace(length=1)),
        plan(LEVEL)._replace(breaks=(Break(1, 24 * HOUR),)),
        plan(LEVEL, LEVEL),
        plan(LEVEL._replace(small_blind=100, ante=100, bring_in=99)),
        plan(LEVEL, stack=100),
    ],
)
def test_T4_a_level_at_its_bounds_can_be_played(structure: Structure) -> None:
    structure.check()


@pytest.mark.parametrize(
    ("structure", "code"),
    [
        (plan(LEVEL, stack=99), "stack_too_small"),
        (plan(LEVEL, stack=110, chips=(25,)), "stack_not_payable"),
        (plan(LEVEL, stack=0), "no_levels"),
        (plan(), "no_levels"),
        (plan(LEVEL, chips=(0, 25)), "bad_chips"),
        (plan(LEVEL, chips=(0,)), "bad_chips"),
        (plan(LEVEL, chips=(25, 25)), "bad_chips"),
        (plan(LEVEL, LEVEL, chips=(25, 50), races=(Race(3, 50),)), "race_without_level"),
        (plan(LEVEL, LEVEL, chips=(25, 50), races=(Race(0, 50),)), "race_without_level"),
        (plan(LEVEL, LEVEL, chips=(25, 50), races=(Race(2, 100),)), "bad_races"),
        (plan(LEVEL, LEVEL, chips=(25, 50), races=(Race(2, 50), Race(2, 50))), "races_fall"),
        (plan(LEVEL, LEVEL, chips=(25, 50), races=(Race(1, 50), Race(2, 25))), "races_fall"),
        (plan(LEVEL, LEVEL, chips=(25, 50, 100), races=(Race(2, 50), Race(2, 100))), "races_fall"),
    ],
)
def test_T1_T11_a_stack_or_chips_that_cannot_be_played_are_refused(structure: Structure, code: str) -> None:
    assert refused(structure=structure)[0] == code


@pytest.mark.parametrize(
    ("rows", "code", "detail"),
    [
        ([(9, 60, 50)], "payout_not_whole", {"entries": 9, "percent": 110_00}),
        ([(9, 50, 49)], "payout_not_whole", {"entries": 9, "percent": 99_00}),
        ([(9, 50, 50), (9, 60, 40)], "rows_not_ascending", {}),
        ([(18, 50, 50), (9, 60, 40)], "rows_not_ascending", {}),
        ([(0, 100)], "bad_payout_entries", {}),
        ([(-9, 100)], "bad_payout_entries", {}),
        ([(9, 40, 60)], "bad_shares", {"entries": 9}),
        ([(9, 100, 0)], "bad_shares", {"entries": 9}),
        ([(9, 150, -50)], "bad_shares", {"entries": 9}),
    ],
)
def test_T1_a_payout_table_that_does_not_fit_is_refused(
    rows: list[tuple[int, ...]], code: str, detail: dict[str, int]
) -> None:
    table = tuple(Row(entries, tuple(share * 10_000 for share in shares)) for entries, *shares in rows)
    assert refused(payouts=Payouts(rows=table)) == (code, detail)


@pytest.mark.parametrize("fixed", [(0,), (100, 0), (100, -1), (100, 200)])
def test_T1_fixed_prizes_are_above_zero_and_do_not_rise(fixed: tuple[int, ...]) -> None:
    assert refused(payouts=Payouts(fixed=fixed))[0] == "bad_fixed_prizes"


REBUY, ADD_ON = Rebuy(Price(100), 1_000, until=4), AddOn(Price(100), 1_000, at=4)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"ends_at": NOON}, "ends_before_start"),
        ({"ends_at": NOON - 1}, "ends_before_start"),
        ({"min_players": 1}, "min_players_too_small"),
        ({"min_players": 4, "max_players": 3}, "bad_players"),
        ({"min_players": 0, "max_players": 1}, "bad_players"),
        ({"starts_at": 0, "max_players": 1, "min_players": 0}, "bad_players"),
        ({"starts_at": 0}, "no_start"),
        ({"seats": 1}, "bad_seats"),
        ({"seats": 11}, "bad_seats"),
        ({"final_seats": 1}, "bad_final_seats"),
        ({"late": LateRegistration(9)}, "late_without_level"),
        ({"rebuy": REBUY._replace(until=9)}, "rebuy_without_level"),
        ({"rebuy": REBUY._replace(chips=0)}, "rebuy_not_payable"),
        ({"addon": ADD_ON._replace(at=9)}, "addon_without_level"),
        ({"addon": ADD_ON._replace(chips=-1)}, "addon_not_payable"),
        ({"price": Price(-1)}, "negative_price"),
        ({"clock": TABLE_CLOCK._replace(turn=0)}, "bad_clock"),
        ({"games": STUD, "structure": plan(LEVEL._replace(big_blind=50), chips=(25,))}, "ante_not_payable"),
        ({"games": STUD, "structure": plan(LEVEL._replace(bring_in=90))}, "bring_in_not_payable"),
    ],
)
def test_T1_an_announcement_that_cannot_be_played_is_refused(changes: SetupFields, code: str) -> None:
    assert refused(**changes)[0] == code


def test_T1_the_game_is_no_limit_holdem_unless_said_otherwise() -> None:
    assert Setup("Evening", STRUCTURE).games == (Game("holdem", Betting.NO_LIMIT),)


def test_T2_without_a_least_number_one_full_table_is_enough_or_everybody_who_may_enter() -> None:
    assert setup(min_players=0, seats=9).players_to_start == 9
    assert setup(min_players=0, seats=9, max_players=6).players_to_start == 6
    assert setup(min_players=0, seats=6, max_players=60).players_to_start == 6
    assert setup(min_players=0, seats=6, max_players=18, starts_at=0).players_to_start == 18


def test_T1_a_start_and_an_end_are_in_the_future() -> None:
    for moment, refused in ((NOON - 1, True), (NOON, True), (NOON + 1, False), (0, False)):
        for changes, code in (({"starts_at": moment}, "past"), ({"starts_at": 0, "ends_at": moment}, "end_past")):
            announced = setup()._replace(**changes)
            if refused:
                with pytest.raises(IllegalAction, match=f"^{code}$"):
                    announced.check_times(NOON)
            else:
                announced.check_times(NOON)


EVERY_GAME = [(Game(code, Betting(betting)),) for code, one in CATALOGUE.items() for betting in one.structures]
ROTATIONS = [tuple(Game(*game) for game in games) for games in MIXES.values()]


@pytest.mark.parametrize("template", list(TEMPLATES))
@pytest.mark.parametrize("kind", list(AnteKind))
def test_T1_G12_every_ready_made_structure_can_be_played_in_every_game(template: str, kind: AnteKind) -> None:
    for games in (*EVERY_GAME, *ROTATIONS):
        structure = structure_for(template, games=games, ante_kind=kind)
        Setup("Any", structure, games=games, seats=2, max_players=6).check()


def test_D10_an_ante_of_everybody_is_a_part_of_the_ante_for_the_table() -> None:
    made = structure_for("turbo", games=(Game(),), ante_kind=AnteKind.EACH)
    assert made.ante_kind is AnteKind.EACH
    assert [(level.big_blind, level.ante) for level in made.levels[3:6]] == [(200, 25), (300, 25), (400, 50)]
    assert all(9 * level.ante <= 2 * level.big_blind for level in made.levels)
