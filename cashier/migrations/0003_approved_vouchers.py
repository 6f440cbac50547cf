import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.models import Q

from backoffice.append_only import EndsOnce, guard_anew

VOUCHERS = EndsOnce("cashier_voucher", ("used_by_id", "used_at", "returned_at"))


class Migration(migrations.Migration):
    dependencies = [
        ("cashier", "0002_guards"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AddField(
            model_name="voucher",
            name="approved_at",
            field=models.DateTimeField(blank=True, null=True, verbose_name="approved"),
        ),
        migrations.AddField(
            model_name="voucher",
            name="approved_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
                verbose_name="approved by",
            ),
        ),
        migrations.AddField(
            model_name="voucher",
            name="needs_approval",
            field=models.BooleanField(db_default=False, default=False, verbose_name="needs a second person"),
        ),
        migrations.AddConstraint(
            model_name="voucher",
            constraint=models.CheckConstraint(
                condition=Q(used_at=None) | Q(needs_approval=False) | Q(approved_by__isnull=False),
                name="cashier_voucher_used_if_approved",
            ),
        ),
        guard_anew("cashier", before=VOUCHERS, now=VOUCHERS._replace(fills=("approved_at", "approved_by_id"))),
    ]
