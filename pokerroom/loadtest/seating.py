"""Opens the tables of a load test and, where the way in is not what is measured, seats signed-in people at them."""

import secrets
from datetime import timedelta
from typing import Final

from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.hashers import make_password
from django.contrib.sessions.backends.db import SessionStore
from django.contrib.sessions.models import Session
from django.db import transaction
from django.utils import timezone

from cashier import api as cashier
from cashier.api import PLAY
from games import api
from games.engine.rules.rules import Clock, Rules
from games.engine.rules.stakes import Stakes, Structure
from games.engine.rules.variants import CATALOGUE
from games.messaging.orders import lock_table, send_paid
from games.models import Order
from pokerroom.models import User

QUICK: Final = Clock(after_fold=300, after_showdown=600, run_out=100, draw_shown=0, show=500)
STAKES: Final = Stakes(Structure.NO_LIMIT, 1_00, 2_00)
BUY_IN: Final = 1000_00
GRANT: Final = 100 * BUY_IN
SESSION_LASTS: Final = timedelta(days=1)
BACKEND: Final = "django.contrib.auth.backends.ModelBackend"


def open_tables(tables: int, seats: int) -> list[int]:
    """Opens the tables of one test, with short pauses between hands; their ids."""
    rules, mark = Rules(CATALOGUE["holdem"], STAKES, clock=QUICK), secrets.token_hex(3)
    names = [f"Load {mark} {number}" for number in range(tables)]
    return [
        api.open_table(name=name, rules=rules, currency=PLAY, seats=max(2, seats), sort_order=900).pk for name in names
    ]


def seat_people(tables: list[int], seats: int) -> dict[int, list[str]]:
    """Creates people with play money, signs them in and seats them; the session keys by table."""
    people = _create_people(len(tables) * seats)
    keys: dict[int, list[str]] = {}
    for number, table in enumerate(tables):
        seated = people[number * seats : (number + 1) * seats]
        with transaction.atomic():
            _seat(seated, table)
        keys[table] = sign_in(seated)
    return keys


def sign_in_strangers(count: int) -> list[str]:
    """Creates people who sit nowhere, and signs them in; their session keys."""
    return sign_in(_create_people(count))


def sign_in(people: list[User]) -> list[str]:
    """Signs people in who have accounts; their session keys, in this order."""
    store, until = SessionStore(), timezone.now() + SESSION_LASTS
    sessions = []
    for person in people:
        data = {
            SESSION_KEY: str(person.pk),
            HASH_SESSION_KEY: person.get_session_auth_hash(),
            BACKEND_SESSION_KEY: BACKEND,
        }
        key = secrets.token_hex(16)
        sessions.append(Session(session_key=key, session_data=store.encode(data), expire_date=until))
    Session.objects.bulk_create(sessions)
    return [session.session_key for session in sessions]


def _seat(people: list[User], table: int) -> None:
    """Sends the orders for the seats. Nobody else knows these tables, so what `take_seat` checks first is left out."""
    row = lock_table(table)
    for number, person in enumerate(people):
        cashier.open_wallet(user_id=person.pk, name=person.display_name, grant=GRANT, currency=PLAY)
        payload = {"name": person.display_name, "bot": False, "seat": number, "auto_muck": True, "auto_post": True}
        send_paid(row, Order.Kind.TAKE_SEAT, person.pk, BUY_IN, f"load:{person.pk}", "buy_in", payload)


def _create_people(count: int) -> list[User]:
    mark, no_password = secrets.token_hex(3), make_password(None)
    people = [
        User(username=f"load-{mark}-{number}", display_name=f"L{mark}{number}", password=no_password)
        for number in range(count)
    ]
    return User.objects.bulk_create(people)
