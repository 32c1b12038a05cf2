"""The forms by which a register's file is sent and its columns are matched."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.files.uploadedfile import UploadedFile
from django.forms.boundfield import BoundField

from licensing.models import ImportRun
from licensing.register.columns import BY_NAME, COLUMNS, PARTS, missing
from office.forms import one_time_key
from office.refusals import Refused

MOST_BYTES = 50 * 1024 * 1024
CHOICES: list[Any] = [
    ("", "Not read"),
    *((label, [(each.name, each.label) for each in COLUMNS if each.part == part]) for part, label in PARTS.items()),
]


class RegisterFileForm(forms.Form):
    """The file, and whether one that was taken over is read again."""

    file = forms.FileField(
        label="File of the register",
        help_text="CSV or Excel (.xlsx), a row a dog under one row of titles. At most 50 MB.",
        widget=forms.FileInput(attrs={"accept": ".csv,.txt,.xlsx,text/csv"}),
    )
    again = forms.BooleanField(
        required=False,
        label="Read it again, also if this file was taken over",
        help_text="What is on file stays as it is.",
    )
    key = forms.UUIDField(widget=forms.HiddenInput, initial=one_time_key)

    def clean_file(self) -> UploadedFile[Any]:
        """A file that is not too large to be a town's register."""
        file: UploadedFile[Any] = self.cleaned_data["file"]
        if file.size is None or file.size > MOST_BYTES:
            raise ValidationError("The file is larger than 50 MB: divide it.", code="too_large")
        return file

    def show(self, refused: Refused) -> None:
        """Show why the file is none."""
        for refusal in refused.refusals:
            self.add_error("file", refusal.message)


class MatchForm(forms.Form):
    """For each column of the file, which of ours it is."""

    def __init__(self, data: Any, *, run: ImportRun, samples: Sequence[Sequence[str]]) -> None:
        super().__init__(data)
        self.samples = samples
        ours = {place: name for name, place in run.matching.items()}
        for place, title in enumerate(run.header):
            self.fields[f"column_{place}"] = forms.ChoiceField(
                choices=CHOICES, required=False, label=title or f"Column {place + 1}", initial=ours.get(place, "")
            )

    def clean(self) -> dict[str, Any]:
        """No column of ours is matched twice, and none that is needed is missing."""
        names = [name for name in self.cleaned_data.values() if name]
        for name in sorted({name for name in names if names.count(name) > 1}):
            self.add_error(None, f"{BY_NAME[name].label} is matched more than once.")
        if blank := ", ".join(missing(self.matching)):
            self.add_error(None, f"Needed and not matched: {blank}.")
        return self.cleaned_data

    @property
    def matching(self) -> dict[str, int]:
        """The places of our columns in the file."""
        places = {f"column_{place}": place for place in range(len(self.fields))}
        return {name: places[field] for field, name in self.cleaned_data.items() if name}

    def rows(self) -> Iterator[tuple[BoundField, Sequence[str]]]:
        """Each column's field, with what stands in its first cells."""
        return zip(self, self.samples, strict=True)
