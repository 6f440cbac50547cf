
import django.core.validators
import django.db.models.deletion
import django.db.models.functions.comparison
import django.db.models.functions.text
import django.utils.timezone
import games.models.access
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='ReportCount',
            fields=[
                ('tournament', models.PositiveBigIntegerField(primary_key=True, serialize=False)),
                ('reports', models.BigIntegerField(default=0)),
            ],
            options={
                'verbose_name': 'count of reports',
                'verbose_name_plural': 'counts of reports',
            },
        ),
        migrations.CreateModel(
            name='LobbyNews',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('texts', models.JSONField(default=dict)),
                ('starts_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='from')),
                ('ends_at', models.DateTimeField(blank=True, help_text='Leave empty to show it until it is removed.', null=True, verbose_name='until')),
            ],
            options={
                'verbose_name': 'news',
                'verbose_name_plural': 'news',
                'ordering': ['-starts_at', '-pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(('ends_at', None), ('ends_at__gt', models.F('starts_at')), _connector='OR'), name='games_news_ends', violation_error_message='The end must be after the beginning.')],
            },
        ),
        migrations.CreateModel(
            name='PlayerTableLimits',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('allowed', models.BooleanField(default=True, verbose_name='players may open tables')),
                ('games', models.JSONField(default=games.models.access.all_games, verbose_name='games')),
                ('min_stakes', models.BigIntegerField(default=100, verbose_name='minimum big blind or lower limit')),
                ('max_stakes', models.BigIntegerField(default=10000, verbose_name='maximum big blind or lower limit')),
                ('min_buy_in_blinds', models.PositiveIntegerField(default=20, verbose_name='lowest minimum buy-in, in big blinds')),
                ('max_buy_in_blinds', models.PositiveIntegerField(default=500, verbose_name='highest maximum buy-in, in big blinds')),
                ('max_per_player', models.PositiveSmallIntegerField(default=2, verbose_name='open tables per player')),
                ('max_in_room', models.PositiveSmallIntegerField(default=50, verbose_name='open tables of all players together')),
                ('close_after_minutes', models.PositiveIntegerField(default=30, help_text='The table closes by itself after it has been empty for this long.', verbose_name='minutes a table may stay empty')),
                ('takes_rake', models.BooleanField(default=True, verbose_name='takes rake')),
            ],
            options={
                'verbose_name': "limits of players' own tables",
                'verbose_name_plural': "limits of players' own tables",
                'constraints': [models.CheckConstraint(condition=models.Q(('max_stakes__gte', models.F('min_stakes')), ('min_stakes__gte', 1)), name='games_own_stakes', violation_error_message='The minimum stakes must be above zero and not above the maximum.'), models.CheckConstraint(condition=models.Q(('max_buy_in_blinds__gte', models.F('min_buy_in_blinds')), ('min_buy_in_blinds__gte', 1)), name='games_own_blinds', violation_error_message='The minimum buy-in must be above zero and not above the maximum.')],
            },
        ),
        migrations.CreateModel(
            name='Table',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=40, unique=True, verbose_name='name')),
                ('currency', models.CharField(default='PLAY', max_length=8, verbose_name='currency')),
                ('rules_data', models.JSONField(verbose_name='rules')),
                ('seats', models.PositiveSmallIntegerField(default=9, verbose_name='seats')),
                ('min_buy_in', models.BigIntegerField(default=0, verbose_name='minimum buy-in')),
                ('max_buy_in', models.BigIntegerField(default=0, verbose_name='maximum buy-in')),
                ('password', models.CharField(blank=True, max_length=128, verbose_name='password')),
                ('bots', models.PositiveSmallIntegerField(default=0, verbose_name='house bots')),
                ('watch_delay', models.PositiveSmallIntegerField(default=0, validators=[django.core.validators.MaxValueValidator(600)], verbose_name='delay for watchers')),
                ('sort_order', models.IntegerField(default=0, verbose_name='position in the lobby')),
                ('tournament', models.PositiveBigIntegerField(blank=True, db_index=True, editable=False, null=True, verbose_name='tournament')),
                ('is_open', models.BooleanField(default=True, verbose_name='open')),
                ('is_paused', models.BooleanField(default=False, verbose_name='paused')),
                ('frozen', models.BooleanField(default=False, verbose_name='frozen')),
                ('closed_at', models.DateTimeField(blank=True, null=True, verbose_name='closed at')),
                ('closed_to_watchers', models.BooleanField(default=False, verbose_name='closed to watchers')),
                ('empty_since', models.DateTimeField(blank=True, default=django.utils.timezone.now, null=True)),
                ('owner', models.CharField(blank=True, max_length=64)),
                ('lease_until', models.BigIntegerField(default=0)),
                ('snapshot', models.JSONField()),
                ('snapshot_number', models.BigIntegerField(default=0)),
                ('next_snapshot', models.JSONField()),
                ('next_snapshot_number', models.BigIntegerField(default=0)),
                ('hands', models.BigIntegerField(default=0, verbose_name='hands played')),
                ('average_pot', models.BigIntegerField(default=0)),
                ('average_second_street_permille', models.PositiveSmallIntegerField(default=0)),
                ('average_hand_ms', models.BigIntegerField(default=0)),
                ('last_hand_at', models.DateTimeField(blank=True, null=True)),
                ('feeds', models.ForeignKey(blank=True, help_text='When a seat opens there, the player who has sat here longest moves to it with their whole stack.', null=True, on_delete=django.db.models.deletion.PROTECT, related_name='feeders', to='games.table', verbose_name='must-move table of')),
                ('opened_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='own_tables', to=settings.AUTH_USER_MODEL, verbose_name='opened by')),
            ],
            options={
                'verbose_name': 'table',
                'verbose_name_plural': 'tables',
                'ordering': ['sort_order', 'name'],
            },
        ),
        migrations.CreateModel(
            name='Seat',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seat', models.PositiveSmallIntegerField()),
                ('name', models.CharField(max_length=40)),
                ('bot', models.BooleanField(default=False)),
                ('seated_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='table_seats', to=settings.AUTH_USER_MODEL)),
                ('table', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='taken_seats', to='games.table')),
            ],
            options={
                'ordering': ['table', 'seat'],
            },
        ),
        migrations.CreateModel(
            name='Report',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('description', models.CharField(max_length=300, verbose_name='what happened')),
                ('hand', models.BigIntegerField(default=0, verbose_name='hand')),
                ('chat', models.JSONField(default=list, verbose_name='chat around it')),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='at')),
                ('judged_at', models.DateTimeField(blank=True, null=True, verbose_name='judged at')),
                ('judgement', models.CharField(blank=True, max_length=300, verbose_name='judgement')),
                ('about', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='about')),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='reported by')),
                ('judged_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='judged by')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.table', verbose_name='table')),
            ],
            options={
                'verbose_name': 'report',
                'verbose_name_plural': 'reports',
                'ordering': ['-id'],
            },
        ),
        migrations.CreateModel(
            name='Order',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('take_seat', 'take a seat'), ('add_chips', 'add chips'), ('refill', 'choose automatic top-ups'), ('move', 'move to another table'), ('change_rules', 'change the rules'), ('pause', 'pause'), ('resume', 'resume'), ('close', 'close'), ('seat_entrant', 'seat an entrant'), ('take_away', 'remove a player'), ('set_chips', 'set a stack'), ('give_chips', 'give chips'), ('show_race', 'show a chip race'), ('hold_hands', 'hold the next hands'), ('deal_hand', 'deal one hand'), ('set_absent', 'mark as away'), ('penalise', 'give a penalty'), ('void_hand', 'void the hand')], max_length=12, verbose_name='order')),
                ('payload', models.JSONField(default=dict, verbose_name='details')),
                ('key', models.CharField(max_length=80, unique=True, verbose_name='key')),
                ('amount', models.BigIntegerField(default=0, verbose_name='amount')),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='at')),
                ('applied_at', models.DateTimeField(blank=True, null=True, verbose_name='applied at')),
                ('decision', models.BigIntegerField(blank=True, null=True, verbose_name='decision')),
                ('refused', models.CharField(blank=True, max_length=40, verbose_name='refused')),
                ('refused_detail', models.JSONField(default=dict, editable=False)),
                ('player', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='table_orders', to=settings.AUTH_USER_MODEL, verbose_name='player')),
                ('table', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='orders', to='games.table', verbose_name='table')),
            ],
            options={
                'verbose_name': 'order',
                'verbose_name_plural': 'orders',
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='Notice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('code', models.CharField(max_length=40)),
                ('detail', models.JSONField(default=dict)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('shown_at', models.DateTimeField(blank=True, null=True)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('table', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.table')),
            ],
            options={
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='HourlyResult',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seated_at', models.DateTimeField()),
                ('hour', models.DateTimeField()),
                ('game', models.CharField(default='', max_length=12)),
                ('structure', models.CharField(default='', max_length=2)),
                ('small_blind', models.BigIntegerField(default=0)),
                ('big_blind', models.BigIntegerField(default=0)),
                ('first_hand_player', models.BigIntegerField()),
                ('last_hand_at', models.DateTimeField()),
                ('hands', models.PositiveIntegerField(default=0)),
                ('net', models.BigIntegerField(default=0)),
                ('entered', models.PositiveIntegerField(default=0)),
                ('raised', models.PositiveIntegerField(default=0)),
                ('bets_and_raises', models.PositiveIntegerField(default=0)),
                ('calls', models.PositiveIntegerField(default=0)),
                ('saw_second_street', models.PositiveIntegerField(default=0)),
                ('showdown', models.PositiveIntegerField(default=0)),
                ('won_showdown', models.PositiveIntegerField(default=0)),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('table', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.table')),
            ],
        ),
        migrations.CreateModel(
            name='HeldChatLine',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.CharField(max_length=200)),
                ('watching', models.BooleanField(default=False)),
                ('sent_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.table')),
            ],
            options={
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='Hand',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.BigIntegerField(verbose_name='number')),
                ('began_at', models.DateTimeField(verbose_name='began at')),
                ('ended_at', models.DateTimeField(verbose_name='ended at')),
                ('pot', models.BigIntegerField(verbose_name='pot')),
                ('rake', models.BigIntegerField(verbose_name='rake')),
                ('players', models.PositiveSmallIntegerField(verbose_name='players')),
                ('second_street_players', models.PositiveSmallIntegerField(verbose_name='players on the second street')),
                ('board', models.JSONField(default=list, verbose_name='board')),
                ('results', models.JSONField(default=list, verbose_name='results')),
                ('game', models.CharField(default='', max_length=12, verbose_name='game')),
                ('structure', models.CharField(default='', max_length=2, verbose_name='structure')),
                ('small_blind', models.BigIntegerField(default=0, verbose_name='small blind')),
                ('big_blind', models.BigIntegerField(default=0, verbose_name='big blind')),
                ('rules_data', models.JSONField(verbose_name='rules')),
                ('void', models.BooleanField(default=False, verbose_name='void')),
                ('table', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='finished_hands', to='games.table', verbose_name='table')),
            ],
            options={
                'verbose_name': 'hand',
                'verbose_name_plural': 'hands',
                'ordering': ['-id'],
            },
        ),
        migrations.CreateModel(
            name='FloorDecision',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('hand', models.BigIntegerField(verbose_name='hand')),
                ('kind', models.CharField(choices=[('void_hand', 'void the hand'), ('pause', 'pause'), ('resume', 'resume')], max_length=12, verbose_name='decision')),
                ('reason', models.CharField(max_length=200, verbose_name='reason')),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='at')),
                ('by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                ('order', models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.order', verbose_name='order')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.table', verbose_name='table')),
            ],
            options={
                'verbose_name': 'decision of the floor',
                'verbose_name_plural': 'decisions of the floor',
                'ordering': ['-id'],
                'permissions': [('run_floor', 'Can run the floor')],
            },
        ),
        migrations.CreateModel(
            name='FloorCall',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reason', models.CharField(max_length=300, verbose_name='what for')),
                ('hand', models.BigIntegerField(default=0, verbose_name='hand')),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='at')),
                ('answered_at', models.DateTimeField(blank=True, null=True, verbose_name='answered at')),
                ('answer', models.CharField(blank=True, max_length=300, verbose_name='answer')),
                ('answer_read', models.BooleanField(default=False)),
                ('answered_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='answered by')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='player')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.table', verbose_name='table')),
            ],
            options={
                'verbose_name': 'call for the floor',
                'verbose_name_plural': 'calls for the floor',
                'ordering': ['-id'],
            },
        ),
        migrations.CreateModel(
            name='Departure',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('game', models.CharField(max_length=64)),
                ('chips', models.BigIntegerField()),
                ('left_at', models.DateTimeField()),
                ('returned_at', models.DateTimeField(blank=True, null=True)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('table', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.table')),
            ],
            options={
                'ordering': ['-id'],
            },
        ),
        migrations.CreateModel(
            name='Decision',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.BigIntegerField(verbose_name='number')),
                ('hand', models.BigIntegerField(default=0, verbose_name='hand')),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='at')),
                ('events', models.JSONField(verbose_name='events')),
                ('sealed', models.BinaryField(null=True)),
                ('table', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='decisions', to='games.table', verbose_name='table')),
            ],
            options={
                'verbose_name': 'decision',
                'verbose_name_plural': 'decisions',
                'ordering': ['table', 'number'],
            },
        ),
        migrations.CreateModel(
            name='ChatLine',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=40, verbose_name='name')),
                ('text', models.CharField(max_length=200, verbose_name='text')),
                ('watching', models.BooleanField(default=False, verbose_name='watching')),
                ('sent_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='at')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='player')),
                ('table', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='chat_lines', to='games.table', verbose_name='table')),
            ],
            options={
                'verbose_name': 'chat line',
                'verbose_name_plural': 'chat lines',
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='Admission',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('barred', 'barred'), ('invited', 'invited')], max_length=8, verbose_name='is')),
                ('reason', models.CharField(blank=True, help_text='Only staff see it.', max_length=200, verbose_name='reason')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='player')),
                ('table', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='admissions', to='games.table', verbose_name='table')),
            ],
            options={
                'verbose_name': 'bar or invitation',
                'verbose_name_plural': 'bars and invitations',
            },
        ),
        migrations.CreateModel(
            name='TableMerge',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reason', models.CharField(help_text='Only staff see it.', max_length=300, verbose_name='reason')),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='at')),
                ('by', models.ForeignKey(editable=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                ('source', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='merges', to='games.table', verbose_name='table that closes')),
                ('target', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.table', verbose_name='into table')),
            ],
            options={
                'verbose_name': 'merging of tables',
                'verbose_name_plural': 'mergings of tables',
                'ordering': ['-id'],
            },
        ),
        migrations.CreateModel(
            name='HouseMove',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='at')),
                ('ended', models.CharField(blank=True, choices=[('went', 'moved'), ('left', 'left the table instead'), ('stayed', 'could not be seated there and stays')], max_length=6, verbose_name='ended')),
                ('ended_at', models.DateTimeField(blank=True, null=True, verbose_name='ended at')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='player')),
                ('source', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.table', verbose_name='from table')),
                ('target', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='games.table', verbose_name='to table')),
                ('merge', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='moves', to='games.tablemerge', verbose_name='merging of tables')),
            ],
            options={
                'verbose_name': 'move by the house',
                'verbose_name_plural': 'moves by the house',
                'ordering': ['-id'],
            },
        ),
        migrations.CreateModel(
            name='TableReport',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('tournament', models.PositiveBigIntegerField()),
                ('number', models.BigIntegerField()),
                ('decision', models.BigIntegerField(default=0)),
                ('kind', models.CharField(max_length=16)),
                ('data', models.JSONField()),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('table', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='reports', to='games.table')),
            ],
            options={
                'verbose_name': 'report',
                'verbose_name_plural': 'reports',
                'ordering': ['tournament', 'number'],
            },
        ),
        migrations.CreateModel(
            name='WaitingEntry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(blank=True, max_length=80, verbose_name='game and stakes')),
                ('rank', models.BigIntegerField(default=0, verbose_name='rank')),
                ('away', models.BooleanField(default=False, verbose_name='away')),
                ('misses', models.PositiveSmallIntegerField(default=0, verbose_name='missed calls')),
                ('call_until', models.DateTimeField(blank=True, null=True, verbose_name='called until')),
                ('joined_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='since')),
                ('ended', models.CharField(blank=True, choices=[('seated', 'seated'), ('left', 'left the list'), ('missed', 'missed two calls'), ('closed', 'the table was closed')], max_length=8, verbose_name='ended')),
                ('ended_at', models.DateTimeField(blank=True, null=True, verbose_name='ended at')),
                ('end_seen', models.BooleanField(default=True, verbose_name='end was shown')),
                ('called_to', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='calls', to='games.table', verbose_name='called to')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='waiting', to=settings.AUTH_USER_MODEL, verbose_name='player')),
                ('table', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.CASCADE, related_name='waiting', to='games.table', verbose_name='table')),
            ],
            options={
                'verbose_name': 'place in a waiting list',
                'verbose_name_plural': 'waiting lists',
                'ordering': ['rank', 'pk'],
            },
        ),
        migrations.CreateModel(
            name='ChatBan',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('until', models.DateTimeField(verbose_name='until')),
                ('reason', models.CharField(max_length=300, verbose_name='reason')),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='at')),
                ('by', models.ForeignKey(editable=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': 'chat ban',
                'verbose_name_plural': 'chat bans',
                'ordering': ['-id'],
                'indexes': [models.Index(fields=['player', 'until'], name='games_chatban_until')],
                'constraints': [models.CheckConstraint(condition=models.Q(('until__gt', models.F('created_at'))), name='games_chatban_ends', violation_error_message='The end must be after the beginning.')],
            },
        ),
        migrations.CreateModel(
            name='HandPlayer',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('seated_at', models.DateTimeField()),
                ('seat', models.PositiveSmallIntegerField()),
                ('net', models.BigIntegerField()),
                ('invested', models.BigIntegerField()),
                ('entered', models.BooleanField()),
                ('raised', models.BooleanField()),
                ('bets_and_raises', models.PositiveSmallIntegerField()),
                ('calls', models.PositiveSmallIntegerField()),
                ('saw_second_street', models.BooleanField()),
                ('showdown', models.BooleanField()),
                ('won_showdown', models.BooleanField()),
                ('hand', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='hand_players', to='games.hand')),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='hands_played', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'hand of a player',
                'verbose_name_plural': 'hands of players',
                'ordering': ['-hand_id'],
                'constraints': [models.UniqueConstraint(fields=('player', 'hand'), name='games_handplayer_once')],
            },
        ),
        migrations.CreateModel(
            name='Remark',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('note', models.CharField(blank=True, max_length=500, verbose_name='note')),
                ('label', models.CharField(blank=True, choices=[('red', 'red'), ('orange', 'orange'), ('green', 'green'), ('blue', 'blue'), ('violet', 'violet')], max_length=8, verbose_name='label')),
                ('muted', models.BooleanField(default=False, verbose_name='muted')),
                ('updated_at', models.DateTimeField(auto_now=True)),
                ('about', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('owner', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='remarks', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'constraints': [models.UniqueConstraint(fields=('owner', 'about'), name='games_remark_once'), models.CheckConstraint(condition=models.Q(('owner', models.F('about')), _negated=True), name='games_remark_other')],
            },
        ),
        migrations.CreateModel(
            name='SeparatedPlayers',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reason', models.CharField(blank=True, help_text='Only staff see it.', max_length=200, verbose_name='reason')),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='since')),
                ('one', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='player')),
                ('other', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='other player')),
            ],
            options={
                'verbose_name': 'pair kept apart',
                'verbose_name_plural': 'pairs kept apart',
                'constraints': [models.UniqueConstraint(django.db.models.functions.comparison.Least('one', 'other'), django.db.models.functions.comparison.Greatest('one', 'other'), name='games_apart_once', violation_error_message='These two players are kept apart already.'), models.CheckConstraint(condition=models.Q(('one', models.F('other')), _negated=True), name='games_apart_two', violation_error_message='Choose two different players.')],
            },
        ),
        migrations.CreateModel(
            name='SharedHand',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('token', models.CharField(max_length=32, unique=True)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('ended_at', models.DateTimeField(blank=True, null=True)),
                ('hand', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='games.hand')),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
            ],
            options={
                'verbose_name': 'shared hand',
                'verbose_name_plural': 'shared hands',
                'ordering': ['-id'],
                'constraints': [models.UniqueConstraint(condition=models.Q(('ended_at', None)), fields=('player', 'hand'), name='games_sharedhand_once')],
            },
        ),
        migrations.AddIndex(
            model_name='table',
            index=models.Index(condition=models.Q(('closed_at', None)), fields=['lease_until'], name='games_table_lease'),
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.UniqueConstraint(django.db.models.functions.text.Lower('name'), name='games_table_name', violation_error_message='There is already a table with this name.'),
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.CheckConstraint(condition=models.Q(('seats__gte', 2), ('seats__lte', 10)), name='games_table_seats', violation_error_message='A table has 2 to 10 seats.'),
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.CheckConstraint(condition=models.Q(('max_buy_in__gte', 0), ('min_buy_in__gte', 0), models.Q(('max_buy_in', 0), ('max_buy_in__gte', models.F('min_buy_in')), _connector='OR')), name='games_table_buy_in', violation_error_message='The maximum buy-in must not be below the minimum.'),
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.CheckConstraint(condition=models.Q(('bots__lte', models.F('seats'))), name='games_table_bots', violation_error_message="There can't be more house bots than seats."),
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.CheckConstraint(condition=models.Q(('closed_at', None), ('is_open', False), _connector='OR'), name='games_table_closed', violation_error_message='This table is closed.'),
        ),
        migrations.AddConstraint(
            model_name='table',
            constraint=models.CheckConstraint(condition=models.Q(('feeds', models.F('id')), _negated=True), name='games_table_feeds', violation_error_message="A table can't be its own must-move table."),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(fields=('table', 'seat'), name='games_seat_once'),
        ),
        migrations.AddConstraint(
            model_name='seat',
            constraint=models.UniqueConstraint(fields=('table', 'player'), name='games_player_once'),
        ),
        migrations.AddIndex(
            model_name='order',
            index=models.Index(fields=['table', 'id'], name='games_order_table'),
        ),
        migrations.AddIndex(
            model_name='order',
            index=models.Index(condition=models.Q(('applied_at', None), ('refused', '')), fields=['table', 'id'], name='games_order_inbox'),
        ),
        migrations.AddConstraint(
            model_name='order',
            constraint=models.CheckConstraint(condition=models.Q(('applied_at', None), ('refused', ''), _connector='OR'), name='games_order_one_end'),
        ),
        migrations.AddConstraint(
            model_name='order',
            constraint=models.CheckConstraint(condition=models.Q(('amount__gte', 0)), name='games_order_amount'),
        ),
        migrations.AddConstraint(
            model_name='order',
            constraint=models.CheckConstraint(condition=models.Q(('amount', 0), ('player__isnull', False), _connector='OR'), name='games_order_whose'),
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(condition=models.Q(('shown_at', None)), fields=['player'], name='games_notice_unshown'),
        ),
        migrations.AddConstraint(
            model_name='hourlyresult',
            constraint=models.UniqueConstraint(fields=('player', 'hour', 'table', 'seated_at', 'game', 'structure', 'small_blind', 'big_blind'), name='games_hourlyresult_once'),
        ),
        migrations.AddConstraint(
            model_name='hand',
            constraint=models.UniqueConstraint(fields=('table', 'number'), name='games_hand_once'),
        ),
        migrations.AddIndex(
            model_name='floorcall',
            index=models.Index(condition=models.Q(('answer_read', False)), fields=['player', 'table'], name='games_floorcall_unread'),
        ),
        migrations.AddIndex(
            model_name='departure',
            index=models.Index(condition=models.Q(('returned_at', None)), fields=['player', 'game'], name='games_departure_open'),
        ),
        migrations.AddConstraint(
            model_name='departure',
            constraint=models.CheckConstraint(condition=models.Q(('chips__gt', 0)), name='games_departure_chips'),
        ),
        migrations.AddIndex(
            model_name='decision',
            index=models.Index(fields=['table', 'hand'], name='games_decision_hand'),
        ),
        migrations.AddConstraint(
            model_name='decision',
            constraint=models.UniqueConstraint(fields=('table', 'number'), name='games_decision_once'),
        ),
        migrations.AddConstraint(
            model_name='decision',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='games_decision_number'),
        ),
        migrations.AddIndex(
            model_name='chatline',
            index=models.Index(fields=['table', 'id'], name='games_chat_table'),
        ),
        migrations.AddConstraint(
            model_name='admission',
            constraint=models.UniqueConstraint(fields=('table', 'player'), name='games_admission_once', violation_error_message='This player is barred from this table or invited to it already.'),
        ),
        migrations.AddConstraint(
            model_name='tablemerge',
            constraint=models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='games_merge_reason'),
        ),
        migrations.AddConstraint(
            model_name='tablemerge',
            constraint=models.CheckConstraint(condition=models.Q(('source', models.F('target')), _negated=True), name='games_merge_two'),
        ),
        migrations.AddConstraint(
            model_name='housemove',
            constraint=models.UniqueConstraint(condition=models.Q(('ended', '')), fields=('source', 'player'), name='games_housemove_once'),
        ),
        migrations.AddIndex(
            model_name='tablereport',
            index=models.Index(fields=['table'], name='games_tablereport_table'),
        ),
        migrations.AddConstraint(
            model_name='tablereport',
            constraint=models.UniqueConstraint(fields=('tournament', 'number'), name='games_tablereport_once'),
        ),
        migrations.AddConstraint(
            model_name='tablereport',
            constraint=models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='games_tablereport_number'),
        ),
        migrations.AddIndex(
            model_name='waitingentry',
            index=models.Index(condition=models.Q(('ended', ''), ('end_seen', False), _connector='OR'), fields=['player'], name='games_waiting_player'),
        ),
        migrations.AddIndex(
            model_name='waitingentry',
            index=models.Index(condition=models.Q(('ended', ''), ('table', None)), fields=['kind'], name='games_waiting_kind'),
        ),
        migrations.AddConstraint(
            model_name='waitingentry',
            constraint=models.UniqueConstraint(condition=models.Q(('ended', ''), ('table__isnull', False)), fields=('table', 'player'), name='games_waiting_table_once'),
        ),
        migrations.AddConstraint(
            model_name='waitingentry',
            constraint=models.UniqueConstraint(condition=models.Q(('ended', ''), ('table', None)), fields=('kind', 'player'), name='games_waiting_kind_once'),
        ),
        migrations.AddConstraint(
            model_name='waitingentry',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('kind', ''), ('table__isnull', False)), models.Q(('table', None), models.Q(('kind', ''), _negated=True)), _connector='OR'), name='games_waiting_for_one'),
        ),
        migrations.AddConstraint(
            model_name='waitingentry',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('call_until', None), ('called_to', None)), models.Q(('call_until__isnull', False), ('called_to__isnull', False), ('ended', '')), _connector='OR'), name='games_waiting_call'),
        ),
    ]
