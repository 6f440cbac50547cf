"""The announcement form with its structure editor, and the schedules."""
