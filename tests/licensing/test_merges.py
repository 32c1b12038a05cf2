"""Two records made one, and two again."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from datetime import date
from typing import Any

import pytest
from django.db import connection
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from licensing.actions.merges import FIELDS, dismiss_pair, merge_dogs, merge_owners, rows_of, undo_merge
from licensing.models import Business, Change, Dog, License, Merge, NotTheSame, Owner, RabiesCertificate, Tag
from licensing.search import search
from office.models import Town, User
from office.refusals import Refused
from office.versions import version_of
from tests.factories import (
    AlterationProofFactory,
    DogFactory,
    EarlierLicenseFactory,
    OwnerFactory,
    RabiesCertificateFactory,
    TagFactory,
)
from tests.licensing.cases import AT


def merge(kept: Any, gone: Any, by: User, *take: str) -> Merge:
    """The one made of the two, as the page that was just opened asks for it."""
    how: dict[str, Any] = {"seen": (version_of(kept), version_of(gone)), "take": take, "by": by, "at": AT}
    return (merge_owners if isinstance(kept, Owner) else merge_dogs)(kept=kept, gone=gone, **how)


def everything() -> dict[str, list[Any]]:
    """Every row that a merge may touch."""
    models: tuple[Any, ...] = (Owner, Dog, License, Tag, Change, Business, RabiesCertificate)
    return {model.__name__: list(model._default_manager.order_by("pk").values()) for model in models}


@pytest.fixture
def twin(owner: Owner, clerk: User) -> Owner:
    """Maeve O’Brien once more, with a licensed dog, a change reported and a kennel."""
    twin = OwnerFactory.create(town=owner.town, first_name="Meave", last_name="OBrien", telephone="845 555 0101")
    dog = EarlierLicenseFactory.create(dog=DogFactory.create(owner=twin, name="Fionn")).dog
    told: dict[str, Any] = {"happened_on": date(2026, 6, 1), "reported_on": date(2026, 6, 2), "by": clerk, "at": AT}
    Change.objects.create(town=owner.town, owner=twin, dog=dog, event=Change.Event.LOSS, **told)
    Business.objects.create(
        town=owner.town, kind="kennel", name="Hill", operator=twin, location="1 Hill", maximum_dogs=5
    )
    return twin


def test_all_that_is_the_others_becomes_the_kept_ones(owner: Owner, twin: Owner, clerk: User) -> None:
    merge(owner, twin, clerk)
    twin.refresh_from_db()
    assert twin.merged_into == owner
    assert [dog.name for dog in owner.dogs.all()] == ["Fionn"]
    assert License.objects.get().holder == Change.objects.get().owner == Business.objects.get().operator == owner
    assert [column.attname for column, rows in rows_of(twin) if rows.exists()] == []


def test_the_facts_taken_are_the_gone_ones_and_the_rest_stay(owner: Owner, twin: Owner, clerk: User) -> None:
    merge(owner, twin, clerk, "street", "telephone")
    kept = Owner.objects.get(pk=owner.pk)
    assert (kept.street, kept.telephone, kept.first_name) == (twin.street, "845 555 0101", "Maeve")


def test_an_address_confidential_in_either_stays_so(owner: Owner, clerk: User) -> None:
    merge(owner, OwnerFactory.create(town=owner.town, confidential=True), clerk)
    assert Owner.objects.get(pk=owner.pk).confidential


def test_a_merge_undone_leaves_every_row_as_it_was(owner: Owner, twin: Owner, clerk: User) -> None:
    before = everything()
    done = merge(owner, twin, clerk, *FIELDS["owner"])
    assert everything() != before
    assert undo_merge(merge=done, by=clerk, at=AT) == ()
    assert everything() == before


@settings(max_examples=15, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(take=st.sets(st.sampled_from(FIELDS["dog"])), tags=st.tuples(st.booleans(), st.booleans()), swap=st.booleans())
def test_whatever_was_chosen_undoing_gives_the_same_rows(
    owner: Owner, clerk: User, take: set[str], tags: tuple[bool, bool], swap: bool
) -> None:
    one = DogFactory.create(owner=owner, name="Rex", chip="")
    other = DogFactory.create(owner=owner, name="Rexy", chip=f"985{one.pk:012}", born=None, birth_year=2021)
    for dog, tagged in zip((one, other), tags, strict=True):
        RabiesCertificateFactory.create(dog=dog)
        _ = TagFactory.create(dog=dog) if tagged else None
    before = everything()
    done = merge(*((other, one) if swap else (one, other)), clerk, *take)
    undo_merge(merge=done, by=clerk, at=AT)
    assert everything() == before


def test_of_two_tags_the_kept_dogs_stays_and_the_other_is_retired(owner: Owner, clerk: User) -> None:
    kept, gone = (TagFactory.create(dog=DogFactory.create(owner=owner)) for _ in range(2))
    merge(kept.dog, gone.dog, clerk)
    gone.refresh_from_db()
    assert Dog.objects.get(tags=kept).tag == kept
    assert (gone.dog_id, gone.retired_on) == (kept.dog_id, AT.date())


def test_papers_and_licenses_move_with_a_dog(owner: Owner, clerk: User) -> None:
    proof = AlterationProofFactory.create(dog=DogFactory.create(owner=owner))
    license_ = EarlierLicenseFactory.create(dog=proof.dog)
    kept = DogFactory.create(owner=owner)
    merge(kept, proof.dog, clerk)
    assert list(kept.alterationproofs.all()) == [proof]
    assert list(kept.licenses.all()) == [license_]


def test_two_terms_that_share_a_day_are_refused_and_named(owner: Owner, clerk: User) -> None:
    one, other = (EarlierLicenseFactory.create(dog=DogFactory.create(owner=owner)) for _ in range(2))
    with pytest.raises(Refused, match=f"License {one.number} .* license {other.number} .* overlap") as refused:
        merge(one.dog, other.dog, clerk)
    assert refused.value.refusals[0].citation == "Office rule"
    assert not Merge.objects.exists()


def test_a_second_merge_of_the_same_two_is_refused(owner: Owner, twin: Owner, clerk: User) -> None:
    merge(owner, twin, clerk)
    with pytest.raises(Refused, match="already"):
        merge(twin, owner, clerk)


def test_a_record_changed_since_the_page_was_opened_is_looked_at_again(owner: Owner, twin: Owner, clerk: User) -> None:
    seen = (version_of(owner), version_of(twin))
    Owner.objects.filter(pk=twin.pk).update(telephone="845-555-0199")
    with pytest.raises(Refused, match="changed"):
        merge_owners(kept=owner, gone=twin, seen=seen, by=clerk, at=AT)


def test_a_merge_is_undone_once(owner: Owner, twin: Owner, clerk: User) -> None:
    done = merge(owner, twin, clerk)
    undo_merge(merge=done, by=clerk, at=AT)
    with pytest.raises(Refused, match="already"):
        undo_merge(merge=done, by=clerk, at=AT)


def test_undoing_leaves_what_changed_since_and_says_so(owner: Owner, twin: Owner, clerk: User) -> None:
    done = merge(owner, twin, clerk, "telephone")
    Owner.objects.filter(pk=owner.pk).update(telephone="845-555-0777")
    told = undo_merge(merge=done, by=clerk, at=AT)
    assert "845-555-0777" in told[0]
    assert Owner.objects.get(pk=owner.pk).telephone == "845-555-0777"
    assert twin.dogs.count() == 1


def test_a_merge_into_a_record_that_went_on_is_undone_last(owner: Owner, twin: Owner, clerk: User) -> None:
    done = merge(owner, twin, clerk)
    owner.refresh_from_db()
    merge(OwnerFactory.create(town=owner.town), owner, clerk)
    with pytest.raises(Refused, match="undo that merge first"):
        undo_merge(merge=done, by=clerk, at=AT)


def test_a_license_issued_since_on_a_moved_tag_holds_the_merge(owner: Owner, clerk: User) -> None:
    tag = TagFactory.create(dog=DogFactory.create(owner=owner))
    kept = DogFactory.create(owner=owner)
    done = merge(kept, tag.dog, clerk)
    license_ = EarlierLicenseFactory.create(dog=Dog.objects.get(pk=kept.pk))
    with pytest.raises(Refused, match=f"License {license_.number} was issued since"):
        undo_merge(merge=done, by=clerk, at=AT)


def test_the_history_names_the_act_and_who_did_it(owner: Owner, twin: Owner, clerk: User) -> None:
    merge(owner, twin, clerk)
    last = twin.events.order_by("-pgh_id").first()  # type: ignore[attr-defined]
    assert last.merged_into_id == owner.pk
    assert last.pgh_context.metadata == {"act": "merge_owners", "user": clerk.pk}


def test_a_record_that_went_is_found_no_more_and_its_dogs_are(
    dover: Town, owner: Owner, twin: Owner, clerk: User
) -> None:
    done = merge(owner, twin, clerk)
    assert twin.pk not in search(dover, "meave").owners
    assert search(dover, "fionn").owners == (owner.pk,)
    undo_merge(merge=done, by=clerk, at=AT)
    assert search(dover, "fionn").owners == (twin.pk,)


def test_a_pair_is_dismissed_once_in_either_order(dover: Town, clerk: User) -> None:
    for pair in ((7, 3), (3, 7)):
        dismiss_pair(town=dover, kind="owner", pair=pair, by=clerk, at=AT)
    assert [(said.first, said.second) for said in NotTheSame.objects.all()] == [(3, 7)]


@pytest.mark.django_db(transaction=True)
def test_of_two_clerks_who_merge_one_pair_either_way_one_does(owner: Owner, twin: Owner, clerk: User) -> None:
    def run(pair: tuple[Owner, Owner]) -> str:
        try:
            return f"merge {merge(*pair, clerk).pk}"
        except Refused as refused:
            return refused.refusals[0].code
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as threads:
        told = list(threads.map(run, [(owner, twin), (twin, owner)]))
    assert len([each for each in told if each.startswith("merge ")]) == Merge.objects.count() == 1
    assert {"merged_already", "changed_meanwhile"} & set(told)
