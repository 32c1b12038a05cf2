"""What becomes of the dogs of the demonstration: licensed, renewed, expired, lost, dead; every state that there is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.utils import timezone

from dover_dogs.demo.diary import Story
from dover_dogs.demo.dogs import Pet, bring_papers, file_vaccination, register, report
from dover_dogs.demo.enumeration import found_at_home, match
from dover_dogs.demo.office import Office
from licensing.actions.licenses import issue_license
from licensing.facts import Asked, duty_began, price
from licensing.models import Dog
from office.ledger import Tender
from office.models.money import Form
from ordinances.money import ZERO, Money

Visits = Iterator[tuple[datetime, int]]
"""When a license is asked for, and for which period: a number of years, or the license year."""


@dataclass(frozen=True, slots=True)
class Course:
    """What becomes of a dog."""

    first: tuple[int, int] = (20, 290)
    """The first license, so many days ago at least and at most, where a term runs from the day of issuance."""
    years: int = 0
    """The first license, so many license years before the one in course."""
    renews: bool = False
    renews_early: bool = False
    """The next license is here before the last one ends."""
    rabies_runs_out: bool = False
    has_statement: bool = False
    found_by_enumeration: bool = False
    working: str = ""
    status: Dog.Status = Dog.Status.HERE
    licensed: bool = True
    puppy: bool = False


CURRENT = Course()
DUE = Course(first=(340, 355))
EXPIRED = Course(first=(420, 600), years=1)
RENEWED = Course(first=(350, 358), years=1, renews=True, renews_early=True)
LOYAL = Course(first=(800, 1300), years=3, renews=True)
NEVER = Course(licensed=False)
PUPPY = Course(licensed=False, puppy=True)
RABIES_OUT = Course(first=(280, 310), rabies_runs_out=True)
STATEMENT = Course(first=(30, 150), has_statement=True)
FOUND = Course(first=(10, 120), found_by_enumeration=True)
LOST = Course(first=(60, 250), status=Dog.Status.LOST)
GONE = Course(first=(420, 600), years=1, status=Dog.Status.GONE)
MOVED = Course(first=(100, 290), status=Dog.Status.MOVED)
DEAD = Course(first=(800, 1300), years=2, renews=True, status=Dog.Status.DEAD)
DEAD_UNLICENSED = Course(licensed=False, status=Dog.Status.DEAD)

USUAL = (LOYAL, LOYAL, CURRENT, CURRENT, CURRENT, RENEWED, RENEWED, DUE, DUE, EXPIRED, NEVER, PUPPY, DEAD, MOVED)


def courses(office: Office) -> Iterator[Course]:
    """Every course that the town's law has, and then the usual ones by chance."""
    yield from (
        LOYAL,
        DUE,
        RENEWED,
        EXPIRED,
        CURRENT,
        PUPPY,
        NEVER,
        RABIES_OUT,
        LOST,
        DEAD,
        MOVED,
        GONE,
        DEAD_UNLICENSED,
    )
    if office.law.accepts_rabies_statement:
        yield STATEMENT
    if "enumeration" in office.law.asks:
        yield FOUND
    for kind in office.law.working_kinds:
        yield Course(working=kind)
    while True:
        yield office.pick(USUAL)


def life(office: Office, pet: Pet, course: Course) -> Story:
    """The dog's story, from its first visit to the counter until today."""
    pet.working, pet.has_statement = course.working, course.has_statement
    moment = None
    for moment, period in _visits(office, pet, course):
        if course.found_by_enumeration and pet.dog is None:
            yield from found_at_home(office, pet, before=timezone.localdate(moment))
        yield moment
        if pet.dog is None:
            _register(office, pet, course, moment)
            match(office, pet, moment)
        if course.licensed:
            _license(office, pet, course, moment, period)
    if course.status != Dog.Status.HERE and moment is not None:
        first = timezone.localdate(moment)
        moment = office.visit(first + (office.today - first) * 2 // 3, after=moment)
        yield moment
        report(office, pet, moment, course.status)


def _visits(office: Office, pet: Pet, course: Course) -> Visits:
    if course.puppy:
        return iter([(office.visit(office.ago(1, 12)), 0)])
    if not course.licensed:
        return iter([(office.visit(office.ago(10, 400)), 0)])
    return _visits_by_year(office, course) if office.by_year else _visits_by_term(office, pet, course)


def _visits_by_term(office: Office, pet: Pet, course: Course) -> Visits:
    """The first visit, and then one before each license ends."""
    moment = office.visit(office.ago(*course.first))
    yield moment, 1
    if course.renews_early:
        yield office.visit(office.ago(1, 5), after=moment), office.pick((1, 1, 2))
    while course.renews and pet.license is not None:
        day = pet.license.expires - office.days(2, 50)
        if day >= office.today:
            return
        moment = office.visit(day, after=moment)
        yield moment, office.pick((1, 1, 1, 2, 3))


def _visits_by_year(office: Office, course: Course) -> Visits:
    """A visit for each license year: in time before July ends, or now and then late."""
    this_year = office.law.periods(office.today, None)[0].value
    first = this_year - course.years
    moment: datetime | None = None
    for year in range(first, this_year + 2 if course.renews else first + 1):
        late = office.chance.random() < 0.15
        day = date(year, 8, 5) + office.days(0, 120) if late else date(year, 5, 8) + office.days(0, 80)
        if day >= office.today and year > this_year:
            return
        moment = office.visit(day, after=moment)
        yield moment, year


def _register(office: Office, pet: Pet, course: Course, at: datetime) -> None:
    """The first visit: a puppy too young for a license, or a grown dog."""
    if course.puppy:
        register(office, pet, at, least_age=45, most_age=80)
    else:
        register(office, pet, at, least_age=520 if course.rabies_runs_out else 210, most_age=8 * 365)
    if not course.licensed and not course.puppy and office.chance.random() < 0.4:
        file_vaccination(office, pet, at)


def _license(office: Office, pet: Pet, course: Course, at: datetime, period: int) -> None:
    """Bring the papers, hear the price, pay, and go home with a license."""
    on = timezone.localdate(at)
    if course.rabies_runs_out:
        pet.rabies_ends = on + (office.today - timedelta(days=1) - on) * 4 // 5
    bring_papers(office, pet, at, years=1 if office.by_year else period)
    dog = Dog.objects.select_related("owner", "town").get(pk=pet.on_record.pk)
    asked = Asked(
        dog=dog,
        period=period,
        rabies=pet.rabies,
        alteration=pet.alteration,
        working=pet.work,
        duty_began=duty_began(dog) if "duty_began" in office.law.asks else None,
    )
    total = price(asked, town=dog.town, on=on).quote.total or ZERO
    pet.license = issue_license(
        asked=asked,
        tenders=_tenders(office, total),
        payer=dog.owner.name,
        key=office.key(),
        shown_total=total,
        by=office.clerk,
        at=at,
    )


def _tenders(office: Office, total: Money) -> list[Tender]:
    """How people pay: mostly cash with change to give back, or a check; a card, a money order, or two forms."""
    if total == ZERO:
        return []
    form = office.pick((Form.CASH, Form.CASH, Form.CASH, Form.CHECK, Form.CHECK, Form.CARD, Form.MONEY_ORDER))
    if form == Form.CASH:
        note = office.pick((500, 1000, 2000))
        return [Tender(Form.CASH, Money(-(-total.cents // note) * note))]
    reference = str(office.chance.randint(1001, 9999))
    part = Money(total.cents // 2)
    if office.chance.random() < 0.1 and part > ZERO:
        return [Tender(form, part, reference), Tender(Form.CASH, total - part)]
    return [Tender(form, total, reference)]
