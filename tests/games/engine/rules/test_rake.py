"""Section R of the rulebook: the room's share."""

from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine import events as ev
from games.engine.errors import IllegalAction
from games.engine.rules.house_rule import Preset
from games.engine.rules.house_rules import PRESETS
from games.engine.rules.rake import NO_RAKE, RakeTerms, rake_of, rake_shares
from games.engine.rules.rules import Rules
from games.engine.rules.stakes import Stakes, Structure
from games.engine.rules.usual_stakes import usual_stakes
from games.engine.rules.validation import validate
from games.engine.rules.variants import CATALOGUE
from tests.games.engine.support.builders import Deal, deal
from tests.games.engine.support.dealt_hands import play
from tests.games.engine.support.rakes import ETHP_RAKE, SHOWDOWN_RAKE, online_rake, preset_rake, showdown_rake

HOLES, BOARD = ("AsAh", "KsKh", "QsQh"), "2c3d7h8c9d"
CHECKED_DOWN = "call call check / check check check / check check check / check check check"


def taken(profile: RakeTerms, pots: int, dealt_in: int = 6, flop_seen: bool = True, chip: int = 1) -> int:
    """The rake on a pot at a table with this smallest chip."""
    return rake_of(profile, pots=pots, dealt_in=dealt_in, flop_seen=flop_seen, chip=chip)


def rake_in(hand: Deal) -> list[tuple[int, tuple[int, ...]]]:
    """The total rake of a hand and the rake of each pot."""
    return [(event.amount, event.shares) for event in hand.events_of(ev.RakeTaken)]


# R1: the settings of a profile.


def test_R1_the_percentage_is_rounded_down_to_the_unit() -> None:
    profile = RakeTerms("x", 50, unit=25)
    assert [taken(profile, pots) for pots in (499, 500, 999, 1_000, 1_499)] == [0, 25, 25, 50, 50]


def test_R1_the_rake_stops_at_the_cap() -> None:
    profile = RakeTerms("x", 50, cap=300)
    assert [taken(profile, pots) for pots in (5_999, 6_000, 6_020, 1_000_000)] == [299, 300, 300, 300]


def test_R1_the_last_row_that_fits_gives_the_cap_by_players() -> None:
    profile = RakeTerms("x", 50, cap=9, caps_by_players=((2, 50), (3, 100), (5, 150)))
    assert [taken(profile, 100_000, players) for players in (2, 3, 4, 5, 10)] == [50, 100, 100, 150, 150]
    few = RakeTerms("x", 50, cap=9, caps_by_players=((4, 100),))
    assert [taken(few, 100_000, players) for players in (3, 4)] == [9, 100]


def test_R1_the_cap_goes_by_the_players_dealt_in_not_by_those_left() -> None:
    rake = RakeTerms("x", 50, cap=50, caps_by_players=((3, 100), (5, 150)))
    assert rake_in(deal((10_000,) * 5, "5000 call fold fold fold / 5000 fold", rake=rake)) == [(150, (150,))]


def test_R1_a_pot_below_the_smallest_is_not_raked() -> None:
    profile = RakeTerms("x", 50, smallest_pot=1_000)
    assert [taken(profile, pots) for pots in (999, 1_000)] == [0, 50]


def test_R1_no_flop_no_drop_takes_nothing_before_the_flop() -> None:
    profile = RakeTerms("x", 50, no_flop_no_drop=True)
    assert taken(profile, 1_000, flop_seen=False) == 0
    assert taken(profile, 1_000) == 50


def test_R1_no_flop_no_drop_rakes_a_hand_only_after_the_flop() -> None:
    assert rake_in(deal((10_000,) * 3, "300 call fold / check 500 fold", rake=online_rake(100))) == [(35, (35,))]
    assert rake_in(deal((10_000,) * 3, "300 900 fold fold", rake=online_rake(100))) == []


def test_R1_a_hand_that_sees_the_flop_only_in_the_run_out_is_raked() -> None:
    hand = deal((1_000, 1_000), "all-in all-in run", rake=RakeTerms("x", 50, no_flop_no_drop=True))
    assert rake_in(hand) == [(100, (100,))]


@pytest.mark.parametrize(
    ("game", "first_round", "second_round"),
    [("stud", "bring 100 fold", "bring call check / 100 fold"), ("draw", "100 fold", "100 call / pat pat 200 fold")],
)
def test_R1_in_games_without_a_board_no_flop_no_drop_takes_nothing_in_the_first_round(
    game: str, first_round: str, second_round: str
) -> None:
    rake = RakeTerms("x", 50, no_flop_no_drop=True)
    assert rake_in(play(game, (10_000,) * 2, first_round, rake=rake)) == []
    assert len(rake_in(play(game, (10_000,) * 2, second_round, rake=rake))) == 1


def test_R1_a_profile_without_rake_takes_nothing() -> None:
    assert taken(NO_RAKE, 1_000_000) == 0
    assert rake_in(deal((10_000,) * 3, CHECKED_DOWN)) == []


@pytest.mark.parametrize("big_blind", [1, 2, 5, 100, 10_000])
def test_R_online_has_a_cap_for_any_number_of_players_at_any_stakes(big_blind: int) -> None:
    caps = [taken(online_rake(big_blind), 10**9, players) for players in range(2, 11)]
    assert all(0 < cap <= 2 * big_blind for cap in caps)
    assert caps == sorted(caps)


# R2, R3: the profiles of the sources.


def test_R2_showdown_takes_five_percent_rounded_down_to_the_chip_with_a_cap() -> None:
    assert taken(SHOWDOWN_RAKE, 100_00, flop_seen=False, chip=5_00) == 5_00
    assert taken(SHOWDOWN_RAKE, 199_99, chip=5_00) == 5_00
    assert taken(SHOWDOWN_RAKE, 200_00, chip=5_00) == 10_00
    assert taken(SHOWDOWN_RAKE, 6_000_00, chip=5_00) == 300_00
    assert taken(SHOWDOWN_RAKE, 90_000_00, chip=5_00) == 300_00


@pytest.mark.parametrize(("chip", "rake"), [(1, 9_99), (5, 9_95), (1_00, 9_00), (5_00, 5_00)])
def test_R2_the_rake_is_rounded_down_to_the_chip_of_the_table_and_no_further(chip: int, rake: int) -> None:
    profile = preset_rake(Preset.SHOWDOWN, CATALOGUE["holdem"], Stakes(Structure.NO_LIMIT, 10_00, 20_00), chip=chip)
    assert taken(profile, 199_99, chip=chip) == taken(SHOWDOWN_RAKE, 199_99, chip=chip) == rake
    hand = deal((100_000, 100_000), "19999 fold", rake=SHOWDOWN_RAKE, blinds=(9_999, 9_999))
    assert rake_in(hand) == [(9_99, (9_99,))]


@pytest.mark.parametrize(
    ("omaha", "small_blind", "cap"),
    [(True, 25_00, 200_00), (True, 49_99, 200_00), (True, 50_00, 300_00), (False, 25_00, 300_00)],
)
def test_R2_pot_limit_omaha_has_a_lower_cap_below_50_50(omaha: bool, small_blind: int, cap: int) -> None:
    profile = showdown_rake(omaha_pot_limit=omaha, small_blind=small_blind)
    assert taken(profile, 90_000_00) == cap
    assert profile._replace(cap=300_00) == SHOWDOWN_RAKE


@pytest.mark.parametrize(("pots", "rake"), [(2_40, 5), (2_50, 5), (2_51, 10), (120_00, 2_40), (100_000_00, 2_000_00)])
def test_R3_ethp_takes_two_percent_rounded_up_to_0_05(pots: int, rake: int) -> None:
    assert taken(ETHP_RAKE, pots) == rake
    assert taken(ETHP_RAKE, pots, dealt_in=2, flop_seen=False) == rake


def test_R3_ethp_rakes_without_flop_and_showdown_but_not_the_uncalled_bet() -> None:
    hand = deal((10_000,) * 3, "1000 fold fold", rake=ETHP_RAKE, blinds=(50, 100))
    assert rake_in(hand) == [(5, (5,))]
    assert hand.net_won == {0: -50, 1: -100, 2: 145}


def test_R3_all_pots_together_are_rounded_once() -> None:
    # The small blind is all-in with the post.
    hand = deal(
        (50, 10_000, 10_000),
        "200 call / check check / check check / check check muck",
        rake=ETHP_RAKE,
        holes=HOLES,
        board=BOARD,
    )
    assert hand.pots == [150, 300]
    assert [amount for amount, _ in rake_in(hand)] == [10]


# Y: the profile that a preset chooses.

PRESET_GAMES = [(code, structure) for code in CATALOGUE for structure in CATALOGUE[code].structures]


def chosen(preset: Preset, game: str, structure: Structure, lower: int, chip: int) -> Rules:
    """A table of this preset, with the rake that it chooses."""
    variant = CATALOGUE[game]
    stakes = usual_stakes(variant, structure, lower, unit=chip)
    rake = preset_rake(preset, variant, stakes, chip=chip)
    return Rules(variant, stakes, replace(PRESETS[preset], chip_unit=chip), rake)


@pytest.mark.parametrize("preset", Preset)
@pytest.mark.parametrize(("lower", "chip"), [(20, 1), (20_00, 1), (30_00, 5_00), (1_00_00, 7_00), (6_00, 1_00)])
def test_Y_R_the_rake_of_every_preset_fits_the_chips_of_the_table(preset: Preset, lower: int, chip: int) -> None:
    for game in ("holdem", "omaha", "stud"):
        rake = chosen(preset, game, Structure.POT_LIMIT, lower, chip).rake
        assert rake.code == preset
        caps = {cap for _, cap in rake.caps_by_players} | ({rake.cap} if rake.cap else set())
        assert all(cap > 0 and cap % chip == 0 for cap in caps)
        for pots in range(1, 60 * lower, max(1, lower // 3)):
            rest = taken(rake, pots * chip, chip=chip) % chip
            assert not rest


@pytest.mark.parametrize("preset", Preset)
@pytest.mark.parametrize(("game", "structure"), PRESET_GAMES)
def test_Y_R_every_preset_with_its_rake_is_valid_for_every_game(
    preset: Preset, game: str, structure: Structure
) -> None:
    validate(chosen(preset, game, structure, 60_00, PRESETS[preset].chip_unit))


def test_Y_R_showdown_lowers_the_cap_of_pot_limit_omaha_at_small_stakes_only() -> None:
    caps = {
        (game, structure, big): preset_rake(
            Preset.SHOWDOWN, CATALOGUE[game], Stakes(structure, big // 2, big), chip=5_00
        ).cap
        for game, structure, big in (
            ("omaha", Structure.POT_LIMIT, 50_00),
            ("omaha", Structure.POT_LIMIT, 100_00),
            ("omaha", Structure.NO_LIMIT, 50_00),
            ("holdem", Structure.POT_LIMIT, 50_00),
        )
    }
    assert list(caps.values()) == [200_00, 300_00, 300_00, 300_00]


@pytest.mark.parametrize(
    "wrong",
    [
        RakeTerms("x", 50, cap=7, unit=5),
        RakeTerms("x", 50, caps_by_players=((2, 10), (3, 12))),
        RakeTerms("x", 50, unit=3, round_up=True),
    ],
)
def test_B16_R1_a_profile_that_breaks_the_chips_of_the_table_is_refused(wrong: RakeTerms) -> None:
    rules = chosen(Preset.ETHP, "holdem", Structure.NO_LIMIT, 20_00, 5)
    validate(rules)
    with pytest.raises(IllegalAction) as refusal:
        validate(rules._replace(rake=wrong))
    assert (refusal.value.code, refusal.value.detail) == ("rake_not_in_chips", {"unit": 5})
    validate(rules._replace(rake=wrong.in_whole_chips(5)))


def test_B16_even_a_cap_that_is_no_multiple_of_the_chip_takes_whole_chips() -> None:
    assert taken(RakeTerms("x", 50, cap=7, unit=5), 10_000, chip=5) == 5


# R4: the share of each pot.


def test_R4_pots_pay_in_proportion_rounded_down_and_the_main_pot_the_rest() -> None:
    assert rake_shares(30, (150, 300), 1) == (10, 20)
    assert rake_shares(10, (150, 300), 1) == (4, 6)
    assert rake_shares(10, (150, 300), 5) == (5, 5)
    assert rake_shares(100, (1_000, 333, 667), 25) == (75, 0, 25)
    assert rake_shares(0, (150, 300), 1) == (0, 0)


def test_R4_a_main_pot_too_small_for_the_rest_is_not_overdrawn() -> None:
    assert rake_shares(25, (4, 600, 20), 25) == (4, 21, 0)


def test_R4_an_uncalled_bet_is_not_raked() -> None:
    hand = deal((10_000,) * 3, "call call check / 5000 fold fold", rake=RakeTerms("x", 100))
    assert rake_in(hand) == [(30, (30,))]
    assert hand.net_won == {0: 170, 1: -100, 2: -100}


def test_R4_winners_get_the_pot_less_its_rake() -> None:
    actions = "200 call / check check / check check / check check muck"
    hand = deal((50, 10_000, 10_000), actions, rake=RakeTerms("x", 100), holes=HOLES, board=BOARD)
    assert rake_in(hand) == [(45, (15, 30))]
    assert hand.net_won == {0: -50 + 135, 1: -200 + 270, 2: -200}


def test_R4_B16_each_pot_pays_its_rake_in_whole_chips() -> None:
    """Of 450 in pots of 150 and 300 the rake is 10, of which the chips of 5 let each pot pay one."""
    actions = "200 call / check check / check check / check check muck"
    hand = deal((50, 10_000, 10_000), actions, rake=RakeTerms("x", 25), chip_unit=5, holes=HOLES, board=BOARD)
    assert rake_in(hand) == [(10, (5, 5))]


def test_R4_a_rounded_up_rake_never_exceeds_the_pots() -> None:
    assert [taken(ETHP_RAKE, pots, chip=5) for pots in (1, 3, 5, 6)] == [1, 3, 5, 5]
    assert taken(RakeTerms("x", 50, cap=100, unit=25, round_up=True), 10) == 10, "its cap alone would allow 25"


@given(
    pots=st.lists(st.integers(1, 5_000), min_size=1, max_size=8).map(tuple),
    per_mille=st.integers(0, 1_000),
    unit=st.sampled_from([1, 5, 25]),
    round_up=st.booleans(),
    cap=st.integers(0, 500),
)
def test_R4_no_pot_is_paid_below_zero_or_above_itself(
    pots: tuple[int, ...], per_mille: int, unit: int, round_up: bool, cap: int
) -> None:
    rake = taken(RakeTerms("x", per_mille, cap=cap, unit=unit, round_up=round_up), sum(pots))
    assert 0 <= rake <= sum(pots)
    shares = rake_shares(rake, pots, unit)
    assert sum(shares) == rake
    assert all(0 <= share <= pot for share, pot in zip(shares, pots, strict=True))


def test_R1_a_profile_is_read_as_it_was_written() -> None:
    for profile in (NO_RAKE, SHOWDOWN_RAKE, ETHP_RAKE, online_rake(100)):
        assert RakeTerms.from_data(profile.to_data()) == profile


def test_R4_what_the_main_pot_cannot_pay_the_side_pots_pay_in_turn_and_none_pays_more_than_it_holds() -> None:
    """Of 31 in pots of 2, 10 and 20 the sides pay 5 and 15; of the other 11 the main pot has 2, the first side 5."""
    assert rake_shares(31, (2, 10, 20), 5) == (2, 10, 19)
    assert rake_shares(24, (2, 10, 20), 5) == (2, 7, 15)
