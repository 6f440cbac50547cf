"""Base classes of admin pages and forms, with the type parameters that Django's classes have for type checkers only."""

from typing import TYPE_CHECKING, Any, TypeAlias

from django import forms
from django.contrib import admin

if TYPE_CHECKING:
    ModelAdmin: TypeAlias = admin.ModelAdmin[Any]
    ModelForm: TypeAlias = forms.ModelForm[Any]
    TabularInline: TypeAlias = admin.TabularInline[Any, Any]
else:
    ModelAdmin, ModelForm, TabularInline = admin.ModelAdmin, forms.ModelForm, admin.TabularInline
