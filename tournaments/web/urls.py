"""The URLs of tournaments."""

from django.urls import path

from tournaments.web.announce import running_rules, schedules
from tournaments.web.announce import views as announce
from tournaments.web.director import deal_figures, prints
from tournaments.web.director import views as directing
from tournaments.web.pages import players, screen, views

__all__ = ["app_name", "urlpatterns"]

app_name = "tournaments"
urlpatterns = [
    path("", views.tournament_list, name="list"),
    path("announce/", announce.announce, name="announce"),
    path("schedules/", schedules.page, name="schedules"),
    path("<id:tournament_id>/", views.lobby, name="lobby"),
    path("<id:tournament_id>/players/", players.page, name="players"),
    path("<id:tournament_id>/screen/", screen.page, name="screen"),
    path("<id:tournament_id>/action/", views.action, name="action"),
    path("<id:tournament_id>/change/", announce.change, name="change"),
    path("<id:tournament_id>/direct/", directing.page, name="direct"),
    path("<id:tournament_id>/direct/cancel/", directing.cancel, name="cancel"),
    path("<id:tournament_id>/direct/rules/", running_rules.page, name="running_rules"),
    path("<id:tournament_id>/direct/deal/", deal_figures.page, name="deal_figures"),
    path("<id:tournament_id>/direct/moves/", directing.moves, name="moves"),
    path("<id:tournament_id>/direct/seats/", prints.seats, name="seats"),
    path("<id:tournament_id>/direct/payouts/", prints.payouts, name="payouts"),
    path("<id:tournament_id>/direct/result.csv", prints.result_csv, name="result_csv"),
]
