"""Extensions, the immutable functions from which search keys are derived, and those that keep the lists' entries."""

from django.contrib.postgres.operations import BtreeGinExtension, BtreeGistExtension, TrigramExtension
from django.db import migrations

_KEY = r"""
CREATE FUNCTION search_key(written text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
    SELECT btrim(regexp_replace(
        replace(replace(replace(replace(
            translate(
                lower(translate(
                    regexp_replace(normalize(regexp_replace(written, '[''’‘ʼ`´.]', '', 'g'), NFKD), U&'[\0300-\036f]', '', 'g'),
                    'ÆŒØŁĐÐÞ', 'æœøłđðþ')),
                'øłđðı', 'olddi'),
            'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'),
        '[^a-z0-9@]+', ' ', 'g'))
$$;
CREATE FUNCTION search_digits(written text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
    SELECT regexp_replace(regexp_replace(written, '[^0-9]', '', 'g'), '^1([0-9]{10})$', '\1')
$$;
CREATE FUNCTION search_compact(written text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
    SELECT regexp_replace(lower(written), '[^a-z0-9]', '', 'g')
$$;
"""
# Both without sequential scans: the plan is kept for a session, and one made while a table was empty would read all of it for ever.
_REFRESH = """
CREATE FUNCTION search_refresh(whose bigint) RETURNS void LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
    INSERT INTO licensing_searchentry (owner_id, town_id, name, dogs, words)
        SELECT id, town_id, '', '', '' FROM licensing_owner WHERE id = whose
        ON CONFLICT DO NOTHING;
    -- Locked before it is read anew: of two transactions on one household, the later sees what the earlier wrote.
    PERFORM FROM licensing_searchentry WHERE owner_id = whose FOR UPDATE;
    UPDATE licensing_searchentry AS entry SET
            town_id = owner.town_id,
            name = ' ' || owner.name_key || ' ',
            dogs = ' ' || dog.names || ' ',
            words = concat(' ', concat_ws(
                ' ', owner.name_key, dog.names, place.words, dog.chips, tag.numbers, license.numbers), ' ')
        FROM licensing_owner AS owner,
            -- Nobody finds by an address or a telephone who lives there, where the address is confidential.
            LATERAL (SELECT CASE WHEN owner.confidential THEN NULL ELSE concat_ws(
                ' ', owner.address_key, search_key(owner.city), owner.email_key, owner.telephone_key) END AS words) AS place,
            LATERAL (SELECT coalesce(string_agg(name_key, ' ' ORDER BY id) FILTER (WHERE merged_into_id IS NULL), '') AS names,
                            string_agg(chip_key, ' ') AS chips
                     FROM licensing_dog WHERE owner_id = whose) AS dog,
            LATERAL (SELECT string_agg(number::text, ' ') AS numbers
                     FROM licensing_tag WHERE dog_id IN (SELECT id FROM licensing_dog WHERE owner_id = whose)) AS tag,
            LATERAL (SELECT string_agg(number::text, ' ') AS numbers
                     FROM licensing_license WHERE dog_id IN (SELECT id FROM licensing_dog WHERE owner_id = whose)) AS license
        WHERE owner.id = whose AND entry.owner_id = whose;
    -- A record that went into another's is found no more.
    UPDATE licensing_searchentry SET name = '', dogs = '', words = ''
        WHERE owner_id = whose AND EXISTS (SELECT FROM licensing_owner WHERE id = whose AND merged_into_id IS NOT NULL);
END
$$;
"""
_DUE = """
CREATE FUNCTION due_refresh(whose bigint) RETURNS void LANGUAGE plpgsql SET enable_seqscan = off AS $$
BEGIN
    INSERT INTO licensing_dueentry (dog_id, town_id, listed, in_kennel, name, address)
        SELECT id, town_id, false, false, '', '' FROM licensing_dog WHERE id = whose
        ON CONFLICT DO NOTHING;
    -- Locked before it is read anew: of two transactions on one dog, the later sees what the earlier wrote.
    PERFORM FROM licensing_dueentry WHERE dog_id = whose FOR UPDATE;
    UPDATE licensing_dueentry AS entry SET
            town_id = dog.town_id,
            listed = dog.status IN ('here', 'lost') AND dog.merged_into_id IS NULL AND owner.merged_into_id IS NULL,
            license_id = license.id,
            expires = license.expires,
            certificate_to = (SELECT max(expires) FROM licensing_rabiescertificate WHERE dog_id = whose),
            stated_on = (SELECT max(dated) FROM licensing_rabiesstatement WHERE dog_id = whose),
            visits_to = (SELECT max(last_day) FROM licensing_visit WHERE dog_id = whose),
            born = dog.born,
            in_kennel = dog.kennel_id IS NOT NULL,
            name = owner.name_key,
            address = CASE WHEN owner.confidential THEN '' ELSE ' ' || owner.address_key || ' ' END
        FROM licensing_dog AS dog
            JOIN licensing_owner AS owner ON owner.id = dog.owner_id
            LEFT JOIN LATERAL (
                SELECT id, expires, holder_id, ended_on FROM licensing_license
                WHERE dog_id = whose AND voided_at IS NULL ORDER BY coalesce(ended_on, expires) DESC, id DESC LIMIT 1
            ) AS license ON license.holder_id = dog.owner_id AND license.ended_on IS NULL
        WHERE dog.id = whose AND entry.dog_id = whose;
END
$$;
"""
_DROP = """
DROP FUNCTION due_refresh(bigint);
DROP FUNCTION search_refresh(bigint);
DROP FUNCTION search_compact(text);
DROP FUNCTION search_digits(text);
DROP FUNCTION search_key(text);
"""


class Migration(migrations.Migration):
    """Before any table: columns are derived with these functions."""

    initial = True
    dependencies = []
    operations = [
        TrigramExtension(),
        BtreeGinExtension(),
        BtreeGistExtension(),
        migrations.RunSQL(_KEY + _REFRESH + _DUE, _DROP),
    ]
