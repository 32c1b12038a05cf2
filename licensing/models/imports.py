"""Registers of other programs taken over: each run of a file, and what became of each of its lines."""

from __future__ import annotations

from typing import ClassVar

import pgtrigger
from django.contrib.postgres.fields import ArrayField
from django.contrib.postgres.indexes import GinIndex
from django.db import models

from licensing.models.dogs import Dog
from licensing.models.people import Owner
from office.history import kept
from office.models import Receipt, Town


class ImportRun(models.Model):
    """One file, from its columns matched over the trial to the register taken over.

    ``matching`` names for each of our columns the place in the file's ``header``. ``lines`` is how many rows the file
    has, ``done`` how many of them the present pass has read, and ``next_byte`` where the next one lies in its rows.
    """

    class State(models.TextChoices):
        """How far it has come."""

        MATCHING = "matching", "Columns to be matched"
        CHECKING = "checking", "Being tried"
        CHECKED = "checked", "Tried, nothing written yet"
        TAKING = "taking", "Being taken over"
        DONE = "done", "Taken over"

    town = models.ForeignKey(Town, on_delete=models.PROTECT, related_name="import_runs")
    key = models.UUIDField(unique=True, help_text="The one-time key of the upload; its rows and receipt are under it.")
    file_name = models.CharField(max_length=200)
    digest = models.CharField("SHA-256 of the file", max_length=64)
    header = models.JSONField()
    matching = models.JSONField(default=dict)
    lines = models.PositiveIntegerField()
    state = models.CharField(max_length=10, choices=State, default=State.MATCHING)
    done = models.PositiveIntegerField(default=0)
    next_byte = models.PositiveBigIntegerField(default=0)
    receipt = models.ForeignKey(Receipt, on_delete=models.PROTECT, null=True, related_name="import_runs")
    by = models.ForeignKey("office.User", on_delete=models.PROTECT, related_name="+")
    at = models.DateTimeField()
    finished_at = models.DateTimeField(null=True)

    class Meta:
        ordering: ClassVar = ["-pk"]
        indexes: ClassVar = [models.Index(fields=["town", "digest"], name="import_by_digest")]
        triggers: ClassVar = [kept()]

    def __str__(self) -> str:
        return f"Run {self.pk}, {self.file_name}"

    @property
    def goes_on(self) -> bool:
        """Whether lines are being read: a step more is to be asked for."""
        return self.state in (self.State.CHECKING, self.State.TAKING)

    @property
    def percent(self) -> int:
        """How much of the present pass is done."""
        return 100 * self.done // self.lines if self.lines else 100


class ImportLine(models.Model):
    """What became of one line of the file, or on ``trial`` what would become of it.

    A line of a trial goes when the register is taken over. Until then ``claims`` are the keys by which a later line can
    be about the same person or dog, and ``at_byte`` is where it lies in the file's rows.
    """

    class Result(models.TextChoices):
        """What became of it."""

        TAKEN = "taken", "Taken"
        JOINED = "joined", "Joined"
        UNCHANGED = "unchanged", "On file already"
        REFUSED = "refused", "Refused"

    run = models.ForeignKey(ImportRun, on_delete=models.PROTECT, related_name="report")
    number = models.PositiveIntegerField("line")
    trial = models.BooleanField()
    result = models.CharField(max_length=10, choices=Result)
    why = models.TextField(blank=True)
    owner = models.ForeignKey(Owner, on_delete=models.PROTECT, null=True, related_name="+")
    dog = models.ForeignKey(Dog, on_delete=models.PROTECT, null=True, related_name="+")
    claims = ArrayField(models.TextField(), default=list)
    at_byte = models.PositiveBigIntegerField(null=True)

    class Meta:
        ordering: ClassVar = ["number"]
        indexes: ClassVar = [
            models.Index(fields=["run", "result", "number"], name="import_line_by_result"),
            GinIndex(fields=["claims"], name="import_line_by_claim", condition=models.Q(trial=True), fastupdate=False),
        ]
        constraints: ClassVar = [models.UniqueConstraint(fields=["run", "number"], name="one_result_a_line")]
        triggers: ClassVar = [
            pgtrigger.Protect(
                name="append_only",
                operation=pgtrigger.Update | pgtrigger.Delete,
                condition=pgtrigger.Q(old__trial=False),
            )
        ]

    def __str__(self) -> str:
        return f"Line {self.number}: {self.get_result_display().lower()}"
