"""URLs of the back office's own pages."""

from django.urls import path

from backoffice.web import log_pages, views

app_name = "backoffice"
urlpatterns = [
    path("", views.home, name="home"),
    path("search/", views.search, name="search"),
    path("log/", log_pages.acts, name="log"),
    path("log/acts.csv", log_pages.acts_csv, name="log_csv"),
    path("log/verify/", log_pages.verify, name="verify_log"),
    path("log/<id:number>/", log_pages.act, name="act"),
    path("settings/", views.room_settings, name="settings"),
]
