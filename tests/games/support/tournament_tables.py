"""Stored tournament tables for tests: opened through the api, played through the store as a host does."""

from random import Random
from typing import Any

from games import api
from games.engine.cards import DECK
from games.engine.hand.actions import Call, Check, RaiseTo
from games.engine.rules.rules import Clock, Rules
from games.engine.rules.stakes import Stakes, Structure
from games.engine.rules.tournament import Tournament
from games.engine.rules.tournament_house_rules import for_tournament
from games.engine.rules.variants import CATALOGUE
from games.engine.table import commands as cm
from games.tournament_tables.reports import ReportLine
from pokerroom.models import User
from tests.games.support.tables import SteppedHost, person

TOURNAMENT = 7
STACKED_DECK = tuple(Random(5).sample(DECK, 52))
"""A stacked deck with which one player wins."""


def level_rules(small: int = 50, big: int = 100, **tournament: Any) -> Rules:
    """No-limit hold'em at one level of tournament 7."""
    cash = Rules(CATALOGUE["holdem"], Stakes(Structure.NO_LIMIT, small, big), clock=Clock(bank=0))
    return for_tournament(cash, Tournament(**{"id": TOURNAMENT, **tournament}))


def open_tournament_table(name: str = "T7 table 1", *, held: bool = False, **tournament: Any) -> SteppedHost:
    """A table of tournament 7, hosted."""
    rules = level_rules(**tournament)
    number = rules.tournament.id
    return SteppedHost(api.open_tournament_table(tournament=number, name=name, rules=rules, seats=6, held=held))


def seat_entrants(host: SteppedHost, *names: str, chips: int = 1_500) -> list[User]:
    """Seats players without money, from seat 0 on."""
    people = [person(name, grant=0) for name in names]
    for seat, user in enumerate(people):
        send_order(api.order_seat(table_id=host.id, player=user.pk, seat=seat, chips=chips, key=f"seat {user.pk}"))
    host.read_inbox()
    return people


def reports(kind: str = "", tournament: int = TOURNAMENT) -> list[ReportLine]:
    """The reports of a tournament, or those of one kind."""
    lines = api.reports_after(tournament=tournament, cursor=0, limit=10_000)
    return [line for line in lines if kind in ("", line.kind)]


def play_all_in_hand(host: SteppedHost) -> None:
    """Puts every player all-in and plays the hand to its end."""
    while not host.table.running:
        due = host.table.next_tick_at()
        assert due is not None
        host.now = max(host.now, due)
        host.do(cm.Tick(), deck=STACKED_DECK)
    number = host.table.hand_number
    while host.table.running and host.table.hand_number == number:
        hand = host.table.hand
        if hand.to_act < 0:
            host.until("turn", "next_hand", "players")
        elif hand.legal().max_to:
            host.act(RaiseTo(hand.legal().max_to))
        else:
            host.act(Call() if hand.legal().call else Check())


def send_order(order: api.TableOrder) -> int:
    """Sends one order to its table; its id."""
    return api.send_orders([order])[0]
