"""What the admin records about a saved page: real changes alone, with old and new values (F3)."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, ClassVar, TypeAlias, TypeVar, cast

from django import forms
from django.contrib.admin.models import LogEntry
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.formats import date_format
from django.utils.text import capfirst
from django.utils.timezone import localtime
from django.utils.translation import gettext as _

from backoffice.api import Change, Subject, record
from games.admin.bases import ModelAdmin, ModelForm, user_id
from games.money.escrow import AmountField, amount_text

Row = TypeVar("Row", bound=Model)
ChangeMessage: TypeAlias = list[dict[str, dict[str, list[str]]]]
NOTHING = "–"


class OnlyRealChanges(ModelAdmin[Row]):
    """A page of which a save without a change is not recorded."""

    def log_change(  # type: ignore[override]  # a save that changes nothing writes no row
        self, request: HttpRequest, obj: Row, message: ChangeMessage
    ) -> LogEntry | None:
        """Records a save that changed something."""
        return super().log_change(request, obj, message) if message else None


class OldAndNewValues(OnlyRealChanges[Row]):
    """A page whose changes are recorded with old and new values."""

    def construct_change_message(
        self, request: HttpRequest, form: forms.Form, formsets: object, add: bool = False
    ) -> ChangeMessage:
        """Each changed field as "Open tables per player: 2 → 3"."""
        if add:
            return [{"added": {}}]
        fields = [_change_text(form, name) for name in form.changed_data]
        return [{"changed": {"fields": fields}}] if fields else []


class LoggedChanges(OldAndNewValues[Row]):
    """A page whose changes the log of acts keeps with old and new values; `subject` is its kind of things there."""

    subject: ClassVar[str] = ""

    def save_related(self, request: HttpRequest, form: ModelForm[Row], formsets: Any, change: bool) -> None:
        """Logs what was saved; Any, as in Django's types of this hook."""
        super().save_related(request, form, formsets, change)
        changes = [_change(form, name) for name in form.changed_data]
        if changes or not change:
            act = f"{self.subject}.{'changed' if change else 'added'}"
            record(by=user_id(request), act=act, subject=Subject(self.subject, form.instance.pk), changes=changes)

    def delete_model(self, request: HttpRequest, obj: Row) -> None:
        """Logs what is deleted."""
        subject, gone = Subject(self.subject, obj.pk), str(obj)
        super().delete_model(request, obj)
        record(by=user_id(request), act=f"{self.subject}.deleted", subject=subject, changes=[Change("text", gone, "")])

    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[Row]) -> None:
        """Deletes rows one by one, so that each is logged."""
        for obj in queryset:
            self.delete_model(request, obj)


def _change(form: forms.BaseForm, name: str) -> Change:
    field = form.fields[name]
    before, after = form.get_initial_for_field(field, name), form.cleaned_data[name]
    return Change(name, _kept_text(before), _kept_text(after))


def _kept_text(value: object) -> str:
    """A value as the log keeps it, in no language."""
    match value:
        case None:
            return ""
        case bool():
            return "on" if value else "off"
        case datetime():
            return value.isoformat(timespec="minutes")
        case str() | int():
            return str(value)
        case Iterable():
            return ", ".join(str(one) for one in value)
    return str(value)


def _change_text(form: forms.Form, name: str) -> str:
    field = form.fields[name]
    before, after = form.get_initial_for_field(field, name), form.cleaned_data[name]
    return _("{setting}: {before} → {after}").format(
        setting=capfirst(str(form[name].label)), before=_value_text(field, before), after=_value_text(field, after)
    )


def _value_text(field: forms.Field, value: object) -> str:
    choices = cast("Iterable[tuple[object, object]]", field.choices) if isinstance(field, forms.ChoiceField) else ()
    names = {str(key): str(name) for key, name in choices}
    match value:
        case bool():
            return _("yes") if value else _("no")
        case datetime():
            return date_format(localtime(value), "SHORT_DATETIME_FORMAT")
        case int() if isinstance(field, AmountField):
            return amount_text(value, field.currency)
        case str() | int():
            return names.get(str(value), str(value)) or NOTHING
        case Iterable():
            return ", ".join(names.get(str(one), str(one)) for one in value) or NOTHING
    return NOTHING
