"""URLs of the operators' pages."""

from django.urls import path

from games.web.operators import edit_table, new_table, several, table_list, templates

app_name = "operators"
urlpatterns = [
    path("", table_list.tables, name="tables"),
    path("new/", new_table.new, name="new"),
    path("several/", several.several, name="several"),
    path("templates/", templates.templates, name="templates"),
    path("templates/new/", templates.new_template, name="new_template"),
    path("templates/<int:template_id>/", templates.template, name="template"),
    path("templates/<int:template_id>/retire/", templates.retire_template, name="retire_template"),
    path("<int:table_id>/", edit_table.table, name="table"),
    path("<int:table_id>/drop-waiting/", edit_table.drop, name="drop_waiting"),
]
