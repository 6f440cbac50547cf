from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0016_merge_decisions'),
    ]

    operations = [
        migrations.CreateModel(
            name='RunningHost',
            fields=[
                ('name', models.CharField(max_length=64, primary_key=True, serialize=False)),
                ('lease_until', models.BigIntegerField()),
            ],
        ),
        # Tables that exist may be in a hand: each is loaded once before it sleeps.
        migrations.AddField(
            model_name='table',
            name='asleep',
            field=models.BooleanField(db_default=False, default=False, editable=False),
        ),
        migrations.AlterField(
            model_name='table',
            name='asleep',
            field=models.BooleanField(db_default=False, default=True, editable=False),
        ),
        migrations.AddIndex(
            model_name='table',
            index=models.Index(
                condition=models.Q(('closed_at', None)), fields=['owner', 'asleep'], name='games_table_owner'
            ),
        ),
    ]
