"""URLs of the accounts."""

from django.urls import path

from pokerroom.accounts import email_views, own_views, second_factor_views, views

app_name = "accounts"
urlpatterns = [
    path("sign-in/", views.sign_in, name="sign_in"),
    path("sign-up/", views.sign_up, name="sign_up"),
    path("sign-out/", views.sign_out, name="sign_out"),
    path("play-now/", views.play_now, name="play_now"),
    path("stay/", views.keep_account, name="keep_account"),
    path("settings/", views.person_settings, name="settings"),
    path("password/", views.password, name="password"),
    path("email/", email_views.email, name="email"),
    path("email/<str:token>/", email_views.confirm_email, name="confirm_email"),
    path("forgotten/", email_views.forgotten, name="forgotten"),
    path("new-password/<id:person>/<str:token>/", email_views.new_password, name="new_password"),
    path("code/", second_factor_views.code, name="code"),
    path("second-factor/", second_factor_views.overview, name="second_factor"),
    path("second-factor/set-up/", second_factor_views.set_up, name="set_up_second_factor"),
    path("second-factor/codes/", second_factor_views.new_codes, name="recovery_codes"),
    path("second-factor/remove/", second_factor_views.remove, name="remove_second_factor"),
    path("sessions/", own_views.own_sessions, name="sessions"),
    path("your-data/", own_views.own_data_file, name="export"),
    path("delete/", own_views.delete, name="delete"),
    path("language/", views.language, name="language"),
]
