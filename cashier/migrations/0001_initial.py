
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
            name='Cage',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=40, unique=True, verbose_name='name')),
                ('is_retired', models.BooleanField(default=False, verbose_name='closed for good')),
            ],
            options={
                'verbose_name': 'cage',
                'verbose_name_plural': 'cages',
                'ordering': ['name'],
                'permissions': [('work_cage', 'Works at a cage: drawers, deposits, payouts, vouchers, transfers'), ('approve_cage', 'Approves withdrawals and corrections of somebody else'), ('manage_cages', 'Adds cages and sets the limits of payouts')],
            },
        ),
        migrations.CreateModel(
            name='Account',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(max_length=64, unique=True, verbose_name='code')),
                ('kind', models.CharField(choices=[('wallet', 'wallet'), ('seat', 'seat'), ('rake', 'rake'), ('house', 'house'), ('fee', 'fee'), ('pool', 'pool'), ('cage', 'cash in a cage'), ('vouchers', 'unused vouchers'), ('pending', 'reserved for a withdrawal'), ('difference', 'over or short')], max_length=12, verbose_name='kind')),
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
            name='CageTransfer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('token', models.UUIDField(unique=True)),
                ('currency', models.CharField(max_length=8, verbose_name='currency')),
                ('amount', models.BigIntegerField(verbose_name='amount')),
                ('reason', models.CharField(max_length=300, verbose_name='reason')),
                ('sent_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='sent')),
                ('counted', models.BigIntegerField(blank=True, null=True, verbose_name='counted')),
                ('explanation', models.CharField(blank=True, max_length=300, verbose_name='explanation')),
                ('received_at', models.DateTimeField(blank=True, null=True, verbose_name='received')),
                ('received_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='received by')),
                ('sent_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='sent by')),
                ('source', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='cashier.cage', verbose_name='from')),
                ('target', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='cashier.cage', verbose_name='to')),
            ],
            options={
                'verbose_name': 'transfer between cages',
                'verbose_name_plural': 'transfers between cages',
                'ordering': ['-id'],
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
                ('low_stakes', models.BigIntegerField(default=0, verbose_name='low stakes up to')),
                ('middle_stakes', models.BigIntegerField(default=0, verbose_name='middle stakes up to')),
            ],
            options={
                'verbose_name': 'currency',
                'verbose_name_plural': 'currencies',
                'ordering': ['order', 'code'],
                'constraints': [models.CheckConstraint(condition=models.Q(('digits__lte', 3)), name='cashier_currency_digits')],
            },
        ),
        migrations.CreateModel(
            name='Drawer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('token', models.UUIDField(unique=True)),
                ('opened_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='opened')),
                ('closed_at', models.DateTimeField(blank=True, null=True, verbose_name='closed')),
                ('explanation', models.CharField(blank=True, max_length=300, verbose_name='explanation')),
                ('cage', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='drawers', to='cashier.cage', verbose_name='cage')),
                ('closed_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='closed by')),
                ('opened_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='opened by')),
            ],
            options={
                'verbose_name': 'drawer',
                'verbose_name_plural': 'drawers',
                'ordering': ['-id'],
            },
        ),
        migrations.CreateModel(
            name='DrawerCount',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('currency', models.CharField(max_length=8, verbose_name='currency')),
                ('opening', models.BigIntegerField(default=0, verbose_name='float')),
                ('counted', models.BigIntegerField(blank=True, null=True, verbose_name='counted')),
                ('book', models.BigIntegerField(blank=True, null=True, verbose_name='by the book')),
                ('drawer', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='counts', to='cashier.drawer', verbose_name='drawer')),
            ],
            options={
                'verbose_name': 'count',
                'verbose_name_plural': 'counts',
                'ordering': ['currency'],
            },
        ),
        migrations.CreateModel(
            name='Entry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('key', models.CharField(max_length=120, unique=True, verbose_name='key')),
                ('cause_kind', models.CharField(choices=[('buy_in', 'buy-in'), ('top_up', 'top-up'), ('leave', 'cash-out'), ('refused', 'chips returned'), ('hand', 'hand'), ('move', 'move to another table'), ('rabbit', 'cards that would have come'), ('void_taken', 'taken back for a void hand'), ('void_returned', 'returned for a void hand'), ('entry', 'entry of a tournament'), ('rebuy', 're-buy'), ('addon', 'add-on'), ('entry_back', 'entry paid back'), ('fee', 'fee'), ('ticket', 'ticket'), ('prize', 'prize'), ('overlay', 'added to reach the guarantee'), ('bounty', 'bounty'), ('welcome', 'welcome'), ('refill', 'play money topped up'), ('grant', 'from the house'), ('reversal', 'reversal'), ('deposit', 'deposit'), ('payout', 'payout'), ('withdrawal', 'withdrawal asked for'), ('withdrawal_back', 'withdrawal released'), ('voucher_sold', 'voucher sold'), ('voucher_given', 'voucher given'), ('voucher', 'voucher used'), ('voucher_expired', 'voucher expired'), ('float', 'float of the drawer'), ('day_end', 'day-end, to the safe'), ('difference', 'difference at day-end'), ('cage_sent', 'sent to another cage'), ('cage_received', 'received from another cage')], max_length=24, verbose_name='cause')),
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
                'permissions': [('run_audit', 'Can audit the books')],
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
            name='PayoutLimit',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('currency', models.CharField(max_length=8, unique=True, verbose_name='currency')),
                ('amount', models.BigIntegerField(default=0, verbose_name='approved by a second person above')),
            ],
            options={
                'verbose_name': 'limit of payouts',
                'verbose_name_plural': 'limits of payouts',
                'constraints': [models.CheckConstraint(condition=models.Q(('amount__gte', 0)), name='cashier_payout_limit_not_negative')],
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
        migrations.CreateModel(
            name='Receipt',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('day', models.DateField(verbose_name='day')),
                ('number', models.PositiveIntegerField(verbose_name='number')),
                ('token', models.UUIDField(unique=True)),
                ('kind', models.CharField(choices=[('deposit', 'deposit'), ('payout', 'payout'), ('voucher', 'voucher sold'), ('reversal', 'reversal'), ('sent', 'sent to another cage'), ('received', 'received from another cage'), ('float', 'float of the drawer'), ('difference', 'difference at day-end'), ('day_end', 'day-end, to the safe')], max_length=12, verbose_name='kind')),
                ('amount', models.BigIntegerField(verbose_name='amount')),
                ('currency', models.CharField(max_length=8, verbose_name='currency')),
                ('reason', models.CharField(blank=True, max_length=300, verbose_name='reason')),
                ('at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='at')),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='cashier')),
                ('cage', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='receipts', to='cashier.cage', verbose_name='cage')),
                ('drawer', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='receipts', to='cashier.drawer', verbose_name='drawer')),
                ('entry', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='receipt', to='cashier.entry', verbose_name='entry in the ledger')),
                ('person', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='receipts', to=settings.AUTH_USER_MODEL, verbose_name='person')),
            ],
            options={
                'verbose_name': 'receipt',
                'verbose_name_plural': 'receipts',
                'ordering': ['-id'],
            },
        ),
        migrations.CreateModel(
            name='Correction',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('token', models.UUIDField(unique=True)),
                ('amount', models.BigIntegerField(verbose_name='right amount')),
                ('reason', models.CharField(max_length=300, verbose_name='reason')),
                ('asked_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='asked')),
                ('outcome', models.CharField(blank=True, choices=[('approved', 'approved'), ('refused', 'refused')], default='', max_length=10, verbose_name='outcome')),
                ('closed_at', models.DateTimeField(blank=True, null=True, verbose_name='decided')),
                ('answer', models.CharField(blank=True, max_length=300, verbose_name='answer')),
                ('asked_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='asked by')),
                ('closed_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='decided by')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='right person')),
                ('new', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='new_of', to='cashier.receipt', verbose_name='new receipt')),
                ('receipt', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='corrections', to='cashier.receipt', verbose_name='receipt')),
                ('reversal', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='reversal_of', to='cashier.receipt', verbose_name='reversal')),
            ],
            options={
                'verbose_name': 'correction',
                'verbose_name_plural': 'corrections',
                'ordering': ['-id'],
            },
        ),
        migrations.CreateModel(
            name='Voucher',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('token', models.UUIDField(unique=True)),
                ('code_hash', models.CharField(max_length=64, unique=True)),
                ('code_end', models.CharField(max_length=4, verbose_name='last letters of the code')),
                ('currency', models.CharField(max_length=8, verbose_name='currency')),
                ('amount', models.BigIntegerField(verbose_name='amount')),
                ('reason', models.CharField(blank=True, max_length=300, verbose_name='reason')),
                ('issued_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='issued')),
                ('expires_at', models.DateTimeField(verbose_name='valid until')),
                ('used_at', models.DateTimeField(blank=True, null=True, verbose_name='used')),
                ('returned_at', models.DateTimeField(blank=True, null=True, verbose_name='expired and returned')),
                ('buyer', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='bought by')),
                ('issued_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='issued by')),
                ('receipt', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='voucher', to='cashier.receipt', verbose_name='receipt')),
                ('used_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='used by')),
            ],
            options={
                'verbose_name': 'voucher',
                'verbose_name_plural': 'vouchers',
                'ordering': ['-id'],
            },
        ),
        migrations.CreateModel(
            name='Withdrawal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('token', models.UUIDField(unique=True)),
                ('currency', models.CharField(max_length=8, verbose_name='currency')),
                ('amount', models.BigIntegerField(verbose_name='amount')),
                ('reason', models.CharField(blank=True, max_length=300, verbose_name='reason')),
                ('asked_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='asked')),
                ('needs_approval', models.BooleanField(default=True, verbose_name='needs a second person')),
                ('approved_at', models.DateTimeField(blank=True, null=True, verbose_name='approved')),
                ('outcome', models.CharField(blank=True, choices=[('paid', 'paid out'), ('refused', 'refused'), ('cancelled', 'cancelled')], default='', max_length=10, verbose_name='outcome')),
                ('closed_at', models.DateTimeField(blank=True, null=True, verbose_name='ended')),
                ('answer', models.CharField(blank=True, max_length=300, verbose_name='answer')),
                ('approved_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='approved by')),
                ('asked_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='asked by')),
                ('closed_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='ended by')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='withdrawals', to=settings.AUTH_USER_MODEL, verbose_name='player')),
                ('receipt', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='withdrawal', to='cashier.receipt', verbose_name='receipt')),
            ],
            options={
                'verbose_name': 'withdrawal',
                'verbose_name_plural': 'withdrawals',
                'ordering': ['-id'],
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
        migrations.AddConstraint(
            model_name='cagetransfer',
            constraint=models.CheckConstraint(condition=models.Q(('amount__gt', 0)), name='cashier_transfer_above_zero'),
        ),
        migrations.AddConstraint(
            model_name='cagetransfer',
            constraint=models.CheckConstraint(condition=models.Q(('source', models.F('target')), _negated=True), name='cashier_transfer_to_another'),
        ),
        migrations.AddConstraint(
            model_name='drawer',
            constraint=models.UniqueConstraint(condition=models.Q(('closed_at', None)), fields=('cage',), name='cashier_one_open_drawer'),
        ),
        migrations.AddConstraint(
            model_name='drawercount',
            constraint=models.UniqueConstraint(fields=('drawer', 'currency'), name='cashier_count_once'),
        ),
        migrations.AddConstraint(
            model_name='drawercount',
            constraint=models.CheckConstraint(condition=models.Q(('opening__gte', 0)), name='cashier_float_not_negative'),
        ),
        migrations.AddConstraint(
            model_name='drawercount',
            constraint=models.CheckConstraint(condition=models.Q(('counted__gte', 0), ('counted', None), _connector='OR'), name='cashier_count_not_negative'),
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
        migrations.AddConstraint(
            model_name='receipt',
            constraint=models.UniqueConstraint(fields=('cage', 'day', 'number'), name='cashier_receipt_number_once'),
        ),
        migrations.AddConstraint(
            model_name='receipt',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='cashier_receipt_number'),
        ),
        migrations.AddConstraint(
            model_name='receipt',
            constraint=models.CheckConstraint(condition=models.Q(('amount', 0), _negated=True), name='cashier_receipt_moves_something'),
        ),
        migrations.AddConstraint(
            model_name='correction',
            constraint=models.CheckConstraint(condition=models.Q(('amount__gte', 0)), name='cashier_correction_not_negative'),
        ),
        migrations.AddConstraint(
            model_name='correction',
            constraint=models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='cashier_correction_has_a_reason'),
        ),
        migrations.AddConstraint(
            model_name='correction',
            constraint=models.UniqueConstraint(condition=models.Q(('outcome', 'refused'), _negated=True), fields=('receipt',), name='cashier_receipt_corrected_once'),
        ),
        migrations.AddConstraint(
            model_name='voucher',
            constraint=models.CheckConstraint(condition=models.Q(('amount__gt', 0)), name='cashier_voucher_above_zero'),
        ),
        migrations.AddConstraint(
            model_name='voucher',
            constraint=models.CheckConstraint(condition=models.Q(('used_at', None), ('returned_at', None), _connector='OR'), name='cashier_voucher_ends_once'),
        ),
        migrations.AddConstraint(
            model_name='withdrawal',
            constraint=models.CheckConstraint(condition=models.Q(('amount__gt', 0)), name='cashier_withdrawal_above_zero'),
        ),
        migrations.AddConstraint(
            model_name='withdrawal',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('outcome', 'paid'), _negated=True), ('needs_approval', False), ('approved_by__isnull', False), _connector='OR'), name='cashier_withdrawal_paid_if_approved'),
        ),
        migrations.AddConstraint(
            model_name='withdrawal',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('outcome', 'paid'), ('receipt__isnull', False)), models.Q(models.Q(('outcome', 'paid'), _negated=True), ('receipt', None)), _connector='OR'), name='cashier_withdrawal_paid_with_receipt'),
        ),
    ]
