"""Accounts and bans in Django's admin: search, ban, assign roles; passwords are never shown."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, cast

from django import forms
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from backoffice.api import Change, Subject, record
from games.admin.change_log import OnlyRealChanges
from games.admin.read_only import ReadOnlyAdmin
from pokerroom.models import Ban, User

if TYPE_CHECKING:
    from django.contrib.admin.options import _FieldsetSpec

NAMES = ("username", "display_name", "first_name", "last_name", "email")

admin.site.site_header = admin.site.site_title = "Pokerroom"


@admin.register(User)
class PeopleAdmin(OnlyRealChanges[User], UserAdmin):  # type: ignore[type-arg]
    """Accounts, listed by display name; access is taken away by a ban with a reason, not here."""

    list_display = ("username", "display_name", "is_guest", "is_bot", "is_staff", "is_active", "last_login")
    list_filter = ("is_guest", "is_bot", "is_staff", "is_active", "groups")
    search_fields = ("username", "display_name")
    fieldsets = (
        (None, {"fields": ("username", "password")}),
        (_("At the table"), {"fields": ("display_name", "language", "is_guest", "is_bot")}),
        (
            _("Permissions"),
            {
                "fields": (
                    "is_active",
                    "ban_links",
                    "restriction_links",
                    "is_staff",
                    "is_superuser",
                    "groups",
                    "user_permissions",
                )
            },
        ),
        (_("Dates"), {"fields": ("last_login", "date_joined")}),
    )
    add_fieldsets = ((None, {"fields": ("username", "display_name", "usable_password", "password1", "password2")}),)
    readonly_fields = ("last_login", "date_joined", "is_active", "ban_links", "restriction_links")

    def get_fieldsets(self, request: HttpRequest, obj: User | None = None) -> "_FieldsetSpec":
        """Shows the links to bans and restrictions and the button for a new password to staff who may use them (F8)."""
        fieldsets = super().get_fieldsets(request, obj)
        hidden = set() if request.user.has_perm("pokerroom.add_ban") else {"ban_links"}
        if obj is None or not request.user.has_perm("games.view_admission"):
            hidden.add("restriction_links")
        if not self.has_change_permission(request, obj):
            hidden.add("password")
        return [
            (title, {**options, "fields": [name for name in options["fields"] if name not in hidden]})
            for title, options in fieldsets
        ]

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        """Logs a new account or what changed of one; Any, as in Django's types of this hook."""
        super().save_related(request, form, formsets, change)
        changes = [_logged(form, name) for name in form.changed_data] if change else []
        if changes or not change:
            self._log(request, form.instance, "changed" if change else "added", changes)

    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> HttpResponse:
        """Logs a new password in the transaction that sets it; the argument is named as Django calls it."""
        before = User.objects.filter(pk=id).values_list("password", flat=True).first() if id.isdecimal() else None
        with transaction.atomic():
            answer: HttpResponse = super().user_change_password(request, id, form_url)
            person = User.objects.filter(pk=id).first() if before is not None else None
            if person is not None and person.password != before:
                self._log(request, person, "password_set", [])
        return answer

    def _log(self, request: HttpRequest, person: User, what: str, changes: list[Change]) -> None:
        subject = Subject("person", person.pk)
        record(by=cast(User, request.user).pk, act=f"people.{what}", subject=subject, about=person.pk, changes=changes)

    def has_delete_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        """People are banned with a reason, never deleted: logs and ledger entries refer to them."""
        return False

    @admin.display(description=_("bans"))
    def ban_links(self, person: User) -> SafeString:
        """Links to this person's bans and to the page of a new decision."""
        page, label = ("people:ban", _("Ban")) if person.is_active else ("people:lift_ban", _("Lift the ban"))
        return format_html(
            '<a href="{}?person__id__exact={}">{}</a> · <a href="{}">{}</a>',
            *(reverse("admin:pokerroom_ban_changelist"), person.pk, person.bans.count()),
            *(reverse(page, args=[person.pk]), label),
        )

    @admin.display(description=_("restrictions"))
    def restriction_links(self, person: User) -> SafeString:
        """Links to all that staff have imposed on this person at tables and in the chat, ended ones included."""
        pages = (
            ("admission", _("bars and invitations")),
            ("separatedplayers", _("pairs kept apart")),
            ("chatban", _("chat bans")),
        )
        links = ((reverse(f"admin:games_{page}_changelist"), person.pk, label) for page, label in pages)
        return format_html_join(" · ", '<a href="{}?concerns={}">{}</a>', links)


def _logged(form: forms.BaseForm, name: str) -> Change:
    """A changed field; names of people are in no act, so of theirs only that they changed."""
    if name in NAMES:
        return Change(name, "", "")
    field = form.fields[name]
    return Change(name, _kept(form.get_initial_for_field(field, name)), _kept(form.cleaned_data[name]))


def _kept(value: object) -> str:
    match value:
        case bool():
            return "on" if value else "off"
        case None | str() | int():
            return str(value or "")
        case Iterable():
            return ", ".join(str(one) for one in value)
    return str(value)


@admin.register(Ban)
class BanAdmin(ReadOnlyAdmin, admin.ModelAdmin):  # type: ignore[type-arg]
    """Bans and their ends, with author and reason; they are decided on the pages about people (F3)."""

    list_display = ("at", "person", "kind", "until", "reason", "by")
    list_filter = ("kind",)
    list_select_related = ("person", "by")
    search_fields = ("person__username", "person__display_name", "reason")
