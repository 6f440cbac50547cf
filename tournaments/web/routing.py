"""The sockets of the tournaments' pages."""

from typing import Any

from django.urls import path

from tournaments.web.consumers import DirectorConsumer, LobbyConsumer, ScheduleConsumer

websocket_urlpatterns: list[Any] = [
    path("ws/tournaments/", ScheduleConsumer.as_asgi()),
    path("ws/tournament/<int:tournament>/", LobbyConsumer.as_asgi()),
    path("ws/tournament/<int:tournament>/direct/", DirectorConsumer.as_asgi()),
]
