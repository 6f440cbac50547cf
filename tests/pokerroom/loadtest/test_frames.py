"""What simulated players read from frames, which the room's own templates have rendered."""

from random import Random

import pytest
from pytest_django import Settings

from games.web.table import fragments
from games.web.table.wording import ViewerPreferences
from pokerroom.loadtest.frames import Frame, Turn, parse_frame
from tests.games.live.bots.bot_table import BIG, Moment, Room, bot, rules_of


@pytest.fixture(autouse=True)
def frame_versions(settings: Settings) -> None:
    settings.FRAME_VERSIONS = True


def moments() -> list[Moment]:
    """The decisions of one hand of three bots."""
    found: list[Moment] = []
    room = Room(rules_of(), dict.fromkeys((1, 2, 3), bot), Random(3), found.append)
    room.stacks(dict.fromkeys((1, 2, 3), 100 * BIG))
    room.hand()
    return found


def pushed(moment: Moment, version: int) -> bytes:
    """The frame that the player in turn gets."""
    html = fragments.public_fragments(moment.view, "en")
    html |= fragments.own_fragments(moment.own, moment.view, "en", ViewerPreferences(True))
    return "".join([*html.values(), fragments.time_fragment(1, version)]).encode()


def test_a_player_reads_the_turn_as_its_buttons_show_it() -> None:
    moment = moments()[0]
    choices = moment.own.choices
    assert choices is not None
    turn = Turn(moment.own.hand, moment.own.turn, choices.call, choices.min_to, choices.max_to)
    assert parse_frame(pushed(moment, 17)) == Frame(17, "turn", turn, False)


def test_every_decision_of_a_hand_is_read() -> None:
    frames = [parse_frame(pushed(moment, number + 1)) for number, moment in enumerate(moments())]
    assert [frame.version for frame in frames] == list(range(1, len(frames) + 1))
    assert len({frame.turn[:2] for frame in frames if frame.turn}) == len(frames)


def test_somebody_who_watches_has_no_turn() -> None:
    view = moments()[0].view
    html = "".join(fragments.own_fragments(None, view, "en").values()).encode()
    assert parse_frame(html) == Frame(0, "watching", None, False)


def test_an_alert_and_a_frame_without_a_view_are_told_apart() -> None:
    assert parse_frame(b'<p id="alert" role="alert">No.</p>') == Frame(is_alert=True)
    assert parse_frame(b'<nav id="my-tables"></nav>') == Frame()
    assert parse_frame(b'<section id="session"></section>') == Frame(has_session=True)
