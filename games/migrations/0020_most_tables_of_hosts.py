from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0019_decisions_called_off'),
    ]

    operations = [
        migrations.AddField(
            model_name='runninghost',
            name='most',
            field=models.PositiveIntegerField(db_default=0, default=0),
        ),
    ]
