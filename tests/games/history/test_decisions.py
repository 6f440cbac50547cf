"""The lines of one decision: those of its hand's log, under the rules that the hand is played with."""

import pytest

from games.engine import events as ev
from games.engine.rules.mixed_games import rotation
from games.engine.rules.rules import Clock
from games.engine.table import commands as cm
from games.engine.views.hand_log import log_lines
from games.engine.views.kinds import LineCode
from games.engine.views.types import LogLine
from games.history.decisions import decision_lines, names_of_seats
from games.messaging.codec import event_to_data
from games.models import Decision
from games.store.card_sealing import public_events
from tests.games.support.tables import NL_10_20, SteppedHost, open_table, person, seat

pytestmark = pytest.mark.django_db


def lines_of(host: SteppedHost) -> list[tuple[LogLine, ...]]:
    """The lines of each decision of the table, in order."""
    decisions = Decision.objects.filter(table=host.id).order_by("number")
    return [decision_lines(decision, names_of_seats(decision, "Seat {number}")) for decision in decisions]


def streets_of(host: SteppedHost) -> list[list[str]]:
    """The streets of each hand, by the headings of the log."""
    hands: list[list[str]] = []
    for lines in lines_of(host):
        for line in lines:
            if line.code == LineCode.HAND:
                hands.append([])
            elif line.code == LineCode.STREET:
                hands[-1].append(line.kind)
    return hands


def horse(turns: int) -> SteppedHost:
    """A rotation that changes its game with every hand, after `turns` hands; the third game is razz."""
    rules = rotation("horse", 20_00, every=1)._replace(clock=Clock(bank=0))
    host = SteppedHost(open_table(rules=rules, seats=6).pk)
    seat(host, person("Alice"), person("Bob"))
    for _ in range(turns):
        host.play_hand()
    return host


def test_the_running_hand_of_a_rotation_is_told_as_its_own_game() -> None:
    host = horse(2)
    host.until("turn")
    holdem = ["pre-flop", "flop", "turn", "river"]
    assert streets_of(host) == [holdem, holdem, ["third"]]


def test_a_hand_voided_while_it_ran_is_told_with_the_rules_of_its_time() -> None:
    host = horse(2)
    host.until("turn")
    host.do(cm.VoidHand(host.table.hand_number, "two aces", last=True))
    assert streets_of(host)[2:] == [["third"]]
    voids = [line for lines in lines_of(host) for line in lines if line.code == LineCode.VOID]
    assert [(line.amount, line.other) for line in voids] == [(3, "two aces")]


def test_a_street_of_a_game_that_the_table_no_longer_plays_is_left_out() -> None:
    table = open_table()
    events = [event_to_data(ev.StreetBegan(street)) for street in (0, 4)]
    decision = Decision.objects.create(table=table, number=1, hand=1, events=events)
    (line,) = decision_lines(decision, names_of_seats(decision, "Seat {number}"))
    assert (line.code, line.kind) == (LineCode.STREET, "pre-flop")


def test_the_lines_of_all_decisions_together_are_the_log_of_the_hand() -> None:
    host = SteppedHost(open_table().pk)
    seat(host, person("Alice"), person("Bob"))
    host.play_hand()
    rows = Decision.objects.filter(table=host.id, hand=1).order_by("number")
    events = public_events(rows.values_list("events", flat=True))
    told = [line for lines in lines_of(host) for line in lines]
    assert tuple(told) == log_lines(events, {0: "Alice", 1: "Bob"}, NL_10_20)


def test_a_seat_that_nobody_has_any_more_is_named_by_its_number() -> None:
    host = SteppedHost(open_table().pk)
    alice, bob = person("Alice"), person("Bob")
    seat(host, alice, bob)
    host.play_hand()
    host.do(cm.Leave(alice.pk))
    first = Decision.objects.filter(table=host.id, hand=0).first()
    last = Decision.objects.filter(table=host.id, hand=1).last()
    assert first is not None and last is not None
    assert [names_of_seats(first, "Seat {number}")[number] for number in (0, 1)] == ["Seat 1", "Bob"]
    assert [names_of_seats(last, "Seat {number}")[number] for number in (0, 1, 2)] == ["Alice", "Bob", "Seat 3"]
