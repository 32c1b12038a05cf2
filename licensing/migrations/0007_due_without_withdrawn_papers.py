"""The due list looks past rabies papers that were withdrawn."""

from django.db import migrations

_FORWARD = """
DO $do$
DECLARE
    written text := pg_get_functiondef('due_refresh(bigint)'::regprocedure);
BEGIN
    written := replace(written, 'FROM licensing_rabiescertificate WHERE dog_id = whose',
        'FROM licensing_rabiescertificate WHERE dog_id = whose AND withdrawn_at IS NULL');
    EXECUTE replace(written, 'FROM licensing_rabiesstatement WHERE dog_id = whose',
        'FROM licensing_rabiesstatement WHERE dog_id = whose AND withdrawn_at IS NULL');
END
$do$;
"""
_BACK = """
DO $do$
BEGIN
    EXECUTE replace(pg_get_functiondef('due_refresh(bigint)'::regprocedure),
        'WHERE dog_id = whose AND withdrawn_at IS NULL', 'WHERE dog_id = whose');
END
$do$;
"""


class Migration(migrations.Migration):
    """The function is taken as it is now: other migrations may have changed the rest of it."""

    dependencies = [("licensing", "0006_corrections")]
    operations = [migrations.RunSQL(_FORWARD, _BACK)]
