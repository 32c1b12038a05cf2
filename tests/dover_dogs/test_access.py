"""A walk over every address of the house: as a stranger, as each role, and as the other town's clerk.

No new address is forgotten: the walk fails until ``PAGES`` says who may open it.
"""

from __future__ import annotations

import re
import uuid
from collections import defaultdict
from collections.abc import Iterator
from typing import Any, cast

import pytest
import time_machine
from django.contrib.auth.models import Group
from django.http import HttpResponse
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver

from impound.actions.cautions import caution_seizure
from impound.actions.custody import CareFacts, note_care
from impound.actions.lost import LossFacts, report_lost
from licensing.actions.cautions import CautionFacts
from licensing.actions.changes import Report, report_change
from licensing.actions.voids import void_license
from licensing.models import Merge, Owner
from licensing.scans import keep, read_upload
from office.ledger import Back
from office.models import ROLES, Resolution, Town, User
from tests.dover_dogs.test_doors import is_closed
from tests.factories import DogFactory, EarlierBusinessLicenseFactory, OwnerFactory, TagBoxFactory, UserFactory
from tests.impound.pound import arrive, decide, end, forfeit_on, hold, hours, notify, on, seize
from tests.impound.redeeming import redeem, state
from tests.impound.test_ends import adopted
from tests.licensing.cases import picture, upload
from tests.licensing.enumerating import find, street_of
from tests.licensing.issuing import cash, issue, noon
from tests.licensing.registers import PERSON, sent, table

ALL = frozenset(ROLES)
CLERK = frozenset({"clerk"})
MANAGER = frozenset({"manager"})
TAGS = frozenset({"clerk", "manager"})
WARDEN = frozenset({"officer", "manager"})
ENUMERATORS = frozenset({"clerk", "officer", "manager"})
OFFICER = frozenset({"officer"})
BIT = CautionFacts(kind="bit", reason="Bit a mail carrier", source="Police report 12")

PAGES: dict[str, tuple[str, frozenset[str]]] = {
    "more": ("/more/", frozenset({"manager", "inspector"})),
    "counter": ("/counter/", ALL),
    "owner_new": ("/owners/new", CLERK),
    "owner": ("/owners/{owner}/", ALL),
    "owner_edit": ("/owners/{owner}/edit", CLERK),
    "address_open": ("/owners/{owner}/open-address", CLERK),
    "confidential": ("/owners/{owner}/confidential", TAGS),
    "adoption_new": ("/owners/{owner}/adopt", CLERK),
    "adoptions": ("/adoptions/", ALL),
    "adoptions_csv": ("/adoptions.csv", ALL),
    "adoption_undo": ("/adoptions/{adoption}/undo", CLERK),
    "dog_new": ("/owners/{owner}/dogs/new", CLERK),
    "dog": ("/dogs/{dog}/", ALL),
    "dog_edit": ("/dogs/{dog}/edit", CLERK),
    "dog_report": ("/dogs/{dog}/report", CLERK),
    "dog_new_owner": ("/dogs/{dog}/new-owner", CLERK),
    "dog_hand_over": ("/dogs/{dog}/new-owner/{owner}/", CLERK),
    "license_elsewhere": ("/dogs/{dog}/license-from-elsewhere", CLERK),
    "owner_report": ("/owners/{owner}/report", CLERK),
    "paper_correct": ("/dogs/{dog}/papers/rabies-certificate/{paper}/correct", CLERK),
    "paper_new": ("/dogs/{dog}/papers/rabies-certificate/new", CLERK),
    "scan": ("/scans/{scan}/", ALL),
    "license_new": ("/licenses/new?dog={dog}", CLERK),
    "license": ("/licenses/{license}/", ALL),
    "license_pdf": ("/licenses/{license}/license.pdf", ALL),
    "change_undo": ("/changes/{change}/undo", CLERK),
    "license_correct": ("/licenses/{license}/correct", CLERK),
    "license_void": ("/licenses/{license}/void", CLERK),
    "receipt_reverse": ("/receipts/{receipt}/reverse", CLERK),
    "reversal": ("/reversals/{reversal}/", ALL),
    "reversal_pdf": ("/reversals/{reversal}/reversal.pdf", ALL),
    "receipt": ("/receipts/{receipt}/", ALL),
    "receipt_pdf": ("/receipts/{receipt}/receipt.pdf", ALL),
    "due": ("/licenses/due/", ALL),
    "due_csv": ("/licenses/due.csv", ALL),
    "public_records": ("/records/public/", frozenset({"manager", "inspector"})),
    "register_export": ("/register/export/", frozenset({"manager", "inspector"})),
    "register": ("/register/", MANAGER),
    "register_run": ("/register/{run}/", MANAGER),
    "register_match": ("/register/{run}/match", MANAGER),
    "register_csv": ("/register/{run}/report.csv", MANAGER),
    "duplicates": ("/duplicates/", ALL),
    "merge": ("/duplicates/owner/{owner}/{other}/", TAGS),
    "merged": ("/merges/{merge}/", ALL),
    "enumerations": ("/enumerations/", ALL),
    "enumeration_new": ("/enumerations/new", ENUMERATORS),
    "enumeration": ("/enumerations/{enumeration}/", ALL),
    "enumeration_csv": ("/enumerations/{enumeration}/findings.csv", ALL),
    "enumeration_street": ("/enumerations/{enumeration}/streets/{street}/", ALL),
    "finding_match": ("/findings/{finding}/match", ENUMERATORS),
    "finding_withdraw": ("/findings/{finding}/withdraw", ENUMERATORS),
    "businesses": ("/businesses/", ALL),
    "business_new": ("/businesses/new?owner={owner}", CLERK),
    "business": ("/businesses/{business}/", ALL),
    "business_edit": ("/businesses/{business}/edit", CLERK),
    "business_license_new": ("/businesses/{business}/license", CLERK),
    "business_license_transfer": ("/businesses/licenses/{business_license}/transfer", CLERK),
    "business_license_revoke": ("/businesses/licenses/{business_license}/revoke", WARDEN),
    "business_license_pdf": ("/businesses/licenses/{business_license}/license.pdf", ALL),
    "owner_renew": ("/owners/{owner}/renew", CLERK),
    "licenses_pdf": ("/receipts/{receipt}/licenses.pdf", ALL),
    "visit_new": ("/dogs/{dog}/visit", CLERK),
    "tags": ("/tags/", TAGS),
    "tag": ("/tags/{tag}/", ALL),
    "tag_spoil": ("/tags/spoil", TAGS),
    "tag_replace": ("/dogs/{dog}/replace-tag", CLERK),
    "caution_new": ("/dogs/{dog}/caution", ENUMERATORS),
    "caution_lift": ("/cautions/{caution}/lift", ENUMERATORS),
    "pound": ("/pound/", ALL),
    "seizure_new": ("/pound/new", ENUMERATORS),
    "lost": ("/pound/lost/", ALL),
    "lost_new": ("/pound/lost/new?dog={dog}", ENUMERATORS),
    "lost_close": ("/pound/lost/{loss}/close", ENUMERATORS),
    "pound_log": ("/pound/log/", ALL),
    "pound_log_pdf": ("/pound/log/log.pdf", ALL),
    "pound_log_csv": ("/pound/log/log.csv", ALL),
    "pound_register": ("/pound/register/", ALL),
    "pound_register_pdf": ("/pound/register/register.pdf", ALL),
    "pound_register_csv": ("/pound/register/register.csv", ALL),
    "seizure": ("/pound/{seizure}/", ALL),
    "seizure_report": ("/pound/{seizure}/report.pdf", ALL),
    "seizure_report_csv": ("/pound/{seizure}/report.csv", ALL),
    "seizure_amend": ("/pound/{seizure}/amend", ENUMERATORS),
    "seizure_match": ("/pound/{seizure}/match", ENUMERATORS),
    "seizure_photo": ("/pound/{seizure}/photo", ENUMERATORS),
    "seizure_caution": ("/pound/{seizure}/caution", ENUMERATORS),
    "seizure_arrive": ("/pound/{seizure}/arrive", WARDEN),
    "arrival_amend": ("/pound/{arrived}/arrival", WARDEN),
    "seizure_move": ("/pound/{seizure}/move", WARDEN),
    "seizure_care": ("/pound/{seizure}/care", WARDEN),
    "seizure_rabies": ("/pound/{seizure}/rabies", WARDEN),
    "care_withdraw": ("/pound/care/{care}/withdraw", WARDEN),
    "seizure_notice": ("/pound/{seizure}/notice", ENUMERATORS),
    "notice_letter": ("/pound/notices/{notice}/letter.pdf", ALL),
    "notice_withdraw": ("/pound/notices/{notice}/withdraw", ENUMERATORS),
    "seizure_hold": ("/pound/{seizure}/hold", WARDEN),
    "hold_end": ("/pound/holds/{hold}/end", WARDEN),
    "seizure_forfeit": ("/pound/{seizure}/forfeit", WARDEN),
    "hold_withdraw": ("/pound/holds/{hold}/withdraw", WARDEN),
    "forfeiture_withdraw": ("/pound/forfeitures/{forfeiture}/withdraw", WARDEN),
    "seizure_end": ("/pound/{seizure}/end", WARDEN),
    "seizure_adopt": ("/pound/{seizure}/adopt", CLERK),
    "end_withdraw": ("/pound/ends/{end}/withdraw", WARDEN),
    "end_adoption_undo": ("/pound/ends/{adopted}/undo-adoption", CLERK),
    "statement_open": ("/pound/statements/", CLERK),
    "statement_pdf": ("/pound/statements/{statement}/statement.pdf", ALL),
    "seizure_statement": ("/pound/{dog_held}/statement", OFFICER),
    "seizure_redeem": ("/pound/{dog_held}/redeem", CLERK),
    "seizure_release": ("/pound/{dog_held}/release", OFFICER),
    "redemption_undo": ("/pound/{redeemed}/undo-redemption", CLERK),
    "field": ("/field/", OFFICER),
    "field_worker": ("/field/worker.js", OFFICER),
    "field_manifest": ("/field/manifest.webmanifest", OFFICER),
    "field_who": ("/field/who", OFFICER),
    "field_register": ("/field/register", OFFICER),
    "imprint_pdf": ("/tags/imprint.pdf?from=2026-06-01&to=2026-06-30", TAGS),
}
"""The pages of the two rooms, and who may open each."""
SENT_ONLY: dict[str, tuple[str, frozenset[str]]] = {
    "seizure_redeem_quote": ("/pound/{dog_held}/redeem/quote", CLERK),
    "field_send": ("/field/send", OFFICER),
    "field_photos": ("/field/photos", OFFICER),
    "renewal_quote": ("/owners/{owner}/renew/quote", CLERK),
    "typed_kept": ("/dogs/{dog}/leave-for/facts", CLERK),
    "license_quote": ("/licenses/quote?dog={dog}", CLERK),
    "adoption_quote": ("/owners/{owner}/adopt/quote?dog={dog}", CLERK),
    "not_the_same": ("/duplicates/owner/{owner}/{other}/not-the-same", TAGS),
    "business_dog": ("/businesses/{business}/dogs", CLERK),
    "enumeration_streets": ("/enumerations/{enumeration}/streets", ENUMERATORS),
    "enumeration_close": ("/enumerations/{enumeration}/close", ENUMERATORS),
    "street_done": ("/enumerations/{enumeration}/streets/{street}/done", ENUMERATORS),
    "register_step": ("/register/{run}/step", MANAGER),
    "register_take_over": ("/register/{run}/take-over", MANAGER),
}
"""Addresses that take a form and show no page of their own."""
SIGNED_IN = {"home"}
"""Open to whoever is signed in, beside their own account's pages and, for the manager, the set-up."""
OF_A_RECORD = sorted(address for address, _ in (PAGES | SENT_ONLY).values() if "{" in address)


def walk(resolver: URLResolver, before: str = "") -> Iterator[tuple[str, URLPattern]]:
    """Every pattern with an address of it, in which whatever varies is 1."""
    for entry in resolver.url_patterns:
        route = before + str(entry.pattern).replace("(?P<app_label>office|licensing)", "office").strip("^$")
        if isinstance(entry, URLResolver):
            yield from walk(entry, route)
        else:
            yield "/" + re.sub(r"<[^>]+>", "1", route), entry


CLOSED = [(address, pattern) for address, pattern in walk(get_resolver()) if is_closed(pattern.callback)]
SET_UP = [address for address, _ in CLOSED if address.startswith("/admin/")]
OWN = [address for address, _ in CLOSED if address.startswith("/accounts/")]


@pytest.fixture
def records(dover: Town, resolution: Resolution, clerk: User, owner: Owner) -> Iterator[dict[str, Any]]:
    """Of each kind a record of Dover, on the tests' day."""
    with time_machine.travel(noon(), tick=False):
        TagBoxFactory.create(town=dover)
        issued = issue(DogFactory.create(owner=owner), by=clerk, tender=cash("21.00"))
        scan = keep(read_upload(upload(picture(), "a.jpg", "image/jpeg")), town=dover, at=noon())
        numbers = {"owner": owner.pk, "dog": issued.dog_id, "license": issued.pk, "receipt": issued.receipt.number}
        merge = Merge.objects.create(
            town=dover, kind="owner", kept=owner.pk, gone=owner.pk, moved=[], by=clerk, at=noon()
        )
        report = Report(event="loss", happened_on=noon().date(), reported_on=noon().date())
        given: dict[str, Any] = {"report": report, "key": uuid.uuid4(), "by": clerk, "at": noon()}
        numbers |= {"change": report_change(dog=DogFactory.create(owner=owner), **given).pk}
        numbers |= {"paper": issued.dog.rabiescertificates.get().pk}
        numbers |= {"reversal": _reversal(dover, clerk)}
        numbers |= {"other": OwnerFactory.create(town=dover).pk, "merge": merge.pk}
        kennel = EarlierBusinessLicenseFactory.create(business__operator=owner)
        found = find(street_of(dover, by=clerk), by=clerk)
        numbers |= {"enumeration": found.enumeration_id, "street": found.street_id, "finding": found.pk}
        numbers |= {"business": kennel.business_id, "business_license": kennel.pk}
        numbers |= {"run": sent(table(PERSON), clerk).pk}
        numbers |= _of_the_pound(clerk)
        held, redeemed = (seize(by=clerk, dog=issued.dog) for _ in range(2))
        numbers |= {"dog_held": held.pk, "statement": state(held, by=clerk, at=noon()).number}
        state(redeemed, by=clerk, at=noon())
        numbers |= {"redeemed": redeem(redeemed, by=clerk, at=noon()).seizure_id}
        yield numbers | {"scan": scan.pk, "tag": issued.tag.number}


def _of_the_pound(by: User) -> dict[str, Any]:
    """A dog that went to a shelter on its day, with each record of its time in the pound, and a dog that is missed."""
    seizure = seize(by=by)
    told, held = notify(seizure, by=by), hold(seizure, by=by)
    decide(held, "2026-06-01", by=by)
    fed = CareFacts(kind="care", at=hours(3))
    numbers = {"care": note_care(seizure=seizure, facts=fed, key=uuid.uuid4(), by=by, at=hours(4)).pk}
    numbers |= {"caution": caution_seizure(seizure=seizure, facts=BIT, key=uuid.uuid4(), by=by, at=hours(5)).pk}
    forfeited = forfeit_on(seizure, "2026-06-09", by=by)
    numbers |= {"end": end(seizure, "sheltered", "2026-06-10", by=by).pk, "notice": told.pk, "hold": held.pk}
    missed = LossFacts(
        reporter="Ada", telephone="555-0100", breed="Hound", color="tan", lost_on=on("2026-06-01"), place="Route 22"
    )
    loss = report_lost(facts=missed, key=uuid.uuid4(), by=by, at=noon())
    given_away = seize(by=by, chip="985112003456789")
    forfeit_on(given_away, "2026-06-09", by=by)
    adoption = adopted(DogFactory.create(owner__town=by.town))
    left = end(given_away, "adopted", "2026-06-09", by=by, adoption=adoption)
    numbers |= {"adoption": adoption.pk, "adopted": left.pk, "arrived": arrive(seize(by=by), by=by).seizure_id}
    return numbers | {"seizure": seizure.pk, "forfeiture": forfeited.pk, "loss": loss.pk}


def _reversal(town: Town, clerk: User) -> int:
    """The number of a reversal."""
    twice = issue(DogFactory.create(owner__town=town), by=clerk)
    given: dict[str, Any] = {"why": "entered_twice", "reason": "Typed twice", "back": Back(), "key": uuid.uuid4()}
    voided = void_license(license_=twice, by=clerk, at=noon(), **given)
    assert voided.reversal is not None
    return voided.reversal.number


def signed_in(town: Town, role: str) -> Client:
    """The browser of someone in the role."""
    client = Client()
    client.force_login(UserFactory.create(town=town, role=role))
    return client


def opened(client: Client, address: str) -> HttpResponse:
    """The page, read to its end."""
    response = client.get(address)
    response.getvalue()
    return cast(HttpResponse, response)


def test_every_address_of_the_rooms_is_in_the_walk() -> None:
    rooms = {str(pattern.name) for address, pattern in CLOSED if address not in {*SET_UP, *OWN}}
    assert rooms == PAGES.keys() | SENT_ONLY.keys() | SIGNED_IN


def test_every_view_of_the_rooms_is_open_to_the_roles_of_the_table() -> None:
    table = {name: roles for name, (_, roles) in (PAGES | SENT_ONLY).items()}
    views = {pattern.name: frozenset(getattr(pattern.callback, "roles", ())) for _, pattern in CLOSED}
    assert {name: views[name] for name in table} == table


@pytest.mark.django_db
@pytest.mark.parametrize("address", [address for address, _ in CLOSED])
def test_a_stranger_is_led_to_the_sign_in_whatever_is_sent(client: Client, address: str) -> None:
    for response in (client.get(address), client.post(address, {})):
        assert response.status_code == 302, address
        assert response["Location"].startswith(("/accounts/login/?next=", "/admin/login/?next="))


@pytest.mark.parametrize("role", ROLES)
def test_each_role_opens_its_own_pages_and_no_other(records: dict[str, Any], dover: Town, role: str) -> None:
    client = signed_in(dover, role)
    answers = {name: opened(client, address.format(**records)).status_code for name, (address, _) in PAGES.items()}
    assert answers == {name: 200 if role in roles else 403 for name, (_, roles) in PAGES.items()}


@pytest.mark.parametrize("role", ROLES)
def test_a_form_is_taken_from_its_own_roles_alone(records: dict[str, Any], dover: Town, role: str) -> None:
    client = signed_in(dover, role)
    for name, (address, roles) in (PAGES | SENT_ONLY).items():
        status = client.post(address.format(**records), {}).status_code
        assert (status == 403) == (role not in roles) or status == 405, name
        assert status < 500, name


def test_an_address_for_forms_shows_no_page(records: dict[str, Any], dover: Town) -> None:
    client = signed_in(dover, "clerk")
    for address, _ in SENT_ONLY.values():
        assert client.get(address.format(**records)).status_code == 405


@pytest.mark.parametrize("address", OF_A_RECORD)
def test_the_other_towns_clerk_finds_nothing(
    records: dict[str, Any], clerk_of_chestertown: User, client: Client, address: str
) -> None:
    clerk_of_chestertown.groups.set(Group.objects.all())
    client.force_login(clerk_of_chestertown)
    assert client.post(address.format(**records), {}).status_code in (404, 405)
    if address not in {sent for sent, _ in SENT_ONLY.values()}:
        assert client.get(address.format(**records)).status_code == 404


@pytest.mark.parametrize("address", OF_A_RECORD)
def test_an_unknown_record_is_not_found(clerk: User, client: Client, address: str) -> None:
    client.force_login(clerk)
    clerk.groups.set(Group.objects.all())
    unknown: dict[str, int] = defaultdict(lambda: 99_999_999)
    assert client.post(address.format_map(unknown), {}).status_code in (404, 405)
    if address not in {sent for sent, _ in SENT_ONLY.values()}:
        assert client.get(address.format_map(unknown)).status_code == 404


@pytest.mark.parametrize("role", sorted(ALL - {"manager"}))
def test_the_set_up_is_closed_to_all_but_the_manager(dover: Town, role: str) -> None:
    client = signed_in(dover, role)
    answers = {address: (client.get(address).status_code, client.post(address, {}).status_code) for address in SET_UP}
    assert set(answers.values()) == {(403, 403)}, answers


@pytest.mark.parametrize("role", ["clerk", "manager"])
def test_no_page_of_an_account_or_of_the_set_up_breaks(dover: Town, role: str) -> None:
    client = signed_in(dover, role)
    answers = {address: client.get(address, follow=True).status_code for address in [*OWN, *SET_UP]}
    assert not {address: status for address, status in answers.items() if status not in (200, 403, 404, 405)}


def test_no_browser_keeps_a_page_of_the_office(records: dict[str, Any], dover: Town) -> None:
    clerk, manager = signed_in(dover, "clerk"), signed_in(dover, "manager")
    shown = [(clerk, address.format(**records)) for address, _ in PAGES.values()]
    for client, address in [*shown, (clerk, "/no/such/page/"), *((manager, address) for address in [*OWN, *SET_UP])]:
        kept = opened(client, address).get("Cache-Control", "")
        is_paper = address.partition("?")[0].endswith(".pdf")
        assert "no-store" in kept or (is_paper and kept == "private, no-cache"), address
