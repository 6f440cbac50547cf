"""The servers of one run of the suite; the load test starts the same."""

from pokerroom.loadtest.servers import Missing, Servers, free_port, program

__all__ = ["Missing", "Servers", "free_port", "program"]
