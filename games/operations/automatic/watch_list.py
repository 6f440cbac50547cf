"""Once a night the room searches for flags, in a process of its own, so that no table waits for it (F7)."""

import subprocess
import sys
from datetime import datetime

from django.conf import settings
from django.db import IntegrityError, transaction
from django.utils import timezone

from games.models.watch_list import WatchRun

LATEST = 4
"""For so many hours after its time a search still begins, if no host ran before."""
LEAST_PRIORITY = "19"


def search_at_night(now: datetime) -> bool:
    """Begins the search of this night if its hour has come and no host has begun it; returns whether it did."""
    local = timezone.localtime(now)
    if not settings.WATCH_LIST_HOUR <= local.hour < settings.WATCH_LIST_HOUR + LATEST or settings.WATCH_LIST_HOUR < 0:
        return False
    if WatchRun.objects.filter(night=local.date()).exists():
        return False
    try:
        with transaction.atomic():
            WatchRun.objects.create(night=local.date())
    except IntegrityError:
        return False  # Another host has just begun it.
    start_search(local.date().isoformat())
    return True


def start_search(night: str) -> None:
    """Starts the command, with the least priority of the machine, and does not wait for it."""
    command = ["nice", "-n", LEAST_PRIORITY, sys.executable, str(settings.BASE_DIR / "manage.py")]
    subprocess.Popen([*command, "findflags", "--night", night], start_new_session=True)  # our own words
