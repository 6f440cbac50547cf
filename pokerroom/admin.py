"""The people in the staff's admin: found, banned, given roles; never their passwords."""

from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.utils.translation import gettext_lazy as _

from pokerroom.models import User

admin.site.site_header = admin.site.site_title = "Pokerroom"


@admin.register(User)
class PeopleAdmin(UserAdmin):  # type: ignore[type-arg]
    """Accounts by the name they are known by; a person unticked as active is signed out at once."""

    list_display = ("username", "display_name", "is_guest", "is_bot", "is_staff", "is_active", "last_login")
    list_filter = ("is_guest", "is_bot", "is_staff", "is_active", "groups")
    search_fields = ("username", "display_name")
    fieldsets = (
        (None, {"fields": ("username", "password")}),
        (_("At the table"), {"fields": ("display_name", "language", "is_guest", "is_bot")}),
        (_("May"), {"fields": ("is_active", "is_staff", "is_superuser", "groups", "user_permissions")}),
        (_("When"), {"fields": ("last_login", "date_joined")}),
    )
    add_fieldsets = ((None, {"fields": ("username", "display_name", "usable_password", "password1", "password2")}),)
    readonly_fields = ("last_login", "date_joined")
