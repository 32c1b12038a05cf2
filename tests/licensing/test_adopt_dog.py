"""A dog leaves the shelter with its adopter: license, papers, money and adoption at once, or nothing."""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

import pytest
import time_machine
from django.db import IntegrityError, transaction

from licensing.adoptions import LicenseWanted
from licensing.models import Adoption, Business, Dog, License, Owner, RabiesCertificate
from office.models import Entry, Receipt, Resolution, Town, User
from office.refusals import Refused, Unconfirmed
from tests.factories import TODAY, BusinessFactory, DogFactory, OwnerFactory, TagBoxFactory
from tests.licensing.adopting import adopt, shown
from tests.licensing.cases import certificate_facts, dog_facts
from tests.licensing.issuing import issue, noon
from tests.licensing.test_people import together


@pytest.fixture(autouse=True)
def _monday() -> Iterator[None]:
    with time_machine.travel(noon(), tick=False):
        yield


@pytest.fixture
def adopter(resolution: Resolution) -> Owner:
    TagBoxFactory.create(town=resolution.town, first=100, last=199)
    return OwnerFactory.create(town=resolution.town, first_name="Ana", last_name="Adopter")


@pytest.fixture
def their_adopter(chestertown: Town) -> Owner:
    TagBoxFactory.create(town=chestertown, first=500, last=599, license_year=2025)
    return OwnerFactory.create(town=chestertown)


def away(town: Town) -> Owner:
    return OwnerFactory.create(town=town, resident=False, city="Amenia")


def refused(*args: Any, **kwargs: Any) -> list[str]:
    with pytest.raises(Refused) as told:
        adopt(*args, **kwargs)
    assert not Adoption.objects.exists()
    return [refusal.code for refusal in told.value.refusals]


def test_a_dog_new_to_the_office_is_put_on_record_and_licensed_in_one(adopter: Owner, clerk: User) -> None:
    made = adopt(adopter, dog_facts(chip="985-1"), by=clerk)
    license_ = made.license
    assert license_ is not None
    assert (license_.holder, license_.tag.number, license_.expires) == (adopter, 100, date(2027, 6, 30))
    assert (made.dog.owner, made.dog.acquired_on, made.rests_on) == (adopter, TODAY, "here")
    assert license_.rabies_certificate == RabiesCertificate.objects.get()
    assert license_.receipt.total == Decimal("21.00")
    assert (made.citation, made.earlier_owner) == ("L.L. 3-2010, Licensing ¶ G", None)


def test_a_dog_of_record_keeps_its_number_and_the_earlier_license_ends(
    adopter: Owner, owner: Owner, clerk: User
) -> None:
    dog = issue(DogFactory.create(owner=owner), by=clerk, on=date(2026, 5, 4)).dog
    Dog.objects.filter(pk=dog.pk).update(status="gone", status_on=TODAY, kennel=BusinessFactory.create(operator=owner))
    made = adopt(adopter, dog, by=clerk, papers=[])
    old, new = dog.licenses.order_by("pk")
    assert (old.ended_on, old.ended_because) == (
        TODAY - timedelta(days=1),
        "Rex was adopted by Ana Adopter on 2026-06-15",
    )
    assert (new.starts, new.tag, new.holder, new.renews) == (TODAY, old.tag, adopter, None)
    assert (made.earlier_owner, made.dog.status, made.dog.kennel) == (owner, "here", None)
    assert Business.objects.get().dogs.count() == 0


def test_a_puppy_too_young_for_a_license_is_licensed_in_dover_all_the_same(adopter: Owner, clerk: User) -> None:
    puppy = dog_facts(born=date(2026, 4, 1))
    papers = [certificate_facts(vaccinated_on=date(2026, 6, 10), expires=date(2027, 6, 10))]
    assert adopt(adopter, puppy, by=clerk, papers=papers).license is not None


def test_an_adopter_from_elsewhere_pays_nothing_and_the_dog_leaves_the_register(
    adopter: Owner, owner: Owner, clerk: User
) -> None:
    dog = issue(DogFactory.create(owner=owner), by=clerk, on=date(2026, 5, 4)).dog
    receipts = Receipt.objects.count()
    facts = shown(elsewhere_place="Town of Amenia", elsewhere_number="AM-12")
    made = adopt(away(adopter.town), dog, by=clerk, tender="", wanted=None, facts=facts, papers=[])
    assert (made.rests_on, made.license, made.elsewhere_number) == ("elsewhere", None, "AM-12")
    assert (made.dog.status, made.dog.status_on, made.dog.is_here) == ("moved", TODAY, False)
    assert not License.objects.in_force(TODAY).filter(dog=dog).exists()
    assert (Receipt.objects.count(), dog.tags.get().retired_on) == (receipts, None)


@pytest.mark.parametrize(("born", "codes"), [(date(2008, 6, 16), ["adopter_too_young"]), (date(2008, 6, 15), [])])
def test_an_adopter_is_eighteen_on_the_day(adopter: Owner, clerk: User, born: date, codes: list[str]) -> None:
    adopter.born = born
    adopter.save()
    if codes:
        assert refused(adopter, dog_facts(), by=clerk) == codes
        assert not Dog.objects.exists()
    else:
        assert adopt(adopter, dog_facts(), by=clerk).pk


def test_the_law_refuses_all_that_is_missing_at_once_and_nothing_is_stored(adopter: Owner, clerk: User) -> None:
    codes = refused(
        adopter, dog_facts(), by=clerk, wanted=None, tender="", facts=shown(available=False, shown_of_age=False)
    )
    assert codes == ["not_available", "adopter_age_unknown", "not_licensed"]
    nothing = shown(elsewhere_place="Amenia")
    assert refused(away(adopter.town), dog_facts(), by=clerk, wanted=None, tender="", facts=nothing) == ["not_licensed"]
    assert not Dog.objects.exists()


def test_what_the_license_refuses_undoes_the_whole(adopter: Owner, owner: Owner, clerk: User) -> None:
    dog = DogFactory.create(owner=owner)
    assert refused(adopter, dog, by=clerk, papers=[]) == ["rabies_missing"]
    assert refused(adopter, dog, by=clerk, tender="20.00") == ["too_little"]
    dog.refresh_from_db()
    assert (dog.owner, RabiesCertificate.objects.count(), Entry.objects.count()) == (owner, 0, 0)


def test_no_dead_dog_no_own_dog_and_no_money_for_nothing(adopter: Owner, owner: Owner, clerk: User) -> None:
    dead = DogFactory.create(owner=owner, status="dead", status_on=TODAY)
    assert refused(adopter, dead, by=clerk) == ["dog_not_here"]
    assert refused(owner, DogFactory.create(owner=owner), by=clerk) == ["own_dog"]
    paid = {"tender": "5.00", "wanted": None, "facts": shown(elsewhere_place="Amenia", elsewhere_number="1")}
    assert refused(away(adopter.town), dog_facts(), by=clerk, **paid) == ["nothing_to_pay"]


def test_another_dog_of_the_name_at_home_is_asked_about(adopter: Owner, clerk: User) -> None:
    DogFactory.create(owner=adopter, name="Bella")
    with pytest.raises(Unconfirmed):
        adopt(adopter, dog_facts(), by=clerk)
    assert adopt(adopter, dog_facts(), by=clerk, confirmed=["same_name"]).pk


def test_the_other_towns_clerk_adopts_nothing_out(adopter: Owner, clerk_of_chestertown: User) -> None:
    assert refused(adopter, dog_facts(), by=clerk_of_chestertown) == ["other_town"]


def test_in_chestertown_a_dog_over_six_months_is_licensed_and_a_puppy_is_not(
    their_adopter: Owner, clerk_of_chestertown: User
) -> None:
    year = LicenseWanted(period=2025)
    made = adopt(their_adopter, dog_facts(name="Duke"), by=clerk_of_chestertown, wanted=year, tender="0.25")
    assert made.license is not None
    assert (made.license.tag.number, made.license.license_year, made.citation) == (500, 2025, "§ 68-6A")
    puppy = dog_facts(born=date(2026, 2, 1))
    made = adopt(their_adopter, puppy, by=clerk_of_chestertown, wanted=year, tender="", papers=[])
    assert (made.rests_on, made.license, made.dog.is_here) == ("none", None, True)


def test_a_dog_that_leaves_chestertown_rests_on_no_license_or_the_one_shown(
    their_adopter: Owner, clerk_of_chestertown: User
) -> None:
    adopter = away(their_adopter.town)
    plain: dict[str, Any] = {"by": clerk_of_chestertown, "tender": "", "wanted": None, "papers": []}
    assert adopt(adopter, dog_facts(), **plain).rests_on == "none"
    easton = shown(elsewhere_place="Easton", elsewhere_number="77", shown_of_age=False)
    assert adopt(adopter, dog_facts(name="Max"), facts=easton, **plain).license_shown == "Easton, license 77"


def test_the_history_names_the_adoption_for_all_that_it_wrote(adopter: Owner, owner: Owner, clerk: User) -> None:
    made = adopt(adopter, DogFactory.create(owner=owner), by=clerk)
    rows: list[Any] = [made, made.dog, made.license, made.dog.rabiescertificates.get()]
    told = {row.events.latest("pgh_id").pgh_context.metadata["act"] for row in rows}
    assert told == {"adopt_dog"}


@pytest.mark.django_db(transaction=True)
def test_one_form_sent_ten_times_at_once_is_one_adoption(adopter: Owner, clerk: User) -> None:
    key = uuid.uuid4()
    made = together(*[lambda: adopt(adopter, dog_facts(), by=clerk, key=key)] * 10)
    assert len({each.pk for each in made}) == 1
    assert (Dog.objects.count(), License.objects.count(), Receipt.objects.count()) == (1, 1, 1)
    assert RabiesCertificate.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_of_two_adopters_of_one_dog_at_once_one_has_it(adopter: Owner, owner: Owner, clerk: User) -> None:
    dog, other = DogFactory.create(owner=owner), OwnerFactory.create(town=adopter.town)
    made = together(lambda: adopt(adopter, dog, by=clerk), lambda: adopt(other, dog, by=clerk))
    (made_one,) = [each for each in made if isinstance(each, Adoption)]
    (told,) = [each for each in made if isinstance(each, Refused)]
    assert told.refusals[0].code == "adopted_already"
    assert License.objects.get().holder == made_one.adopter


def test_the_database_holds_an_adoption_to_one_license(adopter: Owner, clerk: User) -> None:
    made = adopt(adopter, dog_facts(), by=clerk)
    for wrong in ({"license": None}, {"elsewhere_number": "7"}, {"rests_on": "elsewhere"}, {"rests_on": "none"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Adoption.objects.filter(pk=made.pk).update(**wrong)
