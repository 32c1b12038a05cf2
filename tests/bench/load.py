"""Fills a scratch database with dogs as two towns might have them: few surnames are common, most owners have one dog.

Rows are made in the database by set, with triggers off: 100,000 dogs take a minute.
"""

from __future__ import annotations

from importlib import import_module

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
# From 0 to 1, the same for the same number and the same question.
_CHANCE = """
CREATE FUNCTION pg_temp.chance(bigint, bigint) RETURNS float8 LANGUAGE sql IMMUTABLE AS
    'SELECT (hashint8extended($1, $2) & 1048575) / 1048576.0::float8'
"""
_OWNERS = """
INSERT INTO licensing_owner (
    town_id, first_name, last_name, born, street, city, state, zip_code, resident, telephone, email, confidential
)
SELECT CASE WHEN home %% 5 = 0 THEN %(other)s ELSE %(town)s END,
       (%(first)s::text[])[1 + floor(pg_temp.chance(n, 1) * pg_temp.chance(n, 2) * %(firsts)s)::int],
       CASE WHEN pg_temp.chance(family, 3) < 0.4
            THEN (%(last)s::text[])[1 + floor(pg_temp.chance(family, 4) ^ 2 * %(lasts)s)::int]
            ELSE initcap((%(syl)s::text[])[1 + floor(pg_temp.chance(family, 5) * 30)::int]
                 || (%(syl)s::text[])[1 + floor(pg_temp.chance(family, 6) * 30)::int]
                 || (%(end)s::text[])[1 + floor(pg_temp.chance(family, 7) * 12)::int]) END,
       CASE WHEN n %% 3 > 0 THEN current_date - (7000 + pg_temp.chance(n, 8) * 22000)::int END,
       (1 + pg_temp.chance(home, 9) ^ 2 * 900)::int || ' '
           || CASE WHEN pg_temp.chance(home, 10) < 0.3
              THEN (%(street)s::text[])[1 + floor(pg_temp.chance(home, 11) ^ 2 * 14)::int]
              ELSE initcap((%(syl)s::text[])[1 + floor(pg_temp.chance(home, 12) * 30)::int]
                   || (%(syl)s::text[])[1 + floor(pg_temp.chance(home, 13) * 30)::int])
                   || (ARRAY[' Road', ' Street', ' Lane', ' Drive'])[1 + home %% 4] END
           || CASE WHEN pg_temp.chance(home, 14) < 0.2 THEN ' Apt ' || home %% 40 ELSE '' END,
       'Dover Plains', 'NY', (12500 + home %% 23)::text, true,
       '(845) ' || (200 + n %% 700) || '-' || lpad((n %% 9973)::text, 4, '0'),
       CASE WHEN n %% 3 = 0 THEN 'person' || n || '@example.org' ELSE '' END, n %% 500 = 0
FROM (SELECT n, home, CASE WHEN n %% 10 < 7 AND n > %(crowd)s THEN home ELSE n END AS family
      FROM generate_series(1, %(owners)s) AS n, LATERAL (SELECT greatest(n, %(crowd)s) * 10::bigint / 13 AS home))
"""
_DOGS = """
INSERT INTO licensing_dog (town_id, owner_id, name, sex, altered, breed, color, markings, born, chip, status)
SELECT o.town_id, o.id, (%(dog)s::text[])[1 + floor(random() ^ 1.5 * 40)::int],
       'female', o.id %% 3 > 0, 'Beagle', 'brown', '',
       CASE WHEN random() < 0.9 THEN current_date - (30 + random() * 4000)::int END,
       CASE WHEN random() < 0.6 THEN '985' || lpad((1000000 + row_number() OVER ())::text, 12, '0') ELSE '' END,
       CASE WHEN random() < 0.06 THEN 'dead' WHEN random() < 0.04 THEN 'moved'
            WHEN o.id %% 5000 = 0 THEN 'lost' ELSE 'here' END
FROM licensing_owner o, generate_series(1, CASE WHEN o.id %% 50 = 0 THEN 8 WHEN o.id %% 3 = 0 THEN 2 ELSE 1 END)
"""
_PAPERS = """
INSERT INTO licensing_rabiescertificate (
    dog_id, filed_on, vaccinated_on, expires, product, manufacturer, serial, veterinarian
)
SELECT id, made, made, made + 1095, '', '', '', 'Dr. J. Reyes'
FROM (SELECT id, current_date - (random() * 1200)::int AS made FROM licensing_dog) AS dog;
INSERT INTO licensing_rabiesstatement (dog_id, filed_on, dated, reason, veterinarian)
SELECT id, made, made, 'Allergy', 'Dr. J. Reyes'
FROM (SELECT id, current_date - (random() * 700)::int AS made FROM licensing_dog WHERE id %% 100 = 1) AS dog;
INSERT INTO licensing_visit (dog_id, arrived, home, last_day, by_id, at)
SELECT id, arrived, 'nyc_resident', arrived + 30, %(by)s, arrived
FROM (SELECT id, current_date - (random() * 90)::int AS arrived FROM licensing_dog WHERE id %% 200 = 9) AS dog;
INSERT INTO licensing_tag (town_id, number, dog_id, issued_on, retired_because)
SELECT town_id, 1000 + row_number() OVER (ORDER BY id), id,
       current_date - (4000 * (1 - id / max(id) OVER ()::float8))::int, ''
FROM licensing_dog WHERE id %% 10 < 9;
INSERT INTO licensing_tagbox (town_id, first, last, received_on, next_number)
SELECT %(town)s, n, n + 999, current_date, n + 1000
FROM generate_series(1000, (SELECT max(number) FROM licensing_tag), 1000) AS n;
INSERT INTO office_receipt (town_id, number, key, at, day, payer, purpose, total, heading, by_id)
SELECT town_id, row_number() OVER (), gen_random_uuid(), issued_on, issued_on, '', '', 0, '{}', %(by)s
FROM licensing_tag;
"""
_LICENSES = """
INSERT INTO licensing_license (town_id, number, dog_id, holder_id, starts, expires, issued_at, issued_by_id, receipt_id,
                               tag_id, rabies_certificate_id, printed)
SELECT t.town_id, 2 * row_number() OVER () + year, t.dog_id, d.owner_id, ends - 364 - 365 * year, ends - 365 * year,
       ends - 364 - 365 * year, %(by)s, r.id, t.id, c.id, '{}'
FROM (SELECT *, (date_trunc('month', current_date + days) + interval '1 month -1 day')::date AS ends,
             row_number() OVER () AS nth
      FROM licensing_tag, LATERAL (SELECT (CASE WHEN pg_temp.chance(id, 15) < 0.8 THEN pg_temp.chance(id, 16) * 700
                                           ELSE pg_temp.chance(id, 16) ^ 2 * -2200 END)::int AS days)) t
JOIN licensing_dog d ON d.id = t.dog_id JOIN licensing_rabiescertificate c ON c.dog_id = d.id
JOIN (SELECT id, row_number() OVER () AS nth FROM office_receipt) r ON r.nth = t.nth, generate_series(0, 1) AS year;
INSERT INTO licensing_business (town_id, kind, name, operator_id, location, maximum_dogs)
SELECT town_id, 'kennel', last_name || ' Kennels', id, street, 1 + id %% 40 FROM licensing_owner
WHERE id %% 400 = 0 AND town_id = %(other)s;
INSERT INTO licensing_businesslicense (town_id, number, business_id, holder_id, maximum_dogs, license_year, starts,
                                       expires, issued_at, issued_by_id, receipt_id, printed)
SELECT b.town_id, 10000000 + b.id, b.id, operator_id, maximum_dogs, extract(year FROM starts), starts, starts + 364,
       starts, %(by)s, (SELECT min(id) FROM office_receipt), '{}'
FROM licensing_business b, LATERAL (SELECT current_date - (pg_temp.chance(id, 17) * 500)::int AS starts);
UPDATE licensing_dog dog SET kennel_id = b.id FROM licensing_business b WHERE dog.owner_id = b.operator_id;
"""
_CASES = """
ANALYZE;
INSERT INTO licensing_adoption (
    town_id, dog_id, adopter_id, adopted_on, shelter, rests_on, license_id, citation, because, by_id, at
)
SELECT town_id, id, owner_id, day, 'Dutchess County SPCA', CASE WHEN license IS NULL THEN 'none' ELSE 'here' END,
       license, 'Licensing ¶ E', '', %(by)s, day
FROM (SELECT *, current_date - (pg_temp.chance(id, 18) * 1500)::int AS day FROM licensing_dog WHERE id %% 50 = 3) dog,
     LATERAL (SELECT max(id) AS license FROM licensing_license WHERE dog_id = dog.id);
INSERT INTO licensing_enumeration (town_id, name, starts_on, by_id, at)
SELECT %(town)s, 'Year ' || n, current_date - 365 * n, %(by)s, current_date - 365 * n FROM generate_series(0, 9) AS n;
INSERT INTO licensing_enumerationstreet (enumeration_id, name)
SELECT id, 'Street ' || n FROM licensing_enumeration, generate_series(1, 400) AS n;
INSERT INTO licensing_finding (
    enumeration_id, street_id, house, found_on, dog_id, result, because, citation, by_id, at
)
SELECT s.enumeration_id, s.id, d.id %% 900, starts_on + 20, d.id,
       CASE WHEN pg_temp.chance(d.id, e.id) < 0.2 THEN 'unlicensed' ELSE 'licensed' END, '', '', %(by)s, starts_on + 20
FROM licensing_enumeration e
JOIN (SELECT *, row_number() OVER (PARTITION BY enumeration_id ORDER BY id) AS nth FROM licensing_enumerationstreet) s
    ON s.enumeration_id = e.id
JOIN licensing_dog d ON d.id %% 20 = e.id %% 20 AND d.id / 20 %% 400 + 1 = s.nth AND d.town_id = e.town_id;
INSERT INTO licensing_importrun (
    town_id, key, digest, file_name, header, matching, lines, done, next_byte, state, by_id, at
)
SELECT %(town)s, gen_random_uuid(), n, 'register.csv', '[]', '{}', %(owners)s / 20, %(owners)s / 20, 0, 'done', %(by)s,
       current_date - n
FROM generate_series(1, 100) AS n;
INSERT INTO licensing_importline (run_id, number, trial, result, why, claims)
SELECT (SELECT max(id) FROM licensing_importrun), n, false, CASE WHEN n %% 9 = 0 THEN 'refused' ELSE 'taken' END,
       CASE WHEN n %% 9 = 0 THEN 'No name.' ELSE '' END, '{}'
FROM generate_series(2, %(owners)s / 20 + 1) AS n
"""
_COUNTERS = """
INSERT INTO office_counter (town_id, "of", last) SELECT town_id, 'receipt', max(number) FROM office_receipt GROUP BY 1;
INSERT INTO office_counter (town_id, "of", last) SELECT town_id, 'license', max(number) FROM licensing_license
GROUP BY 1
"""
CROWD = 302
"""So many live at one address: a home for the aged."""


def load(dogs: int, *, town: Town, other: Town, by: int) -> None:
    """Make about so many dogs with owners, licenses, papers and cases of each kind; one in five in the other town."""
    words = {"last": SURNAMES, "first": FIRST_NAMES, "syl": SYLLABLES, "end": ENDINGS, "street": STREETS, "dog": DOGS}
    values = words | {"town": town.pk, "other": other.pk, "by": by, "owners": int(dogs / 1.47)}
    values |= {"lasts": len(SURNAMES), "firsts": len(FIRST_NAMES), "crowd": CROWD}
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE; SELECT setseed(0.5); SET session_replication_role = replica")
        cursor.execute(_DEFAULTS)
        for (statement,) in cursor.fetchall():
            cursor.execute(statement)
        cursor.execute(_CHANCE)
        for statements in (_OWNERS, _DOGS, _PAPERS, _LICENSES, _CASES, _COUNTERS):
            for statement in filter(str.strip, statements.split(";")):
                cursor.execute(statement, values)
        cursor.execute("ANALYZE")
        _fill_entries(cursor)
        cursor.execute("SET session_replication_role = origin")


def _fill_entries(cursor: CursorWrapper) -> None:
    """Write what the triggers would have, for search, due list and pairs; most indexes come after, in less time."""
    cursor.execute("SELECT indexname, indexdef FROM pg_indexes WHERE indexname ~ '^(search|due)_by_'")
    indexes = cursor.fetchall()
    for name, _ in indexes:
        cursor.execute(f"DROP INDEX {name}")
    cursor.execute("SELECT count(search_refresh(id)) FROM licensing_owner")
    cursor.execute("SELECT count(due_refresh(id)) FROM licensing_dog")
    for _, definition in indexes:
        cursor.execute(definition)
    for migration in ("0011_fill_lists", "0012_street_tallies"):
        for statement in import_module(f"licensing.migrations.{migration}").FILL:
            cursor.execute(statement)
