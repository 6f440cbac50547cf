"""The announcement form as a browser submits it."""

from datetime import datetime

from django.http import QueryDict

from tournaments.engine.setup.setup import Setup
from tournaments.web.announce.forms import AnnouncementForm
from tournaments.web.announce.structure_form import COLUMNS, StructureForm
from tournaments.web.announce.views import FIRST

NOW = 1_600_000_000_000


def posted(setup: Setup, **changes: object) -> QueryDict:
    """The submitted form of this announcement with some fields replaced, those of levels by lists of values."""
    form, plan = AnnouncementForm(now=setup), StructureForm(now=setup.structure)
    data = QueryDict(mutable=True)
    for name, value in {**form.initial, **plan.initial, **changes}.items():
        if value is None or value is False or value == "":
            continue
        data[name] = value.strftime("%Y-%m-%dT%H:%M") if isinstance(value, datetime) else str(value)
    for name in COLUMNS:
        typed = changes.get(name)
        data.setlist(name, typed if isinstance(typed, list) else [getattr(line, name) for line in plan.levels])
    return data


def setup_from(data: QueryDict) -> Setup:
    """The announcement of a submitted form."""
    form, plan = AnnouncementForm(data, now=FIRST), StructureForm(data, now=FIRST.structure)
    assert form.is_valid(), form.errors
    assert plan.is_valid(), plan.errors
    return form.setup(plan.structure(), now=NOW)
