"""A line's tag and its license: which number the dog carries from now on, and which term is written."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, datetime, time
from typing import Any, Protocol

from django.utils import timezone

from licensing.actions.register.known import Known, KnownDog
from licensing.actions.register.said import RULE, Said, named
from licensing.models import AlterationProof, Dog, License, Paper, RabiesCertificate, RabiesStatement, Tag, WorkingProof
from office.refusals import Refused, refuse
from ordinances.answers import Refusal
from ordinances.days import add_months

_LONGEST_IN_MONTHS = 38
"""Three years, and what is left of the month in which a term begins."""
_ENDED = "Ended in the earlier register"


class Planned(Protocol):
    """The plan as far as it goes before the license."""

    papers: list[Paper]
    tag: Tag | None
    kept: list[str]
    notes: list[str]


def tag_of(known: Known, dog: KnownDog, said: Said, notes: list[str]) -> Tag | None:
    """The tag to be made for the dog; None where the line names none, or one that the dog has."""
    tag = said.part("tag")
    number = tag.get("number")
    if number is None or known.tags.get(number) is dog:
        return None
    year = _license_year(known, said)
    if year is None and not _for_life(known):
        notes.append("Tag not taken, as this is blank: Tag’s license year")
        return None
    carried = dog.tags.get(year)
    if carried is not None:
        message = f"{dog.row.name} carries number {carried.number} already and keeps it."
        raise refuse("has_a_number", message, about="tag_number")
    issued_on = tag.get("issued_on") or min(said.part("license").get("issued_on", known.on), known.on)
    if issued_on > known.on:
        raise refuse("impossible_date", "This day is yet to come.", about="tag_issued_on")
    return Tag(town=known.town, number=number, dog=dog.row, license_year=year, issued_on=issued_on)


def license_of(known: Known, dog: KnownDog, said: Said, planned: Planned) -> License | None:
    """The license to be written, without its receipt and its paper; None where there is none or the dog has it.

    Raises Refused for a number that is another dog's, a term that shares a day with another, and impossible dates.
    """
    given = said.part("license")
    if not given:
        return None
    year = _license_year(known, said)
    tag = planned.tag or dog.tags.get(year)
    starts, expires = given.get("starts") or given.get("issued_on"), given.get("expires")
    if tag is None or starts is None or expires is None:
        blanks = {"Tag number": tag, "License starts": starts, "License expires": expires}
        lacks = ", ".join(label for label, value in blanks.items() if value is None)
        planned.notes.append(f"License not taken, as this is blank: {lacks}")
        return None
    if _is_on_file(known, dog, given, (starts, expires), planned):
        return None
    _refuse_wrong(dog, given, (starts, expires), known.on)
    papers = [*dog.papers, *planned.papers]
    more = {name: given[name] for name in ("marking", "from_elsewhere", "ended_on") if name in given}
    if "ended_on" in more:
        more["ended_because"] = given.get("ended_because") or _ENDED
    issued_on = given.get("issued_on") or min(starts, known.on)
    number: Any = given.get("number")  # none: the town's next one, when it is written
    return License(
        town=known.town, number=number, dog=dog.row, holder=dog.owner.row, license_year=year,
        starts=starts, expires=expires, issued_at=_noon(issued_on), tag=tag, **_rests_on(papers, starts), **more,
    )  # fmt: skip


def _for_life(known: Known) -> bool:
    return known.town.ordinance(known.on).permanent_number


def _license_year(known: Known, said: Said) -> int | None:
    """The license year of tag and license where the law has such; by the term, where the line does not name it."""
    if _for_life(known):
        return None
    license_ = said.part("license")
    year: int | None = license_.get("license_year") or said.part("tag").get("license_year")
    if year is None and (expires := license_.get("expires")):
        return int(expires.year) - 1
    return year


def _is_on_file(known: Known, dog: KnownDog, given: Any, term: tuple[date, date], planned: Planned) -> bool:
    """Whether the dog has this license: by its number, or without one by its term."""
    number = given.get("number")
    if number in known.licenses:
        whose = known.licenses[number]
        if whose is not dog:
            of = f" of {whose.row.name}" if whose else ""
            raise refuse("number_in_use", f"License {number} is another one{of}.", about="license_number")
        ours = next((each for each in dog.licenses if each.number == number), None)
        if ours is not None and (ours.starts, ours.expires) != term:
            planned.kept.append("license_expires")
        return True
    return number is None and any((each.starts, each.expires) == term for each in dog.licenses)


def _refuse_wrong(dog: KnownDog, given: Any, term: tuple[date, date], on: date) -> None:
    wrong = named("license", _impossible(dog.row, given, term, on))
    if not wrong:
        wrong = named("license", _overlaps(dog, given, term))
    if wrong:
        raise Refused(*wrong)


def _impossible(dog: Dog, given: Any, term: tuple[date, date], on: date) -> Iterator[Refusal]:
    """Dates that no license has."""
    starts, expires = term
    issued_on, ended_on = given.get("issued_on"), given.get("ended_on")
    if expires < starts:
        yield Refusal("impossible_date", RULE, f"The term ends before it starts on {starts.isoformat()}.", "expires")
    elif expires > add_months(starts, _LONGEST_IN_MONTHS):
        yield Refusal("impossible_date", RULE, "No license runs for more than three years: check the year.", "expires")
    if dog.born and starts < dog.born:
        message = f"{dog.name} was born on {dog.born.isoformat()}, after this day."
        yield Refusal("impossible_date", RULE, message, "starts")
    for about, day in (("issued_on", issued_on), ("ended_on", ended_on)):
        if day and day > on:
            yield Refusal("impossible_date", RULE, "This day is yet to come.", about)


def _overlaps(dog: KnownDog, given: Any, term: tuple[date, date]) -> Iterator[Refusal]:
    """Another license of the dog that shares a day with the term."""
    starts, last = term[0], given.get("ended_on") or term[1]
    for other in dog.licenses:
        if other.starts <= last and max(other.last_day, other.starts) >= starts and last >= starts:
            message = f"{dog.row.name} is licensed to {other.last_day.isoformat()} already (license {other.number})."
            yield Refusal("already_licensed", RULE, message, "starts")


def _rests_on(papers: list[Paper], starts: date) -> dict[str, Any]:
    """The papers that the license names: of each kind the last one that serves."""
    certificates = [each for each in papers if isinstance(each, RabiesCertificate) and each.expires >= starts]
    certificate = max(certificates, key=lambda each: each.expires, default=None)
    statement = None if certificate else _last(papers, RabiesStatement)
    return {
        "rabies_certificate": certificate,
        "rabies_statement": statement,
        "alteration_proof": _last(papers, AlterationProof),
        "working_proof": _last(papers, WorkingProof),
    }


def _last(papers: list[Paper], kind: type[Paper]) -> Paper | None:
    return next((each for each in reversed(papers) if isinstance(each, kind)), None)


def _noon(day: date) -> datetime:
    return datetime.combine(day, time(12), timezone.get_default_timezone())
