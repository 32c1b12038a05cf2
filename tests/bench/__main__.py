"""How fast the office is with many dogs: ``python -m dover_dogs.launcher --temporary python -m tests.bench [DOGS]``.

Fills the empty database it is given, then times each section. Every figure stands beside the same process's bare Django
page that runs one indexed query, as a ratio, so that figures of different machines can be compared.
"""

from __future__ import annotations

import os
import sys
from itertools import chain
from time import perf_counter

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dover_dogs.settings")
django.setup()

from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402

from dover_dogs.pauses import load_pages, spare_requests  # noqa: E402
from licensing.models import Owner  # noqa: E402
from tests.bench import desk, export, pages, rules, search  # noqa: E402
from tests.bench.load import load  # noqa: E402
from tests.bench.timing import Timing, bare, report  # noqa: E402
from tests.factories import TownFactory, UserFactory  # noqa: E402

SECTIONS = (search.section, pages.section, desk.section)
"""Each takes the town and its clerk and yields what it timed."""


def main(dogs: int) -> None:
    """Fill, time, print."""
    call_command("migrate", verbosity=0)
    if Owner.objects.exists():
        sys.exit("The database holds records: give an empty one.")
    town, other = TownFactory.create(slug="dover"), TownFactory.create(slug="chestertown")
    clerk = UserFactory.create(username="bench", town=town, role="clerk")
    begun = perf_counter()
    load(dogs, town=town, other=other, by=clerk.pk)
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")
    loaded = perf_counter() - begun
    load_pages()  # this and the next as the server does
    spare_requests()
    base: Timing = bare(town)
    sys.stdout.write(f"{dogs:,} dogs, {Owner.objects.count():,} owners, loaded in {loaded:.0f} s\n")
    timings = (timing for section in SECTIONS for timing in section(town, clerk))
    report(base, chain([base], timings))
    export.tell(town)
    sys.exit(rules.main())


main(int(sys.argv[1]) if len(sys.argv) > 1 else 100_000)
