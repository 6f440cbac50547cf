"""The director changes house rules and the clock of a running tournament (section Y, F4)."""

from games.engine.errors import IllegalAction
from tournaments.engine.state import commands as cm
from tournaments.engine.state import events as ev
from tournaments.engine.state.decider import Decider


def change_house_rules(d: Decider, command: cm.ChangeHouseRules) -> None:
    """Change them from now on; each table plays by them from the next hand that is released to it.

    What becomes of a player who leaves is kept: the tables already keep the seats of broke players by it, or do not.
    """
    d.check_running()
    before = d.t.setup
    setup = command.applied_to(before)
    if setup.house.leave is not before.house.leave:
        raise IllegalAction("leave_kept")
    if setup == before:
        raise IllegalAction("no_change")
    setup.check()
    d.emit(ev.SetupChanged(setup, before, command.why))
