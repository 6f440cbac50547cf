"""Hosts: the processes that run tables, with everything that happens at a table by itself. Rules are the engine's."""
