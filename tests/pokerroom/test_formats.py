"""Dates are written in one style in each language, on every page."""

import re
from datetime import datetime
from pathlib import Path

import pytest
from django.conf import settings
from django.utils.formats import date_format
from django.utils.translation import override

DATES = ("DATE_FORMAT", "SHORT_DATE_FORMAT")
MOMENTS = ("DATETIME_FORMAT", "SHORT_DATETIME_FORMAT")
NAMED = {*DATES, *MOMENTS, "TIME_FORMAT", "MONTH_DAY_FORMAT", "YEAR_MONTH_FORMAT"}
FOR_MACHINES = {"c", "U", "Y-m-d"}
"""Attributes of `time`, of clocks, and the values of date fields."""
WITH_SECONDS = "H:i:s"
"""The audit log tells moments apart that are within one minute."""


@pytest.mark.parametrize(("language", "date"), [("en", "5 Nov 2026"), ("cs", "5. 11. 2026"), ("sk", "5. 11. 2026")])
def test_a_date_and_a_moment_have_one_form_in_each_language(language: str, date: str) -> None:
    moment = datetime(2026, 11, 5, 16, 7)
    with override(language):
        assert {date_format(moment, form) for form in DATES} == {date}
        assert {date_format(moment, form) for form in MOMENTS} == {f"{date} 16:07"}
        assert date_format(moment, "TIME_FORMAT") == "16:07"
        assert date.startswith(date_format(moment, "MONTH_DAY_FORMAT"))


def test_no_template_writes_a_date_in_a_form_of_its_own() -> None:
    used = {
        form
        for template in Path(settings.BASE_DIR, "templates").rglob("*.html")
        for form in re.findall(r"\|(?:date|time):[\"']([^\"']+)[\"']", template.read_text(encoding="utf-8"))
    }
    assert used <= NAMED | FOR_MACHINES | {WITH_SECONDS}
