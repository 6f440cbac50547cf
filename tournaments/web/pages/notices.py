"""Players' notices of their tournaments: a context processor for every page and the messages in the table bar."""

from functools import cache, partial
from typing import Any, NamedTuple

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.web.api import amount_text
from tournaments import api
from tournaments.web.text.labels import chips

AT_THE_TABLE = ("warned", "penalised", "lifted", "disqualified", "deal_lapsed", "bounty")
"""The kinds of notices that the table bar shows as well."""
FRESH_SECONDS = 30
"""A table bar loaded within this time still shows the notice."""


class Item(NamedTuple):
    """A notice: its text, its tone and the page it links to."""

    text: str
    tone: str
    go: str


def tournament_notices(request: HttpRequest) -> dict[str, Any]:
    """The template variable `tournament_notices`: the user's unread notices, loaded only when shown and shown once."""
    user = getattr(request, "user", None)
    if user is None or not user.is_authenticated:
        return {"tournament_notices": []}
    return {"tournament_notices": cache(partial(items, user.pk))}


def items(player: int) -> list[Item]:
    """The player's unread notices, from now on read; of several seats only the last, and only while it counts."""
    told = api.take_notices(player)
    seats = {news.tournament: at for at, news in enumerate(told) if news.kind == "seated"}
    over = {news.tournament for news in told if news.kind in ("out", "prize", "disqualified", "cancelled")}
    found = []
    for at, news in enumerate(told):
        words, tone = _sentence(news)
        if words and (news.kind != "seated" or (seats[news.tournament] == at and news.tournament not in over)):
            found.append(Item(words, tone, reverse("tournaments:lobby", args=(news.tournament,))))
    return found


def at_the_table(tournament: int, player: int) -> list[tuple[int, str]]:
    """The director's latest messages to the player, with ids so that the bar shows each once."""
    lately = api.recent_notices(player, tournament, kinds=AT_THE_TABLE, seconds=FRESH_SECONDS) if player else []
    return [(number, words) for number, news in lately if (words := _sentence(news)[0])]


def _sentence(news: api.NoticeRow) -> tuple[str, str]:
    """The text and tone of a notice; "" for what the table itself shows."""
    detail, name = news.detail, news.name
    match news.kind:
        case "seated":
            words = _("{name}: your seat is at table {table}, seat {seat}.")
            return words.format(name=name, table=detail["table"], seat=detail["seat"] + 1), "success"
        case "voided":
            words = _("{name}: the hand at your table was declared void. All chips are back where they were.")
            return words.format(name=name), "info"
        case "deal_lapsed":
            words = _("{name}: not everybody agreed in time. There is no deal, and play continues.")
            return words.format(name=name), "info"
        case "warned":
            return _("{name}: the director warned you. {why}").format(name=name, why=detail["why"]), "warning"
        case "penalised":
            return _penalty(name, detail["hands"], detail.get("chips", 0), detail["why"]), "warning"
        case "lifted":
            return _("{name}: your penalty is lifted. {why}").format(name=name, why=detail["why"]), "success"
        case "disqualified":
            return _("{name}: you were disqualified. {why}").format(name=name, why=detail["why"]), "error"
        case "out" if detail.get("place"):
            return _("{name}: you finished in place {place}.").format(name=name, place=detail["place"]), "info"
        case "prize" if detail.get("ticket"):
            return _("{name}: you won a ticket worth {amount}.").format(
                name=name, amount=amount_text(detail["amount"])
            ), "success"
        case "prize" if detail.get("amount"):
            words = _("{name}: place {place} wins {amount}. It is in your wallet.")
            return words.format(name=name, place=detail["place"], amount=amount_text(detail["amount"])), "success"
        case "bounty":
            words = _("{name}: bounties of {amount} are in your wallet.")
            return words.format(name=name, amount=amount_text(detail["amount"])), "success"
        case "refund" if detail.get("amount"):
            words = _("{name}: {amount} is back in your wallet.")
            return words.format(name=name, amount=amount_text(detail["amount"])), "success"
        case "cancelled":
            return _("{name} was cancelled.").format(name=name), "warning"
    return "", ""


def _penalty(name: str, hands: int, taken: int, why: str) -> str:
    """Penalty hands, chips taken, or both; a penalty that took nothing is a warning (T14)."""
    said = []
    if hands:
        words = ngettext(
            "{name}: you have a penalty of {count} hand. {why}",
            "{name}: you have a penalty of {count} hands. {why}",
            hands,
        )
        said.append(words.format(name=name, count=hands, why=why))
    if taken:
        words = ngettext(
            "{name}: the director took {chips} chip of yours. {why}",
            "{name}: the director took {chips} chips of yours. {why}",
            taken,
        )
        said.append(words.format(name=name, chips=chips(taken), why=why))
    return " ".join(said) or _("{name}: the director warned you. {why}").format(name=name, why=why)
