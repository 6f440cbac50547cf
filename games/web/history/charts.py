"""Line charts drawn on the server: turns values into the points, ticks and labels of an SVG."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

LEFT, RIGHT, TOP, BOTTOM = 84, 14, 14, 34
MOST_TICKS: Final = 5


class Size(NamedTuple):
    """The size of a chart for a kind of screen, and how many labels its lower axis has."""

    screen: str
    width: int
    height: int
    places: int


SIZES: Final = (Size("wide", 960, 320, 5), Size("narrow", 400, 290, 3))


def line_chart(
    points: Sequence[tuple[float, int]], *, size: Size, value: Callable[[int], str], place: Callable[[float], str]
) -> dict[str, object]:
    """The context of a line through (place, value) points from left to right, with zero in range and labelled axes."""
    first, last = points[0][0], points[-1][0]
    low = min(0, *(amount for _, amount in points))
    high = max(0, *(amount for _, amount in points))
    step = nice_step(high - low)
    low, high = low // step * step, -(-high // step) * step or step
    across = max(last - first, 1e-9)

    def x(at: float) -> float:
        return round(LEFT + (size.width - LEFT - RIGHT) * (at - first) / across, 1)

    def y(amount: float) -> float:
        return round(TOP + (size.height - TOP - BOTTOM) * (high - amount) / (high - low), 1)

    drawn = [(x(at), y(amount)) for at, amount in points]
    line = " ".join(f"{left},{top}" for left, top in drawn)
    return {
        "size": size,
        "left": LEFT,
        "right": size.width - RIGHT,
        "line": line,
        "area": f"{drawn[0][0]},{y(0)} {line} {drawn[-1][0]},{y(0)}",
        "zero": y(0),
        "end": drawn[-1],
        "up": points[-1][1] >= 0,
        "values": [
            {"y": y(amount), "text_y": y(amount) + 4, "text": value(amount)} for amount in range(low, high + 1, step)
        ],
        "places": [
            {"x": x(at), "text": place(at), "anchor": anchor} for at, anchor in _places(first, across, size.places)
        ],
        "text_x": LEFT - 10,
        "text_y": size.height - 10,
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
