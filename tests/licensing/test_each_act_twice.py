"""Every act of the licensing office: one form sent twice is one, and two clerks at once do what two in a row would."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from datetime import date, timedelta
from functools import partial
from typing import Any

import pytest
import time_machine

from licensing import actions
from licensing.actions import register
from licensing.actions.business_licenses import revoke_business_license, transfer_business_license
from licensing.actions.businesses import add_business, change_business, include_in_kennel, take_out_of_kennel
from licensing.actions.cautions import CautionFacts, lift_caution, set_caution
from licensing.actions.changes import Address, Report, report_change, report_move
from licensing.actions.corrections import correct_license
from licensing.actions.dogs import DogFacts, add_dog, change_dog
from licensing.actions.elsewhere import Elsewhere, take_over_license
from licensing.actions.enumerations import (
    Found,
    Plan,
    add_streets,
    close_enumeration,
    finish_street,
    match_finding,
    open_enumeration,
    record_finding,
    withdraw_finding,
)
from licensing.actions.exports import export_town
from licensing.actions.grants import Wanted
from licensing.actions.handovers import change_owner_of_dog, transfer_license
from licensing.actions.merges import dismiss_pair, merge_dogs, merge_owners, undo_merge
from licensing.actions.mistakes import undo_change
from licensing.actions.papers import (
    AlterationProofFacts,
    RabiesStatementFacts,
    WorkingProofFacts,
    file_alteration_proof,
    file_rabies_certificate,
    file_rabies_statement,
    file_working_proof,
)
from licensing.actions.people import OwnerFacts, add_owner, change_owner
from licensing.actions.privacy import open_address, set_confidential
from licensing.actions.public_records import export_public_records
from licensing.actions.register.runs import (
    begin_taking_over,
    match_columns,
    start_import,
    take_over_lines,
    try_lines,
)
from licensing.actions.renewals import renew_licenses
from licensing.actions.replacements import replace_tag
from licensing.actions.stock import Box, change_tags, receive_tags, spoil_tag
from licensing.actions.unadopt import withdraw_adoption
from licensing.actions.visits import VisitFacts, record_visit
from licensing.actions.voids import reverse_receipt, void_license
from licensing.actions.withdrawals import withdraw_paper
from licensing.models import Business, BusinessLicense, Dog, ImportRun, Owner, TagBox
from office.ledger import Back
from office.models import User
from office.versions import version_of
from tests.factories import (
    TODAY,
    DogFactory,
    EarlierLicenseFactory,
    OwnerFactory,
    RabiesCertificateFactory,
    ResolutionFactory,
    TagBoxFactory,
    TagFactory,
    TownFactory,
    UserFactory,
)
from tests.licensing import kennels, registers
from tests.licensing.adopting import adopt
from tests.licensing.cases import certificate_facts, dog_facts
from tests.licensing.enumerating import BEGAN, find, street_of
from tests.licensing.issuing import asked_for, cash, issue, noon
from tests.sequences import acts_of
from tests.twice import Case, Form, sent_at_once, sent_twice

pytestmark = pytest.mark.django_db
Prepare = Callable[[User], Form]
AT = noon()
LATER = noon(TODAY + timedelta(days=1))
SOLD = Report(event="sale", happened_on=TODAY, reported_on=TODAY)


def form(act: Any, *, keyed: bool = True, at: Any = AT, **filled: Any) -> Form:
    """The form of the act, filled in so."""
    return lambda who, key: act(**filled, **({"key": key} if keyed else {}), by=who, at=at)


def owner(by: User, **more: Any) -> Owner:
    made: Owner = OwnerFactory.create(town=by.town, **more)
    return made


def dog(by: User, **more: Any) -> Dog:
    """A dog with a certificate of three years."""
    made: Dog = RabiesCertificateFactory.create(dog=DogFactory.create(owner=owner(by), **more)).dog
    return made


def licensed(by: User) -> Dog:
    made = dog(by)
    EarlierLicenseFactory.create(dog=made)
    return made


def in_chestertown(by: User) -> Dog:
    """A dog licensed to June 30."""
    made = dog(by)
    tag = TagFactory.create(dog=made, license_year=2025)
    EarlierLicenseFactory.create(dog=made, tag=tag, license_year=2025, expires=date(2026, 6, 30))
    return made


def issuing(by: User) -> Form:
    made = dog(by)
    return lambda who, key: issue(made, by=who, key=key)


def renewing(by: User) -> Form:
    first, second = dog(by), dog(by)
    Dog.objects.filter(pk=second.pk).update(owner=first.owner)
    wanted = [Wanted(asked_for(Dog.objects.get(pk=each.pk))) for each in (first, second)]
    return form(renew_licenses, wanted=wanted, tenders=cash("42"), payer="Ada")


def correcting(by: User) -> Form:
    old = issue(dog(by), by=by)
    told: dict[str, Any] = {"asked": asked_for(old.dog), "reason": "Paper", "tenders": (), "back": Back()}
    return form(correct_license, license_=old, payer="Ada", **told)


def voiding(by: User) -> Form:
    return form(void_license, license_=issue(dog(by), by=by), why="entered_twice", reason="Twice", back=Back())


def replacing(by: User) -> Form:
    return form(replace_tag, tag=licensed(by).tag, reason="lost", tenders=cash("3"), payer="Ada")


def reversing(by: User) -> Form:
    made = replacing(by)(by, uuid.uuid4()).receipt
    return form(reverse_receipt, receipt=made, lines=list(made.lines.all()), reason="Twice", back=Back())


def selling(by: User) -> Form:
    return form(change_owner_of_dog, dog=licensed(by), new_owner=owner(by), report=SOLD)


def undoing_change(by: User) -> Form:
    change = selling(by)(by, uuid.uuid4())
    return form(undo_change, change=change, reason="Never was", back=Back(), at=LATER)


def transferring(by: User) -> Form:
    told: dict[str, Any] = {"new_owner": owner(by), "report": SOLD, "tenders": cash("1"), "payer": "Bea"}
    return form(transfer_license, dog=in_chestertown(by), **told)


def taking_over(by: User) -> Form:
    shown = Elsewhere(place="Easton", number="7", expires=date(2026, 12, 31))
    return form(take_over_license, dog=dog(by), elsewhere=shown, tenders=cash("1"), payer="Ada")


def reporting(by: User) -> Form:
    told = Report(event="death", happened_on=TODAY, reported_on=TODAY)
    return form(report_change, dog=dog(by), report=told)


def moving(by: User) -> Form:
    told = Report(event="address", happened_on=TODAY, reported_on=TODAY)
    new = Address(street="3 Oak Street", city="Wingdale", state="NY", zip_code="12594")
    return form(report_move, owner=owner(by), report=told, address=new)


def adopting(by: User) -> Form:
    made, adopter = dog(by), owner(by, born=date(1990, 1, 1))
    return lambda who, key: adopt(adopter, made, by=who, key=key, papers=[])


def withdrawing_adoption(by: User) -> Form:
    made = adopting(by)(by, uuid.uuid4())
    return form(withdraw_adoption, adoption=made, reason="Wrong person", back=Back())


def changing_dog(by: User) -> Form:
    made = dog(by)
    names = {name: getattr(made, name) for name in DogFacts.__dataclass_fields__}
    seen = version_of(made)
    return lambda who, key: change_dog(
        dog=made, facts=DogFacts(**names | {"markings": str(key)}), seen=seen, by=who, at=AT
    )


def changing_owner(by: User) -> Form:
    made = owner(by)
    names = {name: getattr(made, name) for name in OwnerFacts.__dataclass_fields__}
    seen = version_of(made)
    return lambda who, key: change_owner(
        owner=made, facts=OwnerFacts(**names | {"note": str(key)}), seen=seen, by=who, at=AT
    )


def adding_owner(by: User) -> Form:
    own = "".join(chr(ord("a") + int(digit, 16)) for digit in uuid.uuid4().hex[:9])
    facts = OwnerFacts(
        first_name="Ada", last_name=own, street=f"7 {own} Road", city="Dover", state="NY", zip_code="12522"
    )
    return form(add_owner, town=by.town, facts=facts)


def adding_business(by: User) -> Form:
    facts = kennels.facts(name=uuid.uuid4().hex, location=uuid.uuid4().hex)
    return form(add_business, operator=owner(by), facts=facts)


def kennel(by: User) -> Business:
    made: Business = adding_business(by)(by, uuid.uuid4())
    return made


def changing_business(by: User) -> Form:
    made = kennel(by)
    facts, seen = kennels.facts(name=made.name, location=uuid.uuid4().hex), version_of(made)
    return form(change_business, keyed=False, business=made, facts=facts, seen=seen)


def licensing_kennel(by: User) -> Form:
    made = kennel(by)
    return lambda who, key: kennels.license_business(made, by=who, key=key)


def kennel_license(by: User) -> BusinessLicense:
    made: BusinessLicense = licensing_kennel(by)(by, uuid.uuid4())[0]
    return made


def transferring_kennel(by: User) -> Form:
    told: dict[str, Any] = {"to": owner(by), "tenders": cash("1"), "payer": "Bea", "at": LATER}
    return form(transfer_business_license, license_=kennel_license(by), **told)


def taking_out(by: User) -> Form:
    made = dog(by)
    include_in_kennel(dog=made, kennel=kennel(by), by=by, at=AT)
    return form(take_out_of_kennel, keyed=False, dog=made)


def filing(act: Any, facts: Any) -> Prepare:
    return lambda by: form(act, dog=DogFactory.create(owner=owner(by), altered=True), facts=facts)


def withdrawing_paper(by: User) -> Form:
    return form(withdraw_paper, paper=dog(by).rabiescertificates.get(), reason="Bella's")


def visiting(by: User) -> Form:
    visitor = DogFactory.create(owner=owner(by, resident=False))
    return form(record_visit, dog=visitor, facts=VisitFacts(arrived=date(2026, 6, 1), home="nyc_resident"))


def warning(by: User) -> Form:
    return form(set_caution, dog=dog(by), facts=CautionFacts(kind="fearful", reason="Hid", source="B. Keeper"))


def lifting(by: User) -> Form:
    return form(lift_caution, keyed=False, caution=warning(by)(by, uuid.uuid4()), reason="No more")


def merging_owners(by: User) -> Form:
    kept, gone = owner(by), owner(by)
    return form(merge_owners, keyed=False, kept=kept, gone=gone, seen=(version_of(kept), version_of(gone)))


def merging_dogs(by: User) -> Form:
    kept = dog(by)
    gone = DogFactory.create(owner=kept.owner)
    return form(merge_dogs, keyed=False, kept=kept, gone=gone, seen=(version_of(kept), version_of(gone)))


def undoing_merge(by: User) -> Form:
    return form(undo_merge, keyed=False, merge=merging_owners(by)(by, uuid.uuid4()))


def dismissing(by: User) -> Form:
    return form(dismiss_pair, keyed=False, town=by.town, kind="owner", pair=(owner(by).pk, owner(by).pk))


def enumerating(by: User) -> Form:
    plan = Plan(name=uuid.uuid4().hex, starts_on=BEGAN, streets=["Mill Street"])
    return form(open_enumeration, town=by.town, plan=plan)


def street(by: User) -> Any:
    assert by.town is not None
    return street_of(by.town, by=by, name=uuid.uuid4().hex)


def finding(by: User) -> Form:
    found = Found(house="12", found_on=TODAY, dog=dog(by))
    return form(record_finding, street=street(by), found=found)


def matching(by: User) -> Form:
    return form(match_finding, keyed=False, finding=find(street(by), by=by), dog=dog(by))


def withdrawing_finding(by: User) -> Form:
    return form(withdraw_finding, keyed=False, finding=find(street(by), dog(by), by=by), reason="Next door")


def box_of(first: int) -> Box:
    return Box(first=first, last=first + 9, license_year=None, received_on=TODAY)


def next_box(by: User) -> int:
    """The first number that no box of the town holds."""
    return max(TagBox.objects.filter(town=by.town).values_list("last", flat=True), default=0) + 1


def receiving(by: User) -> Form:
    return form(receive_tags, keyed=False, town=by.town, box=box_of(next_box(by)))


def changing_box(by: User) -> Form:
    first = next_box(by)
    row = receive_tags(town=by.town, box=box_of(first), by=by, at=AT)  # type: ignore[arg-type]
    longer = Box(first=first, last=first + 19, license_year=None, received_on=TODAY)
    return form(change_tags, keyed=False, row=row, box=longer)


def spoiling(by: User) -> Form:
    first = next_box(by)
    receive_tags(town=by.town, box=box_of(first), by=by, at=AT)  # type: ignore[arg-type]
    return form(spoil_tag, number=first + 3, reason="Bent")


def file_of(by: User) -> bytes:
    """A register of one line, of a person and dog that are new."""
    name = uuid.uuid4().hex
    return registers.table(registers.PERSON | registers.DOG | {"last_name": name, "street": name})


def starting(by: User) -> Form:
    return form(start_import, town=by.town, content=file_of(by), file_name="a.csv")


def run(by: User, *, tried: bool = False) -> ImportRun:
    made = registers.sent(file_of(by), by)
    if tried:
        match_columns(run=made, matching=made.matching, by=by, at=AT)
        try_lines(run=made, by=by, at=AT)
    return made


def columns(by: User) -> Form:
    made = run(by)
    return form(match_columns, keyed=False, run=made, matching=made.matching)


def trying(by: User) -> Form:
    made = run(by)
    match_columns(run=made, matching=made.matching, by=by, at=AT)
    return form(try_lines, keyed=False, run=made)


def taking_lines(by: User) -> Form:
    made = run(by, tried=True)
    begin_taking_over(run=made, by=by, at=AT)
    return form(take_over_lines, keyed=False, run=made)


STATEMENT = RabiesStatementFacts(dated=date(2026, 1, 5), reason="Immune disease", veterinarian="Dr. J. Reyes")
PROOF = AlterationProofFacts(kind="certificate", signed_on=date(2024, 5, 2), signer="Dr. J. Reyes")
WORKING = WorkingProofFacts(kind="guide", dated=date(2025, 2, 3), issuer="Guiding Eyes")
ASKED = {"requester": "The Gazette", "purpose": "A story"}
here = partial(Case, town="chestertown")
CASES = {
    "issue_license": Case(issuing),
    "renew_licenses": Case(renewing),
    "correct_license": Case(correcting),
    "void_license": Case(voiding),
    "replace_tag": Case(replacing, of_two=2),
    "reverse_receipt": Case(reversing),
    "change_owner_of_dog": Case(selling),
    "undo_change": Case(undoing_change),
    "transfer_license": here(transferring),
    "take_over_license": here(taking_over),
    "report_change": Case(reporting),
    "report_move": Case(moving),
    "adopt_dog": Case(adopting),
    "withdraw_adoption": Case(withdrawing_adoption),
    "add_dog": Case(lambda by: form(add_dog, owner=owner(by), facts=dog_facts())),
    "change_dog": Case(changing_dog),
    "add_owner": Case(adding_owner),
    "change_owner": Case(changing_owner),
    "add_business": here(adding_business),
    "change_business": here(changing_business),
    "issue_business_license": here(licensing_kennel),
    "transfer_business_license": here(transferring_kennel),
    "revoke_business_license": here(
        lambda by: form(revoke_business_license, keyed=False, license_=kennel_license(by), reason="Filth", at=LATER)
    ),
    "include_in_kennel": here(lambda by: form(include_in_kennel, keyed=False, dog=dog(by), kennel=kennel(by))),
    "take_out_of_kennel": here(taking_out),
    "file_rabies_certificate": Case(filing(file_rabies_certificate, certificate_facts())),
    "file_rabies_statement": Case(filing(file_rabies_statement, STATEMENT)),
    "file_alteration_proof": Case(filing(file_alteration_proof, PROOF)),
    "file_working_proof": Case(filing(file_working_proof, WORKING)),
    "withdraw_paper": Case(withdrawing_paper),
    "record_visit": Case(visiting),
    "set_caution": Case(warning),
    "lift_caution": Case(lifting),
    "merge_owners": Case(merging_owners, told=True),
    "merge_dogs": Case(merging_dogs, told=True),
    "undo_merge": Case(undoing_merge, told=True),
    "dismiss_pair": Case(dismissing),
    "set_confidential": Case(
        lambda by: form(set_confidential, keyed=False, owner=owner(by), confidential=True, reason="An order")
    ),
    "open_address": Case(
        lambda by: form(open_address, keyed=False, owner=owner(by, confidential=True), reason="Bite"), 2, 2
    ),
    "export_public_records": Case(lambda by: form(export_public_records, keyed=False, town=by.town, **ASKED), 2, 2),
    "export_town": Case(lambda by: form(export_town, keyed=False, town=by.town, purpose="Audit", scans=False), 2, 2),
    "open_enumeration": Case(enumerating),
    "add_streets": Case(
        lambda by: form(add_streets, keyed=False, enumeration=street(by).enumeration, streets=["Oak Street"])
    ),
    "record_finding": Case(finding),
    "match_finding": Case(matching),
    "withdraw_finding": Case(withdrawing_finding, told=True),
    "finish_street": Case(lambda by: form(finish_street, keyed=False, street=street(by), done=True)),
    "close_enumeration": Case(
        lambda by: form(close_enumeration, keyed=False, enumeration=street(by).enumeration, closed=True)
    ),
    "receive_tags": Case(receiving),
    "change_tags": Case(changing_box),
    "spoil_tag": Case(spoiling),
    "start_import": Case(starting),
    "match_columns": Case(columns),
    "try_lines": Case(trying),
    "begin_taking_over": Case(lambda by: form(begin_taking_over, keyed=False, run=run(by, tried=True))),
    "take_over_lines": Case(taking_lines),
}


@pytest.fixture
def clerks() -> dict[str, list[User]]:
    """Two of each town, on a day when the office is open."""
    ResolutionFactory.create(town=TownFactory.create(slug="dover"))
    towns = [TownFactory.create(slug=slug) for slug in ("dover", "chestertown")]
    for town in towns:
        TagBoxFactory.create(town=town)
    return {town.slug: UserFactory.create_batch(2, town=town, role="manager") for town in towns}


def test_the_table_names_every_act() -> None:
    assert CASES.keys() == acts_of(actions) | acts_of(register)


@pytest.mark.parametrize("act", CASES)
def test_sent_twice_it_is_done_once(act: str, clerks: dict[str, list[User]]) -> None:
    with time_machine.travel(AT):
        expected, more = sent_twice(CASES[act], clerks[CASES[act].town][0])
    assert more == expected


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("one_form", [True, False])
def test_two_at_once_do_what_two_in_a_row_would(clerks: dict[str, list[User]], one_form: bool) -> None:
    wrong = {}
    with time_machine.travel(AT):
        for act, case in CASES.items():
            expected, made = sent_at_once(case, clerks[case.town], one_form=one_form)
            if made != expected:
                wrong[act] = (expected, made)
    assert wrong == {}
