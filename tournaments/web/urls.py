"""Every door of the tournaments wing."""

from django.urls import path

from tournaments.web import announcing, directing, players, repeats, views
from tournaments.web.routes import websocket_urlpatterns

__all__ = ["app_name", "urlpatterns", "websocket_urlpatterns"]

app_name = "tournaments"
urlpatterns = [
    path("", views.schedule, name="schedule"),
    path("announce/", announcing.announce, name="announce"),
    path("repeats/", repeats.page, name="repeats"),
    path("<int:tournament_id>/", views.lobby, name="lobby"),
    path("<int:tournament_id>/players/", players.page, name="players"),
    path("<int:tournament_id>/act/", views.act, name="act"),
    path("<int:tournament_id>/bar/<int:room>/", views.bar, name="bar"),
    path("<int:tournament_id>/change/", announcing.change, name="change"),
    path("<int:tournament_id>/direct/", directing.page, name="direct"),
    path("<int:tournament_id>/direct/cancel/", directing.cancelling, name="cancelling"),
    path("<int:tournament_id>/direct/moves/", directing.moves, name="moves"),
]
