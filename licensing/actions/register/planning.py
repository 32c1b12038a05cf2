"""What is to become of one line: nothing is written here, and nothing is asked of the database.

The checks are those of the acts at the counter. Blanks on file are filled; where file and record differ the record
stays, and the report says so. What is refused is refused whole.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from django.db import models

from licensing.actions.dogs import NO_CHIP, DogFacts, impossible_dog
from licensing.actions.papers import (
    long_certificate,
    wrong_alteration_proof,
    wrong_certificate,
    wrong_statement,
    wrong_working_proof,
)
from licensing.actions.people import OwnerFacts, impossible_person
from licensing.actions.register.known import Known, KnownDog, KnownOwner
from licensing.actions.register.matching import dog_of, person_of
from licensing.actions.register.said import RULE, PaperKind, Said, column_of, named
from licensing.actions.register.terms import license_of, tag_of
from licensing.keys import compact, digits, key
from licensing.models import Dog, ImportLine, License, Owner, Paper, RabiesCertificate, Tag
from licensing.register.columns import BY_NAME
from office.refusals import Refused
from ordinances.answers import Refusal

Result = ImportLine.Result


@dataclass(eq=False, slots=True)
class Plan:
    """What is to be written of a line, and what is to be told of it."""

    person: KnownOwner
    dog: KnownDog | None = None
    new_person: bool = False
    new_dog: bool = False
    filled: list[tuple[models.Model, dict[str, Any]]] = field(default_factory=list)
    papers: list[Paper] = field(default_factory=list)
    tag: Tag | None = None
    license: License | None = None
    kept: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def adds(self) -> bool:
        """Whether anything is to be written."""
        made = (self.new_person, self.new_dog, self.filled, self.papers, self.tag, self.license)
        return any(made)

    @property
    def result(self) -> str:
        """Taken where all is new, joined where part of it was on file, unchanged where all was."""
        if not self.adds:
            return Result.UNCHANGED
        return Result.TAKEN if self.new_person else Result.JOINED


def plan(known: Known, said: Said) -> Plan:
    """What is to become of the line, and from now on known. Raises Refused, and then nothing of it is known."""
    person = person_of(known, said)
    planned = Plan(person or KnownOwner(_new_person(known, said)), new_person=person is None, notes=[*said.notes])
    if person is not None:
        _fill_person(planned, known, said)
    if said.dog is not None:
        _plan_dog(planned, known, said, said.dog)
    _make_known(planned, known)
    return planned


def _new_person(known: Known, said: Said) -> Owner:
    _refuse(named("owner", impossible_person(said.owner, known.on)))
    confidential = said.part("owner").get("confidential", False)
    return Owner(town=known.town, confidential=confidential, **asdict(said.owner))


def _fill_person(planned: Plan, known: Known, said: Said) -> None:
    """Fill what is blank on file of the person; an address once marked stays confidential."""
    row, given = planned.person.row, dict(said.part("owner"))
    fills = _blanks(planned, row, given, "owner")
    if given.get("confidential") and not row.confidential:
        fills["confidential"] = True
        planned.kept.remove("confidential")
    if fills:
        facts = asdict(OwnerFacts.of(row)) | {name: fills[name] for name in fills if name != "confidential"}
        _refuse(named("owner", impossible_person(OwnerFacts(**facts), known.on)))
        planned.filled.append((row, fills))


def _plan_dog(planned: Plan, known: Known, said: Said, facts: DogFacts) -> None:
    dog = None if planned.new_person and not _has_number(known, said) else dog_of(known, planned.person, said)
    planned.new_dog = dog is None
    planned.dog = dog = dog or KnownDog(_new_dog(planned, known, said, facts), planned.person)
    if not planned.new_dog:
        _fill_dog(planned, dog.row, known, said)
    for kind, paper in said.papers:
        _plan_paper(planned, dog, known, said, kind, paper)
    planned.tag = tag_of(known, dog, said, planned.notes)
    planned.license = license_of(known, dog, said, planned)
    if any(kind.part == "alteration" for kind, _ in said.papers) and not dog.row.altered:
        planned.filled.append((dog.row, {"altered": True}))


def _has_number(known: Known, said: Said) -> bool:
    """Whether the line names a tag or a chip that is known."""
    chip = compact(said.dog.chip) if said.dog else ""
    return said.part("tag").get("number") in known.tags or chip in known.chips


def _new_dog(planned: Plan, known: Known, said: Said, facts: DogFacts) -> Dog:
    """The dog, if it can be so."""
    more = {name: value for name, value in said.part("dog").items() if name in ("status", "status_on")}
    wrong = [*impossible_dog(facts, known.on)]
    if facts.chip and not compact(facts.chip):
        wrong.append(NO_CHIP)
    if more.get("status_on", known.on) > known.on:
        wrong.append(Refusal("impossible_date", RULE, "This day is yet to come.", "status_on"))
    _refuse(named("dog", wrong))
    return Dog(town=known.town, owner=planned.person.row, **asdict(facts), **more)


def _fill_dog(planned: Plan, row: Dog, known: Known, said: Said) -> None:
    """Fill what is blank on file of the dog."""
    given = dict(said.part("dog"))
    if row.born and given.get("birth_year") == row.born.year:
        del given["birth_year"]
    if given.get("status") != row.status:
        given.pop("status_on", None)
    fills = _blanks(planned, row, given, "dog")
    if fills:
        facts = DogFacts(**{**asdict(DogFacts.of(row)), **{name: fills[name] for name in fills if name != "status_on"}})
        _refuse(named("dog", impossible_dog(facts, known.on)))
        planned.filled.append((row, fills))


def _blanks(planned: Plan, row: models.Model, given: Mapping[str, Any], part: str) -> dict[str, Any]:
    """What is given and blank on file; what differs is noted as kept."""
    fills = {}
    for name, value in given.items():
        ours = getattr(row, name)
        if ours in (None, ""):
            fills[name] = value
        elif not _same(name, ours, value):
            planned.kept.append(column_of(part, name))
    return fills


def _same(name: str, ours: Any, theirs: Any) -> bool:
    """Whether two values say the same, however written."""
    if not isinstance(ours, str):
        return bool(ours == theirs)
    alike = {"telephone": digits, "chip": compact}.get(name, key)
    return alike(ours) == alike(theirs)


def _plan_paper(planned: Plan, dog: KnownDog, known: Known, said: Said, kind: PaperKind, facts: Any) -> None:
    """File the paper, unless the same is on file."""
    if any(isinstance(each, kind.row) and _same_paper(kind, each, facts) for each in dog.papers):
        return
    filed_on = said.part(kind.part).get("filed_on", known.on)
    wrong = [*_wrong_paper(known, dog.row, kind, facts)]
    if filed_on > known.on:
        wrong.append(Refusal("impossible_date", RULE, "This day is yet to come.", "filed_on"))
    _refuse(named(kind.part, wrong))
    planned.papers.append(kind.row(dog=dog.row, filed_on=filed_on, **asdict(facts)))


def _same_paper(kind: PaperKind, paper: Paper, facts: Any) -> bool:
    return all(getattr(paper, name) == getattr(facts, name) for name in kind.same)


def _wrong_paper(known: Known, dog: Dog, kind: PaperKind, facts: Any) -> Iterable[Refusal]:
    """What the counter would find against the paper. What it would only ask about is refused: nobody is here to ask."""
    if kind.row is RabiesCertificate:
        return [*wrong_certificate(dog, facts, known.on), *long_certificate(facts)]
    checks: Any = {"statement": wrong_statement, "alteration": wrong_alteration_proof, "working": wrong_working_proof}
    return list(checks[kind.part](known.town, dog, facts, known.on))


def _make_known(planned: Plan, known: Known) -> None:
    """Let the lines that follow find what this one brings."""
    for row, fills in planned.filled:
        for name, value in fills.items():
            setattr(row, name, value)
    known.add_person(planned.person)
    if planned.dog is not None:
        dog = planned.dog
        dog.papers += planned.papers
        if planned.tag is not None:
            dog.tags[planned.tag.license_year] = planned.tag
        if planned.license is not None:
            dog.licenses.append(planned.license)
        known.add_dog(dog)


def _refuse(found: list[Refusal]) -> None:
    if found:
        raise Refused(*found)


def told(planned: Plan) -> str:
    """What is to be told of the line beside its result."""
    kept = ", ".join(BY_NAME[name].label for name in planned.kept)
    pieces = [*_added(planned), f"kept ours: {kept}" if kept else "", *planned.notes]
    return "; ".join(filter(None, pieces))


def _added(planned: Plan) -> Iterable[str]:
    """Whom the line joined, and what was added."""
    person = planned.person
    if not planned.new_person:
        where = f"from line {person.line}" if person.line else "on file"
        yield f"{person.row.name} is {where}"
    if planned.dog is not None and not planned.new_dog:
        yield f"{planned.dog.row.name} is on file"
    if planned.adds and not planned.new_person:
        yield f"added: {', '.join(_things(planned))}"


def _things(planned: Plan) -> Iterable[str]:
    if planned.new_dog and planned.dog is not None:
        yield f"the dog {planned.dog.row.name}"
    for row, fills in planned.filled:
        part = "owner" if isinstance(row, Owner) else "dog"
        yield from (BY_NAME[column_of(part, name)].label for name in fills)
    made = [*planned.papers, planned.tag, planned.license]
    yield from (str(each._meta.verbose_name) for each in made if each is not None)
