"""Every door of the games wing."""

from django.urls import path

from games.web import (
    floor_page,
    history,
    invited,
    lessons,
    owntables,
    people_pages,
    results,
    shares,
    staying,
    views,
    waiting,
)
from games.web.routes import websocket_urlpatterns
from games.web.tables_page import my_tables
from games.web.taste_page import taste

__all__ = ["app_name", "urlpatterns", "websocket_urlpatterns"]

app_name = "games"
urlpatterns = [
    path("", views.lobby, name="lobby"),
    path("rules/", lessons.rules, name="rules"),
    path("rules/words/", lessons.words, name="words"),
    path("rules/<slug:game>/", lessons.rules_of, name="rules_of"),
    path("tables/", my_tables, name="tables"),
    path("taste/", taste, name="taste"),
    path("purse/", views.purse, name="purse"),
    path("waiting/", waiting.act, name="waiting"),
    path("seat-me/", waiting.seat_me, name="seat_me"),
    path("own-table/", owntables.open_table, name="open_own"),
    path("own-table/<int:table_id>/", owntables.own_table, name="own_table"),
    path("orders/<int:order_id>/", views.order, name="order"),
    path("floor/<int:table_id>/", floor_page.page, name="floor_page"),
    path("table/<int:table_id>/", views.table, name="table"),
    path("table/<int:table_id>/sit/", views.sit, name="sit_anywhere"),
    path("table/<int:table_id>/sit/<int:seat>/", views.sit, name="sit"),
    path("table/<int:table_id>/wait/", waiting.wait, name="wait"),
    path("table/<int:table_id>/come/<str:invite>/", invited.come, name="come"),
    path("table/<int:table_id>/player/<int:seat>/", people_pages.player_card, name="player"),
    path("table/<int:table_id>/said/<int:line>/", people_pages.said, name="said"),
    path("table/<int:table_id>/people/<int:person>/", people_pages.opinion, name="opinion"),
    path("table/<int:table_id>/people/<int:person>/report/", people_pages.report, name="report"),
    path("table/<int:table_id>/floor/", people_pages.floor, name="floor"),
    path("table/<int:table_id>/floor/<int:call>/read/", people_pages.read_call, name="read_call"),
    path("table/<int:table_id>/top-up/", views.top_up, name="top_up"),
    path("table/<int:table_id>/refill/", staying.refill, name="refill"),
    path("table/<int:table_id>/move/", staying.move, name="move"),
    path("table/<int:table_id>/hands/", views.hands, name="hands"),
    path("table/<int:table_id>/hands/<int:number>/", history.hand, name="hand"),
    path("table/<int:table_id>/hands/<int:number>/share/", shares.share, name="share_hand"),
    path("table/<int:table_id>/hands/<int:number>/<slug:form>/", history.download_hand, name="download_hand"),
    path("table/<int:table_id>/last-hands/", history.last_hands, name="last_hands"),
    path("hands/", history.my_hands, name="my_hands"),
    path("hands/sittings/", history.sittings, name="sittings"),
    path("hands/shared/", shares.shared_hands, name="shared_hands"),
    path("hands/shared/stop/", shares.stop, name="stop_share"),
    path("hands/<slug:form>/", history.download, name="download_hands"),
    path("shared/<str:token>/", shares.shared, name="shared"),
    path("results/", results.results, name="results"),
]
