"""Commands of random sessions: stop plans, automatic top-ups and moves between tables."""

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule

from games.engine import events as ev
from games.engine.table import commands as cm
from games.engine.table.seat_commands import PLANS, moves_due, refills_due
from games.engine.table.state import Table
from tests.games.engine.support.builders import Room

PLAYERS = st.integers(1, 7)


class RandomSeatCommands(RuleBasedStateMachine):
    """The seat commands of the state machine `RandomSession`."""

    room: Room

    @property
    def table(self) -> Table:
        """The current table."""
        raise NotImplementedError

    def send(self, command: cm.Command) -> tuple[ev.TableEvent, ...]:
        """Gives the table a command, which it may refuse."""
        raise NotImplementedError

    @rule(player=PLAYERS, plan=st.sampled_from(["", *sorted(PLANS), "dance"]))
    def plans_to_stop(self, player: int, plan: str) -> None:
        """Plans to stop after the hand or at the big blind, cancels the plan, or sends an unknown one."""
        self.send(cm.SetStopPlan(player, plan))

    @rule(player=PLAYERS, to=st.sampled_from([200, 1_000]), part=st.integers(0, 2), rebuy=st.booleans())
    def chooses_refills(self, player: int, to: int, part: int, rebuy: bool) -> None:
        """Chooses top-ups between hands, a re-buy, or neither; the refills that are due follow at once."""
        self.send(cm.SetRefill(player, to, to * part // 2, rebuy))
        for refill in list(refills_due(self.table)):
            self.send(cm.AddChips(refill.player, max(1, refill.to - self.table.chips()[refill.player])))
        assert not [refill for refill in refills_due(self.table) if not self.table.chips()[refill.player]]

    @rule(player=PLAYERS, to=st.integers(0, 2))
    def moves_to_another_table(self, player: int, to: int) -> None:
        """Asks for a move to another table or cancels it; every player whose move is due is moved."""
        self.send(cm.SetTableMove(player, to, "other"))
        for one in moves_due(self.table):
            self.send(cm.MoveToTable(one))
            number = self.table.player_seat(one)
            assert number is None or not self.table.seat(number).stack

    @precondition(lambda self: self.table.running and self.table.hand.to_act >= 0)
    @rule()
    def folds_and_sits_out(self) -> None:
        """The player to act folds and sits out."""
        hand = self.table.hand
        assert hand is not None
        self.send(cm.FoldAndSitOut(self.room.player_to_act, hand.number, self.table.turn, hand.price_due))

    @rule(player=PLAYERS, free=st.booleans(), owes=st.booleans())
    def comes_from_another_table(self, player: int, free: bool, owes: bool) -> None:
        """A player arrives with a stack, and sometimes with missed blinds to post."""
        self.send(cm.TakeSeat(player, f"p{player}", False, -1, 700, free=free, owes_small=owes, owes_big=owes))
