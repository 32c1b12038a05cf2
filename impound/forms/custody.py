"""The small forms of custody: arrival, move, care, vaccination, photograph, notice, hold and decision."""

from __future__ import annotations

from datetime import datetime
from typing import Any, ClassVar

from django import forms
from django.utils import timezone

from impound.models import Arrival, CareNote, Hold, Notice, Seizure
from licensing.forms.acts import OneActForm
from licensing.forms.records import date_input
from licensing.scans import ACCEPTED, Upload, held, hold, read_upload
from office.models import Town
from office.refusals import Refused
from office.versions import version_of

MOMENT = "%Y-%m-%dT%H:%M"
_OTHER_FORMS = (CareNote.Kind.RABIES, CareNote.Kind.MOVED)


def moment(label: str) -> forms.DateTimeField:
    """A day and hour in the browser's own way of asking for them."""
    widget = forms.DateTimeInput(attrs={"type": "datetime-local"}, format=MOMENT)
    return forms.DateTimeField(label=label, widget=widget, input_formats=[MOMENT])


def cost() -> forms.DecimalField:
    """What something cost, if anything."""
    widget = forms.TextInput(attrs={"inputmode": "decimal", "autocomplete": "off", "size": 9})
    return forms.DecimalField(
        required=False, decimal_places=2, max_digits=8, label="Cost in dollars", widget=widget,
        help_text="If its owner is to bear it: it goes into the statement of costs.",
    )  # fmt: skip


class ArrivalForm(OneActForm):
    """When the dog came to which shelter, who received it, and how it was."""

    at = moment("Arrived")
    shelter = forms.CharField(max_length=120, label="Shelter")
    received_by = forms.CharField(max_length=120, label="Received by")
    condition = forms.CharField(max_length=300, label="Condition of the dog")
    kennel = forms.CharField(required=False, max_length=20, label="Kennel number")


class ArrivalAmendForm(ArrivalForm):
    """What was written of the arrival, to be put right with a reason; a move has a form of its own."""

    seen = forms.IntegerField(widget=forms.HiddenInput)
    reason = forms.CharField(max_length=200, label="Why it is amended", help_text="It is kept with the record.")

    def __init__(self, data: Any = None, *, arrival: Arrival) -> None:
        said = {name: getattr(arrival, name) for name in ("shelter", "received_by", "condition")}
        at = timezone.localtime(arrival.at).strftime(MOMENT)
        super().__init__(data, initial=said | {"at": at, "seen": version_of(arrival)})
        self.arrival = arrival
        del self.fields["kennel"]

    def clean_at(self) -> datetime:
        """The time typed; the same minute is the time on record, to the second."""
        typed: datetime = self.cleaned_data["at"]
        same = typed.strftime(MOMENT) == timezone.localtime(self.arrival.at).strftime(MOMENT)
        return self.arrival.at if same else typed


class MoveForm(OneActForm):
    """Where the dog stands from now on."""

    kennel = forms.CharField(required=False, max_length=20, label="Kennel number")
    shelter = forms.CharField(required=False, max_length=120, label="Another shelter", help_text="If it goes to one.")
    note = forms.CharField(required=False, max_length=200, label="Note")


class CareForm(OneActForm):
    """What was done for the dog."""

    kind = forms.ChoiceField(
        widget=forms.RadioSelect,
        label="What was done",
        choices=[each for each in CareNote.Kind.choices if each[0] not in _OTHER_FORMS],
    )
    at = moment("When")
    note = forms.CharField(required=False, max_length=300, label="Note")
    cost = cost()


class ShotForm(OneActForm):
    """A rabies vaccination, as on its certificate."""

    PLACES: ClassVar = {"vaccinated_on": "at"}
    at = moment("Vaccinated")
    expires = forms.DateField(label="Next vaccination due", widget=date_input())
    veterinarian = forms.CharField(max_length=120, label="Veterinarian")
    product = forms.CharField(required=False, max_length=80, label="Product name")
    manufacturer = forms.CharField(required=False, max_length=80, label="Manufacturer")
    serial = forms.CharField(required=False, max_length=40, label="Serial or lot number")
    cost = cost()

    def clean(self) -> dict[str, Any]:
        """The certificate's day is the day of the vaccination."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        if data.get("at"):
            data["vaccinated_on"] = timezone.localdate(data["at"])
        return data


class UploadForm(OneActForm):
    """A form with a file. One that was read well is held while the rest of the form is put right."""

    scan = forms.FileField(label="File", widget=forms.FileInput(attrs={"accept": ACCEPTED}))
    held_scan = forms.CharField(required=False, widget=forms.HiddenInput)
    upload: Upload | None = None

    def __init__(self, data: Any = None, files: Any = None, *, town: Town, **kwargs: Any) -> None:
        self.town = town
        super().__init__(data, files, **kwargs)
        if self.data.get("held_scan"):
            self.fields["scan"].required = False

    def clean(self) -> dict[str, Any]:
        """Read the file that came, or the one that is held since the form was sent before."""
        data: dict[str, Any] = super().clean() or self.cleaned_data
        file = data.get("scan")
        try:
            self.upload = read_upload(file) if file else held(data.get("held_scan", ""), town=self.town)
        except Refused as refused:
            self.show(refused)
        if self.upload is not None:
            self.retype("held_scan", hold(self.upload, town=self.town))
        return data


class PhotoForm(UploadForm):
    """A photograph."""

    field_order = ("scan",)

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["scan"].label = "Photograph"
        self.fields["scan"].help_text = "JPEG, PNG or HEIC, at most 10 MB."


class NoticeForm(UploadForm):
    """How and when who was told, and what proves it."""

    how = forms.ChoiceField(choices=Notice.How.choices, widget=forms.RadioSelect, label="How")
    on = forms.DateField(label="On", widget=date_input(), help_text="Of a letter, the day on which it is mailed.")
    told = forms.CharField(max_length=160, label="Who was told, or to whom it is mailed")
    address = forms.CharField(required=False, max_length=300, label="Address of the letter")
    certified_number = forms.CharField(required=False, max_length=40, label="Number of the certified letter")
    proof = forms.CharField(max_length=300, label="Proof", help_text="Who served it, what was said or signed.")

    field_order = ("how", "on", "told", "address", "certified_number", "proof", "scan")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["scan"].required = False
        self.fields["scan"].label = "Scan of the proof"
        self.fields["scan"].help_text = "PDF, JPEG, PNG or HEIC, at most 10 MB."


class HoldForm(OneActForm):
    """Who holds the dog since when and why."""

    kind = forms.ChoiceField(choices=Hold.Kind.choices, widget=forms.RadioSelect, label="What holds the dog")
    since = forms.DateField(label="Since", widget=date_input())
    until = forms.DateField(required=False, label="Last day", widget=date_input(), help_text="Of a quarantine.")
    source = forms.CharField(max_length=200, label="Court and case, or health officer")
    reason = forms.CharField(max_length=300, label="Reason")


class DecisionForm(OneActForm):
    """How a hold ended."""

    on = forms.DateField(label="Decided or lifted on", widget=date_input())
    decision = forms.CharField(max_length=300, label="What was decided")
    destroy = forms.BooleanField(required=False, label="The court ordered the dog destroyed")


def present() -> str:
    """The present minute, as a form shows it."""
    return timezone.localtime().strftime(MOMENT)


def addressed_to(seizure: Seizure) -> dict[str, Any]:
    """To whom a notice goes: the owner of record with the address, or as told."""
    owner = seizure.owner
    if owner is None:
        return {"told": seizure.owner_told[:160]}
    address = f"{owner.street}, {owner.city}, {owner.state} {owner.zip_code}"
    return {"told": owner.name, "address": "" if owner.confidential else address}
