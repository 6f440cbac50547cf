"""The strip with the player's tables, calls and waiting lists, as data."""

import pytest

from games.engine.table import commands as cm
from games.lobby.my_tables import waits_of
from games.preferences import Preferences
from games.seating import waiting_calls, waiting_list
from games.web.lobby.my_strip import my_strip_context
from pokerroom.models import User
from tests.games.support.tables import START_MS, SteppedHost, open_table, person, seat
from tests.games.support.waiting_lists import full_table, kind_of, leave

pytestmark = pytest.mark.django_db


def test_k9_the_strip_tells_tables_calls_waits_and_ends_apart(petr: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.web.lobby.my_strip.time.time", lambda: 1_700_000_000.25)
    quiet = {
        "tables": [], "calls": [], "waits": [], "ends": [], "sound": True, "notify": False, "notice": "",
        "now": 1_700_000_000_250,
    }  # fmt: skip
    assert my_strip_context(petr) == quiet
    own = SteppedHost(open_table("Own").pk)
    seat(own, petr)
    own.do(cm.Pause("Fire"))
    calling, ending, waiting = full_table(), full_table("Brno"), full_table("Cheb")
    called = waiting_list.join(user_id=petr.pk, table_id=calling.id)
    missed = waiting_list.join(user_id=petr.pk, table_id=ending.id)
    waiting_list.join(user_id=person("Jan").pk, table_id=waiting.id)
    waits = waiting_list.join(user_id=petr.pk, table_id=waiting.id)
    leave(ending)
    for _ in range(2):
        waiting_calls.serve(ending.id, START_MS)
        waiting_list.decline_call(user_id=petr.pk, entry_id=missed)
    leave(calling)
    waiting_calls.serve(calling.id, START_MS)
    wait_of = {wait.entry: wait for wait in waits_of(petr.pk)}
    assert my_strip_context(petr, "No.") == {
        **quiet,
        "tables": [(own.id, f"/table/{own.id}/", "Own", "NL 10/20", True)],
        "calls": [
            {
                "wait": wait_of[called],
                "name": "Prague",
                "called": "Prague",
                "url": f"/table/{calling.id}/",
                "seat_url": f"/table/{calling.id}/?sit",
                "place": "1 of 1",
                "ended": "",
            },
        ],
        "waits": [
            {
                "wait": wait_of[waits],
                "name": "Cheb",
                "called": "",
                "url": f"/table/{waiting.id}/",
                "seat_url": "",
                "place": "2 of 2",
                "ended": "",
            }
        ],
        "ends": [
            {
                "wait": wait_of[missed],
                "name": "Brno",
                "called": "",
                "url": f"/table/{ending.id}/",
                "seat_url": "",
                "place": "0 of 0",
                "ended": "You missed two calls and are off the list for Brno.",
            }
        ],
        "notice": "No.",
    }


def test_k9_who_waits_for_a_kind_of_table_reads_its_game_and_stakes(petr: User) -> None:
    waiting_list.join_kind(user_id=petr.pk, kind=kind_of(full_table()))
    waits = my_strip_context(petr)["waits"]
    assert isinstance(waits, list)
    assert [wait["name"] for wait in waits] == ["No-limit hold'em 10/20"]


@pytest.mark.parametrize(("sounds", "sound"), [(("turn",), True), ((), False)])
def test_a_call_sounds_for_who_wants_to_hear_the_turn(petr: User, sounds: tuple[str, ...], sound: bool) -> None:
    petr.preferences = Preferences(sounds=sounds).to_data()
    assert my_strip_context(petr)["sound"] is sound


@pytest.mark.parametrize("wanted", [True, False])
def test_a_call_notifies_who_wants_to_be_notified_of_the_turn(petr: User, wanted: bool) -> None:
    petr.preferences = Preferences(notifications=wanted).to_data()
    assert my_strip_context(petr)["notify"] is wanted
