"""R1–R3: what a rake profile says for every game, and 10⁵ random pots by the profiles of the sources."""

from fractions import Fraction
from math import ceil
from random import Random

import pytest

from games.engine.errors import IllegalAction
from games.engine.rules.changes import rule_changes
from games.engine.rules.house_rule import Preset
from games.engine.rules.mixed_games import rotation
from games.engine.rules.rake import Attribution, rake_of
from games.engine.rules.rake_presets import ETHP, ONLINE, PRESET_TARIFFS, SHOWDOWN, with_preset_rake, without_rake
from games.engine.rules.rake_tariff import CapRow, RakeTariff, with_rake
from games.engine.rules.rules import Rules
from games.engine.rules.stakes import Stakes, Structure
from games.engine.rules.usual_stakes import usual_stakes
from games.engine.rules.validation import validate
from games.engine.rules.variants import CATALOGUE

NL, PL, FL = Structure.NO_LIMIT, Structure.POT_LIMIT, Structure.FIXED_LIMIT
POTS = 100_000


def caps(tariff: RakeTariff, game: str, structure: Structure, small_blind: int) -> list[tuple[int, int]]:
    """The caps of a table, by the least number of players dealt in."""
    stakes = Stakes(structure, small_blind, 2 * small_blind)
    return list(tariff.terms(CATALOGUE[game], stakes, chip=1, code="x").caps)


def test_R2_showdown_by_the_rule_in_100_000_random_pots() -> None:
    random = Random(2)
    for _ in range(POTS):
        game, structure = random.choice([("holdem", NL), ("omaha", PL), ("omaha", NL), ("stud8", FL)])
        small = random.choice([10_00, 25_00, 49_99, 50_00, 100_00])
        chip, pots = random.choice([1, 5, 5_00]), random.randrange(1, 20_000_00)
        stakes = Stakes(structure, 0 if game == "stud8" else small, 2 * small)
        terms = SHOWDOWN.terms(CATALOGUE[game], stakes, chip=chip, code="showdown")
        flop_seen, dealt_in = random.random() < 0.5, random.randint(2, 10)
        cap = 200_00 if (game, structure) == ("omaha", PL) and small < 50_00 else 300_00
        due = min(pots * 5 // 100 // chip * chip, cap)
        assert rake_of(terms, pots=pots, dealt_in=dealt_in, flop_seen=flop_seen, chip=chip) == due


def test_R3_ethp_by_the_rule_in_100_000_random_pots() -> None:
    random = Random(3)
    terms = ETHP.terms(CATALOGUE["holdem"], Stakes(NL, 10, 20), chip=1, code="ethp")
    for _ in range(POTS):
        pots = random.randrange(1, 10 ** random.randint(1, 8))
        due = min(ceil(Fraction(pots, 50 * 5)) * 5, pots)
        flop_seen = random.random() < 0.5
        assert rake_of(terms, pots=pots, dealt_in=random.randint(2, 10), flop_seen=flop_seen) == due


@pytest.mark.parametrize(("pots", "rake"), [(2_40, 5), (2_50, 5), (2_51, 10), (120_00, 2_40)])
def test_R3_the_values_of_the_rule(pots: int, rake: int) -> None:
    terms = ETHP.terms(CATALOGUE["razz"], Stakes(FL, 0, 20), chip=1, code="ethp")
    assert rake_of(terms, pots=pots, dealt_in=2, flop_seen=False) == rake


def test_R1_the_share_follows_the_structure() -> None:
    tariff = RakeTariff(50, 40, 0)
    shares = {
        kind: tariff.terms(CATALOGUE["omaha"], Stakes(kind, 5, 10), chip=1, code="x").per_mille for kind in Structure
    }
    assert shares == {NL: 50, PL: 40, FL: 0}


def test_R1_the_most_particular_row_that_fits_gives_the_cap() -> None:
    tariff = RakeTariff(50, 50, 50, caps=(
        CapRow(100),
        CapRow(200, players_from=5),
        CapRow(300, small_blind_from=50),
        CapRow(400, structure="pl"),
        CapRow(500, game="omaha", players_from=4),
        CapRow(0, game="omaha", structure="pl", small_blind_from=100),
    ))  # fmt: skip
    assert caps(tariff, "holdem", NL, 10) == [(2, 100), (5, 200)]
    assert caps(tariff, "holdem", NL, 50) == [(2, 300)]
    assert caps(tariff, "holdem", PL, 50) == [(2, 400)]
    assert caps(tariff, "omaha", PL, 50) == [(2, 400), (4, 500)]
    assert caps(tariff, "omaha", NL, 10) == [(2, 100), (4, 500)]
    assert caps(tariff, "omaha", PL, 100) == [(2, 0)]


def test_R1_games_without_blinds_count_by_half_the_lower_limit() -> None:
    tariff = RakeTariff(50, 50, 50, caps=(CapRow(100), CapRow(300, small_blind_from=50)))
    for lower, cap in ((99, 100), (100, 300)):
        stakes = usual_stakes(CATALOGUE["stud"], FL, lower)
        assert tariff.terms(CATALOGUE["stud"], stakes, chip=1, code="x").cap == cap


def test_R1_a_cap_in_big_blinds_is_at_least_one_unit() -> None:
    assert caps(ONLINE, "holdem", NL, 10_00) == [(2, 10_00), (3, 20_00), (5, 30_00)]
    assert ONLINE.terms(CATALOGUE["holdem"], Stakes(NL, 1, 1), chip=1, code="x").caps == ((2, 1),)


@pytest.mark.parametrize(
    ("tariff", "code"),
    [
        (RakeTariff(50, 1000, 50), "rake_share_wrong"),
        (RakeTariff(-1, 0, 0), "rake_share_wrong"),
        (RakeTariff(50, 50, 50, unit=0), "rake_wrong"),
        (RakeTariff(50, 50, 50, smallest_pot=-1), "rake_wrong"),
        (RakeTariff(50, 50, 50, caps=(CapRow(100), CapRow(200))), "rake_cap_twice"),
        (RakeTariff(50, 50, 50, caps=(CapRow(100, of_blind=50),)), "rake_cap_wrong"),
        (RakeTariff(50, 50, 50, caps=(CapRow(-1),)), "rake_cap_wrong"),
        (RakeTariff(50, 50, 50, caps=(CapRow(100, players_from=11),)), "rake_cap_wrong"),
        (RakeTariff(50, 50, 50, caps=(CapRow(100, game="whist"),)), "rake_cap_wrong"),
    ],
)  # fmt: skip
def test_R1_a_tariff_that_contradicts_itself_is_refused(tariff: RakeTariff, code: str) -> None:
    with pytest.raises(IllegalAction) as refusal:
        tariff.check()
    assert refusal.value.code == code


def test_R1_the_tariffs_of_the_presets_are_right_and_read_as_written() -> None:
    RakeTariff(0, 0, 0).check()
    RakeTariff(999, 999, 999, unit=10**9).check()
    for tariff in (*PRESET_TARIFFS.values(), RakeTariff(1, 2, 3, attribution=Attribution.DEALT)):
        tariff.check()
        assert RakeTariff.from_data(tariff.to_data()) == tariff


def test_R1_in_another_currency_the_preset_has_the_same_amounts() -> None:
    assert SHOWDOWN.in_digits(2) == SHOWDOWN
    assert caps(SHOWDOWN.in_digits(0), "omaha", PL, 49) == [(2, 200)]
    assert caps(SHOWDOWN.in_digits(0), "omaha", PL, 50) == [(2, 300)]
    assert [ETHP.in_digits(digits).unit for digits in (0, 1, 2, 3)] == [1, 1, 5, 50]
    assert [ONLINE.in_digits(digits).unit for digits in (0, 1, 2, 3)] == [1, 1, 1, 1]


def test_R1_each_game_of_a_rotation_has_the_rake_of_its_structure() -> None:
    tariff = RakeTariff(60, 50, 40, caps=(CapRow(of_blind=100), CapRow(7_00, game="razz")))
    rules = with_rake(rotation("8game", 20_00), tariff, code="profile:1", version=4)
    validate(rules)
    played = [rules.playing(turn) for turn in range(8)]
    assert [one.rake.per_mille for one in played] == [40] * 6 + [60, 50]
    assert [one.rake.cap for one in played] == [20_00] * 3 + [7_00] + [20_00] * 2 + [10_00] * 2
    assert all(one.rake.version == 4 for one in played)
    assert Rules.from_data(rules.to_data()) == rules
    assert {without_rake(rules).playing(turn).rake.per_mille for turn in range(8)} == {0}


def test_R1_a_change_of_a_rotation_s_rake_is_told_by_its_games() -> None:
    rules = with_rake(rotation("horse", 20_00), RakeTariff(50, 50, 50, caps=(CapRow(3_00),)), code="x")
    assert rules.mix_rakes == ()
    dearer = with_rake(rules, RakeTariff(50, 50, 50, caps=(CapRow(3_00), CapRow(5_00, game="stud"))), code="x")
    ((what, before, after),) = rule_changes(rules, dearer)
    assert (what, before) == ("rake", "50:2=300")
    assert after == "holdem:fl,omaha8:fl,razz:fl,stud8:fl/50:2=300;stud:fl/50:2=500"


def test_R1_rules_whose_games_and_rakes_do_not_match_are_refused() -> None:
    rules = with_preset_rake(rotation("8game", 20_00), Preset.ONLINE)
    assert rules.mix_rakes
    for wrong in (rules._replace(mix_rakes=rules.mix_rakes[:3]), rules._replace(rake=rules.mix_rakes[-1])):
        with pytest.raises(IllegalAction):
            validate(wrong)
