"""Who may see the floor's pages and who may decide there (F8)."""

from games.web.security.floor_staff import RUN_FLOOR, VIEW_FLOOR, can_run_floor, can_view_floor
from games.web.security.requests import Visitor

__all__ = [
    "ANSWER_CALLS",
    "CHAT_WORDS",
    "JUDGE_REPORTS",
    "LIFT_MUTES",
    "MUTE",
    "RUN_FLOOR",
    "VIEW_CALLS",
    "VIEW_FLOOR",
    "VIEW_REPORTS",
    "can_answer_calls",
    "can_run_floor",
    "can_view_floor",
]

VIEW_CALLS = "games.view_floorcall"
"""The permission of staff who may read calls for the floor."""
ANSWER_CALLS = "games.change_floorcall"
"""The permission of staff who take and answer calls: the floor everywhere, directors at tables of tournaments."""

VIEW_REPORTS = "games.view_report"
"""The permission of staff who may read reports of players."""
JUDGE_REPORTS = "games.change_report"
"""The permission of staff who judge them."""
CHAT_WORDS = "games.change_chatword"
"""The permission of staff who keep the words that are covered in the chat."""
MUTE, LIFT_MUTES = "games.add_chatban", "games.change_chatban"
"""The permissions of staff who mute players in the chat, and let them chat again."""

KEEP_APART, END_PAIRS = "games.add_separatedplayers", "games.change_separatedplayers"
"""The permissions of staff who keep two people apart, and who end it (K12)."""
ADMIT, END_ADMISSIONS = "games.add_admission", "games.change_admission"
"""The permissions of staff who bar people from tables or invite them, and who end it (K12)."""


def can_answer_calls(user: Visitor) -> bool:
    """Whether this person may take and answer calls for the floor, at tables of tournaments or everywhere."""
    return bool(user.is_active and user.has_perm(ANSWER_CALLS))
