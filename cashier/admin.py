"""Accounts and entries in Django's admin, read-only (M1)."""

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest

from cashier.models import Account, Entry, Leg


class LedgerOnly:
    """A read-only admin: only the ledger writes these rows (M1)."""

    def has_add_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        return False


class LegInline(LedgerOnly, admin.TabularInline):  # type: ignore[type-arg]
    """The legs of an entry."""

    model = Leg
    extra = 0
    fields = ("account", "amount", "balance_after")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Leg]:
        return super().get_queryset(request).select_related("account")


@admin.register(Account)
class AccountAdmin(LedgerOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """Accounts and their balances."""

    list_display = ("code", "kind", "currency", "name", "balance")
    list_filter = ("kind", "currency")
    search_fields = ("code", "name", "owner__username")
    list_select_related = ("owner",)


@admin.register(Entry)
class EntryAdmin(LedgerOnly, admin.ModelAdmin):  # type: ignore[type-arg]
    """Entries with their legs."""

    list_display = ("key", "cause_kind", "cause_ref", "label", "at", "by")
    list_filter = ("cause_kind",)
    search_fields = ("key", "cause_ref", "label")
    date_hierarchy = "at"
    list_select_related = ("by",)
    inlines = (LegInline,)
    show_full_result_count = False
