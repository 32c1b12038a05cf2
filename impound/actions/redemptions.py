"""The owner pays for the dog: impoundment, costs and any license in one payment, or nothing; and its undoing.

Locking: the seizure, the dog of record, the boxes of tags, then the town's counters.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django.utils import timezone

from impound.actions.checks import lock_seizure, missing, reason_given, refuse_all, refuse_if_ended, refuse_withdrawn
from impound.charges import Bill, LicenseShown, bill_of
from impound.codes import release_code
from impound.facts import standing_forfeiture, standing_redemption
from impound.models import End, Redemption, Seizure
from licensing.actions.adoptions import Payment
from licensing.actions.checks import lock_dog, refuse_other_price
from licensing.actions.grants import Granted, Wanted, charges_of, granted, on_record, tags_for, write_license
from licensing.charges import total_of
from licensing.models import Dog, Tag
from office.acts import act
from office.ledger import Back, Charge, Code, receipt_for, take_payment
from office.models import ReceiptLine, User
from office.refusals import Refused, refuse
from office.reversals import reverse, standing_lines
from ordinances.answers import Refusal
from ordinances.money import Money
from ordinances.ordinance import Ordinance

_RELEASE = "Hand this receipt to the {officer}: the dog is released on it, and not without it."


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What proves whose dog it is, and who the person is, as it was seen at the counter."""

    ownership: str
    identity: str


@dataclass(frozen=True, slots=True)
class _Case:
    """A dog that may be paid for: the locked rows, the bill, and the license that is granted with it."""

    seizure: Seizure
    dog: Dog
    bill: Bill
    grants: Sequence[Granted]
    elsewhere: LicenseShown | None

    @property
    def total(self) -> Money:
        """What is to be paid together."""
        quotes = (self.bill.impoundment, *(each.priced.quote for each in self.grants))
        return Money(sum(line.amount.cents for quote in quotes for line in quote.lines))

    def charges(self, tags: Sequence[Tag]) -> list[Charge]:
        """The lines of the impoundment, then those of the license."""
        about, resolution = _about(self.seizure), self.bill.resolution
        lines = self.bill.impoundment.lines
        own = [Charge(line, about, resolution if line.resolution else None) for line in lines]
        return own + charges_of(self.grants, tags)

    @property
    def purpose(self) -> str:
        """What the receipt is for."""
        what = f"Redemption of {self.dog.name}, seizure {self.seizure.number}"
        if self.elsewhere is not None:
            what = f"{what}; licensed by {self.elsewhere.place}, No. {self.elsewhere.number}"[:200]
        return f"{what}, and its license" if self.grants else what

    @property
    def license_told(self) -> dict[str, Any]:
        """On which license of elsewhere it is redeemed, or why on none, as columns."""
        duty, shown = self.bill.duty, self.elsewhere
        told: dict[str, Any] = {f"elsewhere_{name}": value for name, value in asdict(shown).items()} if shown else {}
        return told | {"no_license_because": f"{duty.because} ({duty.citation})"[:300] if duty else ""}


@act
def redeem_dog(
    *,
    seizure: Seizure,
    shown: Shown,
    payment: Payment,
    key: UUID,
    by: User,
    at: datetime,
    wanted: Wanted | None = None,
    elsewhere: LicenseShown | None = None,
) -> Redemption:
    """Take the payment for a dog held, with the license ``wanted`` in the same bill if it has none.

    ``elsewhere`` is the license of another municipality that is shown instead. ``key`` is the form's one-time key: sent
    again, the redemption of the first time is returned. Raises Refused with all that stands in the way: a dog or owner
    not on record, no statement or proof, a forfeiture, the law on redemption or on licenses, another price than was
    told; nothing was done then.
    """
    locked = lock_seizure(seizure, by)
    made = _made_before(locked, key)
    if made is not None:
        return made
    locked.dog = lock_dog(locked.dog, by) if locked.dog else None
    dog = dog_to_redeem(locked)
    bill = bill_of(locked, wanted.asked if wanted else None, at=at, shown=elsewhere)
    grants, refused = _granted(wanted, dog, at)
    refuse_all([*not_ready(locked, at), *_unproved(shown, elsewhere), *bill.impoundment.refusals, *refused])
    case = _Case(locked, dog, bill, grants, elsewhere if bill.duty else None)
    refuse_other_price(case.total, payment.shown_total)
    return _take(case, shown, payment, key=key, by=by, at=at)


@act
def undo_redemption(
    *, redemption: Redemption, reason: str, back: Back, key: UUID, by: User, at: datetime
) -> Redemption:
    """Undo a redemption that was entered by mistake: its charges are reversed, and its code is good for nothing.

    ``back`` says how the money is handed back. A license issued with it stands: it is set right by itself. Raises
    Refused without a reason, and once the dog was released.
    """
    because = reason_given(reason)
    seizure = lock_seizure(redemption.seizure, by)
    locked = Redemption.objects.select_for_update(of=("self",)).select_related("receipt__town").get(pk=redemption.pk)
    if locked.undone_at is not None:
        refuse_withdrawn(locked.undone_because, because)
        return locked
    if End.objects.standing().filter(receipt=locked.receipt).exists():
        raise refuse("released_already", "The dog was released on this receipt: withdraw its release first.")
    lines = charges_for(seizure, standing_lines(locked.receipt))
    if lines:
        payouts = back.of(total_of(lines))
        reverse(receipt=locked.receipt, lines=lines, reason=because, payouts=payouts, key=key, by=by, at=at)
    locked.undone_at, locked.undone_because = at, because
    locked.save(update_fields=["undone_at", "undone_because"])
    return locked


def charges_for(seizure: Seizure, lines: Iterable[ReceiptLine]) -> list[ReceiptLine]:
    """Of the lines of a receipt those of the impoundment: a license in the same bill has its own."""
    return [line for line in lines if line.about == _about(seizure)]


def _about(seizure: Seizure) -> str:
    return f"Seizure {seizure.number}"


def _made_before(seizure: Seizure, key: UUID) -> Redemption | None:
    """The redemption that this form made already; Refused when the form was used for something else."""
    receipt = receipt_for(seizure.town, key)
    if receipt is None:
        return None
    made = Redemption.objects.filter(receipt=receipt, seizure=seizure).first()
    if made is None:
        raise refuse("form_used", f"This form was used for receipt {receipt.number}: open the page anew.")
    return made


def dog_to_redeem(seizure: Seizure) -> Dog:
    """The dog of record that may be paid for; Refused when it is gone, paid for, forfeit, or not known as someone's."""
    refuse_if_ended(seizure)
    _refuse_settled(seizure)
    dog = seizure.dog
    if dog is None:
        message = "The dog is not on record yet: put it on record with its owner, and match the seizure with it."
        raise refuse("no_dog", message, about="dog")
    if seizure.owner_id is None or seizure.owner_id != dog.owner_id:
        message = f"{dog.name} is {dog.owner.name}'s on record, but not in the seizure: say again which dog it is."
        raise refuse("other_owner", message, about="dog")
    return dog


def _refuse_settled(seizure: Seizure) -> None:
    """Refuse to take money for a dog that was paid for, or that is no longer its owner's."""
    earlier = standing_redemption(seizure)
    if earlier is not None:
        raise refuse("redeemed_already", f"The dog was paid for already, on receipt {earlier.receipt.number}.")
    forfeiture = standing_forfeiture(seizure)
    if forfeiture is not None:
        message = f"The owner's title was declared forfeit on {forfeiture.on}: withdraw that first, if it was wrong."
        raise refuse("forfeited_already", message, citation=forfeiture.citation)


def _granted(wanted: Wanted | None, dog: Dog, at: datetime) -> tuple[list[Granted], tuple[Refusal, ...]]:
    """What the law on licenses grants of the license wanted, or all its refusals."""
    if wanted is None:
        return [], ()
    try:
        return granted([on_record(wanted, dog)], on=timezone.localdate(at)), ()
    except Refused as refused:
        return [], refused.refusals


def not_ready(seizure: Seizure, at: datetime) -> Iterable[Refusal]:
    """What the officer does before any money is taken: the statement, or the arrival of a dog not fetched in time."""
    law = seizure.town.ordinance(seizure.seized_on)
    if seizure.course == Seizure.Course.SAME_DAY and timezone.localdate(at) != seizure.seized_on:
        citation = law.returns[Seizure.Course.SAME_DAY].citation
        message = (
            f"The dog was not fetched on {seizure.seized_on}: the officer records its arrival at the shelter first."
        )
        yield Refusal("not_same_day", citation, message, "statement")
    elif needs_statement(seizure, law) and not seizure.statements.exists():
        message = f"The {law.words.officer} states the days and the costs first."
        yield Refusal("no_statement", law.statement.citation, message, "statement")


def needs_statement(seizure: Seizure, law: Ordinance) -> bool:
    """Whether the officer's statement comes before the payment; there is none for a dog that was not impounded."""
    return law.statement_first and seizure.course == Seizure.Course.IMPOUNDED


def _unproved(shown: Shown, elsewhere: LicenseShown | None) -> Iterable[Refusal]:
    yield from missing(
        {
            "ownership": (shown.ownership, "Say what proves that the dog is theirs."),
            "identity": (shown.identity, "Say what proves who they are."),
        }
    )
    if elsewhere is not None:
        yield from missing(
            {
                "elsewhere_place": (elsewhere.place, "Say which municipality licensed the dog."),
                "elsewhere_number": (elsewhere.number, "Write the number of that license."),
                "elsewhere_paper": (elsewhere.paper, "Say which paper or tag was seen."),
            }
        )


def _take(case: _Case, shown: Shown, payment: Payment, *, key: UUID, by: User, at: datetime) -> Redemption:
    """Take tag and money, and write license and redemption on the receipt."""
    tags = tags_for(case.grants, on=timezone.localdate(at))
    receipt = take_payment(
        town=case.seizure.town,
        key=key,
        payer=payment.payer,
        purpose=case.purpose,
        charges=case.charges(tags),
        tenders=payment.tenders,
        by=by,
        at=at,
        code=_code(case.seizure),
    )
    licenses = [write_license(each, tag=tag, receipt=receipt) for each, tag in zip(case.grants, tags, strict=True)]
    return Redemption.objects.create(
        seizure=case.seizure,
        statement=case.seizure.statements.first(),
        receipt=receipt,
        license=licenses[0] if licenses else None,
        redeemer=case.dog.owner,
        ownership_shown=shown.ownership.strip(),
        identity_shown=shown.identity.strip(),
        counted=case.bill.kept,
        **case.license_told,
        by=by,
        at=at,
    )


def _code(seizure: Seizure) -> Code:
    officer = seizure.town.ordinance(seizure.seized_on).words.officer
    return Code("Release code", release_code(seizure), _RELEASE.format(officer=officer))
