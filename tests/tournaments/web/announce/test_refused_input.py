"""Input of the announcement that cannot be is refused at its field or level (T1)."""

from datetime import datetime
from typing import Any

import pytest

from tests.tournaments.web.support.announcement_form import NOW, posted, setup_from
from tests.tournaments.web.support.scenes import SUNDAY
from tournaments.web.announce.forms import AnnouncementForm
from tournaments.web.announce.structure_form import COLUMNS, StructureForm
from tournaments.web.announce.views import FIRST, announcement, playable_structure


@pytest.mark.parametrize(
    ("field", "typed"),
    [
        ("preset", {"preset": "other"}),
        ("timeout_action", {"timeout_action": "other"}),
        ("turn_seconds", {"turn_seconds": "2"}),
        ("turn_seconds", {"turn_seconds": "999999999"}),
        ("bank_seconds", {"bank_seconds": "-1"}),
        ("ticket", {"pays": "satellite"}),
        ("fixed", {"pays": "fixed", "fixed": " "}),
        ("rows", {"pays": "table", "rows": ""}),
        ("max_players", {"max_players": "-1"}),
        ("late_until", {"late_until": "61"}),
        ("rebuy_chips", {"rebuy_until": "5", "rebuy_chips": "0"}),
        ("addon_chips", {"addon_at": "5", "addon_chips": "0"}),
        ("pool", {"pool": "-5"}),
        ("guaranteed", {"guaranteed": "1e9"}),
        ("name", {"name": "\u200b\u200b\u200b"}),
    ],
)
def test_T1_Y_input_that_cannot_be_is_refused_at_its_field(field: str, typed: dict[str, str]) -> None:
    form = AnnouncementForm(posted(SUNDAY, **typed), now=FIRST)
    assert field in form.errors


@pytest.mark.parametrize(
    ("field", "typed"),
    [
        ("starts_at", {"starts_at": datetime(2020, 1, 1, 20)}),
        ("ends_at", {"ends_at": datetime(2030, 1, 1, 19)}),
        ("ends_at", {"starts_at": "", "ends_at": datetime(2020, 1, 1, 20)}),
        ("min_players", {"min_players": "1"}),
        ("max_players", {"min_players": "9", "max_players": "8"}),
        ("max_players", {"max_players": "1"}),
        ("final_seats", {"final_seats": "1"}),
        ("seats", {"game": "stud", "betting": "fl", "seats": "10"}),
        ("late_until", {"late_until": "50"}),
        ("rebuy_until", {"rebuy_until": "50", "rebuy_chips": "100"}),
        ("rebuy_chips", {"rebuy_until": "5", "rebuy_chips": "110"}),
        ("addon_at", {"addon_at": "50"}),
        ("rows", {"pays": "table", "rows": "9: 60 50"}),
        ("rows", {"pays": "table", "rows": "9: 50 50\n9: 60 40"}),
        ("rows", {"pays": "table", "rows": "-9: 100"}),
        ("rows", {"pays": "table", "rows": "9: x"}),
        ("fixed", {"pays": "fixed", "fixed": "100, x"}),
        ("fixed", {"pays": "fixed", "fixed": "100, 200"}),
        ("fixed", {"pays": "fixed", "fixed": "0"}),
        ("shootout", {"shootout": "1"}),
        ("stack", {"stack": "25"}),
        ("stack", {"stack": "10010"}),
        ("chips", {"chips": "0, 25"}),
        ("chips", {"chips": "25, x"}),
        ("races", {"races": "7:100, 3:500"}),
        ("races", {"races": "7"}),
        ("races", {"races": "99:100"}),
        (2, {"small": ["50", "25"], "big": ["100", "50"]}),
        (1, {"small": ["25"], "big": ["50"], "minutes": ["999999999"]}),
        (1, {"small": ["25"], "big": ["50"], "minutes": [""]}),
        (1, {"small": ["25"], "big": ["50"], "minutes": ["-5"]}),
        (1, {"small": ["25"], "big": ["50"], "rest": ["1441"]}),
        (1, {"small": ["25"], "big": ["50"], "ante": ["75"]}),
        (1, {"game": "stud", "betting": "fl", "seats": "8"}),
        (1, {"game": "holdem", "betting": "fl", "small": ["25"], "big": ["100"]}),
    ],
)
def test_T1_T4_a_refusal_is_shown_at_its_field_or_level(field: str | int, typed: dict[str, Any]) -> None:
    columns = {name: ["10"] if name == "minutes" else [""] for name in COLUMNS} if "small" in typed else {}
    if len(typed.get("small", ())) == 2:
        columns |= {name: [*values, *values] for name, values in columns.items()}
    late = {"late_until": "1"} if "small" in typed else {}
    starts_at = {"starts_at": datetime(2030, 1, 1, 20)}
    data = posted(SUNDAY, **{**starts_at, **columns, **late, **typed})
    form, plan = AnnouncementForm(data, now=FIRST), StructureForm(data, now=FIRST.structure)
    assert form.is_valid() and plan.is_valid(), (form.errors, plan.errors)
    structure = playable_structure(plan)
    if structure is not None:
        announcement(form, plan, structure, NOW)
    levels = {line.number for line in plan.levels if line.wrong}
    assert {*form.errors, *plan.errors, *levels} == {field}


def test_T2_a_sit_and_go_without_numbers_starts_with_one_full_table() -> None:
    setup = setup_from(posted(SUNDAY, starts_at="", min_players="", max_players="", seats="6"))
    assert (setup.starts_at, setup.max_players, setup.players_to_start) == (0, 6, 6)
    setup = setup_from(posted(SUNDAY, starts_at="", min_players="12", max_players=""))
    assert (setup.max_players, setup.players_to_start) == (12, 12)


def test_T2_a_start_without_the_least_number_needs_one_full_table_or_all_seats_there_are() -> None:
    assert setup_from(posted(SUNDAY, min_players="", max_players="6")).players_to_start == 6


@pytest.mark.parametrize("typed", ["1_000", "+1000", "\u0661\u0660\u0660\u0660", "1000.0"])
def test_T4_the_number_of_players_of_the_forecast_is_read_once_however_it_is_typed(typed: str) -> None:
    plan = StructureForm(posted(SUNDAY, expected=typed), now=FIRST.structure)
    structure = playable_structure(plan)
    assert structure is not None
    assert plan.compute(structure).levels[0].players == 1000


def test_T4_more_levels_than_the_editor_holds_are_refused() -> None:
    plan = StructureForm(posted(SUNDAY, **{name: ["10"] * 61 for name in COLUMNS}), now=FIRST.structure)
    assert plan.is_valid()
    assert playable_structure(plan) is None
    assert "At most 60 levels" in str(plan.non_field_errors())
