"""URLs of the pages about people."""

from django.urls import path

from pokerroom.people import views

app_name = "people"
urlpatterns = [
    path("", views.people, name="people"),
    path("approvals/", views.approvals, name="approvals"),
    path("<id:person>/approve/", views.approve, name="approve"),
    path("<id:person>/", views.person, name="person"),
    path("<id:person>/roles/", views.roles, name="roles"),
    path("<id:person>/note/", views.note, name="note"),
    path("<id:person>/ban/", views.ban, name="ban"),
    path("<id:person>/lift-ban/", views.lift_ban, name="lift_ban"),
    path("<id:person>/second-factor/", views.reset_second_factor, name="reset_second_factor"),
    path("addresses/", views.addresses, name="addresses"),
    path("addresses/ban/", views.ban_address, name="ban_address"),
    path("addresses/<id:ban>/lift/", views.lift_address, name="lift_address"),
]
