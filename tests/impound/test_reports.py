"""The seizure and disposition report, field by field, and the register of a period."""

from __future__ import annotations

import csv
from datetime import date

import pytest
from django.test import Client

from impound.actions.ends import withdraw_end
from impound.reports import register_of
from licensing.models import Owner
from office.models import User
from tests.impound.pound import end, forfeit_on, notify, on, seize
from tests.impound.redeeming import PAID_AT, arrive_at, licensed, redeem, release, state
from tests.impound.test_act_pages import paper
from tests.licensing.issuing import noon

pytestmark = pytest.mark.django_db

FIELDS = [
    "Town and county", "Control number", "Date and time seized", "Location", "Reason and code", "Officer",
    "Breed, color, sex", "Age and marks", "Name", "Tag", "Microchip", "License",
    "Impoundments in the 12 months before", "Name and address", "Notified", "Shelter", "Received", "Date available",
    "Why", "Disposition", "To whom", "Fees",
]  # fmt: skip
"""Those of the state's form DL-18."""


def test_every_field_of_the_form_is_on_pdf_and_csv(client: Client, owner: Owner, officer: User, clerk: User) -> None:
    dog = licensed(owner)
    seize(by=officer, dog=dog, seized_at=noon(on("2026-02-01")))
    seizure = seize(by=officer, dog=dog, wears_tag=True)
    arrive_at(seizure, PAID_AT, by=officer)
    notify(seizure, by=officer)
    state(seizure, by=officer)
    release(seizure, redeem(seizure, by=clerk).receipt.number, by=officer)
    client.force_login(clerk)
    rows = list(
        csv.DictReader(client.get(f"/pound/{seizure.pk}/report.csv").getvalue().decode("utf-8-sig").splitlines())
    )
    said = {row["Field"]: row["Value"] for row in rows}
    assert [row["Field"] for row in rows] == FIELDS
    assert (said["Impoundments in the 12 months before"], said["Date and time seized"]) == ("1", "2026-06-01 09:00")
    assert said["Notified"] == "in person on 2026-06-01: Ada Owner"
    assert said["Fees"].endswith("$150.00, receipt 1")
    printed = paper(clerk, f"/pound/{seizure.pk}/report.pdf")
    assert all(field in printed for field in FIELDS)


def test_a_dog_whose_first_end_was_withdrawn_and_that_left_is_not_in_the_next_months_register(officer: User) -> None:
    seizure = seize(by=officer)
    forfeit_on(seizure, "2026-06-09", by=officer)
    wrong = end(seizure, "sheltered", "2026-06-10", by=officer)
    withdraw_end(end=wrong, reason="Another dog", by=officer, at=noon(on("2026-06-11")))
    end(seizure, "sheltered", "2026-06-12", by=officer)
    for month, rows in ((6, 1), (7, 0)):
        days = (date(2026, month, 1), date(2026, month, 28))
        assert len(register_of(seizure.town, days, on=days[1]).rows) == rows
