"""Scenes of a seat: sitting out, without chips, moving to another table, and posting both blinds."""

from games.engine.views.types import OwnView, SeatSettings
from tests.games.web.scenes.tables import BB, Scene, begun, not_my_turn, now, people, table

MINUTE = 60_000


def _between(**own: object) -> Scene:
    """Between hands, Petr on seat 4."""
    seats = [seat._replace(state="waiting", face_down=0, button=seat.seat == 3) for seat in people(6)]
    out = bool(own.get("sitting_out"))
    stack = own.get("stack", 624000)
    seats[4] = seats[4]._replace(state="sitting_out" if out else "waiting", stack=stack)
    view = table(seats)._replace(phase="between", next_hand_at=now() + 3000, log=tuple(begun()))
    return Scene(view, OwnView(1, 7, 4, 5, **{"stack": 624000, **own}))


def sitting_out() -> Scene:
    """Sitting out, with some minutes left."""
    return _between(sitting_out=True, settings=SeatSettings(seat_held_until=now() + 7 * MINUTE + 41_000))


def broke() -> Scene:
    """Without chips: a re-buy is offered."""
    return _between(
        sitting_out=True, stack=0, settings=SeatSettings(seat_held_until=now() + 2 * MINUTE, out_of_chips=True)
    )


def planning() -> Scene:
    """In a hand, with a stop plan and automatic top-ups."""
    scene = not_my_turn()
    assert scene.own is not None
    settings = SeatSettings(stop_plan="leave_blind", refill_to=250 * BB, refill_below=125 * BB)
    return scene._replace(own=scene.own._replace(settings=settings))


def moving() -> Scene:
    """In a hand, on the way to another table."""
    scene = not_my_turn()
    assert scene.own is not None
    return scene._replace(own=scene.own._replace(settings=SeatSettings(target_table=2, target_table_name="Brno")))


def both_blinds() -> Scene:
    """Between button and big blind, where both blinds buy the way in."""
    return _between(entry_price=BB + BB // 2, settings=SeatSettings(entry_price_dead=BB // 2))


SEAT_SCENES = {
    "sitting-out": sitting_out,
    "broke": broke,
    "planning": planning,
    "moving": moving,
    "both-blinds": both_blinds,
}
