"""The acts on the whole room as links of the panel."""

from django.urls import reverse

from games.web.floor.room.forms import TITLES

OWN_PAGES = {"freeze": "floor:room_freeze", "unfreeze": "floor:room_unfreeze", "fewer": "floor:room_fewer"}
ENDING = ("resume", "unfreeze")
"""Acts that end what is in force for the room; their buttons are beside that line of the panel."""


def room_links() -> list[tuple[str, str]]:
    """The name and the address of each act that can be done at any time."""
    return [(str(title), act_url(name)) for name, title in TITLES.items() if name not in ENDING]


def act_url(name: str) -> str:
    """The address of an act on the room."""
    return reverse(OWN_PAGES[name]) if name in OWN_PAGES else reverse("floor:room_act", args=(name,))
