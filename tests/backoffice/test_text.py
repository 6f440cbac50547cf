"""Typed text is harmless for spreadsheets, whatever they take for the end of a cell."""

import pytest

from backoffice.text import no_formula


@pytest.mark.parametrize(
    ("typed", "written"),
    [
        ("=1+1", "'=1+1"),
        ("-cmd", "'-cmd"),
        (" @SUM(1)", " '@SUM(1)"),
        ("rude; =HYPERLINK(1)", "rude; '=HYPERLINK(1)"),
        ("a;+1;-2", "a;'+1;'-2"),
        ("＝1+1", "'＝1+1"),
        ("a;＋1;－2; ＠3", "a;'＋1;'－2; '＠3"),
        ("\t1+1", "'\t1+1"),
        ("two\n=1\t@2", "two\n'=1\t'@2"),
        ("Žofie: 1+1=2; or not", "Žofie: 1+1=2; or not"),
        ("", ""),
    ],
)
def test_no_text_begins_a_cell_as_a_formula(typed: str, written: str) -> None:
    assert no_formula(typed) == written
