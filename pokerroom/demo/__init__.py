"""The history of a demo room: a month that was really played and paid, so that its books and reports agree."""
