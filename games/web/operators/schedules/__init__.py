"""The operators' pages of schedules, by which tables open and close by themselves."""
