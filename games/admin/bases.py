"""Base classes of admin pages and forms that name their model: `ModelAdmin[Table]`.

Django's classes take these type parameters for type checkers only; here they may also be written at run time.
"""

from typing import TYPE_CHECKING, Any, TypeAlias

from django import forms
from django.contrib import admin
from django.http import HttpRequest

if TYPE_CHECKING:
    from django.contrib.admin import ModelAdmin as ModelAdmin
    from django.contrib.admin import TabularInline as TabularInline
    from django.contrib.admin.filters import _ListFilterChoices as FilterChoice
    from django.contrib.admin.options import _FieldsetSpec as Fieldsets
    from django.forms import ModelForm as ModelForm
else:
    FilterChoice = Fieldsets = object

    class _NamesModel:
        def __class_getitem__(cls, model):
            return cls

    class ModelAdmin(_NamesModel, admin.ModelAdmin):
        pass

    class TabularInline(_NamesModel, admin.TabularInline):
        pass

    class ModelForm(_NamesModel, forms.ModelForm):
        pass


__all__ = [
    "CleanedData",
    "Fieldsets",
    "FilterChoice",
    "ModelAdmin",
    "ModelForm",
    "TabularInline",
    "user_id",
]

CleanedData: TypeAlias = dict[str, Any]
"""What a form has read, by field; `Any`, as each field has its own type."""


def user_id(request: HttpRequest) -> int:
    """The id of the user of an admin page, who is always signed in."""
    assert request.user.is_authenticated
    return request.user.pk
