"""The names of the director's commands in the audit log."""

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

COMMAND_NAMES: dict[str, Promise] = {
    "Pause": _("Pause"),
    "Resume": _("Resume"),
    "NextLevel": _("Next level"),
    "PreviousLevel": _("Previous level"),
    "BreakNow": _("Break now"),
    "EndBreak": _("End the break"),
    "LiftPenalty": _("Lift the penalty"),
    "TakeBackEnd": _("Take back the end"),
    "SetHandForHand": _("Hand-for-hand"),
    "Warn": _("Warn"),
    "Penalise": _("Penalty"),
    "Disqualify": _("Disqualify"),
    "MovePlayer": _("Move"),
    "BreakTable": _("Break this table"),
    "TakeBackDeferred": _("Take back the pending decision"),
    "OpenDealTalk": _("Stop for a deal"),
    "ProposeDeal": _("Propose a deal"),
    "RefuseDeal": _("No deal"),
    "ConfirmDeal": _("Confirm the deal"),
    "EndNow": _("End it"),
    "ChangeSetup": _("Change the announcement"),
}
