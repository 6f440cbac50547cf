"""A hand log that is kept from view to view says the same as a new one, whatever became of the table's events."""

from games.engine import events as ev
from games.engine.rules.rules import Rules
from games.engine.rules.stakes import Stakes, Structure
from games.engine.rules.variants import CATALOGUE
from games.engine.views.hand_log import HandLog, log_lines
from games.engine.views.kinds import LastAction

RULES = Rules(CATALOGUE["holdem"], Stakes(Structure.NO_LIMIT, 5_00, 10_00))
NAMES = {0: "Alice", 1: "Bob", 2: "Cyril"}
BEGAN = ev.HandBegan(7, 0, (1, 2, 0), (500_00,) * 3, 0)
NEXT = ev.HandBegan(8, 0, (1, 2, 0), (500_00,) * 3, 0)


def test_new_events_go_on_from_those_told_before() -> None:
    log, events = HandLog(), [BEGAN, ev.Called(1, 10_00, False)]
    log.update(events, NAMES, RULES, {})
    assert log.last_actions == {1: LastAction.CALL}
    events = [*events, ev.Folded(2)]
    log.update(events, NAMES, RULES, {})
    assert log.lines == log_lines(events, NAMES, RULES)
    assert log.last_actions == {1: LastAction.CALL, 2: LastAction.FOLD}


def test_another_hand_of_as_many_events_or_more_is_told_from_its_beginning() -> None:
    for later in ([NEXT, ev.Folded(1)], [NEXT, ev.Folded(1), ev.Folded(2)], [NEXT], []):
        log = HandLog()
        log.update([BEGAN, ev.Called(1, 10_00, False)], NAMES, RULES, {})
        log.update(later, NAMES, RULES, {})
        assert log.lines == log_lines(later, NAMES, RULES)
        assert log.last_actions == {event.seat: LastAction.FOLD for event in later if isinstance(event, ev.Folded)}


def test_other_names_and_counts_are_told_in_lines_of_the_past_too() -> None:
    events = [BEGAN, ev.Protected(1, 0)]
    for names, counted in (({**NAMES, 1: "deleted 9"}, {1: 1}), (NAMES, {1: 2})):
        log = HandLog()
        log.update(events, NAMES, RULES, {1: 1})
        log.update(events, names, RULES, counted)
        assert log.lines == log_lines(events, names, RULES, counted)
