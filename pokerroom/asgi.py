"""The ASGI application: HTTP and websockets."""

import os

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pokerroom.settings")
http = get_asgi_application()

from channels.auth import AuthMiddlewareStack  # noqa: E402 - needs the apps loaded
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402

from games.web.api import socket_routes  # noqa: E402
from pokerroom.origins import SameOriginOnly  # noqa: E402
from tournaments.web.consumers import TableBar  # noqa: E402
from tournaments.web.routing import websocket_urlpatterns  # noqa: E402

routes = [*socket_routes(TableBar()), *websocket_urlpatterns]
application = ProtocolTypeRouter(
    {
        "http": http,
        "websocket": SameOriginOnly(AuthMiddlewareStack(URLRouter(routes))),
    }
)
