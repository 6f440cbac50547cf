"""URLs of the accounts."""

from django.urls import path

from pokerroom.accounts import views

app_name = "accounts"
urlpatterns = [
    path("sign-in/", views.sign_in, name="sign_in"),
    path("sign-up/", views.sign_up, name="sign_up"),
    path("sign-out/", views.sign_out, name="sign_out"),
    path("play-now/", views.play_now, name="play_now"),
    path("stay/", views.keep_account, name="keep_account"),
    path("settings/", views.person_settings, name="settings"),
    path("password/", views.password, name="password"),
    path("language/", views.language, name="language"),
]
