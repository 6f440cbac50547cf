"""A freeze of new seats by the floor: those seated play on, nobody else sits down and nobody is called (F1)."""

from backoffice.compiled_query import CompiledQuery
from games.engine.errors import IllegalAction
from games.models.room import SeatFreeze


def freeze_now() -> SeatFreeze | None:
    """The freeze in force now, None if there is none."""
    return SeatFreeze.objects.filter(is_open=True).select_related("by").first()


def check_seats_given() -> None:
    """Raises IllegalAction with the floor's reason while nobody is given a new seat."""
    reason = _REASON.first()
    if reason is not None:
        raise IllegalAction("seats_frozen", why=reason)


_REASON = CompiledQuery(lambda: SeatFreeze.objects.filter(is_open=True).values_list("reason", flat=True)[:1])
