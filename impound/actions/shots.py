"""Rabies vaccinations given in the pound: their certificates are filed with the dog of record once it is known.

Locking: for an act that holds the seizure and the dog.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from datetime import date, datetime
from typing import Any
from uuid import uuid5

from impound.models import CareNote, Seizure, ShotFiled
from licensing.actions.papers import RabiesCertificateFacts, file_rabies_certificate
from licensing.actions.withdrawals import withdraw_paper
from licensing.models import Dog, RabiesCertificate
from office.models import User

_CONFIRMED = ("long_certificate",)
"""What was asked, and answered, when the shot was noted."""


def written(facts: RabiesCertificateFacts) -> dict[str, Any]:
    """What the certificate says, for JSON."""
    return {name: value.isoformat() if isinstance(value, date) else value for name, value in asdict(facts).items()}


def file_shots(seizure: Seizure, dog: Dog | None, *, by: User, at: datetime) -> None:
    """File the certificate of each shot with the dog that the seizure is now known to be, once.

    One that was filed with another dog is withdrawn there; the same paper that is on file already is not filed again.
    """
    notes = seizure.care_notes.filter(kind=CareNote.Kind.RABIES, withdraws__isnull=True, withdrawn_by__isnull=True)
    for note in notes.select_related("certificate__dog__town"):
        standing = list(_standing(note))
        for paper in (each for each in standing if dog is None or each.dog_id != dog.pk):
            reason = f"The dog of seizure {seizure.number} is another one"
            withdraw_paper(paper=paper, reason=reason, key=uuid5(note.key, f"withdrawn {paper.pk}"), by=by, at=at)
        if dog is not None and note.shot and all(each.dog_id != dog.pk for each in standing):
            _file(note, dog, by, at)


def _standing(note: CareNote) -> Iterator[RabiesCertificate]:
    """The certificates that were filed of the shot, now or at a match, and not withdrawn."""
    if note.certificate is not None and note.certificate.withdrawn_at is None:
        yield note.certificate
    for filed in note.filings.select_related("certificate__dog__town"):
        if filed.certificate.withdrawn_at is None:
            yield filed.certificate


def _file(note: CareNote, dog: Dog, by: User, at: datetime) -> None:
    said = note.shot or {}
    days = {name: date.fromisoformat(said[name]) for name in ("vaccinated_on", "expires")}
    facts = RabiesCertificateFacts(**said | days)
    if RabiesCertificate.objects.filter(dog=dog, **asdict(facts)).exists():
        return
    key = uuid5(note.key, f"certificate {note.filings.count() + 1}")
    paper = file_rabies_certificate(dog=dog, facts=facts, key=key, by=by, at=at, confirmed=_CONFIRMED)
    ShotFiled.objects.create(note=note, certificate=paper, by=by, at=at)
