"""Ends of custody: the title is forfeit by an act alone, and nothing is done with a dog before its day."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.db.models import Model

from impound.actions.ends import withdraw_end, withdraw_forfeiture
from impound.actions.seizures import SeizureFacts, amend_seizure
from impound.models import End, Forfeiture, Seizure
from licensing.models import Adoption, Dog
from office.models import ClosedDay, User
from office.refusals import Refused
from office.versions import version_of
from tests.factories import DogFactory, EarlierLicenseFactory
from tests.impound.pound import arrive, codes, decide, end, forfeit_on, hold, hours, notify, on, seize
from tests.licensing.issuing import noon

pytestmark = pytest.mark.django_db
APPROVED = "Mayor and Council, June 8, 2026, No. 14"


@pytest.fixture
def seizure(officer: User) -> Seizure:
    """Without a tag, seized on Monday, June 1: available from Tuesday, June 9."""
    return seize(by=officer)


def adopted(dog: Dog, day: str = "2026-06-09", **changes: Any) -> Adoption:
    """An adoption on record, by someone who needs no license."""
    given: dict[str, Any] = {"town": dog.town, "dog": dog, "adopter": dog.owner, "adopted_on": on(day)}
    words = {"shelter": "Shelter", "identified_by": "Driver license", "rests_on": "none", "citation": "¶ G"}
    return Adoption.objects.create(
        because="From elsewhere", by_id=by_id(dog), at=noon(on(day)), **given | words | changes
    )


def by_id(dog: Dog) -> int:
    return int(dog.town.staff.values_list("pk", flat=True)[0])


def test_the_title_is_forfeit_from_its_day_on_and_not_the_day_before(seizure: Seizure, officer: User) -> None:
    with pytest.raises(Refused) as refused:
        forfeit_on(seizure, "2026-06-08", by=officer)
    assert (codes(refused), refused.value.refusals[0].citation) == (
        ["not_yet_available"], "L.L. 3-2010, Seizure ¶ D; GCL §§ 20, 25-a",
    )  # fmt: skip
    key = uuid.uuid4()
    made = forfeit_on(seizure, "2026-06-09", by=officer, key=key)
    assert forfeit_on(seizure, "2026-06-09", by=officer, key=key) == made
    assert (made.last_day, made.pay_by, made.available_from) == (on("2026-06-08"), on("2026-06-08"), on("2026-06-09"))
    with pytest.raises(Refused) as refused:
        forfeit_on(seizure, "2026-06-10", by=officer)
    assert codes(refused) == ["forfeited_already"]


def test_chestertowns_saturday_gives_the_owner_the_monday(clerk_of_chestertown: User) -> None:
    made = seize(by=clerk_of_chestertown)
    with pytest.raises(Refused) as refused:
        forfeit_on(made, "2026-06-08", by=clerk_of_chestertown)
    assert refused.value.refusals[0].citation == "§ 68-8; GP § 1-302"
    assert forfeit_on(made, "2026-06-09", by=clerk_of_chestertown).last_day == on("2026-06-06")


def test_the_day_goes_by_and_nothing_is_forfeit_by_itself(seizure: Seizure, officer: User) -> None:
    with pytest.raises(Refused) as refused:
        end(seizure, "sheltered", "2026-07-01", by=officer)
    assert codes(refused) == ["not_forfeited"]
    assert not Forfeiture.objects.exists()


def test_a_dog_with_a_tag_is_never_forfeit_without_a_notice(officer: User) -> None:
    made = seize(by=officer, wears_tag=True)
    with pytest.raises(Refused) as refused:
        forfeit_on(made, "2027-01-05", by=officer)
    assert (codes(refused), refused.value.refusals[0].citation) == (["no_clock"], "AML § 117(6)")
    notify(made, by=officer, on=on("2026-12-01"))
    assert forfeit_on(made, "2027-01-05", by=officer).last_day == on("2026-12-08")


def test_a_dog_goes_to_a_shelter_from_its_day_on(seizure: Seizure, officer: User) -> None:
    forfeit_on(seizure, "2026-06-09", by=officer)
    with pytest.raises(Refused) as refused:
        end(seizure, "sheltered", "2026-06-08", by=officer)
    assert codes(refused) == ["not_yet_available", "not_forfeited"]
    key = uuid.uuid4()
    made = end(seizure, "sheltered", "2026-06-09", by=officer, key=key)
    assert end(seizure, "sheltered", "2026-06-09", by=officer, key=key) == made
    assert not Seizure.objects.held().exists()
    with pytest.raises(Refused) as refused:
        end(seizure, "died", "2026-06-10", by=officer)
    assert codes(refused) == ["not_held"]


def test_an_office_closed_after_the_forfeiture_was_declared_still_gives_the_owner_the_day(
    seizure: Seizure, officer: User
) -> None:
    forfeit_on(seizure, "2026-06-09", by=officer)
    ClosedDay.objects.create(town=seizure.town, day=on("2026-06-08"), reason="Storm")
    with pytest.raises(Refused) as refused:
        end(seizure, "sheltered", "2026-06-09", by=officer)
    assert codes(refused) == ["not_yet_available"]
    assert end(seizure, "sheltered", "2026-06-10", by=officer).forfeiture is not None


def test_dover_puts_no_dog_down_without_a_court(seizure: Seizure, officer: User) -> None:
    forfeit_on(seizure, "2026-06-09", by=officer)
    with pytest.raises(Refused) as refused:
        end(seizure, "put_down", "2026-06-09", by=officer, approval="Town Board")
    assert (codes(refused), refused.value.refusals[0].citation) == (["not_provided"], "L.L. 3-2010, Seizure ¶ E")


def test_a_court_orders_a_dog_destroyed_and_no_other_court_does(seizure: Seizure, officer: User) -> None:
    decide(hold(seizure, by=officer), "2026-06-03", by=officer)
    with pytest.raises(Refused) as refused:
        end(seizure, "put_down", "2026-06-04", by=officer)
    assert codes(refused) == ["not_provided"]
    order = decide(hold(seizure, by=officer), "2026-06-04", by=officer, decision="To be destroyed", destroy=True)
    with pytest.raises(Refused) as refused:
        end(seizure, "put_down", "2026-06-03", by=officer)
    assert codes(refused) == ["not_provided"]
    assert end(seizure, "put_down", "2026-06-04", by=officer).order == order


@pytest.mark.parametrize("kind", ["put_down", "sheltered"])
def test_chestertown_disposes_of_a_dog_with_the_councils_approval_on_record(
    clerk_of_chestertown: User, kind: str
) -> None:
    made = seize(by=clerk_of_chestertown)
    forfeit_on(made, "2026-06-09", by=clerk_of_chestertown)
    with pytest.raises(Refused) as refused:
        end(made, kind, "2026-06-09", by=clerk_of_chestertown)
    assert (codes(refused), refused.value.refusals[0].citation) == (["not_approved"], "§ 68-8")
    assert end(made, kind, "2026-06-09", by=clerk_of_chestertown, approval=APPROVED).approval == APPROVED


def test_a_dog_is_adopted_on_the_record_of_its_adoption(seizure: Seizure, officer: User) -> None:
    forfeit_on(seizure, "2026-06-09", by=officer)
    with pytest.raises(Refused) as refused:
        end(seizure, "adopted", "2026-06-09", by=officer)
    assert codes(refused) == ["adopt_first"]
    adoption = adopted(DogFactory.create(owner__town=seizure.town))
    made = end(seizure, "adopted", "2026-06-09", by=officer, adoption=adoption)
    seizure.refresh_from_db()
    assert (made.adoption, seizure.dog, seizure.owner) == (adoption, adoption.dog, None)


def test_an_adoption_ends_the_custody_of_its_own_dog_alone(seizure: Seizure, officer: User) -> None:
    forfeit_on(seizure, "2026-06-09", by=officer)
    elsewhere = DogFactory.create(owner__town=officer.town)
    Seizure.objects.update(dog=DogFactory.create(owner__town=officer.town))
    for adoption in (adopted(elsewhere), adopted(Seizure.objects.get().dog or elsewhere, "2026-06-10")):
        with pytest.raises(Refused) as refused:
            end(seizure, "adopted", "2026-06-09", by=officer, adoption=adoption)
        assert codes(refused) == ["other_dog"]


def test_no_release_to_an_owner_but_by_the_receipt(seizure: Seizure, officer: User) -> None:
    with pytest.raises(Refused) as refused:
        end(seizure, "redeemed", "2026-06-02", by=officer)
    assert codes(refused) == ["release_by_receipt"]


def test_a_licensed_dog_goes_back_before_it_came_to_the_shelter(officer: User) -> None:
    dog = DogFactory.create(owner__town=officer.town)
    made = seize(by=officer, dog=dog)
    with pytest.raises(Refused) as refused:
        end(made, "returned", "2026-06-01", by=officer)
    assert codes(refused) == ["not_licensed"]
    EarlierLicenseFactory.create(dog=dog)
    end(made, "returned", "2026-06-01", by=officer)
    assert not Seizure.objects.impounded().exists()


def test_a_dog_that_was_impounded_is_redeemed_not_returned(officer: User) -> None:
    dog = DogFactory.create(owner__town=officer.town)
    EarlierLicenseFactory.create(dog=dog)
    made = seize(by=officer, dog=dog)
    with pytest.raises(Refused) as refused:
        end(made, "returned", "2026-06-02", by=officer)
    assert codes(refused) == ["impounded"]
    arrive(made, by=officer)
    with pytest.raises(Refused) as refused:
        end(made, "returned", "2026-06-01", by=officer)
    assert codes(refused) == ["impounded"]


def test_a_dog_that_died_is_on_no_list_until_that_was_wrong(officer: User) -> None:
    dog = DogFactory.create(owner__town=officer.town)
    made = seize(by=officer, dog=dog)
    died = end(made, "died", "2026-06-01", by=officer)
    assert Dog.objects.get().status == Dog.Status.DEAD
    for _ in range(2):
        withdraw_end(end=died, reason="Another dog", by=officer, at=hours(30))
    assert (Dog.objects.get().status, list(Seizure.objects.held())) == (Dog.Status.HERE, [made])
    assert end(made, "escaped", "2026-06-02", by=officer).kind == "escaped"


def test_a_return_withdrawn_is_an_impoundment_again(officer: User) -> None:
    dog = DogFactory.create(owner__town=officer.town)
    EarlierLicenseFactory.create(dog=dog)
    made = seize(by=officer, dog=dog, course="handed_back", handed_back_to="Ada")
    withdraw_end(end=End.objects.get(), reason="It was another dog", by=officer, at=hours(3))
    assert list(Seizure.objects.impounded()) == list(Seizure.objects.held()) == [made]


def test_a_forfeiture_is_withdrawn_once_nothing_rests_on_it(seizure: Seizure, officer: User) -> None:
    forfeiture = forfeit_on(seizure, "2026-06-09", by=officer)
    made = end(seizure, "sheltered", "2026-06-09", by=officer)
    with pytest.raises(Refused) as refused:
        withdraw_forfeiture(forfeiture=forfeiture, reason="Mistaken", by=officer, at=hours(300))
    assert codes(refused) == ["ended_already"]
    withdraw_end(end=made, reason="Mistaken", by=officer, at=hours(300))
    for _ in range(2):
        withdraw_forfeiture(forfeiture=forfeiture, reason="Mistaken", by=officer, at=hours(300))
    with pytest.raises(Refused) as refused:
        end(seizure, "sheltered", "2026-06-09", by=officer)
    assert codes(refused) == ["not_forfeited"]


def test_what_the_clock_counted_is_not_amended_once_the_title_is_forfeit(seizure: Seizure, officer: User) -> None:
    forfeit_on(seizure, "2026-06-09", by=officer)
    names = {name: getattr(seizure, name) for name in SeizureFacts.__dataclass_fields__}
    facts = SeizureFacts(**names | {"seized_at": hours(24)})
    with pytest.raises(Refused) as refused:
        amend_seizure(
            seizure=seizure, facts=facts, reason="Misread", seen=version_of(seizure), by=officer, at=hours(300)
        )
    assert codes(refused) == ["forfeited_already"]


def test_a_dog_kept_for_the_same_day_is_forfeit_only_once_it_is_impounded(clerk_of_chestertown: User) -> None:
    dog = DogFactory.create(owner__town=clerk_of_chestertown.town)
    EarlierLicenseFactory.create(dog=dog)
    made = seize(by=clerk_of_chestertown, dog=dog, course="same_day")
    with pytest.raises(Refused) as refused:
        forfeit_on(made, "2026-06-09", by=clerk_of_chestertown)
    assert codes(refused) == ["not_impounded"]
    arrive(made, by=clerk_of_chestertown)
    forfeit_on(made, "2026-06-09", by=clerk_of_chestertown)


@pytest.mark.parametrize("hour", [-25, 500])
def test_an_end_lies_between_the_seizure_and_now(seizure: Seizure, officer: User, hour: int) -> None:
    with pytest.raises(Refused) as refused:
        end(seizure, "escaped", "2026-06-02", by=officer, at=hours(hour))
    assert codes(refused) == ["impossible_date"]


def test_another_towns_clerk_ends_nothing(seizure: Seizure, officer: User, clerk_of_chestertown: User) -> None:
    forfeiture = forfeit_on(seizure, "2026-06-09", by=officer)
    made = end(seizure, "sheltered", "2026-06-09", by=officer)
    common: dict[str, Any] = {"reason": "Mistaken", "by": clerk_of_chestertown, "at": hours(300)}
    for act in (
        lambda: withdraw_end(end=made, **common),
        lambda: withdraw_forfeiture(forfeiture=forfeiture, **common),
        lambda: end(seizure, "died", "2026-06-09", by=clerk_of_chestertown),
        lambda: forfeit_on(seizure, "2026-06-09", by=clerk_of_chestertown),
    ):
        with pytest.raises(Refused) as refused:
            act()
        assert codes(refused) == ["other_town"]


def past_the_acts(row: Model) -> str:
    """What the database says to a row that no act wrote."""
    with pytest.raises(IntegrityError) as refused, transaction.atomic():
        row.save(force_insert=True)
    return str(refused.value)


def an_end(seizure: Seizure, **changes: Any) -> End:
    at = noon(on("2026-06-09"))
    given: dict[str, Any] = {"seizure": seizure, "kind": "sheltered", "at": at, "recorded_at": at, "by": seizure.by}
    return End(**given | changes)


def test_the_database_refuses_a_disposal_before_its_day_too(seizure: Seizure, officer: User) -> None:
    assert "no_disposal_without_forfeiture_or_order" in past_the_acts(an_end(seizure))
    forfeiture = forfeit_on(seizure, "2026-06-09", by=officer)
    early = an_end(seizure, forfeiture=forfeiture, at=noon(on("2026-06-08")))
    assert "before its day" in past_the_acts(early)
    assert "before its day" in past_the_acts(an_end(seize(by=officer), forfeiture=forfeiture))
    hold(seizure, by=officer, since=on("2026-06-09"))
    assert "before its day" in past_the_acts(an_end(seizure, forfeiture=forfeiture))


def test_the_database_refuses_a_forfeiture_before_its_day(seizure: Seizure, officer: User) -> None:
    made = forfeit_on(seizure, "2026-06-09", by=officer)
    with pytest.raises(IntegrityError, match="forfeit_not_before_its_day"), transaction.atomic():
        Forfeiture.objects.filter(pk=made.pk).update(on=on("2026-06-08"))


def test_the_database_knows_no_order_but_this_dogs(seizure: Seizure, officer: User) -> None:
    order = decide(hold(seizure, by=officer), "2026-06-03", by=officer)
    assert "No court ordered" in past_the_acts(an_end(seizure, kind="put_down", order=order))
    other = decide(hold(seize(by=officer), by=officer), "2026-06-03", by=officer, destroy=True)
    assert "No court ordered" in past_the_acts(an_end(seizure, kind="put_down", order=other))


def test_the_database_releases_no_dog_without_its_receipt(seizure: Seizure) -> None:
    assert "No release without the receipt" in past_the_acts(an_end(seizure, kind="redeemed"))


def test_the_database_records_no_adoption_that_is_not_on_record(seizure: Seizure, officer: User) -> None:
    forfeiture = forfeit_on(seizure, "2026-06-09", by=officer)
    assert "no_adoption_without_its_record" in past_the_acts(an_end(seizure, kind="adopted", forfeiture=forfeiture))
