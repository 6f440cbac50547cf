
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='LogHead',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.BigIntegerField(default=0)),
                ('hash', models.CharField(blank=True, max_length=64)),
            ],
        ),
        migrations.CreateModel(
            name='RoomSetting',
            fields=[
                ('key', models.CharField(max_length=64, primary_key=True, serialize=False)),
                ('value', models.JSONField()),
            ],
        ),
        migrations.CreateModel(
            name='StaffAct',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.BigIntegerField(unique=True, verbose_name='number')),
                ('at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='at')),
                ('act', models.CharField(max_length=48, verbose_name='act')),
                ('subject_kind', models.CharField(blank=True, max_length=24, verbose_name='subject')),
                ('subject_id', models.CharField(blank=True, max_length=64, verbose_name='number of the subject')),
                ('changes', models.JSONField(blank=True, default=list, verbose_name='changes')),
                ('reason', models.CharField(blank=True, max_length=300, verbose_name='reason')),
                ('own', models.BooleanField(default=False, verbose_name='about themselves')),
                ('previous_hash', models.CharField(blank=True, max_length=64)),
                ('hash', models.CharField(max_length=64)),
                ('about', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='person concerned')),
                ('by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
            ],
            options={
                'verbose_name': 'act of staff',
                'verbose_name_plural': 'acts of staff',
                'ordering': ['-number'],
                'indexes': [models.Index(fields=['subject_kind', 'subject_id'], name='backoffice_act_subject'), models.Index(fields=['act'], name='backoffice_act_kind'), models.Index(fields=['at'], name='backoffice_act_at')],
                'constraints': [models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='backoffice_act_number')],
            },
        ),
    ]
