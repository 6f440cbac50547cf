"""Every HTTP door."""

from django.contrib import admin
from django.urls import include, path

from pokerroom import doors

urlpatterns = [
    path("healthz", doors.healthz, name="healthz"),
    path("favicon.ico", doors.favicon),
    path("accounts/", include("pokerroom.accounts.urls")),
    path("admin/login/", doors.admin_login),
    path("admin/", admin.site.urls),
    path("wallet/", include("cashier.web.urls")),
    path("tournaments/", include("tournaments.web.urls")),
    path("", include("games.web.urls")),
]
