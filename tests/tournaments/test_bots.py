"""House bots answer deals in tournaments by what their chips are worth (T17)."""

import pytest

from tests.tournaments.engine.tournament_driver import TournamentDriver, setup
from tournaments.bots import pending_answer
from tournaments.engine.setup.setup import Price
from tournaments.engine.state import commands as cm
from tournaments.engine.state.reasons import DealKind

LEADER, MIDDLE, SHORT = 1, 2, 3


def proposed(kind: DealKind, *shares: int, kept: int = 0) -> TournamentDriver:
    """A deal about the prizes of 150, 90 and 60 is proposed to players with 2,000, 900 and 100 chips."""
    driver = TournamentDriver(players=3)
    driver.do(cm.OpenDealTalk())
    driver.do(cm.ReportHand(1, 1, ((LEADER, 2_000), (MIDDLE, 900), (SHORT, 100))))
    driver.do(cm.ProposeDeal(kind, kept, tuple(zip((LEADER, MIDDLE, SHORT), shares, strict=False))))
    return driver


@pytest.mark.parametrize(
    ("kind", "shares", "kept", "agrees", "refuses"),
    [
        (DealKind.ICM, (), 0, {LEADER, MIDDLE, SHORT}, set()),
        (DealKind.ICM, (), 60, {LEADER, MIDDLE, SHORT}, set()),
        (DealKind.CHIPS, (), 0, {LEADER}, {MIDDLE, SHORT}),
        (DealKind.OWN, (100, 100, 100), 0, {SHORT}, {LEADER, MIDDLE}),
        (DealKind.OWN, (80, 80, 80), 60, {SHORT}, {LEADER, MIDDLE}),
        (DealKind.OWN, (130, 104, 66), 0, {LEADER, MIDDLE, SHORT}, set()),
    ],
)
def test_T17_a_house_bot_agrees_to_a_deal_that_gives_it_about_its_worth_by_icm(
    kind: DealKind, shares: tuple[int, ...], kept: int, agrees: set[int], refuses: set[int]
) -> None:
    driver = proposed(kind, *shares, kept=kept)
    answers = {bot: pending_answer(driver.t, {bot}) for bot in (LEADER, MIDDLE, SHORT)}
    assert {bot for bot, answer in answers.items() if answer == cm.AgreeDeal(bot)} == agrees
    assert {bot for bot, answer in answers.items() if answer == cm.RefuseDeal(bot)} == refuses


def test_T17_house_bots_agree_where_there_is_nothing_to_win() -> None:
    driver = TournamentDriver(setup(price=Price(0, 0)), players=3)
    driver.do(cm.OpenDealTalk())
    driver.do(cm.ReportHand(1, 1, ((LEADER, 2_000), (MIDDLE, 900), (SHORT, 100))))
    driver.do(cm.ProposeDeal(DealKind.CHIPS))
    assert pending_answer(driver.t, {SHORT}) == cm.AgreeDeal(SHORT)


def test_T17_house_bots_answer_one_after_the_other_and_wait_for_nothing_else() -> None:
    driver = proposed(DealKind.ICM)
    bots = {MIDDLE, SHORT}
    while answer := pending_answer(driver.t, bots):
        driver.do(answer)
    assert driver.t.deal and set(driver.t.deal.agreed) == bots
