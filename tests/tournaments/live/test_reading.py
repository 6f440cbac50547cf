"""What a table's report says to the director: busts over all tables, voids, refusals (T10, F5)."""

from typing import Any

import pytest
from django.utils import timezone

from games.api import ReportLine
from tests.tournaments.engine.led_tournament import Floor, setup
from tournaments.engine.setup.house_rules import EqualBust, HandForHand, HouseRules
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev
from tournaments.live.reading import Broken, command_for

ROOMS = {1: 71, 2: 72}
ORDER = HouseRules(hand_for_hand=HandForHand.MANUAL, equal_bust=EqualBust.ORDER)


def line(what: str, room: int, **data: Any) -> ReportLine:
    """A report of the table with this id."""
    return ReportLine(1, room, 1, what, data, timezone.now())


def finished(floor: Floor, table: int, loser: int, *, began: int, all_in: int) -> Any:
    """The command for a hand that began at a moment and took the loser's chips, all-in at another."""
    running = floor.t.tables[table]
    dealt = [running.seats[seat] for seat in running.dealt]
    winner = next(player for player in dealt if player != loser)
    stacks = {player: floor.stack(player) for player in dealt}
    stacks[winner], stacks[loser] = stacks[winner] + stacks[loser], 0
    bust = {"player": loser, "all_in_order": 1, "all_in_at": all_in, "strength": 0, "by": [winner]}
    data = {"hand": running.hand, "started_at": began, "stacks_after": list(stacks.items()), "busted": [bust]}
    command = command_for(floor.t, line("hand_finished", ROOMS[table], **data), ROOMS)
    assert command is not None
    return command


@pytest.mark.parametrize(("first", "second", "better"), [(5_000, 4_000, 2), (4_000, 5_000, 1), (5_000, 5_000, 1)])
def test_T10_order_who_was_all_in_earlier_over_all_tables_then_the_lower_table(
    first: int, second: int, better: int
) -> None:
    """Table 2's hand began earlier; what counts is the all-in. Equal moments: the lower table."""
    floor = Floor(setup(house=ORDER), players=6)
    floor.tell(cm.SetHandForHand(True, "look"))
    for table in (1, 2):
        floor.hand(table)
    out = {table: floor.at(table)[0] for table in (1, 2)}
    floor.tell(finished(floor, 1, out[1], began=2_000, all_in=first))
    floor.tell(finished(floor, 2, out[2], began=1_000, all_in=second))
    assert floor.places() == {out[better]: 5, out[3 - better]: 6}


def test_F5_a_void_hand_is_told_with_its_reason() -> None:
    floor = Floor(players=6)
    command = command_for(floor.t, line("hand_voided", 72, hand=1, why="fault"), ROOMS)
    assert command == cm.ReportVoid(2, 1, "fault")
    assert isinstance(floor.tell(command)[0], ev.HandVoided)


def test_an_order_that_was_refused_for_cause_is_a_break_and_a_late_one_is_not() -> None:
    floor = Floor(players=6)
    late = {"order": 1, "key": "k", "kind": "void_hand", "player": 0, "code": "hand_over"}
    assert command_for(floor.t, line("refused", 72, **late), ROOMS) is None
    with pytest.raises(Broken) as breach:
        command_for(floor.t, line("refused", 72, **late | {"kind": "deal_hand", "code": "cannot_deal"}), ROOMS)
    assert vars(breach.value) == {"table": 2, "order": "deal_hand", "code": "cannot_deal"}
