"""Photographs: each is a row of its own, kept once, however often it is sent."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from impound.actions.checks import town_of
from impound.models import Encounter, Photo, Seizure
from licensing.scans import Upload, keep
from office.acts import act
from office.models import User
from office.refusals import refuse
from office.sent import once


@act
def add_photo(*, of: Seizure | Encounter, photo: Upload, client_id: UUID, by: User, at: datetime) -> Photo:
    """Keep a photograph with its seizure or encounter; ``client_id`` sent again finds the one that it made.

    Raises Refused for another town's record, and for a file that is no picture.
    """
    town = town_of(by)

    def make() -> Photo:
        if of.town_id != town.pk:
            raise refuse("other_town", "This record is another town's.")
        if not photo.content_type.startswith("image/"):
            raise refuse("no_picture", "A photograph is a JPEG, PNG or HEIC file.", about="photo")
        record = {"seizure": of} if isinstance(of, Seizure) else {"encounter": of}
        return Photo.objects.create(
            town=town, client_id=client_id, scan=keep(photo, town=town, at=at), by=by, at=at, **record
        )

    return once(town, client_id, Photo, make)
