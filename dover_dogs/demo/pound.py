"""The pound of the demonstration: dogs unknown and known, waiting, held, available, gone, and one that is missed."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, time, timedelta
from decimal import Decimal
from typing import Any

from django.utils import timezone

from dover_dogs.demo.diary import Story
from dover_dogs.demo.enumeration import officer_of, with_chance_of
from dover_dogs.demo.office import Office
from dover_dogs.demo.pictures import photograph
from impound.actions.cautions import caution_seizure
from impound.actions.custody import ArrivalFacts, CareFacts, note_care, receive_dog
from impound.actions.ends import EndFacts, end_custody, forfeit
from impound.actions.lost import LossFacts, report_lost
from impound.actions.notices import NoticeFacts, serve_notice
from impound.actions.photos import add_photo
from impound.actions.seizures import SeizureFacts, seize_dog
from impound.facts import clock
from impound.models import Seizure
from licensing.actions.cautions import CautionFacts
from licensing.models import Dog

_HOUND: dict[str, Any] = {
    "breed": "Beagle",
    "color": "tricolor",
    "sex": "female",
    "age": "about three years",
    "marks": "torn left ear",
}
_SHEPHERD: dict[str, Any] = {"breed": "German Shepherd", "color": "black and tan", "sex": "male", "age": "grown"}
_MIX: dict[str, Any] = {"breed": "Mixed breed", "color": "brown and white", "sex": "male", "age": "young"}


def pound(office: Office) -> Iterator[Story]:
    """The stories of the dogs in the pound, and of the officer's acts about each."""
    office = with_chance_of(office, "pound")
    yield _unknown(office, 2, _HOUND, missed=True)
    yield _unknown(office, 24, _SHEPHERD)
    yield _known(office, 5, nth=0, notified=True)
    yield _known(office, 1, nth=1, notified=False)
    yield _handed_on(office, 75)


def _unknown(office: Office, ago: int, looks: dict[str, Any], *, missed: bool = False) -> Story:
    """A dog that nobody knows, held for whoever comes; perhaps one that is missed."""
    moment = _morning(office, ago)
    yield moment
    seizure = _seize(office, moment, looks)
    yield (moment := moment + timedelta(hours=1))
    _receive(office, seizure, moment, "thin, else well")
    told = CautionFacts(kind="fearful", reason="Snaps when it is cornered", source="The officer")
    caution_seizure(seizure=seizure, facts=told, key=office.key(), by=officer_of(office), at=moment)
    if missed:
        yield (moment := moment + timedelta(hours=2))
        _report_missed(office, seizure, moment)


def _known(office: Office, ago: int, *, nth: int, notified: bool) -> Story:
    """A dog of record with its tag on; its owner is told, or is still to be told."""
    moment = _morning(office, ago)
    yield moment
    dogs = Dog.objects.of(office.town).filter(status=Dog.Status.HERE, tags__retired_on=None, tags__isnull=False)
    dog = dogs.order_by("-pk").distinct()[nth : nth + 1].first()
    if dog is None:
        return
    worn: dict[str, Any] = {"breed": dog.breed, "color": dog.color, "sex": dog.sex, "called": dog.name}
    seizure = _seize(office, moment, worn, wears_tag=True, tag_read=str(dog.tag.number if dog.tag else ""), dog=dog)
    yield (moment := moment + timedelta(hours=1))
    _receive(office, seizure, moment, "well")
    if notified:
        yield (moment := moment + timedelta(hours=3))
        _notify(office, seizure, moment)


def _handed_on(office: Office, ago: int) -> Story:
    """A dog that nobody fetched: its title was declared forfeit on its day, and it went to a humane society."""
    moment = _morning(office, ago)
    yield moment
    seizure = _seize(office, moment, _MIX)
    yield (moment := moment + timedelta(hours=1))
    _receive(office, seizure, moment, "a cut on the left paw")
    care = CareFacts(kind="veterinary", at=moment, note="Paw cleaned and stitched", cost=Decimal("85.00"))
    note_care(seizure=seizure, facts=care, key=office.key(), by=officer_of(office), at=moment)
    available = clock(seizure).available_from
    if available is None:
        return
    moment = datetime.combine(available, time(10), office.now.tzinfo)
    yield moment
    sent: dict[str, Any] = {"seizure": seizure, "by": officer_of(office), "at": moment}
    forfeit(**sent, key=office.key())
    board = office.law.words.board
    approval = f"{board}, {available:%B %-d, %Y}: to the county’s humane society"
    facts = EndFacts(kind="sheltered", at=moment, to_whom="The county’s humane society", approval=approval)
    end_custody(**sent, facts=facts, key=office.key())


def _morning(office: Office, ago: int) -> datetime:
    """Early on the day so many days ago; officers work on every day of the week."""
    return datetime.combine(office.today - timedelta(days=ago), time(7, 10 + ago % 40), office.now.tzinfo)


def _seize(office: Office, at: datetime, looks: dict[str, Any], **more: Any) -> Seizure:
    """Seized at large in one of the town's streets, and photographed."""
    code = "unlicensed" if "unlicensed" in office.law.seizure_grounds else next(iter(office.law.seizure_grounds))
    if more and "local_law" in office.law.seizure_grounds:
        code = "local_law"
    facts = SeizureFacts(
        seized_at=at,
        written_at=at,
        occasion=office.key(),
        grounds=(code,),
        place=f"{office.pick(office.plan.streets)}, by the road",
        **looks,
        **more,
    )
    seizure = seize_dog(facts=facts, client_id=office.key(), by=officer_of(office), at=at)
    picture = photograph(seizure.color, collar=seizure.wears_tag)
    add_photo(of=seizure, photo=picture, client_id=office.key(), by=officer_of(office), at=at)
    return seizure


def _receive(office: Office, seizure: Seizure, at: datetime, condition: str) -> None:
    shelter = f"{office.plan.details.city} {office.law.words.shelter}"
    kennel = str(office.chance.randint(1, 12))
    facts = ArrivalFacts(shelter=shelter, at=at, received_by="B. Keeper", condition=condition, kennel=kennel)
    receive_dog(seizure=seizure, facts=facts, key=office.key(), by=officer_of(office), at=at)
    fed = CareFacts(kind="care", at=at, note="Fed and watered")
    note_care(seizure=seizure, facts=fed, key=office.key(), by=officer_of(office), at=at)


def _notify(office: Office, seizure: Seizure, at: datetime) -> None:
    """A certified letter to the owner of record."""
    owner = seizure.owner
    if owner is None:
        return
    facts = NoticeFacts(
        how="mail",
        on=timezone.localdate(at),
        told=owner.name,
        address=f"{owner.street}, {owner.city}, {owner.state} {owner.zip_code}",
        certified_number=f"7020 0640 0000 {office.chance.randrange(10**4):04} {office.chance.randrange(10**4):04}",
        proof="Certified mail receipt on file",
    )
    serve_notice(seizure=seizure, facts=facts, key=office.key(), by=office.clerk, at=at)


def _report_missed(office: Office, seizure: Seizure, at: datetime) -> None:
    """Someone who never licensed it misses a dog like that one."""
    facts = LossFacts(
        reporter="J. Newcomer",
        telephone=f"({office.plan.dialing[0]}) 555-0199",
        called="Clover",
        breed="Beagle mix",
        sex="female",
        color="tricolor",
        lost_on=seizure.seized_on - timedelta(days=1),
        place=seizure.place,
    )
    report_lost(facts=facts, key=office.key(), by=office.clerk, at=at)
