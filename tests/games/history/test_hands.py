"""A player's finished hands: searched, listed, and read with only the cards that the player may see."""

from datetime import timedelta
from random import Random
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from games.engine.cards import DECK
from games.engine.events import SECRET, HandBegan, HandEnded
from games.engine.rules.mixed_games import rotation
from games.engine.rules.rules import Clock, Rules
from games.engine.rules.stakes import Stakes, Structure
from games.engine.rules.variant import Forced
from games.engine.rules.variants import CATALOGUE
from games.engine.table import commands as cm
from games.history import exports, results
from games.history import hands as hand_history
from games.history.hands import HandFilter
from games.models import Hand, HandPlayer, Table
from games.simulation import measured_rules, random_action, random_discard
from tests.games.support.tables import START_MS, SteppedHost, open_table, person, seat

pytestmark = pytest.mark.django_db
OMAHA = Rules(CATALOGUE["omaha"], Stakes(Structure.POT_LIMIT, 5_00, 10_00), clock=Clock(bank=0))


def played(name: str = "Prague", people: Any = (), hands: int = 1, **settings: Any) -> SteppedHost:
    """A table where these players have played some hands to the showdown."""
    host = SteppedHost(open_table(name, **settings).pk)
    seat(host, *people)
    for _ in range(hands):
        host.play_hand()
    return host


def test_a_hand_stores_the_part_of_every_player_but_not_of_bots() -> None:
    alice, bob = person("Alice"), person("Bob")
    host = SteppedHost(open_table().pk)
    seat(host, alice, person("Emil", bot=True), bob)
    host.play_hand(raise_to=100_00)
    hand = Hand.objects.get()
    assert (hand.game, hand.structure, hand.small_blind, hand.big_blind) == ("holdem", "nl", 10_00, 20_00)
    parts = {part.player_id: part for part in HandPlayer.objects.all()}
    assert parts.keys() == {alice.pk, bob.pk}
    results_of = {player: won for _, player, _, won in hand.results}
    for player, part in parts.items():
        assert part.net == results_of[player]
        assert part.invested == 100_00
        assert (part.entered, part.saw_second_street, part.showdown) == (True, True, True)
    assert sum(part.raised for part in parts.values()) <= 1


def test_saving_the_parts_takes_one_more_query() -> None:
    host = SteppedHost(open_table().pk)
    seat(host, person("Alice"), person("Bob"), person("Carol"))
    host.until("turn")
    with CaptureQueriesContext(connection) as queries:
        host.fold_out()
    assert len([query for query in queries if "games_handplayer" in query["sql"]]) == 1
    assert HandPlayer.objects.count() == 3


def test_hands_are_paged_newest_first() -> None:
    alice = person("Alice")
    played(people=(alice, person("Bob")), hands=5)
    first, more = hand_history.my_hands(alice.pk, HandFilter(), limit=3)
    assert [hand.line.number for hand in first] == [5, 4, 3]
    second, end = hand_history.my_hands(alice.pk, HandFilter(), before=more, limit=3)
    assert [hand.line.number for hand in second] == [2, 1]
    assert end == 0


def test_a_page_takes_the_same_queries_for_any_number_of_hands() -> None:
    alice = person("Alice")
    played(people=(alice, person("Bob")), hands=6)
    with CaptureQueriesContext(connection) as queries:
        hand_history.my_hands(alice.pk, HandFilter(), limit=6)
    assert len(queries) == 2


def test_the_least_pot_of_a_search_means_as_many_units_of_every_currency() -> None:
    """A pot of 3,000 minor units is 30 of play money, and 3,000 chips of a tournament."""
    alice = person("Alice")
    host = played(people=(alice, person("Bob")))
    Hand.objects.update(pot=30_00)
    for currency, least, count in (
        ("PLAY", 30_00, 1),
        ("PLAY", 30_01, 0),
        ("CHIPS", 3000_00, 1),
        ("CHIPS", 3001_00, 0),
    ):
        Table.objects.filter(pk=host.id).update(currency=currency)
        assert hand_history.hand_parts(alice.pk, HandFilter(least_pot=least)).count() == count, (currency, least)


def test_hands_are_found_by_game_stakes_table_day_pot_and_result() -> None:
    alice, bob = person("Alice"), person("Bob")
    prague = played(people=(alice, bob), hands=2)
    brno = played("Brno", people=(alice, bob), rules=OMAHA, min_buy_in=0, max_buy_in=0)
    brno.play_hand(raise_to=30_00)

    def found(**wanted: Any) -> list[tuple[str, int]]:
        hands, _ = hand_history.my_hands(alice.pk, HandFilter(**wanted))
        return [(hand.table, hand.line.number) for hand in hands]

    everything = [("Brno", 2), ("Brno", 1), ("Prague", 2), ("Prague", 1)]
    assert found() == everything
    assert found(game="omaha") == found(table=brno.id) == found(stakes=("pl", 5_00, 10_00)) == everything[:2]
    assert found(stakes=("nl", 10_00, 20_00)) == found(table=prague.id) == everything[2:]
    assert found(least_pot=60_00) == everything[:1]
    assert len(found(result="won")) + len(found(result="lost")) <= 4
    assert all(hand.part.net > 0 for hand in hand_history.my_hands(alice.pk, HandFilter(result="won"))[0])
    day = timezone.localdate(Hand.objects.first().ended_at)
    assert found(since=day, until=day) == everything
    assert found(since=day + timedelta(days=1)) == found(until=day - timedelta(days=1)) == []
    assert found(currency="EUR") == []
    assert hand_history.my_hands(person("Carol").pk, HandFilter())[0] == []
    assert {(one.table, one.game, one.big_blind) for one in hand_history.played_games(alice.pk)} == {
        (prague.id, "holdem", 20_00),
        (brno.id, "omaha", 10_00),
    }


def test_a_sitting_lasts_from_taking_a_seat_to_leaving_it() -> None:
    alice, bob = person("Alice"), person("Bob")
    host = played(people=(alice, bob), hands=2)
    host.do(cm.Leave(alice.pk))
    host.now += 60_000
    seat(host, alice)
    host.play_hand()
    rows, more = hand_history.sittings(alice.pk)
    assert [(row.hands, row.table) for row in rows] == [(1, host.id), (2, host.id)]
    assert more is None
    assert sum(row.net for row in rows) == sum(HandPlayer.objects.filter(player=alice).values_list("net", flat=True))
    numbers = [hand.line.number for hand in hand_history.my_hands(alice.pk, HandFilter(sitting=rows[1].part))[0]]
    assert numbers == [2, 1]
    assert hand_history.my_hands(bob.pk, HandFilter(sitting=rows[1].part))[0] == [], (
        "a sitting of another player finds nothing"
    )
    assert [row.hands for row in hand_history.sittings(alice.pk, before=rows[0].began)[0]] == [2]


def test_H4_only_the_viewers_own_cards_are_unsealed() -> None:
    alice, bob = person("Alice"), person("Bob")
    host = SteppedHost(open_table().pk)
    seat(host, alice, bob)
    host.fold_out()
    hand = host.table.hand
    assert hand is not None
    for who, cards in ((alice.pk, hand.hole[0]), (bob.pk, hand.hole[1])):
        seen = hand_history.visible_hand(who, table_id=host.id, number=1)
        assert seen is not None and seen.own is not None
        assert seen.own.dealt == cards
    for who in (0, person("Carol").pk):
        seen = hand_history.visible_hand(who, table_id=host.id, number=1)
        assert seen is not None and seen.own is None
        kinds = [type(event) for event in seen.events]
        assert kinds.count(HandBegan) == kinds.count(HandEnded) == 1
        assert not SECRET.intersection(kinds)
        assert seen.names == {0: "Alice", 1: "Bob"}
    assert hand_history.visible_hand(0, table_id=host.id, number=2) is None


def test_a_hand_of_a_rotation_has_the_rules_of_its_game() -> None:
    alice = person("Alice")
    rules = rotation("horse", 20_00, every=1)._replace(clock=Clock(bank=0))
    host = played(people=(alice, person("Bob")), hands=2, rules=rules, seats=6)
    games = [
        hand_history.visible_hand(alice.pk, table_id=host.id, number=number).rules.variant.code for number in (1, 2)
    ]
    assert games == ["holdem", "omaha8"]


def test_files_list_hands_in_the_order_of_play() -> None:
    alice = person("Alice")
    played(people=(alice, person("Bob")), hands=4)
    ids = hand_history.hand_ids(alice.pk, HandFilter(), limit=3)
    assert ids == sorted(Hand.objects.values_list("pk", flat=True))[1:]
    texts = [exports.as_text(seen) for part in hand_history.visible_hands_in_batches(ids, alice.pk) for seen in part]
    assert [f"Hand #{key}:" in text for key, text in zip(ids, texts, strict=True)] == [True] * 3
    assert all(text.count("Dealt to Alice") == 1 and "Dealt to Bob" not in text for text in texts)


def test_amounts_in_files_are_written_in_the_tables_currency() -> None:
    assert exports.money_in("PLAY")(1_050) == "10.50"
    assert exports.money_in("EUR")(100_000) == "€1000"


def test_statistics_count_only_the_players_own_play() -> None:
    alice, bob = person("Alice"), person("Bob")
    host = SteppedHost(open_table().pk)
    seat(host, alice, bob)
    host.play_hand(raise_to=100_00)
    host.fold_out()
    figures = results.figures(alice.pk, HandFilter())
    parts = HandPlayer.objects.filter(player=alice)
    assert figures.hands == 2
    assert figures.net == sum(part.net for part in parts)
    assert figures.blinds == pytest.approx(figures.net / 20_00)
    assert figures.vpip == 50.0
    assert (figures.showdowns, figures.to_showdown) == (1, 100.0)
    both = figures.net + results.figures(bob.pk, HandFilter()).net
    assert both == -sum(Hand.objects.values_list("rake", flat=True))
    assert results.figures(alice.pk, HandFilter(game="omaha")) == results.Figures()
    assert results.Figures().vpip is None


def test_winnings_over_time_end_at_the_total_and_are_thinned() -> None:
    alice = person("Alice")
    played(people=(alice, person("Bob")), hands=7)
    whole = results.winnings_over_time(alice.pk, HandFilter())
    assert [point.hands for point in whole] == list(range(8))
    assert whole[0].total == 0 and whole[-1].total == results.figures(alice.pk, HandFilter()).net
    thin = results.winnings_over_time(alice.pk, HandFilter(), most=3)
    assert [point.hands for point in thin] == [0, 3, 6, 7]
    assert thin[-1] == whole[-1]
    assert results.winnings_over_time(alice.pk, HandFilter(game="razz")) == []
    unit, spans = results.by_period(alice.pk, HandFilter())
    assert unit == "day"
    assert sum(span.hands for span in spans) == 7
    (line,) = results.by_game(alice.pk, HandFilter())
    assert (line.game, line.figures.hands) == ("holdem", 7)


def test_a_page_shows_the_last_hole_cards() -> None:
    alice = person("Alice")
    host = SteppedHost(open_table().pk, now=START_MS)
    seat(host, alice, person("Bob"))
    host.fold_out()
    (hand,), _ = hand_history.my_hands(alice.pk, HandFilter())
    assert hand.cards == host.table.hand.hole[0]
    assert set(hand.cards) < set(DECK)


def _do_anything(host: SteppedHost, rng: Random) -> None:
    """The player who is asked acts or draws at random; otherwise the clock goes on."""
    hand = host.table.hand
    if hand is not None and hand.to_act >= 0:
        host.act(random_action(hand.legal(), rng))
    elif hand is not None and hand.to_draw:
        seat = hand.to_draw[0]
        discard = random_discard(len(hand.hole[seat]), hand.street_now.draw, rng)
        player = host.table.seat(seat).player
        host.do(cm.Act(player, host.table.hand_number, host.table.turn, 0, discard))
    else:
        host.until("turn", "draw", "next_hand", "players")


@pytest.mark.parametrize("game", [game for game, variant in CATALOGUE.items() if variant.deck == DECK])
def test_the_last_hole_cards_of_each_game_are_those_at_the_end_of_the_hand(game: str) -> None:
    alice, rng = person("Alice"), Random(7)
    structure = "fl" if game == "badugi" else "pl"
    rules = measured_rules(game=game, structure=structure)._replace(clock=Clock(bank=0))
    if rules.variant.forced is not Forced.BLINDS:
        rules = rules._replace(stakes=rules.stakes._replace(small_blind=0))
    host = SteppedHost(open_table(rules=rules, seats=4).pk)
    seat(host, alice, person("Bob"), person("Carol"))
    held = []
    for _ in range(4):
        host.until("turn")
        begun = host.table.hand_number
        while host.table.running and host.table.hand_number == begun:
            _do_anything(host, rng)
        assert host.table.hand is not None
        held.append(set(host.table.hand.hole[0]))
    shown, _ = hand_history.my_hands(alice.pk, HandFilter())
    assert [set(hand.cards) for hand in reversed(shown)] == held
    assert all(held)
