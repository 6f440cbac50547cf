"""Frames as browsers read them."""

import pytest

from games.web.html.digests import digests_of_fragments
from games.web.sockets.frames import BLOCK, frame_of, padded
from games.web.sockets.sent_fragments import SentFragments
from games.web.table import fragments
from tests.games.engine.support.builders import Room
from tests.games.engine.support.views import own_of, public_of


def read(data: bytes) -> str:
    """The one message in these frames, read as RFC 6455 has it."""
    message, opcodes, ended = b"", [], False
    while data:
        assert not ended, "something follows the message"
        assert not data[0] & 0x70 and not data[1] & 0x80, "no extension, no mask"
        opcodes.append(data[0] & 0x0F)
        ended = bool(data[0] & 0x80)
        size, start = data[1], 2
        if size > 125:
            start = 4 if size == 126 else 10
            size = int.from_bytes(data[2:start])
            assert size > (125 if start == 4 else 65_535), "the shortest form of the size"
        message, data = message + data[start : start + size], data[start + size :]
    assert ended and opcodes == [1, *[0] * (len(opcodes) - 1)]
    return message.decode()


@pytest.mark.parametrize("length", [0, 1, 125, 126, 65_535, 65_536, 70_000])
def test_a_text_of_any_length_is_one_frame(length: int) -> None:
    assert read(frame_of("x" * length)) == "x" * length


def test_parts_of_a_message_are_read_as_one() -> None:
    parts = frame_of("dvě ", last=False) + frame_of("tři ", first=False, last=False) + frame_of("čtyři", first=False)
    assert read(parts) == "dvě tři čtyři"


def test_H4_the_length_of_what_a_player_is_sent_does_not_tell_their_cards() -> None:
    """Whoever listens on the network of a player sees the lengths of what TLS hides."""
    drawn, sent = set(), set()
    for seed in range(40):
        room = Room(5_000, 5_000, 5_000, seed=seed)
        while not room.table.running:
            room.tick()
        html = "".join(fragments.own_fragments(own_of(room, 1), public_of(room), "en").values())
        assert padded(html).rstrip(" ") == html.rstrip(" "), "only blanks are added"
        drawn.add(len(html.encode()))
        sent.add(len(padded(html).encode()))
    assert len(drawn) > 5
    assert len(sent) <= 2, "of one length, or on both sides of a block's end"
    assert not any(length % BLOCK for length in sent)
    assert len(padded("dvě").encode()) == BLOCK
    assert padded("") == ""


def test_only_fragments_that_differ_are_sent_again() -> None:
    sent = SentFragments()
    hand, notes = {"my-hand": "[AA]", "controls": "[fold]"}, {"labels": "[red]"}
    assert sent.changed(hand, notes) == ["[AA]", "[fold]", "[red]"]
    assert sent.changed(hand, notes) == []
    assert sent.changed({**hand, "controls": "[call]"}, dict(notes)) == ["[call]"]
    assert sent.changed(hand) == ["[fold]"]
    assert sent.changed(hand, {"labels": "[blue]"}) == ["[blue]"]


def test_what_a_page_shows_already_is_sent_once_it_differs() -> None:
    sent, shown = SentFragments(), {"my-hand": "[AA]", "controls": "[fold]", "notes": "[red]"}
    sent.skip_seen(digests_of_fragments({**shown, "controls": "[call]"}), shown)
    assert sent.changed(shown) == ["[fold]"]
    assert sent.changed({**shown, "notes": "[blue]"}) == ["[blue]"]
    fresh = SentFragments()
    fresh.skip_seen("", shown)
    assert fresh.changed(shown) == list(shown.values()), "a page that says nothing gets everything"


def test_a_fragment_that_the_browser_has_altered_is_sent_again_although_it_is_the_same() -> None:
    sent, hand = SentFragments(), {"my-hand": "[AA]", "controls": "[fold]"}
    sent.changed(hand)
    sent.forget("controls")
    assert sent.changed(hand) == ["[fold]"]
