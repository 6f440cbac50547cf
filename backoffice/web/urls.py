"""URLs of the back office's own pages."""

from django.urls import path

from backoffice.web import views

app_name = "backoffice"
urlpatterns = [
    path("", views.home, name="home"),
    path("search/", views.search, name="search"),
    path("settings/", views.room_settings, name="settings"),
]
