"""The rows of the pound: seizures and encounters, custody, holds, redemption, ends, loss reports."""

from impound.models.custody import Arrival, CareNote, Hold, Notice, ShotFiled
from impound.models.ends import AdoptionFromPound, End, Forfeiture, Redemption, Statement
from impound.models.lost import LossReport
from impound.models.seizures import Encounter, Photo, Seizure

__all__ = [
    "AdoptionFromPound",
    "Arrival",
    "CareNote",
    "Encounter",
    "End",
    "Forfeiture",
    "Hold",
    "LossReport",
    "Notice",
    "Photo",
    "Redemption",
    "Seizure",
    "ShotFiled",
    "Statement",
]
