"""Charts of the load test are SVG that any browser shows."""

from xml.etree import ElementTree

import pytest

from pokerroom.loadtest.charts import HEIGHT, WIDTH, Line, line_chart

SVG = "{http://www.w3.org/2000/svg}"


def parsed(text: str) -> ElementTree.Element:
    return ElementTree.fromstring(text)  # noqa: S314 - our own chart


def test_a_chart_draws_each_line_and_names_it() -> None:
    chart = parsed(line_chart("Delays & more", [Line("p50 <", [(0, 1), (1, 9)]), Line("max", [(0, 2)])], x="s", y="ms"))
    assert chart.tag == f"{SVG}svg"
    assert chart.get("aria-label") == "Delays & more"
    assert len(chart.findall(f"{SVG}polyline")) == 2
    assert {"p50 <", "max", "s", "ms"} <= {text.text for text in chart.findall(f"{SVG}text")}


@pytest.mark.parametrize("logarithmic", [False, True])
@pytest.mark.parametrize("value", [0.0, 0.05, 3.0, 99_999.0])
def test_every_point_lies_within_the_picture(value: float, logarithmic: bool) -> None:
    chart = parsed(line_chart("T", [Line("a", [(0, value), (5, 2 * value)])], x="s", y="ms", logarithmic=logarithmic))
    line = chart.find(f"{SVG}polyline")
    assert line is not None
    points = [tuple(map(float, point.split(","))) for point in (line.get("points") or "").split()]
    assert len(points) == 2
    assert all(0 <= x <= WIDTH and 0 <= y <= HEIGHT for x, y in points)


def test_larger_values_are_higher() -> None:
    chart = parsed(line_chart("T", [Line("a", [(0, 10), (1, 20)])], x="s", y="ms"))
    line = chart.find(f"{SVG}polyline")
    assert line is not None
    first, second = (float(point.split(",")[1]) for point in (line.get("points") or "").split())
    assert second < first


def test_a_chart_without_values_is_still_a_picture() -> None:
    assert not parsed(line_chart("T", [Line("a", [])], x="s", y="ms")).findall(f"{SVG}polyline")
