"""The acts on the whole room as links of the panel."""

from django.urls import reverse

from games.web.floor.room.forms import TITLES

OWN_PAGES = {"freeze": "floor:room_freeze", "unfreeze": "floor:room_unfreeze"}


def room_links() -> list[tuple[str, str]]:
    """The name and the address of each act."""
    return [
        (str(title), reverse(OWN_PAGES[name]) if name in OWN_PAGES else reverse("floor:room_act", args=(name,)))
        for name, title in TITLES.items()
    ]
