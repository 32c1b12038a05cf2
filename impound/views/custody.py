"""One page an act: arrival, move, care, vaccination, photograph, caution."""

from __future__ import annotations

from django.http import HttpResponseBase
from django.shortcuts import get_object_or_404
from django.utils import timezone

from impound.actions.cautions import caution_seizure
from impound.actions.custody import (
    ArrivalFacts,
    CareFacts,
    ShotFacts,
    amend_arrival,
    move_dog,
    note_care,
    receive_dog,
    vaccinate,
    withdraw_care,
)
from impound.actions.photos import add_photo
from impound.forms.custody import ArrivalAmendForm, ArrivalForm, CareForm, MoveForm, PhotoForm, ShotForm, present
from impound.models import Arrival, CareNote, Photo, Seizure
from impound.views.acting import Page, acted, now, row_of, seizure_of, sent
from impound.views.offers import KEEPERS, WRITERS
from licensing.actions.cautions import CautionFacts
from licensing.actions.papers import RabiesCertificateFacts
from licensing.forms.acts import BecauseForm, CautionForm
from office.access import StaffRequest, for_roles
from office.refusals import refuse

_FROM_CERTIFICATE = RabiesCertificateFacts


@for_roles(*KEEPERS)
def arrive(request: StaffRequest, pk: int) -> HttpResponseBase:
    """Record the arrival at the shelter; the shelter is proposed as it was last time."""
    seizure = seizure_of(request, pk)
    last = Arrival.objects.filter(seizure__town=request.town).order_by("-pk").first()
    name = request.user.get_full_name() or request.user.get_username()
    usual = {
        "at": present(),
        "shelter": last.shelter if last else "",
        "received_by": last.received_by if last else name,
    }
    form = ArrivalForm(request.POST or None, initial=usual)
    page = Page("Arrival at the shelter", "Record the arrival", "The arrival is recorded.")
    return acted(
        request,
        seizure,
        page,
        form,
        lambda: receive_dog(seizure=seizure, facts=form.facts(ArrivalFacts), **sent(request, form)),
    )


@for_roles(*KEEPERS)
def arrival_amend(request: StaffRequest, pk: int) -> HttpResponseBase:
    """Amend what was written of the arrival, with the reason; the history keeps both."""
    seizure = seizure_of(request, pk)
    form = ArrivalAmendForm(request.POST or None, arrival=get_object_or_404(Arrival, seizure=seizure))
    page = Page("Amend the arrival", "Amend it", "The arrival is amended.")
    return acted(request, seizure, page, form, lambda: _amend(request, seizure, form))


def _amend(request: StaffRequest, seizure: Seizure, form: ArrivalAmendForm) -> Arrival:
    told = {name: form.cleaned_data[name] for name in ("reason", "seen")}
    return amend_arrival(seizure=seizure, facts=form.facts(ArrivalFacts), **told, **now(request))


@for_roles(*KEEPERS)
def move(request: StaffRequest, pk: int) -> HttpResponseBase:
    """Move the dog to another kennel or shelter."""
    seizure = seizure_of(request, pk)
    arrival = Arrival.objects.filter(seizure=seizure).first()
    form = MoveForm(request.POST or None)
    says = (f"It is at {arrival} now.",) if arrival else ()
    page = Page("Move the dog", "Move it", "The dog is moved.", says)
    typed = ("kennel", "shelter", "note")
    return acted(
        request,
        seizure,
        page,
        form,
        lambda: move_dog(seizure=seizure, **{name: form.cleaned_data[name] for name in typed}, **sent(request, form)),
    )


@for_roles(*KEEPERS)
def care(request: StaffRequest, pk: int) -> HttpResponseBase:
    """Note what was done for the dog, and what it cost."""
    seizure = seizure_of(request, pk)
    form = CareForm(request.POST or None, initial={"at": present(), "kind": CareNote.Kind.CARE})
    page = Page("Care", "Note it", "The care is noted.")
    return acted(
        request,
        seizure,
        page,
        form,
        lambda: note_care(seizure=seizure, facts=form.facts(CareFacts), **sent(request, form)),
    )


@for_roles(*KEEPERS)
def rabies(request: StaffRequest, pk: int) -> HttpResponseBase:
    """Note a rabies vaccination; its certificate is filed with a dog of record."""
    seizure = seizure_of(request, pk)
    form = ShotForm(request.POST or None, initial={"at": present()})
    filed = (
        "Its certificate is filed with the dog’s record."
        if seizure.dog
        else "It is filed with the dog’s record once that is known."
    )
    page = Page("Rabies vaccination", "Note it", "The vaccination is noted.", (filed,))
    return acted(request, seizure, page, form, lambda: _vaccinate(request, seizure, form))


def _vaccinate(request: StaffRequest, seizure: Seizure, form: ShotForm) -> CareNote:
    data = form.cleaned_data
    shot = ShotFacts(at=data["at"], certificate=form.facts(_FROM_CERTIFICATE), cost=data["cost"])
    return vaccinate(seizure=seizure, facts=shot, confirmed=form.confirmed, **sent(request, form))


@for_roles(*KEEPERS)
def care_withdraw(request: StaffRequest, pk: int) -> HttpResponseBase:
    """Note that a note was wrong: its cost no longer counts."""
    note = row_of(request, CareNote, pk)
    form = BecauseForm(request.POST or None)
    costs = f", ${note.cost}" if note.cost is not None else ""
    says = (f"{note.get_kind_display()}, {timezone.localtime(note.at):%B %-d, %Y}{costs}. {note.note}",)
    page = Page("Withdraw a note of care", "Withdraw it", "The note is withdrawn.", says)
    return acted(
        request,
        note.seizure,
        page,
        form,
        lambda: withdraw_care(note=note, reason=form.cleaned_data["reason"], **sent(request, form)),
    )


@for_roles(*WRITERS)
def photo(request: StaffRequest, pk: int) -> HttpResponseBase:
    """Add a photograph."""
    seizure = seizure_of(request, pk)
    form = PhotoForm(request.POST or None, request.FILES or None, town=request.town)
    page = Page("Photograph", "Add it", "The photograph is added.")
    return acted(request, seizure, page, form, lambda: _add(request, seizure, form))


def _add(request: StaffRequest, seizure: Seizure, form: PhotoForm) -> Photo:
    if form.upload is None:
        raise refuse("no_picture", "Choose the photograph.", about="scan")
    return add_photo(of=seizure, photo=form.upload, client_id=form.cleaned_data["key"], **now(request))


@for_roles(*WRITERS)
def caution(request: StaffRequest, pk: int) -> HttpResponseBase:
    """Warn of the dog; of one on record, wherever it is shown."""
    seizure = seizure_of(request, pk)
    form = CautionForm(request.POST or None)
    stands = "wherever the dog is shown" if seizure.dog else "with the seizure, and with the dog once it is known"
    page = Page("Caution", "Set the caution", "The caution is set.", (f"It stands {stands}, until it is lifted.",))
    return acted(
        request,
        seizure,
        page,
        form,
        lambda: caution_seizure(seizure=seizure, facts=form.facts(CautionFacts), **sent(request, form)),
    )
