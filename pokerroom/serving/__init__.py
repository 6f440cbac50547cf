"""Serves the room: Daphne, the handler of pages, and how Python runs in a process that serves."""
