"""Orders of a tournament's director: moves, blinds after them, released hands, chip races, stacks (D3, T6-T12)."""

import pytest

from games.engine import events as ev
from games.engine.cards import parse_cards
from games.engine.events import tournament as tev
from games.engine.table import commands as cm
from games.engine.table.commands import tournament as tcm
from games.engine.table.decide import decide
from games.engine.views.visibility import own_view, public_view
from tests.games.engine.support.tournament_table import TournamentRoom


def phase(room: TournamentRoom) -> str:
    return public_view(room.table, table_id=1, version=1).phase


def nine(*players: int, **table: object) -> TournamentRoom:
    """Returns a table with nine seats; each of these seats has a player of the same number with 10,000."""
    room = TournamentRoom(seats=9, **table)
    for seat in players:
        room.enter(seat or 10, seat=seat)
    return room


# Seats and blinds (T6-T8, D2, D3).


@pytest.mark.parametrize(
    ("seat", "dealt", "positions"),
    [
        (5, True, (3, 4, 5)),
        (4, True, (3, 4, 6)),
        (3, True, (3, 4, 6)),
        (7, True, (3, 4, 6)),
        (2, True, (3, 4, 6)),
    ],
    ids=["big blind", "small blind", "button", "behind the big blind", "cutoff"],
)
def test_T7_a_moved_player_takes_the_rights_and_duties_of_the_seat(
    seat: int, dealt: bool, positions: tuple[int, int, int]
) -> None:
    # Small blind 3 and big blind 4 are taken away after their hand, so both their seats are free.
    room = nine(0, 1, 3, 4, 6, 8).deal_first_hand(1)
    assert room.positions() == (1, 3, 4)
    for player in (3, 4):
        room.send(tcm.UnseatEntrant(player))
    room.all_fold()
    room.enter(20, seat=seat)
    room.deal()
    assert (seat in room.dealt_seats()) == dealt
    assert room.positions() == positions
    posted = {event.seat: event.kind for event in room.last_events(ev.Posted)}
    assert posted.get(seat) == {5: "big_blind", 4: "small_blind"}.get(seat)


def test_T7_strictly_between_button_and_small_blind_waits_until_the_button_has_passed() -> None:
    room = nine(0, 2, 5, 7).deal_first_hand(0)
    assert room.positions() == (0, 2, 5)
    room.all_fold()
    room.enter(20, seat=4)
    room.deal()
    assert room.positions() == (2, 5, 7)
    assert 4 not in room.dealt_seats()
    assert not room.last_events(ev.BlindsMissed)
    assert own_view(room.table, 20, table_id=1, version=1).entry_price == 0
    room.all_fold().deal()
    assert room.positions() == (5, 7, 0)
    assert 4 in room.dealt_seats()


def test_T7_a_player_waiting_for_the_button_sees_it() -> None:
    room = nine(0, 2, 5, 7).deal_first_hand(0).all_fold()
    room.enter(20, seat=4)
    assert own_view(room.table, 20, table_id=1, version=1).entry_price == -1


def test_T7_a_waiting_player_is_dealt_in_if_too_few_are_left() -> None:
    room = nine(0, 2, 5).deal_first_hand(0).all_fold()
    room.enter(20, seat=4)
    for player in (10, 5):
        room.send(tcm.UnseatEntrant(player))
    room.deal()
    assert room.dealt_seats() == [2, 4]


def test_D2_T8_the_button_is_dead_when_its_seat_is_empty() -> None:
    room = nine(0, 2, 5, 7).deal_first_hand(0)
    room.send(tcm.UnseatEntrant(2))
    room.all_fold().deal()
    assert room.positions() == (2, 5, 7)
    assert room.dealt_seats() == [0, 5, 7]


def test_D3_heads_up_nobody_has_the_big_blind_twice_running() -> None:
    room = nine(0, 2, 5).deal_first_hand(0)
    assert room.positions() == (0, 2, 5)
    room.send(tcm.UnseatEntrant(2))
    room.all_fold().deal()
    assert room.positions() == (5, 5, 0)


def test_T6_players_are_moved_between_hands_with_all_their_chips() -> None:
    room = nine(0, 2, 5).deal_first_hand(0)
    room.send(tcm.UnseatEntrant(5))
    assert room.seat(5)
    assert room.ignores(tcm.UnseatEntrant(5))
    room.play("call call")
    assert room.player_to_act == 5, "the hand is played on"
    room.play("check")
    room.play("check check check " * 3)
    chips = 30_000 - sum(seat.stack for seat in room.table.seats if seat)
    (left,) = room.last_events(ev.SeatLeft)
    assert (left.player, left.chips) == (5, chips)
    assert room.table.departed == {}


def test_T14_a_disqualified_players_hand_is_folded() -> None:
    room = nine(0, 2, 5).deal_first_hand(0)
    room.send(tcm.UnseatEntrant(room.player_to_act, folds=True))
    assert room.last_events(ev.Folded)
    room.all_fold()
    assert [event.chips for event in room.last_events(ev.SeatLeft)] == [10_000]


# Busts and re-buys (T10, T12).


def all_in(room: TournamentRoom) -> TournamentRoom:
    """The first player goes all-in and loses to the second; everybody else folds."""
    room.deal(["As Ah", "2c 7d", "3c 8d"][: len(room.table.ready())], "Ks Qd 9s 5h 4d")
    while room.table.running:
        hand = room.table.hand
        if hand.to_act < 0:
            room.tick()
        elif hand.legal().max_to:
            room.play(str(hand.legal().max_to))
        else:
            room.play("call" if hand.legal().call else "check")
    return room


def test_T10_a_busted_player_leaves_at_once() -> None:
    room = TournamentRoom(1_000, 2_000, 3_000)
    all_in(room.deal_first_hand(0).all_fold())
    gone = [event.player for event in room.last_events(ev.SeatLeft)]
    assert gone
    assert all(event.chips == 0 for event in room.last_events(ev.SeatLeft))
    assert not room.last_events(ev.SatOut)
    assert sum(seat.stack for seat in room.table.seats if seat) == 6_000


def test_T12_a_player_who_may_re_buy_keeps_the_seat_and_the_table_waits() -> None:
    room = TournamentRoom(1_000, 5_000, 5_000, rebuys=True)
    all_in(room.deal_first_hand(0).all_fold())
    broke = [seat.player for seat in room.table.seats if seat and not seat.stack]
    assert broke
    assert room.table.next_tick_at() is None
    assert phase(room) == "rebuy"
    for player in broke[:1]:
        room.send(tcm.GiveChips(player, 1_000))
    for player in broke[1:]:
        room.send(tcm.UnseatEntrant(player))
    room.deal()
    assert room.table.player_seat(broke[0]) in room.dealt_seats(), "who re-buys misses no hand"


def test_T12_chips_bought_during_a_hand_arrive_after_it_and_keep_the_player_in() -> None:
    room = TournamentRoom(1_000, 1_000)
    room.deal(["As Ah", "2c 7d"], "Ks Qd 9s 5h 4d")
    for player in (1, 2):
        room.send(tcm.GiveChips(player, 500))
    room.play("1000 call").finish()
    assert sorted(seat.stack for seat in room.table.seats if seat) == [500, 2_500]


# Stacks and races (T11, T14).


def test_T14_stacks_are_set_only_between_hands_and_from_the_amount_the_director_knows() -> None:
    room = TournamentRoom(1_000, 1_000)
    room.deal()
    assert room.refuses(tcm.SetChips(1, 900, "penalty")) == "hand_running"
    room.all_fold()
    held = room.seat(1).stack
    assert room.refuses(tcm.SetChips(1, 900, "penalty", was=held + 1)) == "chips_differ"
    room.send(tcm.SetChips(1, 900, "penalty", was=held))
    assert room.last_events(ev.ChipsSet) == [ev.ChipsSet(0, held, 900, "penalty", "player 1")]
    assert room.ignores(tcm.SetChips(1, 900, "penalty"))


def race() -> tcm.RunChipRace:
    """Returns the command that races the odd 25s of players 1 to 3 for hundreds."""
    ace, king, two, three = parse_cards("Ah Kc 2d 3s")
    cards = ((1, ace), (1, two), (2, king), (3, three))
    return tcm.RunChipRace(25, 100, cards, (1,), (3,), ((1, 1_100), (2, 1_000), (3, 100)))


def test_T11_a_chip_race_is_shown_card_by_card_and_sets_the_stacks() -> None:
    room = TournamentRoom(1_050, 1_025, 25)
    room.send(cm.Pause())
    room.send(race())
    assert [seat.stack for seat in room.table.seats if seat] == [1_100, 1_000, 100]
    view = public_view(room.table, table_id=1, version=1)
    assert view.phase == "race"
    assert [(row.name, len(row.cards), row.before, row.after) for row in view.chip_race.rows] == [
        ("player 1", 2, 1_050, 1_100),
        ("player 2", 1, 1_025, 1_000),
        ("player 3", 1, 25, 100),
    ]


def test_T11_the_race_is_in_the_log_until_the_next_hand() -> None:
    room = TournamentRoom(1_050, 1_025, 1_025)
    room.deal_first_hand(0).all_fold()
    stacks = tuple((seat.player, 1_000) for seat in room.table.seats if seat)
    room.send(tcm.RunChipRace(25, 100, ((2, parse_cards("Ah")[0]),), (2,), (), stacks))
    lines = public_view(room.table, table_id=1, version=1).log
    assert [line.code for line in lines][-3:] == ["race", "race_cards", "race_won"]
    room.deal()
    view = public_view(room.table, table_id=1, version=1)
    assert view.chip_race is None
    assert not [line for line in view.log if line.code.startswith("race")]


def test_T11_a_race_in_a_hand_or_with_players_of_other_tables_is_refused() -> None:
    room = TournamentRoom(1_050, 1_025, 25)
    assert room.refuses(race()._replace(stacks=((1, 1_100),))) == "bad_race"
    assert room.refuses(race()._replace(cards=((8, 3),))) == "not_seated"
    assert room.refuses(race()._replace(into=25)) == "bad_race"
    assert room.refuses(race()._replace(stacks=((1, 1_100), (2, 1_000), (3, -1)))) == "bad_race"
    room.deal()
    assert room.refuses(race()) == "hand_running"


# Hand-for-hand (T9).


def test_T9_a_held_table_deals_exactly_one_hand_for_each_release() -> None:
    room = TournamentRoom(1_000, 1_000, 1_000)
    room.deal_first_hand(0)
    room.send(tcm.HoldHands(True, together=True))
    room.all_fold()
    assert phase(room) == "together"
    for number in (2, 3):
        assert room.table.next_tick_at() is None
        room.send(tcm.ReleaseHand())
        assert room.refuses(tcm.ReleaseHand()) == "hand_released"
        room.deal().all_fold()
        assert room.table.hand_number == number
    room.send(tcm.HoldHands(False))
    room.deal()
    assert room.refuses(tcm.ReleaseHand()) == "not_held"


def test_T9_a_tick_deals_nothing_at_a_held_table_whose_pause_is_over() -> None:
    room = TournamentRoom(1_000, 1_000, 1_000)
    room.deal_first_hand(0)
    room.send(tcm.HoldHands(True, together=True))
    room.all_fold()
    now = room.table.wait.deadline
    assert not room.table.needs_deck(now)
    assert decide(room.table, cm.Tick(), now=now).events == ()


def test_T9_a_release_during_a_hand_counts_for_the_next() -> None:
    room = TournamentRoom(1_000, 1_000)
    room.send(tcm.HoldHands(True))
    room.send(tcm.ReleaseHand())
    room.deal()
    room.send(tcm.ReleaseHand())
    room.all_fold().deal().all_fold()
    assert (room.table.hand_number, room.table.next_tick_at()) == (2, None)


def test_T9_T14_the_director_may_set_seats_positions_and_dead_hands() -> None:
    room = TournamentRoom(*[1_000] * 4)
    room.send(tcm.HoldHands(True))
    ace, two, three, four = parse_cards("Ah 2d 3s 4c")
    drawn = ((0, two), (1, ace), (2, three), (3, four))
    room.send(tcm.ReleaseHand(1, 2, 3, (0, 2, 3), drawn, dead=(0,)))
    room.tick()
    assert room.last_events(ev.ButtonDrawn) == [ev.ButtonDrawn(drawn, 1)]
    room.deal()
    assert (room.positions(), room.dealt_seats()) == ((1, 2, 3), [0, 2, 3])
    room.tick()
    assert room.last_events(ev.Folded) == [ev.Folded(0)]


@pytest.mark.parametrize(
    "release",
    [
        tcm.ReleaseHand(0, 1, 2, (0,)),
        tcm.ReleaseHand(0, 1, 2, (0, 1, 5)),
        tcm.ReleaseHand(0, 1, 5, (0, 1, 2)),
        tcm.ReleaseHand(0, 9, 2, (0, 1, 2)),
        tcm.ReleaseHand(0, 1, 2, (2, 1, 0)),
        tcm.ReleaseHand(9, 1, 2, (0, 1, 2)),
        tcm.ReleaseHand(0, 1, 2, (0, 1, 2), dead=(9,)),
    ],
)
def test_T9_a_release_that_cannot_be_dealt_is_refused(release: tcm.ReleaseHand) -> None:
    room = TournamentRoom(1_000, 1_000, 1_000)
    room.send(tcm.HoldHands(True))
    assert room.refuses(release) == "cannot_deal"


def test_T9_after_a_move_an_outdated_release_is_dealt_by_the_rules() -> None:
    room = TournamentRoom(*[1_000] * 4)
    room.send(tcm.HoldHands(True))
    room.send(tcm.ReleaseHand(0, 1, 2, (0, 1, 2, 3)))
    room.send(tcm.UnseatEntrant(3))
    room.deal()
    assert room.dealt_seats() == [0, 1, 3]


def test_a_closed_table_returns_all_players_with_their_chips() -> None:
    room = TournamentRoom(1_000, 1_000)
    room.send(cm.Close())
    assert [event.chips for event in room.last_events(ev.SeatLeft)] == [1_000, 1_000]
    assert room.refuses(tcm.SeatEntrant(5, "five", False, -1, 100)) == "table_closed"


@pytest.mark.parametrize(
    ("order", "code"),
    [
        (tcm.SeatEntrant(1, "one", False, 4, 100), "already_seated"),
        (tcm.SeatEntrant(5, "five", False, 0, 100), "seat_taken"),
        (tcm.SeatEntrant(5, "five", False, 4, 0), "no_chips"),
        (tcm.UnseatEntrant(9), "not_seated"),
        (tcm.GiveChips(1, 0), "no_chips"),
        (tcm.SetChips(1, -1, "x"), "no_chips"),
        (cm.Penalise(1, -1), "bad_message"),
    ],
)
def test_invalid_orders_are_refused(order: object, code: str) -> None:
    assert TournamentRoom(1_000, 1_000).refuses(order) == code


def test_T9_the_log_tells_when_all_tables_wait_for_each_other_and_when_one_is_held_nothing() -> None:
    room = TournamentRoom(1_000, 1_000, 1_000)

    def told() -> int:
        return sum(isinstance(event, tev.HandsHeld) for event in room.table.public_events)

    room.send(tcm.HoldHands(True))
    assert told() == 0
    room.send(tcm.HoldHands(True, together=True))
    assert told() == 1
    room.send(tcm.HoldHands(False, together=False))
    assert told() == 2


@pytest.mark.parametrize("held", [True, False])
def test_T9_the_first_hand_of_a_table_is_dealt_as_soon_as_it_is_released(*, held: bool) -> None:
    """At a table that deals by itself the pause lets everybody sit down first."""
    room = TournamentRoom()
    if held:
        room.send(tcm.HoldHands(True))
    for player in (1, 2, 3):
        room.enter(player)
    if held:
        assert room.table.next_tick_at() is None
        room.send(tcm.ReleaseHand(0, 1, 2, (0, 1, 2)))
    assert room.table.next_tick_at() == room.now + (0 if held else room.table.rules.clock.after_fold)
