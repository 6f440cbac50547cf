"""URLs of a player's own limits."""

from django.urls import path

from pokerroom.play_limits import views

app_name = "play_limits"
urlpatterns = [
    path("", views.overview, name="overview"),
    path("<slug:kind>/<slug:period>/", views.limit, name="limit"),
    path("<slug:kind>/<slug:period>/<slug:currency>/", views.limit, name="limit"),
    path("reality-check", views.reality_check, name="reality_check"),
    path("cool-off", views.cool_off, name="cool_off"),
    path("self-exclusion", views.self_exclusion, name="self_exclusion"),
]
