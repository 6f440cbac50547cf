"""The URLs of the lobby, tables, hand histories and rules pages."""

from django.urls import path

from games.web.history import hands as hand_views
from games.web.history import results, reviewed_hands, shared_hands
from games.web.learn import lessons
from games.web.lobby import player_tables as player_table_views
from games.web.lobby import views as lobby_views
from games.web.lobby import waiting as waiting_views
from games.web.security import invitations
from games.web.settings.preferences import preferences
from games.web.table import buy_in, players, views
from games.web.table import seat as seat_views
from games.web.table.multi_table import my_tables

__all__ = ["app_name", "urlpatterns"]

app_name = "games"
urlpatterns = [
    path("", lobby_views.lobby, name="lobby"),
    path("rules/", lessons.rules, name="rules"),
    path("rules/glossary/", lessons.glossary_page, name="glossary"),
    path("rules/<slug:game>/", lessons.rules_of, name="rules_of"),
    path("tables/", my_tables, name="tables"),
    path("preferences/", preferences, name="preferences"),
    path("wallet-amount/", views.wallet_amount, name="wallet_amount"),
    path("session/", waiting_views.session, name="session"),
    path("waiting/", waiting_views.act, name="waiting"),
    path("seat-me/", waiting_views.seat_me, name="seat_me"),
    path("own-table/", player_table_views.open_table, name="open_own"),
    path("own-table/<id:table_id>/", player_table_views.own_table, name="own_table"),
    path("orders/<id:order_id>/", buy_in.order_state, name="order"),
    path("table/<id:table_id>/", views.table, name="table"),
    path("table/<id:table_id>/sit/", buy_in.sit, name="sit_anywhere"),
    path("table/<id:table_id>/sit/<id:seat>/", buy_in.sit, name="sit"),
    path("table/<id:table_id>/wait/", waiting_views.wait, name="wait"),
    path("table/<id:table_id>/invite/<str:invite>/", invitations.accept_invite, name="accept_invite"),
    path("table/<id:table_id>/player/<id:seat>/", players.player_card, name="player"),
    path("table/<id:table_id>/chat/<id:line>/", players.chat_author, name="chat_author"),
    path("table/<id:table_id>/people/<id:person>/", players.save_note, name="player_note"),
    path("table/<id:table_id>/people/<id:person>/report/", players.report, name="report"),
    path("table/<id:table_id>/floor/", players.floor, name="floor"),
    path("table/<id:table_id>/floor/<id:call>/read/", players.read_call, name="read_call"),
    path("table/<id:table_id>/top-up/", buy_in.top_up, name="top_up"),
    path("table/<id:table_id>/refill/", seat_views.refill, name="refill"),
    path("table/<id:table_id>/move/", seat_views.move, name="move"),
    path("table/<id:table_id>/hands/", views.hands, name="hands"),
    path("table/<id:table_id>/hands/<id:number>/", hand_views.hand, name="hand"),
    path("table/<id:table_id>/hands/<id:number>/share/", shared_hands.share, name="share_hand"),
    path("table/<id:table_id>/hands/<id:number>/<slug:form>/", hand_views.download_hand, name="download_hand"),
    path("table/<id:table_id>/last-hands/", hand_views.last_hands, name="last_hands"),
    path("hands/", hand_views.my_hands, name="my_hands"),
    path("hands/sittings/", hand_views.sittings, name="sittings"),
    path("hands/shared/", shared_hands.shared_hands, name="shared_hands"),
    path("hands/reviewed/", reviewed_hands.reviewed_hands, name="reviewed_hands"),
    path("hands/shared/stop/", shared_hands.stop, name="stop_share"),
    path("hands/<slug:form>/", hand_views.download, name="download_hands"),
    path("shared/<str:token>/", shared_hands.shared, name="shared"),
    path("results/", results.results, name="results"),
]
