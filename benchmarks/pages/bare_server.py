"""A view without middleware, served by Django's own handler on the room's server: `bare_server.py PORT`."""

import asyncio
import os
import sys
from typing import Any

import uvloop

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "pokerroom.settings")

from django.conf import settings
from django.core.asgi import get_asgi_application
from django.http import HttpRequest, HttpResponse
from django.urls import path


def bare(request: HttpRequest) -> HttpResponse:
    """The smallest page."""
    return HttpResponse("ok\n")


urlpatterns = [path("", bare)]


def main(port: int) -> None:
    """Serves until a signal."""
    # Daphne creates its event loop when it is first imported, so the policy is set before.
    asyncio.set_event_loop_policy(uvloop.EventLoopPolicy())
    settings.MIDDLEWARE, settings.ROOT_URLCONF = [], "benchmarks.pages.bare_server"

    from pokerroom.serving.server import RoomServer

    def accepting() -> None:
        print("open", flush=True)

    application: Any = get_asgi_application()  # Django types ASGI's events as mappings, Daphne as their own types.
    RoomServer(application, host="127.0.0.1", port=port, accepting=accepting).run_beside(None, lambda: None)


if __name__ == "__main__":
    main(int(sys.argv[1]))
