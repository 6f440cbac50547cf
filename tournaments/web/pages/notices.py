"""Players' notices of their tournaments: a context processor for every page and the messages in the table bar."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache, partial
from typing import NamedTuple

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.web.api import money_text
from tournaments import api
from tournaments.web.text.event_text import cancelled_text
from tournaments.web.text.labels import chips, span

TABLE_BAR_KINDS = ("warned", "penalised", "lifted", "disqualified", "deal_lapsed", "bounty")
"""The kinds of notices that the table bar shows as well."""
SHOWN_SECONDS = 30
"""The table bar shows a notice for this long."""


class Item(NamedTuple):
    """A notice: its text, its tone and the page it links to."""

    text: str
    tone: str
    url: str


def tournament_notices(request: HttpRequest) -> dict[str, object]:
    """The template variable `tournament_notices`: the user's unread notices, loaded only when shown and shown once."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return {"tournament_notices": []}
    return {"tournament_notices": cache(partial(items, user.pk))}


def items(player: int) -> list[Item]:
    """The player's unread notices, now marked as read.

    Of several seats in a tournament only the last is shown, and none once the player is out.
    """
    unread = api.take_notices(player)
    last_seats = {notice.tournament: index for index, notice in enumerate(unread) if notice.kind == "seated"}
    over = {notice.tournament for notice in unread if notice.kind in ("out", "prize", "disqualified", "cancelled")}
    shown = []
    for index, notice in enumerate(unread):
        text, tone = _sentence(notice)
        current = last_seats.get(notice.tournament) == index and notice.tournament not in over
        if text and (notice.kind != "seated" or current):
            shown.append(Item(text, tone, reverse("tournaments:lobby", args=(notice.tournament,))))
    return shown


def recent_of_each(tournament: int, players: Collection[int]) -> Mapping[int, list[tuple[int, api.NoticeRow]]]:
    """The latest notices of each player for the table bar, with their ids."""
    return api.recent_notices_of_each(tournament, players, kinds=TABLE_BAR_KINDS, seconds=SHOWN_SECONDS)


def table_bar_messages(recent: Iterable[tuple[int, api.NoticeRow]]) -> list[tuple[int, str]]:
    """A player's latest notices for the table bar as (id, text), so that the bar announces each once."""
    return [(number, text) for number, notice in recent if (text := _sentence(notice)[0])]


def _sentence(notice: api.NoticeRow) -> tuple[str, str]:
    """The text and tone of a notice, both "" for notices that only the table shows."""
    detail, name = notice.detail, notice.name
    match notice.kind:
        case "seated":
            text = _("{name}: your seat is at table {table}, seat {seat}.")
            return text.format(name=name, table=detail["table"], seat=detail["seat"] + 1), "success"
        case "voided":
            text = _("{name}: the hand at your table was declared void. All chips are back where they were.")
            return text.format(name=name), "info"
        case "back":
            text = _("{name}: the hand that knocked you out is void. You are back at table {table}, seat {seat}.")
            return text.format(name=name, table=detail["table"], seat=detail["seat"] + 1), "success"
        case "place":
            text = _("{name}: a hand was declared void, so you finished in place {place}.")
            return text.format(name=name, place=detail["place"]), "info"
        case "deal_lapsed":
            text = _("{name}: not everybody agreed in time. There is no deal, and play continues.")
            if detail.get("somebody_out"):
                text = _("{name}: a player of the proposed deal is out. There is no deal, and play continues.")
            return text.format(name=name), "info"
        case "warned":
            return _("{name}: the director warned you. {why}").format(name=name, why=detail["why"]), "warning"
        case "penalised":
            return _penalty(name, notice), "warning"
        case "lifted":
            return _("{name}: your penalty is lifted. {why}").format(name=name, why=detail["why"]), "success"
        case "disqualified":
            return _("{name}: you were disqualified. {why}").format(name=name, why=detail["why"]), "error"
        case "out" if detail.get("place"):
            return _("{name}: you finished in place {place}.").format(name=name, place=detail["place"]), "info"
        case "prize" if detail.get("amount") or detail.get("extra"):
            return " ".join(_prize(name, notice)), "success"
        case "bounty":
            text = _("{name}: bounties of {amount} are in your wallet.")
            return text.format(name=name, amount=money_text(detail["amount"], notice.currency)), "success"
        case "refund" if detail.get("amount"):
            text = _("{name}: {amount} is back in your wallet.")
            return text.format(name=name, amount=money_text(detail["amount"], notice.currency)), "success"
        case "cancelled":
            return cancelled_text(_("{name} was cancelled.").format(name=name), str(detail.get("why", ""))), "warning"
    return "", ""


def _prize(name: str, notice: api.NoticeRow) -> Iterator[str]:
    """Sentences about a ticket or money, and about what else the place wins (T16)."""
    detail = notice.detail
    amount = money_text(detail["amount"], notice.currency)
    if detail.get("ticket"):
        yield _("{name}: you won a ticket worth {amount}.").format(name=name, amount=amount)
    elif detail["amount"]:
        text = _("{name}: place {place} wins {amount}. It is in your wallet.")
        yield text.format(name=name, place=detail["place"], amount=amount)
    if extra := detail.get("extra"):
        yield _("{name}: the other prize of place {place} is yours: {prize}.").format(
            name=name, place=detail["place"], prize=extra
        )


def _penalty(name: str, notice: api.NoticeRow) -> str:
    """Sentences about penalty hands, minutes and chips taken; a penalty without any is a warning (T14)."""
    sentences, detail = [], notice.detail
    hands, taken, time, why = detail["hands"], detail.get("chips", 0), detail.get("time", 0), detail["why"]
    if hands:
        text = ngettext(
            "{name}: you have a penalty of {count} hand. {why}",
            "{name}: you have a penalty of {count} hands. {why}",
            hands,
        )
        sentences.append(text.format(name=name, count=hands, why=why))
    if time:
        text = _("{name}: you have a penalty of {time}. {why}")
        sentences.append(text.format(name=name, time=span(time), why=why))
    if taken:
        text = ngettext(
            "{name}: the director took {chips} chip of yours. {why}",
            "{name}: the director took {chips} chips of yours. {why}",
            taken,
        )
        sentences.append(text.format(name=name, chips=chips(taken), why=why))
    return " ".join(sentences) or _("{name}: the director warned you. {why}").format(name=name, why=why)
