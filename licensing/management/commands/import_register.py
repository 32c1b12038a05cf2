"""``manage.py import_register FILE --town dover``: takes a register over from a CSV or Excel file."""

from __future__ import annotations

import csv
import time
import uuid
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from licensing.actions.register.runs import match_columns, read_on, start_import
from licensing.models import ImportRun
from licensing.register.columns import BY_NAME
from licensing.register.report import REFUSALS_SHOWN, counts, refusals, report
from office.models import Town, User
from office.refusals import Refused


class Command(BaseCommand):
    """Owners, dogs, papers, tags and licenses from one flat file, a row a dog."""

    help = (
        "Takes a register over from a CSV or Excel file; with --dry-run it only tells what would become of each line."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """The file, the town, and how to read it."""
        parser.add_argument("file", type=Path)
        parser.add_argument("--town", required=True, help="the town's short name: dover")
        parser.add_argument("--by", help="who takes it over, by user name; else the town's first manager")
        parser.add_argument("--dry-run", action="store_true", help="write nothing but the report")
        parser.add_argument("--match", action="append", default=[], metavar="COLUMN=TITLE", help="dog_name=Pooch")
        parser.add_argument("--again", action="store_true", help="read a file again that was taken over already")
        parser.add_argument("--report", type=Path, help="write what became of each line to this CSV file")

    def handle(self, *_args: Any, file: Path, **options: Any) -> None:
        """Take it over, or say why not; exit status 1 when nothing could be begun."""
        by = self._user(options["town"], options["by"])
        try:
            run = self._begun(file, by, options)
        except (Refused, OSError) as error:
            raise CommandError(str(error)) from error
        self._go_on(run, by)
        self._tell(run)
        if options["report"]:
            with options["report"].open("w", newline="", encoding="utf-8") as out:
                csv.writer(out).writerows(report(run))

    def _user(self, slug: str, name: str | None) -> User:
        """Who does it: the one named, or the town's first manager."""
        town = Town.objects.filter(slug=slug).first()
        if town is None:
            raise CommandError(f"There is no town {slug} here.")
        staff = User.objects.filter(town=town, is_active=True).order_by("pk")
        found = staff.filter(username=name) if name else staff.filter(groups__name="manager")
        by = found.first()
        if by is None:
            raise CommandError(f"{town} has no such member of staff: name one with --by.")
        return by

    def _begun(self, file: Path, by: User, options: dict[str, Any]) -> ImportRun:
        """The run of the file, its columns matched, ready to go on; a run that is over as it is."""
        if by.town is None:
            raise CommandError(f"{by} is of no town.")
        sent: dict[str, Any] = {"by": by, "at": timezone.now()}
        run = start_import(
            town=by.town,
            content=file.read_bytes(),
            file_name=file.name,
            key=uuid.uuid4(),
            again=options["again"],
            **sent,
        )
        if run.state == ImportRun.State.DONE:
            self.stdout.write(f"Taken over already in run {run.pk}, {run.finished_at:%Y-%m-%d}: nothing was changed.")
        if run.state in (ImportRun.State.DONE, ImportRun.State.TAKING):
            return run
        matching = self._matching(run, options["match"])
        return match_columns(run=run, matching=matching, trial=options["dry_run"], **sent)

    def _matching(self, run: ImportRun, named: list[str]) -> dict[str, int]:
        """The columns as they are known, and as they were named."""
        matching = dict(run.matching)
        for each in named:
            name, _, title = each.partition("=")
            if name not in BY_NAME or title not in run.header:
                raise CommandError(f"{each}: write one of our columns, “=”, and a title of the file's header.")
            matching[name] = run.header.index(title)
        left = [title for place, title in enumerate(run.header) if place not in matching.values()]
        if left:
            self.stderr.write(f"Not read: {', '.join(left)}")
        return matching

    def _go_on(self, run: ImportRun, by: User) -> None:
        """Batch after batch to the end of the file, with the progress on standard error."""
        began, before = time.monotonic(), run.done
        while run.goes_on:
            now = read_on(run=run, by=by, at=timezone.now())
            for name in ("state", "done", "finished_at"):
                setattr(run, name, getattr(now, name))
            pace = (now.done - before) / max(time.monotonic() - began, 0.001)
            self.stderr.write(f"\r{now.done:,} of {now.lines:,} lines, {pace:,.0f} a second", ending="")
        if run.done > before:
            self.stderr.write("")

    def _tell(self, run: ImportRun) -> None:
        """The counts, and the first lines that were refused."""
        tried = "would be " if run.state == ImportRun.State.CHECKED else ""
        found = counts(run)
        self.stdout.write(f"Run {run.pk}, {run.file_name}, {run.lines:,} lines:")
        for result, label in (
            ("taken", "taken"),
            ("joined", "joined"),
            ("unchanged", "on file"),
            ("refused", "refused"),
        ):
            self.stdout.write(f"  {found[result]:,} {tried}{label}")
        for line in refusals(run):
            self.stdout.write(f"line {line.number}: {line.why}")
        if found["refused"] > REFUSALS_SHOWN:
            self.stdout.write(f"and {found['refused'] - REFUSALS_SHOWN:,} more: --report FILE writes them all")
