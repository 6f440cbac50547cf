"""The sockets of the floor's pages."""

from django.urls import URLPattern, path

from games.web.floor.panel.consumer import PanelConsumer
from games.web.floor.table_socket import FloorTableConsumer


def floor_routes() -> list[URLPattern]:
    """The routes of the panel and of the page of a table."""
    return [
        path("ws/floor/", PanelConsumer.as_asgi()),
        path("ws/floor/<id:table>/", FloorTableConsumer.as_asgi()),
    ]
