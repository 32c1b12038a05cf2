"""What was found in each street of an enumeration, summed; from now on the triggers keep it."""

import django.db.models.deletion
import pgtrigger.compiler
import pgtrigger.migrations
from django.db import migrations, models

# Asked for at the end of a transaction, after every other lock; what others have written is seen by the statement after.
TALLY = """
CREATE FUNCTION tally_street(which bigint) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock('licensing_streettally'::regclass::bigint);
    UPDATE licensing_streettally SET (found, unlicensed, licensed_since, not_on_record, money) = (
        SELECT count(*), count(*) FILTER (WHERE unlicensed), count(*) FILTER (WHERE unlicensed AND (paid OR reached)),
               count(*) FILTER (WHERE finding.result = 'unknown'),
               coalesce(sum(finding.fee) FILTER (WHERE unlicensed AND paid), 0)
        FROM licensing_finding AS finding, LATERAL (SELECT
            finding.result = 'unlicensed' AS unlicensed,
            EXISTS (SELECT FROM licensing_license WHERE id = finding.settled_by_id AND voided_at IS NULL) AS paid,
            EXISTS (SELECT FROM licensing_license AS license
                    WHERE license.dog_id = finding.dog_id AND voided_at IS NULL
                        AND coalesce(ended_on, expires) >= finding.found_on) AS reached) AS since
        WHERE finding.street_id = which AND finding.withdrawn_on IS NULL
    ) WHERE street_id = which;
END $$
"""
NO_TALLY = "DROP FUNCTION tally_street(bigint)"
FILL = [
    "INSERT INTO licensing_streettally SELECT id, 0, 0, 0, 0, 0 FROM licensing_enumerationstreet",
    "SELECT count(tally_street(id)) FROM licensing_enumerationstreet",
]


class Migration(migrations.Migration):
    """One row a street, which the database keeps."""

    dependencies = [
        ('licensing', '0011_fill_lists'),
    ]

    operations = [
        migrations.CreateModel(
            name='StreetTally',
            fields=[
                ('street', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name='tally', serialize=False, to='licensing.enumerationstreet')),
                ('found', models.PositiveIntegerField()),
                ('unlicensed', models.PositiveIntegerField()),
                ('licensed_since', models.PositiveIntegerField()),
                ('not_on_record', models.PositiveIntegerField()),
                ('money', models.DecimalField(decimal_places=2, max_digits=12)),
            ],
        ),
        migrations.RunSQL(TALLY, NO_TALLY),
        pgtrigger.migrations.AddTrigger(
            model_name='enumerationstreet',
            trigger=pgtrigger.compiler.Trigger(name='street_tallied', sql=pgtrigger.compiler.UpsertTriggerSql(func='INSERT INTO licensing_streettally VALUES (NEW.id, 0, 0, 0, 0, 0); RETURN NULL;', hash='e81cad1b6e4ef7a274c526b15eb10715431f54c1', operation='INSERT', pgid='pgtrigger_street_tallied_6d3b5', table='licensing_enumerationstreet', when='AFTER')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='finding',
            trigger=pgtrigger.compiler.Trigger(name='street_tallied_again', sql=pgtrigger.compiler.UpsertTriggerSql(constraint='CONSTRAINT', func='PERFORM tally_street(NEW.street_id); RETURN NULL;', hash='3135c4a6a6ceb593879c661a3449c06dbf2be5cb', operation='INSERT OR UPDATE', pgid='pgtrigger_street_tallied_again_69c6c', table='licensing_finding', timing='DEFERRABLE INITIALLY DEFERRED', when='AFTER')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='license',
            trigger=pgtrigger.compiler.Trigger(name='street_tallied_again', sql=pgtrigger.compiler.UpsertTriggerSql(constraint='CONSTRAINT', func='\n    PERFORM tally_street(street_id) FROM licensing_finding WHERE dog_id IN (NEW.dog_id, OLD.dog_id);\n RETURN NULL;', hash='6337d8378dc3630d52e004c8979881943e4ed5b0', operation='INSERT OR UPDATE', pgid='pgtrigger_street_tallied_again_693bf', table='licensing_license', timing='DEFERRABLE INITIALLY DEFERRED', when='AFTER')),
        ),
        migrations.RunSQL(FILL, migrations.RunSQL.noop),
    ]
