"""From which figure on each kind is flagged: the usual ones, and those that operators chose (F7)."""

from collections.abc import Mapping

from django.db import transaction

from backoffice.api import Change, record
from games.engine.watch_list.flags import THRESHOLDS, FlagKind
from games.models.watch_list import WatchThreshold
from games.operations.once import first_time

SET = "watch_list.thresholds"


def thresholds() -> dict[FlagKind, int]:
    """The threshold of every kind."""
    chosen = dict(WatchThreshold.objects.values_list("kind", "value"))
    return {kind: chosen.get(kind, usual) for kind, usual in THRESHOLDS.items()}


def changes_to(wanted: Mapping[FlagKind, int]) -> list[Change]:
    """What would change."""
    now = thresholds()
    return [Change(kind, str(now[kind]), str(value)) for kind, value in wanted.items() if now[kind] != value]


def set_thresholds(*, by: int, wanted: Mapping[FlagKind, int], reason: str, once: str) -> None:
    """Sets the thresholds for the next search; a second call with the same `once` does nothing."""
    with transaction.atomic():
        if not first_time(f"watch_thresholds:{once}"):
            return
        changes = changes_to(wanted)
        for change in changes:
            WatchThreshold.objects.update_or_create(kind=change.what, defaults={"value": int(change.after)})
        if changes:
            record(by=by, act=SET, changes=changes, reason=reason)
