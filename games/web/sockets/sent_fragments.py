"""The fragments that one socket has sent, so that it sends again only what differs."""

from collections.abc import Mapping


class SentFragments:
    """Remembers a digest of each fragment, by id."""

    def __init__(self) -> None:
        self._digests: dict[str, int] = {}

    def changed(self, html_by_id: Mapping[str, str]) -> list[str]:
        """The fragments that differ from what was sent last; they count as sent from now on."""
        changed = []
        for name, html in html_by_id.items():
            digest = hash(html)
            if self._digests.get(name) != digest:
                self._digests[name] = digest
                changed.append(html)
        return changed

    def forget(self, name: str) -> None:
        """Sends a fragment again although it has not changed: the browser has altered its own copy."""
        self._digests.pop(name, None)
