"""Staff accounts for tests."""

from django.contrib.auth.models import Group
from django.test import Client

from pokerroom.models import User


def staff(role: str, name: str = "") -> Client:
    """A client signed in as somebody with this role; `name` defaults to the role."""
    shown = name or role.capitalize()
    user = with_role(User.objects.create_user(username=shown.casefold(), display_name=shown), role)
    client = Client()
    client.force_login(user)
    return client


def with_role(user: User, role: str) -> User:
    """This user, who belongs to the staff from now on."""
    user.is_staff = True
    user.save(update_fields=["is_staff"])
    user.groups.add(Group.objects.get(name=role))
    return user
