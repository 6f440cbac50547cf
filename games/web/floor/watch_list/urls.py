"""The addresses of the watch list."""

from django.urls import path

from games.web.floor.watch_list import acts, pages

app_name = "watch_list"
urlpatterns = [
    path("", pages.flags, name="flags"),
    path("csv/", pages.flags_csv, name="csv"),
    path("thresholds/", acts.set_thresholds, name="thresholds"),
    path("cases/", pages.cases, name="cases"),
    path("cases/<id:case_id>/", pages.case, name="case"),
    path("cases/<id:case_id>/note/", acts.note, name="note"),
    path("cases/<id:case_id>/assign/", acts.assign, name="assign"),
    path("cases/<id:case_id>/decide/", acts.decide, name="decide"),
    path("<id:flag_id>/", pages.flag, name="flag"),
    path("<id:flag_id>/case/", acts.open_case, name="open_case"),
]
