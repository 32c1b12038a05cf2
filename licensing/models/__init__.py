"""The rows of licensing: people, dogs, papers, tags, licenses."""

from licensing.models.dogs import Dog
from licensing.models.licenses import License
from licensing.models.papers import AlterationProof, Paper, RabiesCertificate, RabiesStatement, Scan, WorkingProof
from licensing.models.people import Owner
from licensing.models.search import SearchEntry
from licensing.models.tags import Tag, TagBox

__all__ = [
    "AlterationProof",
    "Dog",
    "License",
    "Owner",
    "Paper",
    "RabiesCertificate",
    "RabiesStatement",
    "Scan",
    "SearchEntry",
    "Tag",
    "TagBox",
    "WorkingProof",
]
