"""URLs of the reports."""

from django.urls import path

from pokerroom.reports import views

app_name = "reports"
urlpatterns = [
    path("today/", views.today, name="today"),
    path("rake/", views.rake, name="rake"),
    path("play/", views.play, name="play"),
    path("players/", views.players, name="players"),
    path("money/", views.money, name="money"),
    path("drawers/", views.drawers, name="drawers"),
    path("tournaments/", views.tournaments, name="tournaments"),
    path("table-fees/", views.table_fees, name="table_fees"),
    path("given/", views.given, name="given"),
]
