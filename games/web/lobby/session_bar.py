"""The player's session in the bar of every page: time played, result, reality checks, time that is nearly up (M7)."""

import time
from collections.abc import Sequence
from datetime import timedelta
from typing import NamedTuple

from django.contrib.auth.models import AbstractUser
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _
from django.utils.translation import override

from backoffice.compiled_query import CompiledQuery, Given
from games.lobby.own_parts import OwnParts
from games.models import Seat
from games.money.escrow import signed_money_text
from games.money.play_limits import minutes_text
from games.operations.play_limits import WARN_AT
from games.seating.play_time import TimeLeft
from games.seating.sessions import sessions_of
from games.web.html.components import draw_component

URGENT_MINUTES = WARN_AT[-1]


class Result(NamedTuple):
    """The result of the session in one currency."""

    text: str
    is_gain: bool


def session_context(user: AbstractUser, *, own: OwnParts | None = None) -> dict[str, object]:
    """The context of the session's part of the bar, empty for whoever sits at no table; `own` is what was read."""
    now = timezone.now()
    session = own.session if own else sessions_of([user.pk], now=now).get(user.pk)
    if session is None:
        return {}
    results = [
        Result(signed_money_text(amount, currency), amount > 0) for currency, amount in sorted(session.results.items())
    ]
    return {
        "overview_url": reverse("play_limits:overview"),
        "since": int(session.started.timestamp() * 1000),
        "now": int(time.time() * 1000),
        "time_played": minutes_text(int((now - session.started).total_seconds()) // 60),
        "results": results,
        "asks": session.check_is_due,
        # Only a check offers to stop.
        "may_stop": session.check_is_due and _CASH_SEAT.first(player=user.pk) is not None,
        **_time_warning(session.time_left),
    }


_CASH_SEAT = CompiledQuery(
    lambda: Seat.objects.filter(player=Given("player"), table__tournament=None).values_list("pk", flat=True)[:1]
)


def _time_warning(left: Sequence[TimeLeft]) -> dict[str, object]:
    """What the page says when a time limit is nearly used up."""
    if not left or left[0].left > WARN_AT[0]:
        return {}
    minutes = left[0].left
    at = time_format(timezone.localtime(timezone.now() + timedelta(minutes=minutes)))
    text = _("Your time limit ends at %(time)s: your hand is finished, then your seat is given up.") % {"time": at}
    return {"warning": text, "is_urgent": minutes <= URGENT_MINUTES}


def session_fragment(user: AbstractUser, language: str, *, own: OwnParts | None = None) -> str:
    """The session's part of the bar as one element; `own` as for its context."""
    with override(language):
        return draw_component("session", session_context(user, own=own), language)
