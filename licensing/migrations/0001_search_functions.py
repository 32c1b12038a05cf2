"""Extensions and the immutable functions from which search keys are derived."""

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
_DROP = """
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
        migrations.RunSQL(_KEY, _DROP),
    ]
