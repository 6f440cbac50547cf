"""The sockets of the floor's pages as a browser of the floor sees them."""

from channels.routing import URLRouter
from django.contrib.auth.models import AnonymousUser

from games.web.api import floor_routes
from pokerroom.models import User
from pokerroom.roles import FLOORMAN
from tests.games.support.tables import person
from tests.sockets import SocketClient
from tests.staff import with_role


def floorman() -> User:
    return with_role(person("Jana"), FLOORMAN)


class FloorSocket:
    """The socket of an open page, the panel's without more: all that was pushed, newest last."""

    def __init__(self, user: User | AnonymousUser, query: str = "") -> None:
        self.socket = SocketClient(URLRouter(floor_routes()), f"/ws/floor/{query}")
        self.socket.scope["user"] = user
        self.frames: list[str] = []

    async def shows(self, text: str) -> str:
        """Waits for a frame with this text."""
        for _ in range(40):
            self.frames.append(str(await self.socket.receive_from(timeout=10)))
            if text in self.frames[-1]:
                return self.frames[-1]
        raise AssertionError(f"no frame with {text}")
