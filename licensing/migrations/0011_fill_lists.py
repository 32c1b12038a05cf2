"""The likely pairs and the spellings of what is on record already; from now on the triggers keep them."""

from django.db import migrations

PAIRS = """
INSERT INTO licensing_likelypair (town_id, kind, first, second, shared, likeness)
    SELECT town_id, '{kind}', found.* FROM licensing_{kind}, pairs_of_{kind}(id) AS found WHERE found.second = id
"""
SPELLINGS = """
INSERT INTO licensing_spelling (town_id, word)
    SELECT DISTINCT entry.town_id, word
    FROM licensing_searchentry AS entry JOIN licensing_owner AS owner ON owner.id = entry.owner_id,
        spellings_in(entry.name, entry.dogs, owner.last_name) AS word
"""
FILL = [PAIRS.format(kind="owner"), PAIRS.format(kind="dog"), SPELLINGS]


class Migration(migrations.Migration):
    """One statement a list."""

    dependencies = [("licensing", "0010_lists_at_scale")]
    operations = [migrations.RunSQL(FILL, migrations.RunSQL.noop)]
