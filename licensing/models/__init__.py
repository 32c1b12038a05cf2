"""The rows of licensing: people, dogs, papers, tags, licenses."""

from licensing.models.adoptions import Adoption
from licensing.models.businesses import Business, BusinessLicense
from licensing.models.cautions import Caution
from licensing.models.changes import (
    AddressOpening,
    Change,
    Merge,
    Mistake,
    NotTheSame,
    PublicExport,
    Visit,
)
from licensing.models.dogs import Dog
from licensing.models.due import DueEntry
from licensing.models.enumerations import Enumeration, EnumerationStreet, Finding
from licensing.models.imports import ImportLine, ImportRun
from licensing.models.licenses import License
from licensing.models.pairs import LikelyPair
from licensing.models.papers import AlterationProof, Paper, RabiesCertificate, RabiesStatement, Scan, WorkingProof
from licensing.models.people import Owner
from licensing.models.search import SearchEntry, Spelling
from licensing.models.tags import Tag, TagBox, TagReplacement
from licensing.models.tallies import StreetTally

__all__ = [
    "AddressOpening",
    "Adoption",
    "AlterationProof",
    "Business",
    "BusinessLicense",
    "Caution",
    "Change",
    "Dog",
    "DueEntry",
    "Enumeration",
    "EnumerationStreet",
    "Finding",
    "ImportLine",
    "ImportRun",
    "License",
    "LikelyPair",
    "Merge",
    "Mistake",
    "NotTheSame",
    "Owner",
    "Paper",
    "PublicExport",
    "RabiesCertificate",
    "RabiesStatement",
    "Scan",
    "SearchEntry",
    "Spelling",
    "StreetTally",
    "Tag",
    "TagBox",
    "TagReplacement",
    "Visit",
    "WorkingProof",
]
