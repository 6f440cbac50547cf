"""Line charts as SVG files, for what a load test measures over time."""

import math
from collections.abc import Sequence
from html import escape
from itertools import pairwise
from typing import Final, NamedTuple, TypeAlias

WIDTH, HEIGHT = 860, 380
LEFT, RIGHT, TOP, BOTTOM = 76, 150, 44, 48
PLACES: Final = 6
COLOURS: Final = ("#0b6e4f", "#d1495b", "#2e5eaa", "#b7791f", "#6b4fa0", "#444444")
"""Lines are told apart by their dashes as well."""
DASHES: Final = ("", "7 4", "2 3", "10 3 2 3", "1 4", "14 4")
LEAST_OF_LOGARITHMIC: Final = 0.1

Points: TypeAlias = Sequence[tuple[float, float]]


class Line(NamedTuple):
    """A line of a chart: its name, and its points from left to right."""

    name: str
    points: Points


class _Axis(NamedTuple):
    """The values of the left axis, evenly spread or by their logarithm."""

    low: float
    high: float
    logarithmic: bool

    def y(self, value: float) -> float:
        low, high, value = self.low, self.high, min(max(value, self.low), self.high)
        if self.logarithmic:
            low, high, value = math.log10(low), math.log10(high), math.log10(value)
        return round(TOP + (HEIGHT - TOP - BOTTOM) * (high - value) / (high - low), 1)

    def ticks(self) -> list[float]:
        if self.logarithmic:
            first, last = round(math.log10(self.low)), round(math.log10(self.high))
            return [10.0**power for power in range(first, last + 1)]
        step = (self.high - self.low) / 5
        return [self.low + step * number for number in range(6)]


def line_chart(title: str, lines: Sequence[Line], *, x: str, y: str, logarithmic: bool = False) -> str:
    """An SVG document with these lines; `x` and `y` say what the axes show, with their units.

    Lines without a point are left out. A linear axis begins at 0; a logarithmic one shows powers of ten.
    """
    lines = [line for line in lines if line.points]
    axis = _axis([value for line in lines for _, value in line.points], logarithmic=logarithmic)
    places = [place for line in lines for place, _ in line.points]
    first, last = min(places, default=0.0), max(places, default=1.0)
    width = WIDTH - LEFT - RIGHT

    def across(place: float) -> float:
        return round(LEFT + width * (place - first) / max(last - first, 1e-9), 1)

    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" role="img"'
        f' aria-label="{escape(title)}" font-family="sans-serif" font-size="13" fill="#222222">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="#ffffff"/>',
        f'<text x="{LEFT}" y="26" font-size="16">{escape(title)}</text>',
    ]
    for tick in axis.ticks():
        parts.append(f'<path d="M{LEFT} {axis.y(tick)}H{WIDTH - RIGHT}" stroke="#d8d8d8"/>')
        parts.append(f'<text x="{LEFT - 8}" y="{axis.y(tick) + 4}" text-anchor="end">{tick:g}</text>')
    for number in range(PLACES):
        place = first + (last - first) * number / (PLACES - 1)
        parts.append(f'<text x="{across(place)}" y="{HEIGHT - BOTTOM + 20}" text-anchor="middle">{place:.4g}</text>')
    parts.append(f'<text x="{LEFT + width / 2}" y="{HEIGHT - 8}" text-anchor="middle">{escape(x)}</text>')
    parts.append(f'<text x="{LEFT - 60}" y="{TOP - 6}" font-size="12">{escape(y)}</text>')
    names = _spread([axis.y(line.points[-1][1]) for line in lines])
    for number, line in enumerate(lines):
        colour, dash = COLOURS[number % len(COLOURS)], DASHES[number % len(DASHES)]
        drawn = " ".join(f"{across(place)},{axis.y(value)}" for place, value in line.points)
        dashes = f' stroke-dasharray="{dash}"' if dash else ""
        parts.append(f'<polyline points="{drawn}" fill="none" stroke="{colour}" stroke-width="2"{dashes}/>')
        parts.append(
            f'<text x="{WIDTH - RIGHT + 8}" y="{names[number] + 4}" fill="{colour}">{escape(line.name)}</text>'
        )
    return "\n".join([*parts, "</svg>", ""])


def _axis(values: Sequence[float], *, logarithmic: bool) -> _Axis:
    most = max(values, default=1.0)
    if logarithmic:
        least = max(min(values, default=1.0), LEAST_OF_LOGARITHMIC)
        low = 10.0 ** math.floor(math.log10(least))
        return _Axis(low, max(10.0 ** math.ceil(math.log10(max(most, least))), low * 10), True)
    step = _round_up(most / 5) if most > 0 else 0.2
    return _Axis(0.0, 5 * step, False)


def _round_up(value: float) -> float:
    """The next value of 1, 2, 2.5 or 5 times a power of ten."""
    power = 10.0 ** math.floor(math.log10(value))
    return next(power * factor for factor in (1, 2, 2.5, 5, 10) if power * factor >= value * 0.999)


def _spread(places: Sequence[float], apart: float = 16.0) -> list[float]:
    """The places, moved down as far as names need to stand below each other."""
    order = sorted(range(len(places)), key=lambda number: places[number])
    moved = list(places)
    for above, below in pairwise(order):
        moved[below] = max(moved[below], moved[above] + apart)
    return moved
