
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
            name='Currency',
            fields=[
                ('code', models.CharField(max_length=8, primary_key=True, serialize=False, verbose_name='code')),
                ('name', models.CharField(blank=True, max_length=40, verbose_name='name')),
                ('digits', models.PositiveSmallIntegerField(default=2, verbose_name='decimals')),
                ('symbol', models.CharField(blank=True, max_length=8, verbose_name='symbol')),
                ('symbol_first', models.BooleanField(default=False, verbose_name='symbol before the amount')),
                ('order', models.PositiveSmallIntegerField(default=100, verbose_name='place in lists')),
                ('retired', models.BooleanField(default=False, verbose_name='retired')),
            ],
            options={
                'verbose_name': 'currency',
                'verbose_name_plural': 'currencies',
                'ordering': ['order', 'code'],
                'constraints': [models.CheckConstraint(condition=models.Q(('digits__lte', 3)), name='cashier_currency_digits')],
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
            name='Exclusion',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('cool_off', 'cool-off'), ('self_exclusion', 'self-exclusion')], max_length=16)),
                ('at', models.DateTimeField(default=django.utils.timezone.now)),
                ('until', models.DateTimeField(null=True)),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'time away of a player',
                'verbose_name_plural': 'times away of players',
                'ordering': ['id'],
                'permissions': [('view_limited_players', 'Can see whose play is limited')],
                'default_permissions': (),
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
        migrations.CreateModel(
            name='PlayerLimit',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('deposit', 'deposits'), ('loss', 'losses'), ('time', 'time at tables')], max_length=8)),
                ('period', models.CharField(choices=[('day', 'day'), ('week', 'week'), ('month', 'month')], max_length=8)),
                ('currency', models.CharField(blank=True, max_length=8)),
                ('value', models.BigIntegerField(null=True)),
                ('asked_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('may_confirm_from', models.DateTimeField()),
                ('confirmed_at', models.DateTimeField(null=True)),
                ('person', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'own limit of a player',
                'verbose_name_plural': 'own limits of players',
                'ordering': ['id'],
                'default_permissions': (),
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
            model_name='entry',
            index=models.Index(condition=models.Q(('cause_kind', 'hand'), _negated=True), fields=['at'], name='cashier_entry_when'),
        ),
        migrations.AddConstraint(
            model_name='entry',
            constraint=models.CheckConstraint(condition=models.Q(('reverses', None), models.Q(('reason', ''), _negated=True), _connector='OR'), name='cashier_reversal_has_a_reason'),
        ),
        migrations.AddConstraint(
            model_name='exclusion',
            constraint=models.CheckConstraint(condition=models.Q(('until', None), ('until__gt', models.F('at')), _connector='OR'), name='cashier_exclusion_lasts'),
        ),
        migrations.AddConstraint(
            model_name='exclusion',
            constraint=models.CheckConstraint(condition=models.Q(('kind', 'self_exclusion'), ('until__isnull', False), _connector='OR'), name='cashier_cool_off_ends'),
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
        migrations.AddIndex(
            model_name='playerlimit',
            index=models.Index(fields=['person', 'kind'], name='cashier_limit_person'),
        ),
        migrations.AddConstraint(
            model_name='playerlimit',
            constraint=models.CheckConstraint(condition=models.Q(('value', None), ('value__gte', 0), _connector='OR'), name='cashier_limit_value'),
        ),
        migrations.AddConstraint(
            model_name='playerlimit',
            constraint=models.CheckConstraint(condition=models.Q(('confirmed_at', None), ('confirmed_at__gte', models.F('may_confirm_from')), _connector='OR'), name='cashier_limit_waits'),
        ),
        migrations.AddConstraint(
            model_name='playerlimit',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('currency', ''), ('kind', 'time')), models.Q(models.Q(('kind', 'time'), _negated=True), models.Q(('currency', ''), _negated=True)), _connector='OR'), name='cashier_limit_currency'),
        ),
    ]
