"""``manage.py export_town --town SLUG FILE.zip``: everything of a town as tables."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from dover_dogs.archive import scratch
from licensing.actions.exports import export_town
from licensing.exports import exported
from office.models import Town, User


class Command(BaseCommand):
    """Writes the register and every table of a town's records to one zip file. The office may stay open."""

    help = "Writes everything of a town as CSV to one zip file, with a README of its columns. The office may stay open."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The town, the file, and what is recorded of the export."""
        parser.add_argument("file", type=Path)
        parser.add_argument("--town", required=True, help="by its short name: dover")
        parser.add_argument("--purpose", default="Written by manage.py export_town", help="kept with the export")
        parser.add_argument("--by", default="", help="the sign-in name of the member of staff who asked for it")
        parser.add_argument("--scans", action="store_true", help="with the scanned papers")

    def handle(self, *, file: Path, town: str, purpose: str, by: str, scans: bool, **_options: Any) -> None:
        """Record the export and write it whole, or say why not."""
        if file.exists():
            raise CommandError(f"{file} is there already.")
        of = Town.objects.filter(slug=town).first()
        staff = User.objects.filter(town=of, username=by).first()
        if of is None or (by and staff is None):
            raise CommandError(
                f"There is no {'town' if of is None else 'member of its staff'} {town if of is None else by}."
            )
        now = timezone.now()
        made = export_town(town=of, purpose=purpose, scans=scans, by=staff, at=now)
        _write(file, exported(of, at=now, scans=scans))
        self.stdout.write(f"{made.rows:,} lines of the register and all tables of {of} are in {file}. Keep it safe.")


def _write(file: Path, pieces: Iterator[bytes]) -> None:
    """Write the file, readable by its owner alone; a run broken off leaves none of that name."""
    try:
        with scratch(file.parent) as folder:
            new = folder / "export"
            with new.open("xb") as target:
                target.writelines(pieces)
            new.chmod(0o600)
            new.rename(file)
    except OSError as error:
        raise CommandError(str(error)) from error
