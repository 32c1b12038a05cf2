"""Adding and changing owners."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import date
from threading import Barrier
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection

from licensing.actions.people import OwnerFacts, add_owner, change_owner
from licensing.duplicates import likely_same
from licensing.models import Owner
from office.models import Town, User
from office.refusals import Refused, Unconfirmed
from office.versions import ChangedMeanwhile, version_of
from tests.factories import OwnerFactory
from tests.licensing.cases import AT, owner_facts

KEY = UUID("6f8e2a52-9f0e-4c55-8a7f-0d2b7f6f3a11")


def together(*acts: Callable[[], Any]) -> list[Any]:
    """What the acts return or raise, each run in a connection of its own, all begun at once."""
    start = Barrier(len(acts))

    def run(act: Callable[[], Any]) -> Any:
        try:
            start.wait(timeout=30)
            return act()
        except Refused as refused:
            return refused
        finally:
            connection.close()

    with ThreadPoolExecutor(len(acts)) as threads:
        return list(threads.map(run, acts))


def add(clerk: User, key: UUID | None = None, confirmed: tuple[str, ...] = (), **changes: Any) -> Owner:
    """A new owner, as the clerk adds one."""
    assert clerk.town
    facts = owner_facts(**changes)
    return add_owner(town=clerk.town, facts=facts, key=key or uuid4(), by=clerk, at=AT, confirmed=confirmed)


def change(
    owner: Owner, clerk: User, seen: int | None = None, confirmed: tuple[str, ...] = (), **changes: Any
) -> Owner:
    """The owner with these facts changed, on the form that showed version ``seen``."""
    facts = replace(OwnerFacts.of(owner), **changes)
    seen = version_of(owner) if seen is None else seen
    return change_owner(owner=owner, facts=facts, seen=seen, by=clerk, at=AT, confirmed=confirmed)


def test_it_adds_a_person_with_who_did_it(clerk: User) -> None:
    owner = add(clerk, born=date(1960, 2, 29), telephone="845-555-0188")
    event: Any = owner.events.select_related("pgh_context").get()  # type: ignore[attr-defined]
    assert (owner.name, owner.telephone_key, owner.town) == ("Nora Newcomer", "8455550188", clerk.town)
    assert event.pgh_context.metadata == {"act": "add_owner", "user": clerk.pk}


def test_one_form_sent_twice_makes_one_person(clerk: User) -> None:
    assert add(clerk, KEY) == add(clerk, KEY)
    assert Owner.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_one_form_sent_ten_times_at_once_makes_one_person(clerk: User) -> None:
    made = together(*[lambda: add(clerk, KEY)] * 10)
    assert len({owner.pk for owner in made}) == 1
    assert Owner.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_two_clerks_who_add_one_person_at_once_are_not_both_let(clerk: User) -> None:
    made = together(*[lambda: add(clerk)] * 2)
    assert sorted(type(one).__name__ for one in made) == ["Owner", "Unconfirmed"]
    assert Owner.objects.count() == 1


def test_a_form_that_was_refused_is_sent_again_after_the_cure(clerk: User) -> None:
    with pytest.raises(Refused):
        add(clerk, KEY, born=date(2026, 6, 16))
    assert add(clerk, KEY, born=date(1966, 6, 16)).born == date(1966, 6, 16)


@pytest.mark.parametrize("born", [date(1900, 1, 1), date(2026, 6, 16), date(2062, 1, 1)])
def test_an_impossible_birth_date_is_refused_at_its_field(clerk: User, born: date) -> None:
    with pytest.raises(Refused) as refused:
        add(clerk, born=born)
    assert [(refusal.about, refusal.citation) for refusal in refused.value.refusals] == [("born", "Office rule")]


def test_moving_in_before_birth_or_after_today_is_refused(clerk: User) -> None:
    for since in (date(1959, 1, 1), date(2026, 6, 16)):
        with pytest.raises(Refused) as refused:
            add(clerk, born=date(1960, 1, 1), resident_since=since)
        assert refused.value.refusals[0].about == "resident_since"


@pytest.mark.parametrize(
    "like",
    [
        {"first_name": "Maeve", "last_name": "Obrian", "telephone": "845-555-0101"},
        {"first_name": "Maev", "last_name": "O'Brien", "telephone": "+1 845 555 0101"},
        {"first_name": "Maeve", "last_name": "OBrein", "street": "12 Main St."},
        {"first_name": "M.", "last_name": "O'Brien", "street": "12 Main Street"},
        {"first_name": "O'Brien", "last_name": "Maeve", "street": "12 Main Street"},
        {"first_name": "Maeve", "last_name": "O'Brien", "email": "Maeve@Example.org"},
    ],
)
def test_the_likely_same_person_is_asked_about(owner: Owner, clerk: User, like: dict[str, Any]) -> None:
    with pytest.raises(Unconfirmed, match="Maeve O’Brien, 12 Main Street") as asked:
        add(clerk, **like)
    assert asked.value.refusals[0].code == "another_person"
    assert add(clerk, confirmed=("another_person",), **like) != owner


@pytest.mark.parametrize(
    "unlike",
    [
        {"first_name": "Maeve", "last_name": "O'Brien", "street": "120 Main Street"},
        {"first_name": "Maeve", "last_name": "O'Brien", "street": "1 Main Street"},
        {"first_name": "Maeve", "last_name": "O'Brien", "street": "12 Cricket Hill Road"},
        {"first_name": "Sean", "last_name": "O'Brien", "street": "12 Main Street", "telephone": "845 555 0101"},
        {"first_name": "Ruth", "last_name": "Castellano", "telephone": "845 555 0101"},
    ],
)
def test_another_person_is_not_asked_about(owner: Owner, clerk: User, unlike: dict[str, Any]) -> None:
    assert add(clerk, **unlike) != owner


def test_two_of_one_name_at_5_and_50_are_two_people(clerk: User) -> None:
    five = add(clerk, street="5 Mill Street")
    assert add(clerk, street="50 Mill Street") != five


def test_nobody_of_the_other_town_is_offered(stranger: Owner, dover: Town) -> None:
    same = replace(OwnerFacts.of(stranger).person)
    assert likely_same(stranger.town, same) == [stranger]
    assert likely_same(dover, same) == []


def test_the_likeliest_of_many_comes_first_and_at_most_five_come(dover: Town, owner: Owner) -> None:
    for _ in range(7):
        OwnerFactory.create(town=dover, first_name="Maev", last_name="Obrian", telephone=owner.telephone)
    found = likely_same(dover, OwnerFacts.of(owner).person)
    assert found[0] == owner
    assert len(found) == 5


def test_a_change_is_kept_and_the_rest_stays(owner: Owner, clerk: User) -> None:
    changed = change(owner, clerk, telephone="845-555-0199")
    assert (changed.telephone_key, changed.email) == ("8455550199", "maeve@example.org")
    assert Owner.objects.get(pk=owner.pk).telephone == "845-555-0199"


def test_a_save_that_changes_nothing_leaves_no_trace(owner: Owner, clerk: User) -> None:
    before = version_of(owner)
    change(owner, clerk)
    assert version_of(owner) == before


def test_the_second_of_two_changes_is_told_of_the_first(owner: Owner, clerk: User) -> None:
    seen = version_of(owner)
    change(owner, clerk, seen, telephone="845-555-0111")
    with pytest.raises(ChangedMeanwhile, match=r"from \(845\) 555-0101 to 845-555-0111") as told:
        change(owner, clerk, seen, email="new@example.org")
    assert [meanwhile.field for meanwhile in told.value.changes] == ["telephone"]
    assert Owner.objects.get(pk=owner.pk).email == "maeve@example.org"


@pytest.mark.django_db(transaction=True)
def test_of_two_changes_at_once_one_is_kept_and_one_is_told(owner: Owner, clerk: User) -> None:
    seen = version_of(owner)
    done = together(*(lambda last=last: change(owner, clerk, seen, telephone=f"845-555-020{last}") for last in (1, 2)))
    assert sorted(type(one).__name__ for one in done) == ["ChangedMeanwhile", "Owner"]


def test_one_change_sent_twice_is_kept_once(owner: Owner, clerk: User) -> None:
    seen = version_of(owner)
    change(owner, clerk, seen, note="Gate code at the desk")
    after = version_of(owner)
    change(owner, clerk, seen, note="Gate code at the desk")
    assert version_of(owner) == after


def test_a_birth_date_on_file_is_wiped_only_when_confirmed(clerk: User) -> None:
    owner = add(clerk, born=date(1960, 2, 29))
    with pytest.raises(Unconfirmed, match="1960-02-29"):
        change(owner, clerk, born=None)
    assert change(owner, clerk, confirmed=("birth_date_removed",), born=None).born is None
