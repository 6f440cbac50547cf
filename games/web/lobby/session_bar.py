"""The player's session in the bar of every page: time played, result, reality checks, time that is nearly up (M7)."""

import time
from datetime import timedelta
from typing import NamedTuple

from django.contrib.auth.models import AbstractUser
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import time_format
from django.utils.translation import gettext as _
from django.utils.translation import override

from backoffice.compiled_query import CompiledQuery, Given
from games.models import Seat
from games.money.escrow import signed_money_text
from games.money.play_limits import minutes_text, result_since
from games.operations.play_limits import WARN_AT
from games.seating import reality_checks
from games.seating.play_time import before_session, session_start, time_left
from games.web.html.components import draw_component

URGENT_MINUTES = WARN_AT[-1]


class Result(NamedTuple):
    """The result of the session in one currency."""

    text: str
    is_gain: bool


def session_context(user: AbstractUser) -> dict[str, object]:
    """The context of the session's part of the bar; `minutes` is absent for who sits at no table."""
    now = timezone.now()
    started = session_start(user.pk, now=now)
    if started is None:
        return {}
    asks = reality_checks.is_due(user.pk, started, now=now)
    results = [
        Result(signed_money_text(amount, currency), amount > 0)
        for currency, amount in sorted(result_since(user.pk, before_session(started)).items())
    ]
    return {
        "overview_url": reverse("play_limits:overview"),
        "since": int(started.timestamp() * 1000),
        "now": int(time.time() * 1000),
        "time_played": minutes_text(int((now - started).total_seconds()) // 60),
        "results": results,
        "asks": asks,
        # Only a check offers to stop.
        "may_stop": asks and _CASH_SEAT.first(player=user.pk) is not None,
        **_time_warning(user.pk),
    }


_CASH_SEAT = CompiledQuery(
    lambda: Seat.objects.filter(player=Given("player"), table__tournament=None).values_list("pk", flat=True)[:1]
)


def _time_warning(player: int) -> dict[str, object]:
    """What the page says when a time limit is nearly used up."""
    left = time_left({player}).get(player)
    if not left or left[0].left > WARN_AT[0]:
        return {}
    minutes = left[0].left
    at = time_format(timezone.localtime(timezone.now() + timedelta(minutes=minutes)))
    text = _("Your time limit ends at %(time)s: your hand is finished, then your seat is given up.") % {"time": at}
    return {"warning": text, "is_urgent": minutes <= URGENT_MINUTES}


def session_fragment(user: AbstractUser, language: str, *, is_idle: bool = False) -> str:
    """The session's part of the bar as one element; nothing is read for a player who `is_idle`."""
    with override(language):
        return draw_component("session", {} if is_idle else session_context(user), language)
