"""``manage.py backup FILE``: the whole office in one file."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from dover_dogs.archive import ArchiveError, write_archive


class Command(BaseCommand):
    """Writes database and scans to one file. The office may stay open."""

    help = "Writes database and scans to one file. The office may stay open. Keep the file safe: it holds everything."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The file to write."""
        parser.add_argument("file", type=Path)

    def handle(self, *, file: Path, **_options: Any) -> None:
        """Write it, or say why not."""
        try:
            write_archive(file)
        except (ArchiveError, OSError) as error:
            raise CommandError(str(error)) from error
        self.stdout.write(f"The office is in {file} ({file.stat().st_size:,} bytes).")
