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
            name='Schedule',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('setup', models.JSONField()),
                ('currency', models.CharField(max_length=8, verbose_name='currency')),
                ('password', models.CharField(blank=True, max_length=128)),
                ('bots', models.PositiveSmallIntegerField(default=0, verbose_name='house bots')),
                ('every', models.CharField(choices=[('again', 'as soon as the last one has started'), ('hour', 'every hour'), ('day', 'every day'), ('week', 'every week')], max_length=8, verbose_name='how often')),
                ('next_at', models.DateTimeField(blank=True, null=True, verbose_name='next start')),
                ('ahead', models.PositiveIntegerField(default=1440, verbose_name='minutes announced ahead')),
                ('is_on', models.BooleanField(default=True, verbose_name='on')),
                ('created_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='announced by')),
            ],
            options={
                'verbose_name': 'schedule',
                'verbose_name_plural': 'schedules',
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='Tournament',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=60, verbose_name='name')),
                ('setup', models.JSONField()),
                ('currency', models.CharField(max_length=8, verbose_name='currency')),
                ('password', models.CharField(blank=True, max_length=128)),
                ('bots', models.PositiveSmallIntegerField(default=0, verbose_name='house bots')),
                ('stage', models.CharField(choices=[('open', 'registration is open'), ('running', 'running'), ('ended', 'ended'), ('cancelled', 'cancelled')], db_index=True, default='open', max_length=12, verbose_name='stage')),
                ('starts_at', models.DateTimeField(blank=True, null=True, verbose_name='start')),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='announced at')),
                ('ended_at', models.DateTimeField(blank=True, null=True, verbose_name='ended at')),
                ('frozen', models.BooleanField(default=False, verbose_name='frozen')),
                ('freeze_reason', models.JSONField(blank=True, default=dict)),
                ('number', models.BigIntegerField(default=0, verbose_name='number of decisions')),
                ('snapshot', models.JSONField()),
                ('snapshot_number', models.BigIntegerField(default=0)),
                ('cursor', models.BigIntegerField(default=0)),
                ('owner', models.CharField(blank=True, max_length=64, verbose_name='host')),
                ('lease_until', models.BigIntegerField(default=0)),
                ('entrants', models.PositiveIntegerField(default=0, verbose_name='entries')),
                ('left', models.PositiveIntegerField(default=0, verbose_name='players left')),
                ('pool', models.BigIntegerField(default=0, verbose_name='prize pool')),
                ('late_open', models.BooleanField(default=False)),
                ('created_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='announced by')),
                ('schedule', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name='tournaments', to='tournaments.schedule', verbose_name='schedule')),
            ],
            options={
                'verbose_name': 'tournament',
                'verbose_name_plural': 'tournaments',
                'ordering': ['-id'],
                'permissions': [('direct_tournament', 'Can announce and direct tournaments')],
                'indexes': [models.Index(condition=models.Q(('stage__in', ['open', 'running'])), fields=['lease_until'], name='tournaments_to_lease')],
            },
        ),
        migrations.CreateModel(
            name='Ticket',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('currency', models.CharField(max_length=8, verbose_name='currency')),
                ('amount', models.BigIntegerField(verbose_name='amount')),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='at')),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='tickets', to=settings.AUTH_USER_MODEL, verbose_name='player')),
                ('from_tournament', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='tickets_won', to='tournaments.tournament', verbose_name='won in')),
                ('used_for', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='tickets_used', to='tournaments.tournament', verbose_name='used for')),
            ],
            options={
                'verbose_name': 'ticket',
                'verbose_name_plural': 'tickets',
                'ordering': ['id'],
            },
        ),
        migrations.CreateModel(
            name='Notice',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(max_length=16)),
                ('detail', models.JSONField(default=dict)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('shown_at', models.DateTimeField(blank=True, null=True)),
                ('player', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.CASCADE, related_name='+', to='tournaments.tournament')),
            ],
            options={
                'ordering': ['id'],
                'indexes': [models.Index(condition=models.Q(('shown_at', None)), fields=['player'], name='tournaments_notice_unshown')],
            },
        ),
        migrations.CreateModel(
            name='Entry',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('bot', models.BooleanField(default=False)),
                ('is_in', models.BooleanField(default=True)),
                ('place', models.PositiveIntegerField(default=0)),
                ('prize', models.BigIntegerField(default=0)),
                ('player', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='tournament_entries', to=settings.AUTH_USER_MODEL)),
                ('tournament', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='entries', to='tournaments.tournament')),
            ],
            options={
                'verbose_name': 'entry',
                'verbose_name_plural': 'entries',
                'ordering': ['id'],
                'constraints': [models.UniqueConstraint(fields=('tournament', 'player'), name='tournaments_entry_once')],
            },
        ),
        migrations.CreateModel(
            name='TournamentDecision',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.BigIntegerField(verbose_name='number')),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='at')),
                ('command', models.CharField(choices=[('Pause', 'Pause'), ('Resume', 'Resume'), ('NextLevel', 'Next level'), ('PreviousLevel', 'Previous level'), ('BreakNow', 'Break now'), ('EndBreak', 'End the break'), ('LiftPenalty', 'Lift the penalty'), ('TakeBackEnd', 'Take back the end'), ('SetHandForHand', 'Hand-for-hand'), ('Warn', 'Warn'), ('Penalise', 'Penalty'), ('Disqualify', 'Disqualify'), ('MovePlayer', 'Move'), ('BreakTable', 'Break this table'), ('TakeBackDeferred', 'Take back the pending decision'), ('OpenDealTalk', 'Stop for a deal'), ('ProposeDeal', 'Propose a deal'), ('RefuseDeal', 'No deal'), ('ConfirmDeal', 'Confirm the deal'), ('EndNow', 'End it'), ('ChangeSetup', 'Change the announcement'), ('Enter', 'Enter'), ('Unregister', 'Unregister'), ('TakeRebuy', 'Re-buy'), ('DeclineRebuy', 'No re-buy'), ('TakeAddOn', 'Add-on'), ('Leave', 'Leave'), ('ComeBack', 'Come back'), ('Bust', 'Out of chips'), ('ReportHand', 'Report of a hand'), ('ReportVoid', 'Report of a void hand'), ('VoidHand', 'Void hand'), ('Tick', 'Clock'), ('Start', 'Start'), ('AgreeDeal', 'Agree to the deal'), ('Cancel', 'Cancel with refund')], max_length=24, verbose_name='command')),
                ('events', models.JSONField(verbose_name='events')),
                ('why', models.CharField(blank=True, max_length=300, verbose_name='reason')),
                ('by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                ('tournament', models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='decisions', to='tournaments.tournament', verbose_name='tournament')),
            ],
            options={
                'verbose_name': 'decision of a tournament',
                'verbose_name_plural': 'decisions of tournaments',
                'ordering': ['tournament', 'number'],
                'constraints': [models.UniqueConstraint(fields=('tournament', 'number'), name='tournaments_decision_once'), models.CheckConstraint(condition=models.Q(('number__gte', 1)), name='tournaments_decision_number'), models.CheckConstraint(condition=models.Q(('by', None), models.Q(('why', ''), _negated=True), _connector='OR'), name='tournaments_decision_why')],
            },
        ),
        migrations.CreateModel(
            name='TournamentOrder',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('Pause', 'Pause'), ('Resume', 'Resume'), ('NextLevel', 'Next level'), ('PreviousLevel', 'Previous level'), ('BreakNow', 'Break now'), ('EndBreak', 'End the break'), ('LiftPenalty', 'Lift the penalty'), ('TakeBackEnd', 'Take back the end'), ('SetHandForHand', 'Hand-for-hand'), ('Warn', 'Warn'), ('Penalise', 'Penalty'), ('Disqualify', 'Disqualify'), ('MovePlayer', 'Move'), ('BreakTable', 'Break this table'), ('TakeBackDeferred', 'Take back the pending decision'), ('OpenDealTalk', 'Stop for a deal'), ('ProposeDeal', 'Propose a deal'), ('RefuseDeal', 'No deal'), ('ConfirmDeal', 'Confirm the deal'), ('EndNow', 'End it'), ('ChangeSetup', 'Change the announcement'), ('Enter', 'Enter'), ('Unregister', 'Unregister'), ('TakeRebuy', 'Re-buy'), ('DeclineRebuy', 'No re-buy'), ('TakeAddOn', 'Add-on'), ('Leave', 'Leave'), ('ComeBack', 'Come back'), ('Bust', 'Out of chips'), ('ReportHand', 'Report of a hand'), ('ReportVoid', 'Report of a void hand'), ('VoidHand', 'Void hand'), ('Tick', 'Clock'), ('Start', 'Start'), ('AgreeDeal', 'Agree to the deal'), ('Cancel', 'Cancel with refund')], max_length=24, verbose_name='command')),
                ('payload', models.JSONField(verbose_name='details')),
                ('amount', models.BigIntegerField(default=0, verbose_name='amount')),
                ('why', models.CharField(blank=True, max_length=300, verbose_name='reason')),
                ('password', models.CharField(blank=True, max_length=128, null=True)),
                ('key', models.CharField(max_length=120, unique=True)),
                ('created_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='at')),
                ('applied_at', models.DateTimeField(blank=True, null=True, verbose_name='applied at')),
                ('refused', models.CharField(blank=True, max_length=40, verbose_name='refused')),
                ('refused_detail', models.JSONField(editable=False, null=True)),
                ('by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                ('player', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='player')),
                ('ticket', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='tournaments.ticket', verbose_name='ticket')),
                ('tournament', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='orders', to='tournaments.tournament', verbose_name='tournament')),
            ],
            options={
                'verbose_name': 'request to a director',
                'verbose_name_plural': 'requests to directors',
                'ordering': ['id'],
                'indexes': [models.Index(condition=models.Q(('applied_at', None), ('refused', '')), fields=['tournament'], name='tournaments_order_open')],
                'constraints': [models.CheckConstraint(condition=models.Q(('by', None), models.Q(('why', ''), _negated=True), _connector='OR'), name='tournaments_order_why')],
            },
        ),
    ]
