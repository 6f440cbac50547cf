"""Random sessions: plans to stop, automatic top-ups and moves between tables."""

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, precondition, rule

from games.engine import events as ev
from games.engine.table import commands as cm
from games.engine.table.seat_commands import PLANS, moves_due, refills_due
from games.engine.table.state import Table
from tests.games.engine.support.builders import Room

PLAYERS = st.integers(1, 7)


class RandomSeatCommands(RuleBasedStateMachine):
    """Rules of the state machine for seats; part of `RandomSession`."""

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
        """After the hand, at the big blind, or not after all."""
        self.send(cm.SetStopPlan(player, plan))

    @rule(player=PLAYERS, to=st.sampled_from([200, 1_000]), part=st.integers(0, 2), rebuy=st.booleans())
    def chooses_refills(self, player: int, to: int, part: int, rebuy: bool) -> None:
        """Between hands, when all is lost, or none; what is due then comes at once."""
        self.send(cm.SetRefill(player, to, to * part // 2, rebuy))
        for refill in list(refills_due(self.table)):
            self.send(cm.AddChips(refill.player, max(1, refill.to - self.table.chips()[refill.player])))
        assert not [refill for refill in refills_due(self.table) if not self.table.chips()[refill.player]]

    @rule(player=PLAYERS, to=st.integers(0, 2))
    def moves_on(self, player: int, to: int) -> None:
        """To another table or not, and off it goes whoever may."""
        self.send(cm.SetTableMove(player, to, "other"))
        for one in moves_due(self.table):
            self.send(cm.MoveToTable(one))
            number = self.table.player_seat(one)
            assert number is None or not self.table.seat(number).stack

    @precondition(lambda self: self.table.running and self.table.hand.to_act >= 0)
    @rule()
    def folds_and_sits_out(self) -> None:
        """The one whose turn it is."""
        hand = self.table.hand
        assert hand is not None
        self.send(cm.FoldAndSitOut(self.room.player_to_act, hand.number, self.table.turn, hand.price_due))

    @rule(player=PLAYERS, free=st.booleans(), owes=st.booleans())
    def comes_from_another_table(self, player: int, free: bool, owes: bool) -> None:
        """With a stack, and perhaps with debts."""
        self.send(cm.TakeSeat(player, f"p{player}", False, -1, 700, free=free, owes_small=owes, owes_big=owes))
