"""Whether a line's person and dog are on file already. What leaves a doubt between two records is refused."""

from __future__ import annotations

from licensing.actions.register.known import Known, KnownDog, KnownOwner
from licensing.actions.register.said import Said
from licensing.duplicates import Person, same_person, streets_alike
from licensing.keys import compact, digits, key
from licensing.models import Dog, Owner
from office.refusals import refuse


def person_of(known: Known, said: Said) -> KnownOwner | None:
    """Who on file the line's person is: by name and address, or by a name alike and a telephone or an e-mail.

    Raises Refused when several are like that. Two whose birth dates differ are two people.
    """
    person = said.owner.person
    near = [each for each in known.people_like(said) if not _born_apart(each.row, said)]
    there = [each for each in near if _lives_there(each.row, said)]
    if there:
        return there[0]
    alike = [each for each in near if _is_same(each.row, person)]
    if len(alike) > 1:
        named = ", ".join(sorted({each.row.name for each in alike}))
        raise refuse("several_people", f"Several on file are like this person: {named}.", about="last_name")
    return alike[0] if alike else None


def dog_of(known: Known, person: KnownOwner, said: Said) -> KnownDog | None:
    """Which dog on file the line's is: by its chip or tag, else by owner, name, and nothing that speaks against it.

    Raises Refused when a chip or a tag is another dog's, or several dogs are like that.
    """
    if said.dog is None:
        raise AssertionError("a line of a person alone has no dog")
    tag, chip = said.part("tag").get("number"), compact(said.dog.chip)
    by_chip = known.chips.get(chip) if chip else None
    if by_chip is not None:
        _refuse_other_owner(by_chip, person, "chip_in_use", f"Microchip {said.dog.chip}", "chip")
    by_tag = _by_tag(known, person, said.dog.name, tag, by_chip) if tag in known.tags else None
    if by_chip and by_tag and by_chip is not by_tag:
        raise refuse(
            "number_in_use", f"The tag is {by_tag.row.name}'s, the chip {by_chip.row.name}'s.", about="tag_number"
        )
    if by_chip or by_tag:
        return by_chip or by_tag
    alike = [each for each in person.dogs if _is_alike(each.row, said)]
    if len(alike) > 1:
        raise refuse("several_dogs", f"Several dogs called {said.dog.name} are on file.", about="dog_name")
    return alike[0] if alike else None


def _by_tag(known: Known, person: KnownOwner, name: str, tag: int, by_chip: KnownDog | None) -> KnownDog:
    """The dog of the tag; Refused where it cannot be the line's."""
    dog = known.tags[tag]
    if dog is None:
        raise refuse("number_in_use", f"Number {tag} is out of use: it is never given again.", about="tag_number")
    if key(name) != key(dog.row.name) and dog is not by_chip:
        message = f"Number {tag} is {dog.row.name}'s: a number is one dog's for ever."
        raise refuse("number_in_use", message, about="tag_number")
    _refuse_other_owner(dog, person, "number_in_use", f"Number {tag}", "tag_number")
    return dog


def _refuse_other_owner(dog: KnownDog, person: KnownOwner, code: str, what: str, about: str) -> None:
    if dog.owner is not person:
        message = (
            f"{what} is on file for {dog.row.name} of {dog.owner.row.name}: if the dog changed hands, report the sale."
        )
        raise refuse(code, message, about=about)


def _born_apart(row: Owner, said: Said) -> bool:
    return row.born is not None and said.owner.born is not None and row.born != said.owner.born


def _lives_there(row: Owner, said: Said) -> bool:
    """The same name at the same address."""
    theirs, facts = (row.last_name, row.first_name, row.street, row.zip_code), said.owner
    ours = (facts.last_name, facts.first_name, facts.street, facts.zip_code)
    return [key(f"{a} {b}") for a, b in (theirs[:2], theirs[2:])] == [key(f"{a} {b}") for a, b in (ours[:2], ours[2:])]


def _is_same(row: Owner, person: Person) -> bool:
    """The same name with a birth date, telephone, e-mail or house in common; or a name alike with one of the middle.

    Where the address on file is confidential the birth date alone counts: where someone lives is not told by asking.
    """
    same_name = key(f"{row.last_name} {row.first_name}") == key(f"{person.last_name} {person.first_name}")
    if same_name and row.born is not None and row.born == person.born:
        return True
    if row.confidential:
        return False
    same_telephone = digits(row.telephone) != "" and digits(row.telephone) == digits(person.telephone)
    same_email = key(row.email) != "" and key(row.email) == key(person.email)
    if same_telephone or same_email:
        return same_name or same_person(row, person)
    return same_name and streets_alike(row.street, person.street)


def _is_alike(row: Dog, said: Said) -> bool:
    """The same name and sex, and neither chip, birth nor breed speaks against it."""
    dog = said.dog
    if dog is None or key(row.name) != key(dog.name) or row.sex != dog.sex:
        return False
    chips = {compact(row.chip), compact(dog.chip)} - {""}
    births = {row.born, dog.born} - {None}
    breeds = set(key(row.breed).split()), set(key(dog.breed).split())
    return len(chips) < 2 and len(births) < 2 and not breeds[0].isdisjoint(breeds[1])
