"""URLs of the project."""

from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView

from pokerroom import views

urlpatterns = [
    path("healthz", views.healthz, name="healthz"),
    path("favicon.ico", views.favicon),
    path("accounts/", include("pokerroom.accounts.urls")),
    path("admin/login/", views.admin_login),
    # The admin's own form would not count wrong guesses at the current password.
    path("admin/password_change/", RedirectView.as_view(pattern_name="accounts:password")),
    path("admin/", admin.site.urls),
    path("office/reports/", include("pokerroom.reports.urls")),
    path("office/people/", include("pokerroom.people.urls")),
    path("office/cage/", include("cashier.web.cage.urls")),
    path("office/limited/", include("cashier.web.office_urls")),
    path("office/currencies/", include("cashier.web.currencies.urls")),
    path("office/books/", include("cashier.web.books.urls")),
    path("office/rake/", include("games.web.rake.urls")),
    path("office/watch-list/", include("games.web.floor.watch_list.urls")),
    path("office/tables/", include("games.web.operators.urls")),
    path("office/", include("backoffice.web.urls")),
    path("floor/", include("games.web.floor.urls")),
    path("play-limits/", include("pokerroom.play_limits.urls")),
    path("wallet/", include("cashier.web.urls")),
    path("tournaments/", include("tournaments.web.urls")),
    path("", include("games.web.urls")),
]
