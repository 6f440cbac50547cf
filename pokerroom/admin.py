"""Accounts and bans in Django's admin: search, ban, assign roles; passwords are never shown."""

from collections.abc import Iterable
from datetime import datetime
from typing import TYPE_CHECKING, Any, ClassVar, cast

from django import forms
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext_lazy as _

from backoffice.api import Change, Subject, record
from backoffice.web.api import ReasonField
from games.admin.change_log import OnlyRealChanges
from games.engine.events.kinds import LONGEST_REASON
from pokerroom import bans
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
        """Links to this person's bans and to a new decision."""
        kind, label = (Ban.Kind.BANNED, _("Ban")) if person.is_active else (Ban.Kind.LIFTED, _("Lift the ban"))
        list_url, add_url = reverse("admin:pokerroom_ban_changelist"), reverse("admin:pokerroom_ban_add")
        return format_html(
            '<a href="{}?person__id__exact={}">{}</a> · <a href="{}?person={}&amp;kind={}">{}</a>',
            *(list_url, person.pk, person.bans.count()),
            *(add_url, person.pk, kind.value, label),
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


class BanForm(forms.ModelForm):  # type: ignore[type-arg]
    """One ban or its end for one person; `by` is the member of staff who decides."""

    reason = ReasonField(label=_("reason"), max_length=LONGEST_REASON, help_text=_("The person reads the reason."))

    by: ClassVar[User]

    class Meta:
        model = Ban
        fields: ClassVar = ["person", "kind", "until", "reason"]

    def clean_until(self) -> datetime | None:
        """Refuses a ban that has ended already."""
        until: datetime | None = self.cleaned_data["until"]
        if until is not None and until <= timezone.now():
            raise forms.ValidationError(_("The end must be after the beginning."))
        return until

    def clean(self) -> dict[str, Any]:  # The signature of Django's forms.
        """Refuses a decision that this member of staff may not make, or that changes nothing."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if not self.errors:
            refusal = bans.refusal(person=data["person"], kind=data["kind"], by=self.by, until=data["until"])
            if refusal:
                raise forms.ValidationError(refusal)
        return data


@admin.register(Ban)
class BanAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Bans and their ends, with author and reason; decisions are added and never changed (F3)."""

    form = BanForm
    list_display = ("at", "person", "kind", "until", "reason", "by")
    list_filter = ("kind",)
    list_select_related = ("person", "by")
    search_fields = ("person__username", "person__display_name", "reason")
    autocomplete_fields = ("person",)

    def has_change_permission(self, request: HttpRequest, obj: Ban | None = None) -> bool:
        """Decisions are never changed; a later one may reverse them."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Ban | None = None) -> bool:
        """The log is append-only."""
        return False

    def get_form(
        self, request: HttpRequest, obj: Ban | None = None, change: bool = False, **kwargs: Any
    ) -> type[BanForm]:
        """A form class that knows the request's user."""
        form = cast(type[BanForm], super().get_form(request, obj, change=change, **kwargs))
        form.by = cast(User, request.user)
        return form

    def save_model(self, request: HttpRequest, obj: Ban, form: BanForm, change: bool) -> None:
        """Makes the decision with the person's row locked."""
        data = form.cleaned_data
        ban = bans.decide(
            person_id=data["person"].pk, kind=data["kind"], reason=data["reason"], by=form.by, until=data["until"]
        )
        obj.pk, obj._state.adding = ban.pk, False
