"""What a license shows, kept with it as given out: a reprint is the same paper, whatever has changed since."""

from __future__ import annotations

from datetime import date
from typing import Any

from django.conf import settings
from django.urls import reverse
from django.utils import timezone

from licensing.codes import code_of
from licensing.models import BusinessLicense, Dog, License, Owner
from licensing.privacy import shown_place, shown_street
from ordinances.answers import Quote
from ordinances.ordinance import Ordinance


def printed(issued: License, quote: Quote) -> dict[str, Any]:
    """All that the paper of a license shows, for JSON: dates are ISO, an empty string is nothing to show.

    The license need not be saved, but all that it points to must be set, its number and its receipt too.
    """
    law = issued.town.ordinance(timezone.localdate(issued.receipt.at))
    code = code_of(issued.town.slug, issued.number)
    return {
        "town": issued.town.heading | {"words": issued.town.license_words},
        "title": law.license_kinds["dog"],
        "number": issued.number,
        "tag": issued.tag.number,
        "tag_word": law.words.tag,
        "license_year": _year_in_words(issued.license_year),
        "starts": issued.starts.isoformat(),
        "expires": issued.expires.isoformat(),
        "owner": _owner(issued.holder),
        "dog": _dog(issued.dog),
        "carried_over": _carried_over(issued),
        "rabies": _rabies(issued),
        "alteration": _alteration(issued, law),
        "marking": quote.marking or issued.marking,
        "fee": "" if _is_taken_over(issued) else str(quote.total),
        "receipt": issued.receipt.number,
        "clerk": law.words.clerk,
        "issued_by": issued.issued_by.get_full_name() or issued.issued_by.get_username(),
        "issued_on": timezone.localdate(issued.issued_at).isoformat(),
        "code": code,
        "address": settings.PUBLIC_URL + reverse("check_code", args=[code]),
    }


def _carried_over(issued: License) -> str:
    """Where a license came from that was not issued anew, or which one it replaces; empty where neither is so."""
    if issued.corrects is not None:
        return f"Corrected, replaces license {issued.corrects.number}"
    if issued.transferred_from is not None:
        return f"Transferred from license {issued.transferred_from.number}"
    if issued.from_elsewhere:
        return f"Carried over from {issued.from_elsewhere}"
    return "Taken over from the earlier register" if issued.taken_over_id else ""


def _is_taken_over(issued: License) -> bool:
    """Whether it came with an earlier register, and was paid before."""
    return issued.taken_over_id is not None and issued.transferred_from is None


def printed_business(issued: BusinessLicense, quote: Quote) -> dict[str, Any]:
    """All that the paper of a kennel's or pet shop's license shows, as ``printed`` does for a dog's."""
    law = issued.town.ordinance(timezone.localdate(issued.issued_at))
    business, before = issued.business, issued.transferred_from
    return {
        "town": issued.town.heading | {"words": issued.town.license_words},
        "title": law.license_kinds[business.kind],
        "number": issued.number,
        "license_year": _year_in_words(issued.license_year),
        "starts": issued.starts.isoformat(),
        "expires": issued.expires.isoformat(),
        "operator": _owner(issued.holder),
        "business": {"name": business.name, "location": business.location},
        "maximum_dogs": issued.maximum_dogs,
        "transferred": f"Transferred from license {before.number} of {before.holder.name}" if before else "",
        "fee": str(quote.total),
        "receipt": issued.receipt.number,
        "clerk": law.words.clerk,
        "officer": law.words.officer,
        "issued_by": issued.issued_by.get_full_name() or issued.issued_by.get_username(),
        "issued_on": timezone.localdate(issued.issued_at).isoformat(),
    }


def _year_in_words(license_year: int | None) -> str:
    return "" if license_year is None else f"{license_year}–{license_year + 1}"


def _owner(owner: Owner) -> dict[str, str]:
    return {"name": owner.name, "street": shown_street(owner), "place": shown_place(owner)}


def _dog(dog: Dog) -> dict[str, str]:
    return {
        "name": dog.name,
        "breed": dog.breed,
        "color": dog.color,
        "sex": dog.get_sex_display() + (_altered(dog) and f", {_altered(dog)}"),
        "born": dog.born.isoformat() if dog.born else str(dog.birth_year or ""),
        "markings": dog.markings,
        "chip": dog.chip,
    }


def _altered(dog: Dog) -> str:
    return {"female": "spayed", "male": "neutered"}[dog.sex] if dog.altered else ""


def _rabies(issued: License) -> dict[str, str]:
    """The rabies paper: what it is, its day, and the veterinarian; a statement has no last day of its own.

    A license carried over from elsewhere or from an earlier register may rest on none here: then nothing is shown.
    """
    certificate, statement = issued.rabies_certificate, issued.rabies_statement
    if certificate is not None:
        vaccine = ", ".join(filter(None, (certificate.product, certificate.manufacturer, certificate.serial)))
        return _paper("Vaccinated", certificate.vaccinated_on, certificate.veterinarian) | {
            "until": certificate.expires.isoformat(),
            "vaccine": vaccine,
        }
    if statement is not None:
        return _paper("Veterinarian’s statement", statement.dated, statement.veterinarian) | {
            "until": "",
            "vaccine": "",
        }
    if issued.from_elsewhere or issued.taken_over_id:
        return {}
    raise ValueError("a license rests on a rabies certificate or a veterinarian's statement")


def _alteration(issued: License, law: Ordinance) -> dict[str, str] | None:
    """The proof of alteration; None where there is none or the town's fee does not ask for it."""
    proof = issued.alteration_proof
    if proof is None or not law.alteration_proofs:
        return None
    return _paper(proof.get_kind_display(), proof.signed_on, proof.signer)


def _paper(label: str, on: date, signer: str) -> dict[str, str]:
    return {"label": label, "on": on.isoformat(), "signer": signer}
