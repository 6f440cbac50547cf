"""The addresses of the watch list."""

from django.urls import path

from games.web.floor.watch_list import acts, pages

app_name = "watch_list"
urlpatterns = [
    path("", pages.flags, name="flags"),
    path("csv/", pages.flags_csv, name="csv"),
    path("thresholds/", acts.set_thresholds, name="thresholds"),
    path("cases/", pages.cases, name="cases"),
    path("cases/<int:case_id>/", pages.case, name="case"),
    path("cases/<int:case_id>/note/", acts.note, name="note"),
    path("cases/<int:case_id>/assign/", acts.assign, name="assign"),
    path("cases/<int:case_id>/decide/", acts.decide, name="decide"),
    path("<int:flag_id>/", pages.flag, name="flag"),
    path("<int:flag_id>/case/", acts.open_case, name="open_case"),
]
