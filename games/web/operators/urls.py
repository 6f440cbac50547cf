"""URLs of the operators' pages."""

from django.urls import path

from games.web.operators import edit_table, new_table, several, table_list, templates
from games.web.operators.schedules import pages as schedules

app_name = "operators"
urlpatterns = [
    path("", table_list.tables, name="tables"),
    path("new/", new_table.new, name="new"),
    path("several/", several.several, name="several"),
    path("templates/", templates.templates, name="templates"),
    path("templates/new/", templates.new_template, name="new_template"),
    path("templates/<id:template_id>/", templates.template, name="template"),
    path("templates/<id:template_id>/retire/", templates.retire_template, name="retire_template"),
    path("schedules/", schedules.schedules, name="schedules"),
    path("schedules/new/", schedules.new_schedule, name="new_schedule"),
    path("schedules/<id:schedule_id>/", schedules.schedule, name="schedule"),
    path("schedules/<id:schedule_id>/retire/", schedules.retire, name="retire_schedule"),
    path("<id:table_id>/", edit_table.table, name="table"),
    path("<id:table_id>/drop-waiting/", edit_table.drop, name="drop_waiting"),
]
