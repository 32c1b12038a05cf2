"""Photographs of seizures and encounters: three are three, one sent twice is one."""

from __future__ import annotations

import uuid

import pytest

from impound.actions.photos import add_photo
from impound.actions.seizures import seize_dog
from impound.models import Photo
from licensing.scans import Upload, path_of, read_upload
from office.models import User
from office.refusals import Refused
from tests.impound.pound import SEIZED_AT, codes, facts, seize
from tests.licensing.cases import picture, upload

pytestmark = pytest.mark.django_db


def photo(kind: str = "JPEG") -> Upload:
    """A photograph as a phone sends it."""
    return read_upload(upload(picture("HEIF" if kind == "HEIC" else kind), f"dog.{kind.lower()}", ""))


def test_three_photographs_are_three(officer: User) -> None:
    made = seize(by=officer)
    for kind in ("JPEG", "HEIC", "JPEG"):
        add_photo(of=made, photo=photo(kind), client_id=uuid.uuid4(), by=officer, at=SEIZED_AT)
    assert made.photos.count() == 3
    assert all(path_of(each.scan).exists() for each in made.photos.all())


def test_one_sent_twice_is_one(officer: User) -> None:
    made, client_id = seize(by=officer), uuid.uuid4()
    twice = [add_photo(of=made, photo=photo(), client_id=client_id, by=officer, at=SEIZED_AT) for _ in range(2)]
    assert (twice[0], Photo.objects.count()) == (twice[1], 1)


def test_another_towns_seizure_takes_none(officer: User, clerk_of_chestertown: User) -> None:
    made = seize(by=officer)
    with pytest.raises(Refused) as refused:
        add_photo(of=made, photo=photo(), client_id=uuid.uuid4(), by=clerk_of_chestertown, at=SEIZED_AT)
    assert codes(refused) == ["other_town"]


def test_a_paper_is_no_photograph(officer: User) -> None:
    paper = Upload(b"%PDF-1.4", "application/pdf", "paper.pdf")
    with pytest.raises(Refused) as refused:
        add_photo(of=seize(by=officer), photo=paper, client_id=uuid.uuid4(), by=officer, at=SEIZED_AT)
    assert codes(refused) == ["no_picture"]


def test_a_signature_is_kept_with_the_seizure(officer: User) -> None:
    written = facts(handed_over_by="A. Finder")
    made = seize_dog(facts=written, client_id=uuid.uuid4(), by=officer, at=SEIZED_AT, signature=photo("PNG"))
    assert made.signature is not None
    assert path_of(made.signature).read_bytes() == picture("PNG")
