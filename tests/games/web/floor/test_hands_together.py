"""F7: whom somebody played with most, and the hands of two people, for the staff."""

from datetime import timedelta

import pytest
from django.http import StreamingHttpResponse
from django.utils import timezone

from games.history.together import opponents_of
from games.models import Hand
from pokerroom.roles import CASHIER, FLOORMAN
from tests.games.support.tables import SteppedHost, open_table, person, seat
from tests.staff import staff

pytestmark = pytest.mark.django_db


def test_F7_opponents_are_counted_by_hands_and_lead_to_them() -> None:
    alice, bob, carol = person("Alice"), person("Bob"), person("Carol")
    host, other = SteppedHost(open_table().pk), SteppedHost(open_table("Brno").pk)
    seat(host, alice, bob, person("Emil", bot=True))
    for _ in range(2):
        host.fold_out()
        host.until("turn")
    seat(other, alice, carol)
    other.fold_out()
    Hand.objects.update(ended_at=timezone.now())
    since = timezone.now() - timedelta(days=90)
    found = opponents_of(alice.pk, since=since, limit=10)
    assert [(one.name, one.hands) for one in found] == [("Bob", 2), ("Carol", 1)]
    assert [one.name for one in opponents_of(alice.pk, since=since, limit=1)] == ["Bob"]
    assert opponents_of(alice.pk, since=timezone.now() + timedelta(hours=1), limit=10) == []
    client = staff(FLOORMAN)
    url = f"/floor/people/{alice.pk}/with/{bob.pk}/"
    assert url in client.get(f"/office/people/{alice.pk}/").content.decode()
    page = client.get(url).content.decode()
    assert f"/table/{host.id}/hands/1/" in page
    assert f"/table/{host.id}/hands/2/" in page
    assert f"/table/{other.id}/" not in page
    answer = client.get(f"{url[:-1]}.csv")
    assert isinstance(answer, StreamingHttpResponse)
    assert answer.getvalue().count(b"Prague") == 2
    assert (
        "They have played no hand together." in client.get(f"/floor/people/{bob.pk}/with/{carol.pk}/").content.decode()
    )
    assert client.get(f"/floor/people/{bob.pk}/with/999999/").status_code == 404
    assert staff(CASHIER).get(url).status_code == 403
