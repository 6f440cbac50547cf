"""Views of a table (B10, B17, H2, H4, K14): changing a card hidden from a viewer never changes the view."""

import types
import typing
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.engine import events as ev
from games.engine.cards import Card, parse_cards, rank
from games.engine.evaluation.names import Category, HandName
from games.engine.rules.tournament import ChipRace, ChipRaceRow
from games.engine.table import commands as cm
from games.engine.table.state import Table
from games.engine.views.types import Choices, LogLine, OwnView, Prompt, SeatView, TableView, Turn
from games.engine.views.visibility import own_view, public_view
from tests.games.engine.support.builders import Room, rules

THREE = (10_000,) * 3
HOLES = ("AsAh", "KsKh", "QsQh")
BOARD = "2c3d7h8c9d"
EVERYBODY = 0


def public_of(room: Room | Table) -> TableView:
    """Returns the public view."""
    return public_view(room.table if isinstance(room, Room) else room, table_id=7, version=1)


def own(room: Room | Table, player: int) -> OwnView | None:
    """Returns the player's own view, None without a seat."""
    return own_view(room.table if isinstance(room, Room) else room, player, table_id=7, version=1)


def public_seat(room: Room, player: int) -> SeatView:
    """Returns the player's seat in the public view."""
    number = room.table.player_seat(player)
    assert number is not None
    return public_of(room).seats[number]


def own_of(room: Room, player: int) -> OwnView:
    """Returns the player's own view."""
    view = own(room, player)
    assert view is not None
    return view


def dealt(*chips: int, holes: tuple[str, ...] = HOLES, board: str = BOARD, **table: Any) -> Room:
    """Deals a hand with the button in seat 0; `holes` are those of seats 1, 2 and 0."""
    return Room(*chips, first_button="first_player", **table).deal(holes, board)


# Shuffling hidden cards among each other must not change the view.


class RecordedRoom(Room):
    """A table that keeps every event, so that the same hand can be replayed with other hidden cards."""

    def __init__(self, *chips: int, **table: Any) -> None:
        self.history: list[ev.TableEvent] = []
        self.began = Table(rules(**{key: value for key, value in table.items() if key not in ("seats", "seed")}), 6)
        super().__init__(*chips, **table)

    def send(self, command: cm.Command, deck: Sequence[Card] | None = None) -> tuple[ev.TableEvent, ...]:
        """Sends the command and keeps its events."""
        happened = super().send(command, deck)
        self.history += happened
        return happened

    def open_cards(self) -> set[Card]:
        """Returns the cards shown so far in the running or last hand."""
        cards: set[Card] = set()
        for event in self.history:
            match event:
                case ev.HandBegan():
                    cards = set()
                case ev.BoardDealt(some) | ev.Shown(_, some):
                    cards |= set(some)
                case ev.HandsTurnedUp(hands):
                    cards |= {card for _, hole in hands for card in hole}
        return cards - {-1}

    def with_hidden_cards_shuffled(self, viewer: int, rng: Random) -> Table:
        """Returns the events with all cards that the viewer does not see shuffled among each other."""
        hand = self.table.hand
        assert hand is not None
        seen = self.open_cards()
        seat = self.table.player_seat(viewer) if viewer else None
        if seat is not None and self.table.played(seat):
            seen |= set(hand.hole[seat])
        places = [place for place, card in enumerate(hand.deck) if card not in seen]
        cards = [hand.deck[place] for place in places]
        rng.shuffle(cards)
        deck = list(hand.deck)
        for place, card in zip(places, cards, strict=True):
            deck[place] = card
        last = max(place for place, event in enumerate(self.history) if isinstance(event, ev.DeckShuffled))
        twin = self.began.copy()
        for place, event in enumerate(self.history):
            twin.apply(ev.DeckShuffled(tuple(deck)) if place == last else event)
        return twin


def step(room: Room, rng: Random) -> None:
    """Takes one random step of the players or the clock."""
    table = room.table
    hand = table.hand
    whim = rng.random()
    player = rng.randint(1, 4)
    if whim < 0.06 and table.player_seat(player) is None:
        room.sit(player, rng.choice((300, 5_000)), auto_muck=rng.random() < 0.5)
    elif whim < 0.1 and table.player_seat(player) is not None and len(table.chips()) > 2:
        room.send(cm.Leave(player))
    elif whim < 0.3 and hand and not table.running and hand.may_show(rng.choice(hand.order)):
        shows = [seat for seat in hand.order if hand.may_show(seat) and table.played(seat)]
        for seat in shows[:1]:
            room.send(cm.ShowCards(table.seat(seat).player, hand.number, rng.choice(((), (0,), (1,)))))
    elif hand and hand.to_act >= 0:
        legal = hand.legal()
        actions = ["call"] * 5 if legal.call else ["check"] * 5
        actions += ["fold"] + ([str(legal.max_to), str(legal.min_to)] if legal.max_to else [])
        room.play(rng.choice(actions))
    elif table.next_tick_at() is not None:
        room.tick()


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 2**32), all_in_show=st.booleans(), auto_muck=st.sampled_from(["player", "system"]))
def test_no_view_depends_on_a_card_its_viewer_does_not_see(seed: int, all_in_show: bool, auto_muck: str) -> None:
    rng = Random(seed)
    room = RecordedRoom(5_000, 300, 5_000, 1_000, seed=seed, all_in_show=all_in_show, auto_muck=auto_muck)
    for _ in range(35):
        step(room, rng)
        if room.table.hand is None:
            continue
        for viewer in (EVERYBODY, 1, 2, 3, 4):
            twin = room.with_hidden_cards_shuffled(viewer, rng)
            assert repr(public_of(twin)) == repr(public_of(room))
            if viewer:
                assert repr(own(twin, viewer)) == repr(own(room, viewer))
        assert set(cards_in(public_of(room))) <= room.open_cards() | {card for _, card in room.table.button_draw}


def cards_in(view: TableView) -> Iterator[Card]:
    """Yields every card of a public view."""
    yield from view.board
    for seat in view.seats:
        yield from (card for card in seat.shown if card >= 0)
    for line in view.log:
        yield from (card for card in line.cards if card >= 0)
    yield from (card for _, card in view.button_draw)
    yield from (card for row in (view.chip_race.rows if view.chip_race else ()) for card in row.cards)


def leaves(kind: Any) -> Iterator[Any]:
    """Yields the types of all fields of a view, also of nested ones."""
    if isinstance(kind, type) and issubclass(kind, tuple) and hasattr(kind, "_fields"):
        yield kind
        for part in typing.get_type_hints(kind).values():
            yield from leaves(part)
    elif typing.get_origin(kind) in (tuple, types.UnionType, typing.Union):
        for part in typing.get_args(kind):
            if part is not Ellipsis:
                yield from leaves(part)
    else:
        yield kind


def test_views_have_only_fields_of_listed_types() -> None:
    plain = {int, str, bool, type(None)}
    parts = set(leaves(TableView)) - plain
    assert {part for part in parts if issubclass(part, tuple)} - {HandName} == {
        *(TableView, SeatView, LogLine, Turn, Prompt, ChipRace, ChipRaceRow)
    }
    parts |= set(leaves(OwnView)) - plain
    assert {part.__name__ for part in parts} <= {
        *("TableView", "OwnView", "SeatView", "LogLine", "Turn", "Prompt", "Choices", "SeatSettings"),
        *("HandName", "Category", "ChipRace", "ChipRaceRow", "PreAction", "StopPlan", "WaitKind"),
        *("SeatState", "LastAction", "LineCode", "RabbitOption", "TablePhase", "Blind", "Preset"),
    }


def test_only_listed_events_hold_cards_and_the_secret_ones_are_marked() -> None:
    holding = {
        kind.__name__
        for kind in vars(ev).values()
        if isinstance(kind, type) and hasattr(kind, "_fields") and {"cards", "hands", "deck", "hole"} & {*kind._fields}
    }
    open_cards = {"BoardDealt", "UpDealt", "HandsTurnedUp", "Shown", "ButtonDrawn", "RabbitShown"}
    assert holding == open_cards | {"DeckShuffled", "StubShuffled", "Exchanged"}
    secret = set(ev.SECRET)
    assert secret == {ev.DeckShuffled, ev.StubShuffled, ev.Exchanged, ev.PreActionSet}


def test_the_public_events_hold_no_secret() -> None:
    room = dealt(*THREE)
    room.pre_action(3, "fold")
    assert not any(type(event) in ev.SECRET for event in room.table.public_events)


# Own views


def test_an_own_view_covers_the_players_own_seat_only() -> None:
    room = dealt(*THREE)
    for player, cards in ((2, "AsAh"), (3, "KsKh"), (1, "QsQh")):
        view = own_of(room, player)
        assert (view.player, view.seat, view.cards) == (player, player - 1, parse_cards(cards))
    assert own(room, 4) is None
    assert own(room, 0) is None


def test_a_new_player_in_a_seat_does_not_see_the_cards_dealt_there() -> None:
    room = dealt(*THREE).play("fold fold")
    room.send(cm.Leave(3))
    room.sit(7, seat=2)
    view = own_of(room, 7)
    assert (view.cards, view.hand, view.name_of_hand, view.may_show) == ((), 0, None, False)
    assert public_seat(room, 7) == SeatView(2, "waiting", 7, "player 7", stack=10_000)


def test_another_player_of_the_same_name_in_the_seat_sees_no_cards_of_the_first() -> None:
    room = dealt(*THREE).play("fold fold")
    room.send(cm.Leave(3))
    room.send(cm.TakeSeat(7, "player 3", False, 2, 500))
    assert own_of(room, 7).cards == ()
    assert public_seat(room, 7).won == 0


def test_a_player_waiting_for_the_next_hand_sees_no_cards() -> None:
    room = dealt(*THREE)
    room.sit(4)
    view = own_of(room, 4)
    assert (view.cards, view.choices, view.pre_actions) == ((), None, ())


def test_C10_the_own_hand_is_named() -> None:
    room = dealt(*THREE).play("call call check")
    hand = own_of(room, 2).name_of_hand
    assert hand is not None and (hand.category, hand.ranks[0]) == (Category.ONE_PAIR, rank(parse_cards("As")[0]))


# B17.


def test_B17_bets_are_in_front_of_the_players_until_the_round_ends() -> None:
    room = dealt(*THREE).play("300 call")
    assert [seat.bet for seat in public_of(room).seats[:3]] == [300, 300, 100]
    assert (public_of(room).pots, public_of(room).pot) == ((), 700)
    room.play("call")
    assert [seat.bet for seat in public_of(room).seats[:3]] == [0, 0, 0]
    assert (public_of(room).pots, public_of(room).pot, len(public_of(room).board)) == ((900,), 900, 3)


def test_B17_the_view_shows_stacks_button_blinds_turn_and_live_hands() -> None:
    room = dealt(*THREE).play("fold")
    view = public_of(room)
    assert [seat.stack for seat in view.seats[:3]] == [10_000, 9_950, 9_900]
    assert [seat.button for seat in view.seats[:3]] == [True, False, False]
    assert [seat.blind for seat in view.seats[:3]] == ["", "small", "big"]
    assert [seat.face_down for seat in view.seats[:3]] == [0, 2, 2]
    assert [seat.state for seat in view.seats[:4]] == ["folded", "in_hand", "in_hand", "empty"]
    assert view.turn is not None
    assert (view.turn.seat, view.turn.deadline, view.phase) == (1, room.table.next_tick_at(), "betting")


@pytest.mark.parametrize(
    ("show_pot", "structure", "shown"),
    [
        ("always", "nl", True),
        ("always", "fl", True),
        ("pot_limit_only", "nl", False),
        ("pot_limit_only", "fl", False),
        ("pot_limit_only", "pl", True),
    ],
)
def test_B17_the_pot_total_is_shown_where_the_rules_say(show_pot: str, structure: str, shown: bool) -> None:
    room = dealt(*THREE, show_pot=show_pot, structure=structure)
    assert public_of(room).pot == (150 if shown else 0)
    choices = own_of(room, 1).choices
    assert choices is not None
    names = [name for name, _ in choices.presets]
    assert ("pot" in names) is (shown and structure != "fl")


def test_B17_each_choice_with_its_price() -> None:
    choices = own_of(dealt(*THREE), 1).choices
    assert choices == Choices(
        100,
        False,
        False,
        200,
        10_000,
        False,
        1,
        (("min", 200), ("half", 225), ("three_quarters", 287), ("pot", 350), ("max", 10_000)),
    )
    assert own_of(dealt(*THREE), 2).choices is None


# B10: nobody else sees a pre-action.


@pytest.mark.parametrize("kind", ["fold", "check_fold", "check", "call_any"])
def test_B10_nobody_else_sees_a_pre_action(kind: str) -> None:
    room = dealt(*THREE)
    before = [repr(public_of(room)), repr(own(room, 1)), repr(own(room, 2))]
    room.pre_action(3, kind)
    assert [repr(public_of(room)), repr(own(room, 1)), repr(own(room, 2))] == before
    assert own_of(room, 3).pre_action == kind


def test_B10_the_player_sees_the_offered_pre_actions_and_dropped_ones() -> None:
    room = dealt(*THREE)
    assert own_of(room, 3).pre_actions == ("check_fold", "check", "call_any")
    assert own_of(room, 2).pre_actions == ("fold", "call", "call_any")
    assert own_of(room, 2).pre_action_price == 50
    room.pre_action(3, "check")
    room.pre_action(2, "call", 50)
    room.play("300")
    assert own_of(room, 3).pre_action == ""
    assert (own_of(room, 2).pre_action, own_of(room, 2).pre_actions) == ("", ())


# H2, H4: what becomes public and what never.


def test_H4_exactly_the_shown_cards_are_visible() -> None:
    room = dealt(*THREE).play("fold fold")
    king, _ = parse_cards("KsKh")
    assert set(cards_in(public_of(room))) == set()
    assert own_of(room, 3).may_show
    room.send(cm.ShowCards(3, 1, (0,)))
    assert set(cards_in(public_of(room))) == {king}
    assert public_seat(room, 3).shown == (king, -1)
    assert public_seat(room, 3).name_of_hand is None
    room.send(cm.ShowCards(3, 1, (1,)))
    assert public_seat(room, 3).shown == parse_cards("KsKh")
    assert not own_of(room, 3).may_show


def test_H2_mucked_and_folded_hands_never_appear() -> None:
    room = dealt(*THREE).play("fold call check " + "check check " * 3)
    assert not room.table.running
    # Player 2 had the aces and showed; player 3 mucked kings, player 1 folded queens.
    assert set(cards_in(public_of(room))) == set(parse_cards("AsAh" + BOARD))
    assert [seat.face_down for seat in public_of(room).seats[:3]] == [0, 0, 0]
    assert not own_of(room, 1).may_show
    assert own_of(room, 3).may_show


def test_H5_all_in_hands_are_visible_and_the_board_as_it_is_dealt() -> None:
    room = dealt(1_000, 1_000, 5_000).play("fold 1000 call")
    hands = set(parse_cards("AsAh KsKh"))
    for cards in (0, 3, 4, 5):
        assert set(cards_in(public_of(room))) == hands | set(parse_cards(BOARD)[:cards])
        assert (public_of(room).phase, public_seat(room, 2).state) == ("dealing", "all_in")
        room.tick()


@pytest.mark.parametrize(
    ("make", "phase"),
    [
        (lambda: Room(), "waiting"),
        (lambda: Room(*THREE), "between"),
        (lambda: dealt(*THREE), "betting"),
        (lambda: dealt(1_000, 1_000, holes=HOLES[:2]).play("1000 call"), "dealing"),
    ],
)
def test_each_phase_of_the_table_is_shown(make: Callable[[], Room], phase: str) -> None:
    room = make()
    assert public_of(room).phase == phase
    room.send(cm.Pause())
    assert public_of(room).phase == ("paused" if phase in ("waiting", "between") else phase)


def test_a_closed_table_has_the_phase_closed() -> None:
    room = Room(*THREE)
    room.send(cm.Close())
    assert public_of(room).phase == "closed"


def test_D12_H2_only_the_awaited_player_is_asked() -> None:
    room = Room(*THREE, first_button="first_player")
    room.send(cm.SetAutoActions(2, True, False))
    room.tick()
    room.tick()
    assert [own_of(room, player).asked_to_post for player in (1, 2, 3)] == [False, True, False]
    assert own_of(room, 2).deadline == room.table.next_tick_at()
    assert own_of(room, 1).deadline == 0


def test_C10_tabled_hands_are_named() -> None:
    room = dealt(*THREE).play("fold call check " + "check check " * 3)
    assert (name := public_seat(room, 2).name_of_hand) is not None
    assert name == own_of(room, 2).name_of_hand
