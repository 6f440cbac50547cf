"""The addresses of the floor's pages."""

from django.urls import path

from games.web.floor import chat_words, hand_review, hands_together, player_page, table_page
from games.web.floor.acts import pages as acts
from games.web.floor.calls import history, pages
from games.web.floor.panel import page
from games.web.floor.reports import pages as report_pages
from games.web.floor.reports import queue
from games.web.floor.restrictions import admissions, mutes, pairs
from games.web.floor.room import fewer_tables, seats, several

app_name = "floor"
urlpatterns = [
    path("", page.panel, name="panel"),
    path("room/freeze/", seats.freeze, name="room_freeze"),
    path("room/unfreeze/", seats.unfreeze, name="room_unfreeze"),
    path("room/fewer/", fewer_tables.act, name="room_fewer"),
    path("room/<slug:name>/", several.act, name="room_act"),
    path("calls/", history.calls, name="calls"),
    path("calls.csv", history.calls_csv, name="calls_csv"),
    path("calls/<int:call_id>/take/", pages.take, name="take_call"),
    path("calls/<int:call_id>/answer/", pages.answer, name="answer_call"),
    path("reports/", queue.reports, name="reports"),
    path("reports.csv", queue.reports_csv, name="reports_csv"),
    path("reports/<int:report_id>/", report_pages.report, name="report"),
    path("reports/<int:report_id>/judge/", report_pages.judge, name="judge_report"),
    path("chat-words/", chat_words.words, name="chat_words"),
    path("people/<int:person>/with/<int:other>/", hands_together.together, name="hands_together"),
    path("people/<int:person>/with/<int:other>.csv", hands_together.together_csv, name="hands_together_csv"),
    path("people/<int:person>/mute/", mutes.mute, name="mute"),
    path("people/<int:person>/apart/", pairs.keep_apart, name="keep_apart"),
    path("people/<int:person>/bar/", admissions.bar, name="bar"),
    path("people/<int:person>/invite/", admissions.invite, name="invite"),
    path("pairs/<int:pair>/end/", pairs.end, name="end_pair"),
    path("admissions/<int:admission>/end/", admissions.end, name="end_admission"),
    path("mutes/<int:ban>/lift/", mutes.lift_mute, name="lift_mute"),
    path("hands/<int:table_id>/<int:number>/review/", hand_review.review, name="review_hand"),
    path("<int:table_id>/", table_page.page, name="table"),
    path("<int:table_id>/act/<slug:act>/", acts.at_table, name="act"),
    path("<int:table_id>/undo/<int:decision>/", acts.undo, name="undo"),
    path("<int:table_id>/player/<int:player>/", player_page.player, name="player"),
    path("<int:table_id>/player/<int:player>/<slug:act>/", acts.about_player, name="about_player"),
]
