"""URLs of the pages about people."""

from django.urls import path

from pokerroom.people import views

app_name = "people"
urlpatterns = [
    path("", views.people, name="people"),
    path("<int:person>/", views.person, name="person"),
    path("<int:person>/roles/", views.roles, name="roles"),
]
