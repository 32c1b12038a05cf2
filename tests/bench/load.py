"""Fills a scratch database with dogs as two towns might have them: few surnames are common, most owners have one dog.

Rows are made in the database by set, with triggers off: 100,000 dogs take a minute.
"""

from __future__ import annotations

from django.db import connection
from django.db.backends.utils import CursorWrapper

from office.models import Town


def _list(written: str) -> list[str]:
    return written.rstrip("|").split("|")


SURNAMES = _list(
    "Smith|Johnson|Williams|Brown|Jones|Garcia|Miller|Davis|Rodriguez|Martinez|Hernandez|Lopez|Gonzalez|"
    "Wilson|Anderson|Thomas|Taylor|Moore|Jackson|Martin|Lee|Perez|Thompson|White|Harris|Sanchez|Clark|"
    "Ramirez|Lewis|Robinson|Walker|Young|Allen|King|Wright|Scott|Torres|Nguyen|Hill|Flores|Green|Adams|"
    "Nelson|Baker|Hall|Rivera|Campbell|Mitchell|Carter|Roberts|O’Brien|O'Connor|Núñez|Müller|St.-Pierre|"
    "Van-Dyke|MacDonald|McDonald|Söderström|D’Angelo|Wu|Li|Ng|Fitzgerald|Kowalski|"
)
SYLLABLES = _list(
    "bel|ber|bor|can|car|dal|den|dor|fal|fer|gar|gol|hal|har|ken|kel|lan|lor|mar|mel|nor|pel|per|ral|ros|sal|"
    "sor|tal|ver|wil|"
)
ENDINGS = _list("son|man|er|ton|ley|ford|field|ski|well|ing|wood|berg|")
FIRST_NAMES = _list(
    "James|Mary|Michael|Patricia|Robert|Jennifer|John|Linda|David|Elizabeth|William|Barbara|Richard|Susan|"
    "Joseph|Jessica|Thomas|Karen|Christopher|Sarah|Charles|Lisa|Daniel|Nancy|Matthew|Sandra|Anthony|Betty|"
    "Mark|Ashley|José|Zoë|Seán|Maeve|"
)
STREETS = _list(
    "Main Street|Cricket Hill Road|East Duncan Hill Road|Pleasant Ridge Road|Old Route 22|Mill Street|"
    "Lake Ellis Road|Chestnut Ridge Road|Sand Hill Road|High Street|Cross Street|Washington Avenue|"
    "Berkley Road|Halls Corners Road|"
)
DOGS = _list(
    "Bella|Luna|Max|Charlie|Cooper|Daisy|Milo|Lucy|Buddy|Rocky|Bear|Sadie|Duke|Bailey|Tucker|Molly|Jack|"
    "Maggie|Stella|Zeus|Rex|Lola|Toby|Oliver|Ruby|Finn|Penny|Bo|Roxy|Coco|Gus|Zoey|Leo|Ginger|Murphy|Rosie|"
    "Scout|Pepper|Ace|Lady|"
)

# A scratch database: what the rows here leave out is empty or no, whatever columns are added later.
_DEFAULTS = """
SELECT format('ALTER TABLE %I ALTER %I SET DEFAULT %L', table_name, column_name,
              CASE data_type WHEN 'boolean' THEN 'false' ELSE '' END)
FROM information_schema.columns
WHERE table_schema = current_schema() AND table_name ~ '^(licensing|office)_' AND is_nullable = 'NO'
    AND column_default IS NULL AND is_generated = 'NEVER' AND data_type IN ('boolean', 'character varying', 'text')
"""
_OWNERS = """
INSERT INTO licensing_owner (
    town_id, first_name, last_name, street, city, state, zip_code, resident, telephone, email
)
SELECT CASE WHEN n %% 5 = 0 THEN %(other)s ELSE %(town)s END,
       (%(first)s::text[])[1 + (random() * random() * %(firsts)s)::int %% %(firsts)s],
       CASE WHEN random() < 0.4 THEN (%(last)s::text[])[1 + floor(random() ^ 2 * %(lasts)s)::int]
            ELSE initcap((%(syl)s::text[])[1 + floor(random() * 30)::int]
                 || (%(syl)s::text[])[1 + floor(random() * 30)::int]
                 || (%(end)s::text[])[1 + floor(random() * 12)::int]) END,
       (1 + n / 1.3 %% 900)::int || ' ' || (%(street)s::text[])[1 + floor(random() ^ 2 * 14)::int]
           || CASE WHEN random() < 0.8 THEN ' ' || (n %% 400) ELSE '' END,
       'Dover Plains', 'NY', (12500 + n %% 23)::text, true,
       '(845) ' || (200 + n %% 700) || '-' || lpad((n %% 9973)::text, 4, '0'),
       CASE WHEN n %% 3 = 0 THEN 'person' || n || '@example.org' ELSE '' END
FROM generate_series(1, %(owners)s) AS n
"""
_DOGS = """
INSERT INTO licensing_dog (town_id, owner_id, name, sex, altered, breed, color, markings, born, chip, status)
SELECT o.town_id, o.id, (%(dog)s::text[])[1 + floor(random() ^ 1.5 * 40)::int],
       'female', o.id %% 3 > 0, 'Beagle', 'brown', '',
       DATE '2026-06-01' - (100 + random() * 4000)::int,
       CASE WHEN random() < 0.6 THEN '985' || lpad((1000000 + row_number() OVER ())::text, 12, '0') ELSE '' END,
       CASE WHEN random() < 0.06 THEN 'dead' WHEN random() < 0.04 THEN 'moved' ELSE 'here' END
FROM licensing_owner o, generate_series(1, CASE WHEN o.id %% 50 = 0 THEN 8 WHEN o.id %% 3 = 0 THEN 2 ELSE 1 END)
"""
_PAPERS = """
INSERT INTO licensing_rabiescertificate (
    dog_id, filed_on, vaccinated_on, expires, product, manufacturer, serial, veterinarian
)
SELECT id, made, made, made + 1095, '', '', '', 'Dr. J. Reyes'
FROM (SELECT id, DATE '2026-06-01' - (random() * 1200)::int AS made FROM licensing_dog) AS dog;
INSERT INTO licensing_tag (town_id, number, dog_id, issued_on, retired_because)
SELECT town_id, 1000 + row_number() OVER (), id, DATE '2024-06-01', '' FROM licensing_dog WHERE id %% 10 < 9;
INSERT INTO office_receipt (town_id, number, key, at, day, payer, purpose, total, heading, by_id)
SELECT town_id, row_number() OVER (), gen_random_uuid(), '2024-06-01 12:00-04', '2024-06-01', '', '', 0, '{}', %(by)s
FROM licensing_tag;
INSERT INTO licensing_license (town_id, number, dog_id, holder_id, starts, expires, issued_at, issued_by_id, receipt_id,
                               tag_id, rabies_certificate_id, printed)
SELECT t.town_id, 2 * row_number() OVER () + year, t.dog_id, d.owner_id, ends - 364 - 365 * year, ends - 365 * year,
       '2024-06-01 12:00-04', %(by)s, r.id, t.id, c.id, '{}'
FROM (SELECT *, DATE '2026-06-30' + ((random() * 24)::int - 4) * 30 AS ends, row_number() OVER () AS nth
      FROM licensing_tag) t
JOIN licensing_dog d ON d.id = t.dog_id JOIN licensing_rabiescertificate c ON c.dog_id = d.id
JOIN (SELECT id, row_number() OVER () AS nth FROM office_receipt) r ON r.nth = t.nth, generate_series(0, 1) AS year;
"""

_COUNTERS = """
INSERT INTO office_counter (town_id, "of", last) SELECT town_id, 'receipt', max(number) FROM office_receipt GROUP BY 1;
INSERT INTO office_counter (town_id, "of", last) SELECT town_id, 'license', max(number) FROM licensing_license
GROUP BY 1
"""


def load(dogs: int, *, town: Town, other: Town, by: int) -> None:
    """Make about so many dogs with owners, tags, licenses and papers; one in five in the other town."""
    words = {"last": SURNAMES, "first": FIRST_NAMES, "syl": SYLLABLES, "end": ENDINGS, "street": STREETS, "dog": DOGS}
    values = words | {"town": town.pk, "other": other.pk, "by": by, "owners": int(dogs / 1.47)}
    values |= {"lasts": len(SURNAMES), "firsts": len(FIRST_NAMES)}
    with connection.cursor() as cursor:
        cursor.execute("SELECT setseed(0.5); SET session_replication_role = replica")
        cursor.execute(_DEFAULTS)
        for (statement,) in cursor.fetchall():
            cursor.execute(statement)
        for statements in (_OWNERS, _DOGS, _PAPERS, _COUNTERS):
            for statement in filter(str.strip, statements.split(";")):
                cursor.execute(statement, values)
        cursor.execute("ANALYZE")
        _fill_entries(cursor)
        cursor.execute("SET session_replication_role = origin")
        cursor.execute("VACUUM ANALYZE")


def _fill_entries(cursor: CursorWrapper) -> None:
    """Write every entry of the search and of the due list; their indexes come after, in a tenth of the time."""
    cursor.execute("SELECT indexname, indexdef FROM pg_indexes WHERE indexname ~ '^(search|due)_by_'")
    indexes = cursor.fetchall()
    for name, _ in indexes:
        cursor.execute(f"DROP INDEX {name}")
    cursor.execute("SELECT count(search_refresh(id)) FROM licensing_owner")
    cursor.execute("SELECT count(due_refresh(id)) FROM licensing_dog")
    for _, definition in indexes:
        cursor.execute(definition)
