"""Kennels and pet shops: on record, licensed, transferred, revoked, and the dogs that are part of a kennel."""

from __future__ import annotations

import uuid
from datetime import date
from typing import Any

import pytest

from licensing.actions.business_licenses import revoke_business_license, transfer_business_license
from licensing.actions.businesses import (
    BusinessFacts,
    add_business,
    change_business,
    include_in_kennel,
    take_out_of_kennel,
)
from licensing.models import Business, BusinessLicense, Dog, Owner
from licensing.needs import needs_of
from office.models import Entry, Receipt, Town, User
from office.refusals import Refused, Unconfirmed
from office.versions import ChangedMeanwhile, version_of
from tests.factories import TODAY, DogFactory, OwnerFactory
from tests.licensing.issuing import cash, noon
from tests.licensing.kennels import business, facts, license_business

pytestmark = pytest.mark.django_db


@pytest.fixture
def operator(chestertown: Town) -> Owner:
    return OwnerFactory.create(town=chestertown, last_name="Wickes")


@pytest.fixture
def kennel(operator: Owner, clerk_of_chestertown: User) -> Business:
    return business(operator, by=clerk_of_chestertown)


@pytest.fixture
def issued(kennel: Business, clerk_of_chestertown: User) -> BusinessLicense:
    return license_business(kennel, by=clerk_of_chestertown)[0]


def codes(refused: pytest.ExceptionInfo[Refused]) -> set[tuple[str, str]]:
    return {(refusal.code, refusal.citation) for refusal in refused.value.refusals}


def lines(receipt: Receipt) -> list[tuple[str, str]]:
    return [(line.code, str(line.amount)) for line in receipt.lines.order_by("position")]


def test_dover_knows_no_kennel_and_says_by_which_paragraph(owner: Owner, clerk: User) -> None:
    with pytest.raises(Refused) as refused:
        business(owner, by=clerk)
    assert codes(refused) == {("no_such_license", "L.L. 3-2010, Licensing ¶ H")}
    assert not Business.objects.exists()


def test_a_form_sent_twice_makes_one_business(operator: Owner, clerk_of_chestertown: User) -> None:
    stamp: dict[str, Any] = {"key": uuid.uuid4(), "by": clerk_of_chestertown, "at": noon()}
    first = add_business(operator=operator, facts=facts(), **stamp)
    assert add_business(operator=operator, facts=facts(), **stamp) == first
    assert Business.objects.count() == 1


def test_a_second_kennel_at_the_place_is_asked_about(kennel: Business, clerk_of_chestertown: User) -> None:
    with pytest.raises(Unconfirmed) as asked:
        business(kennel.operator, by=clerk_of_chestertown, name="Other", location="9 HIGH STREET")
    assert codes(asked) == {("another_business", "Office rule")}


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"maximum_dogs": None}, "maximum_missing"),
        ({"kind": "pet_shop"}, "maximum_of_a_shop"),
        ({"excluded_because": "I say so"}, "not_excluded"),
        ({"procured_on": date(2026, 6, 16)}, "impossible_date"),
    ],
)
def test_what_cannot_be_is_refused(
    operator: Owner, clerk_of_chestertown: User, changes: dict[str, Any], code: str
) -> None:
    with pytest.raises(Refused) as refused:
        business(operator, by=clerk_of_chestertown, **changes)
    assert code in {refusal.code for refusal in refused.value.refusals}


def test_a_clerk_beside_another_is_told_what_changed(kennel: Business, clerk_of_chestertown: User) -> None:
    seen, stamp = version_of(kennel), {"by": clerk_of_chestertown, "at": noon()}
    change_business(business=kennel, facts=facts(name="New Name"), seen=seen, **stamp)  # type: ignore[arg-type]
    with pytest.raises(ChangedMeanwhile):
        change_business(business=kennel, facts=facts(name="Old Name"), seen=seen, **stamp)  # type: ignore[arg-type]
    kennel.refresh_from_db()
    assert BusinessFacts.of(kennel) == facts(name="New Name")


@pytest.mark.parametrize(("dogs", "fee"), [(24, "37.50"), (25, "52.50")])
def test_the_maximum_on_the_license_decides_the_fee_not_the_dogs_there(
    operator: Owner, clerk_of_chestertown: User, dogs: int, fee: str
) -> None:
    kennel = business(operator, by=clerk_of_chestertown, maximum_dogs=dogs, procured_on=date(2020, 1, 1))
    (made,) = license_business(kennel, by=clerk_of_chestertown, tender=cash(fee))
    assert str(made.receipt.total) == fee
    assert [code for code, _ in lines(made.receipt)] == ["license_fee", "late_penalty"]


def test_a_kennel_procured_within_thirty_days_pays_by_the_month(issued: BusinessLicense) -> None:
    assert lines(issued.receipt) == [("license_fee", "2.08")]
    assert (issued.starts, issued.expires, issued.maximum_dogs) == (TODAY, date(2026, 6, 30), 10)


def test_a_business_that_is_both_pays_both_on_one_receipt(kennel: Business, clerk_of_chestertown: User) -> None:
    shop = business(kennel.operator, by=clerk_of_chestertown, kind="pet_shop", maximum_dogs=None, name="High Pets")
    made = license_business(kennel, shop, by=clerk_of_chestertown, license_year=2026)
    assert {one.receipt_id for one in made} == {made[0].receipt_id}
    assert lines(made[0].receipt) == [("license_fee", "25.00"), ("license_fee", "25.00")]
    assert [one.number for one in made] == [1, 2]


def test_a_form_sent_twice_takes_the_money_once(kennel: Business, clerk_of_chestertown: User) -> None:
    key = uuid.uuid4()
    first = license_business(kennel, by=clerk_of_chestertown, key=key)
    assert license_business(kennel, by=clerk_of_chestertown, key=key) == first
    assert Receipt.objects.count() == 1


def test_a_second_license_of_the_year_is_refused_and_nothing_is_taken(
    issued: BusinessLicense, clerk_of_chestertown: User
) -> None:
    before = Entry.objects.count()
    with pytest.raises(Refused) as refused:
        license_business(issued.business, by=clerk_of_chestertown)
    assert codes(refused) == {("already_licensed", "Office rule")}
    assert Entry.objects.count() == before


def test_an_excluded_establishment_needs_none_by_its_section(operator: Owner, clerk_of_chestertown: User) -> None:
    hospital = business(operator, by=clerk_of_chestertown, excluded_because="Veterinary hospital or clinic")
    with pytest.raises(Refused) as refused:
        license_business(hospital, by=clerk_of_chestertown)
    assert codes(refused) == {("excluded", "§ 68-12A")}


def test_the_other_towns_clerk_licenses_nothing(kennel: Business, clerk: User) -> None:
    with pytest.raises(Refused) as refused:
        license_business(kennel, by=clerk)
    assert codes(refused) == {("other_town", "Office rule")}


def transfer(license_: BusinessLicense, to: Owner, *, by: User, **more: Any) -> BusinessLicense:
    given: dict[str, Any] = {"key": uuid.uuid4(), "at": noon(date(2026, 6, 20)), "tenders": cash("1.00")} | more
    return transfer_business_license(license_=license_, to=to, payer=to.name, by=by, **given)


def test_a_new_operator_pays_a_dollar_and_keeps_the_terms(
    issued: BusinessLicense, chestertown: Town, clerk_of_chestertown: User
) -> None:
    new, key = OwnerFactory.create(town=chestertown), uuid.uuid4()
    made = transfer(issued, new, by=clerk_of_chestertown, key=key)
    assert transfer(issued, new, by=clerk_of_chestertown, key=key) == made
    issued.refresh_from_db()
    assert lines(made.receipt) == [("transfer_fee", "1.00")]
    assert (made.expires, made.maximum_dogs, made.transferred_from) == (issued.expires, 10, issued)
    assert issued.state(date(2026, 6, 20)) == "transferred"
    assert made.business.operator == new


def test_a_license_that_began_today_or_is_over_is_not_transferred(
    issued: BusinessLicense, chestertown: Town, clerk_of_chestertown: User
) -> None:
    new = OwnerFactory.create(town=chestertown)
    for day, code in ((TODAY, "began_today"), (date(2026, 7, 1), "license_not_current")):
        with pytest.raises(Refused) as refused:
            transfer(issued, new, by=clerk_of_chestertown, at=noon(day))
        assert code in {refusal.code for refusal in refused.value.refusals}


def test_a_pet_shops_license_is_not_transferred_by_its_section(
    operator: Owner, chestertown: Town, clerk_of_chestertown: User
) -> None:
    shop = business(operator, by=clerk_of_chestertown, kind="pet_shop", maximum_dogs=None)
    (made,) = license_business(shop, by=clerk_of_chestertown)
    with pytest.raises(Refused) as refused:
        transfer(made, OwnerFactory.create(town=chestertown), by=clerk_of_chestertown)
    assert codes(refused) == {("not_transferable", "§ 68-6E(1)")}


def test_a_revocation_takes_effect_at_once_with_its_reason_and_stays_as_first_entered(
    issued: BusinessLicense, clerk_of_chestertown: User
) -> None:
    stamp: dict[str, Any] = {"by": clerk_of_chestertown, "at": noon()}
    revoke_business_license(license_=issued, reason="No water", **stamp)
    again = revoke_business_license(license_=issued, reason="Something else", **stamp)
    assert (again.state(TODAY), again.ended_because) == ("revoked", "No water")
    assert not BusinessLicense.objects.in_force(TODAY).exists()
    event = again.events.order_by("-pgh_id").first()  # type: ignore[attr-defined]
    assert event.pgh_context.metadata == {"act": "revoke_business_license", "user": clerk_of_chestertown.pk}


def test_a_revocation_needs_a_reason_and_a_license_that_runs(
    issued: BusinessLicense, clerk_of_chestertown: User
) -> None:
    for reason, day, code in ((" ", TODAY, "no_reason"), ("Dirt", date(2026, 7, 1), "license_over")):
        with pytest.raises(Refused) as refused:
            revoke_business_license(license_=issued, reason=reason, by=clerk_of_chestertown, at=noon(day))
        assert codes(refused) == {(code, "Office rule")}


def needed(dog: Dog, town: Town) -> tuple[str, str]:
    row = Dog.objects.with_papers().get(pk=dog.pk)
    need = needs_of(row, on=TODAY, law=town.ordinance(TODAY)).license
    return need.code, need.citation


def test_a_dog_of_a_licensed_kennel_needs_no_license_until_it_is_revoked(
    issued: BusinessLicense, chestertown: Town, clerk_of_chestertown: User
) -> None:
    dog, stamp = DogFactory.create(owner=issued.holder), {"by": clerk_of_chestertown, "at": noon()}
    assert needed(dog, chestertown)[0] == "license"
    include_in_kennel(dog=dog, kennel=issued.business, **stamp)  # type: ignore[arg-type]
    assert needed(dog, chestertown) == ("exempt", "§ 68-6A")
    revoke_business_license(license_=issued, reason="No water", **stamp)  # type: ignore[arg-type]
    assert needed(dog, chestertown)[0] == "license"


def test_a_dog_taken_out_of_the_kennel_needs_its_own_again(
    issued: BusinessLicense, chestertown: Town, clerk_of_chestertown: User
) -> None:
    dog = DogFactory.create(owner=issued.holder)
    include_in_kennel(dog=dog, kennel=issued.business, by=clerk_of_chestertown, at=noon())
    take_out_of_kennel(dog=dog, by=clerk_of_chestertown, at=noon())
    assert needed(dog, chestertown)[0] == "license"


def test_no_dog_is_part_of_a_pet_shop_or_of_another_towns_kennel(
    kennel: Business, owner: Owner, clerk_of_chestertown: User
) -> None:
    shop = business(kennel.operator, by=clerk_of_chestertown, kind="pet_shop", maximum_dogs=None)
    for place, keeper, code in ((shop, kennel.operator, "no_kennel"), (kennel, owner, "other_town")):
        dog = DogFactory.create(owner=keeper)
        with pytest.raises(Refused) as refused:
            include_in_kennel(dog=dog, kennel=place, by=clerk_of_chestertown, at=noon())
        assert codes(refused) == {(code, "Office rule")}
