"""F2, F8: staff take and answer calls on their pages, and find old ones by table, player and state."""

import pytest
from django.test import Client

from games import moderation
from games.models import Table
from games.models.conduct import FloorCall
from pokerroom.models import User
from pokerroom.roles import AUDITOR, CASHIER, DIRECTOR, FLOORMAN, OPERATOR
from tests.games.support.tables import open_table, person
from tests.staff import staff

pytestmark = pytest.mark.django_db


@pytest.fixture
def anna() -> User:
    return person("Anna")


@pytest.fixture
def prague() -> Table:
    return open_table()


@pytest.fixture
def call(anna: User, prague: Table) -> FloorCall:
    moderation.call_floor(player=anna.pk, table_id=prague.pk, reason="Bob <stalls>")
    return FloorCall.objects.get()


def told(client: Client, path: str, **form: str) -> str:
    """The page after a form was sent."""
    return client.post(path, form, follow=True).content.decode()


def answer(client: Client, call: FloorCall, text: str) -> str:
    """Confirms an answer; the page after it."""
    return told(client, f"/floor/calls/{call.pk}/answer/", answer=text, confirmed="1")


@pytest.mark.parametrize("role", [FLOORMAN, OPERATOR])
def test_F2_a_call_is_seen_taken_and_answered(call: FloorCall, role: str) -> None:
    client = staff(role, "Jana")
    page = client.get("/floor/calls/").content.decode()
    assert "Bob &lt;stalls&gt;" in page
    assert f'id="take-{call.pk}"' in page
    assert "Anna reads that you are coming." in told(client, f"/floor/calls/{call.pk}/take/", next="/floor/calls/")
    page = client.get("/floor/calls/").content.decode()
    assert "Jana is on the way" in page
    assert f'id="take-{call.pk}"' not in page
    preview = told(client, f"/floor/calls/{call.pk}/answer/", answer="Play on.")
    assert "Anna reads at the table: “Play on.”" in preview
    assert FloorCall.objects.get().answered_at is None
    answer(client, call, "Play on.")
    assert moderation.moderation_of(call.player_id, call.table_id).calls[0].answer == "Play on."
    assert f'id="answer-{call.pk}"' not in client.get("/floor/calls/").content.decode()


def test_F2_somebody_who_is_slower_is_told_who_comes_and_who_has_answered(call: FloorCall) -> None:
    jana, karel = staff(FLOORMAN, "Jana"), staff(FLOORMAN, "Karel")
    told(jana, f"/floor/calls/{call.pk}/take/")
    assert "Jana is coming to this call." in told(karel, f"/floor/calls/{call.pk}/take/")
    answer(jana, call, "Play on.")
    assert "Jana has answered this call." in answer(karel, call, "Stop.")
    assert "Jana has answered this call." not in answer(jana, call, "Play on."), "a second submit of the same form"
    assert FloorCall.objects.get().answer == "Play on."


def test_F2_an_answer_that_cannot_be_read_is_none(call: FloorCall) -> None:
    client = staff(FLOORMAN)
    for text in ("", " \u200b\n"):
        assert client.post(f"/floor/calls/{call.pk}/answer/", {"answer": text, "confirmed": "1"}).status_code == 422
    assert FloorCall.objects.get().answered_at is None


def test_F8_directors_answer_at_tables_of_tournaments_only(call: FloorCall) -> None:
    client = staff(DIRECTOR)
    paths = [f"/floor/calls/{call.pk}/{act}/" for act in ("take", "answer")]
    assert [client.post(path).status_code for path in paths] == [404, 404]
    assert "Bob &lt;stalls&gt;" not in client.get("/floor/calls/").content.decode()
    Table.objects.update(tournament=7)
    assert "Bob &lt;stalls&gt;" in client.get("/floor/calls/").content.decode()
    assert [client.post(path).status_code for path in paths] == [302, 422]


def test_F8_auditors_read_calls_and_others_do_not(call: FloorCall, anna: User) -> None:
    auditor = staff(AUDITOR)
    page = auditor.get("/floor/calls/").content.decode()
    assert "Bob &lt;stalls&gt;" in page
    assert f'id="take-{call.pk}"' not in page
    player = Client()
    player.force_login(anna)
    for client in (player, staff(CASHIER)):
        assert client.get("/floor/calls/").status_code == 403
    for client in (auditor, player):
        assert client.post(f"/floor/calls/{call.pk}/take/").status_code == 403
    assert FloorCall.objects.get().taken_at is None


def test_F2_calls_are_found_by_table_player_and_state(call: FloorCall, anna: User) -> None:
    other, brno = person("Eva"), open_table("Brno")
    for player, table, reason in ((other, call.table, "second"), (anna, brno, "third")):
        moderation.call_floor(player=player.pk, table_id=table.pk, reason=reason)
    client = staff(FLOORMAN)
    answer(client, call, "Play on.")

    def found(query: str) -> list[str]:
        return client.get(f"/floor/calls.csv?{query}").getvalue().decode("utf-8-sig").splitlines()[1:]

    assert len(found("")) == 3
    of_table = found(f"table={call.table_id}")
    assert [("second" in row, "Bob" in row) for row in of_table] == [(True, False), (False, True)]
    assert [("third" in row, "Bob" in row) for row in found(f"player={anna.pk}")] == [(True, False), (False, True)]
    assert ["Play on." in row for row in found("state=answered")] == [True]
    assert len(found("state=waiting")) == 2
    assert found("state=taken") == []


def test_F2_a_call_that_does_not_exist_is_not_found() -> None:
    client = staff(FLOORMAN)
    assert client.get("/floor/calls/99/answer/").status_code == 404
    assert client.post("/floor/calls/99/take/").status_code == 404


def test_F2_answers_return_only_to_pages_of_the_room(call: FloorCall) -> None:
    client = staff(FLOORMAN)
    sent = client.post(f"/floor/calls/{call.pk}/take/", {"next": "https://elsewhere.example/"})
    assert sent["Location"] == "/floor/calls/"
