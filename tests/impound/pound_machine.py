"""Everything that officers and clerks can do with the dogs of two pounds, step by step."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from dataclasses import replace
from datetime import date, timedelta
from decimal import Decimal
from typing import Any

from django.db import IntegrityError, transaction
from hypothesis import strategies as st
from hypothesis.stateful import initialize

from impound.actions.adoptions import PoundAdoption, adopt_out, undo_adoption
from impound.actions.cautions import caution_seizure
from impound.actions.custody import (
    ArrivalFacts,
    CareFacts,
    ShotFacts,
    amend_arrival,
    move_dog,
    note_care,
    receive_dog,
    vaccinate,
    withdraw_care,
)
from impound.actions.ends import EndFacts, end_custody, forfeit, withdraw_end, withdraw_forfeiture
from impound.actions.holds import DecisionFacts, HoldFacts, end_hold, place_hold, withdraw_hold
from impound.actions.lost import LossFacts, close_loss, report_lost
from impound.actions.matching import match_dog
from impound.actions.notices import NoticeFacts, serve_notice, withdraw_notice
from impound.actions.photos import add_photo
from impound.actions.redemptions import Shown, redeem_dog, undo_redemption
from impound.actions.releases import release_dog
from impound.actions.seizures import EncounterFacts, SeizureFacts, amend_seizure, seize_dog, write_encounter
from impound.actions.statements import StatedCosts, state_costs
from impound.charges import bill_of
from impound.facts import clock
from impound.models import (
    Arrival,
    CareNote,
    End,
    Forfeiture,
    Hold,
    LossReport,
    Notice,
    Photo,
    Redemption,
    Seizure,
    Statement,
)
from licensing.actions.adoptions import Payment
from licensing.actions.cautions import CautionFacts
from licensing.actions.grants import Wanted
from licensing.adoptions import LicenseWanted
from licensing.models import Adoption, Dog, License, Tag
from licensing.scans import Upload
from office.actions.closings import close_day, open_day
from office.ledger import Back, Tender
from office.models import ClosedDay, Entry, Receipt, Reversal, User
from office.models.money import Form
from office.versions import version_of
from ordinances.money import Money
from tests.factories import (
    DogFactory,
    EarlierLicenseFactory,
    OwnerFactory,
    ResolutionFactory,
    TagBoxFactory,
    TownFactory,
    UserFactory,
)
from tests.impound.pound import facts
from tests.licensing.adopting import shown
from tests.licensing.cases import certificate_facts, dog_facts, picture
from tests.licensing.issuing import asked_for, cash, noon
from tests.sequences import AnySequence, step

TOWNS = ("dover", "chestertown")
GROUNDS = {"dover": "unlicensed", "chestertown": "at_large"}
COURSES = {"impounded": "escaped", "to go back": "died", "returned": "mistaken"}
"""How a dog is seized once more, and what became of it before."""
GOES_BACK = {"dover": "handed_back", "chestertown": "same_day"}
DISPOSALS = ("adopted", "sheltered", "put_down")
WHICH = st.integers(0, 1)
OFTEN = st.sampled_from([True, True, False])
CHORES = ("moved", "fed", "vaccinated", "warned of", "photographed")
PHOTO = Upload(picture(), "image/jpeg", "dog.jpg")


class PoundActs(AnySequence):
    """Two pounds with a dog each."""

    rows = (
        Seizure, Arrival, CareNote, Photo, LossReport, Notice, Hold, Forfeiture, End, Redemption, ClosedDay, Statement,
        Adoption, Dog, License, Tag, Receipt, Reversal, Entry,
    )  # fmt: skip

    @initialize(tagged=st.tuples(st.booleans(), st.booleans()), licensed=st.tuples(OFTEN, OFTEN))
    def open(self, tagged: tuple[bool, bool], licensed: tuple[bool, bool]) -> None:
        """Open both towns' pounds, each with a dog of record seized."""
        self.on = date(2026, 5, 18)
        self.staff: list[User] = []
        self.dogs: list[Dog] = []
        self.seizures: list[Seizure] = []
        ResolutionFactory.create(town=TownFactory.create(slug="dover"))
        for which, slug in enumerate(TOWNS):
            town = TownFactory.create(slug=slug)
            TagBoxFactory.create(town=town)
            self.staff.append(UserFactory.create(town=town, role="officer"))
            self.dogs.append(DogFactory.create(owner__town=town))
            if licensed[which]:
                EarlierLicenseFactory.create(dog=self.dogs[-1], expires=date(2027, 4, 30))
            self.take(which, "impounded", tagged[which])

    def held(self, which: int) -> Seizure:
        """The town's last seizure, as it is now."""
        return Seizure.objects.select_related("town", "dog", "owner").get(pk=self.seizures[which].pk)

    def last(self, kind: Any, which: int) -> Any:
        """The seizure's last notice, hold, forfeiture or end; None if it has none."""
        return kind.objects.filter(seizure=self.seizures[which]).order_by("-pk").first()

    def send(self, act: Callable[..., object], which: int, *, told: str = "", key: str = "key", **more: Any) -> Any:
        """Send a form to the act, with its one-time key; later the same form may be sent again."""
        common = {"by": self.staff[which], "at": noon(self.on)} | ({key: uuid.uuid4()} if key else {})
        return self.sent(f"{act.__name__} {told}".strip(), lambda: act(**common, **more))

    def about(self, act: Callable[..., object], which: int, **more: Any) -> Any:
        """Send a form about the town's last seizure."""
        return self.send(act, which, seizure=self.held(which), **more)

    @step(2, deal=("course", tuple(COURSES)), which=WHICH, tag=st.booleans())
    def seize(self, which: int, course: str, tag: bool) -> None:
        """The dog got away, died or was none, and is seized once more; it may go back as the town's law has it."""
        self.end(which, COURSES[course], False, 0)
        self.take(which, GOES_BACK[TOWNS[which]] if course == "to go back" else "impounded", tag)
        if course == "returned":
            self.end(which, course, False, 0)

    def take(self, which: int, course: str, tag: bool) -> None:
        """The dog is seized, if it is not in the pound."""
        if self.seizures[which:] and Seizure.objects.held().filter(pk=self.seizures[which].pk).exists():
            return
        town, at = TOWNS[which], noon(self.on)
        written = facts(
            seized_at=at, written_at=at, grounds=(GROUNDS[town],), dog=self.dogs[which], course=course, wears_tag=tag,
            handed_back_to="Its owner",
        )  # fmt: skip
        made = self.send(seize_dog, which, told=course, facts=written, key="client_id")
        self.seizures[which : which + 1] = [made] if made else self.seizures[which : which + 1]

    @step(which=WHICH, days=st.integers(-3, 3), tag=st.booleans())
    def amend(self, which: int, days: int, tag: bool) -> None:
        """The day or the tag was written down wrong."""
        seizure = self.held(which)
        moved = {"seized_at": seizure.seized_at + timedelta(days=days), "wears_tag": tag}
        names = {name: getattr(seizure, name) for name in SeizureFacts.__dataclass_fields__}
        told: dict[str, Any] = {"facts": SeizureFacts(**names | moved), "reason": "Wrong", "seen": version_of(seizure)}
        self.about(amend_seizure, which, key="", **told)

    @step(which=WHICH, known=st.sampled_from([True, True, False]))
    def recognize(self, which: int, known: bool) -> None:
        """The dog is said to be the one of record, or another one."""
        self.about(match_dog, which, key="", dog=self.dogs[which] if known else None)

    @step(which=WHICH, chores=st.sets(st.sampled_from(CHORES), min_size=3))
    def look_after(self, which: int, chores: set[str]) -> None:
        """The dog comes to the shelter and is looked after there; what was noted may have been wrong."""
        self.take(which, "impounded", self.on.day % 2 > 0)
        at = noon(self.on)
        came = ArrivalFacts(shelter="Shelter", at=at, received_by="B", condition="Well")
        self.about(receive_dog, which, facts=came)
        if arrival := Arrival.objects.filter(seizure=self.seizures[which]).first():
            told: dict[str, Any] = {"facts": replace(came, condition=f"Thin on {self.on}"), "reason": "Not well"}
            self.about(amend_arrival, which, key="", seen=version_of(arrival), **told)
        if "moved" in chores:
            self.about(move_dog, which, kennel=str(self.on))
        if "fed" in chores:
            note = self.about(note_care, which, facts=CareFacts(kind=CareNote.Kind.CARE, at=at, cost=Decimal(4)))
            if note is not None:
                self.send(withdraw_care, which, note=note, reason="Another dog's")
        if "vaccinated" in chores:
            paper = certificate_facts(vaccinated_on=self.on, expires=self.on + timedelta(days=365))
            self.about(vaccinate, which, facts=ShotFacts(at=at, certificate=paper), confirmed=["filed_already"])
        if "warned of" in chores:
            self.about(caution_seizure, which, facts=CautionFacts(kind="fearful", reason=str(self.on), source="B"))
        if "photographed" in chores:
            self.send(add_photo, which, of=self.held(which), photo=PHOTO, key="client_id")

    @step(2, which=WHICH, missed=st.booleans(), back=st.booleans())
    def meet(self, which: int, missed: bool, back: bool) -> None:
        """The officer meets the dog; its owner may have reported it lost, and close the report."""
        at, dog = noon(self.on), Dog.objects.get(pk=self.dogs[which].pk)
        met = EncounterFacts(kind="encounter", at=at, written_at=at, note="Seen", place="Route 22", dog=dog)
        self.send(write_encounter, which, facts=met, key="client_id")
        if missed:
            told: dict[str, Any] = {
                "breed": "Beagle",
                "color": "tan",
                "lost_on": self.on,
                "place": "Route 22",
                "dog": dog,
            }
            self.send(report_lost, which, facts=LossFacts(reporter="Ada", telephone="845-555-0101", **told))
        if report := LossReport.objects.filter(dog=dog, closed_on=None).first():
            found = self.held(which) if back else None
            self.send(close_loss, which, key="", report=report, on=self.on, because="Seen", found=found, recovered=back)

    @step(which=WHICH, how=st.sampled_from(["personal", "mail"]), days=st.integers(0, 3))
    def notify(self, which: int, how: str, days: int) -> None:
        """The owner is told."""
        self.take(which, "impounded", self.on.day % 2 > 0)
        day = self.on - timedelta(days=days)
        told = NoticeFacts(how=how, on=day, told="Ada", proof="Seen", address="1 Main", certified_number="7")
        self.about(serve_notice, which, facts=told)

    @step(4, which=WHICH, steps=st.sampled_from([1, 2, 4, 4]))
    def take_back(self, which: int, steps: int) -> None:
        """The last end was mistaken, and perhaps what it rests on too: redemption, forfeiture, notice."""
        adopted = getattr(self.last(End, which), "adoption", None) is not None
        acts: list[tuple[str, Any, Callable[..., object], dict[str, Any]]] = [
            ("end", End, undo_adoption, {"back": Back()}) if adopted else ("end", End, withdraw_end, {"key": ""}),
            ("redemption", Redemption, undo_redemption, {"back": Back()}),
            ("forfeiture", Forfeiture, withdraw_forfeiture, {"key": ""}),
            ("notice", Notice, withdraw_notice, {"key": ""}),
        ]
        for what, kind, act, more in acts[:steps]:
            if row := self.last(kind, which):
                self.send(act, which, reason="Mistaken", **{what: row}, **more)

    @step(deal=("kind", ("court", "quarantine")), which=WHICH, days=st.integers(0, 20))
    def hold(self, which: int, kind: str, days: int) -> None:
        """A court or a health officer holds the dog."""
        self.take(which, "impounded", self.on.day % 2 > 0)
        until = self.on + timedelta(days=days) if kind == "quarantine" else None
        self.about(
            place_hold,
            which,
            told=kind,
            facts=HoldFacts(kind=kind, since=self.on, until=until, source="Court", reason="Bit"),
        )

    @step(2, which=WHICH)
    def mistake(self, which: int) -> None:
        """The last hold, or its decision, was another dog's."""
        if self.last(Hold, which) is None:
            self.hold(which, "court", 0)
        if row := self.last(Hold, which):
            self.send(withdraw_hold, which, key="", hold=row, reason="Another dog's")

    @step(which=WHICH, destroy=st.booleans())
    def decide(self, which: int, destroy: bool) -> None:
        """The holds end, the last with the order to destroy the dog."""
        for hold in Hold.objects.filter(seizure=self.seizures[which], ended_on=None):
            ordered = destroy and hold.kind == Hold.Kind.COURT
            decision = DecisionFacts(on=self.on, decision="Done", destroy=ordered)
            self.send(end_hold, which, key="", hold=hold, facts=decision)

    @step(deal=("ending", (*DISPOSALS, "adopted out", "")), which=WHICH, days=st.sampled_from([-1, 0, 0, 1]))
    def day_comes(self, which: int, days: int, ending: str) -> None:
        """The owner is told, holds end, and the dog's day comes, or nearly: something is done with it."""
        self.take(which, "impounded", self.on.day % 2 > 0)
        self.notify(which, "personal", 0)
        if ending == "put_down":
            self.hold(which, "court", 0)
        self.decide(which, ending == "put_down")
        day = clock(self.held(which)).available_from
        self.on = max(self.on, day + timedelta(days=days)) if day else self.on
        self.about(forfeit, which)
        self.tamper(which, ending, days)
        if ending == "adopted out":
            self.adopt(which)
        elif ending:
            self.end(which, ending, True, 0)

    def tamper(self, which: int, kind: str, days: int) -> None:
        """For a machine to try rows past the acts when a dog's day has come, or nearly."""

    @step(which=WHICH)
    def forfeit(self, which: int) -> None:
        """The title is declared forfeit."""
        self.about(forfeit, which)

    @step(which=WHICH)
    def adopt(self, which: int) -> None:
        """An adopter comes, with a certificate for a dog that is not on record."""
        dog, town = self.held(which).dog, self.staff[which].town
        adopter = OwnerFactory.create(town=town, born=date(1990, 1, 1))
        july = self.on.year - (self.on.month < 7)
        asked = PoundAdoption(
            adopter=adopter,
            facts=shown(),
            dog=None if dog else dog_facts(),
            papers=[] if dog and dog.rabiescertificates.exists() else [certificate_facts()],
            wanted=LicenseWanted(period=1 if TOWNS[which] == "dover" else july),
        )
        self.about(adopt_out, which, asked=asked, payment=Payment(payer="Bea", tenders=cash("100")))

    @step(
        which=WHICH,
        kind=st.sampled_from([*DISPOSALS, "redeemed"]),
        approved=st.booleans(),
        days=st.sampled_from([0, 0, 1]),
    )
    def end(self, which: int, kind: str, approved: bool, days: int) -> None:
        """Something becomes of the dog, or became of it a day ago."""
        at = noon(self.on) - timedelta(days=days)
        adopted = self.adoption(which) if kind == "adopted" else None
        approval = "No. 14" if approved else ""
        ended = EndFacts(kind=kind, at=at, to_whom="SPCA", approval=approval, note="As told", adoption=adopted)
        self.about(end_custody, which, told=kind, facts=ended)

    def adoption(self, which: int) -> Adoption | None:
        """An adoption of the dog put on record past the acts; None where the database refuses it."""
        dog = self.held(which).dog or self.dogs[which]
        words = {"shelter": "Shelter", "identified_by": "Seen", "rests_on": "none", "citation": "X", "because": "X"}
        rows: dict[str, Any] = {"town": dog.town, "dog": dog, "adopter": dog.owner, "by": self.staff[which]}
        try:
            with transaction.atomic():
                return Adoption.objects.create(adopted_on=self.on, at=noon(self.on), **rows, **words)
        except IntegrityError:
            return None

    @step(which=WHICH, days=st.integers(-5, 5))
    def close(self, which: int, days: int) -> None:
        """The office closes, or was closed."""
        day = self.on + timedelta(days=days)
        self.send(close_day, which, key="", town=self.staff[which].town, day=day, reason="Storm")

    @step(2, which=WHICH)
    def keep_open(self, which: int) -> None:
        """The last closing is taken back; the form is not sent again, as its row is gone."""
        if closed := ClosedDay.objects.filter(town=self.staff[which].town).order_by("day").last():
            self.send(open_day, which, key="", closed=closed)
            self.forms.pop()

    @step(which=WHICH, cost=st.sampled_from(["", "", "25.00"]))
    def state(self, which: int, cost: str) -> None:
        """The officer states what the care cost."""
        stated = StatedCosts(veterinary_care=Decimal(cost) if cost else None)
        self.about(state_costs, which, costs=stated)

    @step(which=WHICH, short=st.sampled_from([0, 0, 0, 1]))
    def redeem(self, which: int, short: int) -> None:
        """The owner pays, with the license where there is none, or a dollar too little."""
        seizure, at = self.held(which), noon(self.on)
        asked = None
        if seizure.dog and not seizure.dog.licenses.in_force(self.on).exists():
            asked = asked_for(seizure.dog, period=1 if TOWNS[which] == "dover" else self.on.year - (self.on.month < 7))
        total = bill_of(seizure, asked, at=at).whole.total
        paid = Payment(payer="Ada", tenders=(Tender(Form.CASH, Money(total.cents - 100 * short if total else 100)),))
        proof = Shown(ownership="License", identity="Passport")
        self.about(redeem_dog, which, shown=proof, payment=paid, wanted=Wanted(asked) if asked else None)

    @step(which=WHICH, nth=st.integers(-3, -1))
    def release(self, which: int, nth: int) -> None:
        """The officer is shown a receipt: the dog's, an undone one, another dog's."""
        receipts = list(Receipt.objects.filter(town=self.staff[which].town, total__gt=0).order_by("pk"))
        read = str(receipts[nth].number) if len(receipts) >= -nth else "1"
        self.about(release_dog, which, receipt=read)

    @step(4, which=WHICH, paid=st.sampled_from([True, True, False]))
    def owner_comes(self, which: int, paid: bool) -> None:
        """The owner comes for the dog, and pays, or tries without."""
        self.take(which, "impounded", self.on.day % 2 > 0)
        self.recognize(which, True)
        self.state(which, "")
        if paid:
            self.redeem(which, 0)
        self.release(which, -1)
