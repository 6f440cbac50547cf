"""URLs of the pages about people."""

from django.urls import path

from pokerroom.people import views

app_name = "people"
urlpatterns = [
    path("", views.people, name="people"),
    path("approvals/", views.approvals, name="approvals"),
    path("<int:person>/approve/", views.approve, name="approve"),
    path("<int:person>/", views.person, name="person"),
    path("<int:person>/roles/", views.roles, name="roles"),
    path("<int:person>/note/", views.note, name="note"),
    path("<int:person>/ban/", views.ban, name="ban"),
    path("<int:person>/lift-ban/", views.lift_ban, name="lift_ban"),
    path("<int:person>/second-factor/", views.reset_second_factor, name="reset_second_factor"),
    path("addresses/", views.addresses, name="addresses"),
    path("addresses/ban/", views.ban_address, name="ban_address"),
    path("addresses/<int:ban>/lift/", views.lift_address, name="lift_address"),
]
