"""A table as it was a while ago, for watchers who see it later (K14)."""

from collections import deque

from games.engine.views.types import TableView

MOST_VIEWS = 4000


class Past:
    """The views of the last so many seconds, oldest first; times are the loop's."""

    def __init__(self) -> None:
        self._views: deque[tuple[float, TableView]] = deque(maxlen=MOST_VIEWS)

    def add(self, view: TableView, now: float, keep: float) -> None:
        """Takes in what is seen now, and forgets what nobody is shown any more."""
        self._views.append((now, view))
        while len(self._views) > 1 and self._views[1][0] <= now - keep:
            self._views.popleft()

    def at(self, moment: float) -> TableView | None:
        """What was seen at that moment; None when that was before anybody looked from here."""
        return next((view for came, view in reversed(self._views) if came <= moment), None)
