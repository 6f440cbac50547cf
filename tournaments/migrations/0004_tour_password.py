from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('tournaments', '0003_tour_stopped'),
    ]

    operations = [
        migrations.AddField(
            model_name='tournamentorder',
            name='password',
            field=models.CharField(blank=True, max_length=128, null=True),
        ),
    ]
