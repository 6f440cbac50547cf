"""The forms of acts on flags and cases (F7)."""

from typing import Any

from django import forms
from django.contrib.auth import get_user_model
from django.db.models import Q
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from backoffice.web.api import OnceField, ReasonField, reason_field
from games.engine.watch_list.flags import THRESHOLDS, FlagKind
from games.models.watch_list import LONGEST_TEXT, WatchCase, WatchFlag
from games.operations.watch_list.cases import WORK
from games.operations.watch_list.thresholds import thresholds
from games.web.floor.watch_list.words import figure_text, meaning, people_text

MOST = 100_000


class OpenCaseForm(forms.Form):
    """Opens a case, also of other flags about the same people."""

    alike = forms.MultipleChoiceField(
        label=_("other flags about the same people"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=_("Those that you tick become part of the case."),
    )
    reason = reason_field()
    once = OnceField()

    def __init__(self, *args: Any, alike: list[WatchFlag], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not alike:
            del self.fields["alike"]
            return
        field = self.fields["alike"]
        assert isinstance(field, forms.MultipleChoiceField)
        field.choices = [
            (str(row.pk), f"{row.get_kind_display()}: {people_text(row)}, {figure_text(row.kind, row.figure)}")
            for row in alike
        ]


class NoteForm(forms.Form):
    """Adds a note."""

    text = ReasonField(label=_("note"), max_length=LONGEST_TEXT, help_text=_("Staff read it, players do not."))
    once = OnceField()


class AssignForm(forms.Form):
    """Gives the case to somebody."""

    to = forms.ModelChoiceField(queryset=get_user_model().objects.none(), label=pgettext_lazy("a person", "to"))
    reason = reason_field()
    once = OnceField()

    def __init__(self, *args: Any, about: list[int], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        app, codename = WORK.split(".")
        holds = Q(groups__permissions__content_type__app_label=app, groups__permissions__codename=codename)
        people = get_user_model().objects.filter(holds & Q(is_staff=True) | Q(is_superuser=True), is_active=True)
        field = self.fields["to"]
        assert isinstance(field, forms.ModelChoiceField)
        field.queryset = people.exclude(pk__in=about).distinct().order_by("display_name")


class DecideForm(forms.Form):
    """Ends the case."""

    decision = forms.ChoiceField(label=_("decision"), choices=WatchCase.Decision.choices, widget=forms.RadioSelect)
    reason = reason_field()
    once = OnceField()


class ThresholdsForm(forms.Form):
    """The threshold of every kind, each with what it means."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        now = thresholds()
        for kind, label in WatchFlag.Kind.choices:
            usual = _("%(meaning)s Usual: %(usual)d.") % {
                "meaning": meaning(FlagKind(kind)),
                "usual": THRESHOLDS[FlagKind(kind)],
            }
            self.fields[kind] = forms.IntegerField(
                label=label, min_value=1, max_value=MOST, initial=now[FlagKind(kind)], help_text=usual
            )
        self.fields["reason"] = reason_field()
        self.fields["once"] = OnceField()

    @property
    def wanted(self) -> dict[FlagKind, int]:
        """The thresholds that were typed."""
        return {kind: self.cleaned_data[kind] for kind in FlagKind}
