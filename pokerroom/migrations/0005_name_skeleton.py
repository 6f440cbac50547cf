from django.db import migrations

from pokerroom.models.look_alikes import LONGEST_SKELETON, SkeletonField


class Migration(migrations.Migration):
    dependencies = [("pokerroom", "0004_deleted_accounts")]

    operations = [
        migrations.AddField(
            model_name="user",
            name="name_skeleton",
            field=SkeletonField(db_default="", db_index=True, default="", editable=False, max_length=LONGEST_SKELETON),
        ),
    ]
