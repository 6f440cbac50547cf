"""Lists of the back office: columns that sort, filters, a search field, pages, and the same rows as CSV."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from typing import Any, Generic, NamedTuple, TypeVar
from urllib.parse import urlencode

from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest, StreamingHttpResponse
from django.utils import timezone

from backoffice.registry import Text
from backoffice.text import clean_line
from backoffice.web.csv_export import streamed_csv

PAGE = 50
CSV_ROWS = 1000
"""The rows of a file that are read at once."""
LONGEST_QUERY = 100
MOST_PAGES = 10_000
PHONE_PLACES = {"title", "sub", "key", "side", "wide"}
Row = TypeVar("Row", bound=Model)


class Cell(NamedTuple):
    """What a column shows for a row: text, and where it leads ("" = nowhere).

    With `tick` it is a box that sends this value as `ticked` with the page's form `ticked`, and `text` is its label.
    Such a column has the name "" and is in no file.
    """

    text: str
    url: str = ""
    tick: str = ""


class Column(NamedTuple, Generic[Row]):
    """A column: its value for a row, and the fields to sort by ("" for a column that does not sort).

    `css` is a class of the lists: "n" for numbers, "title", "sub", "key" or "side" for the place on a phone, "wide" for
    no place there. A column without one of these has a line of its own on a phone, after its label.
    `in_file` is the value in files where that differs, as for an amount; a column `only_in_file` is not on the page.
    """

    name: str
    label: Text
    value: Callable[[Row], Cell | str]
    order: Sequence[str] = ()
    css: str = ""
    in_file: Callable[[Row], str] | None = None
    only_in_file: bool = False


class Filter(NamedTuple):
    """A choice above the list: the condition of each value; the first choice of the page is "all"."""

    name: str
    label: Text
    choices: Mapping[str, Text]
    condition: Callable[[str], Q]


class PageOf(NamedTuple, Generic[Row]):
    """The rows of a page, and the parameters that lead to the pages before and after it; None if there is none."""

    rows: Sequence[Row]
    newer: Mapping[str, str] | None
    older: Mapping[str, str] | None


def between(name: str) -> Callable[[datetime | None, datetime | None], Q]:
    """The condition of a range of days for a field with a time: from the first moment to before the last one."""

    def condition(first: datetime | None, last: datetime | None) -> Q:
        return (Q(**{f"{name}__gte": first}) if first else Q()) & (Q(**{f"{name}__lt": last}) if last else Q())

    return condition


@dataclass
class Listing(Generic[Row]):
    """A list over a queryset; `search` turns typed words into a condition. Unknown values of a query mean nothing.

    `days` turns a range of days of the room's zone into a condition, see `between`. With `by_key` the newest row comes
    first and pages are found by their first and last row, so that the millionth page is as fast as the first; such a
    list does not sort. `keep` are parameters of the page that all its links carry.
    """

    rows: QuerySet[Row]
    columns: Sequence[Column[Row]]
    filters: Sequence[Filter] = ()
    search: Callable[[str], Q] | None = None
    order: Sequence[str] = ("-pk",)
    prepare: Callable[[Sequence[Row]], None] | None = field(default=None)
    """Called with the rows of a page before their cells are asked for, to read what they need at once."""
    days: Callable[[datetime | None, datetime | None], Q] | None = None
    by_key: bool = False
    keep: Mapping[str, str] = field(default_factory=dict)

    def context(self, request: HttpRequest) -> dict[str, Any]:
        """The template's context for `backoffice/listing.html`; Any, as it holds values of many types."""
        query = self._query(request)
        rows, newer, older = self._page_by_key(request, query) if self.by_key else self._page(request, query)
        kept = {**query, **self.keep}
        return {
            "heads": [self._head(column, kept) for column in self._shown()],
            "rows": self._cells(rows),
            "filters": [self._filter(one, query) for one in self.filters],
            "has_search": self.search is not None,
            "has_days": self.days is not None,
            "first_day": query.get("from", ""),
            "last_day": query.get("to", ""),
            "query": query.get("q", ""),
            "chosen": [(name, value) for name, value in query.items() if name != "sort"],
            "sort": query.get("sort", ""),
            "keep": list(self.keep.items()),
            "newer": urlencode({**kept, **newer}) if newer is not None else "",
            "older": urlencode({**kept, **older}) if older is not None else "",
            "csv_query": urlencode(kept),
            "is_filtered": bool(query.keys() - {"sort"}),
            "all_ticked": request.GET.get("tick") == "all",
            "tick_all": urlencode({**request.GET.dict(), "tick": "all"}),
            "tick_none": urlencode({key: value for key, value in request.GET.items() if key != "tick"}),
        }

    def found(self, request: HttpRequest) -> QuerySet[Row]:
        """All rows that the filters and the search of a request leave, in the list's order."""
        return self._found(self._query(request))

    def csv(self, request: HttpRequest, *, filename: str) -> StreamingHttpResponse:
        """All rows of the filtered list as a CSV file, which is sent while it is read."""
        return streamed_csv(filename, self._labels(), self._texts(request))

    def _shown(self) -> list[Column[Row]]:
        """The columns of the page."""
        return [column for column in self.columns if not column.only_in_file]

    def _labels(self) -> list[str]:
        return [str(column.label) for column in self._kept()]

    def _kept(self) -> list[Column[Row]]:
        """The columns of a file: all but boxes."""
        return [column for column in self.columns if column.name]

    def _texts(self, request: HttpRequest) -> Iterator[list[str]]:
        columns = self._kept()
        chunks = self._chunks(self.found(request))
        return ([_text_in_file(column, row) for column in columns] for chunk in chunks for row in chunk)

    def _chunks(self, rows: QuerySet[Row]) -> Iterator[Sequence[Row]]:
        """All rows; no transaction stays open while somebody with a slow line reads them."""
        if not self.by_key:
            ids = list(rows.values_list("pk", flat=True))
            for start in range(0, len(ids), CSV_ROWS):
                part = ids[start : start + CSV_ROWS]
                found = {row.pk: row for row in rows.filter(pk__in=part)}
                yield self._prepared([found[pk] for pk in part if pk in found])
            return
        chunk = list(rows[:CSV_ROWS])
        while chunk:
            yield self._prepared(chunk)
            chunk = list(rows.filter(pk__lt=chunk[-1].pk)[:CSV_ROWS])

    def _prepared(self, rows: Sequence[Row]) -> Sequence[Row]:
        if self.prepare is not None:
            self.prepare(rows)
        return rows

    def _page(self, request: HttpRequest, query: Mapping[str, str]) -> "PageOf[Row]":
        page = _page_number(request)
        found = list(self._found(query)[(page - 1) * PAGE : page * PAGE + 1])
        newer = {"page": str(page - 1)} if page > 1 else None
        return PageOf(found[:PAGE], newer, {"page": str(page + 1)} if len(found) > PAGE else None)

    def _page_by_key(self, request: HttpRequest, query: Mapping[str, str]) -> "PageOf[Row]":
        before, after, rows = _key(request, "before"), _key(request, "after"), self._found(query)
        if after is not None:
            found = list(rows.filter(pk__gt=after).reverse()[: PAGE + 1])
            if len(found) > PAGE:
                shown = found[:PAGE][::-1]
                return PageOf(shown, {"after": str(shown[0].pk)}, {"before": str(shown[-1].pk)})
            before = None  # The first page is a full one.
        found = list((rows if before is None else rows.filter(pk__lt=before))[: PAGE + 1])
        shown = found[:PAGE]
        newer = {"after": str(shown[0].pk)} if shown and before is not None else None
        return PageOf(shown, newer, {"before": str(shown[-1].pk)} if len(found) > PAGE else None)

    def _query(self, request: HttpRequest) -> dict[str, str]:
        """The known values of the query string."""
        query = {}
        if self.search is not None and (words := clean_line(request.GET.get("q", ""))[:LONGEST_QUERY]):
            query["q"] = words
        for one in self.filters:
            if (chosen := request.GET.get(one.name, "")) in one.choices:
                query[one.name] = chosen
        if self.days is not None:
            query |= {name: day for name in ("from", "to") if _moment(day := request.GET.get(name, ""))}
        sort = request.GET.get("sort", "")
        if not self.by_key and any(column.order and column.name == sort.removeprefix("-") for column in self.columns):
            query["sort"] = sort
        return query

    def _found(self, query: Mapping[str, str]) -> QuerySet[Row]:
        rows = self.rows
        if self.search is not None and "q" in query:
            rows = rows.filter(self.search(query["q"]))
        for one in self.filters:
            if one.name in query:
                rows = rows.filter(one.condition(query[one.name]))
        if self.days is not None and query.keys() & {"from", "to"}:
            rows = rows.filter(self.days(_moment(query.get("from", "")), _moment(query.get("to", ""), days=1)))
        if self.by_key:
            return rows.order_by("-pk")
        return rows.order_by(*self._order(query))

    def _order(self, query: Mapping[str, str]) -> Sequence[str]:
        sort = query.get("sort", "")
        for column in self.columns:
            if sort and column.name == sort.removeprefix("-"):
                down = sort.startswith("-")
                return [_turned(name) if down else name for name in column.order] + ["-pk" if down else "pk"]
        return self.order

    def _cells(self, rows: Sequence[Row]) -> list[list[tuple[Cell, str, Text]]]:
        """The cells of each row, with their classes and the label of those that have no place on a phone."""
        columns = [(column, _label_on_phones(column)) for column in self._shown()]
        return [[(_cell(column, row), column.css, label) for column, label in columns] for row in self._prepared(rows)]

    def _head(self, column: Column[Row], query: Mapping[str, str]) -> dict[str, str]:
        sort = query.get("sort", "")
        state = "ascending" if sort == column.name else "descending" if sort == f"-{column.name}" else ""
        wanted = f"-{column.name}" if state == "ascending" else column.name
        link = urlencode({**query, "sort": wanted}) if column.order and not self.by_key else ""
        return {"label": str(column.label), "query": link, "state": state, "css": column.css}

    def _filter(self, one: Filter, query: Mapping[str, str]) -> dict[str, Any]:
        return {
            "name": one.name,
            "label": one.label,
            "choices": [(value, text, query.get(one.name) == value) for value, text in one.choices.items()],
        }


def _label_on_phones(column: Column[Row]) -> Text:
    return "" if PHONE_PLACES & set(column.css.split()) else column.label


def _cell(column: Column[Row], row: Row) -> Cell:
    value = column.value(row)
    return value if isinstance(value, Cell) else Cell(value)


def _text_in_file(column: Column[Row], row: Row) -> str:
    return column.in_file(row) if column.in_file else _cell(column, row).text


def _turned(name: str) -> str:
    return name.removeprefix("-") if name.startswith("-") else f"-{name}"


def _page_number(request: HttpRequest) -> int:
    page = request.GET.get("page", "")
    return min(int(page), MOST_PAGES) if page.isascii() and page.isdecimal() and 0 < len(page) < 7 and int(page) else 1


def _key(request: HttpRequest, name: str) -> int | None:
    typed = request.GET.get(name, "")
    return int(typed) if typed.isascii() and typed.isdecimal() and len(typed) < 19 else None


def _moment(typed: str, *, days: int = 0) -> datetime | None:
    """The first moment of a typed day in the room's zone, or of a day so many days later; None for no day."""
    try:
        return timezone.make_aware(datetime.combine(date.fromisoformat(typed) + timedelta(days=days), time.min))
    except (ValueError, OverflowError):
        return None


def words_in(text: str, *fields: str) -> Q:
    """The condition that every typed word is in one of the fields."""
    condition = Q()
    for word in text.split():
        condition &= _any_of(word, fields)
    return condition


def _any_of(word: str, fields: Iterable[str]) -> Q:
    found = Q(pk__in=())
    for name in fields:
        found |= Q(**{f"{name}__icontains": word})
    return found
