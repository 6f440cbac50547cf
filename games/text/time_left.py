"""The time left until a moment, in figures as the browser's clocks show it."""


def time_left(ms: int) -> str:
    """A countdown: "7:05" or "1:02:09"."""
    seconds = -(-max(0, ms) // 1000)
    hours, minutes = seconds // 3600, seconds // 60 % 60
    return f"{hours}:{minutes:02}:{seconds % 60:02}" if hours else f"{minutes}:{seconds % 60:02}"
