"""Admin pages of restrictions: imposed with a reason, ended with another, never changed or deleted (F3)."""

import re
from datetime import datetime
from typing import Any, ClassVar, NamedTuple, TypeVar

from django import forms
from django.contrib import admin
from django.contrib.auth import get_user_model
from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from backoffice.api import Change, Subject, record
from backoffice.text import clean_line
from backoffice.web.api import ReasonField
from games.admin.bases import CleanedData, user_id
from games.admin.impartial import ImpartialAdmin, ImpartialForm
from games.engine.events.kinds import LONGEST_REASON
from games.models.restrictions import ENDS_TOO_EARLY, IN_FORCE, Restriction
from games.text.refusals import refusal_text

Row = TypeVar("Row", bound=Restriction)
PLAYER_NUMBER = re.compile(r"[0-9]{1,17}")


class RestrictionForm(ImpartialForm[Row]):
    """A new restriction with its reason, or the reason of its end."""

    end_reason = ReasonField(
        label=_("reason of the end"),
        required=False,
        max_length=LONGEST_REASON,
        help_text=_("Saving it ends the restriction."),
    )

    def clean_until(self) -> datetime | None:
        """Refuses a restriction that has ended already."""
        until: datetime | None = self.cleaned_data["until"]
        if until is not None and until <= timezone.now():
            raise forms.ValidationError(ENDS_TOO_EARLY)
        return until

    def _post_clean(self) -> None:
        """Checks the constraints of a new row also where they name columns that the form lacks."""
        super()._post_clean()  # type: ignore[misc]  # the stubs leave this hook out
        if self.instance.pk is None and not self.errors:
            try:
                self.instance.validate_constraints()
            except ValidationError as wrong:
                self.add_error(None, wrong)

    def clean(self) -> CleanedData:
        """Adds an error if the reason is missing."""
        data = super().clean()
        name = "end_reason" if self.instance.pk else "reason"
        if not clean_line(data.get(name) or ""):
            self.add_error(name, refusal_text("why_needed"))
        return data


class InForce(admin.SimpleListFilter):
    """Filters restrictions by whether they are in force."""

    title = _("state")
    parameter_name = "state"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:  # Any: see `ConcernsPlayer`.
        self.in_force: Q = model_admin.in_force()
        return [("in_force", gettext("in force")), ("ended", gettext("no longer in force"))]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Row]) -> QuerySet[Row]:
        wanted = {"in_force": self.in_force, "ended": ~self.in_force}
        return queryset.filter(wanted.get(self.value() or "", Q()))


class ConcernsPlayer(admin.SimpleListFilter):
    """Shows one player's restrictions, as the link on the player's page does; offered only while it is used."""

    title = _("player")
    parameter_name = "concerns"

    # Any: the page is a RestrictionAdmin of any row, which Django's type of this hook cannot say.
    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, str]]:
        self.columns: tuple[str, ...] = model_admin.concerned
        player = self.value() or ""
        if not PLAYER_NUMBER.fullmatch(player):
            return []
        people = get_user_model().objects.filter(pk=player).values_list("pk", "display_name")
        return [(str(pk), name) for pk, name in people]

    def queryset(self, request: HttpRequest, queryset: QuerySet[Row]) -> QuerySet[Row]:
        if self.value() is None:
            return queryset
        return queryset.filter(Q(*((column, self.value()) for column in self.columns), _connector=Q.OR))


class Logged(NamedTuple):
    """What the log of acts keeps of a restriction: a code, what it concerns besides a person, the person, its end."""

    what: str
    subject: Subject
    about: int
    until: datetime | None = None


class RestrictionAdmin(ImpartialAdmin[Row]):
    """Restrictions past and present; `imposed` are the fields of a new one, `concerned` those that name players."""

    imposed: tuple[str, ...] = ()
    concerned: tuple[str, ...] = ("player",)
    list_filter: ClassVar[tuple[type[admin.SimpleListFilter] | str, ...]] = (InForce, ConcernsPlayer)
    ended = ("by", "created_at", "ended_by", "ended_at")

    def in_force(self) -> Q:
        """The rows that hold now."""
        return IN_FORCE

    def get_fields(self, request: HttpRequest, obj: Row | None = None) -> tuple[str, ...]:
        return (*self.imposed, *self.ended, "end_reason") if obj else self.imposed

    def get_readonly_fields(self, request: HttpRequest, obj: Row | None = None) -> tuple[str, ...]:
        return (*self.imposed, *self.ended) if obj else ()

    def has_change_permission(self, request: HttpRequest, obj: Row | None = None) -> bool:
        """A restriction that has ended stays as it is."""
        return (obj is None or obj.ended_at is None) and super().has_change_permission(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Row | None = None) -> bool:
        return False

    def logged(self, obj: Row) -> Logged:
        """What the log of acts keeps of it."""
        raise NotImplementedError

    def tell(self, obj: Row) -> None:
        """Tells whom a new restriction concerns at once."""

    def save_model(self, request: HttpRequest, obj: Row, form: RestrictionForm[Row], change: bool) -> None:
        """Imposes a new restriction, or ends this one unless somebody else was quicker."""
        by, kept = user_id(request), self.logged(obj)
        if change:
            reason = form.cleaned_data["end_reason"]
            in_force = type(obj)._default_manager.filter(IN_FORCE, pk=obj.pk)
            if not in_force.update(ended_at=timezone.now(), ended_by_id=by, end_reason=reason):
                return
            changes = []
        else:
            obj.by_id, reason = by, form.cleaned_data["reason"]
            super().save_model(request, obj, form, change)
            self.tell(obj)
            changes = [Change("until", "", kept.until.isoformat(timespec="minutes"))] if kept.until else []
        act = f"{kept.what}.{'ended' if change else 'imposed'}"
        record(by=by, act=act, subject=kept.subject, about=kept.about, changes=changes, reason=reason, own=form.own)
