"""The panel about the viewer's own seat, and its buttons."""

import pytest

from games.engine.views.types import OwnView, SeatSettings
from games.web.table.contexts.my_seat import my_seat_context, my_seat_of, seat_buttons_context, seat_buttons_of
from tests.games.web.table.contexts.sample_views import MINE

MY_SEAT = OwnView(
    table=4, version=0, seat=2, player=9, time_bank=28_400, sitting_out=True, sits_out_next=True, leaving=True,
    stack=100, queued=50, auto_muck=True, auto_post=False, entry_price=30, posts_now=True, straddles=True,
    may_straddle=True, may_call_time=True, wanted_seat=1, free_seats=(0, 1), rabbit_option="ask", rabbit_fee=10,
    chips_returned=40, settings=SeatSettings(seat_held_until=99, refill_to=500), tournament=12, penalty_hands=2,
    barred=True,
)  # fmt: skip


def test_the_panel_of_my_seat_does_not_depend_on_the_running_hand() -> None:
    assert my_seat_of(MINE) == MY_SEAT
    assert my_seat_of(None) is None


def test_the_buttons_of_my_seat_do_not_depend_on_amounts_and_clocks() -> None:
    buttons = MY_SEAT._replace(
        table=0, seat=0, player=0, time_bank=0, stack=1, queued=0, entry_price=0, rabbit_fee=0, chips_returned=0,
        settings=SeatSettings(refill_to=500), tournament=1, penalty_hands=0,
    )  # fmt: skip
    assert seat_buttons_of(MY_SEAT) == buttons
    assert seat_buttons_of(MY_SEAT._replace(tournament=0)).tournament == 0
    assert seat_buttons_of(MY_SEAT._replace(tournament=1)).tournament == 1
    for stack, queued, has_chips in ((0, 0, 0), (1, 0, 1), (0, 1, 1), (7, 7, 1)):
        assert seat_buttons_of(MY_SEAT._replace(stack=stack, queued=queued)).stack == has_chips


@pytest.mark.parametrize(("ms", "text"), [(999, ""), (1_000, "1 second"), (1_999, "1 second"), (2_000, "2 seconds")])
def test_b14_the_time_bank_is_told_in_whole_seconds(ms: int, text: str) -> None:
    own = MY_SEAT._replace(time_bank=ms)
    assert my_seat_context(own, "en", 12) == {"own": own, "tournament": 12, "bank": text}
    assert my_seat_context(None, "en") == {"own": None, "tournament": 0, "bank": ""}


def test_d8_free_seats_are_numbered_from_one() -> None:
    own = MY_SEAT._replace(free_seats=(0, 4), wanted_seat=4)
    free = [{"seat": 0, "number": 1, "chosen": False}, {"seat": 4, "number": 5, "chosen": True}]
    assert seat_buttons_context(own) == {"own": own, "free_seats": free, "wanted_number": 5}
    assert seat_buttons_context(own._replace(wanted_seat=-1))["wanted_number"] == 0
