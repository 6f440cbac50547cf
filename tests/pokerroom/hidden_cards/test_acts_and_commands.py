"""H8: no act of the floor or of a director, and no command, says a hidden card."""

import io
from contextlib import suppress

import pytest
from django.core.cache import cache
from django.core.management import call_command, get_commands

from games.models import Table
from games.web.floor.acts.about_player import PLAYER_ACTS
from games.web.floor.acts.at_table import TABLE_ACTS
from pokerroom.models import User
from pokerroom.roles import APPS, DIRECTOR, FLOORMAN, OWNER
from tests.faults.card_forms import cards_in, numbers_in
from tests.games.support.store import taken_back
from tests.games.support.tables import SteppedHost
from tests.games.web.floor.acting import act, address
from tests.pokerroom.hidden_cards.secret_room import SecretRoom, content, deck_runs, secrets_of, without_drawings
from tests.staff import staff
from tests.tournaments.support.directed_tournament import DirectedTournament
from tests.tournaments.web.support.powers import use_power
from tournaments.web.director.commands import COMMANDS

pytestmark = pytest.mark.django_db
RUNNING_ROOM = {"runroom", "runtables", "loadtest", "seed_demo", "simulate", "simulatetournament", "replayhand"}
"""Commands that run a room or play hands of their own, and one that reads files instead of the room's hands."""
ARGUMENTS = dict.fromkeys(("archivehands", "deletenotices"), ("--before", "2024-01-01"))
"""What commands that cannot do without are given; all hands at the cash table ended before that day."""


def test_H8_no_act_of_the_floor_says_a_hidden_card_before_or_after_it_is_done(room: SecretRoom) -> None:
    client, alice, table = staff(FLOORMAN), User.objects.get(username="alice"), room.cash.id
    secrets, runs = secrets_of(room, None), deck_runs()
    refused, wrong = [], []
    for name in (*PLAYER_ACTS, *TABLE_ACTS):
        cache.clear()
        page = address(table, name, alice.pk if name in PLAYER_ACTS else 0)
        typed = {"length": "1", "unit": "hands", "at": "2100-01-01T10:00", "to": Table.objects.get(name="Brno").pk}
        with taken_back():
            told = act(client, page, confirmed=False, **typed)
            answers = [told, act(client, page, **typed), client.get(f"/floor/{table}/")]
        refused += [name] * (told.status_code != 200)
        bodies = "".join(answer.content.decode() for answer in answers)
        if cards_in(bodies) & secrets or numbers_in(bodies, runs):
            wrong.append(name)
    assert wrong == []
    assert {"void", "close_now", "spread", "merge", "penalise", "move", "unseat", "bar"}.isdisjoint(refused)


def test_H8_no_act_of_a_director_says_a_hidden_card_before_or_after_it_is_done(room: SecretRoom) -> None:
    client, owner, played = staff(DIRECTOR), staff(OWNER), room.running
    secrets, runs, told = secrets_of(room, None), deck_runs(), {}
    at_tournament, at_table = f"/tournaments/{played.id}", f"/table/{played.table.id}"
    paths = [
        *(
            f"{at_tournament}/",
            f"{at_tournament}/direct/",
            f"{at_tournament}/direct/moves/",
            f"{at_tournament}/screen/",
        ),
        *(f"{at_table}/", f"{at_table}/hands/", "/floor/calls/", "/office/log/"),
    ]
    for power in (*COMMANDS, "rules", "deal:own"):
        cache.clear()
        with taken_back():
            tournament = DirectedTournament(played.id, played.tournament.now)
            asked, done = use_power(client, tournament, power, confirmed=False), use_power(client, tournament, power)
            told[power] = without_drawings(asked.content + done.content)
            tournament.answer_orders()
            SteppedHost(played.table.id, now=tournament.now).read_inbox()
            tournament.read_reports()
            told[power] += "".join(content(owner, path) for path in paths)
            changed = tournament.number > played.tournament.number
        told[power] += "(done)" * changed
    assert [power for power, bodies in told.items() if cards_in(bodies) & secrets or numbers_in(bodies, runs)] == []
    assert {"void", "pause", "warn", "penalise", "disqualify", "next", "end", "cancel", "tell"} <= {
        power for power, bodies in told.items() if bodies.endswith("(done)")
    }


def test_H8_no_command_prints_a_hidden_card(room: SecretRoom, capfd: pytest.CaptureFixture[str]) -> None:
    ours = {name for name, app in get_commands().items() if str(app) in APPS} - RUNNING_ROOM
    assert {"audit", "verifylog"} <= ours
    secrets, runs = secrets_of(room, None), deck_runs()
    for name in sorted(ours):
        out = io.StringIO()
        with suppress(SystemExit):
            call_command(name, *ARGUMENTS.get(name, ()), stdout=out, stderr=out)
        printed = out.getvalue() + "".join(capfd.readouterr())
        assert not cards_in(printed) & secrets, name
        assert not numbers_in(printed, runs), name
