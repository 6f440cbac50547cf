"""A sheet of figures: the rows of a report, shown as a chart, as a table with its total, and as a CSV file."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, NamedTuple

from django.http import HttpResponse
from django.utils.translation import gettext as _

from backoffice.api import Text
from backoffice.charts import SIZES, Bar, bar_chart
from backoffice.web.api import csv_response
from cashier.engine.money import NARROW_SPACE
from cashier.text import amount_text, money_text, number_text, plain_text

PAGE = 100
MOST_BARS = 15


class Unit(StrEnum):
    """What a column counts: minor units, numbers, seconds shown as hours or minutes, thousandths shown as percent."""

    MONEY = "money"
    COUNT = "count"
    HOURS = "hours"
    MINUTES = "minutes"
    PERCENT = "percent"


_SCALES = {Unit.HOURS: 3600, Unit.MINUTES: 60, Unit.PERCENT: 10}


class Figure(NamedTuple):
    """A column of figures; `css` is its place on a phone, a class of the lists."""

    label: Text
    unit: Unit
    css: str = "wide"


def _nowhere() -> str:
    return ""


class Row(NamedTuple):
    """One row: a label, its figures, where it leads ("" = nowhere), and words beside it for their columns.

    Links and words are made when they are asked for: of thousands of rows a page shows a hundred. `short` is the label
    in a chart.
    """

    label: str
    values: Sequence[int]
    link: Callable[[], str] = _nowhere
    tell: Callable[[], Sequence[str]] = tuple
    short: str = ""

    @property
    def url(self) -> str:
        """The address to which it leads."""
        return self.link()

    @property
    def words(self) -> Sequence[str]:
        """The words beside it."""
        return self.tell()


@dataclass
class Sheet:
    """The rows of a report; `charted` is the column of its chart, -1 for none, `in_order` whether rows are times."""

    head: Text
    figures: Sequence[Figure]
    rows: Sequence[Row]
    total: Sequence[int]
    currency: str
    word_heads: Sequence[Text] = field(default=())
    charted: int = 0
    in_order: bool = False
    more: str = ""
    """The address of the next page of rows that were read page by page."""

    def context(self, *, page: int) -> dict[str, Any]:
        """The template's context; Any, as it holds values of many types."""
        if self.in_order and not any(any(row.values) for row in self.rows):
            # Days on which nothing happened are said in words.
            return {}
        shown = self.rows[(page - 1) * PAGE : page * PAGE]
        return {
            "heads": [self.head, *self.word_heads],
            "figure_heads": [(figure.label, _css(figure)) for figure in self.figures],
            "rows": [self._row(row) for row in shown],
            "total": self._cells(self._texts(self.total, with_mark=True)),
            "word_columns": len(self.word_heads),
            "charts": self._charts(),
            "about": self._about(),
            "has_more": len(self.rows) > page * PAGE,
            "more": self.more,
        }

    def csv(self, filename: str) -> HttpResponse:
        """All rows as a CSV file."""
        heads = [str(head) for head in (self.head, *self.word_heads, *(one.label for one in self.figures))]
        rows = ([row.label, *row.words, *map(self._plain, row.values, self.figures)] for row in self.rows)
        return csv_response(filename, heads, rows)

    def _row(self, row: Row) -> dict[str, Any]:
        return {"label": row.label, "url": row.url, "words": row.words, "cells": self._cells(self._texts(row.values))}

    def _cells(self, texts: Sequence[str]) -> list[tuple[str, str, Text]]:
        return [(text, _css(one), one.label) for text, one in zip(texts, self.figures, strict=True)]

    def _texts(self, values: Sequence[int], *, with_mark: bool = False) -> list[str]:
        return [
            figure_text(value, one.unit, self.currency, with_mark=with_mark)
            for value, one in zip(values, self.figures, strict=True)
        ]

    def _plain(self, value: int, figure: Figure) -> str:
        match figure.unit:
            case Unit.MONEY:
                return plain_text(value, self.currency)
            case Unit.HOURS:
                return f"{value / 3600:.2f}"
            case Unit.MINUTES:
                return f"{value / 60:.1f}"
            case Unit.PERCENT:
                return f"{value / 10:.1f}"
            case _:
                return str(value)

    def _charted_rows(self) -> Sequence[Row]:
        if self.charted < 0 or not any(row.values[self.charted] for row in self.rows):
            return ()
        if self.in_order:
            return self.rows
        return sorted(self.rows, key=lambda row: -row.values[self.charted])[:MOST_BARS]

    def _charts(self) -> list[dict[str, object]]:
        rows = self._charted_rows()
        if len(rows) < 2:
            return []
        unit = self.figures[self.charted].unit
        # Ticks are round numbers of hours, minutes and percents, not of what is kept.
        scale = _SCALES.get(unit, 1)
        bars = [Bar(row.short or row.label, round(row.values[self.charted] / scale)) for row in rows]
        return [
            bar_chart(bars, size=size, value=lambda value: figure_text(value * scale, unit, self.currency))
            for size in SIZES
        ]

    def _about(self) -> str:
        """The chart in a sentence, for screen readers."""
        rows = self._charted_rows()
        if not rows:
            return ""
        figure = self.figures[self.charted]
        best = max(rows, key=lambda row: row.values[self.charted])
        return _("{figure}: {total} in all; the most is {most}, {best}.").format(
            figure=figure.label,
            total=figure_text(self.total[self.charted], figure.unit, self.currency, with_mark=True),
            most=figure_text(best.values[self.charted], figure.unit, self.currency),
            best=best.label,
        )


def figure_text(value: int, unit: Unit, currency: str, *, with_mark: bool = False) -> str:
    """A figure as people read it."""
    match unit:
        case Unit.MONEY:
            return money_text(value, currency) if with_mark else amount_text(value, currency)
        case Unit.HOURS:
            return _grouped(f"{value / 3600:,.1f}".removesuffix(".0")) + "\u00a0h"
        case Unit.MINUTES:
            return _grouped(f"{value / 60:,.0f}") + "\u00a0min"
        case Unit.PERCENT:
            return _("{percent}%").format(percent=number_text(f"{value / 10:.1f}".removesuffix(".0")))
        case _:
            return _grouped(f"{value:,}")


def _grouped(number: str) -> str:
    return number_text(number.replace(",", NARROW_SPACE))


def _css(figure: Figure) -> str:
    return f"n {figure.css}".strip()
