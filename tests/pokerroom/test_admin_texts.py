"""Every page of the admin speaks to its reader: no raw names of classes, constraints or codes."""

import pytest
from django.apps import apps
from django.db import models

EDITED = ("games.Table", "games.SeparatedPlayers", "games.Admission", "games.PlayerTableLimits", "games.LobbyNews",
          "games.ChatBan", "pokerroom.User", "pokerroom.Ban")  # fmt: skip


@pytest.mark.parametrize("label", EDITED)
def test_a_violated_constraint_of_an_edited_row_says_what_is_wrong(label: str) -> None:
    raw, model = models.BaseConstraint.default_violation_error_message, apps.get_model(label)
    assert model._meta.constraints
    assert not [one.name for one in model._meta.constraints if one.violation_error_message == raw]
