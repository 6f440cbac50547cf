"""Access to a table with a password: by the password, an invitation link, or as its owner (K10)."""

from django.contrib.auth.hashers import make_password

from games.models import Table
from games.seating.invitations import check_access, invitation_token, needs_no_password
from tests.games.support.seats import assert_refused

OWNER, STRANGER, VISITOR = 17, 18, 0


def table(words: str = "sesame", *, pk: int = 3, opened_by: int | None = OWNER) -> Table:
    return Table(pk=pk, opened_by_id=opened_by, password=make_password(words) if words else "")


def test_K10_a_table_without_a_password_is_open_to_all() -> None:
    for player in (OWNER, STRANGER, VISITOR):
        check_access(table(""), player=player)


def test_K10_only_the_owner_enters_without_the_password() -> None:
    locked = table()
    check_access(locked, player=OWNER)
    for player in (STRANGER, VISITOR):
        assert_refused("wrong_password", check_access, locked, player=player)
        assert_refused("wrong_password", check_access, locked, player=player, password="Sesame")
        check_access(locked, player=player, password="sesame")
    assert_refused("wrong_password", check_access, table(opened_by=None), player=VISITOR)


def test_K10_an_invitation_is_for_one_table_and_one_password() -> None:
    locked = table()
    invite = invitation_token(locked)
    check_access(locked, player=STRANGER, invite=invite)
    for other in (table("other"), table(pk=4)):
        assert not needs_no_password(other, player=STRANGER, invite=invite)
    for wrong in ("", invite[:-1], "č"):
        assert not needs_no_password(locked, player=STRANGER, invite=wrong)
