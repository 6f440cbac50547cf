"""T10, T12 to T15: who leaves or is disqualified beside players who bust, or as the last one left."""

from typing import Unpack

import pytest

from tests.tournaments.engine.tournament_driver import TEN, TournamentDriver, setup
from tests.tournaments.support.setup_fields import SetupFields
from tournaments.engine.play.disqualification import disqualification
from tournaments.engine.setup.house_rules import DisqualifiedStack, HouseRules, LeaveTournament
from tournaments.engine.setup.payouts import Payouts, Row
from tournaments.engine.setup.setup import LateRegistration, Price, Rebuy
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev
from tournaments.engine.state.tournament_state import Stage

SURRENDER = HouseRules(leave=LeaveTournament.SURRENDER)
REBUY = Rebuy(Price(100), 1_000, until=1)
FOUR_PAID = Payouts((Row(9, (400_000, 300_000, 200_000, 100_000)),))


def goes(driver: TournamentDriver, how: str, player: int) -> list[ev.Event]:
    """The player leaves with the stack given up, or is disqualified; the events."""
    return driver.do(cm.Leave(player) if how == "leaves" else cm.Disqualify(player, "dumping"))


def round_on_the_bubble() -> tuple[TournamentDriver, list[int], list[int]]:
    """Five are left, four are paid: hand-for-hand, in which both tables play; the players of each, by seat."""
    driver = TournamentDriver(setup(final_seats=2, house=SURRENDER, payouts=FOUR_PAID), players=6)
    first, second = driver.players_at(1), driver.players_at(2)
    driver.play_hand(2, winner=second[0], busts=(second[1],))
    driver.play_hand(1)
    assert driver.t.hand_for_hand and all(table.running for table in driver.t.tables.values())
    return driver, first, driver.players_at(2)


@pytest.mark.parametrize("how", ["leaves", "is disqualified"])
def test_T10_a_player_who_goes_after_a_bust_of_the_same_round_places_above_it(how: str) -> None:
    """The bust at table 1 gets nothing; who then gives up the stack waits for the round and has the fourth prize."""
    driver, (bust, winner, going), (other, _) = round_on_the_bubble()
    driver.play_hand(1, winner=winner, busts=(bust,))
    assert disqualification(driver.t, going).waits
    goes(driver, how, going)
    assert (list(driver.places().values()), driver.t.hand_for_hand) == ([6], True)
    driver.play_hand(2, winner=other)
    assert (driver.places()[bust], driver.places()[going]) == (5, 4)


@pytest.mark.parametrize("how", ["leaves", "is disqualified"])
def test_T10_T9_a_player_who_goes_before_the_first_bust_of_a_round_places_above_it_as_well(how: str) -> None:
    """All of a round is one moment: it does not matter which table has finished first."""
    driver, (_, _, going), (other, bust) = round_on_the_bubble()
    driver.play_hand(1)
    assert disqualification(driver.t, going).waits
    goes(driver, how, going)
    assert (driver.t.left, driver.t.hand_for_hand) == (5, True)
    driver.play_hand(2, winner=other, busts=(bust,))
    assert (driver.places()[bust], driver.places()[going]) == (5, 4)


@pytest.mark.parametrize("how", ["leaves", "is disqualified"])
def test_T9_a_player_who_goes_in_a_round_without_a_bust_is_out_when_it_is_over(how: str) -> None:
    driver, (_, _, going), _ = round_on_the_bubble()
    driver.play_hand(1)
    goes(driver, how, going)
    driver.play_hand(2)
    assert (driver.places()[going], driver.t.hand_for_hand) == (5, False)
    assert going not in [player for table in driver.t.tables.values() for player in table.seats]


@pytest.mark.parametrize("how", ["leaves", "is disqualified"])
def test_T10_T9_a_bust_who_goes_is_ranked_with_the_round_all_the_same(how: str) -> None:
    """1,000 chips bust at table 1, then 500 at table 2: the larger stack has the paid place, whatever it does."""
    driver, (bust, winner, _), (other, short) = round_on_the_bubble()
    driver.set_stacks({short: 500, other: 2_500})
    driver.play_hand(1, winner=winner, busts=(bust,))
    goes(driver, how, bust)
    assert driver.t.hand_for_hand and not driver.t.tables[1].running
    driver.play_hand(2, winner=other, busts=(short,))
    assert (driver.places()[short], driver.places()[bust]) == (5, 4)


@pytest.mark.parametrize("rule", DisqualifiedStack)
@pytest.mark.parametrize("how", ["leaves", "is disqualified"])
def test_T12_a_bust_who_goes_turns_the_re_buy_down_and_the_bounty_is_won(how: str, rule: DisqualifiedStack) -> None:
    price = Price(100, 0, 50)
    house = SURRENDER._replace(disqualify=rule)
    driver = TournamentDriver(setup(price=price, rebuy=Rebuy(price, 1_000, 3), house=house), players=3)
    driver.play_hand(1, winner=1, busts=(2,))
    goes(driver, how, 2)
    assert (driver.t.players[2].out, driver.t.rebuy_pending) == (True, set())
    assert (driver.events_of(ev.BountyWon), driver.t.unclaimed_bounties) == ([ev.BountyWon(1, 2, 50, 0)], 0)
    assert driver.t.players[2].disqualified is (how == "is disqualified")
    assert driver.t.tables[1].running, "the table waits for the re-buy no longer"


def test_T14_a_disqualification_asked_for_during_the_hand_holds_for_a_player_who_busts_in_it() -> None:
    """No re-buy saves that player."""
    driver = TournamentDriver(setup(rebuy=Rebuy(Price(100), 1_000, 3)), players=3)
    driver.do(cm.Disqualify(2, "dumping"))
    driver.play_hand(1, winner=1, busts=(2,))
    assert (driver.t.players[2].out, driver.t.players[2].disqualified) == (True, True)


def test_T13_a_bust_who_leaves_a_stack_that_the_room_plays_on_turns_the_re_buy_down_too() -> None:
    driver = TournamentDriver(setup(rebuy=Rebuy(Price(100), 1_000, 3)), players=3)
    driver.play_hand(1, winner=1, busts=(2,))
    driver.do(cm.Leave(2))
    assert driver.t.players[2].out


def test_T12_a_player_who_left_and_enters_again_is_not_away_any_more() -> None:
    driver = TournamentDriver(setup(late=LateRegistration(4, 2), rebuy=Rebuy(Price(100), 1_000, 3), seats=4), players=5)
    player, other = driver.players_at(1)[:2]
    driver.play_hand(1, winner=other, busts=(player,))
    driver.do(cm.Leave(player))
    assert driver.t.players[player].out
    driver.do(cm.Enter(player, "again"))
    assert (driver.t.players[player].out, driver.t.players[player].away) == (False, False)


def test_T10_T12_the_only_player_with_chips_who_leaves_waits_for_the_re_buy_of_the_other() -> None:
    """Without the re-buy the stack has won; with it the player who left is second."""
    for answer, winner in ((cm.DeclineRebuy(2), 1), (cm.TakeRebuy(2), 2)):
        driver = TournamentDriver(setup(rebuy=Rebuy(Price(100), 1_000, 3), house=SURRENDER), players=2)
        driver.play_hand(1, winner=1, busts=(2,))
        driver.do(cm.Leave(1))
        assert driver.t.stage is Stage.RUNNING
        driver.do(answer)
        assert driver.places()[winner] == 1


def busts_first_and_waits(**changes: Unpack[SetupFields]) -> tuple[TournamentDriver, int, int]:
    """Players bust at table 1 and, a second later, at table 2; both are offered a re-buy until level 1 is over."""
    driver = TournamentDriver(setup(rebuy=REBUY, house=SURRENDER, **changes), players=6)
    (first, winner, _), (later, other, _) = driver.players_at(1), driver.players_at(2)
    driver.play_hand(1, winner=winner, busts=(first,))
    driver.play_hand(2, winner=other, busts=(later,), after=1_000)
    return driver, first, later


def test_T10_T12_a_player_who_waits_for_a_re_buy_is_ranked_by_the_moment_of_the_bust() -> None:
    """The later one turns the re-buy down at once, the earlier one lets it run out: the earlier one places lower."""
    driver, first, later = busts_first_and_waits()
    driver.do(cm.DeclineRebuy(later))
    driver.do(cm.Tick(), after=REBUY.wait)
    driver.do(cm.Tick(), after=TEN)
    assert driver.t.entries_closed
    assert (driver.places()[first], driver.places()[later]) == (6, 5)


def test_T10_T12_a_player_who_takes_the_re_buy_is_not_out_and_the_other_places_last() -> None:
    driver, first, later = busts_first_and_waits()
    driver.do(cm.DeclineRebuy(later))
    driver.do(cm.TakeRebuy(first))
    driver.do(cm.Tick(), after=TEN)
    assert driver.places() == {later: 6}


def test_T10_T13_a_player_who_leaves_after_a_bust_that_waits_for_a_re_buy_places_above_it() -> None:
    driver, first, later = busts_first_and_waits()
    driver.do(cm.DeclineRebuy(later))
    leaver = driver.players_at(2)[-1]
    driver.do(cm.Leave(leaver), after=1_000)
    driver.play_hand(2)
    driver.do(cm.Tick(), after=REBUY.wait)
    driver.do(cm.Tick(), after=TEN)
    assert [driver.places()[player] for player in (first, later, leaver)] == [6, 5, 4]


def test_T10_T12_two_of_one_hand_stay_together_where_one_waited_for_a_re_buy() -> None:
    """They rank by their stacks before the hand, and both below who bust at another table meanwhile."""
    driver = TournamentDriver(setup(rebuy=REBUY, seats=4), players=8)
    (short, tall, winner, _), (later, other, *_) = driver.players_at(1), driver.players_at(2)
    driver.set_stacks({short: 500, tall: 1_500})
    driver.play_hand(1, winner=winner, busts=(short, tall))
    driver.play_hand(2, winner=other, busts=(later,), after=1_000)
    driver.do(cm.DeclineRebuy(tall))
    driver.do(cm.DeclineRebuy(later))
    driver.do(cm.DeclineRebuy(short))
    driver.do(cm.Tick(), after=TEN)
    assert [driver.places()[player] for player in (short, tall, later)] == [8, 7, 6]


def test_T10_T12_two_who_tie_share_their_places_though_a_third_of_the_hand_enters_again() -> None:
    """All three begin the hand with the same stack; the one ranked between the others comes back."""
    driver = TournamentDriver(setup(seats=6, late=LateRegistration(1, entries=2), payouts=FOUR_PAID), players=5)
    low, middle, high, winner, _ = driver.players_at(1)
    busts = tuple(cm.Bust(player, strength=strength) for strength, player in enumerate((low, middle, high)))
    driver.play_hand(1, winner=winner, busts=busts)
    driver.do(cm.Enter(middle, "again"))
    driver.do(cm.NextLevel())
    shared = {(entrant.first, entrant.last) for entrant in map(driver.t.players.get, (low, high)) if entrant}
    assert shared == {(4, 5)}


def test_T14_T12_a_penalty_waits_for_the_re_buy_of_a_player_who_bust_in_the_hand() -> None:
    driver = TournamentDriver(setup(rebuy=Rebuy(Price(100), 1_000, 3)), players=3)
    driver.do(cm.Penalise(2, 2, 0, "phone"))
    driver.play_hand(1, winner=1, busts=(2,))
    driver.do(cm.TakeRebuy(2))
    assert driver.t.players[2].penalty_hands == 2


def test_F5_T14_a_bust_who_is_disqualified_before_the_round_is_over_is_in_the_way_of_a_void_hand() -> None:
    driver, (bust, winner, _), _ = round_on_the_bubble()
    driver.play_hand(1, winner=winner, busts=(bust,))
    driver.do(cm.Disqualify(bust, "dumping"))
    assert driver.refused(cm.VoidHand(1, "two aces")) == "void_seat"


@pytest.mark.parametrize("how", ["leaves", "is disqualified"])
def test_T15_a_player_who_wins_the_last_chips_has_won_though_leaving_after_the_hand(how: str) -> None:
    driver = TournamentDriver(setup(house=SURRENDER), players=2)
    goes(driver, how, 1)
    driver.play_hand(1, winner=1, busts=(2,))
    assert driver.places() == {2: 2, 1: 1}


@pytest.mark.parametrize("how", ["leaves", "is disqualified"])
def test_T14_T15_the_last_player_left_has_won_and_no_longer_leaves_or_is_disqualified(how: str) -> None:
    """Both of the last two go after the same hand: the first is second; no rule leaves a tournament without a winner.

    A director who wants neither to win cancels it before the hand is over.
    """
    driver = TournamentDriver(setup(house=SURRENDER), players=2)
    for player in (1, 2):
        goes(driver, how, player)
    driver.play_hand(1)
    assert driver.places() == {1: 2, 2: 1}
    assert [out.player for out in driver.events_of(ev.PlayerOut)] == [1]
    assert (driver.t.waiting, driver.prizes()) == ([], {2: 140, 1: 60})
