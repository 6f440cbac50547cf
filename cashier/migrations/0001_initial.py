
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
                ('code', models.CharField(max_length=64, unique=True, verbose_name='code')),
                ('kind', models.CharField(choices=[('wallet', 'wallet'), ('seat', 'seat'), ('rake', 'rake'), ('house', 'house'), ('fee', 'fee'), ('pool', 'pool')], max_length=8, verbose_name='kind')),
                ('currency', models.CharField(max_length=8, verbose_name='currency')),
                ('name', models.CharField(blank=True, max_length=80, verbose_name='name')),
                ('table_ref', models.BigIntegerField(blank=True, null=True, verbose_name='table number')),
                ('balance', models.BigIntegerField(default=0, verbose_name='balance')),
                ('owner', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='accounts', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': 'account',
                'verbose_name_plural': 'accounts',
                'ordering': ['code'],
            },
        ),
        migrations.CreateModel(
            name='Entry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=120, unique=True, verbose_name='key')),
                ('cause_kind', models.CharField(choices=[('buy_in', 'buy-in'), ('top_up', 'top-up'), ('leave', 'cash-out'), ('refused', 'chips returned'), ('hand', 'hand'), ('move', 'move to another table'), ('rabbit', 'cards that would have come'), ('void_taken', 'taken back for a void hand'), ('void_returned', 'returned for a void hand'), ('entry', 'entry of a tournament'), ('rebuy', 're-buy'), ('addon', 'add-on'), ('entry_back', 'entry paid back'), ('fee', 'fee'), ('ticket', 'ticket'), ('prize', 'prize'), ('bounty', 'bounty'), ('welcome', 'welcome'), ('refill', 'play money topped up'), ('grant', 'from the house'), ('reversal', 'reversal')], max_length=24, verbose_name='cause')),
                ('cause_ref', models.CharField(blank=True, max_length=64, verbose_name='number of the cause')),
                ('label', models.CharField(blank=True, max_length=120, verbose_name='description')),
                ('reason', models.TextField(blank=True, verbose_name='reason')),
                ('at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='at')),
                ('by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                ('reverses', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='reversed_by', to='cashier.entry', verbose_name='reverses')),
            ],
            options={
                'verbose_name': 'entry in the ledger',
                'verbose_name_plural': 'entries in the ledger',
                'ordering': ['-id'],
            },
        ),
        migrations.CreateModel(
            name='Leg',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('amount', models.BigIntegerField(verbose_name='amount')),
                ('balance_after', models.BigIntegerField(verbose_name='balance after it')),
                ('account', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='legs', to='cashier.account', verbose_name='account')),
                ('entry', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='legs', to='cashier.entry', verbose_name='entry in the ledger')),
            ],
            options={
                'verbose_name': 'part of an entry',
                'verbose_name_plural': 'parts of an entry',
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
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.CheckConstraint(condition=models.Q(('reverses', None), models.Q(('reason', ''), _negated=True), _connector='OR'), name='cashier_reversal_has_a_reason'),
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
