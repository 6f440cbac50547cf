"""URLs of the pages of rake profiles."""

from django.urls import path

from games.web.rake import views

app_name = "rake"
urlpatterns = [
    path("", views.profiles, name="profiles"),
    path("csv/", views.profiles_csv, name="csv"),
    path("new/", views.new, name="new"),
    path("preview/", views.preview, name="preview"),
    path("<slug:slug>/", views.profile, name="profile"),
    path("<slug:slug>/copy/", views.copy, name="copy"),
    path("<slug:slug>/version/", views.version, name="version"),
    path("<slug:slug>/retire/", views.retire, name="retire"),
    path("<slug:slug>/withdraw/<id:number>/", views.withdraw, name="withdraw"),
]
