"""Taking a tag from stock. Boxes are locked from the choice of a number to the end of the transaction."""

from __future__ import annotations

from datetime import date

from licensing.models import Dog, Tag, TagBox
from licensing.stock import no_tags
from office.models import Town
from office.refusals import Refused, refuse

_LOOK_AHEAD = 200


def tag_for(dog: Dog, *, license_year: int | None, by_hand: int | None, on: date) -> Tag:
    """The tag of the dog for this license: the number it has, else the one chosen by hand, else the next in stock.

    Raises Refused (about ``tag_number``) when stock has none, or the number chosen is not in stock or not free.
    """
    carried = Tag.objects.current().filter(dog=dog, license_year=license_year).first()
    if carried is not None and by_hand in (None, carried.number):
        return carried
    if carried is not None:
        raise refuse(
            "has_a_number", f"{dog.name} has number {carried.number} already and keeps it.", about="tag_number"
        )
    number = _by_hand(dog.town, by_hand, license_year) if by_hand is not None else _next(dog.town, license_year)
    return Tag.objects.create(town=dog.town, number=number, dog=dog, license_year=license_year, issued_on=on)


def _by_hand(town: Town, number: int, license_year: int | None) -> int:
    """The number, if a box in stock holds it and no dog has it."""
    boxes = TagBox.objects.for_year(town, license_year).select_for_update()
    if not any(box.first <= number <= box.last for box in boxes):
        raise refuse(
            "not_in_stock", f"No box in stock holds number {number}: check the tag in your hand.", about="tag_number"
        )
    refuse_if_taken(town, number, about="tag_number")
    return number


def refuse_if_taken(town: Town, number: int, *, about: str) -> None:
    """Refuse a number that is or was a dog's, or was spoiled: it is never given again. For a locked box."""
    taken = Tag.objects.filter(town=town, number=number).select_related("dog").first()
    if taken is not None:
        whose = f"is {taken.dog.name}'s" if taken.dog else "was taken out of stock"
        raise refuse("number_in_use", f"Number {number} {whose}: choose another tag.", about=about)


def _next(town: Town, license_year: int | None) -> int:
    """The lowest free number in stock; its box remembers where to look next."""
    for box in TagBox.objects.for_year(town, license_year).select_for_update():
        number = _lowest_free(box)
        if number != box.next_number or number <= box.last:
            box.next_number = min(number + 1, box.last + 1)
            box.save(update_fields=["next_number"])
        if number <= box.last:
            return number
    raise Refused(no_tags())


def _lowest_free(box: TagBox) -> int:
    """The lowest number of the box from ``next_number`` on that no dog has; ``last`` + 1 when there is none."""
    start = box.next_number
    while start <= box.last:
        numbers = range(start, min(start + _LOOK_AHEAD, box.last + 1))
        in_use = Tag.objects.filter(town=box.town_id, number__in=numbers).values_list("number", flat=True)
        taken = set(in_use)
        free = next((number for number in numbers if number not in taken), None)
        if free is not None:
            return free
        start = numbers.stop
    return box.last + 1
