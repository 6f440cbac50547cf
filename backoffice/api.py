"""What other apps use of the back office, apart from the tools for its pages (`backoffice.web.api`)."""

from backoffice.errors import Refused
from backoffice.log import NO_SUBJECT, Change, Fault, Subject, changes_between, faults, log_end, record
from backoffice.models import LONGEST_REASON, StaffAct
from backoffice.own_acts import OWN_ACTS, check_own_act
from backoffice.registry import (
    Named,
    OfficePage,
    Search,
    SearchHit,
    Section,
    act_name,
    act_names,
    person_url,
    register_acts,
    register_pages,
    register_person_page,
    register_search,
    register_subject,
    subject_label,
    subject_names,
)
from backoffice.room_settings import Setting, declare, is_on, number, value

__all__ = [
    "LONGEST_REASON",
    "NO_SUBJECT",
    "OWN_ACTS",
    "Change",
    "Fault",
    "Named",
    "OfficePage",
    "Refused",
    "Search",
    "SearchHit",
    "Section",
    "Setting",
    "StaffAct",
    "Subject",
    "act_name",
    "act_names",
    "changes_between",
    "check_own_act",
    "declare",
    "faults",
    "is_on",
    "log_end",
    "number",
    "person_url",
    "record",
    "register_acts",
    "register_pages",
    "register_person_page",
    "register_search",
    "register_subject",
    "subject_label",
    "subject_names",
    "value",
]
