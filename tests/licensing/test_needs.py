"""What a dog needs, and when."""

from __future__ import annotations

from datetime import date, timedelta
from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from licensing.models import Dog
from licensing.needs import Needs, needs_of
from office.models import Town
from tests.factories import (
    TODAY,
    DogFactory,
    EarlierLicenseFactory,
    OwnerFactory,
    RabiesCertificateFactory,
    RabiesStatementFactory,
)


def needs(dog: Dog, on: date = TODAY) -> Needs:
    fetched = Dog.objects.with_papers().get(pk=dog.pk)
    return needs_of(fetched, on=on, law=dog.town.ordinance(on))


@pytest.fixture
def dog(dover: Town) -> Dog:
    return DogFactory.create(owner__town=dover, name="Rex", born=date(2023, 3, 1))


def licensed_to(dog: Dog, expires: date, **more: Any) -> None:
    EarlierLicenseFactory.create(dog=dog, expires=expires, **more)


def test_a_grown_dog_needs_a_license_since_it_came_of_age(dog: Dog) -> None:
    found = needs(dog)
    assert (found.license.code, found.license.day, found.act) == ("license", date(2023, 7, 1), "License")
    assert found.license.citation.startswith("L.L. 3-2010")


def test_a_puppy_needs_one_from_the_day_it_comes_of_age(dover: Town) -> None:
    puppy = DogFactory.create(owner__town=dover, born=date(2026, 5, 31))
    assert needs(puppy).license.text == "License required from 2026-09-30"
    assert needs(puppy, date(2026, 9, 29)).license.code == "later"
    assert needs(puppy, date(2026, 9, 30)).license.code == "license"


def test_a_dog_of_unknown_birth_is_of_age(dover: Town) -> None:
    dog = DogFactory.create(owner__town=dover, born=None, birth_year=2026)
    assert needs(dog).license.text == "License required"


def test_chestertown_asks_from_the_day_after_six_months(chestertown: Town) -> None:
    dog = DogFactory.create(owner__town=chestertown, born=date(2026, 1, 15))
    assert needs(dog, date(2026, 7, 15)).license.text == "License required from 2026-07-16"
    assert needs(dog, date(2026, 7, 16)).license.citation == "§ 68-6A"


@pytest.mark.parametrize(
    ("on", "code", "act"),
    [
        (date(2027, 1, 29), "licensed", ""),
        (date(2027, 1, 30), "renew", "Renew"),
        (date(2027, 3, 31), "renew", "Renew"),
        (date(2027, 4, 1), "expired", "Renew"),
    ],
)
def test_renewal_opens_sixty_days_before_and_then_it_expires(dog: Dog, on: date, code: str, act: str) -> None:
    licensed_to(dog, date(2027, 3, 31))
    found = needs(dog, on)
    assert (found.license.code, found.license.day, found.act) == (code, date(2027, 3, 31), act)


def test_chestertowns_renewal_opens_on_may_2(chestertown: Town) -> None:
    dog = DogFactory.create(owner__town=chestertown)
    licensed_to(dog, date(2026, 6, 30))
    assert needs(dog, date(2026, 5, 1)).license.text == "Licensed to 2026-06-30; renewal opens 2026-05-02"
    assert needs(dog, date(2026, 5, 2)).license.text == "Renew by 2026-06-30"


def test_a_renewed_dog_needs_nothing_though_its_earlier_term_runs_on(dog: Dog) -> None:
    licensed_to(dog, date(2026, 6, 30))
    licensed_to(dog, date(2027, 6, 30))
    assert needs(dog).license.text.startswith("Licensed to 2027-06-30")


def test_a_voided_license_counts_for_nothing(dog: Dog) -> None:
    licensed_to(dog, date(2027, 6, 30), voided_at="2026-01-02T10:00-05:00", voided_because="Entered twice")
    assert needs(dog).license.code == "license"


def test_an_earlier_owners_license_does_not_serve_the_new_owner(dog: Dog) -> None:
    licensed_to(dog, date(2027, 6, 30), holder=OwnerFactory.create(town=dog.town))
    found = needs(dog)
    assert found.license.text.endswith("its license was an earlier owner's")
    assert found.act == "License"


@pytest.mark.parametrize("status", ["dead", "moved", "gone"])
def test_a_dog_that_is_not_here_needs_nothing_and_when_it_is_again_it_does(dog: Dog, status: str) -> None:
    Dog.objects.filter(pk=dog.pk).update(status=status, status_on=date(2026, 3, 1))
    found = needs(dog)
    assert (found.license.code, found.rabies, found.act) == ("none", None, "")
    assert found.license.text.endswith("since 2026-03-01: needs nothing")
    Dog.objects.filter(pk=dog.pk).update(status="here")
    assert needs(dog).license.code == "license"


def test_a_lost_dog_still_needs_its_license(dog: Dog) -> None:
    Dog.objects.filter(pk=dog.pk).update(status="lost")
    assert needs(dog).license.code == "license"


@pytest.mark.parametrize(
    ("expires", "text", "urgency"),
    [
        (TODAY - timedelta(days=1), "Rabies certificate ended 2026-06-14", "now"),
        (TODAY, "Rabies certificate ends 2026-06-15", "soon"),
        (TODAY + timedelta(days=60), "Rabies certificate ends 2026-08-14", "soon"),
    ],
)
def test_a_certificate_that_ends_is_named_with_the_section(dog: Dog, expires: date, text: str, urgency: str) -> None:
    RabiesCertificateFactory.create(dog=dog, vaccinated_on=date(2023, 6, 1), expires=expires)
    rabies = needs(dog).rabies
    assert rabies is not None
    assert (rabies.text, rabies.urgency, rabies.day) == (text, urgency, expires)
    assert rabies.citation.startswith("L.L. 3-2010")


def test_a_certificate_that_lasts_is_not_mentioned_and_the_longest_counts(dog: Dog) -> None:
    RabiesCertificateFactory.create(dog=dog, expires=TODAY + timedelta(days=61))
    RabiesCertificateFactory.create(dog=dog, vaccinated_on=date(2020, 1, 1), expires=date(2023, 1, 1))
    assert needs(dog).rabies is None


def test_no_certificate_at_all_is_named(dog: Dog) -> None:
    rabies = needs(dog).rabies
    assert rabies is not None
    assert rabies.text == "No rabies certificate on file"


def test_a_statement_serves_where_the_law_takes_one(dog: Dog, chestertown: Town) -> None:
    RabiesStatementFactory.create(dog=dog)
    assert needs(dog).rabies is None
    other = DogFactory.create(owner__town=chestertown)
    RabiesStatementFactory.create(dog=other)
    rabies = needs(other).rabies
    assert rabies is not None
    assert rabies.citation == "COMAR 10.06.02.10"


def test_fifty_dogs_cost_as_many_queries_as_one(dover: Town, django_assert_num_queries: DjangoAssertNumQueries) -> None:
    law = dover.ordinance(TODAY)
    for count in (1, 49):
        for dog in DogFactory.create_batch(count, owner__town=dover):
            licensed_to(dog, date(2026, 7, 31))
        with django_assert_num_queries(10):
            dogs = list(Dog.objects.of(dover).with_papers())
            assert {needs_of(dog, on=TODAY, law=law).license.code for dog in dogs} == {"renew"}
