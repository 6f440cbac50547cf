"""Lists of the back office: columns that sort, filters, a search field, pages, and the same rows as CSV."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, NamedTuple, TypeVar
from urllib.parse import urlencode

from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest, HttpResponse

from backoffice.registry import Text
from backoffice.web.csv_export import csv_response

PAGE = 50
LONGEST_QUERY = 100
MOST_PAGES = 10_000
Row = TypeVar("Row", bound=Model)


class Cell(NamedTuple):
    """What a column shows for a row: text, and where it leads ("" = nowhere)."""

    text: str
    url: str = ""


class Column(NamedTuple, Generic[Row]):
    """A column: its value for a row, and the fields to sort by ("" for a column that does not sort).

    `css` is a class of the lists: "n" for numbers, "title", "sub", "key" or "side" for the place on a phone.
    """

    name: str
    label: Text
    value: Callable[[Row], Cell | str]
    order: Sequence[str] = ()
    css: str = ""


class Filter(NamedTuple):
    """A choice above the list: the condition of each value; the first choice of the page is "all"."""

    name: str
    label: Text
    choices: Mapping[str, Text]
    condition: Callable[[str], Q]


@dataclass
class Listing(Generic[Row]):
    """A list over a queryset; `search` turns typed words into a condition. Unknown values of a query mean nothing."""

    rows: QuerySet[Row]
    columns: Sequence[Column[Row]]
    filters: Sequence[Filter] = ()
    search: Callable[[str], Q] | None = None
    order: Sequence[str] = ("-pk",)
    prepare: Callable[[Sequence[Row]], None] | None = field(default=None)
    """Called with the rows of a page before their cells are asked for, to read what they need at once."""

    def context(self, request: HttpRequest) -> dict[str, Any]:
        """The template's context for `backoffice/listing.html`; Any, as it holds values of many types."""
        query = self._query(request)
        page = _page_number(request)
        found = list(self._found(query)[(page - 1) * PAGE : page * PAGE + 1])
        more, rows = len(found) > PAGE, found[:PAGE]
        return {
            "heads": [self._head(column, query) for column in self.columns],
            "rows": self._cells(rows),
            "filters": [self._filter(one, query) for one in self.filters],
            "has_search": self.search is not None,
            "query": query.get("q", ""),
            "sort": query.get("sort", ""),
            "newer": urlencode({**query, "page": page - 1}) if page > 1 else "",
            "older": urlencode({**query, "page": page + 1}) if more else "",
            "csv_query": urlencode(query),
            "is_filtered": bool(query.keys() - {"sort"}),
        }

    def csv(self, request: HttpRequest, *, filename: str) -> HttpResponse:
        """All rows of the filtered list as a CSV file."""
        heads = [str(column.label) for column in self.columns]
        rows = self._found(self._query(request)).iterator(chunk_size=500)
        return csv_response(filename, heads, ([_cell(column, row).text for column in self.columns] for row in rows))

    def _query(self, request: HttpRequest) -> dict[str, str]:
        """The known values of the query string."""
        query = {}
        if self.search is not None and (words := request.GET.get("q", "").strip()[:LONGEST_QUERY]):
            query["q"] = words
        for one in self.filters:
            if (chosen := request.GET.get(one.name, "")) in one.choices:
                query[one.name] = chosen
        sort = request.GET.get("sort", "")
        if any(column.order and column.name == sort.removeprefix("-") for column in self.columns):
            query["sort"] = sort
        return query

    def _found(self, query: Mapping[str, str]) -> QuerySet[Row]:
        rows = self.rows
        if self.search is not None and "q" in query:
            rows = rows.filter(self.search(query["q"]))
        for one in self.filters:
            if one.name in query:
                rows = rows.filter(one.condition(query[one.name]))
        return rows.order_by(*self._order(query))

    def _order(self, query: Mapping[str, str]) -> Sequence[str]:
        sort = query.get("sort", "")
        for column in self.columns:
            if sort and column.name == sort.removeprefix("-"):
                down = sort.startswith("-")
                return [_turned(name) if down else name for name in column.order] + ["-pk" if down else "pk"]
        return self.order

    def _cells(self, rows: Sequence[Row]) -> list[list[tuple[Cell, str]]]:
        if self.prepare is not None:
            self.prepare(rows)
        return [[(_cell(column, row), column.css) for column in self.columns] for row in rows]

    def _head(self, column: Column[Row], query: Mapping[str, str]) -> dict[str, str]:
        sort = query.get("sort", "")
        state = "ascending" if sort == column.name else "descending" if sort == f"-{column.name}" else ""
        wanted = f"-{column.name}" if state == "ascending" else column.name
        link = urlencode({**query, "sort": wanted}) if column.order else ""
        return {"label": str(column.label), "query": link, "state": state, "css": column.css}

    def _filter(self, one: Filter, query: Mapping[str, str]) -> dict[str, Any]:
        return {
            "name": one.name,
            "label": one.label,
            "choices": [(value, text, query.get(one.name) == value) for value, text in one.choices.items()],
        }


def _cell(column: Column[Row], row: Row) -> Cell:
    value = column.value(row)
    return value if isinstance(value, Cell) else Cell(value)


def _turned(name: str) -> str:
    return name.removeprefix("-") if name.startswith("-") else f"-{name}"


def _page_number(request: HttpRequest) -> int:
    page = request.GET.get("page", "")
    return min(int(page), MOST_PAGES) if page.isascii() and page.isdecimal() and 0 < len(page) < 7 and int(page) else 1


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
