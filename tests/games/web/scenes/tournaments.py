"""Scenes of a tournament table: a turn, away players, a penalty, a chip race and hand for hand."""

from games.engine.cards import parse_cards
from games.engine.rules.tournament import ChipRace, ChipRaceRow
from games.engine.views.types import LogLine, OwnView, TableView
from tests.games.web.scenes.tables import NAMES, Scene, my_turn, people, showdown

TOURNAMENT = 7
STACKS = (12_400, 8_150, 3_025, 21_900, 15_675, 6_200, 18_050, 950, 4_475)


def _chips(view: TableView) -> TableView:
    seats = tuple(seat._replace(stack=STACKS[seat.seat] if seat.stack else 0) for seat in view.seats)
    return view._replace(seats=seats, tournament=TOURNAMENT, big_blind=400)


def turn() -> Scene:
    """Petr to act, two players away: one still with cards."""
    view, own = my_turn()
    seats = [seat._replace(bet=seat.bet // 20, away=seat.seat in (2, 5)) for seat in _chips(view).seats]
    view = _chips(view)._replace(seats=tuple(seats), pots=(8_700, 3_000), pot=11_700, log=view.log[:1])
    assert own is not None
    assert own.choices is not None
    presets = (("min", 2_000), ("half", 6_850), ("three_quarters", 9_775), ("pot", 12_700), ("max", 15_675))
    choices = own.choices._replace(call=1_000, min_to=2_000, max_to=15_675, step=25, presets=presets)
    return Scene(view, own._replace(choices=choices, stack=15_675, tournament=TOURNAMENT))


def away() -> Scene:
    """Petr is away, and his blinds are still posted."""
    view, own = turn()
    assert own is not None
    seats = tuple(seat._replace(away=seat.away or seat.seat == own.seat) for seat in view.seats)
    own_away = own._replace(choices=None, sitting_out=True, room_plays=True)
    return Scene(view._replace(seats=seats, turn=None), own_away)


def penalty() -> Scene:
    """Petr has two more hands to sit out."""
    view, own = turn()
    assert own is not None
    return Scene(view._replace(turn=None), own._replace(choices=None, room_plays=True, penalty_hands=2))


def race() -> Scene:
    """25s are exchanged for 100s: Emil wins one, so does Lucia; Bořivoj is saved by one."""
    cards = {2: "9c", 4: "AhTd2s", 5: "Kc", 7: "3h3d", 8: "Qs8s7d"}
    after = {2: 3_000, 4: 15_700, 5: 6_200, 7: 1_000, 8: 4_400}
    rows = tuple(
        ChipRaceRow(seat, NAMES[seat], parse_cards(held), STACKS[seat], after[seat]) for seat, held in cards.items()
    )
    log = [LogLine("hand", amount=57), LogLine("fold", "Petr"), LogLine("race", amount=25, to=100)]
    log += [LogLine("race_cards", row.name, cards=row.cards) for row in rows]
    log += [LogLine("race_won", NAMES[4], amount=100), LogLine("race_saved", NAMES[7], amount=100)]
    seats = tuple(
        seat._replace(state="waiting", face_down=0, stack=after.get(seat.seat, seat.stack)) for seat in people()
    )
    view = TableView(1, 7, seats, phase="race", hand=57, log=tuple(log), chip_race=ChipRace(25, 100, rows, (4,), (7,)))
    own = OwnView(1, 7, 4, 5, stack=15_700, tournament=TOURNAMENT)
    return Scene(_chips(view)._replace(chip_race=view.chip_race), own)


def hand_for_hand() -> Scene:
    """Hand for hand: this table has finished."""
    seats = tuple(seat._replace(state="waiting", face_down=0) for seat in people(8))
    view = TableView(1, 7, seats, phase="together", hand=57)
    return Scene(_chips(view), OwnView(1, 7, 4, 5, stack=15_675, tournament=TOURNAMENT))


def top_seat_shows() -> Scene:
    """The end of a hand of six: the seat at the top of the table shows cards, too."""
    view, own = showdown(6)
    assert own is not None
    return Scene(_chips(view), own._replace(tournament=TOURNAMENT))


def watched() -> Scene:
    """A watcher sees an empty seat that cannot be taken."""
    return Scene(turn().view, None)


TOURNAMENT_SCENES = {
    "tournament-turn": turn,
    "tournament-away": away,
    "tournament-penalty": penalty,
    "tournament-race": race,
    "tournament-hand-for-hand": hand_for_hand,
    "tournament-showdown": top_seat_shows,
    "tournament-watched": watched,
}
