"""URLs of the currencies."""

from django.urls import path

from cashier.web.currencies import pages

app_name = "currencies"
urlpatterns = [
    path("", pages.currencies, name="list"),
    path("add/", pages.add, name="add"),
    path("<str:code>/", pages.change, name="change"),
]
