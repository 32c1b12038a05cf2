"""``manage.py demo``: makes the demonstration data, and prints the sign-ins."""

from __future__ import annotations

import os
from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.utils import timezone

from dover_dogs import demo
from dover_dogs.demo.password import demo_password

REAL = "This database holds an office's own records: no demonstration is made in it."
THERE = "The demonstration is there already; with --once, its sign-ins are printed."


class Command(BaseCommand):
    """Both towns with invented people and dogs, in a database that holds nothing else."""

    help = "Makes demonstration data in an empty database and prints the sign-ins."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """``--once``: for a start-up script."""
        parser.add_argument("--once", action="store_true", help="make it unless it is there; never fail for that")
        parser.add_argument("--households", type=int, default=demo.HOUSEHOLDS, help="so many a town (%(default)s)")

    def handle(self, *_args: Any, once: bool, households: int, **_options: Any) -> None:
        """Make it if it may be made; exit status 1 when it was not made, but 0 with ``--once``."""
        if demo.holds_real_records():
            self._refuse(REAL, once=once)
            return
        password = demo_password(settings.VAR / "demo_password", os.environ.get("DEMO_PASSWORD", ""))
        if demo.is_there():
            if not once:
                raise CommandError(THERE)
            demo.let_sign_in(password)
        else:
            self.stdout.write("Making demonstration data, which takes a minute, once ...")
            demo.make(at=timezone.now(), password=password, count=households)
        self._print_sign_ins(password)

    def _refuse(self, because: str, *, once: bool) -> None:
        if not once:
            raise CommandError(because)
        self.stdout.write(because)

    def _print_sign_ins(self, password: str) -> None:
        self.stdout.write(f"Demonstration sign-ins, all with the password {password}")
        for town, names in demo.staff().items():
            self.stdout.write(f"  {town}: {', '.join(names)}")
