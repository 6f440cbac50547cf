"""The ASGI application: HTTP and websockets."""

import os

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pokerroom.settings")
django.setup(set_prefix=False)

from channels.routing import ProtocolTypeRouter, URLRouter
from channels.security.websocket import WebsocketDenier
from django.urls import re_path

from games.web.api import floor_routes, socket_routes
from pokerroom.security.origins import SameOriginOnly
from pokerroom.serving.page_handler import PageHandler
from pokerroom.sessions.visitors import KnownVisitors
from tournaments.web.consumers import TableBar
from tournaments.web.routing import websocket_urlpatterns

unknown = re_path("", WebsocketDenier.as_asgi())
routes = [*socket_routes(TableBar()), *floor_routes(), *websocket_urlpatterns, unknown]
application = ProtocolTypeRouter(
    {
        "http": PageHandler(),
        "websocket": KnownVisitors(SameOriginOnly(URLRouter(routes))),
    }
)
