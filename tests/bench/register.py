"""How fast a register is taken over: ``launcher --temporary python -m tests.bench.register [ROWS]``.

Writes a file as another program would have exported it, with everything that the register holds, and takes it over
into the empty database it is given; then reads the same again, and tries it.
"""

from __future__ import annotations

import csv
import os
import random
import sys
import tempfile
import time
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "dover_dogs.settings")
django.setup()

from django.conf import settings  # noqa: E402
from django.core.management import call_command  # noqa: E402

from licensing.models import License, Owner  # noqa: E402
from tests.bench.load import DOGS, ENDINGS, FIRST_NAMES, STREETS, SURNAMES, SYLLABLES  # noqa: E402
from tests.factories import TownFactory, UserFactory  # noqa: E402

HEADER = (
    "LAST NAME", "FIRST NAME", "ADDRESS", "CITY", "STATE", "ZIP", "PHONE", "EMAIL", "DOG NAME", "SEX", "S/N", "BREED",
    "COLOR", "DOB", "MICROCHIP", "RABIES DATE", "RABIES EXP", "VET", "TAG #", "LICENSE NO", "ISSUE DATE", "EXP DATE",
)  # fmt: skip


def lines(rows: int) -> Iterator[tuple[object, ...]]:
    """So many dogs, two in five in a household with the one before."""
    chance = random.Random(5)
    owner: tuple[object, ...] = ()
    for n in range(rows):
        if not owner or chance.random() < 0.6:
            last = chance.choice(SURNAMES) if chance.random() < 0.4 else _surname(chance)
            street = f"{chance.randint(1, 900)} {chance.choice(STREETS)}"
            phone = f"(845) {chance.randint(200, 999)}-{n % 10_000:04}"
            email = f"person{n}@example.org" if n % 3 == 0 else ""
            owner = (last, chance.choice(FIRST_NAMES), street, "Dover Plains", "NY", "12522", phone, email)
        born, issued = date(2023, 1, 1) - timedelta(n % 3000), date(2026, 1, 1) - timedelta(n % 300)
        shot, expires = issued - timedelta(n % 300), issued + timedelta(364)
        chip = f"985 {n:012}" if n % 2 else ""
        dog = (
            chance.choice(DOGS),
            "F" if n % 2 else "M",
            "Y" if n % 3 else "N",
            "Beagle",
            "brown",
            f"{born:%m/%d/%Y}",
            chip,
        )
        papers = (f"{shot:%m/%d/%Y}", f"{shot + timedelta(1095):%m/%d/%Y}", "Dr. J. Reyes")
        yield (*owner, *dog, *papers, 1000 + n, 20_000 + n, f"{issued:%m/%d/%Y}", f"{expires:%m/%d/%Y}")


def _surname(chance: random.Random) -> str:
    return (chance.choice(SYLLABLES) + chance.choice(SYLLABLES) + chance.choice(ENDINGS)).title()


def main(rows: int) -> None:
    """Write the file, take it over, and say how long each pass took."""
    call_command("migrate", verbosity=0)
    if Owner.objects.exists():
        sys.exit("The database holds records: give an empty one.")
    town = TownFactory.create(slug="dover")
    UserFactory.create(username="bench", town=town, role="manager")
    with tempfile.TemporaryDirectory() as folder:
        settings.MEDIA_ROOT = Path(folder)
        file = Path(folder) / "register.csv"
        with file.open("w", newline="", encoding="utf-8") as out:
            csv.writer(out).writerows((HEADER, *lines(rows)))
        passes: tuple[tuple[str, dict[str, bool]], ...]
        passes = (("taken over", {}), ("read again", {"again": True}), ("tried", {"again": True, "dry_run": True}))
        for label, options in passes:
            began = time.monotonic()
            call_command("import_register", str(file), town="dover", **options)
            sys.stdout.write(f"{rows:,} lines {label} in {time.monotonic() - began:.0f} s\n")
    sys.stdout.write(f"{Owner.objects.count():,} owners, {License.objects.count():,} licenses\n")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 50_000)
