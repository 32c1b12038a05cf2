"""The functions that keep the likely pairs and the names that a misspelt one may stand for."""

from django.contrib.postgres.operations import CreateExtension
from django.db import migrations

_ALIKE = """
-- Wider than licensing.duplicates.first_alike: who is as alike as that (0.7) is no further apart than this.
CREATE FUNCTION keys_alike(one text, other text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT levenshtein(left(one, 100), left(other, 100)) <= 0.3 * (length(one) + length(other))
$$;
CREATE FUNCTION keys_begin_alike(one text, other text) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT starts_with(one, other) OR starts_with(other, one) OR keys_alike(one, other)
$$;
"""
# Rows, not keys, go on from each way to find them: then no plan reads all owners to fetch a few.
# Where someone lives, and by which telephone and address of mail, is no reason where the address is confidential.
_OWNERS = """
CREATE FUNCTION pairs_of_owner(whose bigint)
RETURNS TABLE (first bigint, second bigint, shared bigint, likeness real) LANGUAGE sql STABLE AS $$
    WITH me AS (SELECT * FROM licensing_owner WHERE id = whose AND merged_into_id IS NULL), near AS (
        SELECT other.* FROM me JOIN licensing_owner other
            ON (me.town_id, me.address_key) = (other.town_id, other.address_key)
        UNION
        SELECT other.* FROM me JOIN licensing_owner other
            ON (me.town_id, me.telephone_key) = (other.town_id, other.telephone_key)
        WHERE me.telephone_key <> ''
        UNION
        SELECT other.* FROM me JOIN licensing_owner other
            ON (me.town_id, me.email_key) = (other.town_id, other.email_key)
        WHERE other.email_key <> ''
        UNION
        SELECT other.* FROM me JOIN licensing_owner other ON (me.town_id, me.born, me.name_key) = (other.town_id, other.born, other.name_key)
    )
    SELECT least(me.id, other.id), greatest(me.id, other.id), facts.shared, similarity(me.name_key, other.name_key)
    FROM me, near AS other,
        LATERAL (SELECT count(*) AS shared FROM (VALUES
            (me.born = other.born),
            (me.telephone_key <> '' AND me.telephone_key = other.telephone_key AND NOT (me.confidential OR other.confidential)),
            (me.address_key <> '' AND me.address_key = other.address_key AND NOT (me.confidential OR other.confidential)),
            (me.email_key <> '' AND me.email_key = other.email_key AND NOT (me.confidential OR other.confidential))
        ) AS fact (same) WHERE same) AS facts,
        LATERAL (SELECT search_key(me.first_name) AS first, search_key(me.last_name) AS last) AS mine,
        LATERAL (SELECT search_key(other.first_name) AS first, search_key(other.last_name) AS last) AS theirs
    WHERE other.id <> me.id AND other.merged_into_id IS NULL AND facts.shared > 0
        AND (me.born = other.born) IS NOT FALSE
        AND similarity(me.name_key, other.name_key) >= 0.3
        AND (keys_begin_alike(mine.first, theirs.first) AND keys_alike(mine.last, theirs.last)
             OR keys_alike(mine.first, theirs.last) AND keys_alike(mine.last, theirs.first))
$$;
"""
_DOGS = """
CREATE FUNCTION pairs_of_dog(whose bigint)
RETURNS TABLE (first bigint, second bigint, shared bigint, likeness real) LANGUAGE sql STABLE AS $$
    WITH me AS (
        SELECT dog.*, owner.address_key, owner.confidential
        FROM licensing_dog dog JOIN licensing_owner owner ON owner.id = dog.owner_id
        WHERE dog.id = whose AND dog.merged_into_id IS NULL
    ), home AS (
        SELECT owner_id AS id FROM me
        UNION
        SELECT owner.id FROM me JOIN licensing_owner owner USING (town_id, address_key)
        WHERE NOT (me.confidential OR owner.confidential)
    )
    SELECT least(me.id, other.id), greatest(me.id, other.id), facts.shared, (me.born = other.born IS TRUE)::int::real
    FROM me, home JOIN licensing_dog other ON other.owner_id = home.id,
        LATERAL (SELECT count(*) AS shared FROM (VALUES
            (me.born = other.born), (keys_begin_alike(search_key(me.breed), search_key(other.breed))), (me.sex = other.sex)
        ) AS fact (same) WHERE same) AS facts
    WHERE other.id <> me.id AND other.name_key = me.name_key AND other.merged_into_id IS NULL
        AND other.town_id = me.town_id AND (me.chip_key = '' OR other.chip_key = '')
$$;
"""
_REFRESH = """
CREATE FUNCTION pairs_refresh_{kind}(whose bigint) RETURNS void LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
    DELETE FROM licensing_likelypair AS pair WHERE pair.kind = '{kind}' AND whose IN (pair.first, pair.second);
    INSERT INTO licensing_likelypair AS pair (town_id, kind, first, second, shared, likeness)
        SELECT town_id, '{kind}', found.* FROM licensing_{kind}, pairs_of_{kind}(whose) AS found WHERE id = whose
        ON CONFLICT (kind, first, second) DO UPDATE SET shared = excluded.shared, likeness = excluded.likeness;
END
$$;
"""
_SPELLINGS = """
CREATE FUNCTION spellings_in(name text, dogs text, surname text) RETURNS SETOF text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
    SELECT word FROM (SELECT string_to_table(name || dogs, ' ') AS word UNION SELECT search_key(surname)) AS words
    WHERE word ~ '[a-z]'
$$;
CREATE FUNCTION spellings_keep(whose bigint) RETURNS void LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
    INSERT INTO licensing_spelling (town_id, word)
        SELECT entry.town_id, found.word
        FROM licensing_searchentry AS entry JOIN licensing_owner AS owner ON owner.id = entry.owner_id,
            spellings_in(entry.name, entry.dogs, owner.last_name) AS found (word)
        WHERE entry.owner_id = whose AND NOT EXISTS (
            SELECT FROM licensing_spelling AS kept WHERE kept.town_id = entry.town_id AND kept.word = found.word);
END
$$;
"""
_DROP = """
DROP FUNCTION spellings_keep(bigint);
DROP FUNCTION spellings_in(text, text, text);
DROP FUNCTION pairs_refresh_dog(bigint);
DROP FUNCTION pairs_refresh_owner(bigint);
DROP FUNCTION pairs_of_dog(bigint);
DROP FUNCTION pairs_of_owner(bigint);
DROP FUNCTION keys_begin_alike(text, text);
DROP FUNCTION keys_alike(text, text);
"""


class Migration(migrations.Migration):
    """Before the tables that the functions write."""

    dependencies = [("licensing", "0008_register_taken_over")]
    operations = [
        CreateExtension("fuzzystrmatch"),
        migrations.RunSQL(
            _ALIKE + _OWNERS + _DOGS + "".join(_REFRESH.format(kind=kind) for kind in ("owner", "dog")) + _SPELLINGS, _DROP
        ),
    ]
