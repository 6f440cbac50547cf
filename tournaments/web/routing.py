"""The sockets of the tournaments' pages."""

from django.urls import URLPattern, path

from tournaments.web.consumers import DirectorConsumer, LobbyConsumer, ScheduleConsumer, ScreenConsumer

websocket_urlpatterns: list[URLPattern] = [
    path("ws/tournaments/", ScheduleConsumer.as_asgi()),
    path("ws/tournament/<id:tournament>/", LobbyConsumer.as_asgi()),
    path("ws/tournament/<id:tournament>/screen/", ScreenConsumer.as_asgi()),
    path("ws/tournament/<id:tournament>/direct/", DirectorConsumer.as_asgi()),
]
