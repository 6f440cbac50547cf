"""Acts of staff are append-only in the database itself."""

from django.db import migrations

from backoffice.append_only import append_only


class Migration(migrations.Migration):
    dependencies = [("backoffice", "0001_initial")]

    operations = [append_only("backoffice", "backoffice_staffact")]
