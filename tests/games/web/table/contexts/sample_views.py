"""The views from which the tests of the contexts start."""

from games.engine.cards import parse_cards
from games.engine.evaluation.names import name_high
from games.engine.rules.tournament import ChipRace, ChipRaceRow
from games.engine.views.kinds import SeatState, TablePhase
from games.engine.views.types import Choices, OwnView, SeatSettings, SeatView, TableView

ACE, KING, QUEEN, JACK, TEN = parse_cards("AsKdQhJcTs")
STRAIGHT = name_high(parse_cards("AsKdQhJcTs"))
RACE = ChipRace(
    chip=25,
    into=100,
    rows=(ChipRaceRow(0, "Anna", (ACE, KING), 50, 100), ChipRaceRow(3, "Bob", (QUEEN,), 25, 0)),
    won=(0,),
    saved=(5,),
)


def table(*seats: SeatView, phase: TablePhase = TablePhase.BETTING) -> TableView:
    """A view of these seats."""
    return TableView(1, 7, seats, phase=phase)


def player(state: SeatState = SeatState.IN_HAND, **fields: object) -> SeatView:
    """The seat of player 17, called Anna, with 50 in chips."""
    return SeatView(2, state, 17, "Anna", stack=50_00)._replace(**fields)


MINE = OwnView(
    table=4, version=7, seat=2, player=9, hand=11, cards=(ACE, KING), name_of_hand=STRAIGHT, low_name=STRAIGHT,
    choices=Choices(20, False, False, 40, 80, False, 1, ()), draw_limit=3, may_draw_four=True, turn=5, deadline=6,
    time_bank=28_400, pre_actions=("fold",), pre_action="fold", pre_action_price=8, may_show=True, asked_to_show=True,
    sitting_out=True, sits_out_next=True, leaving=True, asked_to_post=True, stack=100, queued=50, auto_muck=True,
    auto_post=False, max_boards=3, entry_price=30, posts_now=True, straddles=True, may_straddle=True,
    may_call_time=True, wanted_seat=1, free_seats=(0, 1), rabbit_option="ask", rabbit_fee=10, chips_returned=40,
    settings=SeatSettings(seat_held_until=99, refill_to=500), tournament=12, room_plays=True, penalty_hands=2,
    barred=True,
)  # fmt: skip
"""An own view with no field at its default."""
