"""Reports of tables become commands: busts at several tables, void hands, refused orders (T10, F5)."""

import pytest
from django.utils import timezone

from games.api import ReportLine
from games.engine.table.tournament_reports import ReportKind
from tests.tournaments.engine.tournament_driver import TournamentDriver, setup
from tournaments.engine.setup.house_rules import EqualBust, HandForHand, HouseRules
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev
from tournaments.live.reading import OrderRefused, command_from_report

TABLE_IDS = {1: 71, 2: 72}
ORDER = HouseRules(hand_for_hand=HandForHand.MANUAL, equal_bust=EqualBust.ORDER)


def report(kind: ReportKind, table_id: int, /, **data: object) -> ReportLine:
    """A report from the table with this id."""
    return ReportLine(1, table_id, 1, kind, data, timezone.now())


def hand_command(driver: TournamentDriver, table: int, loser: int, *, began: int, all_in: int) -> cm.Command:
    """The command for a hand that began at `began` and busted the loser, who was all-in at `all_in` (ms)."""
    running = driver.t.tables[table]
    dealt = [running.seats[seat] for seat in running.dealt]
    winner = next(player for player in dealt if player != loser)
    stacks = {player: driver.stack(player) for player in dealt}
    stacks[winner], stacks[loser] = stacks[winner] + stacks[loser], 0
    bust = {"player": loser, "all_in_order": 1, "all_in_at": all_in, "strength": 0, "by": [winner]}
    data = {"hand": running.hand, "started_at": began, "stacks_after": list(stacks.items()), "busted": [bust]}
    command = command_from_report(driver.t, report(ReportKind.HAND_FINISHED, TABLE_IDS[table], **data), TABLE_IDS)
    assert command is not None
    return command


@pytest.mark.parametrize(("first", "second", "better"), [(5_000, 4_000, 2), (4_000, 5_000, 1), (5_000, 5_000, 1)])
def test_T10_the_earlier_all_in_at_any_table_finishes_lower_then_the_lower_table_decides(
    first: int, second: int, better: int
) -> None:
    """Table 2's hand began earlier, but the time of the all-in counts; at equal times, the lower table does."""
    driver = TournamentDriver(setup(house=ORDER), players=6)
    driver.do(cm.SetHandForHand(True, "trial"))
    for table in (1, 2):
        driver.play_hand(table)
    out = {table: driver.players_at(table)[0] for table in (1, 2)}
    driver.do(hand_command(driver, 1, out[1], began=2_000, all_in=first))
    driver.do(hand_command(driver, 2, out[2], began=1_000, all_in=second))
    assert driver.places() == {out[better]: 5, out[3 - better]: 6}


def test_F5_a_void_hand_is_reported_with_its_reason() -> None:
    driver = TournamentDriver(players=6)
    command = command_from_report(driver.t, report(ReportKind.HAND_VOIDED, 72, hand=1, reason="fault"), TABLE_IDS)
    assert command == cm.ReportVoid(2, 1, "fault")
    assert isinstance(driver.do(command)[0], ev.HandVoided)
    line = report(ReportKind.HAND_VOIDED, 72, hand=2, reason="fault", shown_until=driver.now + 3_500)
    command = command_from_report(driver.t, line, TABLE_IDS)
    assert driver.do(command)[-1] == ev.HandVoided(2, 2, "fault", shown_until=driver.now + 3_500), "players see it"


def test_F5_a_table_that_had_not_begun_the_hand_to_be_voided_says_so() -> None:
    driver = TournamentDriver(players=6)
    driver.do(cm.VoidHand(2, "two aces"))
    refusal = {"order": 1, "key": "k", "kind": "void_hand", "player": 0, "code": "hand_not_begun"}
    command = command_from_report(driver.t, report(ReportKind.REFUSED, 72, **refusal), TABLE_IDS)
    assert command == cm.ReportVoid(2, 1, refused=True)
    assert driver.do(command) == [ev.VoidRefused(2, 1)]
    assert command_from_report(driver.t, report(ReportKind.REFUSED, 99, **refusal), TABLE_IDS) is None


def test_a_refused_order_raises_unless_the_refusal_is_harmless() -> None:
    driver = TournamentDriver(players=6)
    refusal: dict[str, object] = {"order": 1, "key": "k", "kind": "void_hand", "player": 0, "code": "hand_over"}
    assert command_from_report(driver.t, report(ReportKind.REFUSED, 72, **refusal), TABLE_IDS) is None
    with pytest.raises(OrderRefused) as refused:
        command_from_report(
            driver.t,
            report(ReportKind.REFUSED, 72, **refusal | {"kind": "deal_hand", "code": "cannot_deal"}),
            TABLE_IDS,
        )
    assert vars(refused.value) == {"table": 2, "order": "deal_hand", "code": "cannot_deal"}
