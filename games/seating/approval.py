"""Admission: where the house rule says so, staff approve an account before its first game (K15)."""

from collections.abc import Iterable

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import BooleanField, OuterRef, Q, Subquery

from backoffice.api import Change, Subject, check_own_act, record
from backoffice.compiled_query import CompiledQuery, Given
from backoffice.text import clean_line
from games.engine.errors import IllegalAction
from games.engine.rules.house_rules import HouseRules
from games.models import Table
from games.models.access import AccountApproval

APPROVED, TAKEN_BACK = "people.approved", "people.approval_taken_back"


def last_approval() -> Subquery:
    """For each account of a query: whether it is approved, null if staff never decided."""
    rows = AccountApproval.objects.filter(person=OuterRef("pk")).order_by("-pk")
    return Subquery(rows.values("approved")[:1], output_field=BooleanField(null=True))


def approved_people(people: Iterable[int]) -> set[int]:
    """Those who may play where staff approve accounts; house bots may play anywhere."""
    accounts = get_user_model().objects.filter(pk__in=set(people)).annotate(now_approved=last_approval())
    return set(accounts.filter(Q(now_approved=True) | Q(is_bot=True)).values_list("pk", flat=True))


def is_approved(player: int) -> bool:
    """Whether the account may play where staff approve accounts."""
    return player in approved_people([player])


def check_approved(player: int, house: HouseRules) -> None:
    """Raises IllegalAction for an account that staff have not approved, where the house rules ask for it."""
    if house.staff_approval and not is_approved(player):
        raise IllegalAction("not_approved")


def unapproved_players(table_id: int, players: Iterable[int]) -> set[int]:
    """The members of `players` who may not play at this table before staff approve them."""
    wanted = set(players)
    if not wanted or _ASKING.first(table=table_id) is None:
        return set()
    return wanted - approved_people(wanted)


_ASKING = CompiledQuery(
    lambda: Table.objects.filter(pk=Given("table"), rules_data__house__staff_approval=True).values_list("pk")
)


def set_approval(*, person: int, approved: bool, by: int, reason: str) -> None:
    """Approves an account or takes the approval back, with a reason; logged. Seats already taken are kept.

    Raises Refused for one's own account, IllegalAction without a reason. A repeated decision changes nothing.
    """
    own = check_own_act(by, person)
    why = clean_line(reason)
    if not why:
        raise IllegalAction("why_needed")
    with transaction.atomic():
        get_user_model().objects.lock(person)
        last = AccountApproval.objects.filter(person=person).first()
        if (last is not None and last.approved) == approved:
            return
        AccountApproval.objects.create(person_id=person, approved=approved, by_id=by, reason=why)
        record(
            by=by,
            act=APPROVED if approved else TAKEN_BACK,
            subject=Subject("person", person),
            about=person,
            changes=[Change("approved", "off" if approved else "on", "on" if approved else "off")],
            reason=why,
            own=own,
        )
