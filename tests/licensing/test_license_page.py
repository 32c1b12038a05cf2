"""The license page: what stands on it, what stays on it, and where it leads."""

from __future__ import annotations

import uuid
from collections.abc import Iterator

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from licensing.models import Dog, License
from office.models import Receipt, Resolution, Town, User
from tests.factories import (
    AlterationProofFactory,
    DogFactory,
    EarlierLicenseFactory,
    RabiesCertificateFactory,
    TagBoxFactory,
    WorkingProofFactory,
)
from tests.licensing.issuing import noon

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def june() -> Iterator[None]:
    with time_machine.travel(noon()):
        yield


@pytest.fixture
def dog(resolution: Resolution) -> Dog:
    TagBoxFactory.create(town=resolution.town, first=100, last=199)
    return RabiesCertificateFactory.create(dog__owner__town=resolution.town).dog


def filled_in(dog: Dog, **typed: str) -> dict[str, str]:
    rabies = f"certificate-{dog.rabiescertificates.get().pk}"
    plain = {"key": str(uuid.uuid4()), "period": "1", "rabies": rabies, "payer": "A. Payer", "cash": "21"}
    return plain | typed


def send(client: Client, dog: Dog, **typed: str) -> str:
    """The page that the form is answered with, after a redirect if there is one."""
    return client.post(f"/licenses/new?dog={dog.pk}", filled_in(dog, **typed), follow=True).content.decode()


def test_it_opens_with_the_price_of_what_is_on_file(client: Client, clerk: User, dog: Dog) -> None:
    client.force_login(clerk)
    page = client.get(f"/licenses/new?dog={dog.pk}").content.decode()
    for words in ("$18.00", "$3.00", "$21.00", "Licensing ¶ B(1)", "AML § 110(3)", "June 30, 2027", 'value="21.00"'):
        assert words in page


def test_it_issues_and_shows_the_tag_number_and_the_change(client: Client, clerk: User, dog: Dog) -> None:
    client.force_login(clerk)
    page = send(client, dog, issue="yes", cash="$50")
    assert "<strong>100</strong>" in page
    assert "Change <strong>$29.00</strong>" in page


def test_showing_the_price_issues_nothing(client: Client, clerk: User, dog: Dog) -> None:
    client.force_login(clerk)
    assert "Change <strong>$29.00</strong>" in send(client, dog, show="yes", cash="50")
    assert not License.objects.exists()


def test_the_quote_alone_comes_with_the_refusals_in_their_places(client: Client, clerk: User, dog: Dog) -> None:
    client.force_login(clerk)
    dog.rabiescertificates.update(expires=noon().date())
    answer = client.post(f"/licenses/quote?dog={dog.pk}", filled_in(dog))
    page = answer.content.decode()
    assert "<html" not in page
    place = page.split('id="refusal-rabies"')[1].split("</div>")[0]
    assert "AML § 109(1)(a)" in place


def test_a_refused_form_keeps_what_was_typed_and_issues_once_cured(client: Client, clerk: User, dog: Dog) -> None:
    client.force_login(clerk)
    typed = {"issue": "yes", "cash": "20", "payer": "Zoë Ångström", "tag_number": "150", "key": str(uuid.uuid4())}
    page = send(client, dog, **typed)
    assert "$21.00 is due and $20.00 was handed over." in page
    assert '<a class="usa-link" href="#refusal-tender">' in page
    for kept in ("Zoë Ångström", 'value="150"', 'value="20"', typed["key"]):
        assert kept in page
    assert "<strong>150</strong>" in send(client, dog, **typed | {"cash": "21"})


@pytest.mark.parametrize("amount", ["abc", "-5", "1.234", "1e3"])
def test_a_wrong_amount_is_refused_at_its_field_and_kept(client: Client, clerk: User, dog: Dog, amount: str) -> None:
    client.force_login(clerk)
    page = send(client, dog, issue="yes", cash=amount)
    assert "Write an amount in dollars" in page
    assert f'value="{amount}"' in page
    assert not Receipt.objects.exists()


def test_a_check_without_its_number_is_refused(client: Client, clerk: User, dog: Dog) -> None:
    client.force_login(clerk)
    assert "Give the number of the check" in send(client, dog, issue="yes", cash="", check_amount="21")


def test_the_same_form_again_leads_to_the_license_it_made(client: Client, clerk: User, dog: Dog) -> None:
    client.force_login(clerk)
    key = str(uuid.uuid4())
    first, again = (send(client, dog, issue="yes", key=key) for _ in range(2))
    assert "License 1 for Rex" in first
    assert "License 1 for Rex" in again
    assert Receipt.objects.count() == 1


def test_a_price_other_than_the_one_shown_is_told_and_not_taken(client: Client, clerk: User, dog: Dog) -> None:
    client.force_login(clerk)
    page = send(client, dog, issue="yes", shown_total="11.00")
    assert "The price is now $21.00, not $11.00 as shown" in page
    assert not License.objects.exists()


def test_a_renewal_offers_one_to_three_years_and_no_other_number(client: Client, clerk: User, dog: Dog) -> None:
    EarlierLicenseFactory.create(dog=dog, expires=noon().date(), rabies_certificate=dog.rabiescertificates.get())
    client.force_login(clerk)
    form = client.get(f"/licenses/new?dog={dog.pk}").context["form"]
    assert [value for value, _ in form.fields["period"].choices] == ["1", "2", "3"]
    assert "tag_number" not in form.fields


def test_only_what_the_town_asks_is_asked(client: Client, clerk: User, dog: Dog) -> None:
    client.force_login(clerk)
    plain = set(client.get(f"/licenses/new?dog={dog.pk}").context["form"].fields)
    dog.altered = True
    dog.save()
    AlterationProofFactory.create(dog=dog)
    WorkingProofFactory.create(dog=dog)
    assert set(client.get(f"/licenses/new?dog={dog.pk}").context["form"].fields) - plain == {"alteration", "working"}
    assert "duty_began" not in plain


def test_chestertown_asks_for_the_license_year_and_the_day_of_the_duty(
    client: Client, clerk_of_chestertown: User, chestertown: Town
) -> None:
    dog = DogFactory.create(owner__town=chestertown, acquired_on=noon().date())
    client.force_login(clerk_of_chestertown)
    form = client.get(f"/licenses/new?dog={dog.pk}").context["form"]
    assert "2026" in [value for value, _ in form.fields["period"].choices]
    assert form.initial["duty_began"] == noon().date()


@pytest.mark.parametrize(
    "address", ["/licenses/new?dog={}", "/licenses/new?dog=0", "/licenses/new?dog=x", "/licenses/new"]
)
def test_another_towns_dog_or_none_is_not_found(
    client: Client, clerk_of_chestertown: User, dog: Dog, address: str
) -> None:
    client.force_login(clerk_of_chestertown)
    assert client.get(address.format(dog.pk)).status_code == 404


@pytest.mark.parametrize("role", ["officer", "treasurer", "inspector", "manager"])
def test_only_a_clerk_issues(client: Client, request: pytest.FixtureRequest, dog: Dog, role: str) -> None:
    client.force_login(request.getfixturevalue(role))
    assert client.get(f"/licenses/new?dog={dog.pk}").status_code == 403
    assert client.post(f"/licenses/new?dog={dog.pk}", filled_in(dog, issue="yes")).status_code == 403
    assert not License.objects.exists()


def test_fifty_papers_cost_as_many_queries_as_one(client: Client, clerk: User, dog: Dog) -> None:
    client.force_login(clerk)
    with CaptureQueriesContext(connection) as one:
        client.get(f"/licenses/new?dog={dog.pk}")
    RabiesCertificateFactory.create_batch(49, dog=dog)
    with CaptureQueriesContext(connection) as fifty:
        client.get(f"/licenses/new?dog={dog.pk}")
    assert len(one) == len(fifty)
