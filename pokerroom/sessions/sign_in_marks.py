"""From which devices and addresses people were signed in, as hashes for the watch list (F7)."""

from collections import defaultdict
from collections.abc import Mapping

from django.utils.crypto import salted_hmac

from games.api import Access
from pokerroom.models import SignIn


def access_marks() -> Mapping[int, Access]:
    """The marks of everybody; a device is a browser and system at one address, as no more is kept of it."""
    devices: dict[int, set[str]] = defaultdict(set)
    addresses: dict[int, set[str]] = defaultdict(set)
    rows = SignIn.objects.exclude(address="").values_list("person", "address", "device").distinct()
    for person, address, device in rows:
        addresses[person].add(_hash(address))
        if device:
            devices[person].add(_hash(f"{address} {device}"))
    return {person: Access(frozenset(devices[person]), frozenset(found)) for person, found in addresses.items()}


def _hash(text: str) -> str:
    return salted_hmac("pokerroom.sign_in_marks", text).hexdigest()[:16]
