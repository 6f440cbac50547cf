"""Line and bar charts drawn on the server: turn values into the shapes, ticks and labels of an SVG.

A chart is drawn once for each of `SIZES`; the template `backoffice/chart.html` shows `chart`, with `about` as its
accessible name. The page has the same values in a table beside it.
"""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

LEFT, RIGHT, TOP, BOTTOM = 84, 14, 14, 34
MOST_TICKS: Final = 5
GAP: Final = 0.3
"""The part of a bar's place that stays empty."""

Context = dict[str, object]


class Size(NamedTuple):
    """The size of a chart for a kind of screen, and how many labels its lower axis has."""

    screen: str
    width: int
    height: int
    places: int


class Bar(NamedTuple):
    """One bar: its place on the lower axis in words, and its value."""

    place: str
    value: int


SIZES: Final = (Size("wide", 960, 320, 5), Size("narrow", 400, 290, 3))


class _Frame:
    """The area of a chart without its margins, from `low` to `high`."""

    def __init__(self, size: Size, values: Sequence[int]) -> None:
        low, high = min([0, *values]), max([0, *values])
        self.size, self.step = size, nice_step(high - low)
        self.low = low // self.step * self.step
        self.high = -(-high // self.step) * self.step or self.step
        self.width = size.width - LEFT - RIGHT

    def x(self, part: float) -> float:
        """How far right the part (0 to 1) of the lower axis is."""
        return round(LEFT + self.width * part, 1)

    def y(self, value: float) -> float:
        """How far down a value is."""
        return round(TOP + (self.size.height - TOP - BOTTOM) * (self.high - value) / (self.high - self.low), 1)

    def context(self, text: Callable[[int], str]) -> Context:
        """What every chart has: its size and the ticks of the left axis."""
        ticks = range(self.low, self.high + 1, self.step)
        return {
            "size": self.size,
            "left": LEFT,
            "right": self.size.width - RIGHT,
            "zero": self.y(0),
            "values": [{"y": self.y(value), "text_y": self.y(value) + 4, "text": text(value)} for value in ticks],
            "text_x": LEFT - 10,
            "text_y": self.size.height - 10,
        }


def line_chart(
    points: Sequence[tuple[float, int]], *, size: Size, value: Callable[[int], str], place: Callable[[float], str]
) -> Context:
    """The context of a line through (place, value) points from left to right, with zero in range and labelled axes."""
    frame = _Frame(size, [amount for _, amount in points])
    first, last = points[0][0], points[-1][0]
    across = max(last - first, 1e-9)

    def x(at: float) -> float:
        return frame.x((at - first) / across)

    drawn = [(x(at), frame.y(amount)) for at, amount in points]
    line = " ".join(f"{left},{top}" for left, top in drawn)
    zero = frame.y(0)
    return {
        **frame.context(value),
        "kind": "line",
        "line": line,
        "area": f"{drawn[0][0]},{zero} {line} {drawn[-1][0]},{zero}",
        "end": drawn[-1],
        "up": points[-1][1] >= 0,
        "places": [
            {"x": x(at), "text": place(at), "anchor": anchor} for at, anchor in _places(first, across, size.places)
        ],
    }


def bar_chart(bars: Sequence[Bar], *, size: Size, value: Callable[[int], str]) -> Context:
    """The context of bars from left to right, up from zero or down from it, each with its place and value as a hint.

    As many places as fit are written below the axis, evenly spread from the first one.
    """
    frame = _Frame(size, [bar.value for bar in bars])
    wide = frame.width / max(len(bars), 1)
    every = -(-len(bars) // (2 * size.places)) or 1
    drawn = []
    for number, bar in enumerate(bars):
        top, bottom = frame.y(max(bar.value, 0)), frame.y(min(bar.value, 0))
        drawn.append(
            {
                "x": round(LEFT + wide * (number + GAP / 2), 1),
                "y": top,
                "width": round(wide * (1 - GAP), 1),
                "height": round(bottom - top, 1),
                "down": bar.value < 0,
                "text": f"{bar.place}: {value(bar.value)}",
            }
        )
    return {
        **frame.context(value),
        "kind": "bars",
        "bars": drawn,
        "places": [
            {"x": round(LEFT + wide * (number + 0.5), 1), "text": bar.place, "anchor": "middle"}
            for number, bar in enumerate(bars)
            if number % every == 0
        ],
    }


def _places(first: float, across: float, count: int) -> list[tuple[float, str]]:
    """Evenly spread places on the lower axis, each with the text anchor of its label."""
    anchors = ["start", *["middle"] * (count - 2), "end"]
    return [(first + across * part / (count - 1), anchor) for part, anchor in enumerate(anchors)]


def nice_step(span: int) -> int:
    """The distance between ticks: 1, 2 or 5 times a power of ten, so that there are few of them."""
    step = 1
    while True:
        for factor in (1, 2, 5):
            if span <= factor * step * MOST_TICKS:
                return factor * step
        step *= 10
