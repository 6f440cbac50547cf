"""Processor time of drawing what changes at a table: a seat, the controls in turn, a line of the log, all fragments.

Amounts differ from one drawing to the next, so nothing comes from a cache of fragments or amounts; names of cards and
hands repeat as they do at a table. Nothing is stored or sent.
"""

import os
import tempfile
from collections.abc import Callable
from itertools import count
from statistics import median
from time import process_time

LANGUAGES = ("en", "cs", "sk")
RUNS, DRAWINGS = 5, 300
SEATS = 10


def main() -> None:
    """Prints the microseconds that each drawing takes in each language."""
    with tempfile.TemporaryDirectory() as folder:
        os.environ.update(VAR_DIR=folder, SECRET_KEY="b" * 60, HTTPS="0", DJANGO_SETTINGS_MODULE="pokerroom.settings")
        import django

        django.setup()
        print(f"microseconds of processor time, median of {RUNS} runs of {DRAWINGS} drawings")
        print(f"{'':40}" + "".join(f"{language:>8}" for language in LANGUAGES))
        for name, draw in drawings().items():
            times = [1_000_000 * seconds(draw, language) for language in LANGUAGES]
            print(f"{name:40}" + "".join(f"{time:>8.0f}" for time in times), flush=True)


def seconds(draw: Callable[[str, int], object], language: str) -> float:
    """The time of one drawing, after one that compiles templates and loads translations."""
    numbers = count(1)
    draw(language, 0)
    runs = []
    for _ in range(RUNS):
        began = process_time()
        for _ in range(DRAWINGS):
            draw(language, next(numbers))
        runs.append((process_time() - began) / DRAWINGS)
    return median(runs)


def drawings() -> dict[str, Callable[[str, int], object]]:
    """What is measured: each draws in a language, with amounts that depend on the number."""
    from games.engine.cards import parse_cards
    from games.engine.evaluation.names import name_high
    from games.engine.events.kinds import PreAction
    from games.engine.views.kinds import LastAction, LineCode, Preset, SeatState, TablePhase
    from games.engine.views.types import Choices, LogLine, OwnView, SeatView, TableView, Turn
    from games.web.table import fragments
    from games.web.table.wording import ViewerPreferences

    board, hole = parse_cards("9hTsJhKh"), parse_cards("AhQs")
    seats = tuple(
        SeatView(
            seat, SeatState.IN_HAND, seat + 1, f"Player {seat}", face_down=2, last_action=LastAction.CALL,
            button=seat == 3,
        )
        for seat in range(SEATS)
    )  # fmt: skip
    turn = Turn(4, 11, 1_700_000_000_000, 20_000, on_time_bank=False)
    table = TableView(
        1, 7, seats, phase=TablePhase.BETTING, hand=1, street="turn", board=board, pots=(174_000, 60_000), turn=turn
    )
    totals = (40_000, 177_000, 225_500, 274_000, 624_000)
    sizes = (Preset.MIN, Preset.HALF, Preset.THREE_QUARTERS, Preset.POT, Preset.MAX)
    own = OwnView(
        1, 7, 4, 5, 1, hole, name_of_hand=name_high(hole + board), turn=11, deadline=turn.deadline, stack=624_000,
        choices=Choices(20_000, False, False, 40_000, 624_000, False, 1, tuple(zip(sizes, totals, strict=True))),
    )  # fmt: skip
    signed_in = ViewerPreferences(signed_in=True)
    known: dict[str, fragments.RenderedFragments] = {}

    def changed(seat: SeatView, number: int) -> SeatView:
        return seat._replace(stack=500_000 + 7 * number + 100_000 * seat.seat, bet=20_000 + 3 * number)

    def one_seat(language: str, number: int) -> object:
        return fragments.public_fragments(table._replace(seats=(changed(seats[0], number),)), language)

    def controls(language: str, number: int) -> object:
        assert own.choices is not None
        least = own.choices._replace(min_to=40_000 + 7 * number)
        cache = known.setdefault(language, fragments.RenderedFragments())
        return fragments.own_fragments(own._replace(choices=least), table, language, signed_in, cache)

    waits_for_others = own._replace(choices=None)

    def unchanged(language: str, number: int) -> object:
        # A host sends an own view again only if it has changed.
        cache = known.setdefault(language, fragments.RenderedFragments())
        return fragments.own_fragments(
            waits_for_others, table._replace(version=number, pot=number), language, signed_in, cache
        )

    def line(language: str, number: int) -> object:
        return fragments.log_fragments(
            table._replace(log=(LogLine(LineCode.CALL, "Petr", amount=100 + number),)), language
        )

    def public(language: str, number: int) -> object:
        view = table._replace(
            seats=tuple(changed(seat, number) for seat in seats), pots=(174_000 + number, 60_000), pot=240_000 + number,
            next_hand_at=number, phase=TablePhase.BETWEEN,
        )  # fmt: skip
        return fragments.public_fragments(view, language)

    def own_in_turn(language: str, number: int) -> object:
        assert own.choices is not None
        choices = own.choices._replace(call=20_000 + 3 * number, min_to=40_000 + 7 * number)
        return fragments.own_fragments(own._replace(choices=choices, turn=number), table, language, signed_in)

    def own_waiting(language: str, number: int) -> object:
        offered = (PreAction.FOLD, PreAction.CALL, PreAction.CALL_ANY)
        waits = own._replace(choices=None, turn=0, pre_actions=offered, pre_action_price=20_000 + 3 * number)
        return fragments.own_fragments(waits, table, language, signed_in)

    return {
        "a seat": one_seat,
        "the controls in turn": controls,
        "a line of the log": line,
        f"all public fragments of {SEATS} seats": public,
        "all own fragments in turn": own_in_turn,
        "all own fragments before the turn": own_waiting,
        "own fragments that have not changed": unchanged,
    }


if __name__ == "__main__":
    main()
