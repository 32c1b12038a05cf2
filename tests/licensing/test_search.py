"""The counter's search box."""

from __future__ import annotations

import pytest
from pytest_django import DjangoAssertNumQueries

from licensing.models import Dog, Owner, SearchEntry, Spelling
from licensing.search import search
from office.models import Town
from tests.factories import DogFactory, EarlierLicenseFactory, OwnerFactory, TagFactory


@pytest.fixture
def rex(owner: Owner) -> Dog:
    """The dog of Maeve O’Brien of 12 Main Street: tag 1001, license 2002."""
    dog = DogFactory.create(owner=owner, name="Rex", chip="985 112-003456789")
    EarlierLicenseFactory.create(dog=dog, tag=TagFactory.create(dog=dog, number=1001), number=2002)
    return dog


@pytest.mark.parametrize(
    "typed",
    [
        "O’Brien", "O'Brien", "OBrien", "obrien", "OBRIEN", "brien", "obr", "ob", "o",
        "maeve obrien", "obrien maeve",
        "(845) 555-0101", "845-555-0101", "845.555.0101", "+1 845 555 0101", "8455550101", "555-0101", "5550101",
        "0101", "(845) 555", "12 main", "12 Main St", "12522", "maeve@example.org", "maeve@", "rex", "Re",
        "1001", "2002", "#1001",
        "985112003456789", "985 112 003 456 789", "985-112-003456789", "456789",
        "obrien main st", "rex obrien", "obrien 555-0101", "rex 12522", "main rex maeve",
    ],
)  # fmt: skip
def test_it_finds_the_owner_by_whatever_is_known(owner: Owner, rex: Dog, typed: str) -> None:
    OwnerFactory.create(town=owner.town, last_name="Zabriskie", street="7 Elm Way", zip_code="12594")
    found = search(owner.town, typed)
    assert found.owners == (owner.pk,)
    assert not found.alike


@pytest.mark.parametrize(
    "typed", ["obrein", "o'brian", "maev obrein", "rxe", "obrien jones", "555-0199", "%", "_", "", "''"]
)
def test_it_says_when_nothing_is_as_written(owner: Owner, rex: Dog, typed: str) -> None:
    found = search(owner.town, typed)
    assert found.alike or not found.owners


@pytest.mark.parametrize("typed", ["obrein", "o'brian", "obrian maeve", "mave obrien", "obrein main st"])
def test_a_misspelt_name_finds_those_spelt_alike(owner: Owner, typed: str) -> None:
    OwnerFactory.create(town=owner.town, last_name="Zabriskie")
    found = search(owner.town, typed)
    assert (found.owners, found.alike) == ((owner.pk,), True)


def test_two_letters_exchanged_at_the_beginning_are_found(dover: Town) -> None:
    john = OwnerFactory.create(town=dover, last_name="John")
    assert search(dover, "jhon").owners == (john.pk,)


def test_accents_are_forgiven_both_ways(dover: Town) -> None:
    with_accents = OwnerFactory.create(town=dover, first_name="Zoë", last_name="Núñez-Müller")
    assert search(dover, "nunez muller zoe").owners == (with_accents.pk,)
    assert search(dover, "NÚÑEZ").owners == (with_accents.pk,)


def test_the_best_match_comes_first(dover: Town) -> None:
    street = OwnerFactory.create(town=dover, last_name="Abbot", street="1 Rexford Road")
    dogs = DogFactory.create(owner__town=dover, owner__last_name="Baker", name="Rex").owner
    begun = OwnerFactory.create(town=dover, last_name="Rexford")
    first_name = OwnerFactory.create(town=dover, first_name="Rex", last_name="Cole")
    surname = OwnerFactory.create(town=dover, last_name="Rex")
    assert search(dover, "rex").owners == tuple(o.pk for o in (surname, first_name, dogs, begun, street))


def test_a_number_that_is_known_comes_before_all_else(owner: Owner, rex: Dog) -> None:
    at_that_house = OwnerFactory.create(town=owner.town, last_name="Aaron", street="1001 Main Street")
    found = search(owner.town, "1001")
    assert found.owners == (owner.pk, at_that_house.pk)
    assert found.exact == (owner.pk,)


def test_another_towns_owner_is_never_found(owner: Owner, rex: Dog, chestertown: Town) -> None:
    for typed in ("obrien", "obrein", "o", "1001", "2002", "985112003456789", "8455550101", "rex", "456789"):
        assert search(chestertown, typed).owners == ()


def test_a_dog_is_found_with_its_new_owner_and_no_longer_with_the_old(owner: Owner, rex: Dog) -> None:
    rex.owner = OwnerFactory.create(town=owner.town, last_name="Zabriskie")
    rex.save()
    for typed in ("rex", "1001", "2002", "456789"):
        assert search(owner.town, typed).owners == (rex.owner_id,)


def test_what_was_changed_is_found_as_it_is_now(owner: Owner, rex: Dog) -> None:
    Owner.objects.filter(pk=owner.pk).update(last_name="Walsh", telephone="914 555 7777")
    Dog.objects.filter(pk=rex.pk).update(name="Duke")
    assert search(owner.town, "walsh duke 9145557777").owners == (owner.pk,)
    assert search(owner.town, "obrien").owners == search(owner.town, "rex").owners == ()


def test_more_than_can_be_listed_is_said(dover: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("licensing.search.MOST", 3)
    OwnerFactory.create_batch(4, town=dover, last_name="Smith")
    found = search(dover, "smith")
    assert (len(found.owners), found.more) == (3, True)


def test_of_a_very_common_word_those_named_so_are_not_lost(dover: Town, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("licensing.search.CANDIDATES", 2)
    OwnerFactory.create_batch(5, town=dover, street="1 Street Street")
    named = OwnerFactory.create(town=dover, last_name="Street")
    assert search(dover, "street").owners[0] == named.pk


def test_of_very_common_words_those_that_have_them_whole_are_not_lost(
    dover: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("licensing.search.CANDIDATES", 2)
    for number in range(120, 126):
        OwnerFactory.create(town=dover, street=f"{number} Main Street")
    there = OwnerFactory.create(town=dover, street="12 Main Street", zip_code="21620")
    assert search(dover, "12 main street").owners[0] == there.pk


def test_those_that_have_the_words_in_part_are_left_out_only_when_enough_have_them_whole(
    dover: Town, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("licensing.search.ENOUGH", 2)
    in_part = OwnerFactory.create(town=dover, street="120 Main Street")
    first = OwnerFactory.create(town=dover, street="12 Main Street")
    assert search(dover, "12 main street").owners == (first.pk, in_part.pk)
    second = OwnerFactory.create(town=dover, street="12 Main Street")
    assert search(dover, "12 main street").owners == (first.pk, second.pk)


@pytest.mark.parametrize(("surname", "typed"), [("Van Dyke", "vandyke"), ("MacDonald", "mcdonnald")])
def test_a_surname_of_several_words_or_a_longer_one_is_found_spelt_alike(dover: Town, surname: str, typed: str) -> None:
    OwnerFactory.create(town=dover, last_name="Zabriskie")
    named = OwnerFactory.create(town=dover, last_name=surname)
    found = search(dover, typed)
    assert (found.owners, found.alike) == ((named.pk,), True)


def test_a_changed_name_and_a_new_dog_are_found_spelt_alike(owner: Owner) -> None:
    Owner.objects.filter(pk=owner.pk).update(last_name="Söderström")
    assert search(owner.town, "soderstrum").owners == (owner.pk,)
    assert search(owner.town, "obrein").owners == ()
    DogFactory.create(owner=owner, name="Whiskey")
    assert search(owner.town, "wiskey").owners == (owner.pk,)


def test_each_name_is_kept_once_a_town(dover: Town, chestertown: Town) -> None:
    for town in (dover, dover, chestertown):
        OwnerFactory.create(town=town, first_name="Ada", last_name="Van Dyke")
    kept = sorted(Spelling.objects.values_list("town__slug", "word"))
    assert kept == [(town, word) for town in ("chestertown", "dover") for word in ("ada", "dyke", "van", "van dyke")]


def test_one_found_and_fifty_cost_the_same_queries(
    dover: Town, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    OwnerFactory.create(town=dover, last_name="Single")
    OwnerFactory.create_batch(50, town=dover, last_name="Smith")
    for typed, count in (("single", 1), ("smith", 50)):
        with django_assert_num_queries(1):
            assert len(search(dover, typed).owners) == count


def test_every_owner_has_one_entry_however_many_dogs(owner: Owner, rex: Dog) -> None:
    DogFactory.create_batch(3, owner=owner, name="Bella")
    entry = SearchEntry.objects.get(town=owner.town)
    assert (entry.name, entry.dogs) == (" obrien maeve ", " rex bella bella bella ")


@pytest.mark.parametrize("typed", ["9" * 40, "x" * 200, "a b c d e f g h i j k l", "\\", "😀", "O'Brien; DROP TABLE"])
def test_odd_input_finds_nothing_and_breaks_nothing(owner: Owner, typed: str) -> None:
    assert search(owner.town, typed).owners == ()
