"""The shapes, ticks and labels of charts, exactly."""

import pytest

from backoffice.charts import Bar, Size, bar_chart, line_chart, nice_step

SIZE = Size("small", 298, 248, 3)
"""Two hundred wide and high without the margins."""


@pytest.mark.parametrize(
    ("span", "step"),
    [(0, 1), (5, 1), (6, 2), (10, 2), (11, 5), (25, 5), (26, 10), (50, 10), (51, 20), (250, 50), (251, 100)],
)
def test_a_chart_has_at_most_five_steps_of_1_2_or_5(span: int, step: int) -> None:
    assert nice_step(span) == step


def test_a_line_runs_from_left_to_right_between_round_amounts() -> None:
    chart = line_chart([(10, 0), (15, 30), (20, -20)], size=SIZE, value="{} chips".format, place="{:g}".format)
    assert chart == {
        "kind": "line",
        "size": SIZE,
        "left": 84,
        "right": 284,
        "line": "84.0,134.0 184.0,14.0 284.0,214.0",
        "area": "84.0,134.0 84.0,134.0 184.0,14.0 284.0,214.0 284.0,134.0",
        "zero": 134.0,
        "end": (284.0, 214.0),
        "up": False,
        "values": [
            {"y": 214.0, "text_y": 218.0, "text": "-20 chips"},
            {"y": 174.0, "text_y": 178.0, "text": "-10 chips"},
            {"y": 134.0, "text_y": 138.0, "text": "0 chips"},
            {"y": 94.0, "text_y": 98.0, "text": "10 chips"},
            {"y": 54.0, "text_y": 58.0, "text": "20 chips"},
            {"y": 14.0, "text_y": 18.0, "text": "30 chips"},
        ],
        "places": [
            {"x": 84.0, "text": "10", "anchor": "start"},
            {"x": 184.0, "text": "15", "anchor": "middle"},
            {"x": 284.0, "text": "20", "anchor": "end"},
        ],
        "text_x": 74,
        "text_y": 238,
    }


@pytest.mark.parametrize(
    ("totals", "up", "labels"),
    [
        ((0, 0), True, ["0", "1"]),
        ((0, 7), True, ["0", "2", "4", "6", "8"]),
        ((7, 3), True, ["0", "2", "4", "6", "8"]),
        ((3, 4), True, ["0", "1", "2", "3", "4"]),
        ((0, -1), False, ["-1", "0", "1"]),
        ((-3, -5), False, ["-5", "-4", "-3", "-2", "-1", "0", "1"]),
        ((-3, -7), False, ["-8", "-6", "-4", "-2", "0", "2"]),
    ],
)
def test_zero_is_always_in_range_and_no_chart_is_flat(totals: tuple[int, int], labels: list[str], *, up: bool) -> None:
    chart = line_chart([*enumerate(totals)], size=SIZE, value=str, place=str)
    values = chart["values"]
    assert isinstance(values, list)
    assert (chart["up"], [one["text"] for one in values]) == (up, labels)


def test_a_chart_of_one_moment_stays_at_the_left() -> None:
    assert line_chart([(5, 0), (5, 1)], size=SIZE, value=str, place=str)["line"] == "84.0,214.0 84.0,14.0"


def test_the_labels_of_a_wide_chart_are_spread_evenly() -> None:
    places = line_chart([(0, 0), (8, 1)], size=SIZE._replace(places=5), value=str, place="{:g}".format)["places"]
    assert isinstance(places, list)
    assert [(one["x"], one["text"], one["anchor"]) for one in places] == [
        (84.0, "0", "start"),
        (134.0, "2", "middle"),
        (184.0, "4", "middle"),
        (234.0, "6", "middle"),
        (284.0, "8", "end"),
    ]


def test_bars_stand_on_zero_or_hang_from_it() -> None:
    chart = bar_chart([Bar("Mon", 30), Bar("Tue", -20)], size=SIZE, value="{} chips".format)
    assert chart["bars"] == [
        {"x": 99.0, "y": 14.0, "width": 70.0, "height": 120.0, "down": False, "text": "Mon: 30 chips"},
        {"x": 199.0, "y": 134.0, "width": 70.0, "height": 80.0, "down": True, "text": "Tue: -20 chips"},
    ]
    assert chart["places"] == [
        {"x": 134.0, "text": "Mon", "anchor": "middle"},
        {"x": 234.0, "text": "Tue", "anchor": "middle"},
    ]
    assert chart["zero"] == 134.0


def test_bars_of_a_month_are_labelled_as_far_as_there_is_room() -> None:
    places = bar_chart([Bar(f"{day}.", 1) for day in range(1, 32)], size=SIZE, value=str)["places"]
    assert isinstance(places, list)
    assert [one["text"] for one in places] == ["1.", "7.", "13.", "19.", "25.", "31."]


def test_no_bars_and_only_empty_bars_are_an_empty_chart() -> None:
    empty, zeros = (bar_chart(bars, size=SIZE, value=str) for bars in ([], [Bar("1.", 0), Bar("2.", 0)]))
    assert (empty["bars"], empty["places"]) == ([], [])
    assert [bar["height"] for bar in zeros["bars"]] == [0.0, 0.0]  # type: ignore[attr-defined]  # a list of dicts
