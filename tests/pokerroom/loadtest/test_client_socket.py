"""The load test's own websocket client."""

import pytest

from pokerroom.loadtest.client_socket import PING, TEXT, BrokenSocket, FrameReader, client_frame


def server_frame(opcode: int, payload: bytes, *, final: bool = True) -> bytes:
    """A frame as a server sends it (RFC 6455)."""
    first = bytes([(0x80 if final else 0) | opcode])
    if len(payload) < 126:
        return first + bytes([len(payload)]) + payload
    if len(payload) < 65536:
        return first + b"\x7e" + len(payload).to_bytes(2, "big") + payload
    return first + b"\x7f" + len(payload).to_bytes(8, "big") + payload


def unmasked(frame: bytes) -> bytes:
    """The payload of a short client's frame."""
    begin = 4 if frame[1] & 0x7F == 126 else 2
    mask, masked = frame[begin : begin + 4], frame[begin + 4 :]
    return bytes(byte ^ mask[at % 4] for at, byte in enumerate(masked))


@pytest.mark.parametrize("length", [0, 5, 125, 126, 65_535, 65_536])
def test_frames_of_every_length_are_read(length: int) -> None:
    payload = b"a" * length
    assert FrameReader().feed(server_frame(TEXT, payload)) == [(TEXT, payload)]


def test_frames_arrive_in_any_pieces() -> None:
    reader, found = FrameReader(), []
    data = server_frame(TEXT, b"one") + server_frame(PING, b"x") + server_frame(TEXT, b"b" * 300)
    for at in range(len(data)):
        found += reader.feed(data[at : at + 1])
    assert found == [(TEXT, b"one"), (PING, b"x"), (TEXT, b"b" * 300)]


def test_the_parts_of_a_message_are_joined_and_a_ping_may_come_between() -> None:
    data = server_frame(TEXT, b"be", final=False) + server_frame(PING, b"") + server_frame(0, b"gin")
    assert FrameReader().feed(data) == [(PING, b""), (TEXT, b"begin")]


def test_a_masked_frame_of_a_server_breaks_the_socket() -> None:
    with pytest.raises(BrokenSocket):
        FrameReader().feed(client_frame(TEXT, b"x"))


@pytest.mark.parametrize("payload", [b"", b"a", b"ping 12", b"\x00\x00\xff", b"c" * 200])
def test_what_a_client_sends_is_masked(payload: bytes) -> None:
    frame = client_frame(TEXT, payload)
    assert frame[0] == 0x81
    assert frame[1] & 0x80
    assert unmasked(frame) == payload
