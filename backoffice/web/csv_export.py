"""CSV files that any spreadsheet reads: UTF-8 with a byte order mark, no text that runs as a formula."""

import csv
from collections.abc import Iterable, Iterator, Sequence
from io import StringIO
from itertools import islice

from django.http import HttpResponse, StreamingHttpResponse

from backoffice.text import no_formula

ROWS_AT_ONCE = 500


def csv_response(filename: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> HttpResponse:
    """A download of these rows; amounts are to be plain text with a point before decimals."""
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{filename}"'
    # Without a byte order mark spreadsheets assume a local encoding.
    response.write("\ufeff")
    writer = csv.writer(response)
    writer.writerow(heads)
    for row in rows:
        writer.writerow(_safe(row))
    return response


def streamed_csv(filename: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> StreamingHttpResponse:
    """Like `csv_response`, for files of any length: each part is sent before the next one is made."""
    response = StreamingHttpResponse(_parts(heads, iter(rows)), content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{filename}"'
    return response


def _parts(heads: Sequence[str], rows: Iterator[Sequence[str]]) -> Iterator[str]:
    chunk: list[Sequence[str]] = [heads]
    mark = "\ufeff"
    while chunk:
        written = StringIO()
        csv.writer(written).writerows([_safe(row) for row in chunk])
        yield mark + written.getvalue()
        mark, chunk = "", list(islice(rows, ROWS_AT_ONCE))


def _safe(row: Sequence[str]) -> list[str]:
    return [text if _is_number(text) else no_formula(text) for text in row]


def _is_number(text: str) -> bool:
    return text.removeprefix("-").replace(".", "", 1).isdecimal()
