"""Accounts and bans in Django's admin: search, ban, assign roles; passwords are never shown."""

from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from pokerroom import bans
from pokerroom.models import LONGEST_REASON, Ban, User

admin.site.site_header = admin.site.site_title = "Pokerroom"


@admin.register(User)
class PeopleAdmin(UserAdmin):  # type: ignore[type-arg]
    """Accounts, listed by display name; access is taken away by a ban with a reason, not here."""

    list_display = ("username", "display_name", "is_guest", "is_bot", "is_staff", "is_active", "last_login")
    list_filter = ("is_guest", "is_bot", "is_staff", "is_active", "groups")
    search_fields = ("username", "display_name")
    fieldsets = (
        (None, {"fields": ("username", "password")}),
        (_("At the table"), {"fields": ("display_name", "language", "is_guest", "is_bot")}),
        (_("May"), {"fields": ("is_active", "door", "is_staff", "is_superuser", "groups", "user_permissions")}),
        (_("When"), {"fields": ("last_login", "date_joined")}),
    )
    add_fieldsets = ((None, {"fields": ("username", "display_name", "usable_password", "password1", "password2")}),)
    readonly_fields = ("last_login", "date_joined", "is_active", "door")

    def get_fieldsets(self, request: HttpRequest, obj: Any = None) -> Any:
        """Shows the link to bans only to staff who may ban (F8)."""
        fieldsets = super().get_fieldsets(request, obj)
        if request.user.has_perm("pokerroom.add_ban"):
            return fieldsets
        return [
            (title, {**options, "fields": [name for name in options["fields"] if name != "door"]})
            for title, options in fieldsets
        ]

    @admin.display(description=_("bans"))
    def door(self, person: User) -> SafeString:
        """Links to this person's bans and to a new decision."""
        kind, words = (Ban.Kind.BANNED, _("Ban")) if person.is_active else (Ban.Kind.BACK, _("Let in again"))
        listed, added = reverse("admin:pokerroom_ban_changelist"), reverse("admin:pokerroom_ban_add")
        return format_html(
            '<a href="{}?person__id__exact={}">{}</a> · <a href="{}?person={}&amp;kind={}">{}</a>',
            *(listed, person.pk, person.bans.count()),
            *(added, person.pk, kind.value, words),
        )


class BanForm(forms.ModelForm):  # type: ignore[type-arg]
    """One ban or its end for one person; `by` is the member of staff who decides."""

    reason = forms.CharField(
        label=_("reason"),
        max_length=LONGEST_REASON,
        help_text=_("Only staff see it."),
        widget=forms.Textarea(attrs={"rows": 3, "cols": 70, "maxlength": LONGEST_REASON}),
    )

    by: ClassVar[Any]

    class Meta:
        model = Ban
        fields: ClassVar = ["person", "kind", "reason"]

    def clean(self) -> dict[str, Any]:
        """Refuses a decision that this member of staff may not make, or that changes nothing."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if not self.errors:
            words = bans.refusal(person=data["person"], kind=data["kind"], by=self.by)
            if words:
                raise forms.ValidationError(words)
        return data


@admin.register(Ban)
class BanAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Bans and their ends, with author and reason; decisions are added and never changed (F3)."""

    form = BanForm
    list_display = ("at", "person", "kind", "reason", "by")
    list_filter = ("kind",)
    list_select_related = ("person", "by")
    search_fields = ("person__username", "person__display_name", "reason")
    autocomplete_fields = ("person",)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Decisions are never changed; a later one can end them."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """The log is append-only."""
        return False

    def get_form(self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any) -> Any:
        """A form class that knows the request's user."""
        form = super().get_form(request, obj, change=change, **kwargs)
        form.by = request.user  # type: ignore[attr-defined]
        return form

    def save_model(self, request: HttpRequest, obj: Any, form: Any, change: bool) -> None:
        """Makes the decision with the person's row locked."""
        data = form.cleaned_data
        kept = bans.decide(person_id=data["person"].pk, kind=data["kind"], reason=data["reason"], by=request.user)
        obj.pk, obj._state.adding = kept.pk, False
