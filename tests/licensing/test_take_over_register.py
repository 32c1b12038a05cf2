"""A register taken over from a file: the counter's checks, nobody doubled, nothing overwritten."""

from __future__ import annotations

import uuid
from datetime import date
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from licensing.actions.changes import Report
from licensing.actions.handovers import transfer_license
from licensing.actions.register.runs import begin_taking_over, match_columns, take_over_lines
from licensing.documents import license_pdf
from licensing.models import (
    AlterationProof,
    Dog,
    DueEntry,
    ImportRun,
    License,
    Owner,
    RabiesCertificate,
    SearchEntry,
    Tag,
)
from licensing.register.files import path_of
from office.models import Receipt, Town, User
from office.refusals import Refused
from tests.factories import (
    DogFactory,
    EarlierBusinessLicenseFactory,
    EarlierLicenseFactory,
    OwnerFactory,
    TagBoxFactory,
    TagFactory,
    UserFactory,
)
from tests.licensing.issuing import cash, issue, noon
from tests.licensing.registers import (
    DOG,
    LICENSE,
    PERSON,
    WHOLE,
    line,
    results,
    sent,
    table,
    taken_over,
    taken_over_as_tried,
    tried,
)


def row(**cells: str) -> dict[str, str]:
    """The whole line with other cells."""
    return WHOLE | cells


def second(**cells: str) -> dict[str, str]:
    """A line of another person and dog."""
    other = {
        "last_name": "Young",
        "street": "8 Mill Street",
        "dog_name": "Max",
        "tag_number": "1043",
        "license_number": "78",
    }
    return WHOLE | other | cells


def test_a_line_becomes_a_person_a_dog_its_papers_its_tag_and_its_license(manager: User) -> None:
    run = taken_over(table(row(chip="985 1", dog_born="3/5/24")), manager)
    made = License.objects.select_related("dog__owner", "tag").get()
    assert (made.number, made.tag.number, made.dog.name, made.holder.name) == (77, 1042, "Bella", "Nora Baker")
    assert (made.starts, made.expires, made.dog.born) == (date(2026, 3, 15), date(2027, 3, 31), date(2024, 3, 5))
    assert made.rabies_certificate == RabiesCertificate.objects.get(dog=made.dog, expires=date(2029, 1, 10))
    assert (results(run), line(run).dog_id, line(run).owner_id) == (["taken"], made.dog_id, made.holder_id)


def test_its_licenses_name_one_receipt_over_nothing(manager: User) -> None:
    run = taken_over(table(row(), second()), manager)
    receipt = Receipt.objects.get()
    assert receipt.total == 0
    assert (receipt.entries.count(), run.receipt_id) == (0, receipt.pk)
    assert "a.csv" in receipt.purpose
    assert {each.receipt_id for each in License.objects.all()} == {receipt.pk}


def test_what_came_in_is_found_by_the_search_and_stands_on_the_due_list(manager: User) -> None:
    taken_over(table(row()), manager)
    words = SearchEntry.objects.get().words
    assert all(word in words for word in ("baker", "bella", "1042", "77"))
    assert DueEntry.objects.get().expires == date(2027, 3, 31)
    assert Dog.objects.get().events.count() == 1  # type: ignore[attr-defined]  # made by pghistory


def test_a_license_without_a_rabies_paper_is_taken_and_its_paper_can_be_printed(manager: User) -> None:
    taken_over(table(PERSON | DOG | LICENSE), manager)
    made = License.objects.get()
    assert made.rabies_certificate is None
    assert made.printed["carried_over"] == "Taken over from the earlier register"
    assert license_pdf(made).startswith(b"%PDF")


def test_numbers_are_the_dogs_for_ever_and_the_next_ones_come_after(
    manager: User, clerk: User, resolution: Any
) -> None:
    taken_over(table(row(tag_number="1001")), manager)
    TagBoxFactory.create(town=manager.town, first=1001, last=1100)
    issued = issue(DogFactory.create(owner__town=manager.town), by=clerk, tender=cash("21.00"))
    assert (issued.number, issued.tag.number) == (78, 1002)


def test_a_blank_birth_date_stays_blank(manager: User) -> None:
    run = taken_over(table(row(owner_born="", dog_born="")), manager)
    assert (results(run), Owner.objects.get().born, Dog.objects.get().born) == (["taken"], None, None)


def test_a_broken_line_is_reported_and_the_rest_is_taken(manager: User) -> None:
    content = table(row(), second())
    lines = content.splitlines()
    broken = b"\n".join([*lines[:2], lines[1].replace(b"Bella", b'"Bel"la'), lines[2]])
    run = taken_over(broken, manager)
    assert results(run) == ["taken", "refused", "taken"]
    assert "quotation mark" in line(run, 3).why


def test_the_same_file_again_is_found_and_changes_nothing(manager: User) -> None:
    first = taken_over(table(row(), second()), manager)
    assert sent(table(row(), second()), manager) == first
    assert ImportRun.objects.count() == 1


def test_the_same_file_read_again_finds_all_of_it_on_file(manager: User) -> None:
    content = table(
        row(owner_born="1/2/60", altered="Y", note="Bites"), second(chip="985 2"), PERSON | {"first_name": "Al"}
    )
    taken_over(content, manager)
    before = [list(model.objects.order_by("pk").values()) for model in (Owner, Dog, Tag, License, Receipt)]
    run = taken_over(content, manager, again=True)
    assert results(run) == ["unchanged"] * 3
    assert before == [list(model.objects.order_by("pk").values()) for model in (Owner, Dog, Tag, License, Receipt)]


def test_a_person_equal_to_one_on_file_is_joined(manager: User, owner: Owner) -> None:
    person = {"last_name": "OBrien", "first_name": "maeve", "street": "12 Main Street", "zip_code": owner.zip_code}
    run = taken_over(table(row(**person)), manager)
    assert (results(run), Dog.objects.get().owner) == (["joined"], owner)
    assert "Maeve O’Brien is on file" in line(run).why


@pytest.mark.parametrize(
    ("cells", "joined"),
    [
        ({"last_name": "O’Brian", "telephone": "845-555-0101"}, True),
        ({"last_name": "O’Brian", "telephone": "845-555-0102"}, False),
        ({"first_name": "Niamh", "telephone": "845-555-0101"}, False),
        ({"street": "12 Main St"}, True),
        ({"street": "120 Main Street"}, False),
        ({"street": "9 Mill Road", "email": "MAEVE@example.org"}, True),
    ],
)
def test_who_is_the_same_person(manager: User, owner: Owner, cells: dict[str, str], joined: bool) -> None:
    person = {"last_name": "O’Brien", "first_name": "Maeve", "street": "12 Main Street"} | cells
    taken_over(table(row(**person)), manager)
    assert (Owner.objects.count() == 1) is joined


def test_father_and_son_of_one_name_are_two(manager: User) -> None:
    run = taken_over(table(row(owner_born="1/2/1950"), second(**PERSON, owner_born="3/4/1980")), manager)
    assert (results(run), Owner.objects.count()) == (["taken", "taken"], 2)


def test_blanks_are_filled_and_what_differs_is_kept_and_told(manager: User, dover: Town) -> None:
    nora = OwnerFactory.create(
        town=dover, first_name="Nora", last_name="Baker", street="7 Mill Street", zip_code="12522"
    )
    DogFactory.create(owner=nora, name="Bella", sex="female", breed="Beagle", color="black")
    run = taken_over(table(row(telephone="845 555 0177", dog_born="3/1/2023", markings="One ear")), manager)
    nora.refresh_from_db()
    dog = Dog.objects.get()
    assert (nora.telephone, dog.color, dog.markings) == ("845 555 0177", "black", "One ear")
    assert "kept ours: Color(s)" in line(run).why


def test_two_dogs_of_a_household_come_to_one_person(manager: User) -> None:
    run = taken_over(table(row(), second(**PERSON)), manager)
    assert (results(run), Owner.objects.count(), Dog.objects.count()) == (["taken", "joined"], 1, 2)
    assert "from line 2" in line(run, 3).why


@pytest.mark.parametrize(
    ("cells", "why"),
    [
        ({"last_name": ""}, "Last name or organization: This is blank, and is needed."),
        ({"breed": ""}, "Breed: This is blank"),
        ({"zip_code": "1252"}, ""),
        ({"zip_code": "12"}, "ZIP code: Write a ZIP code"),
        ({"owner_born": "1/1/2027"}, "Owner’s date of birth:"),
        ({"dog_born": "12/24/2026"}, "Dog’s date of birth: The dog cannot be born after today."),
        ({"dog_born": "2/30/2024"}, "Dog’s date of birth: There is no day 2/30/2024."),
        ({"rabies_expires": "1/10/2026"}, "Rabies certificate expires:"),
        ({"rabies_expires": "1/10/2039"}, "runs for more than three years"),
        ({"rabies_vaccinated_on": "7/1/2026"}, "This day is yet to come"),
        ({"license_expires": "2026-03-14"}, "License expires: The term ends before it starts"),
        ({"license_expires": "2036-03-31"}, "more than three years"),
        ({"license_issued_on": "2026-06-16"}, "License issued on: This day is yet to come."),
        ({"chip": "***"}, "Microchip: A microchip's number has digits or letters."),
        ({"dog_name": ""}, "Dog’s name: This is blank"),
    ],
)
def test_what_the_counter_would_refuse_is_refused_with_its_column_and_its_rule(
    manager: User, cells: dict[str, str], why: str
) -> None:
    run = taken_over(table(row(**cells), second()), manager)
    assert results(run) == (["refused", "taken"] if why else ["taken", "taken"])
    assert why in line(run).why
    assert (Owner.objects.filter(last_name="Baker").exists()) is not bool(why)


def test_a_tag_or_a_chip_or_a_license_of_another_dog_is_refused(manager: User, dover: Town) -> None:
    held = TagFactory.create(town=dover, dog__owner__town=dover, dog__chip="985 112", number=1042)
    EarlierBusinessLicenseFactory.create(business__operator__town=dover, number=78)
    lines = (row(), row(tag_number="", chip="985-112"), row(tag_number="2", license_number="78"))
    run = taken_over(table(*lines), manager)
    assert results(run) == ["refused"] * 3
    assert [each.why.partition(":")[0] for each in run.report.all()] == ["Tag number", "Microchip", "License number"]
    assert Dog.objects.get() == held.dog


def test_a_number_that_was_spoiled_is_no_dogs(manager: User, dover: Town) -> None:
    Tag.objects.create(
        town=dover, number=1042, issued_on=noon().date(), retired_on=noon().date(), retired_because="Bent"
    )
    assert results(taken_over(table(row()), manager)) == ["refused"]


def test_two_lines_of_one_number_are_two_dogs_for_one_number(manager: User) -> None:
    run = taken_over(table(row(), second(tag_number="1042")), manager)
    assert results(run) == ["taken", "refused"]
    assert "Number 1042 is Bella's" in line(run, 3).why


def test_a_term_that_shares_a_day_with_another_is_refused(manager: User) -> None:
    dog = {"license_number": "78", "license_starts": "2027-03-31", "license_expires": "2028-03-31"}
    after = {"license_number": "79", "license_starts": "2027-04-01", "license_expires": "2028-03-31"}
    run = taken_over(table(row(), row(**dog), row(**after)), manager)
    assert results(run) == ["taken", "refused", "joined"]
    assert "licensed to 2027-03-31 already (license 77)" in line(run, 3).why


def test_what_is_half_told_is_left_out_and_said(manager: User) -> None:
    run = taken_over(table(row(rabies_veterinarian="", license_expires="")), manager)
    assert (results(run), License.objects.count(), RabiesCertificate.objects.count()) == (["taken"], 0, 0)
    assert "Rabies certificate not filed, as this is blank: Veterinarian" in line(run).why
    assert "License not taken, as this is blank: License expires" in line(run).why


def test_a_proof_of_alteration_makes_the_dog_altered(manager: User) -> None:
    proof = {"alteration_kind": "certificate", "alteration_signed_on": "5/2/2024", "alteration_signer": "Dr. J. Reyes"}
    taken_over(table(row(**proof)), manager)
    assert (Dog.objects.get().altered, License.objects.get().alteration_proof) == (True, AlterationProof.objects.get())


def test_a_confidential_person_stays_so_and_comes_so(manager: User, dover: Town) -> None:
    nora = OwnerFactory.create(
        town=dover, first_name="Nora", last_name="Baker", street="7 Mill Street", zip_code="12522", confidential=True
    )
    run = taken_over(table(row(confidential="no"), second(confidential="yes")), manager)
    nora.refresh_from_db()
    assert (nora.confidential, Owner.objects.get(last_name="Young").confidential) == (True, True)
    assert "Mill" not in "".join(each.why for each in run.report.all())


def test_in_chestertown_a_tag_is_of_its_license_year(chestertown: Town) -> None:
    manager = UserFactory.create(town=chestertown, role="manager")
    term = {"license_starts": "2025-07-01", "license_expires": "2026-06-30", "license_issued_on": "2025-07-01"}
    run = taken_over(table(row(**term)), manager)
    made = License.objects.get()
    assert (results(run), made.license_year, made.tag.license_year) == (["taken"], 2025, 2025)


def test_a_veterinarians_statement_is_refused_in_chestertown_by_its_law(chestertown: Town, manager: User) -> None:
    other = UserFactory.create(town=chestertown, role="manager")
    statement = {"statement_on": "1/5/2026", "statement_reason": "Ill", "statement_veterinarian": "Dr. J. Reyes"}
    content = table(PERSON | DOG | statement)
    assert results(taken_over(content, manager)) == ["taken"]
    run = taken_over(content, other)
    assert (results(run), "COMAR 10.06.02.10" in line(run).why) == (["refused"], True)


def test_a_trial_writes_nothing_and_tells_what_the_taking_over_then_does(manager: User) -> None:
    content = table(row(), second(**PERSON), second(tag_number="1042"), row(breed=""), row())
    run = tried(content, manager)
    told = [(each.result, each.why) for each in run.report.all()]
    assert (run.state, Owner.objects.count(), Receipt.objects.count()) == ("checked", 0, 0)
    done = taken_over_as_tried(run, manager)
    assert [(each.result, each.why) for each in done.report.all()] == told
    assert [result for result, _ in told] == ["taken", "joined", "refused", "refused", "unchanged"]


def test_a_trial_in_small_steps_tells_the_same(manager: User, monkeypatch: pytest.MonkeyPatch) -> None:
    content = table(row(), second(), second(**PERSON), row(), second(tag_number="1042", first_name="Al"))
    whole = [(each.result, each.why) for each in tried(content, manager).report.all()]
    monkeypatch.setattr("licensing.actions.register.runs.try_lines.__wrapped__.__kwdefaults__", {"most": 1})
    again = [(each.result, each.why) for each in tried(content + b"\n", manager).report.all()]
    assert again == whole


def test_a_run_broken_off_goes_on_where_it_stopped(manager: User) -> None:
    run = sent(table(row(), second()), manager)
    begun = match_columns(run=run, matching=run.matching, trial=False, by=manager, at=noon())
    half = take_over_lines(run=begun, by=manager, at=noon(), most=1)
    assert (half.state, half.done, Owner.objects.count()) == ("taking", 1, 1)
    found = sent(table(row(), second()), manager)
    done = take_over_lines(run=found, by=manager, at=noon())
    assert (done.state, results(done), Owner.objects.count()) == ("done", ["taken", "taken"], 2)


def test_the_rows_are_forgotten_when_all_is_taken_over(manager: User, django_capture_on_commit_callbacks: Any) -> None:
    run = tried(table(row()), manager)
    assert path_of(run.key).exists()
    with django_capture_on_commit_callbacks(execute=True):
        taken_over_as_tried(run, manager)
    assert not path_of(run.key).exists()


def test_the_columns_stay_once_lines_were_taken_over(manager: User) -> None:
    run = taken_over(table(row()), manager)
    with pytest.raises(Refused, match="its columns stay"):
        match_columns(run=run, matching=run.matching, by=manager, at=noon())


def test_what_was_not_tried_is_not_taken_over(manager: User) -> None:
    with pytest.raises(Refused, match="tried to its end"):
        begin_taking_over(run=sent(table(row()), manager), by=manager, at=noon())


def test_a_file_without_lines_or_columns_is_refused(manager: User) -> None:
    with pytest.raises(Refused, match="no line"):
        sent(b"last_name,street\n", manager)
    run = sent(b"last_name,street\nBaker,7 Mill\n", manager)
    with pytest.raises(Refused, match="Needed and not matched: City, State, ZIP code"):
        match_columns(run=run, matching=run.matching, by=manager, at=noon())


def test_rows_that_were_lost_are_asked_for_once_more(manager: User) -> None:
    content = table(row())
    run = sent(content, manager)
    begun = match_columns(run=run, matching=run.matching, trial=False, by=manager, at=noon())
    path_of(run.key).unlink()
    with pytest.raises(Refused, match="send the file once more"):
        take_over_lines(run=begun, by=manager, at=noon())
    assert results(take_over_lines(run=sent(content, manager), by=manager, at=noon())) == ["taken"]


def test_the_other_towns_file_is_not_ours(manager: User, clerk_of_chestertown: User) -> None:
    run = sent(table(row()), manager)
    with pytest.raises(Refused, match="another town"):
        match_columns(run=run, matching=run.matching, by=clerk_of_chestertown, at=noon())


def test_a_license_on_file_is_joined_by_its_number(manager: User, dover: Town) -> None:
    nora = OwnerFactory.create(
        town=dover, first_name="Nora", last_name="Baker", street="7 Mill Street", zip_code="12522"
    )
    dog = DogFactory.create(owner=nora, name="Bella", sex="female")
    tag = TagFactory.create(dog=dog, number=1042)
    EarlierLicenseFactory.create(dog=dog, number=77, tag=tag, starts=date(2026, 3, 15), expires=date(2027, 3, 31))
    run = taken_over(table(PERSON | DOG | LICENSE), manager)
    assert (results(run), License.objects.count(), Dog.objects.count()) == (["unchanged"], 1, 1)


def test_one_line_and_fifty_cost_the_same_number_of_questions(manager: User) -> None:
    counts = []
    for start, size in ((0, 1), (100, 50)):
        numbers = [str(5000 + start + n) for n in range(size)]
        rows = [row(first_name=f"N{n}", street=f"{n} Elm Street", tag_number=n, license_number=n) for n in numbers]
        run = sent(table(*rows), manager)
        begun = match_columns(run=run, matching=run.matching, trial=False, by=manager, at=noon())
        with CaptureQueriesContext(connection) as queries:
            take_over_lines(run=begun, by=manager, at=noon())
        counts.append(len(queries))
    assert counts[1] <= counts[0]


def test_a_line_that_only_the_database_refuses_holds_up_no_other(manager: User) -> None:
    run = taken_over(table(row(), row(dog_name="㎯" * 60, tag_number="1", license_number="1"), second()), manager)
    assert results(run) == ["taken", "refused", "taken"]
    assert Dog.objects.count() == 2


def test_a_license_taken_over_goes_to_a_new_owner_in_chestertown(chestertown: Town) -> None:
    other = UserFactory.create(town=chestertown, role="manager")
    term = {"license_starts": "2025-07-01", "license_expires": "2026-06-30", "license_issued_on": "2025-07-01"}
    taken_over(table(PERSON | DOG | LICENSE | term), other)
    dog, to = Dog.objects.get(), OwnerFactory.create(town=chestertown)
    report = Report(event="sale", happened_on=noon().date(), reported_on=noon().date())
    sale: dict[str, Any] = {"dog": dog, "new_owner": to, "report": report, "tenders": cash("1.00"), "payer": "Ada"}
    made = transfer_license(**sale, key=uuid.uuid4(), by=other, at=noon())
    assert (made.rabies_certificate, made.printed["fee"]) == (None, "1.00")
