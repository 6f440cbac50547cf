"""URLs of the books."""

from django.urls import path

from cashier.web.books import accounts, audit, entries, trial_balance

app_name = "books"
urlpatterns = [
    path("", trial_balance.page, name="trial_balance"),
    path("trial-balance.csv", trial_balance.csv, name="trial_balance_csv"),
    path("accounts/", accounts.accounts, name="accounts"),
    path("accounts.csv", accounts.accounts_csv, name="accounts_csv"),
    path("accounts/<id:account_id>/", accounts.statement, name="statement"),
    path("accounts/<id:account_id>/statement.csv", accounts.statement_csv, name="statement_csv"),
    path("entries/<id:entry_id>/", entries.entry, name="entry"),
    path("audit/", audit.page, name="audit"),
]
