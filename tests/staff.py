"""Staff accounts for tests of the admin."""

from django.contrib.auth.models import Group
from django.test import Client

from pokerroom.models import User


def staff(role: str, name: str = "") -> Client:
    """A client signed in as somebody with this role; `name` defaults to the role."""
    shown = name or role.capitalize()
    user = User.objects.create_user(username=shown.casefold(), display_name=shown, is_staff=True)
    user.groups.add(Group.objects.get(name=role))
    client = Client()
    client.force_login(user)
    return client
