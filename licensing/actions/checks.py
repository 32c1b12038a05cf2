"""What every act at the counter checks: the town, the form sent before, where the dog is, the price told."""

from __future__ import annotations

from datetime import date
from uuid import UUID

from licensing.models import Dog, License, Owner
from office.ledger import receipt_for
from office.models import User
from office.refusals import refuse
from ordinances.answers import Term
from ordinances.money import Money


def lock_dog(dog: Dog, by: User) -> Dog:
    """The dog as it is now, held to the end of the transaction; Refused when it is another town's.

    It is read once it is locked: who waited for a sale to be written would look for it with its old owner in vain.
    """
    Dog.objects.select_for_update().only("pk").get(pk=dog.pk)
    locked = Dog.objects.select_related("owner", "town").get(pk=dog.pk)
    if locked.town_id != by.town_id:
        raise refuse("other_town", "This dog is on another town's books.")
    return locked


def lock_owner(owner: Owner, by: User) -> Owner:
    """The person as on record now, held to the end of the transaction; Refused when it is another town's."""
    locked = Owner.objects.select_for_update(of=("self",), no_key=True).select_related("town").get(pk=owner.pk)
    if locked.town_id != by.town_id:
        raise refuse("other_town", "This person is on another town's books.")
    return locked


def license_made_before(dog: Dog, key: UUID) -> License | None:
    """The license that this form made already; Refused when the form was used for something else."""
    receipt = receipt_for(dog.town, key)
    if receipt is None:
        return None
    made = receipt.licenses.filter(dog=dog).first()
    if made is None:
        raise refuse("form_used", f"This form was used for receipt {receipt.number}: open the license page anew.")
    return made


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
    other = License.objects.filter(dog=dog).sharing_a_day(term.starts, term.expires).first()
    if other is not None:
        message = f"{dog.name} is licensed to {other.last_day.isoformat()} already (license {other.number})."
        raise refuse("already_licensed", message, about=about)


def refuse_impossible_day(day: date, *, today: date, about: str, dog: Dog | None = None) -> None:
    """Refuse a day that is yet to come, or before the dog was born."""
    if day > today:
        raise refuse("impossible_date", "This day is yet to come.", about=about)
    if dog is not None and dog.born and day < dog.born:
        message = f"{dog.name} was born on {dog.born.isoformat()}, after this day."
        raise refuse("impossible_date", message, about=about)
