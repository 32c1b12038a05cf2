"""The columns of the flat register, a row a dog: what each is called here and elsewhere, and how its cells are read.

An export writes the columns by their ``name``, in this order, so that what was exported can be read again.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db import models

from licensing.models import (
    AlterationProof,
    Dog,
    License,
    Owner,
    RabiesCertificate,
    RabiesStatement,
    WorkingProof,
)
from licensing.register import values
from licensing.register.values import Parser


@dataclass(frozen=True, slots=True)
class Column:
    """One column. ``part`` is what it tells of (``owner``, ``dog``, …) and ``fact`` names the fact there."""

    name: str
    label: str
    part: str
    fact: str
    parse: Parser
    aliases: frozenset[str] = field(default_factory=frozenset)
    """What it is called elsewhere, squashed: ``ownerlastname``."""


PARTS: Mapping[str, str] = {
    "owner": "Owner",
    "dog": "Dog",
    "rabies": "Rabies certificate",
    "statement": "Veterinarian’s statement",
    "alteration": "Proof of spaying or neutering",
    "working": "Proof of a working dog",
    "tag": "Tag",
    "license": "License",
}
NEEDED = ("last_name", "street", "city", "state", "zip_code")
"""Without these no line can be taken."""
NEEDED_OF_A_DOG = ("dog_name", "sex", "breed", "color")


def squashed(title: str) -> str:
    """A title without case, blanks and signs: ``Owner Last Name`` and ``OWNER_LAST_NAME`` are one."""
    return re.sub(r"[^a-z0-9]", "", title.lower().replace("#", "number").replace("&", "and"))


def _words(model: type[models.Model], name: str) -> Parser:
    """As many signs as the record holds."""
    held: Any = model._meta.get_field(name)
    return values.text(held.max_length)


def _choice(choices: type[models.TextChoices], **more: str) -> Parser:
    """A choice by its value, its label, or another word for it."""
    words = {label.lower().replace("’", "'"): value for value, label in choices.choices}
    return values.choice(words | {value: value for value in choices.values} | more)


_STATUS = _choice(
    Dog.Status, active="here", current="here", alive="here", a="here", deceased="dead", died="dead", d="dead",
    stolen="lost", missing="lost", inactive="gone", transferred="gone", relocated="moved",
)  # fmt: skip
_PROOF = _choice(AlterationProof.Kind, vet="certificate", veterinarian="certificate")
_WORKING = _choice(
    WorkingProof.Kind, seeing="guide", assistance="service", rescue="search", sar="search", k9="police",
)  # fmt: skip


def _column(name: str, label: str, part: str, fact: str, parse: Parser, *aliases: str) -> Column:
    known = {squashed(each) for each in (name, label, *aliases)}
    return Column(name, label, part, fact, parse, frozenset(known))


COLUMNS: tuple[Column, ...] = (
    _column("last_name", "Last name or organization", "owner", "last_name", _words(Owner, "last_name"),
            "Last name", "Owner last name", "Owner last", "Surname", "Lname", "Owner", "Owner name",
            "Owner's last name"),
    _column("first_name", "First name", "owner", "first_name", _words(Owner, "first_name"),
            "Owner first name", "Owner first", "Fname", "Given name", "Owner's first name"),
    _column("owner_born", "Owner’s date of birth", "owner", "born", values.past_day,
            "Owner birth date", "Owner date of birth", "Owner DOB", "Owner birthdate"),
    _column("street", "House number and street", "owner", "street", _words(Owner, "street"),
            "Address", "Street address", "Address 1", "Address line 1", "Owner address", "Addr", "Owner street"),
    _column("city", "City", "owner", "city", _words(Owner, "city"), "Town", "Municipality", "Owner city"),
    _column("state", "State", "owner", "state", values.state, "ST", "Owner state"),
    _column("zip_code", "ZIP code", "owner", "zip_code", values.zip_code,
            "ZIP", "Zipcode", "Postal code", "Owner zip", "Owner zip code"),
    _column("resident", "Lives in the town", "owner", "resident", values.yes_no, "Is resident", "Town resident"),
    _column("resident_since", "In town since", "owner", "resident_since", values.past_day, "Moved in"),
    _column("telephone", "Telephone", "owner", "telephone", values.telephone,
            "Phone", "Phone number", "Phone #", "Tel", "Home phone", "Owner phone", "Cell", "Cell phone",
            "Telephone number"),
    _column("email", "E-mail", "owner", "email", values.email,
            "Email address", "E-mail address", "Mail", "Owner email"),
    _column("note", "Note for the office", "owner", "note", values.note, "Notes", "Remarks", "Comments", "Comment"),
    _column("confidential", "Address is confidential", "owner", "confidential", values.yes_no,
            "Confidential address", "ACP"),
    _column("dog_name", "Dog’s name", "dog", "name", _words(Dog, "name"),
            "Dog", "Name of dog", "Pet name", "Animal name", "Pet"),
    _column("sex", "Sex", "dog", "sex", values.sex, "Gender", "Dog sex", "Dog gender"),
    _column("altered", "Spayed or neutered", "dog", "altered", values.altered,
            "Spayed/neutered", "Spay/neuter", "S/N", "Spayed", "Neutered", "Fixed", "Is altered", "Altered status"),
    _column("breed", "Breed", "dog", "breed", _words(Dog, "breed"), "Dog breed", "Primary breed"),
    _column("color", "Color(s)", "dog", "color", _words(Dog, "color"), "Color", "Colors", "Dog color", "Colour"),
    _column("markings", "Other identification marks", "dog", "markings", _words(Dog, "markings"),
            "Marks", "Dog markings", "Identification marks", "Other ID"),
    _column("dog_born", "Dog’s date of birth", "dog", "born", values.past_day,
            "Dog birth date", "Dog date of birth", "Dog DOB", "DOB", "Birth date", "Birthdate", "Date of birth",
            "Born"),
    _column("birth_year", "Dog’s year of birth", "dog", "birth_year", values.year,
            "Year of birth", "Dog birth year", "Yob", "Year born"),
    _column("chip", "Microchip", "dog", "chip", values.chip,
            "Chip number", "Chip #", "Microchip number", "Microchip #", "Chip no", "Microchip ID"),
    _column("status", "Where the dog is", "dog", "status", _STATUS, "Dog status", "Status of dog"),
    _column("status_on", "There since", "dog", "status_on", values.past_day, "Status date", "Status since"),
    _column("acquired_on", "With this owner since", "dog", "acquired_on", values.past_day, "Acquired", "Date acquired"),
    _column("rabies_vaccinated_on", "Vaccinated against rabies on", "rabies", "vaccinated_on", values.past_day,
            "Rabies date", "Vaccination date", "Rabies vaccination date", "Rabies shot date", "Date vaccinated",
            "Rabies vaccinated", "Vacc date", "Rabies given"),
    _column("rabies_expires", "Rabies certificate expires", "rabies", "expires", values.any_day,
            "Rabies expiration", "Rabies expiration date", "Rabies exp", "Rabies exp date", "Rabies due",
            "Vaccination expires", "Vaccination expiration", "Rabies expiry", "Next vaccination due by"),
    _column("rabies_product", "Rabies vaccine", "rabies", "product", _words(RabiesCertificate, "product"),
            "Vaccine", "Vaccine product", "Product name"),
    _column("rabies_manufacturer", "Vaccine’s manufacturer", "rabies", "manufacturer",
            _words(RabiesCertificate, "manufacturer"), "Manufacturer", "Vaccine manufacturer"),
    _column("rabies_serial", "Vaccine’s serial (lot) number", "rabies", "serial", _words(RabiesCertificate, "serial"),
            "Serial", "Lot", "Lot number", "Serial number", "Vaccine serial", "Vaccine lot"),
    _column("rabies_veterinarian", "Veterinarian", "rabies", "veterinarian", _words(RabiesCertificate, "veterinarian"),
            "Vet", "Vet name", "Rabies vet", "Rabies veterinarian", "Clinic", "Veterinarian name"),
    _column("rabies_filed_on", "Rabies certificate filed on", "rabies", "filed_on", values.past_day),
    _column("statement_on", "Date of the veterinarian’s statement", "statement", "dated", values.past_day,
            "Rabies exemption date", "Statement date"),
    _column("statement_reason", "Why the vaccine would endanger the dog", "statement", "reason",
            _words(RabiesStatement, "reason"), "Rabies exemption", "Exemption reason"),
    _column("statement_veterinarian", "Veterinarian of the statement", "statement", "veterinarian",
            _words(RabiesStatement, "veterinarian"), "Statement vet", "Exemption vet"),
    _column("statement_filed_on", "Statement filed on", "statement", "filed_on", values.past_day),
    _column("alteration_kind", "Proof of spaying or neutering", "alteration", "kind", _PROOF,
            "Spay/neuter proof", "Alteration proof"),
    _column("alteration_signed_on", "Alteration proof signed on", "alteration", "signed_on", values.past_day,
            "Spay/neuter date", "Date altered", "Alteration date"),
    _column("alteration_signer", "Alteration proof signed by", "alteration", "signer",
            _words(AlterationProof, "signer"), "Spay/neuter vet"),
    _column("alteration_filed_on", "Alteration proof filed on", "alteration", "filed_on", values.past_day),
    _column("working_kind", "Working dog", "working", "kind", _WORKING,
            "Working dog kind", "Service dog type", "Service type", "Exempt type"),
    _column("working_on", "Date of the working dog’s proof", "working", "dated", values.past_day, "Working dog date"),
    _column("working_issuer", "Working dog’s proof issued by", "working", "issuer", _words(WorkingProof, "issuer"),
            "Working dog issuer"),
    _column("working_filed_on", "Working dog’s proof filed on", "working", "filed_on", values.past_day),
    _column("tag_number", "Tag number", "tag", "number", values.number,
            "Tag", "Tag no", "Tag #", "Tag num", "Tag ID", "Dog tag", "Identification number", "ID tag"),
    _column("tag_license_year", "Tag’s license year", "tag", "license_year", values.year, "Tag year"),
    _column("tag_issued_on", "Tag given out on", "tag", "issued_on", values.past_day, "Tag date", "Tag issued"),
    _column("license_number", "License number", "license", "number", values.number,
            "License no", "License #", "License num", "Lic no", "Lic #", "Lic num", "License", "License ID"),
    _column("license_year", "License year", "license", "license_year", values.year, "Lic year", "Year"),
    _column("license_starts", "License starts", "license", "starts", values.any_day,
            "License start", "Start date", "License from", "Valid from", "License start date", "Effective date"),
    _column("license_expires", "License expires", "license", "expires", values.any_day,
            "License expiration", "License expiration date", "Expiration date", "Expires", "Exp date", "License exp",
            "License to", "License ends", "License end", "License end date", "Ends", "Valid to", "Expiration", "Expiry",
            "Expiry date", "License expiry", "License exp date"),
    _column("license_issued_on", "License issued on", "license", "issued_on", values.past_day,
            "Issue date", "Issued", "Date issued", "License date", "Issued on", "License issue date"),
    _column("license_marking", "Marking of a free license", "license", "marking", _words(License, "marking")),
    _column("license_from_elsewhere", "Carried over from elsewhere", "license", "from_elsewhere",
            _words(License, "from_elsewhere")),
    _column("license_ended_on", "License ended before its time on", "license", "ended_on", values.past_day),
    _column("license_ended_because", "Why the license was ended", "license", "ended_because",
            _words(License, "ended_because")),
)  # fmt: skip
BY_NAME: Mapping[str, Column] = {column.name: column for column in COLUMNS}
_BY_ALIAS: Mapping[str, Column] = {alias: column for column in COLUMNS for alias in column.aliases}


def matched(header: Sequence[str]) -> dict[str, int]:
    """Which column of the file is which of ours, by their titles: names to places from 0 on; the first of two wins."""
    found: dict[str, int] = {}
    for place, title in enumerate(header):
        column = _BY_ALIAS.get(squashed(title))
        if column is not None:
            found.setdefault(column.name, place)
    return found


def missing(matching: Mapping[str, int]) -> Iterator[str]:
    """What is needed and matched to no column of the file, in words."""
    needed = NEEDED if "dog_name" not in matching else (*NEEDED, *NEEDED_OF_A_DOG)
    return (BY_NAME[name].label for name in needed if name not in matching)
