"""The fragments that one socket has sent, so that it sends again only what differs."""

from collections.abc import Mapping
from itertools import zip_longest

from games.web.html.digests import digest_at, digest_of


class SentFragments:
    """Remembers a digest of each fragment, by id."""

    def __init__(self) -> None:
        self._digests: dict[str, int] = {}
        self._last: tuple[Mapping[str, str], ...] = ()

    def changed(self, *html_by_id: Mapping[str, str]) -> list[str]:
        """The fragments that differ from what was sent last; they count as sent from now on.

        A mapping that is the same object as last time in its place is taken for unchanged.
        """
        changed = []
        for last, fragments in zip_longest(self._last, html_by_id):
            if fragments is None or fragments is last:
                continue
            for name, html in fragments.items():
                digest = hash(html)
                if self._digests.get(name) != digest:
                    self._digests[name] = digest
                    changed.append(html)
        self._last = html_by_id
        return changed

    def skip_seen(self, digests: str, html_by_id: Mapping[str, str]) -> None:
        """Counts as sent what a page shows already, by the digests that it was made with; empty for none."""
        for at, name in enumerate(sorted(html_by_id) if digests else ()):
            if digest_at(digests, at) == digest_of(html_by_id[name]):
                self._digests[name] = hash(html_by_id[name])

    def forget(self, name: str) -> None:
        """Sends a fragment again although it has not changed: the browser has altered its own copy."""
        self._digests.pop(name, None)
        self._last = ()
