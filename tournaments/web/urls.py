"""The URLs of tournaments."""

from django.urls import path

from tournaments.web.announce import schedules
from tournaments.web.announce import views as announce
from tournaments.web.director import views as directing
from tournaments.web.pages import players, views

__all__ = ["app_name", "urlpatterns"]

app_name = "tournaments"
urlpatterns = [
    path("", views.tournament_list, name="list"),
    path("announce/", announce.announce, name="announce"),
    path("schedules/", schedules.page, name="schedules"),
    path("<int:tournament_id>/", views.lobby, name="lobby"),
    path("<int:tournament_id>/players/", players.page, name="players"),
    path("<int:tournament_id>/action/", views.action, name="action"),
    path("<int:tournament_id>/change/", announce.change, name="change"),
    path("<int:tournament_id>/direct/", directing.page, name="direct"),
    path("<int:tournament_id>/direct/cancel/", directing.cancel, name="cancel"),
    path("<int:tournament_id>/direct/moves/", directing.moves, name="moves"),
]
