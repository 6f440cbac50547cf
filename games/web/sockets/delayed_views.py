"""The table views of the last seconds, for watchers who see the table with a delay (K14)."""

from collections import deque

from games.engine.views.types import TableView

MOST_VIEWS = 4000


class DelayedViews:
    """Views with the time each arrived, oldest first. The times are the event loop's, in seconds."""

    def __init__(self) -> None:
        self._views: deque[tuple[float, TableView]] = deque(maxlen=MOST_VIEWS)

    def add(self, view: TableView, now: float, keep: float) -> None:
        """Adds the current view, and drops views that were replaced more than `keep` seconds ago."""
        self._views.append((now, view))
        while len(self._views) > 1 and self._views[1][0] <= now - keep:
            self._views.popleft()

    def at(self, moment: float) -> TableView | None:
        """The view of that moment; None if it was before the first one."""
        return next((view for arrived, view in reversed(self._views) if arrived <= moment), None)
