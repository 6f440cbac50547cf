"""One viewer's labels on seats, calls for the floor, and the chat without muted players."""

from datetime import UTC, datetime

import pytest

from games.models.conduct import ChatLine
from games.moderation import PlayerNote, ViewerModeration
from games.web.table.player_notes import NoteFragments, chat_history_fragment, note_fragments
from tests.games.support.tables import open_table, person
from tests.games.web.html_reader import ParsedHtml


def test_noted_players_are_marked_at_their_seats() -> None:
    notes = {7: PlayerNote(note="calls"), 8: PlayerNote(label="violet"), 9: PlayerNote(muted=True), 0: PlayerNote("x")}
    html = note_fragments(ViewerModeration(notes), (5, 7, 0, 8, 9), "en")
    assert html.keys() == {"labels", "floor-calls"}
    marks = [attributes["class"] for tag, attributes in ParsedHtml(html["labels"]).all if tag == "i"]
    assert marks == ["label seat-1 is-noted", "label seat-3 is-violet"]


def test_notes_are_rendered_again_only_when_they_change() -> None:
    rendered = NoteFragments()
    moderation = ViewerModeration({7: PlayerNote(note="calls")})
    first = rendered.render(moderation, (7,), "en")
    assert rendered.render(moderation, (7,), "en") is first
    for inputs in ((ViewerModeration(), (7,), "en"), (moderation, (7, 8), "en"), (moderation, (7,), "cs")):
        assert rendered.render(*inputs) is not first
        assert rendered.render(*inputs) == note_fragments(*inputs)


@pytest.mark.django_db
def test_k14_the_chat_ends_at_the_moment_shown_and_leaves_out_muted_players() -> None:
    table, anna, bob = open_table(), person("Anna"), person("Bob")
    for player, at in ((anna, 1_000), (bob, 1_000), (anna, 2_000), (anna, 2_001)):
        line = ChatLine.objects.create(table=table, player=player, name=player.display_name, text=f"at {at}")
        ChatLine.objects.filter(pk=line.pk).update(sent_at=datetime.fromtimestamp(at / 1000, UTC))
    html = chat_history_fragment(table.pk, frozenset({bob.pk}), "en", until=2_000)
    assert [text in html for text in ("at 1000", "at 2000", "at 2001", "Bob")] == [True, True, False, False]
