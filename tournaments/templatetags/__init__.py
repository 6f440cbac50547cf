"""Template filters for chips, times and places."""
