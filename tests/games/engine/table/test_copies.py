"""A copy of a table, on which each decision is made."""

from games.engine.hand.fields import FIELDS
from games.engine.table.facts import TableFacts
from tests.games.engine.support.builders import dealt_room

OWN = {"seats", "hand", "public_events", "departed", "all_ins"}
OWN_OF_HAND = {
    "betting", "stub", "stacks", "start", "paid", "won", "hole", "shown", "face_up", "discarded", "drew",
    "protected_chips", "folded", "mucked",
}  # fmt: skip


def test_a_copy_of_a_table_has_all_its_fields_and_what_changes_for_itself() -> None:
    table = dealt_room(10_000, 10_000, 10_000).play("call").table
    copy = table.copy()
    assert table.hand
    assert copy.hand
    for name in TableFacts.__slots__:
        assert (getattr(copy, name) is not getattr(table, name)) == (name in OWN), name
    for name in FIELDS:
        assert (getattr(copy.hand, name) is not getattr(table.hand, name)) == (name in OWN_OF_HAND), name
    for name in OWN - {"hand"}:
        assert getattr(copy, name) == getattr(table, name)
    for name in OWN_OF_HAND - {"betting", "stub"}:
        assert getattr(copy.hand, name) == getattr(table.hand, name)
    for part in ("betting", "stub"):
        theirs, ours = getattr(table.hand, part), getattr(copy.hand, part)
        assert all(getattr(ours, name) == getattr(theirs, name) for name in type(theirs).__slots__)
