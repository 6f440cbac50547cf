"""A user's sockets close at sign-out, a new password or a ban."""

from collections.abc import Callable
from unittest.mock import AsyncMock, patch

import pytest
from asgiref.sync import sync_to_async
from channels.layers import get_channel_layer
from django.test import Client
from django.urls import reverse

from games.messaging.messages import CloseSockets, notify_close_sockets, unpack, user_group
from pokerroom.models import SignIn, User


@pytest.fixture
def closed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The users whose sockets were closed."""
    closed: list[int] = []
    monkeypatch.setattr("games.messaging.messages.notify_close_sockets", closed.append)
    return closed


async def test_every_socket_of_the_user_is_closed() -> None:
    layer = get_channel_layer()
    assert layer is not None
    channel = await layer.new_channel()
    await layer.group_add(user_group(7), channel)
    await sync_to_async(notify_close_sockets)(7)
    assert unpack(await layer.receive(channel)) == (CloseSockets(7),)
    await layer.flush()


def test_a_broken_channel_layer_fails_no_request() -> None:
    with patch("games.messaging.messages.get_channel_layer") as layer:
        layer.return_value.group_send = AsyncMock(side_effect=ConnectionRefusedError)
        notify_close_sockets(7)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("change", "closes"),
    [
        (lambda user: setattr(user, "is_active", False), True),
        (lambda user: user.set_password("another long one"), True),
        (lambda user: setattr(user, "auto_muck", False), False),
    ],
)
def test_a_ban_and_a_new_password_close_the_sockets(
    alice: User, closed: list[int], change: Callable[[User], object], closes: bool
) -> None:
    user = User.objects.get(pk=alice.pk)
    change(user)
    user.save()
    assert closed == ([alice.pk] if closes else [])


@pytest.mark.django_db
def test_signing_out_closes_the_sockets(client: Client, alice: User, closed: list[int]) -> None:
    client.force_login(alice)
    client.post(reverse("accounts:sign_out"))
    assert closed == [alice.pk]


@pytest.mark.django_db
def test_a_guest_who_signs_in_with_an_account_leaves_no_page_that_goes_on_as_the_guest(
    client: Client, alice: User, closed: list[int]
) -> None:
    client.post(reverse("accounts:play_now"))
    guest = User.objects.get(is_guest=True)
    assert closed == []
    alice.set_password("another long one")
    alice.save()
    closed.clear()
    client.post(reverse("accounts:sign_in"), {"name": alice.username, "password": "another long one"})
    assert closed == [guest.pk]
    assert client.session["_auth_user_id"] == str(alice.pk)
    assert list(SignIn.objects.exclude(session_key="").values_list("person", flat=True)) == [alice.pk]
