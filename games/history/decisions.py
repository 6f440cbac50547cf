"""One decision of a table's log in lines, as the hand's log tells it, with public events only."""

from collections.abc import Iterable

from games.engine import events as ev
from games.engine.rules.rules import Rules
from games.engine.views.hand_log import log_lines
from games.engine.views.types import LogLine
from games.models import Decision, Hand
from games.store import archive
from games.store.card_sealing import public_events


def decision_lines(decision: Decision, names: dict[int, str]) -> tuple[LogLine, ...]:
    """The lines of one decision; `names` are those of every seat. Sealed events are neither loaded nor told."""
    rows = Decision.objects.filter(table=decision.table_id, hand=decision.hand, number__lt=decision.number)
    before = public_events(rows.order_by("number").values_list("events", flat=True))
    rules = _rules(decision)
    told = [event for event in before if _has_its_street(event, rules)]
    now = [event for event in public_events([decision.events]) if _has_its_street(event, rules)]
    return log_lines([*told, *now], names, rules)[len(log_lines(told, names, rules)) :]


def _has_its_street(event: ev.TableEvent, rules: Rules) -> bool:
    """False for a street of a game that is not known any more: a hand voided as it ran, before a rotation changed."""
    return not isinstance(event, ev.StreetBegan) or event.street < len(rules.variant.streets)


def names_of_seats(decision: Decision, empty: str) -> dict[int, str]:
    """The names of the table's seats in the decision's hand; `empty` is the text for other seats, with `{number}`."""
    names = {seat: empty.format(number=seat + 1) for seat in range(decision.table.seats)}
    seated = decision.table.taken_seats.values_list("seat", "name")
    names |= dict(seated)
    hand = Hand.objects.filter(table=decision.table_id, number=decision.hand).first()
    return names | {seat: name for seat, _, name, _ in hand.results} if hand else names


def _rules(decision: Decision) -> Rules:
    """The rules of the decision's hand; without a result they are those of the last hand and what changed since."""
    hands = Hand.objects.filter(table=decision.table_id, number__lte=decision.hand)
    hand = hands.order_by("-number").first()
    whole = decision.table.rules
    last = Rules.from_data(hand.rules_data) if hand else whole
    if hand is not None and hand.number == decision.hand:
        return last
    since = range(hand.number if hand else 0, decision.hand + 1)
    log = archive.decisions_of((decision.table_id, number) for number in since)
    rows = (row.events for number in since for row in log[decision.table_id, number] if row.number <= decision.number)
    return _rules_after(last, whole, public_events(rows))


def _rules_after(last: Rules, whole: Rules, events: Iterable[ev.TableEvent]) -> Rules:
    """The rules of the last hand that began among these events; a running hand keeps those it began with.

    `last` are the rules of the hand before, `whole` those of the table, which name all games of a rotation.
    """
    coming = last
    for event in events:
        match event:
            case ev.RulesChanged(data):
                whole = Rules.from_data(data)
                coming = coming if whole.mix else whole
            case ev.GameChanged(turn):
                coming = whole.playing(turn)
            case ev.HandBegan():
                last = coming
    return last
