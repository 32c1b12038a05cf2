"""Every act of the pound: one form sent twice is one, and of two clerks at once each act has its known outcome."""

from __future__ import annotations

import uuid
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest

from impound import actions
from impound.actions.adoptions import PoundAdoption, adopt_out, undo_adoption
from impound.actions.cautions import caution_seizure
from impound.actions.custody import (
    ArrivalFacts,
    CareFacts,
    ShotFacts,
    amend_arrival,
    move_dog,
    note_care,
    vaccinate,
    withdraw_care,
)
from impound.actions.ends import withdraw_end, withdraw_forfeiture
from impound.actions.holds import withdraw_hold
from impound.actions.lost import LossFacts, close_loss, report_lost
from impound.actions.matching import match_dog
from impound.actions.notices import withdraw_notice
from impound.actions.photos import add_photo
from impound.actions.redemptions import undo_redemption
from impound.actions.seizures import EncounterFacts, SeizureFacts, amend_seizure, write_encounter
from impound.actions.statements import StatedCosts, state_costs
from impound.models import Arrival, CareNote, End, LossReport, Redemption, Seizure
from licensing.actions.adoptions import Payment
from licensing.actions.cautions import CautionFacts
from licensing.models import Dog
from licensing.scans import Upload
from office.ledger import Back
from office.models import Town, User
from office.versions import version_of
from tests.factories import DogFactory, OwnerFactory, ResolutionFactory, TagBoxFactory, TownFactory, UserFactory
from tests.impound.pound import arrive, decide, end, forfeit_on, hold, hours, notify, on, seize
from tests.impound.redeeming import PAID_AT, held, licensed, redeem, release
from tests.licensing.adopting import ONE_YEAR, shown
from tests.licensing.cases import certificate_facts, dog_facts, picture
from tests.licensing.issuing import cash, noon
from tests.sequences import acts_of
from tests.twice import Case, Form, sent_at_once, sent_twice

pytestmark = pytest.mark.django_db
DAY = "2026-06-09"
"""The first day on which something may be done with a dog seized without a tag."""


def dog_of(by: User) -> Dog:
    dog: Dog = DogFactory.create(owner__town=by.town)
    return dog


def forfeited(by: User) -> Seizure:
    made = seize(by=by)
    forfeit_on(made, DAY, by=by)
    return made


def amending(by: User) -> Form:
    made = seize(by=by)
    seen, written = version_of(made), SeizureFacts.of(made)
    names = {name: getattr(written, name) for name in SeizureFacts.__dataclass_fields__}

    def form(who: User, key: Any) -> Seizure:
        facts = SeizureFacts(**names | {"color": f"brown {key}"})
        return amend_seizure(seizure=made, facts=facts, reason="Wrong", seen=seen, by=who, at=hours(2))

    return form


def matching(by: User) -> Form:
    made, dog = seize(by=by), dog_of(by)
    return lambda who, key: match_dog(seizure=made, dog=dog, by=who, at=hours(1))


def encounter(by: User) -> Form:
    facts = EncounterFacts(kind="encounter", at=hours(0), written_at=hours(0), note="Seen", place="Route 22")
    return lambda who, key: write_encounter(facts=facts, client_id=key, by=who, at=hours(1))


def moving(by: User) -> Form:
    made = seize(by=by)
    arrive(made, by=by)
    return lambda who, key: move_dog(seizure=made, kennel=str(key)[:8], key=key, by=who, at=hours(3))


def amending_arrival(by: User) -> Form:
    made = seize(by=by)
    seen = version_of(arrive(made, by=by))

    def form(who: User, key: Any) -> Arrival:
        facts = ArrivalFacts(shelter="Shelter", at=hours(1), received_by="B. Keeper", condition=f"Thin, {key}")
        return amend_arrival(seizure=made, facts=facts, reason="Not well", seen=seen, by=who, at=hours(3))

    return form


def fed(made: Seizure, by: User, key: uuid.UUID) -> CareNote:
    facts = CareFacts(kind="care", at=hours(1), cost=Decimal(4))
    return note_care(seizure=made, facts=facts, key=key, by=by, at=hours(2))


def withdrawing_care(by: User) -> Form:
    note = fed(seize(by=by), by, uuid.uuid4())
    return lambda who, key: withdraw_care(note=note, reason="Wrong dog", key=key, by=who, at=hours(3))


def vaccinating(by: User) -> Form:
    made, paper = seize(by=by), certificate_facts(vaccinated_on=on("2026-06-01"), expires=on("2027-06-01"))
    facts = ShotFacts(at=hours(1), certificate=paper)
    return lambda who, key: vaccinate(seizure=made, facts=facts, key=key, by=who, at=hours(2))


def warning(by: User) -> Form:
    made, facts = seize(by=by, dog=dog_of(by)), CautionFacts(kind="fearful", reason="Hid", source="B. Keeper")
    return lambda who, key: caution_seizure(seizure=made, facts=facts, key=key, by=who, at=hours(1))


def withdrawing_notice(by: User) -> Form:
    notice = notify(seize(by=by), by=by)
    return lambda who, key: withdraw_notice(notice=notice, reason="Another's", by=who, at=noon(on("2026-06-02")))


def ending_hold(by: User) -> Form:
    standing = hold(seize(by=by), by=by)
    return lambda who, key: decide(standing, "2026-06-03", by=who)


def withdrawing_hold(by: User) -> Form:
    standing = hold(seize(by=by), by=by)
    return lambda who, key: withdraw_hold(hold=standing, reason="Another's", by=who, at=noon(on("2026-06-03")))


def withdrawing_forfeiture(by: User) -> Form:
    made = forfeit_on(seize(by=by), DAY, by=by)
    return lambda who, key: withdraw_forfeiture(forfeiture=made, reason="Early", by=who, at=noon(on(DAY)))


def withdrawing_end(by: User) -> Form:
    made = end(seize(by=by, dog=dog_of(by)), "died", "2026-06-02", by=by)
    return lambda who, key: withdraw_end(end=made, reason="Alive", by=who, at=noon(on("2026-06-03")))


def stating(by: User) -> Form:
    made, costs = seize(by=by), StatedCosts(veterinary_care=Decimal(25))
    return lambda who, key: state_costs(seizure=made, costs=costs, key=key, by=who, at=PAID_AT)


def redeeming(by: User) -> Form:
    made = held(licensed(OwnerFactory.create(town=by.town)), by=by)
    return lambda who, key: redeem(made, by=who, key=key)


def redeemed(by: User) -> Redemption:
    return redeem(held(licensed(OwnerFactory.create(town=by.town)), by=by), by=by)


def undoing_redemption(by: User) -> Form:
    made, given = redeemed(by), {"reason": "Another's dog", "back": Back(), "at": PAID_AT + timedelta(hours=1)}
    return lambda who, key: undo_redemption(redemption=made, key=key, by=who, **given)  # type: ignore[arg-type]


def releasing(by: User) -> Form:
    made = redeemed(by)
    return lambda who, key: release(made.seizure, made.receipt.number, by=who, key=key)


def adopting(by: User) -> Form:
    made, adopter = forfeited(by), OwnerFactory.create(town=by.town, born=on("1990-01-01"))
    paper = certificate_facts()
    asked = PoundAdoption(adopter=adopter, facts=shown(), dog=dog_facts(), papers=[paper], wanted=ONE_YEAR)
    payment, at = Payment(payer="Bea", tenders=cash("21.00")), noon(on(DAY))
    return lambda who, key: adopt_out(seizure=made, asked=asked, payment=payment, key=key, by=who, at=at)


def undoing_adoption(by: User) -> Form:
    made: End = adopting(by)(by, uuid.uuid4())
    at = noon(on(DAY)) + timedelta(hours=1)
    return lambda who, key: undo_adoption(end=made, reason="Mistaken", back=Back(), key=key, by=who, at=at)


def photographing(by: User) -> Form:
    made, photo = seize(by=by), Upload(picture(), "image/jpeg", "dog.jpg")
    return lambda who, key: add_photo(of=made, photo=photo, client_id=key, by=who, at=hours(1))


def lost(who: User, dog: Dog, key: Any) -> LossReport:
    facts = LossFacts(
        reporter="Ada", telephone="845-555-0101", breed="Beagle", color="tan", lost_on=on("2026-05-31"),
        place="Route 22", dog=dog,
    )  # fmt: skip
    return report_lost(facts=facts, key=key, by=who, at=hours(1))


def losing(by: User) -> Form:
    dog = dog_of(by)
    return lambda who, key: lost(who, dog, key)


def closing_loss(by: User) -> Form:
    dog = dog_of(by)
    report, day = lost(by, dog, uuid.uuid4()), on("2026-06-02")
    return lambda who, key: close_loss(report=report, on=day, because="Home", recovered=True, by=who, at=noon(day))


def about_one(act: Any, **more: Any) -> Any:
    """A form of the tests' helper of that act, about a dog just seized."""

    def prepare(by: User) -> Form:
        made = seize(by=by)
        return lambda who, key: act(made, by=who, key=key, **more)

    return prepare


CASES = {
    "seize_dog": Case(lambda by: lambda who, key: seize(by=who, client_id=key), of_two=2),
    "amend_seizure": Case(amending),
    "match_dog": Case(matching),
    "write_encounter": Case(encounter, of_two=2),
    "receive_dog": Case(about_one(arrive)),
    "amend_arrival": Case(amending_arrival),
    "move_dog": Case(moving, of_two=2),
    "note_care": Case(about_one(fed), of_two=2),
    "withdraw_care": Case(withdrawing_care),
    "vaccinate": Case(vaccinating, of_two=2),
    "caution_seizure": Case(warning),
    "serve_notice": Case(about_one(notify), of_two=2),
    "withdraw_notice": Case(withdrawing_notice),
    "place_hold": Case(about_one(hold), of_two=2),
    "end_hold": Case(ending_hold),
    "withdraw_hold": Case(withdrawing_hold),
    "forfeit": Case(about_one(lambda made, by, key: forfeit_on(made, DAY, by=by, key=key))),
    "withdraw_forfeiture": Case(withdrawing_forfeiture),
    "end_custody": Case(about_one(lambda made, by, key: end(made, "escaped", "2026-06-02", by=by, key=key))),
    "withdraw_end": Case(withdrawing_end),
    "state_costs": Case(stating, of_two=2),
    "redeem_dog": Case(redeeming),
    "undo_redemption": Case(undoing_redemption),
    "release_dog": Case(releasing),
    "adopt_out": Case(adopting),
    "undo_adoption": Case(undoing_adoption),
    "add_photo": Case(photographing, of_two=2),
    "report_lost": Case(losing),
    "close_loss": Case(closing_loss),
}


@pytest.fixture
def officers() -> list[User]:
    """Two of Dover's, who may do everything here."""
    town: Town = TownFactory.create()
    ResolutionFactory.create(town=town)
    TagBoxFactory.create(town=town)
    return UserFactory.create_batch(2, town=town, role="officer")


def test_the_table_names_every_act() -> None:
    assert CASES.keys() == acts_of(actions)


@pytest.mark.parametrize("act", CASES)
def test_sent_twice_it_is_done_once(act: str, officers: list[User]) -> None:
    expected, more = sent_twice(CASES[act], officers[0])
    assert more == expected


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("one_form", [True, False])
def test_two_at_once_do_what_two_in_a_row_would(officers: list[User], one_form: bool) -> None:
    wrong = {}
    for act, case in CASES.items():
        expected, made = sent_at_once(case, officers, one_form=one_form)
        if made != expected:
            wrong[act] = (expected, made)
    assert wrong == {}
