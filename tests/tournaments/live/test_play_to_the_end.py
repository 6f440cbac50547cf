"""House bots play tournaments to the end on live hosts: audits stay clean, prizes are paid, hand-for-hand is kept."""

import pytest
from asgiref.sync import sync_to_async

from cashier import api as cashier
from pokerroom.models import User
from tests.games.support.live_hosts import hosting
from tests.tournaments.support.tournaments import (
    announce,
    announcement,
    check_audit,
    create_bots,
    direct,
    directing_host,
    enter_all,
    events_of,
    is_over,
    prizes,
    stage,
    until,
)
from tournaments import api
from tournaments.engine.setup.payouts import Payouts, Row
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev
from tournaments.engine.state.tournament import Tournament
from tournaments.store.queries import state_of

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("quick")]


async def test_T16_a_sit_and_go_of_house_bots_is_played_to_the_end_and_paid() -> None:
    players = await create_bots(6)
    tournament = await announce(setup=announcement())
    async with hosting(directing_host()):
        await sync_to_async(enter_all)(tournament, players)
        await until(lambda: is_over(tournament), "the end")
        await sync_to_async(check_audit)()
    won = await sync_to_async(prizes)(tournament)
    assert sum(won.values()) == 600_00
    total = await sync_to_async(lambda: sum(cashier.balance(user_id=user.pk, currency="PLAY") for user in players))()
    assert total == 6 * 1_000_00 - 6 * 10_00, "the house keeps the fees"
    assert await sync_to_async(cashier.pool_money)(tournament_id=tournament) == (0, 60_00)


def hand_for_hand_rounds(events: list[ev.Event]) -> int:
    """The number of hand-for-hand rounds; asserts that no round begins before the last one is over (T9)."""
    running, count, ending = set[int](), 0, False
    for event in events:
        match event:
            case ev.HandReleased(table=table, hand_for_hand=True):
                assert not ending, "a table did not wait for the others"
                count += not running
                running.add(table)
            case ev.HandPlayed(table=table) if running:
                running.discard(table)
                ending = bool(running)
    return count


def state_between_hands(tournament: int) -> Tournament | None:
    """The state of a tournament; None while a hand is played at any of its tables."""
    state, _ = state_of(tournament)
    return state if state.all_idle else None


async def test_T6_T7_T9_three_tables_of_27_are_balanced_broken_and_play_hand_for_hand(dana: User) -> None:
    players = await create_bots(27)
    paid = Payouts(rows=(Row(27, (190_000, *(90_000,) * 9)),))
    setup = announcement(max_players=27, seats=9, payouts=paid)
    tournament = await announce(setup=setup)
    async with hosting(directing_host()):
        await sync_to_async(enter_all)(tournament, players)
        await until(lambda: stage(tournament) == "running", "the start")
        # Of the table with fewest, all but five players are out: others have to move there. In a pause, once the hands
        # are over, nobody else goes out before they do.
        await direct(user=dana, tournament_id=tournament, command=cm.Pause("a word"), why="a word")
        state = await until(lambda: state_between_hands(tournament), "the end of the hands")
        smallest = min(state.tables.values(), key=lambda table: table.taken)
        gone = [player for player in smallest.seats if player][5:]
        for player in gone:
            command = cm.Disqualify(player, "chip dumping")
            await direct(user=dana, tournament_id=tournament, command=command, why="chip dumping")
        await direct(user=dana, tournament_id=tournament, command=cm.Resume("said"), why="said")
        await direct(user=dana, tournament_id=tournament, command=cm.SetHandForHand(True, "trial"), why="a trial")
        # After a third round one table may be left, as these bots go out quickly; hand-for-hand is over then.
        await until(lambda: hand_for_hand_rounds(events_of(tournament)) > 1, "hand-for-hand rounds")
        await direct(user=dana, tournament_id=tournament, command=cm.SetHandForHand(False, "enough"), why="trial over")
        while not await sync_to_async(is_over)(tournament):
            await sync_to_async(check_audit)()
        await sync_to_async(check_audit)()
    events = await sync_to_async(events_of)(tournament)
    assert hand_for_hand_rounds(events) > 1
    assert {"trial", "enough"} <= {
        event.why for event in events if isinstance(event, ev.HandForHandBegan | ev.HandForHandEnded)
    }
    assert {event.why for event in events if isinstance(event, ev.TableClosed)} == {"broken", "final"}
    assert any(isinstance(event, ev.Moved) and event.why == "balance" for event in events)
    won = await sync_to_async(prizes)(tournament)
    # Players who bust in the same hand with equal stacks share the last prize (T10).
    assert len(won) >= 10 and sum(won.values()) == 2_700_00
    lines = await sync_to_async(api.decisions)(tournament, by_staff=True)
    assert [(line.command, line.by, line.why) for line in lines] == [
        ("SetHandForHand", "Dana", "trial over"),
        ("SetHandForHand", "Dana", "a trial"),
        ("Resume", "Dana", "said"),
        *[("Disqualify", "Dana", "chip dumping")] * len(gone),
        ("Pause", "Dana", "a word"),
    ]
