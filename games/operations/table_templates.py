"""Templates of tables: made, changed and retired by operators, each kept in the log (F3)."""

from django.db import IntegrityError, transaction
from django.utils import timezone

from backoffice.api import Change, Subject, record
from games.engine.errors import IllegalAction
from games.models.names import comparison_key
from games.models.schedules import TableSchedule
from games.models.templates import TableTemplate
from games.operations.once import first_time
from games.tables.settings import TableSettings

MADE, CHANGED, RETIRED = "template.made", "template.changed", "template.retired"


def make_template(*, by: int, key: str, name: str, settings: TableSettings, why: str = "") -> TableTemplate | None:
    """Keeps settings under a name; None the second time with the same `key`. Raises IllegalAction for a taken name."""
    with transaction.atomic():
        if not first_time(key):
            return None
        template = TableTemplate(settings=settings.to_data(), made_by_id=by)
        _save(template, name)
        record(by=by, act=MADE, subject=_subject(template), changes=[Change("name", "", name)], reason=why)
    return template


def change_template(*, by: int, template_id: int, name: str, settings: TableSettings, why: str) -> None:
    """Changes a template that is in use; tables opened from it stay as they are. Raises IllegalAction."""
    with transaction.atomic():
        template = _lock(template_id)
        before = template.name
        changes = [Change("name", before, name)] if before != name else []
        if template.settings != settings.to_data():
            changes.append(Change("settings", "", "new"))
        template.settings = settings.to_data()
        _save(template, name)
        if changes:
            record(by=by, act=CHANGED, subject=_subject(template), changes=changes, reason=why)


def retire_template(*, by: int, template_id: int, why: str) -> None:
    """Takes a template out of use; it stays in the log. Raises IllegalAction if a schedule needs it, too."""
    with transaction.atomic():
        template = _lock(template_id)
        if TableSchedule.objects.filter(template=template, retired_at=None).exists():
            raise IllegalAction("template_scheduled")
        template.retired_at = timezone.now()
        template.save(update_fields=["retired_at"])
        record(by=by, act=RETIRED, subject=_subject(template), reason=why)


def _lock(template_id: int) -> TableTemplate:
    found = TableTemplate.objects.select_for_update().filter(pk=template_id, retired_at=None).first()
    if found is None:
        raise IllegalAction("no_such_template")
    return found


def _save(template: TableTemplate, name: str) -> None:
    if not comparison_key(name):
        raise IllegalAction("name_missing")
    template.set_name(name)
    try:
        with transaction.atomic():
            template.save()
    except IntegrityError:
        raise IllegalAction("template_name_taken") from None


def _subject(template: TableTemplate) -> Subject:
    return Subject("table_template", template.pk)
