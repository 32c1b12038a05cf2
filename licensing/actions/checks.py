"""What every act at the counter checks: the town, the form sent before, where the dog is, the price told."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from uuid import UUID

from licensing.facts import already_licensed, licensed_already
from licensing.models import Dog, License, Owner
from office.ledger import receipt_for
from office.models import User
from office.refusals import Refused, refuse
from ordinances.answers import Term
from ordinances.money import Money


def lock_dog(dog: Dog, by: User) -> Dog:
    """The dog as it is now, held to the end of the transaction; Refused when it is another town's."""
    return lock_dogs([dog], by)[0]


def lock_dogs(dogs: Sequence[Dog], by: User) -> list[Dog]:
    """The dogs as they are now, in the order given, held to the end; Refused for another town's, or one named twice.

    They are locked in the order of their numbers, so that no two clerks wait for one another, and read once they are
    locked: who waited for a sale to be written would look for the dog with its old owner in vain.
    """
    numbers = [dog.pk for dog in dogs]
    twice = next((dog for dog in dogs if numbers.count(dog.pk) > 1), None)
    if twice is not None:
        raise refuse("dog_twice", f"{twice.name} is named twice: ask for each dog once.")
    list(Dog.objects.select_for_update().only("pk").filter(pk__in=numbers).order_by("pk"))
    locked = Dog.objects.select_related("owner", "town").in_bulk(numbers)
    if any(dog.town_id != by.town_id for dog in locked.values()):
        raise refuse("other_town", "This dog is on another town's books.")
    return [locked[number] for number in numbers]


def lock_owner(owner: Owner, by: User) -> Owner:
    """The person as on record now, held to the end of the transaction; Refused when it is another town's."""
    locked = Owner.objects.select_for_update(of=("self",), no_key=True).select_related("town").get(pk=owner.pk)
    if locked.town_id != by.town_id:
        raise refuse("other_town", "This person is on another town's books.")
    return locked


def license_made_before(dog: Dog, key: UUID) -> License | None:
    """The license that this form made already; Refused when the form was used for something else."""
    made = licenses_made_before([dog], key)
    return made[0] if made else None


def licenses_made_before(dogs: Sequence[Dog], key: UUID) -> list[License]:
    """The licenses that this form made already for these dogs, in their order; empty when it was not sent before.

    Refused when the form was used for something else, be it more dogs or fewer.
    """
    receipt = receipt_for(dogs[0].town, key) if dogs else None
    if receipt is None:
        return []
    made = {license_.dog_id: license_ for license_ in receipt.licenses.select_related("tag", "receipt")}
    if made.keys() != {dog.pk for dog in dogs}:
        raise refuse("form_used", f"This form was used for receipt {receipt.number}: open the license page anew.")
    return [made[dog.pk] for dog in dogs]


def refuse_if_gone(dog: Dog) -> None:
    """Refuse what is only for a dog that is here."""
    if not dog.is_here:
        state = dog.get_status_display().lower()
        raise refuse(
            "dog_not_here", f"{dog.name} is on record as {state}. If that is wrong, report the dog back first."
        )


def refuse_other_price(now: Money | None, shown: Money | None) -> None:
    """Refuse to take another price than the one that the payer was told."""
    if shown is not None and shown != now:
        message = f"The price is now ${now}, not ${shown} as shown: tell the payer and send again."
        raise refuse("price_changed", message, about="tender")


def refuse_if_licensed(dog: Dog, term: Term, *, about: str = "period") -> None:
    """Refuse a term that shares a day with another license of the dog."""
    for other in licensed_already([(dog, term)]).values():
        raise Refused(already_licensed(dog, other, about=about))


def refuse_impossible_day(day: date, *, today: date, about: str, dog: Dog | None = None) -> None:
    """Refuse a day that is yet to come, or before the dog was born."""
    if day > today:
        raise refuse("impossible_date", "This day is yet to come.", about=about)
    if dog is not None and dog.born and day < dog.born:
        message = f"{dog.name} was born on {dog.born.isoformat()}, after this day."
        raise refuse("impossible_date", message, about=about)
