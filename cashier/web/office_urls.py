"""URLs of what staff see of players' protection."""

from django.urls import path

from cashier.web import limited_players

app_name = "limited"
urlpatterns = [path("", limited_players.limited_players, name="players")]
