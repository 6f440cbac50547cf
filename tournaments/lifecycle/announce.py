"""Checks and stores the announcement of a tournament (T1)."""

from functools import partial

from django.db import transaction
from django.utils import timezone

from games import api as games
from tournaments.engine.setup.setup import Setup
from tournaments.engine.state.tournament import Tournament as EngineTournament
from tournaments.models import Schedule, Tournament
from tournaments.store import fees, messages, store
from tournaments.store.codec import snapshot


def announce(
    *,
    setup: Setup,
    password: str = "",
    by: int | None = None,
    bots: int = 0,
    schedule: Schedule | None = None,
) -> Tournament:
    """Store a tournament open for registration; `password` is a hash. Raises IllegalAction when it cannot be played."""
    setup = in_zone_of_room(setup)
    setup.check()
    fees.check_currency(setup.currency)
    state = EngineTournament(setup)
    row = Tournament.objects.create(
        currency=setup.currency,
        password=password,
        created_by_id=by,
        bots=bots,
        schedule=schedule,
        snapshot=snapshot(state),
        pool=setup.payouts.pool(0),
        **store.columns_of(state),
    )
    transaction.on_commit(partial(games.notify, messages.SCHEDULE))
    return row


def in_zone_of_room(setup: Setup) -> Setup:
    """The announcement with breaks at a minute of the clocks in the room's time zone (T5)."""
    structure = setup.structure
    hourly = structure.hourly._replace(zone=timezone.get_current_timezone_name())
    return setup._replace(structure=structure._replace(hourly=hourly))
