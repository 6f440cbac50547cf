"""When the buttons to sit out, to fold and sit out, to leave and to stay are there (D12, K6, K8)."""

from games.engine.views.types import Choices, OwnView, SeatSettings
from games.web.table.contexts.seat_exits import SeatExits, seat_exits_of

ME = OwnView(1, 7, 4, 5, hand=11, turn=3)
MAY_GO = SeatExits(sits_out_next=False, may_sit_out=True, may_leave=True, may_stay=False)
GOES = SeatExits(sits_out_next=False, may_sit_out=False, may_leave=False, may_stay=True)


def test_watchers_and_barred_players_have_no_exits() -> None:
    assert seat_exits_of(None) is None
    assert seat_exits_of(ME._replace(barred=True)) is None


def test_k6_a_player_may_sit_out_and_leave_once() -> None:
    assert seat_exits_of(ME) == MAY_GO
    assert seat_exits_of(ME._replace(sits_out_next=True)) == MAY_GO._replace(sits_out_next=True)
    assert seat_exits_of(ME._replace(sitting_out=True)) == MAY_GO._replace(may_sit_out=False)
    assert seat_exits_of(ME._replace(leaving=True)) == GOES
    moving = ME._replace(settings=SeatSettings(target_table=2))
    assert seat_exits_of(moving) == GOES._replace(may_leave=True)


def test_k8_a_must_move_cannot_be_taken_back() -> None:
    own = ME._replace(settings=SeatSettings(target_table=2, must_move=True))
    assert seat_exits_of(own) == GOES._replace(may_leave=True, may_stay=False)


def test_t13_nobody_leaves_a_tournament() -> None:
    stays = MAY_GO._replace(may_leave=False)
    own = ME._replace(tournament=7)
    assert seat_exits_of(own) == stays
    assert seat_exits_of(own._replace(leaving=True)) == stays
    assert seat_exits_of(own._replace(settings=SeatSettings(target_table=2))) == stays


def test_d12_folding_and_sitting_out_is_offered_on_the_turn() -> None:
    choices = Choices(20, False, True, 40, 80, False, 1, ())
    assert seat_exits_of(ME._replace(choices=choices)) == MAY_GO._replace(hand=11, turn=3, price=20, folds_free=True)
    to_call = choices._replace(can_check=False)
    assert seat_exits_of(ME._replace(choices=to_call)) == MAY_GO._replace(hand=11, turn=3, price=20)
    # The forced bring-in cannot be folded (G14).
    assert seat_exits_of(ME._replace(choices=choices._replace(call_is_bring_in=True))) == MAY_GO
