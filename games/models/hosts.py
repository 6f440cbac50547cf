"""The hosts that run the room's tables, each a row while it lives."""

from django.db import models


class RunningHost(models.Model):
    """One host and until when it counts as alive, ms since the epoch by the database's clock.

    Its tables that sleep are its own as long as it lives; those that are awake have leases of their own. `most` is how
    many it runs at most.
    """

    name = models.CharField(primary_key=True, max_length=64)
    lease_until = models.BigIntegerField()
    most = models.PositiveIntegerField(default=0, db_default=0)

    def __str__(self) -> str:
        return self.name
