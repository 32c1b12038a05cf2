"""The pages on which a register is taken over."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from licensing.models import Dog, ImportLine, ImportRun, Owner
from office.models import Town, User
from tests.licensing.registers import PERSON, WHOLE, sent, table, taken_over, tried

pytestmark = pytest.mark.django_db


@pytest.fixture
def desk(client: Client, manager: User) -> Client:
    """The manager's browser."""
    client.force_login(manager)
    return client


def send(desk: Client, content: bytes, **more: Any) -> Any:
    """Send the file."""
    file = SimpleUploadedFile("dogs.csv", content, "text/csv")
    return desk.post("/register/", {"file": file, "key": str(uuid.uuid4()), **more}, follow=True)


def matching(run: ImportRun, **other: str) -> dict[str, str]:
    """The form of the columns as they are known, and as they are changed."""
    return {f"column_{place}": name for name, place in run.matching.items()} | other


def test_a_file_is_sent_matched_tried_and_taken_over(desk: Client) -> None:
    page = send(desk, table(WHOLE, WHOLE | {"first_name": ""} | {"breed": ""}))
    run = ImportRun.objects.get()
    assert page.redirect_chain[-1][0] == f"/register/{run.pk}/match"
    assert "Dr. J. Reyes" in page.content.decode()
    desk.post(f"/register/{run.pk}/match", matching(run))
    assert "Tried, nothing written yet" in desk.post(f"/register/{run.pk}/step", follow=True).content.decode()
    assert not Owner.objects.exists()
    desk.post(f"/register/{run.pk}/take-over")
    shown = desk.post(f"/register/{run.pk}/step", headers={"HX-Request": "true"}).content.decode()
    assert "Breed: This is blank" in shown
    assert "<html" not in shown
    assert Dog.objects.get().name == "Bella"


def test_a_column_is_matched_by_hand(desk: Client, manager: User) -> None:
    run = sent(table(WHOLE).replace(b"dog_name", b"Pooch"), manager)
    place = run.header.index("Pooch")
    desk.post(f"/register/{run.pk}/match", matching(run, **{f"column_{place}": "dog_name"}))
    run.refresh_from_db()
    assert (run.state, run.matching["dog_name"]) == ("checking", place)


def test_a_column_matched_twice_or_missing_is_told(desk: Client, manager: User) -> None:
    run = sent(table(PERSON), manager)
    place = run.matching["street"]
    page = desk.post(f"/register/{run.pk}/match", matching(run, **{f"column_{place}": "city"})).content.decode()
    assert "City is matched more than once." in page
    assert "Needed and not matched: House number and street." in page


def test_the_samples_hide_who_is_confidential(desk: Client, manager: User) -> None:
    hidden = PERSON | {"street": "9 Secret Lane", "confidential": "yes"}
    run = sent(table(PERSON | {"confidential": "no"}, hidden), manager)
    page = desk.get(f"/register/{run.pk}/match").content.decode()
    assert "7 Mill Street" in page
    assert "Secret" not in page


def test_a_file_that_is_none_is_told_at_its_field(desk: Client) -> None:
    assert "save it as CSV" in send(desk, b"\xd0\xcf\x11\xe0").content.decode()
    assert not ImportRun.objects.exists()


def test_the_same_file_leads_to_its_run(desk: Client, manager: User) -> None:
    run = taken_over(table(WHOLE), manager)
    page = send(desk, table(WHOLE))
    assert page.redirect_chain[-1][0] == f"/register/{run.pk}/"
    assert "This file was sent before" in page.content.decode()
    send(desk, table(WHOLE), again="on")
    assert ImportRun.objects.count() == 2


def test_the_report_is_given_out_as_csv(desk: Client, manager: User) -> None:
    run = taken_over(table(WHOLE, PERSON | {"street": ""}), manager)
    text = desk.get(f"/register/{run.pk}/report.csv").getvalue().decode()
    assert [line.split(",")[:2] for line in text.splitlines()[1:]] == [["2", "Taken"], ["3", "Refused"]]


def test_the_first_two_hundred_refusals_are_shown(desk: Client, manager: User) -> None:
    run = tried(table(*[PERSON | {"street": "", "note": str(n)} for n in range(201)]), manager)
    page = desk.get(f"/register/{run.pk}/").content.decode()
    assert page.count("House number and street: This is blank") == 200
    assert "the first 200" in page


def test_once_it_is_being_taken_over_the_columns_are_closed(desk: Client, manager: User) -> None:
    run = taken_over(table(WHOLE), manager)
    assert desk.get(f"/register/{run.pk}/match")["Location"] == f"/register/{run.pk}/"


def test_taking_over_before_the_trial_is_refused(desk: Client, manager: User) -> None:
    run = sent(table(WHOLE), manager)
    page = desk.post(f"/register/{run.pk}/take-over", follow=True).content.decode()
    assert "tried to its end first" in page


def test_one_run_and_thirty_cost_the_same_number_of_questions(
    desk: Client, manager: User, dover: Town, django_assert_num_queries: Any
) -> None:
    sent(table(PERSON), manager)
    desk.get("/register/")
    with django_assert_num_queries(6):
        desk.get("/register/")
    for n in range(29):
        sent(table(PERSON | {"note": str(n)}), manager)
    with django_assert_num_queries(6):
        desk.get("/register/")


def test_a_report_of_many_lines_costs_the_same_number_of_questions(
    desk: Client, manager: User, django_assert_max_num_queries: Any
) -> None:
    run = tried(table(*[PERSON | {"street": "", "note": str(n)} for n in range(60)]), manager)
    assert ImportLine.objects.count() == 60
    with django_assert_max_num_queries(8):
        desk.get(f"/register/{run.pk}/")
