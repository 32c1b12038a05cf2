"""What may be done with a dog of the pound now: each act that is open to whoever asks, with the law's section."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime

from django.urls import reverse

from impound.actions.redemptions import dog_to_redeem, not_ready
from impound.facts import custody_of
from impound.models import End, Hold, Seizure
from impound.standing import Standing
from office.models import User
from office.refusals import OFFICE_RULE, Refused
from ordinances import facts as law
from ordinances.answers import Refusal

KEEPERS = ("officer", "manager")
"""Who keeps the dogs: custody, holds, forfeiture and ends."""
WRITERS = ("clerk", "officer", "manager")
"""Who writes seizures in the office, serves notices and takes loss reports."""
ADOPTERS = ("clerk",)
"""Who adopts a dog out: it takes the license's money."""
_WAYS: dict[str, law.HowDisposed] = {
    End.Kind.ADOPTED: "adopted",
    End.Kind.SHELTERED: "sheltered",
    End.Kind.PUT_DOWN: "put_down",
}


@dataclass(frozen=True, slots=True)
class Offer:
    """An act: its words, its page, its section. ``main`` if it is what comes next; ``because`` it is refused today."""

    label: str
    address: str = ""
    citation: str = ""
    main: bool = False
    because: str = ""


@dataclass(frozen=True, slots=True)
class _Asked:
    """An act on its way to an offer: the page's name and who may open it."""

    label: str
    page: str
    roles: tuple[str, ...]
    citation: str = ""
    main: bool = False
    query: str = ""


def offers(standing: Standing, user: User, at: datetime) -> list[Offer]:
    """The acts that are open to the user now, what comes next first; then what is not open yet, and why."""
    if standing.end:
        return []
    asked = [*_redemption(standing), *_custody(standing), *_clock(standing)]
    found = [_offer(standing, each, at) for each in asked if user.has_role(*each.roles)]
    if user.has_role(*KEEPERS, *ADOPTERS):
        found += [each for each in _disposals(standing) if _may(each, user)]
    return sorted(found, key=lambda each: (not each.main, bool(each.because)))


def _may(offer: Offer, user: User) -> bool:
    return bool(offer.because) or user.has_role(*(ADOPTERS if offer.address.endswith("/adopt") else KEEPERS))


def _offer(standing: Standing, asked: _Asked, at: datetime) -> Offer:
    refused = _not_payable(standing.seizure, at) if asked.page == "seizure_redeem" else ()
    if refused:
        return _refused(asked.label, refused)
    address = reverse(asked.page, args=[standing.seizure.pk]) + asked.query
    return Offer(asked.label, address, asked.citation, asked.main)


def _not_payable(seizure: Seizure, at: datetime) -> tuple[Refusal, ...]:
    """Why its owner cannot pay for the dog yet; none when the bill can be made."""
    try:
        dog_to_redeem(seizure)
    except Refused as refused:
        return refused.refusals
    return tuple(not_ready(seizure, at))


def _refused(label: str, refusals: Iterable[Refusal]) -> Offer:
    """An act that is refused today, with all reasons and sections."""
    words = ". ".join(dict.fromkeys(each.message.rstrip(".") for each in refusals))
    cited = "; ".join(dict.fromkeys(each.citation for each in refusals if each.citation != OFFICE_RULE))
    return Offer(label, citation=cited, because=words)


def _custody(standing: Standing) -> Iterator[_Asked]:
    """What is done for the dog while it is here."""
    if standing.arrival is None:
        yield _Asked("Record the arrival at the shelter", "seizure_arrive", KEEPERS, main=True)
    else:
        yield _Asked("Move to another kennel", "seizure_move", KEEPERS)
    yield _Asked("Note care", "seizure_care", KEEPERS)
    yield _Asked("Rabies vaccination", "seizure_rabies", KEEPERS)
    yield _Asked("Which dog of record it is", "seizure_match", WRITERS)
    yield _Asked("Add a photograph", "seizure_photo", WRITERS)
    yield _Asked("Set a caution", "seizure_caution", WRITERS)


def _redemption(standing: Standing) -> Iterator[_Asked]:
    """From the officer's statement to the payment and the release."""
    seizure = standing.seizure
    citation = seizure.town.ordinance(seizure.seized_on).statement.citation
    if standing.redemption is not None:
        yield _Asked("Release to its owner on the receipt", "seizure_release", ("officer",), citation, main=True)
        yield _Asked("Undo the redemption", "redemption_undo", ("clerk",))
        return
    known = seizure.dog_id is not None and standing.forfeiture is None
    if seizure.course == seizure.Course.IMPOUNDED:
        first = known and standing.arrival is not None and not seizure.statements.exists()
        yield _Asked("State days and costs", "seizure_statement", ("officer",), citation, main=first)
    if standing.forfeiture is None:
        yield _Asked("Redeem: take the owner’s payment", "seizure_redeem", ("clerk",), citation, main=known)


def _clock(standing: Standing) -> Iterator[_Asked]:
    """What moves the clock, and the forfeiture once it has run."""
    hold = standing.hold
    if standing.forfeiture is None:
        yield _Asked("Serve notice to the owner", "seizure_notice", WRITERS, hold.citation, standing.state == "waiting")
    yield _Asked("Court’s hold or quarantine", "seizure_hold", KEEPERS)
    if standing.state == "available":
        yield _Asked("Declare the title forfeit", "seizure_forfeit", KEEPERS, hold.citation, main=True)
    yield _Asked("Died, escaped, returned, or written by mistake", "seizure_end", KEEPERS)


def _disposals(standing: Standing) -> Iterator[Offer]:
    """The adoption, the shelter, and putting down: each open, or refused today; what is refused alike, once."""
    if standing.redemption is not None or standing.state == "same_day":
        return
    refused: dict[tuple[Refusal, ...], list[str]] = defaultdict(list)
    for kind, refusals in disposals_refused(standing).items():
        if refusals:
            refused[refusals].append(str(End.Kind(kind).label))
        else:
            yield _disposal(standing, kind)
    for refusals, labels in refused.items():
        yield _refused(" or ".join([labels[0], *(f"{each[:1].lower()}{each[1:]}" for each in labels[1:])]), refusals)


def _disposal(standing: Standing, kind: str) -> Offer:
    """A disposal that is open today."""
    if kind == End.Kind.ADOPTED:
        return Offer("Adopt out", reverse("seizure_adopt", args=[standing.seizure.pk]), main=True)
    return Offer(str(End.Kind(kind).label), reverse("seizure_end", args=[standing.seizure.pk]) + f"?kind={kind}")


def disposals_refused(standing: Standing) -> dict[str, tuple[Refusal, ...]]:
    """What the law says today against each kind of disposal; the board's approval is asked for with the end itself."""
    ordinance = standing.seizure.town.ordinance(standing.on)
    custody = custody_of(standing.seizure)
    holds = (each for each in standing.seizure.holds.all() if each.withdrawn_at is None)
    ordered = any(each.kind == Hold.Kind.COURT and each.destroy for each in holds)
    forfeited = standing.forfeiture is not None
    return {
        kind: ordinance.disposal(law.Disposal(standing.on, how, custody, forfeited, ordered, approved=True))
        for kind, how in _WAYS.items()
    }
