"""K14: the views of the last seconds are kept, and the one of any moment is found."""

from games.engine.views.types import TableView
from games.web.sockets.delayed_views import DelayedViews

VIEWS = [TableView(1, version, ()) for version in range(6)]


def versions(kept: DelayedViews, *moments: float) -> list[int | None]:
    """The version of the view of each moment."""
    found = [kept.at(moment) for moment in moments]
    return [view.version if view else None for view in found]


def test_K14_a_moment_shows_the_newest_view_that_had_arrived() -> None:
    kept = DelayedViews()
    assert kept.at(100.0) is None
    kept.add(VIEWS[1], 10.0, 5.0)
    kept.add(VIEWS[2], 12.0, 5.0)
    assert versions(kept, 9.9, 10.0, 11.9, 12.0, 99.0) == [None, 1, 1, 2, 2]


def test_K14_a_view_is_kept_until_the_one_after_it_is_old_enough() -> None:
    kept = DelayedViews()
    kept.add(VIEWS[1], 10.0, 5.0)
    assert versions(kept, 10.0) == [1], "the only view stays"
    kept.add(VIEWS[2], 16.0, 5.0)
    assert versions(kept, 11.0, 16.0) == [1, 2], "it was current until 16"
    kept.add(VIEWS[3], 20.9, 5.0)
    assert versions(kept, 15.9, 16.0) == [1, 2], "four more seconds are shown"
    kept.add(VIEWS[4], 21.0, 5.0)
    assert versions(kept, 15.9, 16.0, 20.9, 21.0) == [None, 2, 3, 4]
    kept.add(VIEWS[5], 90.0, 5.0)
    assert versions(kept, 20.9, 21.0, 89.9, 90.0) == [None, 4, 4, 5]


def test_K14_one_view_stays_even_when_nothing_is_kept() -> None:
    kept = DelayedViews()
    kept.add(VIEWS[1], 10.0, 0.0)
    kept.add(VIEWS[2], 11.0, 0.0)
    assert versions(kept, 10.0, 11.0) == [None, 2]
