"""The floor's page of a table: its game and seats, voiding a hand, pausing, and past decisions (F1, F3, F5)."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games.engine.errors import IllegalAction
from games.engine.events.kinds import BY_THE_ROOM, VoidReason
from games.lobby import queries
from games.models import Table
from games.models.floor_decisions import FloorDecision, RoomReason
from games.money.escrow import held_at
from games.operations import floor, impartiality
from games.text.amounts import AmountFormat
from games.text.changes import change_text
from games.text.games import code_of, game_name, stakes_text
from games.text.refusals import refusal_text
from games.web.security.numbers import parse_number
from games.web.security.rate_limits import exceeds_rate_limit
from games.web.security.requests import HtmxRequest, Visitor, account_id

RUN_FLOOR = "games.run_floor"
"""The permission of the floor staff (F8)."""
VIEW_FLOOR = "games.view_floordecision"
"""The permission of staff who may only view the floor's page."""
MOST_ACTS, ACTS_SECONDS = 30, 60


def can_run_floor(user: Visitor) -> bool:
    """Whether this person may make floor decisions."""
    return bool(user.is_active and user.has_perm(RUN_FLOOR))


def can_view_floor(user: Visitor) -> bool:
    """Whether this person may open the floor's page."""
    return can_run_floor(user) or bool(user.is_active and user.is_staff and user.has_perm(VIEW_FLOOR))


@never_cache
@require_http_methods(["GET", "POST"])
def page(request: HtmxRequest, table_id: int) -> HttpResponse:
    """The floor's view of a table; htmx gets only the part that changes."""
    table = floor.table_of(table_id) if can_view_floor(request.user) else None
    if table is None:
        raise Http404(refusal_text("no_such_table"))
    if request.method == "POST":
        try:
            _decide(request, table)
        except IllegalAction as refusal:
            amounts = AmountFormat.of_table(table_id)
            messages.error(request, refusal_text(refusal.code, refusal.detail, amount=amounts.text))
        else:
            messages.success(request, _("The decision has been sent. Its result will be listed among the decisions."))
        return redirect("games:floor_page", table_id)
    template = "games/floor/now.html" if request.htmx else "games/floor/table.html"
    return render(request, template, _context(request, table))


def _decide(request: HttpRequest, table: Table) -> None:
    """Carries out the decision in the form; raises IllegalAction."""
    if not can_run_floor(request.user):
        raise IllegalAction("bad_message")
    if exceeds_rate_limit(request, "floor_acts", most=MOST_ACTS, seconds=ACTS_SECONDS):
        raise IllegalAction("slow_down")
    by, why = account_id(request.user), request.POST.get("why", "")
    match request.POST.get("do", "").split(":"):
        case ["void", number] if (hand := parse_number(number)) is not None:
            floor.void_hand(by=by, table_id=table.pk, hand=hand, why=why)
        case ["pause"]:
            floor.pause(by=by, table_id=table.pk, why=why)
        case ["resume"]:
            floor.resume(by=by, table_id=table.pk, why=why)
        case ["close"]:
            floor.close(by=by, table_id=table.pk, why=why)
        case ["thaw"]:
            floor.thaw(by=by, table_id=table.pk, why=why)
        case ["announce"]:
            floor.announce(by=by, table_id=table.pk, text=why)
        case _:
            raise IllegalAction("bad_message")


def _context(request: HttpRequest, table: Table) -> dict[str, object]:
    held, rules = held_at(table.pk), table.rules
    amounts = AmountFormat.of_currency(table.currency)
    hand = floor.current_hand(table.pk)
    plays = impartiality.is_refused_at(account_id(request.user), table_id=table.pk, hand=hand.number)
    closed = table.closed_at is not None
    may_run = can_run_floor(request.user) and not plays and not closed
    line = hand.line if hand.state is floor.CurrentHandState.ENDED else None
    won = {player: change for _seat, player, _name, change in line.results} if line else {}
    seats = [
        {
            "number": seat.seat + 1,
            "name": seat.name,
            "bot": seat.bot,
            "chips": held.get(seat.player, 0),
            "won": won.get(seat.player),
        }
        for seat in queries.seats_at(table.pk)
    ]
    return {
        "table": table,
        "amounts": amounts,
        "game": game_name(code_of(rules), rules.stakes.structure),
        "stakes": stakes_text(rules.variant.code, rules.stakes, amounts),
        "hand": hand,
        "line": line,
        "seats": seats,
        "decisions": [_decision_context(decision, amounts) for decision in floor.decisions_at(table.pk)],
        "may_void": may_run and hand.state in (floor.CurrentHandState.RUNNING, floor.CurrentHandState.ENDED),
        "may_run": may_run,
        "in_the_way": _in_the_way(closed=closed, plays=plays and can_run_floor(request.user)),
    }


def _in_the_way(*, closed: bool, plays: bool) -> str:
    """Why nothing can be decided about the table by this member of staff; empty where something can."""
    code = "void_closed" if closed else "plays_here" if plays else ""
    return refusal_text(code) if code else ""


def _decision_context(decision: FloorDecision, amounts: AmountFormat) -> dict[str, object]:
    """A decision as text, with its result."""
    order, state, refused = decision.order, "done", ""
    if order and order.refused:
        state, refused = "refused", refusal_text(order.refused, order.refused_detail, amount=amounts.text)
    elif order and order.applied_at is None:
        state = "waiting"
    text = {
        FloorDecision.Kind.VOID_HAND: _("Hand #{number} void"),
        FloorDecision.Kind.PAUSE: _("Pause after hand #{number}"),
        FloorDecision.Kind.RESUME: _("Resume after hand #{number}"),
        FloorDecision.Kind.CLOSE: _("Close after hand #{number}"),
        FloorDecision.Kind.THAW: _("Let the table continue after hand #{number}"),
        FloorDecision.Kind.CHANGE: _("Change the table after hand #{number}"),
        FloorDecision.Kind.ANNOUNCE: _("Announce after hand #{number}"),
    }[FloorDecision.Kind(decision.kind)].format(number=decision.hand)
    by_the_room = {
        VoidReason.FAULT: _("Its cards or chips did not add up."),
        VoidReason.INTERRUPTED: _("The table stopped during it, and its house rules call such a hand void."),
    }
    is_the_rooms = decision.by_id is None and decision.reason in BY_THE_ROOM
    why = str(by_the_room[VoidReason(decision.reason)] if is_the_rooms else decision.reason)
    if decision.by_id is None and why in RoomReason.values:
        why = str(RoomReason(why).label)
    by = decision.by.display_name if decision.by else _("The room")
    changes = [change_text(what, before, after, amounts) for what, before, after in decision.changes]
    shown = {"at": decision.created_at, "by": by, "text": text, "why": why, "state": state, "refused": refused}
    return {**shown, "changes": changes}
