from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('licensing', '0012_street_tallies'),
        ('office', '0004_town_export'),
    ]

    operations = [
        migrations.AddIndex(
            model_name='dog',
            index=models.Index(condition=models.Q(('status', 'lost')), fields=['town'], name='dogs_lost'),
        ),
    ]
