"""Announcing tournaments, by hand or by schedule, and freezing them after a fault."""
