"""The converter of ids in addresses, `<id:…>`: a number that no row can have is no address of the room."""

from django.urls import register_converter

LARGEST_ID = 2**63 - 1


class IdConverter:
    """A whole number that fits the column of an id; SQLite fails at a larger one."""

    regex = "[0-9]{1,19}"

    def to_python(self, value: str) -> int:
        """The number; raises ValueError, which is no match, for one that is too large."""
        number = int(value)
        if number > LARGEST_ID:
            raise ValueError
        return number

    def to_url(self, value: object) -> str:
        """The number as it stands in an address."""
        return str(value)


def register_id_converter() -> None:
    """Makes it known to the addresses of all apps, before they are read."""
    register_converter(IdConverter, "id")
