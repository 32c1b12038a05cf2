"""Dogs lost and dogs seized: which may be the same, and why.

An equal chip, or one dog of record, is certain. Else breed and color must be alike and nothing may contradict; what
more agrees (sex, place, days, name) is counted, and said in words. A guess is a guess: staff look at both.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta

from impound.models import LossReport, Seizure
from licensing.duplicates import first_alike
from licensing.keys import compact, key
from licensing.models import Dog
from office.models import Town

_SOON = timedelta(days=7)
_LONG = timedelta(days=60)
_EARLIER = timedelta(days=1)
_SAYS_LITTLE = {
    "a", "an", "and", "at", "ave", "avenue", "behind", "beside", "between", "breed", "by", "coat", "corner", "county",
    "cross", "dark", "dog", "dr", "drive", "from", "in", "into", "is", "it", "lane", "last", "light", "ln", "mix",
    "mixed", "near", "next", "of", "off", "on", "or", "our", "over", "past", "rd", "road", "route", "seen", "some",
    "somewhere", "st", "street", "that", "the", "then", "there", "to", "toward", "towards", "town", "type", "under",
    "unknown", "up", "was", "way", "where", "with",
}  # fmt: skip
"""Words that two descriptions share without being alike."""


@dataclass(frozen=True, slots=True)
class Loss:
    """A dog that is missed: a loss report, or a dog of record reported lost; with what is known of it."""

    dog: Dog | None
    report: LossReport | None
    called: str
    breed: str
    sex: str
    color: str
    chip: str
    lost_on: date | None
    place: str = ""
    everywhere: frozenset[str] = field(default=frozenset(), compare=False)
    """The words of the town's own name, which say nothing of a place in it."""


@dataclass(frozen=True, slots=True)
class Match:
    """A dog seized that is, or may be, one that is missed. ``score`` orders guesses, the likeliest highest."""

    seizure: Seizure
    loss: Loss
    certain: bool
    score: int
    reasons: tuple[str, ...]


def losses(town: Town) -> list[Loss]:
    """All that is missed in the town: the open reports, and dogs of record that are lost, in two queries."""
    reports = LossReport.objects.filter(town=town, closed_on__isnull=True).select_related("dog__owner")
    told = [replace(reported(each), everywhere=frozenset(_words(f"{town.name} {town.slug}"))) for each in reports]
    reported_dogs = {each.dog.pk for each in told if each.dog}
    lost = Dog.objects.of(town).filter(status=Dog.Status.LOST).select_related("owner")
    return told + [_of_record(dog) for dog in lost if dog.pk not in reported_dogs]


def reported(report: LossReport) -> Loss:
    """What a report says; its chip is that of the dog of record where it names none."""
    chip = report.chip or (report.dog.chip if report.dog else "")
    names = ("called", "breed", "sex", "color", "lost_on", "place")
    return Loss(report.dog, report, chip=chip, **{name: getattr(report, name) for name in names})


def matches(seizures: Iterable[Seizure], missed: Sequence[Loss]) -> list[Match]:
    """Which of the dogs seized may be which of those missed: the certain first, then the likeliest; no query."""
    found = [match for seizure in seizures for loss in missed if (match := match_of(seizure, loss))]
    return sorted(found, key=lambda match: (not match.certain, -match.score, -match.seizure.pk))


def match_of(seizure: Seizure, loss: Loss) -> Match | None:
    """Whether the dog seized may be the one missed; None where it is another, or too little is alike."""
    if certainly := _certainly(seizure, loss):
        return Match(seizure, loss, True, 100, (certainly,))
    agreeing = () if _contradicts(seizure, loss) else tuple(_agreeing(seizure, loss))
    words = [word for _, word in agreeing]
    if "breed alike" not in words or "color alike" not in words:
        return None
    return Match(seizure, loss, False, sum(points for points, _ in agreeing), tuple(words))


def _certainly(seizure: Seizure, loss: Loss) -> str:
    """Why it is this dog for certain; empty where it is not."""
    if compact(seizure.chip) and compact(seizure.chip) == compact(loss.chip):
        return f"same chip, {loss.chip}"
    if loss.dog is not None and seizure.dog_id == loss.dog.pk:
        return f"the dog of record, {loss.dog.name}"
    return ""


def _contradicts(seizure: Seizure, loss: Loss) -> bool:
    """Two chips, two dogs of record, two sexes, or seized before it was lost."""
    two_chips = bool(compact(seizure.chip) and compact(loss.chip))
    two_dogs = seizure.dog_id is not None and loss.dog is not None
    two_sexes = bool(seizure.sex and loss.sex and seizure.sex != loss.sex)
    before = loss.lost_on is not None and seizure.seized_on < loss.lost_on - _EARLIER
    return two_chips or two_dogs or two_sexes or before


def _agreeing(seizure: Seizure, loss: Loss) -> Iterable[tuple[int, str]]:
    """What agrees, each with its points."""
    if _alike(seizure.breed, loss.breed):
        yield 3, "breed alike"
    if _alike(seizure.color, loss.color):
        yield 2, "color alike"
    if seizure.sex and seizure.sex == loss.sex:
        yield 1, "same sex"
    if seizure.called and key(seizure.called) == key(loss.called):
        yield 3, "same name"
    if shared := sorted((_words(seizure.place) & _words(loss.place)) - loss.everywhere):
        yield 2, f"place: both say {', '.join(shared)}"
    yield from _days(seizure, loss)


def _days(seizure: Seizure, loss: Loss) -> Iterable[tuple[int, str]]:
    """How long after the loss the dog was seized, if that speaks for it."""
    if loss.lost_on is None:
        return
    after = max(seizure.seized_on - loss.lost_on, timedelta(0))
    if after <= _LONG:
        days = "the same day" if not after else f"{after.days} day{'s' if after.days > 1 else ''} after"
        yield (2 if after <= _SOON else 1), f"seized {days}"


def _alike(one: str, other: str) -> bool:
    """Whether two descriptions share a word, perhaps written otherwise: ``Lab mix`` and ``Labrador``."""
    return any(first_alike(a, b) for a in _words(one) for b in _words(other))


def _words(text: str) -> set[str]:
    """The words that say something."""
    return {word for word in key(text).split() if word not in _SAYS_LITTLE and len(word) > 1}


def _of_record(dog: Dog) -> Loss:
    return Loss(dog, None, dog.name, dog.breed, dog.sex, dog.color, dog.chip, dog.status_on)
