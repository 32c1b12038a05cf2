"""What one line of a register's file says: its cells read, as the facts that the acts at the counter take."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any, Protocol

from licensing.actions.dogs import DogFacts
from licensing.actions.papers import (
    AlterationProofFacts,
    RabiesCertificateFacts,
    RabiesStatementFacts,
    WorkingProofFacts,
)
from licensing.actions.people import OwnerFacts
from licensing.keys import compact, digits, key
from licensing.models import AlterationProof, Paper, RabiesCertificate, RabiesStatement, WorkingProof
from licensing.register.columns import BY_NAME, COLUMNS, NEEDED, NEEDED_OF_A_DOG, PARTS
from licensing.register.values import Sex, Unreadable
from office.refusals import Refused, in_words
from ordinances.answers import Refusal

RULE = "Office rule"
_COLUMN_OF = {(column.part, column.fact): column.name for column in COLUMNS}
_DOG_FACTS = frozenset(DogFacts.__dataclass_fields__)


@dataclass(frozen=True, slots=True)
class PaperKind:
    """One kind of paper in a line: the facts it needs, and what tells one such paper of a dog from another."""

    part: str
    facts: type[Any]
    row: type[Paper]
    needs: tuple[str, ...]
    same: tuple[str, ...]


PAPERS = (
    PaperKind(
        "rabies",
        RabiesCertificateFacts,
        RabiesCertificate,
        ("vaccinated_on", "expires", "veterinarian"),
        ("vaccinated_on", "expires"),
    ),
    PaperKind("statement", RabiesStatementFacts, RabiesStatement, ("dated", "reason", "veterinarian"), ("dated",)),
    PaperKind(
        "alteration", AlterationProofFacts, AlterationProof, ("kind", "signed_on", "signer"), ("kind", "signed_on")
    ),
    PaperKind("working", WorkingProofFacts, WorkingProof, ("kind", "dated", "issuer"), ("kind", "dated")),
)


@dataclass(frozen=True, slots=True)
class Said:
    """What a line says, by part; only what its cells say is there. ``dog`` is None on a line of a person alone."""

    parts: Mapping[str, Mapping[str, Any]]
    owner: OwnerFacts
    dog: DogFacts | None
    papers: tuple[tuple[PaperKind, Any], ...]
    notes: tuple[str, ...]
    """What is left out, and why."""
    claims: tuple[str, ...]
    """The keys by which this line can be about what another line, or a record, is about."""

    def part(self, name: str) -> Mapping[str, Any]:
        """The facts of one part."""
        return self.parts.get(name, {})


class Someone(Protocol):
    """A person on file, or one of whom a line tells."""

    @property
    def first_name(self) -> str:
        """The first name; empty for an organization."""
        ...

    @property
    def last_name(self) -> str:
        """The last name."""
        ...

    @property
    def street(self) -> str:
        """House number and street."""
        ...

    @property
    def zip_code(self) -> str:
        """The ZIP code."""
        ...

    @property
    def telephone(self) -> str:
        """The telephone, in any way of writing it."""
        ...

    @property
    def email(self) -> str:
        """The e-mail address."""
        ...

    @property
    def born(self) -> date | None:
        """The date of birth."""
        ...


def claims_of(someone: Someone) -> Iterator[str]:
    """The keys by which a person is found again: name with house number or birth date, telephone, e-mail."""
    name = key(f"{someone.last_name} {someone.first_name}")
    yield f"house:{name}|{key(f'{someone.street} {someone.zip_code}').partition(' ')[0]}"
    if someone.born:
        yield f"born:{name}|{someone.born.isoformat()}"
    if telephone := digits(someone.telephone):
        yield f"telephone:{telephone}"
    if email := key(someone.email):
        yield f"email:{email}"


def read_line(cells: Sequence[str], matching: Mapping[str, int], today: date) -> Said:
    """What the cells say. Raises Refused with all that cannot be read and all that is missing."""
    values, wrong = {}, []
    for name, place in matching.items():
        if cells[place]:
            try:
                value = BY_NAME[name].parse(cells[place], today)
            except Unreadable as unreadable:
                wrong.append(Refusal("unreadable", RULE, str(unreadable), name))
            else:
                if value is not None:
                    values[name] = value
    wrong += _missing(values, {refusal.about for refusal in wrong})
    if wrong:
        raise Refused(*wrong)
    parts = _by_part(values)
    owner = {name: value for name, value in parts["owner"].items() if name != "confidential"}
    papers, notes = _papers(parts)
    person = OwnerFacts(**owner)
    return Said(parts, person, _dog(parts), papers, notes, (*claims_of(person), *_claims_of_the_dog(parts)))


def named(part: str, refusals: Iterable[Refusal]) -> list[Refusal]:
    """The refusals of the counter's checks, each about its column of the file."""
    return [replace(each, about=_COLUMN_OF.get((part, each.about), each.about)) for each in refusals]


def column_of(part: str, fact: str) -> str:
    """The column that tells this fact of this part."""
    return _COLUMN_OF[part, fact]


def worded(refusal: Refusal) -> str:
    """The column, what is wrong, and the rule where it is the law's."""
    column = BY_NAME.get(refusal.about)
    return f"{column.label}: {in_words(refusal)}" if column else in_words(refusal)


def _missing(values: Mapping[str, Any], wrong: Iterable[str]) -> Iterator[Refusal]:
    """What is needed and blank: of a person always, of a dog where the line says anything about one."""
    has_dog = any(BY_NAME[name].part != "owner" for name in (*values, *wrong))
    for name in (*NEEDED, *(NEEDED_OF_A_DOG if has_dog else ())):
        if name not in values and name not in wrong:
            yield Refusal("missing", RULE, "This is blank, and is needed.", name)


def _by_part(values: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    parts: dict[str, dict[str, Any]] = {}
    for name, value in values.items():
        column = BY_NAME[name]
        parts.setdefault(column.part, {})[column.fact] = value
    return parts


def _dog(parts: dict[str, dict[str, Any]]) -> DogFacts | None:
    """The dog's facts; that it is altered also by the word for its sex or a proof of it."""
    dog = parts.get("dog")
    if dog is None:
        return None
    sex: Sex = dog["sex"]
    dog["sex"] = sex.sex
    if sex.altered is not None:
        dog.setdefault("altered", sex.altered)
    return DogFacts(**{name: value for name, value in dog.items() if name in _DOG_FACTS})


def _claims_of_the_dog(parts: Mapping[str, Mapping[str, Any]]) -> Iterator[str]:
    """The keys by which a dog is found again: its tag, its chip, its license."""
    chip = compact(parts.get("dog", {}).get("chip", ""))
    numbers = {"chip": chip} | {part: parts.get(part, {}).get("number") for part in ("tag", "license")}
    return (f"{kind}:{number}" for kind, number in numbers.items() if number)


def _papers(parts: Mapping[str, Mapping[str, Any]]) -> tuple[tuple[tuple[PaperKind, Any], ...], tuple[str, ...]]:
    """The papers that the line tells whole, and of each other what it lacks."""
    papers, notes = [], []
    for kind in PAPERS:
        facts = {name: value for name, value in parts.get(kind.part, {}).items() if name != "filed_on"}
        lacks = [name for name in kind.needs if name not in facts]
        if facts and lacks:
            missing = ", ".join(BY_NAME[_COLUMN_OF[kind.part, name]].label for name in lacks)
            notes.append(f"{PARTS[kind.part]} not filed, as this is blank: {missing}")
        elif facts:
            papers.append((kind, kind.facts(**facts)))
    return tuple(papers), tuple(notes)
