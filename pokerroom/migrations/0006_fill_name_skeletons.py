"""Works out the skeletons of the names that accounts have, some in each transaction: people sign in meanwhile."""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

from pokerroom.models.look_alikes import skeleton

AT_ONCE = 1000


def fill_in(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    accounts = apps.get_model("pokerroom", "User")._base_manager.using(schema_editor.connection.alias)
    last = 0
    # Those that have one are left alone, so that it can be stopped and run again.
    missing = accounts.filter(name_skeleton="").order_by("pk").only("pk", "display_name")
    while people := list(missing.filter(pk__gt=last)[:AT_ONCE]):
        for person in people:
            person.name_skeleton = skeleton(person.display_name)
        accounts.bulk_update(people, ["name_skeleton"])
        last = people[-1].pk


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("pokerroom", "0005_name_skeleton")]

    operations = [migrations.RunPython(fill_in, migrations.RunPython.noop)]
