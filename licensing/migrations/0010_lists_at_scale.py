import django.contrib.postgres.indexes
import django.db.models.deletion
import pgtrigger.compiler
import pgtrigger.migrations
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('licensing', '0009_scale_functions'),
        ('office', '0004_town_export'),
    ]

    operations = [
        migrations.CreateModel(
            name='LikelyPair',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kind', models.CharField(help_text='One of ``Merge.Kind``.', max_length=5)),
                ('first', models.PositiveBigIntegerField()),
                ('second', models.PositiveBigIntegerField()),
                ('shared', models.PositiveSmallIntegerField(help_text='How many facts are the same.')),
                ('likeness', models.FloatField(help_text='From 0 to 1, how alike the names are written.')),
            ],
        ),
        migrations.CreateModel(
            name='Spelling',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('word', models.TextField(db_collation='C')),
            ],
        ),
        migrations.RemoveIndex(
            model_name='dueentry',
            name='due_by_day',
        ),
        migrations.RemoveIndex(
            model_name='dueentry',
            name='due_by_name',
        ),
        migrations.RemoveIndex(
            model_name='dueentry',
            name='due_by_address',
        ),
        migrations.AddIndex(
            model_name='dueentry',
            index=models.Index(condition=models.Q(('listed', True)), fields=['town', 'expires', 'dog'], include=('address', 'certificate_to', 'stated_on'), name='due_by_day'),
        ),
        migrations.AddIndex(
            model_name='dueentry',
            index=models.Index(condition=models.Q(('listed', True)), fields=['town', 'name', 'expires', 'dog'], include=('address', 'certificate_to', 'stated_on'), name='due_by_name'),
        ),
        migrations.AddIndex(
            model_name='dueentry',
            index=models.Index(condition=models.Q(('listed', True)), fields=['town', 'address', 'expires', 'dog'], include=('certificate_to', 'stated_on'), name='due_by_address'),
        ),
        migrations.AddIndex(
            model_name='owner',
            index=models.Index(condition=models.Q(('email_key', ''), _negated=True), fields=['town', 'email_key'], name='owner_by_email'),
        ),
        migrations.AddIndex(
            model_name='owner',
            index=models.Index(condition=models.Q(('born__isnull', False)), fields=['town', 'born', 'name_key'], name='owner_by_birth'),
        ),
        migrations.AddIndex(
            model_name='tag',
            index=models.Index(condition=models.Q(('dog__isnull', False)), fields=['town', 'issued_on', 'number'], name='tags_given_out'),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='dog',
            trigger=pgtrigger.compiler.Trigger(name='likely_pairs_refreshed', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM pairs_refresh_dog(NEW.id); RETURN NULL;', hash='b8d325d1f13bdba4cdb25bdf575886e2b1386999', operation='INSERT OR UPDATE', pgid='pgtrigger_likely_pairs_refreshed_8d580', table='licensing_dog', when='AFTER')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='owner',
            trigger=pgtrigger.compiler.Trigger(name='likely_pairs_refreshed', sql=pgtrigger.compiler.UpsertTriggerSql(func='PERFORM pairs_refresh_owner(NEW.id); PERFORM pairs_refresh_dog(id) FROM licensing_dog WHERE owner_id = NEW.id ORDER BY id; RETURN NULL;', hash='a06ee04ffe4955e19a7b6232b1e39a11a658824e', operation='INSERT OR UPDATE', pgid='pgtrigger_likely_pairs_refreshed_529f8', table='licensing_owner', when='AFTER')),
        ),
        pgtrigger.migrations.AddTrigger(
            model_name='searchentry',
            trigger=pgtrigger.compiler.Trigger(name='spellings_kept', sql=pgtrigger.compiler.UpsertTriggerSql(condition='WHEN (OLD."dogs" IS DISTINCT FROM (NEW."dogs") OR OLD."name" IS DISTINCT FROM (NEW."name"))', func='PERFORM spellings_keep(NEW.owner_id); RETURN NULL;', hash='c3fa5e0851f7148671eac186eaa458522c53b2ba', operation='UPDATE', pgid='pgtrigger_spellings_kept_7f59b', table='licensing_searchentry', when='AFTER')),
        ),
        migrations.AddField(
            model_name='likelypair',
            name='town',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='office.town'),
        ),
        migrations.AddField(
            model_name='spelling',
            name='town',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='office.town'),
        ),
        migrations.AddIndex(
            model_name='likelypair',
            index=models.Index(models.F('town'), models.F('kind'), models.OrderBy(models.F('shared'), descending=True), models.OrderBy(models.F('likeness'), descending=True), models.F('first'), models.F('second'), name='likeliest_pairs_first'),
        ),
        migrations.AddIndex(
            model_name='likelypair',
            index=models.Index(fields=['kind', 'second'], name='pairs_by_second'),
        ),
        migrations.AddConstraint(
            model_name='likelypair',
            constraint=models.UniqueConstraint(fields=('kind', 'first', 'second'), name='one_likeness_a_pair'),
        ),
        migrations.AddConstraint(
            model_name='likelypair',
            constraint=models.CheckConstraint(condition=models.Q(('first__lt', models.F('second'))), name='pair_in_its_order'),
        ),
        migrations.AddIndex(
            model_name='spelling',
            index=models.Index(fields=['town', 'word'], name='spelling_by_word'),
        ),
        migrations.AddIndex(
            model_name='spelling',
            index=django.contrib.postgres.indexes.GinIndex(models.F('town'), django.contrib.postgres.indexes.OpClass('word', 'gin_trgm_ops'), fastupdate=False, name='spelling_alike'),
        ),
    ]
