"""The page, acts and subject of the watch list in the back office, and its part of a person's page (F7)."""

from collections.abc import Collection, Mapping, Sequence

from django.contrib.auth import get_user_model
from django.db.models import Q
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from backoffice.api import (
    ChangeText,
    Named,
    OfficePage,
    PanelRow,
    PersonPanel,
    Section,
    register_acts,
    register_change_text,
    register_pages,
    register_person_panel,
    register_subject,
)
from games.models.watch_list import WatchCase, WatchFlag
from games.operations.watch_list.cases import ASSIGNED, ENDED, NOTED, OPENED, SUBJECT
from games.operations.watch_list.thresholds import SET
from games.web.floor.watch_list.pages import VIEW
from games.web.floor.watch_list.words import figure_text, people_text, state_text

SHOWN = 12


def register_watch_list() -> None:
    """Adds them when Django starts."""
    register_pages(OfficePage(Section.FLOOR, _("Watch list"), "watch_list:flags", VIEW))
    register_acts(
        {
            OPENED: _("Case of the watch list opened"),
            NOTED: _("Note added to a case"),
            ASSIGNED: _("Case assigned"),
            ENDED: _("Case decided and ended"),
            SET: _("Thresholds of the watch list set"),
        }
    )
    register_subject(SUBJECT, _("Case"), _names)
    register_change_text("watch_", _change)
    register_person_panel(PersonPanel(_("Flags"), VIEW, _rows, of_others_only=True))


def _names(ids: Collection[str]) -> Mapping[str, Named]:
    rows = WatchCase.objects.filter(pk__in=[number for number in ids if number.isdecimal()])
    return {str(row.pk): Named(f"#{row.pk}", reverse("watch_list:case", args=[row.pk])) for row in rows}


def _rows(person: int) -> Sequence[PanelRow]:
    rows = WatchFlag.objects.filter(Q(person=person) | Q(other=person)).select_related("person", "other", "case")
    return [
        PanelRow(
            f"{row.get_kind_display()}: {people_text(row)}",
            f"{figure_text(row.kind, row.figure)} · {state_text(row)}",
            reverse("watch_list:flag", args=[row.pk]),
            hidden_from=[pk for pk in (row.person_id, row.other_id) if pk],
        )
        for row in rows[:SHOWN]
    ]


def _name(person: str) -> str:
    people = get_user_model().objects.filter(pk=person) if person.isdecimal() else []
    return next((one.display_name for one in people), person)


def _change(_subject: str, what: str, before: str, after: str) -> ChangeText:
    """A change of a case or of a threshold in words."""
    kinds = dict(WatchFlag.Kind.choices)
    if what in kinds:
        return ChangeText(str(kinds[what]), before, after)
    if what == "flag":
        kind, _colon, figure = after.partition(":")
        return ChangeText(str(WatchFlag._meta.verbose_name), before, f"{kinds[kind]}, {figure_text(kind, int(figure))}")
    if what == "assigned_to":
        before, after = (_name(person) for person in (before, after))
    label = str(getattr(WatchCase._meta.get_field(what), "verbose_name", what))
    names = dict(WatchCase.Decision.choices)
    return ChangeText(label, str(names.get(before, before)), str(names.get(after, after)))
