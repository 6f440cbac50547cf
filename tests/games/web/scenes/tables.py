"""Example views of tables, which the tests of the fragments and the screenshots share."""

import time
from collections.abc import Callable
from typing import NamedTuple

from games.engine.cards import parse_cards
from games.engine.evaluation.names import best_five, name_high
from games.engine.views.types import Choices, LogLine, OwnView, SeatView, TableView, Turn

NAMES = ("Markéta", "Jan H.", "Emil", "Dáša", "Petr", "Lucia V.", "Maximiliána Dlouhá", "Bořivoj z Hradce K", "Zuzana")
STACKS = (486000, 211500, 302000, 0, 624000, 194000, 550000, 12345600, 931000)
BB = 2000


class Scene(NamedTuple):
    """A table's public view, and one player's own view of it."""

    view: TableView
    own: OwnView | None


def now() -> int:
    """The time in ms to which all clocks of a scene refer."""
    return int(time.time() * 1000)


def people(count: int = 9) -> list[SeatView]:
    """This many seats, all taken, with cards dealt."""
    return [
        SeatView(
            seat, "in_hand", seat + 1, NAMES[seat % 9], seat == 2, STACKS[seat % 9] or 100000, face_down=2,
            button=seat == 4 % count, blind={5 % count: "small", 6 % count: "big"}.get(seat, ""),
        )
        for seat in range(count)
    ]  # fmt: skip


def table(seats: list[SeatView]) -> TableView:
    """A view of these seats during the betting."""
    return TableView(1, 7, tuple(seats), phase="betting", hand=184302)


def begun() -> list[LogLine]:
    """The log of the first two streets."""
    return [
        LogLine("hand", amount=184302),
        LogLine("post", "Lucia V.", kind="small_blind", amount=1000),
        LogLine("post", "Maximiliána Dlouhá", kind="big_blind", amount=2000),
        LogLine("fold", "Jan H."),
        LogLine("raise", "Zuzana", amount=4000, to=6000),
        LogLine("call", "Petr", amount=6000),
        LogLine("street", kind="flop", cards=parse_cards("9hTsJh")),
        LogLine("bet", "Dáša", amount=48000, to=48000, all_in=True),
        LogLine("call", "Petr", amount=48000),
        LogLine("street", kind="turn", cards=parse_cards("Kh")),
        LogLine("bet", "Markéta", amount=20000, to=20000),
    ]


def my_turn() -> Scene:
    """The scene of the design: the turn card is dealt and Petr is to act."""
    seats = people()
    seats[0] = seats[0]._replace(bet=20000, last_action="bet")
    seats[1] = seats[1]._replace(state="folded", last_action="fold", face_down=0)
    seats[2] = seats[2]._replace(last_action="check")
    seats[3] = seats[3]._replace(state="all_in", stack=0, last_action="all_in")
    seats[5] = seats[5]._replace(state="sitting_out", face_down=0)
    seats[6] = seats[6]._replace(state="folded", last_action="fold", face_down=0)
    seats[7] = SeatView(7)
    seats[8] = seats[8]._replace(bet=20000, last_action="call")
    board = parse_cards("9hTsJhKh")
    turn = Turn(4, 11, now() + 13000, 20000, False)
    view = table(seats)._replace(
        street="turn", board=board, pots=(174000, 60000), pot=274000, turn=turn, log=tuple(begun())
    )
    hole = parse_cards("AhQs")
    presets = (("min", 40000), ("half", 177000), ("three_quarters", 225500), ("pot", 274000), ("max", 624000))
    own = OwnView(
        1, 7, 4, 5, 184302, hole, name_of_hand=name_high(hole + board), turn=11, deadline=turn.deadline,
        choices=Choices(20000, False, False, 40000, 624000, False, 1, presets), stack=624000,
    )  # fmt: skip
    return Scene(view, own)


def not_my_turn() -> Scene:
    """As `my_turn`, with a bot to act and a pre-action chosen."""
    scene = my_turn()
    turn = Turn(2, 10, now() + 9000, 20000, False)
    seats = list(scene.view.seats)
    seats[2] = seats[2]._replace(last_action="")
    assert scene.own is not None
    own = scene.own._replace(
        choices=None,
        turn=0,
        deadline=0,
        pre_actions=("fold", "call", "call_any"),
        pre_action="call",
        pre_action_price=20000,
    )
    return Scene(scene.view._replace(turn=turn, seats=tuple(seats)), own)


def everything(count: int = 9) -> Scene:
    """Every bet before its player, side pots, long names: the fullest a table gets before the river."""
    amounts = (2000, 6000, 24000, 1234500, 20000, 150, 99900, 12345600, 480000, 5000)
    seats = [
        seat._replace(bet=amounts[place], last_action="raise" if place % 2 else "call")
        for place, seat in enumerate(people(count))
    ]
    turn = Turn(1, 5, now() + 4000, 20000, True)
    view = table(seats)._replace(
        street="river", board=parse_cards("9hTsJhKh2c"), pots=(174000, 60000, 1200000), pot=15790000,
        turn=turn, log=tuple(begun()),
    )  # fmt: skip
    hole = parse_cards("AhQs")
    me = 4 % count
    own = OwnView(
        1, 7, me, me + 1, 184302, hole, name_of_hand=name_high(hole + view.board),
        pre_actions=("check_fold", "check", "call_any"), pre_action="", stack=624000,
    )  # fmt: skip
    return Scene(view, own)


def showdown(count: int = 9) -> Scene:
    """All cards face up, two winners of different pots."""
    board = parse_cards("9hTsJhKh2c")
    hands = ("KsKd", "2s2d", "7c7h", "8d8c", "AhQs", "AcJd", "TdTc", "9s9d", "6h5h", "4c3d")
    seats = [
        seat._replace(
            face_down=0, shown=parse_cards(hands[place]), name_of_hand=name_high(parse_cards(hands[place]) + board)
        )
        for place, seat in enumerate(people(count))
    ]
    me = 4 % count
    seats[me] = seats[me]._replace(won=234000, winning_cards=best_five(seats[me].shown + board))
    seats[0] = seats[0]._replace(won=60000, winning_cards=best_five(seats[0].shown + board))
    log = [
        *begun(),
        LogLine("street", kind="river", cards=parse_cards("2c")),
        LogLine("shows", seats[me].name, cards=seats[me].shown, name_of_hand=seats[me].name_of_hand),
        LogLine("shows", seats[0].name, cards=seats[0].shown, name_of_hand=seats[0].name_of_hand),
        LogLine("mucks", "Jan H."),
        LogLine("wins", seats[me].name, kind="all", amount=234000, name_of_hand=seats[me].name_of_hand),
        LogLine("wins", seats[0].name, kind="all", amount=60000, pot=1, name_of_hand=seats[0].name_of_hand),
        LogLine("rake", amount=3000),
    ]
    view = table(seats)._replace(
        phase="between", street="river", board=board, next_hand_at=now() + 3000, log=tuple(log), pots=(), pot=0
    )
    own = OwnView(
        1, 7, me, me + 1, 184302, seats[me].shown, name_of_hand=seats[me].name_of_hand, stack=858000, may_show=False
    )
    return Scene(view, own)


def before_flop(count: int = 6) -> Scene:
    """Before the flop, with a free check for me."""
    seats = people(count)
    for seat, bet in ((5 % count, 1000), (4 % count, 2000), (0, 2000)):
        seats[seat] = seats[seat]._replace(bet=bet)
    turn = Turn(4 % count, 3, now() + 18000, 20000, False)
    view = table(seats)._replace(street="pre-flop", pot=5000, turn=turn, log=tuple(begun()[:4]))
    hole = parse_cards("AsKs")
    me = 4 % count
    presets = (("min", 4000), ("half", 5000), ("pot", 7000), ("max", 624000))
    own = OwnView(
        1, 7, me, me + 1, 184302, hole, name_of_hand=name_high(hole), turn=3, deadline=turn.deadline, stack=622000,
        choices=Choices(0, False, True, 4000, 624000, True, 1, presets),
    )  # fmt: skip
    return Scene(view, own)


def waiting(count: int = 9) -> Scene:
    """A visitor watches a table with one player."""
    seats = [SeatView(seat) for seat in range(count)]
    seats[2] = people()[2]._replace(state="waiting", face_down=0)
    return Scene(table(seats)._replace(phase="waiting", hand=0), None)


def asked() -> Scene:
    """Beaten at the showdown: show or muck?"""
    scene = showdown()
    assert scene.own is not None
    seats = tuple(
        seat._replace(won=0, winning_cards=(), shown=(), face_down=2, name_of_hand=None) for seat in scene.view.seats
    )
    view = scene.view._replace(phase="showdown", next_hand_at=0, log=scene.view.log[:12], seats=seats)
    return Scene(view, scene.own._replace(asked_to_show=True, deadline=now() + 4000))


def may_show() -> Scene:
    """Won without a showdown; cards may be shown."""
    scene = my_turn()
    assert scene.own is not None
    seats = [seat._replace(bet=0, last_action="fold", state="folded", face_down=0) for seat in scene.view.seats]
    seats[4] = seats[4]._replace(state="in_hand", last_action="", won=274000, face_down=2)
    log = (*scene.view.log, LogLine("wins", "Petr", kind="all", amount=274000))
    view = scene.view._replace(
        seats=tuple(seats), turn=None, phase="between", log=log, next_hand_at=now() + 2000, pots=(), pot=0
    )
    return Scene(view, scene.own._replace(choices=None, turn=0, deadline=0, may_show=True))


def out() -> Scene:
    """Sitting out, others play."""
    scene = not_my_turn()
    assert scene.own is not None
    seats = list(scene.view.seats)
    seats[4] = seats[4]._replace(state="sitting_out", face_down=0)
    own = scene.own._replace(cards=(), name_of_hand=None, pre_actions=(), pre_action="", sitting_out=True)
    return Scene(scene.view._replace(seats=tuple(seats)), own)


def drawing() -> Scene:
    """Cards are drawn for the first button."""
    scene = waiting()
    seats = [seat._replace(state="waiting", face_down=0, button=False, blind="") for seat in people(6)]
    drawn = tuple(enumerate(parse_cards("2c9hJd5sAsQc")))
    view = table(seats)._replace(phase="between", hand=0, button_draw=drawn, next_hand_at=now() + 2500)
    return Scene(view, OwnView(1, 7, 4, 5, stack=200000) if scene.own is None else None)


SCENES: dict[str, Callable[[], Scene]] = {
    "asked": asked,
    "may-show": may_show,
    "out": out,
    "drawing": drawing,
    "my-turn": my_turn,
    "not-my-turn": not_my_turn,
    "everything": everything,
    "everything-ten": lambda: everything(10),
    "showdown": showdown,
    "six-check": before_flop,
    "heads-up": lambda: before_flop(2),
    "waiting": waiting,
}
