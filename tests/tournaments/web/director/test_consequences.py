"""What a director reads before an act is what then happens (F4)."""

import pytest

from tests.tournaments.engine.tournament_driver import STRUCTURE, TEN, TournamentDriver, setup
from tournaments.engine.setup.payouts import Payouts
from tournaments.engine.setup.setup import AddOn, LateRegistration, Price, Rebuy
from tournaments.engine.setup.structure import Level, Race
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev
from tournaments.engine.state.reasons import DealKind
from tournaments.engine.tournament import decide
from tournaments.engine.views import build
from tournaments.web.director import consequences
from tournaments.web.director.consequences import Rehearsal

pytestmark = pytest.mark.django_db


def rehearsal(driver: TournamentDriver, command: cm.Command) -> Rehearsal:
    """The command, decided but not carried out."""
    decision = decide(driver.t, command, now=driver.now, random_bytes=bytes(32))
    return Rehearsal(build.public_view(driver.t, tournament_id=1, version=1), driver.t, decision, command)


def between_hands(driver: TournamentDriver) -> TournamentDriver:
    """The tournament, paused after the first hand of its only table."""
    driver.do(cm.Pause())
    driver.play_hand(1)
    return driver


def test_T15_T1_an_early_end_of_a_satellite_names_the_tickets() -> None:
    """600 pay for two tickets, and the third place gets the rest."""
    driver = between_hands(TournamentDriver(setup(seats=6, payouts=Payouts(ticket=250)), players=6))
    lines = consequences.of_end(rehearsal(driver, cm.EndNow("late")))
    driver.do(cm.EndNow("late"))
    names = {event.place: driver.t.players[event.player].name for event in driver.events_of(ev.PlaceGiven)}
    assert lines[1:4] == [
        f"{names[1]} gets 2.50 (ticket) in place 1.",
        f"{names[2]} gets 2.50 (ticket) in place 2.",
        f"{names[3]} gets 1 in place 3.",
    ]


def test_T15_T1_a_satellite_that_is_over_once_nobody_can_enter_says_so() -> None:
    """Three players have paid for two tickets and one is out, so the level that ends registration ends it all."""
    announced = setup(late=LateRegistration(1), payouts=Payouts(ticket=150))
    driver = TournamentDriver(announced, players=3)
    over = "The tournament is then over, and all prizes are paid."
    assert over not in consequences.of_level(rehearsal(driver, cm.NextLevel("x")))
    driver.play_hand(1, busts=(1,))
    assert over in consequences.of_level(rehearsal(driver, cm.NextLevel("x")))


def test_T15_an_early_end_names_bounties_and_other_prizes() -> None:
    announced = setup(price=Price(100, 10, 50), payouts=Payouts(extras=("a trip",)))
    driver = between_hands(TournamentDriver(announced, players=3))
    lines = consequences.of_end(rehearsal(driver, cm.EndNow("late")))
    driver.do(cm.EndNow("late"))
    winner = next(event.player for event in driver.events_of(ev.PlaceGiven) if event.place == 1)
    assert f"{driver.t.players[winner].name} gets 3, a trip in place 1." in lines
    assert "Bounties of 1.50 in all are paid as well." in lines
    assert sum(event.amount for event in driver.events_of(ev.BountyDue)) == 150


def test_T15_T17_an_early_end_after_a_deal_pays_the_shares() -> None:
    driver = TournamentDriver(players=3)
    driver.do(cm.OpenDealTalk())
    driver.play_hand(1)
    driver.do(cm.ProposeDeal(DealKind.OWN, 20, ((1, 100), (2, 100), (3, 80))))
    for player in (1, 2, 3):
        driver.do(cm.AgreeDeal(player))
    driver.do(cm.ConfirmDeal())
    driver.do(cm.Pause())
    driver.play_hand(1)
    driver.set_stacks({1: 1_500, 2: 900, 3: 600})
    lines = consequences.of_end(rehearsal(driver, cm.EndNow("late")))
    assert lines[1:4] == ["P1 gets 1.20 in place 1.", "P2 gets 1 in place 2.", "P3 gets 0.80 in place 3."]
    driver.do(cm.EndNow("late"))
    assert driver.prizes() == {1: 120, 2: 100, 3: 80}


def test_T14_a_disqualification_of_the_last_but_one_says_that_it_ends_the_tournament() -> None:
    driver = TournamentDriver(players=3)
    driver.play_hand(1, busts=(1,))
    lines = consequences.of_disqualification(rehearsal(driver, cm.Disqualify(2, "dumping")))
    assert "The tournament is then over, and all prizes are paid." in lines


def test_T14_a_disqualified_player_has_the_other_prize_of_the_place() -> None:
    announced = setup(price=Price(), payouts=Payouts(extras=("a trip", "a bag", "a hat")))
    driver = between_hands(TournamentDriver(announced, players=3))
    command = cm.Disqualify(2, "dumping")
    assert "P2 finishes in place 3 and wins a hat." in consequences.of_disqualification(rehearsal(driver, command))
    driver.do(command)
    driver.do(cm.EndNow("late"))
    assert ev.PrizeDue(2, 3, 0, False, "a hat") in driver.events_of(ev.PrizeDue)


def test_T7_breaking_all_tables_but_one_says_that_everybody_draws_a_new_seat() -> None:
    """Late players may still come, so that two tables stay until the director wants one of them broken."""
    driver = TournamentDriver(setup(seats=6, late=LateRegistration(8)), players=8)
    for _ in range(2):
        driver.play_hand(1, busts=(driver.players_at(1)[0],))
    lines = consequences.of_table_break(rehearsal(driver, cm.BreakTable(2, "few")))
    assert lines[0] == "It happens when all running hands are over."
    assert all(driver.t.players[player].name in lines[1] for player in driver.players_left())
    driver.do(cm.BreakTable(2, "few"))
    driver.play_hand(1)
    driver.play_hand(2)
    assert list(driver.t.tables) == [3]


@pytest.mark.parametrize(("level", "command"), [(1, cm.NextLevel("x")), (3, cm.PreviousLevel("x"))])
def test_T11_only_a_larger_smallest_chip_races_chips_off(level: int, command: cm.Command) -> None:
    levels = tuple(Level(small, 2 * small, 0, TEN) for small in (25, 50, 100))
    plan = STRUCTURE._replace(levels=levels, chips=(25, 100), races=(Race(2 if level == 1 else 3, 100),))
    if level == 1:
        plan = plan._replace(levels=(levels[0], levels[2], levels[2]))
    driver = TournamentDriver(setup(structure=plan), players=3)
    for _ in range(level - 1):
        driver.do(cm.NextLevel())
    text = "Chips of 25 are raced off, after which the level before cannot come back."
    assert (text in consequences.of_level(rehearsal(driver, command))) == (level == 1)


def test_T12_a_level_says_what_can_no_longer_be_bought() -> None:
    """Late registration and re-buys end with level 1; the add-on is in level 2."""
    announced = setup(
        late=LateRegistration(1),
        rebuy=Rebuy(Price(100), 1_000, 1),
        addon=AddOn(Price(100), 1_000, 2),
    )
    driver = TournamentDriver(announced, players=3)
    lines = consequences.of_level(rehearsal(driver, cm.NextLevel("x")))
    for text in ("Nobody can enter any more.", "Nobody can re-buy any more.", "From then on the add-on can be bought."):
        assert text in lines
    driver.do(cm.NextLevel("x"))
    assert driver.refused(cm.TakeRebuy(1)) == "no_rebuy"
    back = consequences.of_level(rehearsal(driver, cm.PreviousLevel("x")))
    assert "Others can enter until the end of level 1." in back
    assert "The add-on can no longer be bought." in back


def test_F5_T15_a_hand_voided_after_an_announced_end_is_not_dealt_again() -> None:
    driver = TournamentDriver(players=3)
    driver.do(cm.EndNow("late"))
    lines = consequences.of_void_hand(rehearsal(driver, cm.VoidHand(1, "a wrong card")))
    assert lines[-1] == "No hand is dealt any more, and everybody at the table is told."


def two_tables(free: int) -> TournamentDriver:
    """Two tables of five between hands; this is the free seat of the second."""
    driver = TournamentDriver(setup(seats=6))
    for player in range(1, 11):
        driver.do(cm.Enter(player, f"P{player}"))
    second = [seat for seat in range(6) if seat != free]
    seats = [(seat + 1, 1, seat) for seat in range(5)] + [(6 + at, 2, seat) for at, seat in enumerate(second)]
    driver.do(cm.Start(tuple(seats)))
    driver.do(cm.Pause())
    driver.play_hand(1)
    driver.play_hand(2)
    return driver


@pytest.mark.parametrize("free", range(6))
def test_T6_a_move_says_whom_the_room_then_moves_for_balance(free: int) -> None:
    """It is the player due for the big blind, who may be the one that the director has moved."""
    driver = two_tables(free)
    command = cm.MovePlayer(1, 2, free, "brothers")
    lines = consequences.of_move(rehearsal(driver, command))
    moved = [event.player for event in driver.do(command) if isinstance(event, ev.Moved)]
    assert len(moved) == 2
    assert f"For balance the room then moves: P{moved[1]}." in lines
