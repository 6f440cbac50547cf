"""`manage.py checkhost`: tells a health check whether the tables that this machine should run are run."""

import sys
from typing import Any

from django.core.management.base import BaseCommand

from games.live.host import machine
from games.store import leases


class Command(BaseCommand):
    """Names the hosts on this machine or in this container; exits with 1 if there is none that renews its leases."""

    help = "Check that a host of tables on this machine (or in this container) is alive and can write to the database."
    requires_system_checks = ()

    def handle(self, *args: Any, **options: Any) -> None:
        """Prints the id of each host."""
        hosts = leases.hosts_on(machine(), leases.database_now())
        if not hosts:
            self.stderr.write(f"No host of tables on {machine()} has renewed its leases of late.")
            sys.exit(1)
        for host in hosts:
            self.stdout.write(host)
