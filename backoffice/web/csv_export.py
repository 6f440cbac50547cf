"""CSV files that any spreadsheet reads: UTF-8 with a byte order mark, no text that runs as a formula."""

import csv
from collections.abc import Iterable, Sequence

from django.http import HttpResponse

from backoffice.text import no_formula


def csv_response(filename: str, heads: Sequence[str], rows: Iterable[Sequence[str]]) -> HttpResponse:
    """A download of these rows; amounts are to be plain text with a point before decimals."""
    response = HttpResponse(content_type="text/csv; charset=utf-8")
    response["Content-Disposition"] = f'attachment; filename="{filename}"'
    # Without a byte order mark spreadsheets assume a local encoding.
    response.write("\ufeff")
    writer = csv.writer(response)
    writer.writerow(heads)
    for row in rows:
        writer.writerow([text if _is_number(text) else no_formula(text) for text in row])
    return response


def _is_number(text: str) -> bool:
    return text.removeprefix("-").replace(".", "", 1).isdecimal()
