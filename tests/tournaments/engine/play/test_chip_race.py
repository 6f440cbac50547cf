"""Chip races, calculated by hand."""

from games.engine.cards import parse_cards
from games.engine.rules.house_rules import SuitOrder
from tests.tournaments.engine.tournament_driver import STRUCTURE, TournamentDriver, setup
from tournaments.engine.play.chip_race import race
from tournaments.engine.setup.structure import Level, usual_races
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev


def test_T11_a_chip_race_is_decided_card_by_card() -> None:
    """25s become 100s. The odd chips are 3, 2 and 1, so six cards are dealt. They are worth 150, so two chips of 100
    are won: by player 2's ace and player 1's king, not by player 3's queen.
    """
    raced = race(
        [(1, 1_075), (2, 550), (3, 325)], parse_cards("KsKdKh Ac2d Qs"), chip=25, into=100, suits=SuitOrder.SHDC
    )
    assert [player for player, _ in raced.cards] == [1, 1, 1, 2, 2, 3]
    assert (raced.won, raced.saved) == ((2, 1), ())
    assert raced.stacks == ((1, 1_100), (2, 600), (3, 300))
    assert sum(chips for _, chips in raced.stacks) - 1_950 == 50


def test_T11_nobody_is_raced_out_and_nobody_wins_two() -> None:
    """Player 1 has the two highest cards but wins one chip; player 2 would lose everything and gets one."""
    raced = race(
        [(1, 250), (2, 50), (3, 275)], parse_cards("AsAh 2c2d 3c3d3h"), chip=25, into=100, suits=SuitOrder.SHDC
    )
    assert raced.won == (1, 3)
    assert raced.saved == (2,)
    assert raced.stacks == ((1, 300), (2, 100), (3, 300))


def test_T11_C2_suits_break_ties_in_a_chip_race() -> None:
    stacks = [(1, 125), (2, 125), (3, 125)]
    for cards, suits, winner in (
        ("Ac As Ad", SuitOrder.SHDC, 2),
        ("Ac Ad 2s", SuitOrder.SHDC, 2),
        ("Ac Ad 2s", SuitOrder.SHCD, 1),
    ):
        assert race(stacks, parse_cards(cards), chip=25, into=100, suits=suits).won == (winner,)


def with_a_race(players: int = 3, stack: int = 1_000) -> TournamentDriver:
    """Blinds rise from 25-50 to 100-200: the 25s are raced off before the first hand of level 2."""
    levels = (Level(25, 50, 0, 600_000), Level(100, 200, 0, 600_000))
    structure = STRUCTURE._replace(stack=stack, levels=levels, chips=(25, 100), races=usual_races(levels, (25, 100)))
    return TournamentDriver(setup(structure=structure), players=players)


def test_T11_a_chip_is_raced_off_when_it_is_no_longer_needed() -> None:
    driver = with_a_race()
    driver.do(cm.Tick(), after=600_000)
    driver.do(cm.ReportHand(1, 1, ((1, 1_025), (2, 1_025), (3, 950)), shown_until=driver.now + 3_500))
    assert driver.events_of(ev.ChipsRaced) == [], "the end of the hand is shown first"
    driver.show_end()
    (raced,) = driver.events_of(ev.ChipsRaced)
    assert (raced.chip, raced.into, len(raced.cards), raced.change) == (25, 100, 4, 0)
    assert [event.unit for event in driver.events_of(ev.HandReleased)] == [25], "there is time to look"
    assert raced.shown_until == driver.now + 4_000 + 4 * 900
    driver.show_end()
    assert [event.unit for event in driver.events_of(ev.HandReleased)] == [25, 100]
    assert all(driver.stack(player) % 100 == 0 for player in (1, 2, 3))
    assert driver.t.chips == 3_000
    assert driver.refused(cm.PreviousLevel()) == "chips_raced"


def test_T11_the_chips_that_a_race_adds_are_accounted_for() -> None:
    """Three odd chips of 25 win one chip of 100, which is 25 more than they were."""
    driver = with_a_race(stack=1_025)
    driver.do(cm.NextLevel("late"))
    driver.play_hand(1)
    (raced,) = driver.events_of(ev.ChipsRaced)
    assert raced.change == 25
    assert driver.t.chips == sum(driver.stack(player) for player in (1, 2, 3)) == 3_100


def test_F4_T11_the_level_before_can_come_back_as_long_as_no_chips_were_raced_off() -> None:
    driver = with_a_race()
    driver.do(cm.Pause("fire"))
    driver.do(cm.NextLevel("mistake"))
    driver.do(cm.PreviousLevel("it was too early"))
    assert driver.t.level == 1
    driver.do(cm.Resume())
    driver.do(cm.ReportHand(1, 1, ((1, 1_025), (2, 1_025), (3, 950))))
    assert driver.events_of(ev.ChipsRaced) == []
    assert driver.events_of(ev.HandReleased)[-1].unit == 25


def test_T9_T11_a_hand_for_hand_round_waits_until_the_longest_race_has_been_shown() -> None:
    """Table 1 has four odd chips to race off, table 2 none."""
    driver = with_a_race(players=6)
    driver.do(cm.SetHandForHand(True, "trial"))
    driver.do(cm.NextLevel("late"))
    players = driver.players_at(1)
    driver.do(cm.ReportHand(1, 1, tuple(zip(players, (1_025, 1_025, 950), strict=True))))
    driver.play_hand(2)
    (raced,) = driver.events_of(ev.ChipsRaced)
    assert raced.table == 1
    assert [event.hand for event in driver.events_of(ev.HandReleased)] == [1, 1]
    driver.show_end()
    assert driver.now == raced.shown_until
    assert [(event.table, event.hand) for event in driver.events_of(ev.HandReleased)[2:]] == [(1, 2), (2, 2)]
