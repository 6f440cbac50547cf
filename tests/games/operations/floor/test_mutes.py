"""F6: a muted player cannot chat until the end and reads why, wherever they try."""

from datetime import timedelta

import pytest
from django.utils import timezone

from backoffice.api import StaffAct
from games.engine.errors import IllegalAction
from games.models import Notice, Table
from games.models.conduct import ChatBan
from games.operations.floor import mutes
from games.store import table_log
from games.text.refusals import refusal_text
from games.web.lobby.notices import take_notices
from pokerroom.models import User
from tests.games.support.tables import host_with, open_table, person

pytestmark = pytest.mark.django_db
HOUR = timedelta(hours=1)


@pytest.fixture
def jana() -> User:
    return person("Jana")


@pytest.fixture
def table() -> Table:
    return open_table()


def mute(by: User, player: User, *, key: str = "one", table_id: int = 0, why: str = "shouts") -> None:
    mutes.mute(by=by.pk, player=player.pk, until=timezone.now() + HOUR, why=why, key=key, table_id=table_id)


def test_F6_the_player_reads_until_when_and_why(jana: User, table: Table) -> None:
    bob = person("Bob")
    mute(jana, bob, table_id=table.pk)
    mute(jana, bob, table_id=table.pk)
    ban = ChatBan.objects.get()
    notice = Notice.objects.get()
    assert (notice.player, notice.table_id, notice.code) == (bob, table.pk, "chat_banned")
    assert notice.detail == {"until": int(ban.until.timestamp() * 1000), "why": "shouts"}
    with pytest.raises(IllegalAction) as refused:
        table_log.add_chat_line(table.pk, bob.pk, "hello")
    sentence = refusal_text(refused.value.code, refused.value.detail, amount=str)
    assert sentence == "You can't chat for now, minutes left: 60. The floor: shouts"
    assert StaffAct.objects.get(act="chat_ban.imposed").about_id == bob.pk


def test_F6_a_mute_is_lifted_once_and_the_player_is_told(jana: User, table: Table) -> None:
    bob = person("Bob")
    table_log.add_chat_line(table.pk, bob.pk, "hello")
    mute(jana, bob)
    ban = ChatBan.objects.get()
    for _ in range(2):
        mutes.lift_mute(by=jana.pk, ban_id=ban.pk, why="said sorry")
    table_log.add_chat_line(table.pk, bob.pk, "hello again")
    assert [notice.code for notice in Notice.objects.order_by("pk")] == ["chat_banned", "chat_ban_ended"]
    assert StaffAct.objects.filter(act="chat_ban.ended").count() == 1
    ban.refresh_from_db()
    assert (ban.ended_by, ban.end_reason) == (jana, "said sorry")


def test_F6_somebody_who_is_at_no_table_and_never_chatted_is_told_too(jana: User) -> None:
    bob = person("Bob")
    mute(jana, bob, table_id=404)
    assert Notice.objects.get().table_id is None
    assert take_notices(bob.pk)[0].text.endswith("The floor: shouts")


def test_F6_F8_no_mute_without_a_reason_in_the_past_or_of_an_opponent(jana: User) -> None:
    bob = person("Bob")
    with pytest.raises(IllegalAction, match="why_needed"):
        mute(jana, bob, why=" \u200b")
    with pytest.raises(IllegalAction, match="mute_over"):
        mutes.mute(by=jana.pk, player=bob.pk, until=timezone.now() - HOUR, why="late", key="two")
    with pytest.raises(IllegalAction, match="no_such_mute"):
        mutes.lift_mute(by=jana.pk, ban_id=0, why="sorry")
    host_with(jana, bob)
    with pytest.raises(IllegalAction, match="plays_with"):
        mute(jana, bob)
    assert not ChatBan.objects.exists()
    assert not Notice.objects.exists()
