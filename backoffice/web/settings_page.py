"""The page of the room's settings: each explained, changed with a reason, each change in the log."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.db import transaction
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from backoffice import room_settings
from backoffice.errors import Refused
from backoffice.log import Change, Subject, record
from backoffice.room_settings import Setting, Value
from backoffice.web.act_view import ActPage
from backoffice.web.forms import reason_field

CHANGED = "backoffice.settings_changed"


class SettingsForm(forms.Form):
    """One field for each declared setting, and the reason."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for setting in room_settings.declared():
            self.fields[setting.key] = _field(setting)
            self.initial.setdefault(setting.key, room_settings.value(setting.key))
        self.fields["reason"] = reason_field()


class SettingsPage(ActPage[SettingsForm]):
    """Changes settings of the room."""

    form_class = SettingsForm
    title = gettext_lazy("Settings of the room")
    button = gettext_lazy("Save")

    def __init__(self, request: HttpRequest, *, by: int) -> None:
        super().__init__(request)
        self.by = by

    def consequences(self, form: SettingsForm) -> Sequence[str]:
        """Each setting that changes, with its old and new value."""
        changes = _changes(form)
        if not changes:
            raise Refused("nothing_changed", _("Nothing was changed."))
        names = {setting.key: setting.label for setting in room_settings.declared()}
        return [f"{names[one.what]}: {one.before} → {one.after}" for one in changes]

    def carry_out(self, form: SettingsForm) -> str:
        """Stores the changed settings and logs them."""
        with transaction.atomic():
            changes = _changes(form)
            for change in changes:
                room_settings.store(change.what, form.cleaned_data[change.what])
            if changes:
                record(
                    by=self.by,
                    act=CHANGED,
                    subject=Subject("settings", ""),
                    changes=changes,
                    reason=form.cleaned_data["reason"],
                )
        return reverse("backoffice:settings")


def _changes(form: SettingsForm) -> list[Change]:
    pairs = [(one, room_settings.value(one.key), form.cleaned_data[one.key]) for one in room_settings.declared()]
    return [Change(one.key, _text(one, old), _text(one, new)) for one, old, new in pairs if old != new]


def _text(setting: Setting, value: Value) -> str:
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    return str(setting.choices.get(str(value), value))


def _field(setting: Setting) -> forms.Field:
    if isinstance(setting.default, bool):
        return forms.BooleanField(label=setting.label, help_text=setting.help, required=False)
    if isinstance(setting.default, int):
        return forms.IntegerField(
            label=setting.label, help_text=setting.help, min_value=setting.least, max_value=setting.most
        )
    if setting.choices:
        return forms.ChoiceField(label=setting.label, help_text=setting.help, choices=list(setting.choices.items()))
    return forms.CharField(label=setting.label, help_text=setting.help, required=False, max_length=300)
