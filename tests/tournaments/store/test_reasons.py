"""F3, F4: players are told why the director changed the level, took or ended a break, or switched hand-for-hand."""

import pytest
from django.utils.translation import override

from games.engine.views.kinds import LineCode
from games.engine.views.types import LogLine
from games.engine.views.visibility import public_view
from tests.games.support.tables import SteppedHost
from tests.tournaments.support.directed_tournament import DirectedTournament
from tournaments import api
from tournaments.engine.setup.structure import MINUTE
from tournaments.engine.state import commands as cm
from tournaments.store.codec import restore, snapshot
from tournaments.web.text.labels import banner, level_text

pytestmark = pytest.mark.django_db
WHY = "Pizza <late>"


def finish_hands(tournament: DirectedTournament) -> None:
    """Plays the hands of both tables, which get another one unless something holds up play."""
    for number in (1, 2):
        tournament.play_hand(next(iter(tournament.state.tables[number].players)), table=number)


def log_of(tournament: DirectedTournament, table: int) -> tuple[LogLine, ...]:
    """The log at a table once it has read its inbox."""
    host = SteppedHost(tournament.tables.table_ids[table])
    host.read_inbox()
    return public_view(host.table, table_id=host.id, version=host.number).log


def at_tables(tournament: DirectedTournament) -> tuple[str, str]:
    """What the bar above each table says about what holds up play, and about the level."""
    view = api.current_view(tournament.id).view
    return banner(view)[0], level_text(view)


@pytest.mark.parametrize(("command", "level"), [(cm.NextLevel(WHY), 2), (cm.PreviousLevel(WHY), 1)])
def test_F4_the_tables_are_told_why_the_director_changes_the_level(
    tournament: DirectedTournament, command: cm.Command, level: int
) -> None:
    if level == 1:
        tournament.do(cm.NextLevel())
        finish_hands(tournament)
    tournament.do(command)
    finish_hands(tournament)
    assert at_tables(tournament)[1].startswith(f"Level {level}: ")
    assert at_tables(tournament)[1].endswith(f". Reason: {WHY}")
    for number in (1, 2):
        assert LogLine(LineCode.RULES, other=WHY) in log_of(tournament, number)


def test_F4_a_level_by_the_clock_gives_no_reason(tournament: DirectedTournament) -> None:
    tournament.do(cm.NextLevel(WHY))
    tournament.now = tournament.state.clock.ends
    tournament.do(cm.Tick())
    finish_hands(tournament)
    assert at_tables(tournament)[1].startswith("Level 3: ")
    assert "Reason" not in at_tables(tournament)[1]
    assert LogLine(LineCode.RULES) in log_of(tournament, 1)


def test_F4_T5_the_tables_are_told_why_the_director_takes_a_break(tournament: DirectedTournament) -> None:
    tournament.do(cm.BreakNow(10 * MINUTE, WHY))
    assert at_tables(tournament)[0] == (
        f"A break begins as soon as the last table has finished its hand. Reason: {WHY}"
    )
    finish_hands(tournament)
    assert at_tables(tournament)[0] == f"Break. All tables start again together. Reason: {WHY}"
    assert restore(snapshot(tournament.state)).current_break == tournament.state.current_break


def test_F4_T5_the_tables_are_told_why_the_director_ends_a_break(tournament: DirectedTournament) -> None:
    tournament.do(cm.BreakNow(10 * MINUTE, "rest"))
    finish_hands(tournament)
    tournament.do(cm.EndBreak(WHY))
    sentence, level = at_tables(tournament)
    assert not sentence
    assert level.startswith("Level 1: ")
    assert level.endswith(f". Reason: {WHY}")


def test_F4_T9_the_tables_are_told_why_the_director_switches_hand_for_hand(tournament: DirectedTournament) -> None:
    tournament.do(cm.SetHandForHand(True, WHY))
    assert at_tables(tournament)[0].endswith(f"then all start together. Reason: {WHY}")
    finish_hands(tournament)
    assert LogLine(LineCode.TOGETHER, amount=1, other=WHY) in log_of(tournament, 1)
    tournament.do(cm.SetHandForHand(False, "Enough"))
    finish_hands(tournament)
    assert LogLine(LineCode.TOGETHER, other="Enough") in log_of(tournament, 1)


def test_F4_the_reason_is_told_in_the_players_language(tournament: DirectedTournament) -> None:
    tournament.do(cm.BreakNow(10 * MINUTE, WHY))
    for language, word in {"cs": "Důvod", "sk": "Dôvod"}.items():
        with override(language):
            assert at_tables(tournament)[0].endswith(f"{word}: {WHY}")
