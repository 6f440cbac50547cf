from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("pokerroom", "0002_append_only")]

    operations = [migrations.AlterModelManagers(name="user", managers=[])]
