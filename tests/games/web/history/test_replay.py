"""The replay of a hand as data: where it is, the pieces that each step changes, and the streets to jump to."""

from typing import Any

import pytest
from django.test import Client

from games.engine.cards import parse_cards
from games.engine.history.replay_steps import ReplayStep
from games.engine.views.types import TableView
from games.models import Hand, Table
from games.web.history import hands
from games.web.history import replay as replays
from pokerroom.models import User
from tests.games.support.tables import SteppedHost, host_with, person

pytestmark = pytest.mark.django_db


@pytest.fixture
def host(petr: User) -> SteppedHost:
    """A table of nine where Petr and Lucia have just called and checked a hand to the showdown."""
    host = host_with(petr, person("Lucia"))
    host.play_hand()
    return host


def replay(client: Client, host: SteppedHost, step: str = "") -> Any:
    """The context of the replay at a step."""
    return client.get(f"/table/{host.id}/hands/1/?step={step}").context


def test_the_replay_stands_at_a_step_between_the_first_and_the_last(petr_client: Client, host: SteppedHost) -> None:
    last = replay(petr_client, host)["last"]
    assert last > 5
    for asked, now, before, after in (
        ("", 0, 0, 1),
        ("0", 0, 0, 1),
        ("1", 1, 0, 2),
        (str(last - 1), last - 1, last - 2, last),
        (str(last), last, last - 1, last),
        ("9999", last, last - 1, last),
        ("x", 0, 0, 1),
    ):
        context = replay(petr_client, host, asked)
        assert (context["now"], context["before"], context["after"], context["last"]) == (now, before, after, last)


def test_the_frames_change_only_what_differs_and_tell_what_happened(petr_client: Client, host: SteppedHost) -> None:
    context = replay(petr_client, host)
    frames, lines = context["frames"], context["lines"]
    assert [frame.number for frame in frames] == [*range(context["last"] + 1)]
    first = {name.replace("_", "-"): html for name, html in context["fragments"].items()}
    assert frames[0].html == "".join(first.values())
    for number in range(1, context["last"] + 1):
        before, now = (replay(petr_client, host, str(at))["fragments"] for at in (number - 1, number))
        assert frames[number].html == "".join(html for name, html in now.items() if html != before[name])
    assert [frame.text for frame in frames] == [
        " ".join(str(line.html) for line in lines if line.step == frame.number) for frame in frames
    ]
    assert lines[0].heading
    assert [line.step for line in lines] == sorted(line.step for line in lines)


def test_empty_seats_are_not_replayed(petr_client: Client, host: SteppedHost) -> None:
    context = replay(petr_client, host)
    assert [name for name in context["fragments"] if name.startswith("seat")] == ["seat_0", "seat_1"]
    assert context["seats"] == [context["fragments"]["seat_0"], context["fragments"]["seat_1"]]
    assert context["of"] == 9


def test_the_replay_jumps_to_streets_and_tells_the_results(petr_client: Client, host: SteppedHost) -> None:
    context = replay(petr_client, host)
    names = [name for name, _ in context["jumps"]]
    assert names == ["Pre-flop", "Flop", "Turn", "River", "End"]
    steps = [step for _, step in context["jumps"]]
    assert steps[0] == 0 and steps[-1] == context["last"]
    assert steps == sorted(set(steps))
    for name, step in context["jumps"][1:-1]:
        assert name in next(str(line.html) for line in context["lines"] if line.step == step)
    assert [(player.name, won) for player, won in context["rows"]] == [
        (name, won) for _, _, name, won in Hand.objects.get().results
    ]
    assert (context["pot"], context["game"]) == (40_00, "NL 10/20")


def test_the_page_leads_to_the_players_hands_before_and_after(petr_client: Client, host: SteppedHost) -> None:
    for _ in range(2):
        host.fold_out()
    pages = {number: petr_client.get(f"/table/{host.id}/hands/{number}/").context for number in (1, 2, 3)}
    assert pages[1]["earlier"] is None and pages[3]["later"] is None
    assert pages[2]["earlier"] and pages[2]["later"]
    stranger = Client().get(f"/table/{host.id}/hands/2/").context
    assert (stranger["earlier"], stranger["later"], stranger["share"]) == (None, None, "")


def test_K14_a_hand_may_be_seen_from_the_moment_it_is_shown_on(
    host: SteppedHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = f"/table/{host.id}/hands/1/"
    ended = Hand.objects.get().ended_at
    monkeypatch.setattr(hands, "shown_until", lambda _table, _user: ended)
    assert Client().get(path).status_code == 200
    Table.objects.filter(pk=host.id).update(closed_to_watchers=True)
    assert Client().get(path).status_code == 404


def test_H6_the_replay_jumps_to_each_board_of_a_hand_run_more_than_once(
    petr_client: Client, host: SteppedHost, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = parse_cards("2c3c4c5c6c"), parse_cards("2d3d4d5d6d")
    shown = [
        ("flop", ()),
        ("flop", ()),
        ("river", ()),
        ("turn", (first,)),
        ("turn", (first,)),
        ("river", (first,)),
        ("river", (first, second)),
    ]
    steps = [ReplayStep(TableView(host.id, 1, (), street=street, boards=boards), None, 0) for street, boards in shown]
    monkeypatch.setattr(replays, "replay_steps", lambda *_, **__: steps)
    assert replay(petr_client, host)["jumps"] == [
        ("Flop", 0),
        ("River", 2),
        ("Turn, board 2", 3),
        ("River, board 2", 5),
        ("River, board 3", 6),
        ("End", 6),
    ]
