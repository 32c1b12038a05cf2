"""Resolutions: what the law lets a board set, and that an amount in use stays."""

from __future__ import annotations

import re
from datetime import date
from decimal import Decimal

import pytest
from django.db import IntegrityError, transaction
from django.test import Client

from licensing.models import License
from office.actions import Resolved, change_resolution, withdraw_resolution
from office.models import Resolution, ResolutionAmount, Town, User
from office.refusals import Refused
from ordinances.money import Money
from tests.factories import DogFactory, ResolutionFactory, TagBoxFactory
from tests.licensing.issuing import issue, noon
from tests.office.setup import FEES, POUND, errors, resolution_sent

pytestmark = pytest.mark.django_db


@pytest.fixture
def used(resolution: Resolution, clerk: User, dover: Town) -> License:
    """A license for which a receipt was charged by the resolution."""
    TagBoxFactory.create(town=dover)
    return issue(DogFactory.create(town=dover, owner__town=dover), by=clerk)


def test_an_unaltered_fee_four_dollars_above_is_refused_with_the_section(desk: Client, dover: Town) -> None:
    said = errors(desk, FEES, resolution_sent(altered="10.00", unaltered="14.00"))
    assert "AML § 110(1)" in said["unaltered"][0]
    assert dover.resolutions.count() == 0


def test_an_unaltered_fee_five_dollars_above_is_taken(desk: Client, dover: Town) -> None:
    assert desk.post(FEES, resolution_sent(altered="10.00", unaltered="15.00")).status_code == 302
    amounts = {row.code: row.amount for row in dover.resolutions.get().amounts.all()}
    assert (amounts["altered"], amounts["unaltered"]) == (Decimal("10.00"), Decimal("15.00"))


def test_a_refused_sheet_keeps_what_was_typed(desk: Client) -> None:
    page = desk.post(FEES, resolution_sent(unaltered="14.00", note="Read twice")).content.decode()
    assert 'value="14.00"' in page
    assert 'value="Read twice"' in page


@pytest.mark.parametrize(("code", "amount"), [("surcharge_altered", "0.99"), ("surcharge_unaltered", "2.99")])
def test_a_surcharge_below_the_states_is_refused(desk: Client, code: str, amount: str) -> None:
    assert "AML § 110(3)" in errors(desk, FEES, resolution_sent(**{code: amount}))[code][0]


def test_an_impoundment_charge_below_its_floor_is_refused_and_at_it_taken(desk: Client, dover: Town) -> None:
    sent = {"number": "8-2026", "adopted_on": "2026-06-10", "in_force_from": "2026-06-10"}
    assert "Seizure" in errors(desk, POUND, sent | {"impound_first": "19.99"})["impound_first"][0]
    assert desk.post(POUND, sent | {"impound_first": "20.00"}).status_code == 302
    assert dover.resolutions.get().subject == "impoundment"


def test_the_sheet_offers_the_amounts_of_its_subject_alone(desk: Client) -> None:
    fields = set(desk.get(POUND).context["adminform"].form.fields)
    assert "impound_first" in fields
    assert "altered" not in fields


def test_a_required_amount_left_empty_is_named(desk: Client) -> None:
    assert set(errors(desk, FEES, resolution_sent(altered=""))) == {"altered"}


def test_a_sheet_without_any_amount_is_refused(desk: Client) -> None:
    sent = {"number": "8-2026", "adopted_on": "2026-06-10", "in_force_from": "2026-06-10"}
    assert "sets none" in errors(desk, POUND, sent)["__all__"][0]


@pytest.mark.parametrize("amount", ["-1", "abc", "1e3", "10.005"])
def test_what_is_no_amount_is_refused_at_its_field(desk: Client, amount: str) -> None:
    assert set(errors(desk, FEES, resolution_sent(altered=amount))) == {"altered"}


def test_it_takes_no_effect_before_its_adoption(desk: Client) -> None:
    said = errors(desk, FEES, resolution_sent(adopted_on="2026-06-10", in_force_from="2026-06-09"))
    assert "2026-06-10" in said["in_force_from"][0]


def test_it_is_not_entered_before_its_adoption(desk: Client) -> None:
    assert set(errors(desk, FEES, resolution_sent(adopted_on="2026-06-16"))) == {"adopted_on"}


def test_two_on_one_subject_never_take_effect_on_one_day(desk: Client, resolution: Resolution) -> None:
    desk.post(FEES, resolution_sent())
    said = errors(desk, FEES, resolution_sent(number="9-2026"))
    assert "Resolution 7-2026" in said["in_force_from"][0]


def test_a_number_is_used_once_on_a_subject(desk: Client) -> None:
    desk.post(FEES, resolution_sent())
    assert set(errors(desk, FEES, resolution_sent(in_force_from="2026-08-01"))) == {"number"}


def test_a_sheet_sent_twice_is_one_resolution(desk: Client, dover: Town) -> None:
    assert [desk.post(FEES, resolution_sent()).status_code for _ in range(2)] == [302, 302]
    assert dover.resolutions.count() == 1


def test_the_new_one_is_in_force_from_its_day(desk: Client, dover: Town, resolution: Resolution) -> None:
    desk.post(FEES, resolution_sent())
    numbers = [
        found.number
        for day in (date(2026, 6, 30), date(2026, 7, 1))
        if (found := Resolution.objects.in_force(dover, "license_fees", day))
    ]
    assert numbers == [resolution.number, "7-2026"]


def test_the_list_says_which_one_counts_today(desk: Client, resolution: Resolution) -> None:
    ResolutionFactory.create(town=resolution.town, in_force_from=date(2026, 6, 15))
    ResolutionFactory.create(town=resolution.town, in_force_from=date(2026, 6, 16))
    page = desk.get("/admin/office/resolution/").content.decode()
    states = re.findall(r'<td class="field-state">(.*?)</td>', page)
    assert states == ["To come", "In force", "Superseded"]


def test_an_unused_one_is_corrected(desk: Client, dover: Town) -> None:
    desk.post(FEES, resolution_sent())
    row = dover.resolutions.get()
    sent = resolution_sent(altered="11.00", senior_altered="", senior_unaltered="")
    assert desk.post(f"/admin/office/resolution/{row.pk}/change/", sent).status_code == 302
    assert row.as_fact().amounts.keys() == {"altered", "unaltered", "surcharge_altered", "surcharge_unaltered"}
    assert row.amounts.get(code="altered").amount == Decimal("11.00")


def test_a_correction_is_checked_by_the_law_as_well(desk: Client, resolution: Resolution) -> None:
    sent = resolution_sent(unaltered="14.00")
    assert "AML § 110(1)" in errors(desk, f"/admin/office/resolution/{resolution.pk}/change/", sent)["unaltered"][0]


def test_one_in_use_is_shown_with_the_word_that_a_new_one_supersedes_it(
    desk: Client, resolution: Resolution, used: License
) -> None:
    page = desk.get(f"/admin/office/resolution/{resolution.pk}/change/").content.decode()
    assert "Enter a new resolution: from its day on it supersedes this one." in page
    assert "License fee, unaltered dog: $18.00" in page
    assert 'name="_save"' not in page


@pytest.mark.parametrize("page", ["change", "delete"])
def test_one_in_use_is_neither_changed_nor_taken_back(
    desk: Client, resolution: Resolution, used: License, page: str
) -> None:
    address = f"/admin/office/resolution/{resolution.pk}/{page}/"
    assert desk.post(address, resolution_sent(altered="1.00")).status_code == 403
    assert resolution.amounts.get(code="altered").amount == Decimal("10.00")


def test_the_acts_refuse_it_too(resolution: Resolution, used: License, manager: User) -> None:
    with pytest.raises(Refused, match="in use"):
        withdraw_resolution(resolution=resolution, by=manager, at=noon())


def test_the_database_refuses_a_change_of_an_amount_in_use(resolution: Resolution, used: License) -> None:
    for change in ({"amount": Decimal("1.00")}, {"code": "other"}):
        with pytest.raises(IntegrityError, match="never edited"), transaction.atomic():
            ResolutionAmount.objects.filter(resolution=resolution, code="altered").update(**change)
    with pytest.raises(IntegrityError, match="never edited"), transaction.atomic():
        Resolution.objects.filter(pk=resolution.pk).update(in_force_from=date(2026, 1, 1))
    with pytest.raises(IntegrityError, match="never edited"), transaction.atomic():
        ResolutionAmount.objects.create(resolution=resolution, code="more", amount=1)


def test_an_unused_one_is_taken_back_and_the_history_keeps_it(desk: Client, resolution: Resolution) -> None:
    address = f"/admin/office/resolution/{resolution.pk}/delete/"
    assert desk.get(address).status_code == 200
    assert resolution.town.resolutions.count() == 1
    assert desk.post(address).status_code == 302
    assert resolution.town.resolutions.count() == 0
    assert list(Resolution.pgh_event_model.objects.values_list("pgh_label", flat=True))[-1] == "delete"  # type: ignore[attr-defined]


def test_one_entered_late_warns_of_receipts_charged_before(desk: Client, used: License) -> None:
    sent = resolution_sent(adopted_on="2026-06-10", in_force_from="2026-06-15")
    page = desk.post(FEES, sent, follow=True).content.decode()
    assert "Receipts from June 15, 2026 on charged by the one before: 1." in page
    assert used.receipt.total == Decimal("21.00")


def test_chestertown_sets_fines_alone_and_never_above_the_laws(other_desk: Client, chestertown: Town) -> None:
    address = other_desk.get("/admin/office/resolution/add/")["Location"]
    assert address == "?subject=fines"
    sent = {"number": "3-2026", "adopted_on": "2026-06-01", "in_force_from": "2026-06-01"}
    page = f"/admin/office/resolution/add/{address}"
    assert "Charter § C11-4B" in errors(other_desk, page, sent | {"fine_first": "100.01"})["fine_first"][0]
    assert other_desk.post(page, sent | {"fine_first": "100.00"}).status_code == 302


def test_the_history_names_the_act_and_who_did_it(desk: Client, manager: User, dover: Town) -> None:
    desk.post(FEES, resolution_sent())
    row = dover.resolutions.get()
    desk.post(f"/admin/office/resolution/{row.pk}/change/", resolution_sent(altered="11.00", note="Corrected"))
    later, first = desk.get(f"/admin/office/resolution/{row.pk}/history/").context["changes"]
    assert (first.by, first.act, later.act) == (manager.username, "Enter resolution", "Change resolution")
    assert later.what == ("Note: from nothing to Corrected", "altered: from $10.00 to $11.00")


def test_changing_one_keeps_its_subject(resolution: Resolution, manager: User) -> None:
    resolved = Resolved("1", date(2026, 1, 1), date(2026, 1, 1), {"impound_first": Money.of("25")})
    with pytest.raises(Refused, match="none of the license fees"):
        change_resolution(resolution=resolution, resolved=resolved, by=manager, at=noon())


def test_a_resolution_of_the_other_town_has_its_own_numbers(desk: Client, chestertown: Town, dover: Town) -> None:
    ResolutionFactory.create(town=chestertown, number="7-2026")
    assert desk.post(FEES, resolution_sent()).status_code == 302
    assert dover.resolutions.get().number == "7-2026"
