"""Attempts are counted for all processes together, and by each for itself while Redis is away or hangs (X3)."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager
from secrets import token_hex

import pytest
from django.test import Client
from pytest_django import Settings

from games.messaging.rate_limit import Limit, LimitReached, count_attempt
from pokerroom import environment
from pokerroom.models import User
from tests.servers import free_port


@pytest.fixture(autouse=True)
def _limited(settings: Settings) -> None:
    settings.RATE_LIMITS = True


@contextmanager
def silent_server() -> Iterator[int]:
    """A server that takes connections and never answers, as a Redis that hangs; yields its port."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield server.getsockname()[1]


def count_three_of_two(limit: Limit) -> None:
    for _ in range(limit.times):
        count_attempt(limit, "eve", now=600.0)
    with pytest.raises(LimitReached):
        count_attempt(limit, "eve", now=601.0)
    count_attempt(limit, "mallory", now=601.0)


def test_limits_hold_while_redis_is_away(settings: Settings) -> None:
    settings.CACHES = {"default": environment.cache(f"redis://127.0.0.1:{free_port()}/0", prefix="away")}
    count_three_of_two(Limit(token_hex(4), times=2, seconds=600))


def test_limits_hold_and_no_page_waits_for_long_while_redis_hangs(settings: Settings) -> None:
    with silent_server() as port:
        cache = environment.cache(f"redis://127.0.0.1:{port}/0", prefix="hangs")
        assert cache["OPTIONS"] == {"socket_timeout": 1, "socket_connect_timeout": 1}
        settings.CACHES = {"default": cache | {"OPTIONS": {"socket_timeout": 0.01}}}
        count_three_of_two(Limit(token_hex(4), times=2, seconds=600))


def test_attempts_are_counted_together_while_redis_answers(settings: Settings, redis_url: str) -> None:
    settings.CACHES = {"default": environment.cache(redis_url, prefix=token_hex(4))}
    count_three_of_two(Limit("shared", times=2, seconds=600))


@pytest.mark.django_db
def test_X3_one_signs_in_while_redis_is_away(settings: Settings, client: Client) -> None:
    settings.CACHES = {"default": environment.cache(f"redis://127.0.0.1:{free_port()}/0", prefix="away")}
    User.objects.create_user(username="alice", display_name="Alice", password="correct horse")
    answer = client.post("/accounts/sign-in/", {"name": "alice", "password": "correct horse"})
    assert answer.status_code == 302
    assert client.session["_auth_user_id"]
