"""Every door of the tournaments wing."""

from django.urls import path

from tournaments.web.announce import schedules
from tournaments.web.announce import views as announce
from tournaments.web.director import views as directing
from tournaments.web.pages import players, views

__all__ = ["app_name", "urlpatterns"]

app_name = "tournaments"
urlpatterns = [
    path("", views.schedule, name="schedule"),
    path("announce/", announce.announce, name="announce"),
    path("repeats/", schedules.page, name="repeats"),
    path("<int:tournament_id>/", views.lobby, name="lobby"),
    path("<int:tournament_id>/players/", players.page, name="players"),
    path("<int:tournament_id>/act/", views.act, name="act"),
    path("<int:tournament_id>/change/", announce.change, name="change"),
    path("<int:tournament_id>/direct/", directing.page, name="direct"),
    path("<int:tournament_id>/direct/cancel/", directing.cancelling, name="cancelling"),
    path("<int:tournament_id>/direct/moves/", directing.moves, name="moves"),
]
