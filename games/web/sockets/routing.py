"""Every socket door of the games wing."""

from typing import Any

from django.urls import path

from games.web.sockets.consumers import LobbyConsumer, PlainConsumer, PlayerConsumer

websocket_urlpatterns: list[Any] = [
    path("ws/lobby/", LobbyConsumer.as_asgi()),
    path("ws/me/", PlainConsumer.as_asgi()),
    path("ws/table/<int:table>/", PlayerConsumer.as_asgi()),
]
