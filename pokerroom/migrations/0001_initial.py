
import django.contrib.auth.models
import django.contrib.auth.validators
import django.core.validators
import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
import uuid
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    initial = True

    dependencies = [
        ('auth', '0012_alter_user_first_name_max_length'),
    ]

    operations = [
        migrations.CreateModel(
            name='User',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('password', models.CharField(max_length=128, verbose_name='password')),
                ('last_login', models.DateTimeField(blank=True, null=True, verbose_name='last login')),
                ('is_superuser', models.BooleanField(default=False, help_text='Designates that this user has all permissions without explicitly assigning them.', verbose_name='superuser status')),
                ('username', models.CharField(error_messages={'unique': 'A user with that username already exists.'}, help_text='Required. 150 characters or fewer. Letters, digits and @/./+/-/_ only.', max_length=150, unique=True, validators=[django.contrib.auth.validators.UnicodeUsernameValidator()], verbose_name='username')),
                ('first_name', models.CharField(blank=True, max_length=150, verbose_name='first name')),
                ('last_name', models.CharField(blank=True, max_length=150, verbose_name='last name')),
                ('email', models.EmailField(blank=True, max_length=254, verbose_name='email address')),
                ('is_staff', models.BooleanField(default=False, help_text='Designates whether the user can log into this admin site.', verbose_name='staff status')),
                ('is_active', models.BooleanField(default=True, help_text='Designates whether this user should be treated as active. Unselect this instead of deleting accounts.', verbose_name='active')),
                ('date_joined', models.DateTimeField(default=django.utils.timezone.now, verbose_name='date joined')),
                ('email_changes', models.PositiveIntegerField(default=0, editable=False)),
                ('deleted_at', models.DateTimeField(blank=True, editable=False, null=True)),
                ('display_name', models.CharField(help_text='The name that the other players see.', max_length=20, validators=[django.core.validators.RegexValidator('\\A(?=.{3,20}\\Z)[^\\W_]+(?:(?:[._-]|[.]? )[^\\W_]+)*[.]?\\Z', 'Use 3 to 20 letters and digits, with single spaces, dots, dashes or underscores between them.')], verbose_name='name at the table')),
                ('is_guest', models.BooleanField(default=False, verbose_name='guest')),
                ('is_bot', models.BooleanField(default=False, verbose_name='house bot')),
                ('language', models.CharField(blank=True, choices=[('en', 'English'), ('cs', 'Czech'), ('sk', 'Slovak')], max_length=5, verbose_name='language')),
                ('preferences', models.JSONField(blank=True, default=dict, verbose_name='how tables look and sound')),
                ('auto_muck', models.BooleanField(default=False, verbose_name='muck losing hands without asking')),
                ('auto_post', models.BooleanField(default=True, verbose_name='post blinds without asking')),
                ('groups', models.ManyToManyField(blank=True, help_text='The groups this user belongs to. A user will get all permissions granted to each of their groups.', related_name='user_set', related_query_name='user', to='auth.group', verbose_name='groups')),
                ('user_permissions', models.ManyToManyField(blank=True, help_text='Specific permissions for this user.', related_name='user_set', related_query_name='user', to='auth.permission', verbose_name='user permissions')),
            ],
            options={
                'verbose_name': 'player',
                'verbose_name_plural': 'players',
                'permissions': [('give_roles', 'Can give and take roles'), ('reset_second_factor', 'Can take away the second factor of others'), ('view_reports', 'Can read reports')],
            },
            managers=[
                ('objects', django.contrib.auth.models.UserManager()),
            ],
        ),
        migrations.CreateModel(
            name='AddressBan',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('address', models.CharField(db_index=True, max_length=45, verbose_name='network address')),
                ('until', models.DateTimeField(blank=True, null=True, verbose_name='until')),
                ('reason', models.CharField(max_length=300, verbose_name='reason')),
                ('at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='at')),
                ('lifted_at', models.DateTimeField(blank=True, null=True, verbose_name='lifted at')),
                ('lift_reason', models.CharField(blank=True, max_length=300, verbose_name='reason of the end')),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                ('lifted_by', models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='lifted by')),
            ],
            options={
                'verbose_name': 'banned address',
                'verbose_name_plural': 'banned addresses',
                'ordering': ['-pk'],
            },
        ),
        migrations.CreateModel(
            name='Ban',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(choices=[('banned', 'banned'), ('lifted', 'ban lifted')], max_length=8, verbose_name='decision')),
                ('until', models.DateTimeField(blank=True, help_text='Leave empty for no end: it then holds until staff end it.', null=True, verbose_name='until')),
                ('reason', models.CharField(help_text='The person is told it.', max_length=300, verbose_name='reason')),
                ('at', models.DateTimeField(default=django.utils.timezone.now, editable=False, verbose_name='at')),
                ('by', models.ForeignKey(editable=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='bans', to=settings.AUTH_USER_MODEL, verbose_name='player')),
            ],
            options={
                'verbose_name': 'ban',
                'verbose_name_plural': 'bans',
                'ordering': ['-id'],
            },
        ),
        migrations.CreateModel(
            name='SignIn',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('session_key', models.CharField(blank=True, db_index=True, max_length=40)),
                ('address', models.CharField(blank=True, db_index=True, max_length=45, verbose_name='network address')),
                ('device', models.CharField(blank=True, max_length=60, verbose_name='device')),
                ('since', models.DateTimeField(default=django.utils.timezone.now, verbose_name='since')),
                ('seen_at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='last seen')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='sign_ins', to=settings.AUTH_USER_MODEL, verbose_name='person')),
            ],
            options={
                'verbose_name': 'sign-in',
                'verbose_name_plural': 'sign-ins',
                'ordering': ['-seen_at'],
            },
        ),
        migrations.CreateModel(
            name='StaffNote',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('text', models.CharField(max_length=1000, verbose_name='note')),
                ('once', models.UUIDField(default=uuid.uuid4, editable=False, unique=True)),
                ('at', models.DateTimeField(default=django.utils.timezone.now, verbose_name='at')),
                ('by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL, verbose_name='by')),
                ('person', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='staff_notes', to=settings.AUTH_USER_MODEL, verbose_name='person')),
            ],
            options={
                'verbose_name': 'note',
                'verbose_name_plural': 'notes',
                'ordering': ['-pk'],
            },
        ),
        migrations.AddConstraint(
            model_name='user',
            constraint=models.UniqueConstraint(django.db.models.functions.text.Lower('display_name'), name='display_name_once', violation_error_message='This name is already taken. Please choose another.'),
        ),
        migrations.AddConstraint(
            model_name='user',
            constraint=models.UniqueConstraint(django.db.models.functions.text.Lower('email'), condition=models.Q(('email', ''), _negated=True), name='email_once', violation_error_message='Another account has this e-mail address already.'),
        ),
        migrations.AddConstraint(
            model_name='addressban',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('reason', ''), _negated=True), models.Q(('address', ''), _negated=True)), name='address_ban_has_a_reason'),
        ),
        migrations.AddConstraint(
            model_name='addressban',
            constraint=models.CheckConstraint(condition=models.Q(('until', None), ('until__gt', models.F('at')), _connector='OR'), name='address_ban_ends_after_start'),
        ),
        migrations.AddConstraint(
            model_name='addressban',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('lift_reason', ''), ('lifted_at', None), ('lifted_by', None)), models.Q(('lifted_at__isnull', False), ('lifted_by__isnull', False), models.Q(('lift_reason', ''), _negated=True)), _connector='OR'), name='address_ban_lifted'),
        ),
        migrations.AddConstraint(
            model_name='ban',
            constraint=models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='ban_has_a_reason', violation_error_message='Give a reason: it is kept with the decision.'),
        ),
        migrations.AddConstraint(
            model_name='ban',
            constraint=models.CheckConstraint(condition=models.Q(('until', None), models.Q(('kind', 'banned'), ('until__gt', models.F('at'))), _connector='OR'), name='ban_ends_after_it_began', violation_error_message='The end must be after the beginning.'),
        ),
        migrations.AddConstraint(
            model_name='signin',
            constraint=models.UniqueConstraint(condition=models.Q(('session_key', ''), _negated=True), fields=('person', 'session_key', 'address'), name='sign_in_once'),
        ),
    ]
