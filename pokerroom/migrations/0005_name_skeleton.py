from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from pokerroom.models.look_alikes import LONGEST_SKELETON, SkeletonField, skeleton

AT_ONCE = 1000


def fill_in(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """Works out the skeletons of the names that accounts have."""
    accounts = apps.get_model("pokerroom", "User")._base_manager.using(schema_editor.connection.alias)
    last = 0
    while people := list(accounts.filter(pk__gt=last).order_by("pk").only("pk", "display_name")[:AT_ONCE]):
        for person in people:
            person.name_skeleton = skeleton(person.display_name)
        accounts.bulk_update(people, ["name_skeleton"])
        last = people[-1].pk


class Migration(migrations.Migration):
    dependencies = [("pokerroom", "0004_deleted_accounts")]

    operations = [
        migrations.AddField(
            model_name="user",
            name="name_skeleton",
            field=SkeletonField(db_index=True, default="", editable=False, max_length=LONGEST_SKELETON),
        ),
        migrations.RunPython(fill_in, migrations.RunPython.noop),
    ]
