"""Section Y of the rulebook: every setting of a table with all its values, and what the three presets choose."""

import json
from dataclasses import replace
from typing import Any, NamedTuple

import pytest

from games.engine.errors import IllegalAction
from games.engine.rules.house_rule import Preset
from games.engine.rules.house_rules import PRESETS, HouseRules, preset_house, presets_in, rules_without_effect
from games.engine.rules.mixed_games import MIXES, rotation
from games.engine.rules.rake import RakeTerms, rake_of
from games.engine.rules.rules import Clock, Game, Rules
from games.engine.rules.stakes import AnteKind, Stakes, Structure
from games.engine.rules.validation import ANTE, BRING_IN, Bounds, bounds_of, validate
from games.engine.rules.variant import Forced
from games.engine.rules.variants import CATALOGUE
from tests.games.engine.support.builders import deal, rules
from tests.games.engine.support.rakes import ETHP_RAKE, SHOWDOWN_RAKE, online_rake


class Setting(NamedTuple):
    """A row of section Y: its rule, its values, and those of `online`, `showdown` and `ethp`."""

    rule: str
    name: str
    values: tuple[object, ...]
    presets: tuple[object, object, object]


ON_OFF = (True, False)
Y = (
    Setting("C2", "suit_order", ("shdc", "shcd"), ("shdc", "shdc", "shdc")),
    Setting("G12", "draw_open", ("check_allowed", "bet_or_fold"), ("check_allowed", "bet_or_fold", "bet_or_fold")),
    Setting("G15", "open_pair", ("anyone", "holder", "off"), ("anyone", "holder", "holder")),
    Setting("B3", "raise_cap", (0, 2, 3, 4, 5), (4, 3, 4)),
    Setting("B3", "uncapped_heads_up", ("off", "two_left", "round_start"), ("round_start", "two_left", "off")),
    Setting("B6", "min_bet", ("big_blind", "street"), ("big_blind", "big_blind", "big_blind")),
    Setting("B6", "min_raise", ("last_raise", "double", "big_blind"), ("last_raise", "double", "last_raise")),
    Setting("B8", "short_raise", ("reject", "complete_at_half"), ("reject", "complete_at_half", "reject")),
    Setting("B14", "timeout_action", ("check_or_fold", "fold"), ("check_or_fold", "fold", "check_or_fold")),
    Setting("B14", "call_time", ON_OFF, (True, True, False)),
    Setting(
        "B15",
        "disconnect",
        ("check_or_fold", "all_in_protection"),
        ("check_or_fold", "check_or_fold", "all_in_protection"),
    ),
    Setting("B15", "protections_a_day", (0, 1, 3, 100), (3, 3, 3)),
    # One minor unit, 5 CZK in haléř, 0.05 EUR in cents.
    Setting("B16", "chip_unit", (1, 5, 500), (1, 500, 5)),
    Setting("B17", "show_pot", ("always", "pot_limit_only"), ("always", "pot_limit_only", "always")),
    Setting(
        "H1",
        "showdown_order",
        ("last_aggressor", "first_bettor"),
        ("last_aggressor", "last_aggressor", "last_aggressor"),
    ),
    Setting("H2", "auto_muck", ("player", "system"), ("player", "player", "system")),
    Setting("H5", "all_in_show", ON_OFF, (True, True, True)),
    Setting("H6", "run_it", (1, 2, 3), (2, 3, 1)),
    Setting("H7", "rabbit_hunt", ON_OFF, (False, True, False)),
    Setting("H7", "rabbit_fee", (0, 500), (0, 0, 0)),
    Setting("D1", "first_button", ("high_card", "first_player"), ("high_card", "high_card", "first_player")),
    Setting("D2", "button", ("dead", "moving"), ("dead", "dead", "moving")),
    Setting("D5", "min_stack_to_play", ("none", "big_blind"), ("none", "none", "none")),
    Setting("D6", "entry", ("free", "post"), ("post", "free", "post")),
    Setting("D6", "enter_between", ("pay_both", "wait_button", "big_blind"), ("wait_button", "pay_both", "big_blind")),
    Setting("D7", "missed_blinds", ("both", "big_blind", "owed"), ("both", "both", "big_blind")),
    Setting("D9", "straddle", ON_OFF, (False, True, False)),
    Setting(
        "K5",
        "top_up",
        ("between_hands", "when_broke", "never"),
        ("between_hands", "between_hands", "between_hands"),
    ),
    Setting("K5", "top_up_min", ("none", "half", "full"), ("none", "full", "half")),
    Setting("K7", "return_hours", (0, 1, 2, 24), (2, 2, 0)),
    Setting("K11", "tables_per_player", (1, 2, 4, 24), (4, 1, 4)),
    Setting("K15", "staff_approval", ON_OFF, (False, True, False)),
    Setting("F6", "chat_in_hand", ("all", "no_cards_talk", "none"), ("no_cards_talk",) * 3),
    Setting("X2", "fault", ("resume", "void"), ("resume",) * 3),
)
BY_NAME = {row.name: row for row in Y}


def house_with(name: str, value: object) -> HouseRules:
    """The online rules with this value and the settings it depends on."""
    needs = {"rabbit_fee": {"rabbit_hunt": True}}.get(name, {}) if value else {}
    return replace(PRESETS[Preset.ONLINE], **{name: value}, **needs)


def test_Y_every_setting_of_a_table_is_in_the_list() -> None:
    assert set(BY_NAME) == set(HouseRules.__dataclass_fields__)
    assert len(BY_NAME) == len(Y)


@pytest.mark.parametrize("row", Y, ids=lambda row: row.name)
def test_Y_presets_are_exact(row: Setting) -> None:
    chosen = tuple(getattr(PRESETS[preset], row.name) for preset in Preset)
    assert chosen == row.presets
    assert set(chosen) <= set(row.values)


def test_Y_settings_not_named_are_those_of_the_online_preset() -> None:
    assert HouseRules() == PRESETS[Preset.ONLINE]
    assert list(PRESETS) == ["online", "showdown", "ethp"]


@pytest.mark.parametrize(("name", "value"), [(row.name, value) for row in Y for value in row.values])
def test_Y_every_value_can_be_chosen_and_is_kept(name: str, value: object) -> None:
    playing = Rules(CATALOGUE["holdem"], Stakes(Structure.NO_LIMIT, 500, 1_000), house_with(name, value))
    validate(playing)
    again = Rules.from_data(json.loads(json.dumps(playing.to_data())))
    assert again == playing
    assert getattr(again.house, name) == value


@pytest.mark.parametrize("row", [row for row in Y if isinstance(row.values[0], str)], ids=lambda row: row.name)
def test_Y_no_other_value_is_accepted(row: Setting) -> None:
    kind = type(getattr(HouseRules(), row.name))
    assert {str(value) for value in kind} == set(row.values)
    with pytest.raises(ValueError, match="other"):
        HouseRules(**{row.name: "other"})


def test_D10_both_kinds_of_ante() -> None:
    assert {str(kind) for kind in AnteKind} == {"each", "big_blind"}
    for kind in AnteKind:
        validate(rules(ante=100, ante_kind=kind))


@pytest.mark.parametrize("preset", list(PRESETS))
@pytest.mark.parametrize("game", list(CATALOGUE))
@pytest.mark.parametrize("structure", list(Structure))
def test_Y_every_preset_is_valid_for_every_game_and_structure(preset: Preset, game: str, structure: Structure) -> None:
    variant = CATALOGUE[game]
    stakes = Stakes(structure, 500, 1_000)
    if variant.forced is not Forced.BLINDS:
        stakes = Stakes(structure, 0, 6_000, 1_000, bring_in=3_000 if variant.forced is Forced.BRING_IN else 0)
    assert structure in variant.structures
    validate(Rules(variant, stakes, PRESETS[preset]))


@pytest.mark.parametrize("preset", [Preset.ONLINE, Preset.ETHP])
@pytest.mark.parametrize("mix", list(MIXES))
def test_Y_every_preset_is_valid_for_rotations(preset: Preset, mix: str) -> None:
    house = PRESETS[preset]
    for limit in (20_00, 50_00):
        validate(rotation(mix, limit, unit=house.chip_unit)._replace(house=house))


# R: the rake of each preset.


def test_Y_R_rake_profiles_of_the_presets() -> None:
    online = online_rake(100)
    assert (online.per_mille, online.no_flop_no_drop) == (50, True)
    assert len({cap for _, cap in online.caps_by_players}) > 1
    assert (SHOWDOWN_RAKE.per_mille, SHOWDOWN_RAKE.cap, SHOWDOWN_RAKE.unit) == (50, 300_00, 1)
    assert (ETHP_RAKE.per_mille, ETHP_RAKE.cap, ETHP_RAKE.unit, ETHP_RAKE.round_up) == (20, 0, 5, True)


@pytest.mark.parametrize(("chip", "rake"), [(1, 77), (5, 75), (25, 75), (100, 0)])
def test_B16_the_rake_is_always_in_whole_chips(chip: int, rake: int) -> None:
    assert rake_of(RakeTerms("x", 50), pots=1_540, dealt_in=4, flop_seen=True, chip=chip) == rake


def test_B16_R3_a_profile_in_whole_chips_is_not_rounded_again() -> None:
    assert rake_of(ETHP_RAKE, pots=251, dealt_in=4, flop_seen=True, chip=5) == 10


def test_B16_a_hand_pays_and_rakes_in_whole_chips() -> None:
    checks = "check check check check check check"
    hand = deal((1_000, 1_000), f"500 call {checks}", rake=RakeTerms("x", 33), chip_unit=10)
    assert hand.hand.rake == 30
    assert all(change % 10 == 0 for change in hand.net_won.values())


# Combinations that are refused.

BLINDS = Stakes(Structure.NO_LIMIT, 50, 100)
STUD = Stakes(Structure.FIXED_LIMIT, 0, 60, 10, bring_in=30)
DRAW = Stakes(Structure.FIXED_LIMIT, 0, 60, 10)


def table(game: str = "holdem", stakes: Stakes = BLINDS, clock: Clock | None = None, **house: Any) -> Rules:
    """Rules to validate."""
    return Rules(CATALOGUE[game], stakes, HouseRules(**house), clock=clock or Clock())


MIX = (Game(CATALOGUE["holdem"], BLINDS), Game(CATALOGUE["stud"], STUD))


@pytest.mark.parametrize(
    ("playing", "code"),
    [
        (table(rabbit_fee=100), "rabbit_fee_without_hunt"),
        (table(rabbit_fee=7, rabbit_hunt=True, chip_unit=5), "not_a_multiple"),
        (table(disconnect="all_in_protection", protections_a_day=0), "protection_never"),
        (table(stakes=Stakes(Structure.FIXED_LIMIT, 50, 100), straddle=True, raise_cap=2), "straddle_fills_cap"),
        (table(chip_unit=40), "not_a_multiple"),
        (table(stakes=BLINDS._replace(ante=7), chip_unit=5), "not_a_multiple"),
        (table("stud", STUD._replace(ante=12), chip_unit=10), "not_a_multiple"),
        (table("stud", STUD._replace(bring_in=35), chip_unit=10), "not_a_multiple"),
        (table(stakes=BLINDS._replace(small_blind=0)), "blinds_wrong"),
        (table(stakes=BLINDS._replace(small_blind=101)), "blinds_wrong"),
        (table(stakes=Stakes(Structure.NO_LIMIT, -50, -50)), "blinds_wrong"),
        (table(stakes=BLINDS._replace(ante=101)), "ante_wrong"),
        (table(stakes=BLINDS._replace(ante=-1)), "ante_wrong"),
        (table(stakes=BLINDS._replace(bring_in=10)), "no_bring_in_here"),
        (table("draw", DRAW._replace(bring_in=30)), "no_bring_in_here"),
        (table("stud", STUD._replace(small_blind=30)), "no_blinds_here"),
        (table("stud", STUD._replace(big_blind=0)), "limit_wrong"),
        (table("stud", STUD._replace(ante_kind=AnteKind.BIG_BLIND)), "ante_each_here"),
        (table("stud", STUD._replace(ante=0)), "ante_out_of_range"),
        (table("stud", STUD._replace(ante=9)), "ante_out_of_range"),
        (table("draw", DRAW._replace(ante=21)), "ante_out_of_range"),
        (table("stud", STUD._replace(bring_in=29)), "bring_in_out_of_range"),
        (table("stud", STUD._replace(bring_in=41)), "bring_in_out_of_range"),
        (table(clock=Clock(turn=0)), "clock_wrong"),
        (table(clock=Clock(bank=-1)), "clock_wrong"),
        (table(clock=Clock(call_time=9_999)), "call_time_too_short"),
        (table()._replace(rake=RakeTerms("x", -1)), "rake_wrong"),
        (table()._replace(rake=RakeTerms("x", 1000)), "rake_wrong"),
        (table()._replace(rake=RakeTerms("x", 50, unit=0)), "rake_wrong"),
        (table()._replace(rake=RakeTerms("x", 50, cap=-1)), "rake_wrong"),
        (table()._replace(mix=MIX[:1]), "mix_of_one"),
        (table()._replace(mix=MIX[::-1]), "mix_differs"),
        (table()._replace(mix=MIX, every=-1), "negative_rule"),
        (table()._replace(mix=(*MIX, Game(CATALOGUE["draw"], BLINDS))), "no_blinds_here"),
        (table(chip_unit=50)._replace(mix=MIX), "not_a_multiple"),
        (table()._replace(variant=replace(CATALOGUE["draw"], structures=("fl",))), "structure_not_played"),
    ],
)
def test_Y_impossible_settings_are_refused_with_the_reason(playing: Rules, code: str) -> None:
    with pytest.raises(IllegalAction) as refusal:
        validate(playing)
    assert refusal.value.code == code


def test_G12_G14_the_bounds_themselves_are_allowed() -> None:
    for ante in (10, 20):
        for bring_in in (30, 40):
            validate(table("stud", STUD._replace(ante=ante, bring_in=bring_in)))
    # A lower limit that three does not divide.
    with pytest.raises(IllegalAction) as refusal:
        validate(table("draw", DRAW._replace(big_blind=100, ante=16)))
    assert refusal.value.detail == {"min": 17, "max": 33}


@pytest.mark.parametrize("idle", [{"straddle": True}, {"run_it": 3}, {"rabbit_hunt": True}, {"entry": "free"}])
def test_Y_settings_without_effect_on_a_game_are_accepted(idle: dict[str, Any]) -> None:
    validate(table("stud", STUD, **idle))
    validate(table(open_pair="holder", draw_open="bet_or_fold", raise_cap=2))


@pytest.mark.parametrize(
    ("game", "structure", "without"),
    [
        ("holdem", Structure.NO_LIMIT, {"draw_open", "open_pair", "raise_cap", "uncapped_heads_up"}),
        ("holdem", Structure.POT_LIMIT, {"draw_open", "open_pair", "raise_cap", "uncapped_heads_up", "show_pot"}),
        ("holdem", Structure.FIXED_LIMIT, {"draw_open", "open_pair", "min_bet", "min_raise"}),
    ],
)
def test_Y_a_rule_without_effect_on_a_game_is_not_offered(game: str, structure: Structure, without: set[str]) -> None:
    assert rules_without_effect(CATALOGUE[game], structure) == without


@pytest.mark.parametrize(
    ("lower", "bounds", "least_and_most"), [(7, BRING_IN, (4, 4)), (20, ANTE, (4, 6)), (7, (2, 3, 3, 4), (5, 5))]
)
def test_G12_G14_antes_and_bring_ins_lie_between_whole_units(
    lower: int, bounds: Bounds, least_and_most: tuple[int, int]
) -> None:
    """Of 7 the bring-in is at least 3.5 and at most 4.67, of 20 the ante at least 3.33 and at most 6.67."""
    assert bounds_of(lower, bounds) == least_and_most


@pytest.mark.parametrize(
    ("preset", "digits", "unit"),
    [("online", 0, 1), ("online", 3, 1), ("showdown", 0, 5), ("showdown", 2, 500), ("ethp", 2, 5), ("ethp", 3, 50)],
)
def test_Y_B16_the_chips_of_a_preset_are_as_many_units_in_every_currency(preset: str, digits: int, unit: int) -> None:
    assert preset_house(Preset(preset), digits).chip_unit == unit


def test_Y_B16_a_preset_is_offered_only_in_currencies_that_have_its_chips() -> None:
    assert [len(presets_in(digits)) for digits in range(4)] == [2, 2, 3, 3]
    with pytest.raises(IllegalAction, match="preset_too_fine"):
        preset_house(Preset.ETHP, 1)
