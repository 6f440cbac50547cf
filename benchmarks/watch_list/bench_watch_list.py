"""How many planted schemes the watch list finds among honest play, and how many honest people it flags (F7).

`--hands` plays fewer, `--seed` other people and cards, `--game` another game. Detectors were tuned with seed 1; figures
are of other seeds.
"""

import argparse
from collections import Counter
from multiprocessing import Pool
from pathlib import Path
from random import Random
from time import perf_counter
from typing import NamedTuple

from backoffice.charts import Size, line_chart
from benchmarks.watch_list.evenings import HANDS, TABLE_SIZES, Evening, evenings
from benchmarks.watch_list.people import FINDS, STRENGTHS, Population, Scheme, SchemeKind, population
from benchmarks.watch_list.play import GAMES, Played, play_evening
from games.engine.watch_list.flags import EVIDENCE, THRESHOLDS, Flag, FlagKind
from games.engine.watch_list.watch import Watch

PICTURE = Path(__file__).with_name("watch_list.svg")
LOW = {kind: 1 if kind in EVIDENCE else usual for kind, usual in THRESHOLDS.items()}
CIRCUMSTANCES = (FlagKind.TOGETHER, FlagKind.SHARED_ADDRESS, FlagKind.SHARED_DEVICE)
"""What these flags say of honest friends and couples is true; they are counted apart."""
MOST_EVIDENCE = 12


class Task(NamedTuple):
    """One evening to be played by a worker."""

    room: Population
    evening: Evening
    seed: str
    game: str


def play(task: Task) -> Played:
    return play_evening(task.room, task.evening, Random(task.seed), task.game)  # noqa: S311


def finds(scheme: Scheme, flags: list[Flag]) -> bool:
    return any(flag.kind in FINDS[scheme.kind] and set(flag.people) <= set(scheme.people) for flag in flags)


def is_true(room: Population, flag: Flag) -> bool:
    """Whether a flag names people of one scheme, or at least one who is in a scheme of their own."""
    return any(set(flag.people) & set(scheme.people) for scheme in room.schemes)


def at(flags: list[Flag], evidence: int) -> list[Flag]:
    """The flags with these thresholds of evidence; other figures keep theirs."""
    return [flag for flag in flags if flag.kind not in EVIDENCE or flag.figure >= evidence]


def draw(room: Population, flags: list[Flag], *, picture_wanted: bool) -> None:
    """Prints, and draws if wanted, which part of flags names somebody in a scheme, by the threshold of evidence."""
    points = []
    for evidence in range(1, MOST_EVIDENCE + 1):
        accusing = [flag for flag in at(flags, evidence) if flag.kind not in CIRCUMSTANCES]
        true = sum(is_true(room, flag) for flag in accusing)
        found = sum(finds(scheme, at(flags, evidence)) for scheme in room.schemes if scheme.strength >= STRENGTHS[2])
        total = sum(scheme.strength >= STRENGTHS[2] for scheme in room.schemes)
        points.append((float(evidence), round(100 * true / max(1, len(accusing)))))
        print(f"evidence {evidence:>2}: precision {points[-1][1]:>3} %, found at higher strengths {found}/{total}")
    chart = line_chart(points, size=Size("wide", 960, 320, 12), value="{} %".format, place="{:.0f}".format)
    if picture_wanted:
        PICTURE.write_text(picture(chart), encoding="utf-8")


def picture(chart: dict[str, object]) -> str:
    """The chart as a file of its own."""
    values, places, size = chart["values"], chart["places"], chart["size"]
    assert isinstance(values, list)
    assert isinstance(places, list)
    assert isinstance(size, Size)
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size.width} {size.height}" font-family="sans-serif"'
        ' font-size="13" role="img" aria-label="Precision by threshold of evidence">',
        '<rect width="100%" height="100%" fill="#fff"/>',
    ]
    for tick in values:
        lines.append(f'<path d="M{chart["left"]} {tick["y"]}H{chart["right"]}" stroke="#ddd"/>')
        lines.append(f'<text x="{chart["text_x"]}" y="{tick["text_y"]}" text-anchor="end">{tick["text"]}</text>')
    for tick in places:
        place = f'x="{tick["x"]}" y="{chart["text_y"]}" text-anchor="{tick["anchor"]}"'
        lines.append(f"<text {place}>{tick['text']}</text>")
    lines.append(f'<polyline points="{chart["line"]}" fill="none" stroke="#16794c" stroke-width="2"/></svg>')
    return "\n".join(lines) + "\n"


def report(room: Population, flags: list[Flag], player_evenings: int, touched: Counter[tuple[int, ...]]) -> None:
    """Prints what was found by scheme and strength, and what honest people were flagged for.

    Beside each figure stands in how many hands the scheme changed a decision.
    """
    usual = [flag for flag in flags if flag.figure >= THRESHOLDS[flag.kind]]
    print(f"{'scheme':34}" + "".join(f"{100 * strength:>12.0f} %" for strength in STRENGTHS))
    for kind in SchemeKind:
        row = [scheme for scheme in room.schemes if scheme.kind is kind]
        marks = [f"{_best(scheme, flags)}{'' if finds(scheme, usual) else ' no'}" for scheme in row]
        marks = [f"{mark} /{touched[scheme.people]}" for mark, scheme in zip(marks, row, strict=True)]
        print(f"{kind:34}" + "".join(f"{mark:>14}" for mark in marks))
    for strength in STRENGTHS:
        row = [scheme for scheme in room.schemes if scheme.strength == strength]
        print(f"found at {100 * strength:.0f} %: {sum(finds(scheme, usual) for scheme in row)} of {len(row)}")
    false = [flag for flag in usual if not is_true(room, flag)]
    accusing = [flag for flag in false if flag.kind not in CIRCUMSTANCES]
    kinds = Counter(flag.kind.value for flag in false)
    print(f"honest player-evenings: {player_evenings}; flags of honest people: {dict(kinds)}")
    print(f"accusing flags of honest people in 1,000 player-evenings: {1000 * len(accusing) / player_evenings:.2f}")
    pairs = {frozenset(pair) for pair in (*room.couples, *room.friends)}
    others = sum(frozenset(flag.people) not in pairs for flag in false if flag.kind in CIRCUMSTANCES)
    print(f"circumstances of honest people who are neither friends nor couples: {others}")
    for about in sorted(EVIDENCE):
        top = sorted((flag.figure for flag in flags if flag.kind is about and not is_true(room, flag)), reverse=True)
        print(f"  highest evidence against honest people, {about.value}: {top[:8]}")


def _best(scheme: Scheme, flags: list[Flag]) -> int:
    own = [flag for flag in flags if flag.kind in FINDS[scheme.kind] and set(flag.people) <= set(scheme.people)]
    return max((flag.figure for flag in own), default=0)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--hands", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=2)
    parser.add_argument("--strengths", type=float, nargs="*", default=STRENGTHS, help="plants schemes of these only")
    parser.add_argument("--game", choices=GAMES, default="nl")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--picture", action="store_true", help="writes the precision curve")
    options = parser.parse_args()
    began, rng = perf_counter(), Random(options.seed)  # noqa: S311
    room = population(rng, options.strengths)
    nights = max(1, options.hands // (HANDS * len(TABLE_SIZES)))
    plan = list(evenings(room, nights, rng))
    honest = sum(guest.person not in room.planted for evening in plan for guest in evening.guests)
    tasks = [Task(room, evening, f"{options.seed} {number}", options.game) for number, evening in enumerate(plan)]
    watch, played, touched = Watch(), 0, Counter[tuple[int, ...]]()
    with Pool(options.workers) as pool:
        for one in pool.imap(play, tasks):
            touched.update(one.touched)
            for hand in one.hands:
                watch.count(hand)
                played += 1
    flags = watch.flags(LOW)
    report(room, flags, honest, touched)
    draw(room, flags, picture_wanted=options.picture)
    print(f"{played} hands, {len(plan)} evenings, {perf_counter() - began:.0f} s")


if __name__ == "__main__":
    main()
