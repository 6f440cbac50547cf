"""URLs of the wallet."""

from django.urls import path

from cashier.web import views

app_name = "cashier"
urlpatterns = [
    path("", views.wallet, name="wallet"),
    path("statement.csv", views.statement_csv, name="statement_csv"),
    path("refill", views.refill, name="refill"),
]
