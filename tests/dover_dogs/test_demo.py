"""Demonstration data: everything there is to try, on any day, the same each time, and never among real records."""

from __future__ import annotations

import io
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction
from pytest_django import Settings

from dover_dogs import demo
from dover_dogs.demo.diary import tell
from dover_dogs.demo.pictures import photograph
from impound.matches import losses, matches
from impound.models import Seizure
from impound.standing import standings
from licensing.models import AlterationProof, Dog, License, Owner, RabiesStatement
from licensing.search import search
from office.models import ROLES, Receipt, Town, User
from tests.factories import NEW_YORK, UserFactory

FEW = 16
"""Households enough for every state."""
pytestmark = pytest.mark.django_db


def make(on: date = date(2026, 6, 15), count: int = FEW) -> Town:
    """The demonstration as made on the day; answers with Dover."""
    demo.make(at=datetime.combine(on, datetime.min.time(), NEW_YORK).replace(hour=11), password="x", count=count)
    return Town.objects.get(slug="dover")


def run(**options: Any) -> str:
    """The command and what it prints."""
    said = io.StringIO()
    call_command("demo", stdout=said, households=1, **options)
    return said.getvalue()


@pytest.fixture(autouse=True)
def _own_password(settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.VAR = tmp_path
    monkeypatch.delenv("DEMO_PASSWORD", raising=False)


def states(town: Town, on: date) -> set[str]:
    """Which of the states that a counter meets are there."""
    terms = License.objects.filter(town=town)
    last = terms.last_of_each_dog().filter(dog__in=Dog.objects.here())
    found = {
        "expired": last.filter(expires__lt=on),
        "current": terms.in_force(on),
        "renewed": terms.filter(renews__isnull=False),
        "exempt": terms.filter(working_proof__isnull=False),
        "rabies run out": terms.in_force(on).filter(rabies_certificate__expires__lt=on),
        "never licensed": Dog.objects.of(town).filter(licenses=None, status="here", born__lt=on - timedelta(days=200)),
        "puppy": Dog.objects.of(town).filter(licenses=None, born__gt=on - timedelta(days=100)),
        "chip": Dog.objects.of(town).exclude(chip=""),
        "senior": Owner.objects.of(town).filter(born__lt=on - timedelta(days=66 * 365)),
    }
    gone = set(Dog.objects.of(town).values_list("status", flat=True))
    return {name for name, rows in found.items() if rows.exists()} | gone


@pytest.mark.parametrize(
    "on",
    [
        date(2026, 2, 28),
        date(2026, 5, 2),
        date(2026, 6, 30),
        date(2026, 7, 1),
        date(2026, 7, 31),
        date(2026, 12, 31),
        date(2028, 2, 29),
    ],
)
def test_every_state_is_there_on_any_day(on: date) -> None:
    make(on)
    for town in Town.objects.all():
        missing = {
            "expired", "current", "renewed", "exempt", "rabies run out", "never licensed", "puppy", "chip", "senior",
            "here", "lost", "gone", "moved", "dead",
        } - states(town, on)  # fmt: skip
        assert not missing, town


def test_dover_has_licenses_due_soon_of_every_kind() -> None:
    dover, on = make(), date(2026, 6, 15)
    last = License.objects.filter(town=dover).last_of_each_dog()
    assert last.filter(expires__range=(on, on + timedelta(days=60))).exists()
    assert License.objects.filter(town=dover, starts__gt=on, renews__isnull=False).exists()
    assert RabiesStatement.objects.filter(dog__town=dover).exists()
    kinds = License.objects.filter(town=dover).values_list("working_proof__kind", flat=True)
    assert set(dover.ordinance(on).working_kinds) <= set(kinds)
    assert set(AlterationProof.objects.values_list("kind", flat=True)) == {"certificate", "affidavit"}


def test_receipt_numbers_rise_with_their_time() -> None:
    make(count=6)
    for town in Town.objects.all():
        receipts = list(Receipt.objects.filter(town=town).order_by("number"))
        assert [receipt.number for receipt in receipts] == list(range(1, len(receipts) + 1))
        assert [receipt.at for receipt in receipts] == sorted(receipt.at for receipt in receipts)


def test_nobody_real_is_in_it() -> None:
    make(count=8)
    for owner in Owner.objects.all():
        assert "555" in owner.telephone.replace("(", "") or not owner.telephone
        assert owner.telephone_key[-4:-2] in ("", "01")
        assert owner.email.endswith("@example.org") or not owner.email


def test_it_is_the_same_every_time() -> None:
    def written() -> list[Any]:
        with transaction.atomic():
            make(count=3)
            terms = License.objects.order_by("town__slug", "number").values_list(
                "number", "starts", "expires", "tag__number"
            )
            said = [
                *terms,
                *Owner.objects.order_by("name_key", "street").values_list("last_name", "street", "telephone"),
            ]
            transaction.set_rollback(True)
        return said

    first = written()
    assert len(first) > 10
    assert written() == first


def test_the_search_has_names_to_try() -> None:
    dover = make()
    for typed, last_name in (("obrien", "O’Brien"), ("nunez", "Núñez"), ("lukasiewicz", "Łukasiewicz")):
        found = Owner.objects.filter(pk__in=search(dover, typed).owners)
        assert last_name in {owner.last_name for owner in found}


def test_each_role_of_each_town_can_sign_in_with_the_password_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DEMO_PASSWORD", "woof woof woof")
    said = run()
    assert "woof woof woof" in said
    for town in Town.objects.all():
        for role in ROLES:
            member = User.objects.get(username=f"{role}.{town.slug}", town=town)
            assert member.check_password("woof woof woof")
            assert member.roles == {role}
            assert member.username in said


def test_a_password_of_chance_is_kept_for_its_owner_alone(tmp_path: Path) -> None:
    said = run(once=True)
    kept = tmp_path / "demo_password"
    assert kept.read_text().strip() in said
    assert kept.stat().st_mode & 0o777 == 0o600


def test_once_prints_the_same_sign_ins_again_and_makes_nothing() -> None:
    first = run(once=True)
    owners = Owner.objects.count()
    assert run(once=True).splitlines() == first.splitlines()[1:]
    assert Owner.objects.count() == owners
    with pytest.raises(CommandError, match="already"):
        run()


def test_a_new_password_is_given_to_all_who_are_there(monkeypatch: pytest.MonkeyPatch) -> None:
    run()
    monkeypatch.setenv("DEMO_PASSWORD", "another long word")
    run(once=True)
    assert all(member.check_password("another long word") for member in User.objects.all())


@pytest.mark.parametrize("real", ["town", "superuser"])
def test_real_records_refuse_it(dover: Town, real: str) -> None:
    if real == "superuser":
        Town.objects.update(demonstration=True)
        UserFactory.create(town=None, is_superuser=True)
    assert "own records" in run(once=True)
    with pytest.raises(CommandError, match="own records"):
        run()
    assert not Owner.objects.exists()


def test_an_interruption_leaves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(stories: Any, *, until: datetime) -> None:
        tell(stories, until=until)
        raise KeyboardInterrupt

    monkeypatch.setattr(demo, "tell", interrupted)
    with pytest.raises(KeyboardInterrupt):
        run()
    assert not Town.objects.exists()


def test_a_story_cannot_go_back_in_time() -> None:
    now = datetime(2026, 6, 15, 10, 0, tzinfo=NEW_YORK)
    with pytest.raises(ValueError, match="goes back"):
        tell([iter([now - timedelta(days=1), now - timedelta(days=2)])], until=now)


@pytest.mark.parametrize("on", [date(2026, 6, 15), date(2027, 1, 1)])
def test_the_pound_has_dogs_in_every_state_on_any_day(on: date) -> None:
    make(on)
    for town in Town.objects.all():
        held = standings(Seizure.objects.of(town).held().with_custody(), on)
        found = {each.state for each in held}
        assert {"held", "available"} <= found, town
        assert ("waiting" in found) == (town.slug == "dover")
        assert Seizure.objects.of(town).ended().count() == 1
        assert any(match.score for match in matches([each.seizure for each in held], losses(town)))


@pytest.mark.parametrize("on", [date(2026, 6, 15), date(2026, 7, 10), date(2027, 1, 1)])
def test_each_town_has_a_stray_and_a_given_up_dog_adopted_and_licensed(on: date) -> None:
    make(on)
    for town in Town.objects.all():
        made = list(town.adoptions.order_by("pk").select_related("dog", "adopter", "license"))
        assert [each.dog.name for each in made] == ["Juniper", "Clementine"]
        assert all(each.license is not None and each.license.holder == each.adopter for each in made)
        carried = made[1].license is not None and made[1].license.transferred_from is not None
        assert carried == (town.slug == "chestertown" and on != date(2026, 7, 10))


def test_the_dogs_of_the_pound_are_photographed_the_same_each_time() -> None:
    town = make()
    assert all(each.photos.count() == 1 for each in Seizure.objects.of(town))
    first, again = (photograph("black and tan", collar=True) for _ in range(2))
    assert (first.content, first.content_type) == (again.content, "image/jpeg")
    assert (
        photograph("white", collar=True).content != first.content != photograph("black and tan", collar=False).content
    )
