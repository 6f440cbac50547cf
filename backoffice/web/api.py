"""The tools by which other apps make their pages of the back office."""

from backoffice.web.access import may_open, office_page, staff_id
from backoffice.web.act_view import ActPage, Consequences
from backoffice.web.csv_export import csv_response, streamed_csv
from backoffice.web.forms import LineField, OnceField, PersonField, ReasonField, reason_field
from backoffice.web.listing import Cell, Column, Filter, Listing, between, words_in

__all__ = [
    "ActPage",
    "Cell",
    "Column",
    "Consequences",
    "Filter",
    "LineField",
    "Listing",
    "OnceField",
    "PersonField",
    "ReasonField",
    "between",
    "csv_response",
    "may_open",
    "office_page",
    "reason_field",
    "staff_id",
    "streamed_csv",
    "words_in",
]
