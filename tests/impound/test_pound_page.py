"""The list of the pound and the page of one dog: the last day, why, and what may be done today."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest
import time_machine
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from impound.actions.ends import withdraw_end
from impound.actions.matching import match_dog
from licensing.models import Owner
from office.models import Town, User
from tests.factories import DogFactory, OwnerFactory, UserFactory
from tests.impound.pound import arrive, end, forfeit_on, hold, notify, on, seize
from tests.impound.redeeming import held, licensed, redeem, state
from tests.licensing.issuing import noon

pytestmark = pytest.mark.django_db


def page(client: Client, by: User, address: str, day: str = "2026-06-02") -> str:
    """The page as the member of staff sees it at noon of the day."""
    client.force_login(by)
    with time_machine.travel(noon(on(day)), tick=False):
        response = client.get(address)
    assert response.status_code == 200
    return response.content.decode()


def test_the_list_says_the_last_day_why_and_what_may_be_done(client: Client, officer: User) -> None:
    arrive(seize(by=officer), by=officer)
    said = page(client, officer, "/pound/")
    assert "Mon, June 8, 2026" in said
    assert "No tag: five days from Monday June 1, June 6 is a Saturday, June 7 is a Sunday, so Monday June 8" in said
    assert "Seizure ¶ D; GCL §§ 20, 25-a" in said
    assert "Its owner may pay until Monday, June 8, 2026" in said


def test_a_dog_of_a_known_owner_waits_for_the_notice(client: Client, officer: User, clerk: User) -> None:
    seizure = seize(by=officer, wears_tag=True, tag_read="12")
    assert "Waits for the notice to its owner" in page(client, clerk, "/pound/")
    notify(seizure, by=clerk)
    assert "Waits for the notice" not in page(client, clerk, "/pound/")


@pytest.mark.parametrize(
    ("day", "says"),
    [("2026-06-08", "Its owner may pay until"), ("2026-06-09", "The title may be declared forfeit")],
)
def test_what_may_be_done_changes_with_the_day(client: Client, officer: User, day: str, says: str) -> None:
    seizure = seize(by=officer)
    assert says in page(client, officer, "/pound/", day)
    offered = f"/pound/{seizure.pk}/forfeit" in page(client, officer, f"/pound/{seizure.pk}/", day)
    assert offered == (day == "2026-06-09")


def test_a_dog_that_left_is_in_the_other_list(client: Client, officer: User) -> None:
    seizure = seize(by=officer)
    forfeit_on(seizure, "2026-06-09", by=officer)
    end(seizure, "sheltered", "2026-06-09", by=officer)
    assert "No dog is in the pound." in page(client, officer, "/pound/", "2026-06-10")
    ended = page(client, officer, "/pound/?state=ended", "2026-06-10")
    assert "Handed to a humane society or shelter on Tuesday, June 9, 2026: Dutchess SPCA." in ended


def test_a_dog_is_found_by_number_name_owner_tag_or_chip_held_or_gone(
    client: Client, officer: User, owner: Owner, clerk_of_chestertown: User
) -> None:
    gone = seize(
        by=officer, dog=DogFactory.create(owner=owner), tag_read="NY 77", chip="985 112 003 456 789", called="Bo"
    )
    end(gone, "died", "2026-06-02", by=officer)
    here = seize(by=officer)
    for typed in (str(gone.number), "O'Brien", "bo", "ny 77", "985112003456789", "985-112-003456789"):
        said = page(client, officer, f"/pound/?{urlencode({'q': typed})}", "2026-06-03")
        assert (f"/pound/{gone.pk}/" in said, f"/pound/{here.pk}/" in said) == (True, False), typed
        assert "Nothing is found." in page(client, clerk_of_chestertown, f"/pound/?{urlencode({'q': typed})}")
    of_dog = page(client, officer, f"/pound/?dog={gone.dog_id}", "2026-06-03")
    assert ("Died on Tuesday, June 2, 2026" in of_dog, 'name="dog"' in of_dog) == (True, False)
    assert f"/pound/?dog={gone.dog_id}" in page(client, officer, f"/dogs/{gone.dog_id}/")


def test_a_court_holds_the_dog_whatever_day_it_is(client: Client, officer: User) -> None:
    hold(seize(by=officer), by=officer)
    assert "Held for the court" in page(client, officer, "/pound/", "2026-07-30")


def test_one_dog_and_fifty_cost_the_same_queries(client: Client, officer: User, dover: Town) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as caught:
            page(client, officer, "/pound/")
            page(client, officer, "/pound/?q=hound")
        return len(caught)

    arrive(seize(by=officer, dog=DogFactory.create(owner__town=dover)), by=officer)
    first = queries() and queries()
    for _ in range(50):
        notify(seize(by=officer, dog=DogFactory.create(owner__town=dover), wears_tag=True), by=officer)
    assert queries() == first


def test_the_page_of_a_dog_shows_its_clock_and_what_is_open_to_whom(client: Client, officer: User, clerk: User) -> None:
    seizure = seize(by=officer, called="Luna")
    notify(seizure, by=clerk)
    kept, read = (page(client, by, f"/pound/{seizure.pk}/") for by in (officer, clerk))
    assert f"/pound/{seizure.pk}/arrive" in kept
    assert f"/pound/{seizure.pk}/arrive" not in read
    assert f"/pound/{seizure.pk}/notice" in read
    assert "Signed by her" in read


def test_the_law_says_why_nothing_may_be_done_today(client: Client, chestertown: Town) -> None:
    warden = UserFactory.create(town=chestertown, role="officer")
    seizure = seize(by=warden)
    said = page(client, warden, f"/pound/{seizure.pk}/")
    assert "Nothing may be done with the dog before June 9, 2026" in said
    assert "Five days after Monday June 1, the day itself, Sundays and Maryland holidays left out; the last is" in said


def test_a_reader_is_offered_nothing(client: Client, officer: User, inspector: User) -> None:
    seizure = seize(by=officer)
    said = page(client, inspector, f"/pound/{seizure.pk}/")
    assert "What may be done now" not in said
    assert "/amend" not in said


def test_of_the_dogs_held_those_that_were_paid_for_come_first(client: Client, officer: User, clerk: User) -> None:
    unknown, owner = seize(by=officer, called="Unknown"), OwnerFactory.create(town=officer.town)
    redeem(held(licensed(owner, name="Paid"), by=officer), by=clerk)
    said = page(client, clerk, "/pound/", "2026-06-05")
    assert said.index("Paid</a>") < said.index(f"No. {unknown.number}, Unknown")
    assert "<strong>Paid for</strong>" in said


def test_dogs_that_left_are_listed_the_latest_first(client: Client, officer: User) -> None:
    for name, day in (("Early", "2026-06-02"), ("Late", "2026-06-04"), ("Between", "2026-06-03")):
        end(seize(by=officer, called=name), "died", day, by=officer)
    said = page(client, officer, "/pound/?state=ended", "2026-06-10")
    assert said.index("Late</a>") < said.index("Between</a>") < said.index("Early</a>")


def test_an_end_that_was_withdrawn_lists_no_dog_twice(client: Client, officer: User) -> None:
    seizure = seize(by=officer, called="Once")
    mistaken = end(seizure, "died", "2026-06-02", by=officer)
    withdraw_end(end=mistaken, reason="Another dog", by=officer, at=noon(on("2026-06-03")))
    end(seizure, "escaped", "2026-06-04", by=officer)
    assert page(client, officer, "/pound/?state=ended", "2026-06-10").count("Once</a>") == 1


def test_the_page_of_a_dog_that_left_says_so_and_not_that_a_clock_runs(client: Client, officer: User) -> None:
    seizure = seize(by=officer)
    end(seizure, "died", "2026-06-02", by=officer)
    said = page(client, officer, f"/pound/{seizure.pk}/", "2026-06-03")
    assert '<p class="office-clock__day">Died on Tuesday, June 2, 2026' in said
    assert "nothing may be done" not in said


def test_what_is_refused_alike_is_said_once(client: Client, officer: User) -> None:
    said = page(client, officer, f"/pound/{seize(by=officer).pk}/")
    assert "Adopted or handed to a humane society or shelter</strong>: not yet." in said
    assert said.count("Nothing may be done with the dog before") == 1


def test_the_clerk_reads_why_the_owner_cannot_pay_yet(client: Client, officer: User, clerk: User) -> None:
    seizure = seize(by=officer)
    address = f"/pound/{seizure.pk}/"
    assert "</strong>: not yet. The dog is not on record yet" in page(client, clerk, address)
    match_dog(seizure=seizure, dog=DogFactory.create(owner__town=seizure.town), by=clerk, at=noon())
    assert "not yet. The Dog Control Officer states the days" in page(client, clerk, address)
    state(seizure, by=officer, at=noon(on("2026-06-02")))
    assert f'{address}redeem"' in page(client, clerk, address)


def test_statements_and_payment_stand_on_the_page(client: Client, officer: User, clerk: User) -> None:
    seizure = held(licensed(OwnerFactory.create(town=officer.town)), by=officer)
    receipt = redeem(seizure, by=clerk).receipt
    said = page(client, clerk, f"/pound/{seizure.pk}/", "2026-06-05")
    assert "Print statement 1" in said
    assert f"receipt {receipt.number}</a>, $20.00, of Ada Owner" in said
