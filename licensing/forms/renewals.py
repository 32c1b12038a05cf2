"""The forms of a household's visit: one for each dog, and the till."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from django import forms
from django.forms.boundfield import BoundField

from licensing.actions.changes import STATUS, Report
from licensing.actions.grants import Wanted
from licensing.actions.papers import RabiesCertificateFacts
from licensing.actions.renewals import News
from licensing.facts import Asked, renewable
from licensing.forms.licenses import FactsForm
from licensing.forms.records import Asking, date_input
from licensing.models import Change, Dog, RabiesCertificate
from licensing.needs import Needs, last_standing
from office.forms import MoneyField, TillForm, one_time_key
from ordinances.ordinance import Ordinance

Event = Change.Event
BACK = "here"
_WHERE: dict[str, str] = {
    BACK: "With its owner",
    Event.LOSS: "Lost",
    Event.DEATH: "Died",
    Event.SALE: "Given away or sold",
    Event.LEFT_TOWN: "Moved away",
}
_CERTIFICATE = ("vaccinated_on", "expires", "veterinarian")
_LONGEST_YEARS = 10


class DogForm(FactsForm):
    """One dog of the household: where it is, a new rabies certificate, and what it is licensed on.

    A dog that can have no license now (``needs`` says why) is only asked where it is.
    """

    whereabouts = forms.ChoiceField(label="Still here?")
    happened_on = forms.DateField(required=False, label="It happened on", widget=date_input())
    renew = forms.BooleanField(required=False)
    vaccinated_on = forms.DateField(required=False, label="Vaccinated on", widget=date_input())
    expires = forms.DateField(required=False, label="Next vaccination due by", widget=date_input())
    veterinarian = forms.CharField(required=False, max_length=120, label="Veterinarian")

    def __init__(self, data: Any = None, *, dog: Dog, needs: Needs, on: date, ordinance: Ordinance) -> None:
        self.needs, self.on, self.last = needs, on, last_standing(dog)
        super().__init__(
            data,
            dog=dog,
            on=on,
            ordinance=ordinance,
            last=renewable(dog, self.last),
            initial={"happened_on": on},
            prefix=f"dog-{dog.pk}",
        )
        self.is_offered = bool(needs.act)
        self.fields["renew"].label = f"{needs.act} {dog.name}"
        now = next((where for where in _WHERE if _status(where) == dog.status), "")
        self.places = _whereabouts(dog, now)
        self._offer("whereabouts", self.places)
        if not self.is_offered:
            for name in (*self.FACTS, "renew", *_CERTIFICATE):
                self.fields.pop(name, None)

    def propose_papers(self) -> None:
        """With another paper the dog may be licensed: it is ticked."""
        super().propose_papers()
        self.retype(renew="on")

    def clean(self) -> dict[str, Any]:
        """What is not asked of the dog as it is now may be typed wrong; a certificate that is begun is whole."""
        if not self.has_moved:
            self._forget("happened_on")
        elif not self.cleaned_data.get("happened_on") and not self.has_error("happened_on"):
            self.add_error("happened_on", "Say when it happened.")
        if not self.is_ticked:
            self._forget(*self.FACTS)
        if self.is_here:
            self._check_certificate()
        else:
            self._forget(*_CERTIFICATE)
        return self.cleaned_data

    def _check_certificate(self) -> None:
        """A certificate that is begun is whole, and none runs for so long as a year typed wrong."""
        begun = any(self.cleaned_data.get(name) or self.has_error(name) for name in _CERTIFICATE)
        for name in _CERTIFICATE if begun else ():
            if not self.cleaned_data.get(name) and not self.has_error(name):
                self.add_error(name, "Write the whole certificate, or leave all of it empty.")
        expires = self.cleaned_data.get("expires")
        if expires and expires.year > self.on.year + _LONGEST_YEARS:
            self.add_error("expires", "Check the year.")

    def _forget(self, *names: str) -> None:
        for name in names:
            self.errors.pop(name, None)

    @property
    def rabies_to(self) -> date | None:
        """To when the certificate on file serves."""
        return max((paper.expires for paper in self.dog.rabiescertificates.all()), default=None)

    @property
    def certificate_fields(self) -> list[BoundField]:
        """The fields of a new certificate."""
        return [self[name] for name in _CERTIFICATE]

    @property
    def has_begun_certificate(self) -> bool:
        """Whether anything of a new certificate is typed."""
        return any(self[name].value() for name in _CERTIFICATE)

    @property
    def refusable(self) -> list[BoundField]:
        """The fields at which a refusal may stand."""
        return [self[name] for name in ("happened_on", *self.FACTS, *_CERTIFICATE) if name in self.fields]

    @property
    def place(self) -> str:
        """Where the dog stands on the page."""
        return str(self.prefix)

    @property
    def is_here(self) -> bool:
        """Whether the dog is said to be with its owner."""
        return bool(self.chosen("whereabouts") == BACK)

    @property
    def where(self) -> str:
        """Where the dog is said to be, in words."""
        return dict(self.places).get(str(self.chosen("whereabouts")), "")

    @property
    def has_moved(self) -> bool:
        """Whether the dog is said to be elsewhere than on record, or back."""
        return bool(self.chosen("whereabouts") != self.initial["whereabouts"])

    @property
    def is_ticked(self) -> bool:
        """Whether a license is asked for."""
        return self.is_offered and self.is_here and bool(self.chosen("renew"))

    def carries_tag_of(self, license_year: int | None) -> bool:
        """Whether the dog has the tag for such a license already."""
        return any(tag.retired_on is None and tag.license_year == license_year for tag in self.dog.tags.all())

    def certificate(self) -> RabiesCertificateFacts | None:
        """The new certificate, once it is whole."""
        typed = {name: self.chosen(name) for name in _CERTIFICATE if name in self.fields}
        whole = self.is_here and typed and all(typed.values())
        return RabiesCertificateFacts(**typed) if whole else None

    def asked(self) -> Asked | None:
        """What is asked for, on the new certificate if there is one; None while it cannot be read."""
        asked = super().asked() if self.is_offered and self.is_here else None
        new = self.certificate()
        if asked is None or new is None:
            return asked
        paper = RabiesCertificate(dog=self.dog, expires=new.expires, vaccinated_on=new.vaccinated_on)
        return replace(asked, rabies=paper)

    def wanted(self) -> Wanted | None:
        """The license asked for, as the act takes it."""
        asked = self.asked()
        return Wanted(asked, self.chosen("tag_number"), self.place) if asked else None

    def news(self, confirmed: Collection[str]) -> News | None:
        """What is new of the dog; None when nothing is. For a valid form."""
        where = self.cleaned_data["whereabouts"]
        event = Event.RECOVERY.value if where == BACK else where
        happened = self.cleaned_data.get("happened_on") or self.on
        report = Report(event=event, happened_on=happened, reported_on=self.on) if self.has_moved else None
        certificate = self.certificate()
        if report is None and certificate is None:
            return None
        mine = [code.removeprefix(f"{self.place}:") for code in confirmed if code.startswith(f"{self.place}:")]
        return News(dog=self.dog, place=self.place, report=report, certificate=certificate, confirmed=mine)


def _status(where: str) -> str:
    return Dog.Status.HERE if where == BACK else STATUS[where]


def _whereabouts(dog: Dog, now: str) -> list[tuple[str, str]]:
    """Where the dog may be, as on record first."""
    others = [(where, label) for where, label in _WHERE.items() if _status(where) != dog.status]
    return [(now, dog.get_status_display()), *others]


class VisitTillForm(Asking, TillForm):
    """What the household pays together. ``shown_dogs`` are the dogs of the bill that was shown."""

    shown_total = MoneyField(required=False, widget=forms.HiddenInput)
    shown_dogs = forms.CharField(required=False, widget=forms.HiddenInput)


class HouseholdForm:
    """One visit of a household, sent together."""

    def __init__(
        self, data: Any, *, payer: str, dogs: Sequence[tuple[Dog, Needs]], on: date, ordinance: Ordinance
    ) -> None:
        self.till = VisitTillForm(data, initial={"key": one_time_key(), "payer": payer})
        self.dogs = [DogForm(data, dog=dog, needs=needs, on=on, ordinance=ordinance) for dog, needs in dogs]

    def __iter__(self) -> Iterator[DogForm]:
        return iter(self.dogs)

    @property
    def is_bound(self) -> bool:
        """Whether it was sent."""
        return self.till.is_bound

    def is_valid(self) -> bool:
        """Whether all of it can be read."""
        return all([self.till.is_valid(), *(form.is_valid() for form in self.dogs)])

    def news(self) -> list[News]:
        """What is new of the dogs; for a valid form."""
        told = (form.news(self.till.confirmed) for form in self.dogs)
        return [each for each in told if each is not None]
