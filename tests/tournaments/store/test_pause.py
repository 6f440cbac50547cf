"""F1, F4, T5: the tables of a paused tournament say so, with the director's reason."""

import pytest

from games.engine.views.kinds import LineCode, TablePhase
from games.engine.views.types import LogLine
from games.engine.views.visibility import public_view
from games.text.house_acts import order_text
from tests.games.support.tables import SteppedHost
from tests.tournaments.support.directed_tournament import DirectedTournament
from tournaments import api
from tournaments.engine.state import commands as cm
from tournaments.engine.state.tournament import Tournament
from tournaments.store.codec import restore, snapshot
from tournaments.web.director.panel import controls, panel_fragments
from tournaments.web.floor import FloorTournaments
from tournaments.web.pages.log import audit
from tournaments.web.pages.screen import screen_fragments
from tournaments.web.text.labels import banner

pytestmark = pytest.mark.django_db
PAUSED = LogLine(LineCode.PAUSED, other="Fire <drill>")


def told_at(tournament: DirectedTournament, table: int) -> tuple[LogLine, ...]:
    """The orders of the house on the status line of a table once it has read its inbox, as any new page sees them."""
    host = SteppedHost(tournament.tables.table_ids[table])
    host.read_inbox()
    view = public_view(host.table, table_id=host.id, version=host.number)
    assert set(view.orders) <= set(view.log)
    return view.orders


def test_F4_each_table_tells_the_directors_reason_for_a_pause(tournament: DirectedTournament) -> None:
    tournament.play_hand(tournament.state.tables[1].seats[0], table=1)
    tournament.do(cm.Pause("Fire <drill>"))
    assert not told_at(tournament, 2), "the released hand is played out"
    winner = next(iter(tournament.state.tables[2].players))
    tournament.play_hand(winner, table=2)
    assert told_at(tournament, 2) == (PAUSED,)
    tournament.do(cm.Resume())
    assert not told_at(tournament, 2)


def test_F4_an_idle_table_tells_the_reason_at_once(tournament: DirectedTournament) -> None:
    tournament.do(cm.SetHandForHand(True, "money"))
    tournament.play_hand(next(iter(tournament.state.tables[1].players)), table=1)
    tournament.do(cm.Pause("Fire <drill>"))
    assert told_at(tournament, 1) == (PAUSED,)


def test_F4_each_table_tells_the_reason_why_play_continues(tournament: DirectedTournament) -> None:
    tournament.do(cm.SetHandForHand(True, "money"))
    tournament.play_hand(next(iter(tournament.state.tables[1].players)), table=1)
    tournament.do(cm.Pause("Fire <drill>"))
    tournament.do(cm.Resume("The alarm was <false>"))
    host = SteppedHost(tournament.tables.table_ids[1])
    host.read_inbox()
    log = public_view(host.table, table_id=host.id, version=host.number).log
    assert LogLine(LineCode.RESUMED, other="The alarm was <false>") in log


def test_F4_the_banner_of_a_paused_tournament_has_the_reason(tournament: DirectedTournament) -> None:
    tournament.do(cm.Pause("Fire <drill>"))
    view = api.current_view(tournament.id).view
    assert banner(view)[0].endswith("The clock is stopped. Reason: Fire <drill>")
    kept: Tournament = restore(snapshot(tournament.state))
    assert kept.pause_reason == "Fire <drill>"
    tournament.do(cm.Resume())
    assert not tournament.state.pause_reason


def test_T3_F4_everybody_reads_why_the_room_itself_has_paused_and_the_director_may_keep_it(
    tournament: DirectedTournament,
) -> None:
    tournament.play_hand(next(iter(tournament.state.tables[1].players)), table=1)
    tournament.do(cm.PauseForOutage(tuple(tournament.state.players)))
    winner = next(iter(tournament.state.tables[2].players))
    tournament.play_hand(winner, table=2)
    (told,) = told_at(tournament, 2)
    assert "many players have lost their connection" in order_text(told, TablePhase.PAUSED)
    view = api.current_view(tournament.id).view
    assert banner(view)[0].startswith("Many players have lost their connection.")
    assert "Many players have lost their connection." in screen_fragments(tournament.id, "en")["t-screen"]
    assert "Keep paused" in controls(view, "en")["t-pause"]
    assert "Mnoho hráčů ztratilo spojení" in panel_fragments(tournament.id, "cs", viewer=0)["t-banner"]
    lines = [line.text for row in audit(tournament.id, view) for line in row.lines if not row.by]
    assert "The room paused the tournament: many players have lost their connection." in lines
    [running] = FloorTournaments().running()
    assert (running.is_paused, running.ends_by_itself) == (True, True)
    tournament.do(cm.EndOutage())
    assert banner(api.current_view(tournament.id).view)[0].startswith("Most players are back: play goes on at ")
    tournament.do(cm.Pause("Until tomorrow"))
    view = api.current_view(tournament.id).view
    assert banner(view)[0].endswith("Reason: Until tomorrow")
    assert "Keep paused" not in controls(view, "en")["t-pause"]
    assert not FloorTournaments().running()[0].ends_by_itself
