"""URLs of the wallet."""

from django.urls import path

from cashier.web import own_cash, views

app_name = "cashier"
urlpatterns = [
    path("", views.wallet, name="wallet"),
    path("statement.csv", views.statement_csv, name="statement_csv"),
    path("refill", views.refill, name="refill"),
    path("withdraw/", own_cash.withdraw, name="withdraw"),
    path("withdraw/<id:request_id>/cancel/", own_cash.cancel, name="cancel_withdrawal"),
    path("voucher/", own_cash.voucher, name="voucher"),
    path("receipts/", own_cash.receipts, name="receipts"),
    path("receipts/<id:receipt_id>/", own_cash.receipt, name="receipt"),
]
