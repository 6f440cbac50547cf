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
    path("calls/<id:call_id>/take/", pages.take, name="take_call"),
    path("calls/<id:call_id>/answer/", pages.answer, name="answer_call"),
    path("reports/", queue.reports, name="reports"),
    path("reports.csv", queue.reports_csv, name="reports_csv"),
    path("reports/<id:report_id>/", report_pages.report, name="report"),
    path("reports/<id:report_id>/judge/", report_pages.judge, name="judge_report"),
    path("chat-words/", chat_words.words, name="chat_words"),
    path("people/<id:person>/with/<id:other>/", hands_together.together, name="hands_together"),
    path("people/<id:person>/with/<id:other>.csv", hands_together.together_csv, name="hands_together_csv"),
    path("people/<id:person>/mute/", mutes.mute, name="mute"),
    path("people/<id:person>/apart/", pairs.keep_apart, name="keep_apart"),
    path("people/<id:person>/bar/", admissions.bar, name="bar"),
    path("people/<id:person>/invite/", admissions.invite, name="invite"),
    path("pairs/<id:pair>/end/", pairs.end, name="end_pair"),
    path("admissions/<id:admission>/end/", admissions.end, name="end_admission"),
    path("mutes/<id:ban>/lift/", mutes.lift_mute, name="lift_mute"),
    path("hands/<id:table_id>/<id:number>/review/", hand_review.review, name="review_hand"),
    path("<id:table_id>/", table_page.page, name="table"),
    path("<id:table_id>/act/<slug:act>/", acts.at_table, name="act"),
    path("<id:table_id>/undo/<id:decision>/", acts.undo, name="undo"),
    path("<id:table_id>/player/<id:player>/", player_page.player, name="player"),
    path("<id:table_id>/player/<id:player>/<slug:act>/", acts.about_player, name="about_player"),
]
