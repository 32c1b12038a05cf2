"""``manage.py restore FILE``: the office as it was when the file was written."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError

from dover_dogs.archive import ArchiveError, holds_records, read_archive


class Command(BaseCommand):
    """Puts the office of a backup in the place of an empty one, all or nothing."""

    help = (
        "Restores a backup, all or nothing. Close the office first. Refused where there are records, unless --replace."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The file to read, and the word that permits replacing records."""
        parser.add_argument("file", type=Path)
        parser.add_argument("--replace", action="store_true", help="replace the records that are here")

    def handle(self, *, file: Path, replace: bool, **_options: Any) -> None:
        """Restore, then bring an older backup's tables up to date."""
        if not replace and holds_records():
            raise CommandError("This database holds records. Back them up, then restore with --replace.")
        try:
            read_archive(file)
        except (ArchiveError, OSError) as error:
            raise CommandError(f"Nothing was restored. {error}") from error
        call_command("migrate", verbosity=0)
        self.stdout.write(f"The office is as it was in {file}.")
