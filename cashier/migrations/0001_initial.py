
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
            name='Account',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(max_length=64, unique=True)),
                ('kind', models.CharField(choices=[('wallet', 'wallet'), ('seat', 'seat'), ('rake', 'rake'), ('house', 'house'), ('fee', 'fee'), ('pool', 'pool')], max_length=8)),
                ('currency', models.CharField(max_length=8)),
                ('name', models.CharField(blank=True, max_length=80)),
                ('table_ref', models.BigIntegerField(blank=True, null=True)),
                ('balance', models.BigIntegerField(default=0)),
                ('owner', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='accounts', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'ordering': ['code'],
            },
        ),
        migrations.CreateModel(
            name='Entry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=120, unique=True)),
                ('cause_kind', models.CharField(max_length=24)),
                ('cause_ref', models.CharField(blank=True, max_length=64)),
                ('label', models.CharField(blank=True, max_length=120)),
                ('reason', models.TextField(blank=True)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('reverses', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='reversed_by', to='cashier.entry')),
            ],
            options={
                'verbose_name_plural': 'entries',
                'ordering': ['-id'],
            },
        ),
        migrations.CreateModel(
            name='Leg',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('amount', models.BigIntegerField()),
                ('balance_after', models.BigIntegerField()),
                ('account', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='legs', to='cashier.account')),
                ('entry', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='legs', to='cashier.entry')),
            ],
            options={
                'ordering': ['id'],
            },
        ),
        migrations.AddIndex(
            model_name='account',
            index=models.Index(fields=['table_ref', 'kind'], name='cashier_account_table'),
        ),
        migrations.AddConstraint(
            model_name='account',
            constraint=models.CheckConstraint(condition=models.Q(('balance__gte', 0), ('kind', 'house'), _connector='OR'), name='cashier_never_overdrawn'),
        ),
        migrations.AddIndex(
            model_name='entry',
            index=models.Index(fields=['cause_kind', 'cause_ref'], name='cashier_entry_cause'),
        ),
        migrations.AddIndex(
            model_name='leg',
            index=models.Index(models.F('account'), models.OrderBy(models.F('id'), descending=True), name='cashier_leg_newest'),
        ),
        migrations.AddConstraint(
            model_name='leg',
            constraint=models.CheckConstraint(condition=models.Q(('amount', 0), _negated=True), name='cashier_leg_moves_something'),
        ),
        migrations.AddConstraint(
            model_name='leg',
            constraint=models.UniqueConstraint(fields=('entry', 'account'), name='cashier_leg_account_once'),
        ),
    ]
