"""How tables look and sound moves from four columns into one, where there is room for more."""

from typing import Any

from django.db import migrations, models


def gather(apps: Any, schema: Any) -> None:
    """What each person chose until now is kept; what was as usual is left out."""
    people = apps.get_model("pokerroom", "User").objects
    for person in people.all().iterator():
        chosen: dict[str, Any] = {}
        if not person.four_colour_deck:
            chosen["deck"] = "two"
        if person.show_in_big_blinds:
            chosen["amounts"] = "blinds"
        if not person.sound:
            chosen["volume"] = 0
        if not person.animations:
            chosen["animations"] = False
        if chosen:
            people.filter(pk=person.pk).update(preferences=chosen)


def spread(apps: Any, schema: Any) -> None:
    """The way back: what the four columns can hold."""
    people = apps.get_model("pokerroom", "User").objects
    for person in people.exclude(preferences={}).iterator():
        kept = person.preferences
        people.filter(pk=person.pk).update(
            four_colour_deck=kept.get("deck") != "two",
            show_in_big_blinds=kept.get("amounts") == "blinds",
            sound=bool(kept.get("volume", 1)),
            animations=kept.get("animations", True),
        )


class Migration(migrations.Migration):
    dependencies = [("pokerroom", "0001_initial")]

    operations = [
        migrations.AddField(
            "user",
            "preferences",
            models.JSONField(blank=True, default=dict, verbose_name="how tables look and sound"),
        ),
        migrations.RunPython(gather, spread),
        migrations.RemoveField("user", "four_colour_deck"),
        migrations.RemoveField("user", "show_in_big_blinds"),
        migrations.RemoveField("user", "sound"),
        migrations.RemoveField("user", "animations"),
    ]
