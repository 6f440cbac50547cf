"""A person's sockets close at sign-out, a new password or a ban."""

from collections.abc import Callable
from unittest.mock import AsyncMock, patch

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.test import Client
from django.urls import reverse

from games.messaging.messages import CloseSockets, unpack, user_group
from pokerroom.models import User
from pokerroom.presence import close_sockets


@pytest.fixture
def gone(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The users whose sockets were closed."""
    told: list[int] = []
    monkeypatch.setattr("pokerroom.presence.close_sockets", told.append)
    monkeypatch.setattr("pokerroom.models.close_sockets", told.append)
    return told


async def test_every_socket_of_the_person_is_closed() -> None:
    layer = get_channel_layer()
    assert layer is not None
    channel = await layer.new_channel()
    await layer.group_add(user_group(7), channel)
    await sync_to_async(close_sockets)(7)
    assert unpack(await layer.receive(channel)) == (CloseSockets(7),)
    await layer.flush()


def test_a_broken_channel_layer_fails_no_request() -> None:
    with patch("games.messaging.messages.get_channel_layer") as layer:
        layer.return_value.group_send = AsyncMock(side_effect=ConnectionRefusedError)
        close_sockets(7)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("change", "closes"),
    [
        (lambda user: setattr(user, "is_active", False), True),
        (lambda user: user.set_password("another long one"), True),
        (lambda user: setattr(user, "auto_muck", False), False),
    ],
)
def test_a_ban_and_a_new_password_close_them(
    alice: User, gone: list[int], change: Callable[[User], object], closes: bool
) -> None:
    user = User.objects.get(pk=alice.pk)
    change(user)
    user.save()
    assert gone == ([alice.pk] if closes else [])


@pytest.mark.django_db
def test_signing_out_closes_them(client: Client, alice: User, gone: list[int]) -> None:
    client.force_login(alice)
    client.post(reverse("accounts:sign_out"))
    assert gone == [alice.pk]
