"""What changes on the floor's page of a table: hand, seats, acts and decisions, as the element `f-now` (F1, F3, F5)."""

from django.contrib.auth.models import AbstractUser
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import override

from games.lobby import queries
from games.models import Table
from games.money.escrow import held_at
from games.operations import floor, impartiality
from games.text.amounts import AmountFormat
from games.text.moments import moment_text
from games.text.refusals import refusal_text
from games.web.floor.acts.at_table import TABLE_ACTS
from games.web.floor.calls.fragment import calls_context
from games.web.floor.decision_rows import decision_row
from games.web.floor.permissions import can_answer_calls, can_run_floor
from games.web.html.squeeze import squeeze_html
from games.web.security.requests import Visitor, account_id

VOIDABLE = (floor.CurrentHandState.RUNNING, floor.CurrentHandState.ENDED)


def now_fragment(user: AbstractUser, table: Table, language: str) -> SafeString:
    """The element for this member of staff."""
    with override(language):
        return squeeze_html(render_to_string("games/floor/now.html", now_context(user, table)))


def now_context(user: Visitor, table: Table) -> dict[str, object]:
    """What the template `games/floor/now.html` shows to this member of staff."""
    amounts = AmountFormat.of_currency(table.currency)
    hand = floor.current_hand(table.pk)
    plays = impartiality.is_refused_at(account_id(user), table_id=table.pk, hand=hand.number)
    closed = table.closed_at is not None
    may_run = can_run_floor(user) and not plays and not closed
    line = hand.line if hand.state is floor.CurrentHandState.ENDED else None
    return {
        "table": table,
        "amounts": amounts,
        "closes": moment_text(table.closes_at) if table.closes_at and not closed else "",
        "hand": hand,
        "line": line,
        "seats": _seats(table, line),
        "decisions": [decision_row(one, amounts, may_run=may_run) for one in floor.decisions_at(table.pk)],
        "acts": [
            *(_acts(table, hand) if may_run else ()),
            *(_settings(table) if not closed and not plays and user.has_perm("games.change_table") else ()),
        ],
        "may_run": may_run,
        **calls_context(may_answer=can_answer_calls(user), table=table.pk),
        "in_the_way": _in_the_way(closed=closed, plays=plays and can_run_floor(user)),
    }


def _seats(table: Table, line: queries.HandLine | None) -> list[dict[str, object]]:
    held = held_at(table.pk)
    won = {player: change for _seat, player, _name, change in line.results} if line else {}
    return [
        {
            "number": seat.seat + 1,
            "player": seat.player,
            "name": seat.name,
            "bot": seat.bot,
            "chips": held.get(seat.player, 0),
            "won": won.get(seat.player),
        }
        for seat in queries.seats_at(table.pk)
    ]


def _acts(table: Table, hand: floor.CurrentHand) -> list[dict[str, object]]:
    """The acts that the table's state offers, each with its page."""
    offered = [name for name, act in TABLE_ACTS.items() if act.is_offered(table)]
    if hand.state not in VOIDABLE:
        offered.remove("void")
    rows: list[dict[str, object]] = []
    for name in offered:
        act = TABLE_ACTS[name]
        title = _("Void hand #{number}").format(number=hand.number) if name == "void" else act.title
        url = reverse("floor:act", args=[table.pk, name])
        rows.append({"name": name, "title": title, "url": url, "is_danger": act.is_danger})
    return rows


def _settings(table: Table) -> list[dict[str, object]]:
    """The way to the operators' form of all settings, which says of each change when it takes effect."""
    url = reverse("operators:table", args=[table.pk])
    return [{"name": "settings", "title": _("All settings of the table"), "url": url, "is_danger": False}]


def _in_the_way(*, closed: bool, plays: bool) -> str:
    """Why nothing can be decided about the table by this member of staff; empty where something can."""
    code = "void_closed" if closed else "plays_here" if plays else ""
    return refusal_text(code) if code else ""
